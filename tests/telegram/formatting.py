"""Text as Telegram reads it: HTML tags become entities, whose places are counted in UTF-16 units, and commands and names are found."""

import re
from html import unescape
from typing import Any

from tests.telegram.things import Json

KINDS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "code": "code",
    "pre": "pre",
    "a": "text_link",
    "tg-spoiler": "spoiler",
    "blockquote": "blockquote",
}
TAG = re.compile(r"<(/?)([a-z-]+)((?:\s+[a-z-]+(?:=\"[^\"]*\")?)*)\s*>", re.IGNORECASE)
NAMED = re.compile(r"&(?!lt;|gt;|amp;|quot;|#\d+;|#x[0-9a-fA-F]+;)[a-zA-Z]+;")
FOUND = re.compile(r"(?P<bot_command>(?<![\w/@])/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?)|(?P<mention>(?<!\w)@\w{3,32})")


class Unreadable(ValueError):
    """Markup that Telegram can't parse."""


def units(text: str) -> int:
    """Length as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def read(text: str, mode: str | None, given: list[Json] | None) -> tuple[str, list[Json]]:
    """What is shown of a text, and its entities."""
    if not mode:
        shown, entities = text, list(given or [])
    elif mode.upper() == "HTML":
        shown, entities = read_html(text)
    else:
        raise Unreadable(f"unsupported parse_mode (this double reads HTML only, not {mode})")
    front = units(shown) - units(shown.lstrip())
    shown = shown.strip()
    for entity in entities:
        entity["offset"] = max(0, entity["offset"] - front)
        entity["length"] = min(entity["length"], units(shown) - entity["offset"])
    kept = [entity for entity in entities if entity["length"] > 0]
    return shown, sorted(kept + found(shown, kept), key=lambda entity: (entity["offset"], -entity["length"]))


def read_html(text: str) -> tuple[str, list[Json]]:
    shown, entities = "", []
    open_tags: list[tuple[str, Json]] = []
    at = 0
    for tag in TAG.finditer(text):
        shown += words(text[at : tag.start()], at)
        at = tag.end()
        closing, name = tag[1], tag[2].lower()
        if name not in KINDS:
            raise Unreadable(f'Unsupported start tag "{name}" at byte offset {offset(text, tag.start())}')
        if not closing:
            entity: Json = {"type": KINDS[name], "offset": units(shown), "length": 0}
            if name == "a":
                entity["url"] = unescape(attribute(tag[3], "href"))
            open_tags.append((name, entity))
        elif not open_tags or open_tags[-1][0] != name:
            raise Unreadable(f"Unmatched end tag at byte offset {offset(text, tag.start())}")
        else:
            _, entity = open_tags.pop()
            entity["length"] = units(shown) - entity["offset"]
            entities.append(entity)
    shown += words(text[at:], at)
    if open_tags:
        raise Unreadable(f"Can't find end tag corresponding to start tag {open_tags[-1][0]}")
    return shown, entities


def words(text: str, at: int) -> str:
    """A part without tags: every sign that could begin one must be written otherwise."""
    if "<" in text:
        raise Unreadable(f"Unsupported start tag at byte offset {at + text.index('<')}")
    if strange := NAMED.search(text):
        raise Unreadable(f"this double knows no {strange[0]}: only &lt; &gt; &amp; &quot; and numbers")
    return unescape(text)


def offset(text: str, at: int) -> int:
    return len(text[:at].encode())


def attribute(attributes: str, name: str) -> str:
    match = re.search(rf'{name}="([^"]*)"', attributes)
    return match[1] if match else ""


def found(text: str, marked: list[Json]) -> list[Json]:
    """The commands and names that Telegram finds by itself, outside code."""
    taken = [
        (one["offset"], one["offset"] + one["length"]) for one in marked if one["type"] in ("code", "pre", "text_link")
    ]
    entities: list[Json] = []
    for match in FOUND.finditer(text):
        start, length = units(text[: match.start()]), units(match[0])
        if not any(first < start + length and start < last for first, last in taken):
            entities.append({"type": match.lastgroup, "offset": start, "length": length})
    return entities


def said(entity: Json, text: str) -> str:
    """The part of a text that an entity marks."""
    raw: Any = text.encode("utf-16-le")
    return str(raw[2 * entity["offset"] : 2 * (entity["offset"] + entity["length"])].decode("utf-16-le"))
