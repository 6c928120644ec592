"""From a view to a picture: a game's look says what is on the table, the layouter makes the picture for a window or a
terminal, and these renderers turn it into SVG, PNG and text."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from turnwise.draw.layout import laid
from turnwise.draw.lettered import lettered
from turnwise.draw.plainly import plainly
from turnwise.draw.plan import WIDE, Stage
from turnwise.draw.typed import USUAL, typed
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game
from turnwise.kit.pieces import Look, Table
from turnwise.kit.shapes import Picture
from turnwise.kit.words import ENGLISH, Said, said

FEW = 4
"""Moves that are listed one by one."""

if TYPE_CHECKING:
    from turnwise.play.view import View


def look_of(game: Game) -> Look | None:
    """A game's own look, if it has one."""
    return cast(Look, game.module("look")) if game.has("look") else None


def table(view: "View") -> Table:
    """What is on the table, by the game's own look or, without one, derived from its state."""
    look = look_of(view.game)
    return look.look(view) if look else plainly(view)


def meant(view: "View", keys: Sequence[str]) -> int | None:
    """The action that touching things one after the other would mean, legal or not; None if it means none."""
    look = look_of(view.game)
    return look.meant(view, tuple(keys)) if look and hasattr(look, "meant") else None


def looked(view: "View", on: Stage = WIDE) -> Picture:
    """The table in a window, with its sentences still as data."""
    return laid(table(view), on)


def picture(view: "View", names: Sequence[str] = (), language: str = ENGLISH.language, *, on: Stage = WIDE) -> Picture:
    """The table in a window for one reader. `names` are the players', by seat."""
    return lettered(looked(view, on), speaker(view.game, language, names))


def written(
    view: "View",
    names: Sequence[str] = (),
    language: str = ENGLISH.language,
    *,
    columns: int = USUAL[0],
    rows: int = USUAL[1],
    grows: bool = True,
) -> Picture:
    """The table in characters, for a terminal."""
    said_by = speaker(view.game, language, names)
    return lettered(typed(table(view), said_by, columns, rows, grows=grows), said_by)


def coached(view: "View") -> list[Said]:
    """What a first-time player should be told now; without a `coach.py`, the legal moves."""
    game = view.game
    if not game.has("coach"):
        return _choices(view)
    told: list[Said] = game.module("coach").coach(view)
    return told


def _choices(view: "View") -> list[Said]:
    moves = tuple(action.said for action in view.legal)
    if not moves:
        return []
    if len(moves) == 1:
        return [said("You have one move: {move}.", move=moves[0])]
    if len(moves) <= FEW:
        return [said("Your moves: {moves}.", moves=moves)]
    return [said("You have {number} moves to choose from.", number=len(moves))]
