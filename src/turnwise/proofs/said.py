"""Words for reports: where something happened, and in which field."""

from collections.abc import Sequence
from typing import Any

from turnwise.kit.block import Block
from turnwise.kit.game import Game
from turnwise.kit.layout import unpacker
from turnwise.kit.position import SPECTATOR, Position
from turnwise.play.language import shared_language
from turnwise.proofs.broken import Difference, difference
from turnwise.proofs.cases import Case


def at(case: Case, seed: int, number: int) -> str:
    """A moment of a random game."""
    return (
        f"{case}, random game {seed}, after {number} actions" if number else f"{case}, random game {seed}, at its start"
    )


def who(seat: int | None) -> str:
    return "a spectator" if seat in (None, SPECTATOR) else f"seat {seat}"


def action_said(case: Case, action: int) -> str:
    """An action in words for programs."""
    return repr(shared_language(case.game, case.frame).action(action).words)


def field_of(case: Case, one: tuple[bytes, bytes], two: tuple[bytes, bytes]) -> tuple[str, str, str]:
    """The first field in which two packed positions differ, and its values."""
    found = record_difference(case.game, one, two) or Difference("seed", "one thing", "another")
    return found.path.lstrip("."), found.one, found.two


def record_difference(game: Game, one: tuple[bytes, bytes], two: tuple[bytes, bytes]) -> Difference | None:
    """The first cell in which two packed positions differ."""
    for record, left, right in zip(game.records, one, two, strict=True):
        if left != right:
            return difference(
                *(
                    {name: _cells(getattr(unpacker(record)(data), name)) for name in record.fields}
                    for data in (left, right)
                )
            )
    return None


def _cells(value: Any) -> Any:
    """A field with its cells as lists, so that the differing one has an index."""
    return _nested(value.cells, value.shape) if isinstance(value, Block) else value


def _nested(cells: list[int], shape: Sequence[int]) -> Any:
    if len(shape) == 1:
        return cells
    size = len(cells) // shape[0]
    return [_nested(cells[start : start + size], shape[1:]) for start in range(0, len(cells), size)]


def hidden_that_differ(game: Game, one: Position, two: Position) -> set[str]:
    """The hidden fields, of both records, in which two worlds differ."""
    found = set()
    for record, left, right in zip(game.records, one.pack(), two.pack(), strict=True):
        if left != right:
            plain, other = unpacker(record)(left), unpacker(record)(right)
            found |= {name for name in record.hidden if _cells(getattr(plain, name)) != _cells(getattr(other, name))}
    return found
