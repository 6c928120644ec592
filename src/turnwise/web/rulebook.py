"""A game's rule book as a part of a page."""

from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from turnwise.kit.game import Game


@cache
def rulebook(game: Game) -> Markup:
    """RULES.md as HTML without its headline, which the page has already; its chapters are one level down, below the page's own."""
    tokens = (markdown := MarkdownIt("commonmark", {"html": False}).enable("table")).parse(game.rulebook)
    if tokens and tokens[0].tag == "h1":
        tokens = tokens[3:]  # where it opens, its words, and where it closes
    for token in tokens:
        if token.type.startswith("heading"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
    return Markup(markdown.renderer.render(tokens, markdown.options, {}))
