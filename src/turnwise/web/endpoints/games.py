"""The games of the house: facts, options, rules, and their bots."""

from typing import Any, Literal

from msgspec import Struct
from starlette.responses import Response

from turnwise.bots.names import NAMES, Named, names, strength
from turnwise.games import all_games
from turnwise.games import game as game_named
from turnwise.house.services.ratings import Ratings
from turnwise.kit.game import Game
from turnwise.kit.options import Options
from turnwise.web.http.answers import Rating
from turnwise.web.http.asked import GameName
from turnwise.web.http.endpoint import Group

endpoint = Group("/api")


class Facts(Struct):
    """A game in a few facts. `hidden`: some seat may not know everything. `chance`: it has dice or cards."""

    name: str
    title: str
    summary: str
    version: int
    seats: tuple[int, int]
    """The lowest and the highest number."""
    hidden: bool
    chance: bool


class OptionFacts(Struct, omit_defaults=True):
    name: str
    help: str
    default: Any
    values: str
    """The values it may have, in words."""
    type: Literal["switch", "choice", "whole", "seats", "document", "seconds"]
    choices: list[str | int] | None = None
    low: float | None = None
    high: float | None = None
    names: list[str] | None = None
    """The game's own documents, which may be given by name."""


class AllFacts(Facts):
    options: list[OptionFacts]
    """Of the rules."""
    settings: list[OptionFacts]
    """Of a table: how long it waits and what it shows."""
    bots: list["BotFacts"]
    """The bots that may take a seat."""


class BotFacts(Struct, omit_defaults=True):
    """A bot by its `name`. `level`: 1 is gentle, 5 is fierce. For a game also its display name (`called`) and
    `strength`."""

    name: str
    level: int | None = None
    called: str = ""
    strength: str = ""


@endpoint("GET", "/games", "All games.", who="anybody")
async def games() -> list[Facts]:
    return [Facts(**_facts(game)) for game in all_games()]


@endpoint("GET", "/games/{game}", "A game with its options.", who="anybody")
async def game(game: GameName) -> AllFacts:
    found = game_named(game)
    return AllFacts(
        **_facts(found),
        options=_option_facts(found.options),
        settings=_option_facts(found.settings),
        bots=[BotFacts(bot, _level(bot), str(name), str(strength(found, bot))) for bot, name in names(found).items()],
    )


@endpoint("GET", "/games/{game}/rules", "The rules for people.", who="anybody", media="text/markdown")
async def rules(game: GameName) -> Response:
    return Response(game_named(game).rulebook, media_type="text/markdown")


@endpoint("GET", "/games/{game}/ratings", "The strongest, people and bots.", who="anybody", answers=list[Rating])
async def strongest(ratings: Ratings, game: GameName) -> list[dict[str, Any]]:
    return await ratings.listed(game_named(game).name)


@endpoint("GET", "/bots", "The bots of any game; a game has more if its rule sheet does.", who="anybody")
async def bots() -> list[BotFacts]:
    return [BotFacts(name, _level(name)) for name in NAMES]


def _level(bot: str) -> int | None:
    return Named.of(bot).level or None


def _option_facts(options: Options) -> list[OptionFacts]:
    return [
        OptionFacts(
            name=name, help=str(option.help), default=option.default, values=str(option.values()), **option.facts()
        )
        for name, option in options.items()
        if name != "computers"  # the seats say which are bots
    ]


def _facts(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "version": game.version,
        "seats": game.seats,
        "hidden": game.hidden,
        "chance": game.chance,
    }
