"""Rules for people: a game's `guide.en.md` and its translations, with pictures of moments that are played for the page.

A picture is written as `![What is seen](<play:drop d; drop c>)`: the actions of a match from its start, in a program's
words. Before them may come, each followed by a comma, `seats=3`, `seed=7`, `seat=1` (whose view; by default a
spectator's) and options of the game: `![A hand of five](<play:seats=3, seed=7, seat=0,>)`. A game without a guide shows
its rule book."""

from functools import cache, lru_cache
from typing import Any, NamedTuple
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from turnwise.draw import picture
from turnwise.draw.plan import Stage
from turnwise.draw.svg import svg
from turnwise.kit.game import Game
from turnwise.kit.words import ENGLISH
from turnwise.play.match import Match
from turnwise.play.view import View
from turnwise.web.pages.rulebook import rendered, rulebook

PLAY = "play:"
SEEN, LARGER = Stage(336, 448), 1.35
"""Drawn for a phone, where a picture is as wide as the page, and shown this many times larger where there is room."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
MOST_DRAWN = 256


class Guide(NamedTuple):
    """A guide as a part of a page, its language, and the moments that its pictures show."""

    html: Markup
    language: str
    moments: tuple[str, ...]


@cache
def written(game: Game, language: str) -> tuple[str, str] | None:
    """A guide from the game's folder, in the reader's language or else in English, and that language."""
    files = [(one, game.folder / f"guide.{one}.md") for one in (language, ENGLISH.language)]
    return next(((one, file.read_text("utf-8")) for one, file in files if file.exists()), None)


@cache
def guide(game: Game, language: str) -> Guide:
    """How a game is played; its rule book if it has no guide."""
    found = written(game, language)
    if found is None:
        return Guide(rulebook(game), ENGLISH.language, ())
    spoken, text = found
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
    moments: list[str] = []
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        for image in token.children or ():
            if image.type == "image":
                _show(game, language, image, moments)
        if token.children and [one.type for one in token.children] == ["image"]:
            before.tag = after.tag = "figure"
            _caption(token)
    return Guide(rendered(tokens), spoken, tuple(moments))


def _show(game: Game, language: str, image: Token, moments: list[str]) -> None:
    """Turn an image into the picture of a moment."""
    source = unquote(str(image.attrs["src"]))
    assert source.startswith(PLAY), f"{game.name}: a guide shows moments, not '{source}'"
    image.attrs["data-themed"] = f"/games/{game.name}/moments/{len(moments)}.svg"
    image.attrs["src"] = f"{image.attrs['data-themed']}?language={language}"
    image.attrs["width"], image.attrs["height"] = round(LARGER * SEEN.width), round(LARGER * SEEN.height)
    image.attrs["loading"] = "lazy"
    moments.append(source.removeprefix(PLAY))


def _caption(token: Token) -> None:
    """Repeat a picture's text as its caption; screen readers have read it with the picture."""
    assert token.children and token.children[0].children
    opens = Token("figcaption_open", "figcaption", 1, attrs={"aria-hidden": "true"})
    token.children += [opens, *token.children[0].children, Token("figcaption_close", "figcaption", -1)]


def moment(game: Game, told: str) -> View:
    """The moment of a match that a guide describes."""
    *facts, actions = [part.strip() for part in told.split(",")]
    given: dict[str, Any] = {}
    for fact in facts:
        name, _, value = fact.partition("=")
        given[name] = int(value) if value.lstrip("-").isdecimal() else value
    seat, seed = given.pop("seat", None), given.pop("seed", 1)
    match = Match(game, seats=given.pop("seats", None), seed=seed, **given)
    for action in filter(None, (one.strip() for one in actions.split(";"))):
        match.play(action)
    return match.view(seat)


@lru_cache(MOST_DRAWN)
def drawn(game: Game, language: str, number: int, theme: str) -> str:
    """A picture of a guide."""
    view = moment(game, guide(game, language).moments[number])
    return svg(picture(view, NAMES[: view.seats], language, on=SEEN), theme=theme)
