"""Bounds that Telegram documents and aiogram's models do not hold: lengths, keyboards, links, pictures, commands."""

import io
import re
from urllib.parse import parse_qs, urlsplit

from PIL import Image, UnidentifiedImageError

from tests.telegram.formatting import Unreadable, read, units
from tests.telegram.persons import PARAMETER
from tests.telegram.refusals import Violation
from tests.telegram.things import Chat, Json

TEXT, CAPTION, ANSWER = 4096, 1024, 200
REPLY = 15.0
"""Seconds in which an ephemeral message can be replied to."""
DATA = 64
"""Bytes of callback_data."""
BUTTONS, ROW = 100, 8
PICTURE = 10 << 20
"""Bytes of an uploaded photo; its sides together have at most 10,000 pixels and are at most 20 to 1."""
DRESS = {"text", "style", "icon_custom_emoji_id"}
COMMAND = re.compile(r"[a-z0-9_]{1,32}")


def text(given: str, mode: str | None, entities: list[Json] | None) -> tuple[str, list[Json]]:
    """What is shown of a message's text."""
    shown, marked = _read(given, mode, entities)
    if not shown:
        raise Violation("message text is empty")
    if units(shown) > TEXT:
        raise Violation("message is too long")
    return shown, marked


def caption(given: str, mode: str | None, entities: list[Json] | None) -> tuple[str, list[Json]]:
    shown, marked = _read(given, mode, entities)
    if units(shown) > CAPTION:
        raise Violation("message caption is too long")
    return shown, marked


def _read(given: str, mode: str | None, entities: list[Json] | None) -> tuple[str, list[Json]]:
    try:
        return read(given, mode, entities)
    except Unreadable as error:
        raise Violation(f"can't parse entities: {error}") from error


def keyboard(markup: Json, chat: Chat) -> None:
    """Whether an inline keyboard may stand in a chat."""
    rows = markup["inline_keyboard"]
    if sum(map(len, rows)) > BUTTONS:
        raise Violation("REPLY_MARKUP_TOO_LONG")
    if any(len(row) > ROW for row in rows):
        raise Violation(f"a row of the keyboard has more than {ROW} buttons")
    for row in rows:
        for one in row:
            button(one, chat)


def button(given: Json, chat: Chat) -> None:
    kinds = set(given) - DRESS
    if not given["text"].strip():
        raise Violation("BUTTON_TEXT_EMPTY")
    if len(kinds) != 1:
        raise Violation("Text buttons are unallowed in the inline keyboard")
    (kind,) = kinds
    if kind == "callback_data" and not 1 <= len(given[kind].encode()) <= DATA:
        raise Violation("BUTTON_DATA_INVALID")
    elif kind == "web_app":
        if not chat.is_private:
            raise Violation("BUTTON_TYPE_INVALID")
        web_app(given[kind]["url"])
    elif kind == "url":
        link(given[kind])


def web_app(url: str) -> None:
    if urlsplit(url).scheme != "https" or not urlsplit(url).hostname:
        raise Violation(f"inline keyboard button Web App URL '{url}' is invalid: Only HTTPS links are allowed")


def link(url: str) -> None:
    parts = urlsplit(url)
    if (
        parts.scheme not in ("http", "https", "tg")
        or not parts.hostname
        or parts.scheme != "tg"
        and "." not in parts.hostname
    ):
        raise Violation(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
    if parts.hostname == "t.me":
        for name, values in parse_qs(parts.query, keep_blank_values=True).items():
            if name in ("start", "startgroup", "startapp") and not all(map(PARAMETER.fullmatch, values)):
                raise Violation(f"the parameter of {url} is no start parameter")


def picture(data: bytes) -> tuple[int, int]:
    """The size of a picture that may be a photo."""
    if len(data) > PICTURE:
        raise Violation("Request Entity Too Large", 413)
    try:
        with Image.open(io.BytesIO(data)) as image:
            width, height = image.size
    except (UnidentifiedImageError, OSError):
        raise Violation("IMAGE_PROCESS_FAILED") from None
    if width + height > 10_000 or max(width, height) > 20 * min(width, height):
        raise Violation("PHOTO_INVALID_DIMENSIONS")
    return width, height


def commands(given: list[Json]) -> None:
    if len(given) > 100:
        raise Violation("BOT_COMMANDS_TOO_MUCH")
    for one in given:
        if not COMMAND.fullmatch(one["command"]):
            raise Violation("BOT_COMMAND_INVALID")
        if not 1 <= units(one["description"]) <= 256:
            raise Violation("BOT_COMMAND_DESCRIPTION_INVALID")
