"""Chance from a tape: given outcomes are played, and all of them can be gone through, interpreted and compiled alike."""

import sys
from collections.abc import Iterator
from fractions import Fraction
from math import prod
from pathlib import Path

import pytest

from turnwise.games import game as game_named
from turnwise.kit.game import Game
from turnwise.kit.position import Engine, Position
from turnwise.kit.tape import ROOM, Tape, every_tape, following

PIG = """
from turnwise.kit import act, actions, below, ends, event, events, number, reasons, record, roll, say

VERSION, SEATS, CHANCE = 1, (1, 1), True
Do = actions(throw=act("Throw the dice"))
Reason, End = reasons(), ends(THROWN="the dice are thrown")
Event = events(threw=event("seat first second coin", "{seat} throws {first} and {second}."))
State = record(points=number(1))


def longest(seats, options):
    return 1


def throw(s, seat, tell):
    first, second, coin = roll(s), 0, 0
    if first > 4:
        second = roll(s)
    else:
        coin = below(s, 2)
    s.points[seat] = first + second + coin
    say(tell, Event.THREW, seat, first, second, coin)
    s.over = End.THROWN
"""


@pytest.fixture
def pig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "pig").mkdir()
    (tmp_path / "pig" / "__init__.py").write_text('"""Pig: throw."""\n')
    (tmp_path / "pig" / "rules.py").write_text(PIG)
    yield Game("pig")
    for name in [name for name in sys.modules if name.split(".")[0] == "pig"]:
        del sys.modules[name]


def begun(game: Game, compiled: bool) -> Position:
    engine = Engine(game, compiled=compiled, taped=True)
    return engine.position(game.frame(game.seats[0], {}), Tape().seed)[0]


@pytest.mark.parametrize("compiled", [False, True])
def test_what_stands_on_the_tape_is_drawn_and_it_notes_out_of_how_many(pig: Game, compiled: bool) -> None:
    start = begun(pig, compiled)
    for values, told, draws in [([4, 2], (5, 3, 0), [(4, 6), (2, 6)]), ([2, 1], (3, 0, 1), [(2, 6), (1, 2)])]:
        tape, position = Tape(values), start.copy()
        position.reseed(tape.seed)
        ((_, seat, *dice, _, _),) = position.play(0, 0)
        assert (seat, tuple(dice)) == (0, told)
        assert tape.draws == draws and tape.rest == 0


@pytest.mark.parametrize("compiled", [False, True])
def test_all_outcomes_are_gone_through_once_and_their_chances_add_up_to_one(pig: Game, compiled: bool) -> None:
    start, chances = begun(pig, compiled), dict[float, Fraction]()
    for tape in every_tape():
        position = start.copy()
        position.reseed(tape.seed)
        position.play(0, 0)
        _, (points,), _ = position.scores(1)
        chances[points] = chances.get(points, Fraction(0)) + Fraction(1, prod(out_of for _, out_of in tape.draws))
    assert sum(chances.values()) == 1
    assert chances[1] == Fraction(1, 12) and chances[2] == Fraction(2, 12) and chances[12] == Fraction(1, 36)
    assert chances[6] == Fraction(1, 36), "5 and 1; a 4 and the coin come to 5 at most"


def test_a_draw_that_cannot_be_is_said(pig: Game) -> None:
    position, tape = begun(pig, compiled=False), Tape([6])
    position.reseed(tape.seed)
    position.play(0, 0)
    with pytest.raises(ValueError, match="draw 0 of the tape is 6, but it is one out of 6"):
        _ = tape.draws
    with pytest.raises(ValueError, match=f"room for {ROOM} draws"):
        Tape([0] * (ROOM + 1))


def test_more_draws_than_stand_on_the_tape_are_noted(pig: Game) -> None:
    position, tape = begun(pig, compiled=False), Tape([5])
    position.reseed(tape.seed)
    position.play(0, 0)
    assert tape.draws == [(5, 6), (0, 6)] and tape.rest == -1


def test_tapes_are_counted_up_from_the_last_draw() -> None:
    assert following([(0, 2), (0, 3)]) == [0, 1] and following([(0, 2), (2, 3)]) == [1]
    assert following([(1, 2), (2, 3)]) is None and following([]) is None


def test_a_deal_by_tape_is_the_same_interpreted_and_compiled() -> None:
    game, dealt = game_named("whot"), []
    for compiled in (False, True):
        tape = Tape()
        position, told = Engine(game, compiled=compiled, taped=True).position(game.frame(None, {}), tape.seed)
        position.reseed(0)
        dealt.append((position.save(), told, tape.draws))
    assert dealt[0] == dealt[1] and len(tape.draws) > 10
