"""How a game is played, as a message: the text of its guide, without the pictures."""

from functools import cache

from markdown_it import MarkdownIt

from turnwise.kit.game import Game
from turnwise.kit.words import ENGLISH
from turnwise.telegram.shown import bold, plain

LONGEST = 3500
"""Letters; Telegram takes 4,096 in a message."""


@cache
def how_to_play(game: Game, language: str) -> str:
    """The guide in a language or else in English, as far as a message goes; empty if the game has none."""
    files = (game.folder / f"guide.{one}.md" for one in (language, ENGLISH.language))
    file = next((one for one in files if one.exists()), None)
    if file is None:
        return ""
    told: list[str] = []
    heading, bullet = False, ""
    for token in MarkdownIt("commonmark").enable("table").parse(file.read_text()):
        if token.type == "heading_open":
            heading = True
        elif token.type == "list_item_open":
            bullet = "• "
        elif token.type == "inline":
            text = "".join(
                " " if one.type == "softbreak" else one.content for one in token.children or () if one.type != "image"
            ).strip()
            if text:
                told.append(f"\n{bold(text)}" if heading else plain(bullet + text))
            heading, bullet = False, ""
    while len("\n".join(told)) > LONGEST:
        told.pop()
    return "\n".join(told).strip()
