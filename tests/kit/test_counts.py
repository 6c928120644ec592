"""Cards that are not told apart, by the words of the kit; and a game of such cards whose law follows from what it declares."""

import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import turnwise as tw
from turnwise.kit import counts, each
from turnwise.kit.block import Block
from turnwise.kit.errors import Refused
from turnwise.kit.events import Tell, told
from turnwise.kit.game import Game
from turnwise.kit.position import SPECTATOR, Engine
from turnwise.kit.record import Plains
from turnwise.kit.tape import Tape

CELLAR = '''
"""Cellar: everybody has two 1s and a 2; lay one of them open or hidden, then guess or wait."""

from enum import IntEnum

from turnwise.kit import OWNER, act, actions, ends, events, held, only, reasons, record, say, small, table, veiled
from turnwise.kit.counts import deal_again, empty, move, fill, remove, total

VERSION, SEATS, CHANCE = 1, (2, 2), True
Phase = IntEnum("Phase", "LAY GUESS", start=0)
OPEN, HIDDEN = 0, 1
ALL = table((2, 1, 0))
KIND = ("1", "2", "3")
Do = actions(
    lay=act("Lay a {kind} {how}", phase=Phase.LAY, kind=held("hand", KIND), how=("open", "hidden")),
    one=act("Guess a 1", phase=Phase.GUESS, by="guess", kind=only(0)),
    two=act("Guess a 2", phase=Phase.GUESS, by="guess", kind=only(1)),
    wait=act("Wait", phase=Phase.GUESS),
    lays=veiled("Lay a card", word="lays a card", of="lay", how=only(HIDDEN)),
)
Reason = reasons(NOT_IN_HAND="You have no such card.", ONCE="Only one lies open.", KNOWN="That lies open.", TOO_LATE="You have laid.")
End = ends(GUESSED="everybody has guessed")
Event = events(laid="seat !kind !how", guessed="seat kind")
State = record(
    phase=small(), hand=small(2, 3, see=OWNER, keep=((0, 3),)), down=small(2, 3, see=OWNER, keep=((0, 3),)), up=small(2, 3), winner=small()
)


def longest(seats, options):
    return 4


def setup(s):
    fill(s.hand[0], ALL)
    fill(s.hand[1], ALL)
    s.turns = 1


def not_now(s, action):
    return Reason.TOO_LATE if action < Do.ONE else Reason.NOT_ALLOWED


def check_lay_how(s, how):
    return Reason.ONCE if how == OPEN and total(s.up[0], 0, 3) + total(s.up[1], 0, 3) else 0


def check_guess(s, seat, kind):
    return Reason.KNOWN if s.up[1 - seat, kind] else 0


def lay(s, seat, kind, how, tell):
    if how == HIDDEN:
        move(s.hand[seat], s.down[seat], kind, 1)
    else:
        move(s.hand[seat], s.up[seat], kind, 1)
    say(tell, Event.LAID, seat, kind, how)
    s.phase = Phase.GUESS if seat else Phase.LAY
    s.turn = 1 - seat
    s.turns += 1


def guess(s, seat, kind, tell):
    say(tell, Event.GUESSED, seat, kind)
    wait(s, seat)


def wait(s, seat):
    s.turn = 1 - seat
    s.turns += 1
    if seat:
        s.over = End.GUESSED


def imagine_seat(s, seat):
    unseen = s.hand[seat]
    fill(unseen, ALL)
    remove(unseen, s.up[seat])
    deal_again(s, unseen, s.down[seat], 0, 3)
'''


@pytest.fixture
def cellar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "cellar").mkdir()
    (tmp_path / "cellar" / "__init__.py").write_text('"""Cellar: a trial."""\n')
    (tmp_path / "cellar" / "rules.py").write_text(CELLAR)
    yield Game("cellar")
    for name in [name for name in sys.modules if name.startswith("cellar")]:
        del sys.modules[name]


@pytest.mark.parametrize("compiled", [False, True])
def test_phases_held_cards_and_refusals_follow_from_the_declarations(cellar: Game, compiled: bool) -> None:
    match = tw.Match(cellar, compiled=compiled)
    assert [a.words for a in match.view(0).legal] == ["lay 1 open", "lay 1 hidden", "lay 2 open", "lay 2 hidden"]
    for action, code in (("lay 3 open", "not_in_hand"), ("one", "not_allowed")):
        with pytest.raises(Refused) as refused:
            match.play(action)
        assert refused.value.code == code
    match.play("lay 2 open")
    assert [a.words for a in match.view(1).legal] == ["lay 1 hidden", "lay 2 hidden"]
    with pytest.raises(Refused, match="Only one lies open"):
        match.play("lay 1 open")
    match.play("lay 1 hidden")
    with pytest.raises(Refused) as refused:
        match.play("lay 1 hidden")
    assert refused.value.code == "too_late"
    assert [a.words for a in match.view(0).legal] == ["one", "two", "wait"]
    match.play("two")
    assert [a.words for a in match.view(1).legal] == ["one", "wait"], "his 2 lies open"
    match.play("wait")
    assert match.outcome


