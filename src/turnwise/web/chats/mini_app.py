"""Telegram's Mini App: the pages of the house inside Telegram, signed in by Telegram. This module is what they need of
a front end that knows Telegram; the pages are `pages/telegram.py`.

Telegram Web shows a page in a frame of another site, where a browser sends none of the house's cookies. So these pages,
and no others, may be framed by Telegram, and use a token that each page passes to the next.
"""

import re
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol
from urllib.parse import parse_qs

import msgspec
from msgspec import Struct

from turnwise.house.store.interface import Change

APP = "/telegram/app"
"""Its path; `/telegram/app/tables/{id}` opens a table."""

TELEGRAM_WEB = (
    "https://web.telegram.org",
    "https://weba.telegram.org",
    "https://webk.telegram.org",
    "https://webz.telegram.org",
)
"""Telegram's clients that run in a browser. All others show a page without a frame."""

DATA, THEME_PARAMS = "tgWebAppData", "tgWebAppThemeParams"
"""What Telegram puts after the # of the address: who opens the page, signed; and its colours."""
MOST_FIELDS = 100
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class Arrival(Protocol):
    """A person whom Telegram has brought."""

    @property
    def person(self) -> str:
        """The id of a person of the house."""

    @property
    def language(self) -> str:
        """The person's language in Telegram."""

    @property
    def start(self) -> str:
        """The id of a table, if the link names one."""

    @property
    def used(self) -> Change:
        """The change that marks it as used. A Conflict says that it was used before."""


Arrive = Callable[[str], Awaitable[Arrival]]
"""Checks the `initData` of Telegram and returns the person; raises a TurnwiseError if it is not valid."""


class MiniApp(NamedTuple):
    """What a house needs for it."""

    arrive: Arrive
    frames: tuple[str, ...] = TELEGRAM_WEB
    """The sites that may show it in a frame."""


class Launch(NamedTuple):
    """What Telegram says when it opens the page."""

    init_data: str
    theme: str
    """`light` or `dark`; empty if Telegram does not say."""


class _Colours(Struct):
    bg_color: str = ""


def launch(told: str) -> Launch:
    """Read the part after the #."""
    try:
        fields = parse_qs(told.removeprefix("#"), max_num_fields=MOST_FIELDS)
    except ValueError:
        return Launch("", "")
    return Launch(fields.get(DATA, [""])[0], _theme(fields.get(THEME_PARAMS, [""])[0]))


def _theme(told: str) -> str:
    try:
        colour = msgspec.json.decode(told, type=_Colours).bg_color
    except (msgspec.MsgspecError, UnicodeError):
        return ""
    if not COLOUR.fullmatch(colour):
        return ""
    red, green, blue = bytes.fromhex(colour[1:])
    return "light" if 0.299 * red + 0.587 * green + 0.114 * blue > 127 else "dark"
