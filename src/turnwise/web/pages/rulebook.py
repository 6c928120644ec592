"""A game's rule book as a part of a page."""

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from turnwise.kit.game import Game


@cache
def rulebook(game: Game) -> Markup:
    """RULES.md: the numbered rules."""
    return rendered(MarkdownIt("commonmark", {"html": False}).enable("table").parse(game.rulebook))


def rendered(tokens: list[Token]) -> Markup:
    """Parsed Markdown as a part of a page: without its title, and with its headings one level down."""
    if tokens and tokens[0].tag == "h1":
        tokens = tokens[3:]  # the title's opening, text and closing
    for token in tokens:
        if token.type.startswith("heading"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
    markdown = MarkdownIt("commonmark", {"html": False})
    return Markup(markdown.renderer.render(tokens, markdown.options, {}))