def test_what_is_declared_as_seen_of_an_action_veils_it(cellar: Game) -> None:
    match = tw.Match(cellar, compiled=False)
    match.play("lay 2 hidden")
    assert cellar.veil and [cellar.veil(action) for action in range(4)] == [0, cellar.actions, 2, cellar.actions]
    assert [match.view(seat).lines[-1].words for seat in (0, 1)] == ["lay 2 hidden", "lays a card"]


def test_an_argument_that_is_always_the_same_is_in_no_words_and_in_tables(cellar: Game) -> None:
    do = cellar.rules.Do
    assert each(do, "kind") == [0, 0, 1, 1, 2, 2, 0, 1, -1] and each(do, "how") == [0, 1] * 3 + [-1] * 3
    assert tw.Match(cellar, compiled=False).language.action(do.TWO).json() == {"two": True}


def test_who_sees_a_number_of_cards_imagines_every_hand_that_may_be(cellar: Game) -> None:
    at, _ = Engine(cellar, compiled=False).position(cellar.frame(2, {}), 1)
    at.play(0, 3)  # a hidden 2
    known = at.redacted(1)
    assert counts.total(known.plain().hand[0], 0, 3) == 2 and counts.total(known.plain().down[0], 0, 3) == 1
    found = Counter(tuple(known.imagined(1, seed).plain().down[0][kind] for kind in range(3)) for seed in range(300))
    assert set(found) == {(1, 0, 0), (0, 1, 0)} and 150 < found[1, 0, 0] < 250, "two of three are 1s"
    assert known.imagined(1, 5).redacted(1).pack() == known.pack()
    assert at.redacted(SPECTATOR).imagined(SPECTATOR, 5).plain().hand[1, 0] == 2


# The words themselves.


def row(*numbers: int) -> Block:
    return Block(list(numbers), (len(numbers),))


def test_totals_and_worth_of_a_place() -> None:
    place = row(2, 0, 1, 3)
    assert (
        counts.total(place, 0, 4) == 6 and counts.total(place, 1, 3) == 1 and counts.worth(place, (5, 1, 10, 0)) == 20
    )
    assert counts.total(row(~4, -1, ~2, -1), 0, 4) == 6, "what is hidden is counted by the sums that are kept"
    assert counts.total(row(-1, -1), 0, 2) == 0
    assert counts.total_all(Block([2, 0, 1, ~3, -1, ~2], (2, 3)), 0, 2) == 5


def test_the_first_and_the_last_kind_that_lies_there() -> None:
    place = row(0, 2, 0, 1, 0)
    assert (counts.lowest(place, 0, 5), counts.highest(place, 0, 5)) == (1, 3)
    assert (counts.lowest(place, 2, 3), counts.highest(place, 2, 3)) == (3, 1), "none"


def test_cards_go_from_place_to_place_and_none_is_lost() -> None:
    here, there = row(2, 1, 0), row(0, 0, 4)
    counts.move(here, there, 0, 1)
    assert (here.cells, there.cells) == ([1, 1, 0], [1, 0, 4])
    counts.add(there, here)
    assert there.cells == [2, 1, 4]
    counts.remove(there, here)
    counts.fill(here, row(7, 8, 9))
    assert (here.cells, there.cells) == ([7, 8, 9], [1, 0, 4])
    counts.empty(here)
    assert here.cells == [0, 0, 0]


def test_several_places_are_emptied_and_no_other() -> None:
    block = Block(list(range(1, 13)), (2, 3, 2))
    counts.empty_all(block[1])
    assert block.cells == [1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0]


def test_a_number_is_looked_for_in_all_of_a_row() -> None:
    place = row(3, 0, 5)
    assert [counts.holds(place, number) for number in (3, 0, 5, 4)] == [True, True, True, False]


def test_all_cards_go_at_once_told_kind_by_kind() -> None:
    here, there, tell = row(2, 0, 1), row(1, 1, 1), Plains([Tell.blank()])
    counts.move_all(here, there, tell[0], 9, 1, 4)
    assert (here.cells, there.cells) == ([0, 0, 0], [3, 1, 2])
    assert [event[:5] for event in told(tell)] == [(9, 1, 4, 0, 2), (9, 1, 4, 2, 1)]


class Drawn:
    """A state whose chance is given."""

    def __init__(self, *outcomes: int) -> None:
        self.tape = Tape(outcomes)
        self.seed = self.tape.seed


def test_any_card_is_drawn_as_often_as_there_are_of_its_kind() -> None:
    drawn = []
    for outcome in range(4):
        pile, hand = row(2, 0, 1, 1), row(0, 0, 0, 0)
        drawn.append(counts.move_any(Drawn(outcome), pile, hand, 0, 4))
        assert sum(pile.cells) == 3 and hand.cells[drawn[-1]] == 1
    assert drawn == [0, 0, 2, 3]


def test_a_part_of_a_block_is_the_same_numbers() -> None:
    block = Block(list(range(12)), (2, 3, 2))
    assert len(block[1]) == 3 and [block[1, 2][at] for at in range(2)] == [10, 11] and block[1][0, 1] == 7
    block[1, 2][0] = 99
    assert block[1, 2, 0] == 99 and all(b >= a for a, b in pairwise(block.cells[:10]))
    for wrong in ((0, 0, 0, 0), (2, 0, 0)):
        with pytest.raises(IndexError):
            block[wrong]
    with pytest.raises(IndexError, match="names no single number"):
        block[1] = 3
