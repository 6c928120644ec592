"""A game's own page: what it is, its rules, who is strong at it, and a table set up as one likes."""

import asyncio
from typing import Any, NamedTuple

from starlette.responses import Response

from turnwise.bots.names import USUAL, opponents
from turnwise.games import game as game_named
from turnwise.kit.game import Game
from turnwise.web.endpoints.watching import SVG, SVG_POLICY
from turnwise.web.pages.home import capitalised, shelved
from turnwise.web.pages.site import THEMES, Pages, Visit
from turnwise.web.rulebook import rulebook
from turnwise.web.shelf import scene
from turnwise.web.words import bot_name, bot_strength, said

page = Pages()

STRONGEST = 10
CLOCKS = (
    "none 0 0",
    "move 60 0",
    "move 300 0",
    "game 300 3",
    "game 600 5",
    "game 1800 10",
    "days 86400 0",
    "days 259200 0",
)
"""Kind, seconds and increment of the clocks that the page offers."""


class Offered(NamedTuple):
    """An option, in the reader's language."""

    name: str
    label: str
    help: str
    default: Any
    facts: dict[str, Any]
    choices: list[tuple[str | int, str]]


@page("/games/{game}")
async def game(visit: Visit, game: str) -> Response:
    found, language = game_named(game), visit.language
    ratings = await visit.staff.ratings.listed(found.name, STRONGEST)
    strong = [
        (one.get("name") or bot_name(found, one["bot"], language), one["rating"], one["matches"]) for one in ratings
    ]
    low, high = found.seats
    names = getattr(found.notation, "SEAT_NAMES", ())
    return visit.show(
        "game.html",
        game=shelved(found, language),
        counts=range(low, high + 1),
        seat_names=[
            said(found, language, names[seat]) if names else visit.t("setup.seat", number=seat + 1)
            for seat in range(high)
        ],
        bots={
            bot: f"{bot_name(found, bot, language)}: {bot_strength(found, bot, language)}" for bot in opponents(found)
        },
        bot=USUAL,
        options=offered(found, language),
        boards=await visit.staff.boards.of(visit.caller.person, found.name) if visit.caller.person else [],
        clocks=CLOCKS,
        has_workshop=found.has("workshop"),
        rules=rulebook(found),
        strong=strong,
    )


@page("/games/{game}/seats.css")
async def seats(visit: Visit, game: str) -> Response:
    """The colours of a game's own pieces for its seats, where it has any; else the house's stay."""
    pairs = getattr(game_named(game).module("look"), "SEAT_COLOURS", ())
    rules = [f".seat{seat}{{--swatch:light-dark({light},{dark})}}" for seat, (light, dark) in enumerate(pairs)]
    return Response("\n".join(rules), media_type="text/css", headers={"Cache-Control": "no-cache"})


@page("/games/{game}/picture.svg")
async def picture(visit: Visit, game: str) -> Response:
    asked = visit.request.query_params.get("theme", "")
    theme = asked if asked in THEMES else THEMES[0]
    drawn = await asyncio.to_thread(scene, game_named(game), theme, visit.language)
    headers = {
        "Content-Security-Policy": SVG_POLICY,
        "Cache-Control": "public, max-age=3600",
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }
    if "gzip" in visit.request.headers.get("accept-encoding", ""):
        return Response(drawn.packed, media_type=SVG, headers=headers | {"Content-Encoding": "gzip"})
    return Response(drawn.plain, media_type=SVG, headers=headers)


def offered(game: Game, language: str) -> list[Offered]:
    """The options that a person may set. Which seats computers have is said by the seats."""
    found = []
    for name, option in game.options.items():
        facts = option.facts()
        if facts["type"] == "seats":
            continue
        label, help = capitalised(said(game, language, name.replace("_", " "))), said(game, language, option.help)
        choices = [(one, said(game, language, str(one).replace("_", " "))) for one in facts.get("choices", ())]
        found.append(Offered(name, label, capitalised(help), option.default, facts, choices))
    return found
