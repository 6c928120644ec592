"""`initData`: what a Mini App is told about who has opened it, signed by Telegram with the bot's token."""

import re
from typing import NamedTuple
from urllib.parse import parse_qsl

import msgspec
from aiogram.utils.web_app import check_webapp_signature
from msgspec import Struct

from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Said, said

LONGEST, MOST_FIELDS = 4096, 32
"""Letters and fields. Telegram sends some hundred letters and ten fields."""
LIFE, AHEAD = 10 * 60, 60
"""Seconds for which it is good, and that Telegram's clock may be before ours."""
HASH = re.compile(r"[0-9a-f]{64}")
DATE = re.compile(r"[0-9]{1,12}")


class BadLaunch(TurnwiseError):
    """It is not what Telegram would send."""

    code = "bad_launch"


class User(Struct, frozen=True):
    """Somebody, as Telegram knows him."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = ""

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


class Launch(NamedTuple):
    """Who has opened the Mini App."""

    user: User
    start: str
    """What the link has said behind `startapp=`."""
    hash: str
    """The signature, which is another one each time that it is opened."""


def checked(init_data: str, token: str, now: int) -> Launch:
    """Read it if it is signed and fresh; `now` in milliseconds. Whether it was used before, the store knows."""
    if not init_data:
        raise BadLaunch(said("This page opens inside Telegram: by the button below a message of the bot."))
    fields = _fields(init_data)
    # aiogram's check is in constant time, but takes the last of doubled fields and fails at a hash that is no ASCII: see `_fields`.
    if not check_webapp_signature(token, init_data):
        raise TurnwiseError(_again(said("Telegram has not signed this for our bot.")), "forged_launch")
    age = now / 1000 - int(fields["auth_date"])
    if not -AHEAD <= age <= LIFE:
        raise TurnwiseError(_again(said("This was opened too long ago, or by a wrong clock.")), "stale_launch")
    try:
        user = msgspec.json.decode(fields.get("user", ""), type=User)
    except msgspec.MsgspecError:
        raise BadLaunch(_again(said("Telegram does not say who you are."))) from None
    return Launch(user, fields.get("start_param", ""), fields["hash"])


def _fields(init_data: str) -> dict[str, str]:
    """Its fields, if each is there once, and those that must be there are what they should be."""
    try:
        found = parse_qsl(init_data, keep_blank_values=True, strict_parsing=True, max_num_fields=MOST_FIELDS)
        init_data.encode()
    except ValueError:
        found = []
    fields = dict(found)
    whole = len(init_data) <= LONGEST and len(fields) == len(found)
    if not (whole and HASH.fullmatch(fields.get("hash", "")) and DATE.fullmatch(fields.get("auth_date", ""))):
        raise BadLaunch(_again(said("This is not what Telegram says about who opens a page.")))
    return fields


def _again(why: Said) -> Said:
    return said("{why} Close this page, and open it again by the button in the chat.", why=why)
