"""The computer player that a game gets which writes none: by what it evaluates, else by what appeals to it, else by chance."""

from pathlib import Path
from typing import Any

import pytest

from tests.kit.test_declared import NIM, shelf, written
from turnwise.kit.game import Game
from turnwise.kit.position import Engine
from turnwise.proofs.hints import Hints

__all__ = ["shelf"]

FEW_LEFT = "def evaluate(s, seat):\n    return -s.heaps[0] - s.heaps[1] - s.heaps[2]\n"
MANY_LEFT = FEW_LEFT.replace("-s", "s").replace("- s", "+ s")
LAST_HEAP = "def appeal(s, action):\n    return action // 3 if action < 9 else 0\n"
BY_APPEAL = "from turnwise.kit.choosing import by_appeal\n\nclassic = by_appeal\n"

DARING = """
from turnwise.kit import act, actions, below, ends, number, record

VERSION, SEATS, CHANCE = 1, (2, 2), True
Do = actions(dare=act("Dare"), keep=act("Keep"))
End = ends(DONE="everybody has chosen")
State = record(points=number(2))


def longest(seats, options):
    return 6


def dare(s, seat):
    gain(s, seat, 40 if below(s, 6) == 0 else 0)


def keep(s, seat):
    gain(s, seat, 30)


def gain(s, seat, points):
    s.points[seat] += points
    s.turn = 1 - seat
    s.turns += 1
    if s.turns > 5:
        s.over = End.DONE
"""
LEAD = "def evaluate(s, seat):\n    return s.points[seat] - s.points[1 - seat]\n"


def game_of(shelf: Path, rules: str, hints: str) -> Game:
    game = written(shelf, f"nim_{shelf.name}", rules)  # a name of its own, because what is bound to a game is kept
    (game.folder / "hints.py").write_text(hints)
    return game


def chosen(game: Game, compiled: bool, *played: str, seeds: int = 30) -> set[str]:
    """What the player does after some actions, by any dice of its own."""
    frame = game.frame(None, {})
    position, _ = Engine(game, compiled=compiled).position(frame, 1)
    for words in played:
        position.play(position.turn, next(a for a in range(game.actions) if game.notation.words(a, frame) == words))
    known = position.redacted(position.turn)
    return {game.notation.words(known.advice(position.turn, seed * seed), frame) for seed in range(seeds)}


@pytest.mark.parametrize("compiled", [False, True])
def test_what_it_does_leads_where_the_game_is_worth_most_to_it(shelf: Path, compiled: bool) -> None:
    """Of two that take three matches each it takes the one that appeals more; and a win before anything."""
    game = game_of(shelf, NIM, f"{FEW_LEFT}\n\n{LAST_HEAP}")
    assert chosen(game, compiled) == {"take c 3"}
    assert chosen(game, compiled, "take c 3", "take b 3", "take c 1") == {"take a 2"}, "which wins"


def test_without_appeal_it_takes_the_first_of_equals_and_a_win_counts_more_than_any_worth(shelf: Path) -> None:
    game = game_of(shelf, NIM, MANY_LEFT)
    assert chosen(game, False) == {"let go"}
    assert chosen(game, False, "take c 3", "take b 3", "take c 1", "take a 1") == {"take a 1"}


@pytest.mark.parametrize("hints", [LAST_HEAP, f"{BY_APPEAL}\n\n{MANY_LEFT}\n\n{LAST_HEAP}"])
def test_appeal_decides_where_nothing_is_evaluated_or_where_the_game_wants_it_so(shelf: Path, hints: str) -> None:
    assert chosen(game_of(shelf, NIM, hints), False) == {"take c 1"}


@pytest.mark.parametrize(("hints", "number"), [(MANY_LEFT, 9), (f"{MANY_LEFT}\n\n{LAST_HEAP}", 1)])
def test_where_something_is_hidden_there_is_no_position_to_be_evaluated(shelf: Path, hints: str, number: int) -> None:
    secret = NIM.replace("winner=small()", "winner=small(), secret=small(2, see=OWNER)").replace(
        "import ", "import OWNER, "
    )
    game = game_of(shelf, secret + "\n\ndef imagine_seat(s, seat):\n    s.secret[seat] = 0\n", hints)
    assert len(chosen(game, False, seeds=200)) == number


@pytest.mark.parametrize("compiled", [False, True])
def test_one_lucky_throw_does_not_lure_it(shelf: Path, compiled: bool) -> None:
    """A dare brings 40 one time in six, and to keep brings 30."""
    assert chosen(game_of(shelf, DARING, LEAD), compiled, seeds=100) == {"keep"}


def test_taste_and_rival_may_go_by_appeal_too(shelf: Path) -> None:
    own = BY_APPEAL.replace("classic =", "taste = rival =")
    game = game_of(shelf, NIM, f"{own}\n\n{LAST_HEAP}")
    position, _ = Engine(game, compiled=False).position(game.frame(None, {}), 1)
    asked: Any = Hints(position)
    assert [asked.taste(0, 1), asked.rival(0, 2)] == [6, 6]
