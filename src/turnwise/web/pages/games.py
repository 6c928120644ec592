"""A game's own page: what it is, its rules, its strongest players, and the form for a table."""

import asyncio
from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

import msgspec
from starlette.responses import Response

from turnwise.bots.names import USUAL, called, opponents, strength
from turnwise.draw import look_of
from turnwise.games import game as game_named
from turnwise.house.tables.clock import Control, usual
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.words import counted, said
from turnwise.play.front import has_holidays, holidays
from turnwise.web.endpoints.watching import SVG, SVG_POLICY
from turnwise.web.http.language import preferred, worded
from turnwise.web.pages.guide import drawn, guide
from turnwise.web.pages.home import capitalised, shelved
from turnwise.web.pages.rulebook import rulebook
from turnwise.web.pages.shelf import scene
from turnwise.web.pages.site import THEMES, Pages, Visit
from turnwise.web.pages.workshop import with_author

page = Pages()

PICTURE_HEADERS = {
    "Content-Security-Policy": SVG_POLICY,
    "Cache-Control": "public, max-age=3600",
    "Vary": "Accept-Encoding, Accept-Language, Cookie",
}

STRONGEST = 10
CLOCKS = {
    "none 0 0": said("None: take your time"),
    "move 60 0": said("1 minute a turn"),
    "move 300 0": said("5 minutes a turn"),
    "game 300 3": said("5 minutes a game, 3 seconds more a turn"),
    "game 600 5": said("10 minutes a game, 5 seconds more a turn"),
    "game 1800 10": said("30 minutes a game, 10 seconds more a turn"),
    "days 86400 0": said("1 day a turn"),
    "days 259200 0": said("3 days a turn"),
}
"""The clocks that the page offers, by kind, seconds and increment."""


class Offered(NamedTuple):
    """An option, in the reader's language."""

    name: str
    label: str
    help: str
    default: Any
    facts: dict[str, Any]
    choices: list[tuple[str | int, str]]
    shared: Any = None
    """Its value at one shared screen, if that differs."""


@page("/games/{game}")
async def game(visit: Visit, game: str) -> Response:
    found, say = game_named(game), speaker(game_named(game), visit.language)
    ratings = await visit.services.ratings.listed(found.name, STRONGEST)
    strong = [(one.get("name") or say(called(found, one["bot"])), one["rating"], one["matches"]) for one in ratings]
    low, high = found.seats
    names = getattr(found.notation, "SEAT_NAMES", ())
    return visit.show(
        "game.html",
        game=shelved(found, visit.language),
        counts=range(low, high + 1),
        seat_names=[
            say(worded(names[seat]) if names else said("Seat {number}", number=seat + 1)) for seat in range(high)
        ],
        bots={bot: f"{say(name)}: {say(strength(found, bot))}" for bot, name in opponents(found).items()},
        bot=USUAL,
        options=offered(found, visit.language),
        boards=await _boards(visit, found),
        clocks=clocks(found, visit),
        clock=_value(usual(found)),
        has_workshop=found.has("workshop"),
        rules=guide(found, visit.language),
        strong=strong,
        today=today(found),
    )


@page("/games/{game}/rules")
async def rules(visit: Visit, game: str) -> Response:
    """The numbered rules."""
    found = game_named(game)
    return visit.show("rules.html", game=shelved(found, visit.language), rules=rulebook(found))


@page("/games/{game}/moments/{number}.svg")
async def moment(visit: Visit, game: str, number: str) -> Response:
    """A picture of the game's guide."""
    found = game_named(game)
    if not number.isdecimal() or len(number) > 3 or int(number) >= len(guide(found, _seen(visit)[1]).moments):
        raise TurnwiseError(said("There is no such picture."), "no_such_address")
    theme, language = _seen(visit)
    shown = await asyncio.to_thread(drawn, found, language, int(number), theme)
    return Response(shown, media_type=SVG, headers=PICTURE_HEADERS)


