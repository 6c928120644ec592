"""What a seat may know, as data that can be sent, and as a position that bots can think about anywhere."""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from typing import Any, TypedDict

from turnwise.games import game as game_named
from turnwise.kit.errors import BadOption, quoted
from turnwise.kit.game import Game
from turnwise.kit.position import SPECTATOR, Position
from turnwise.kit.words import said
from turnwise.play.law import law
from turnwise.play.view import View


class Known(TypedDict):
    """What a seat may know of a match: the game's records after the gate, in base64. `seat` null is a spectator."""

    game: str
    rules: int
    """The VERSION of the game's rules: in records of another version fields differ."""
    seat: int | None
    version: int
    over: bool
    state: str
    beside: str


def known(view: View) -> Known:
    """A view as data for `position`, here or elsewhere."""
    state, beside = (b64encode(record).decode() for record in view.position.pack())
    return {
        "game": view.game.name,
        "rules": view.game.version,
        "seat": view.seat,
        "version": view.version,
        "over": view.outcome is not None,
        "state": state,
        "beside": beside,
    }


def position(source: View | Known | Mapping[str, Any]) -> Position:
    """A position that a bot can think about: from a view, or from the answer of `GET /api/tables/{id}/position`.

    Compiled rules read the records unchecked, so take them only from a house that you trust."""
    if isinstance(source, View):
        return source.position
    if not isinstance(source, Mapping):
        raise BadOption(
            said(
                "A position is made of a view, or of what a house answers to GET {path}.",
                path="/api/tables/{id}/position",
            )
        )
    missing = [name for name in Known.__annotations__ if name not in source]
    if missing:
        raise BadOption(said("A position needs '{name}': give all that the house answered.", name=missing[0]))
    game = game_named(source["game"])
    title = said(game.title)
    if source["rules"] != game.version:
        raise BadOption(
            said(
                "This position is by version {old} of the rules of {game}; here they are version {now}. Bring both sides "
                "to the same release.",
                old=quoted(source["rules"]),
                game=title,
                now=game.version,
            )
        )
    made = Position(law(game, None), *_records(game, source))
    seats, seat = int(made.state.seats), source["seat"]
    if not game.seats[0] <= seats <= game.seats[1] or not 0 <= made.turn < seats:
        raise BadOption(said("These records are none of {game}.", game=title))
    if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
        raise BadOption(said("This match has seats 0 to {last}, not {given}.", last=seats - 1, given=quoted(seat)))
    made.viewer = SPECTATOR if seat is None else seat
    made.finished = bool(source["over"])
    return made


def _records(game: Game, source: Mapping[str, Any]) -> list[bytes]:
    found = []
    for record, name in zip(game.records, ("state", "beside"), strict=True):
        try:
            data = b64decode(source[name], validate=True)
        except (NotBase64, TypeError, ValueError):
            raise BadOption(said("'{name}' of a position is base64.", name=name)) from None
        if len(data) != record.dtype.itemsize:
            raise BadOption(
                said(
                    "'{name}' of {game} is {size} bytes, not {given}.",
                    name=name,
                    game=said(game.title),
                    size=record.dtype.itemsize,
                    given=len(data),
                )
            )
        found.append(data)
    return found