async def _boards(visit: Visit, game: Game) -> list[tuple[str, str]]:
    """A person's boards for a game: the id and name of each."""
    if not visit.caller.person or not game.has("workshop"):
        return []
    kept = await visit.services.boards.of(visit.caller.person, game.name)
    return [(board.id, with_author(visit, game, msgspec.json.decode(board.kept.document))) for board in kept]


def today(game: Game, settings: Mapping[str, Any] | None = None) -> str:
    """The address for the holiday of the reader's date, if the game has any and the table shows it."""
    return f"/games/{game.name}/today/" if has_holidays(game, settings or {}) else ""


@page("/games/{game}/today/{day}")
async def holiday(visit: Visit, game: str, day: str) -> Response:
    """The game's holiday on a date; a page asks with its reader's own date."""
    found = game_named(game)
    try:
        known = holidays(found, date.fromisoformat(day))
    except ValueError:
        raise TurnwiseError(said("A date is written like 2026-02-02."), "bad_request") from None
    today = said("Today: {names}", names=tuple(known))
    return visit.show("said.html", said=speaker(found, visit.language)(today) if known else "")


@page("/games/{game}/seats.css")
async def seats(visit: Visit, game: str) -> Response:
    """The colours of a game's own pieces for its seats, if it has any; else the house's. And a style that hides the
    opening of a turn in the log until its player shows it."""
    found = game_named(game)
    pairs = getattr(look_of(found), "SEAT_COLOURS", ())
    rules = [
        f".seat{seat}{{--swatch:var(--swatch{seat},light-dark({light},{dark}))}}"
        for seat, (light, dark) in enumerate(pairs)
    ]
    opening = getattr(found.notation, "OPENING", ()) if found.gesture else ()
    latest = f":nth-last-child(-n+{len(opening)})"
    rules += [f'[data-opened="false"] #log .{event}{latest}{{display:none}}' for event in opening]
    return Response("\n".join(rules), media_type="text/css", headers={"Cache-Control": "no-cache"})


@page("/games/{game}/picture.svg")
async def picture(visit: Visit, game: str) -> Response:
    shown = await scene(game_named(game), *_seen(visit))
    if "gzip" in visit.request.headers.get("accept-encoding", ""):
        return Response(shown.packed, media_type=SVG, headers=PICTURE_HEADERS | {"Content-Encoding": "gzip"})
    return Response(shown.plain, media_type=SVG, headers=PICTURE_HEADERS)


def _seen(visit: Visit) -> tuple[str, str]:
    """Theme and language of a picture, as its address says: the page may differ from the browser's settings."""
    theme, language = (visit.request.query_params.get(name, "") for name in ("theme", "language"))
    return theme if theme in THEMES else THEMES[0], preferred(visit.language, language)


def clocks(game: Game, visit: Visit) -> list[tuple[str, str]]:
    """The clocks on offer, including the game's usual one, with their names."""
    named, own = [(clock, visit.say(words)) for clock, words in CLOCKS.items()], usual(game)
    if _value(own) not in CLOCKS:
        turn = counted("{seconds} second a turn", "{seconds} seconds a turn", "seconds", seconds=own.seconds)
        named.insert(1, (_value(own), visit.say(turn)))
    return named


def _value(clock: Control) -> str:
    return f"{clock.kind} {clock.seconds} {clock.increment}"


def offered(game: Game, language: str) -> list[Offered]:
    """The options and settings that a person may choose. Which seats are bots follows from the seats."""
    say, found = speaker(game, language), []
    for name, option in {**game.options, **game.settings}.items():
        facts = option.facts()
        if facts["type"] == "seats":
            continue
        label, help = capitalised(say(game.option_words(name))), say(option.help)
        choices = [(one, say(game.option_words(one))) for one in facts.get("choices", ())]
        shared = (game.timing("SHARED") or {}).get(name)
        found.append(Offered(name, label, capitalised(help), option.default, facts, choices, shared))
    return found
