"""Zones of a small deck: what their words do, and what a seat imagines of the cards that it cannot see."""

import sys
from math import comb
from pathlib import Path
from typing import Any

import pytest

from turnwise.kit import OWNER, one, record
from turnwise.kit.cards import deck
from turnwise.kit.faults import Fault
from turnwise.kit.game import Game
from turnwise.kit.position import SPECTATOR, Engine, Position
from turnwise.kit.tape import Tape
from turnwise.kit.zones import cards_in, deal, draw, move, stock, zone

SMALL = deck(circle=(1, 2, 3, 4), star=(1, 2, 3, 4))

RUMMAGE = '''
"""Rummage: draw a card or lay one; who has none left wins."""

from turnwise.kit import NOBODY, OWNER, act, actions, ends, event, events, has, one, reasons, record, say, small
from turnwise.kit.cards import deck
from turnwise.kit.zones import deal, draw as drawn, move, stock, zone

VERSION, SEATS, CHANCE = 1, (2, 3), True
DECK = deck(circle=(1, 2, 3, 4), star=(1, 2, 3, 4))
CARDS = DECK.cards
Do = actions(draw=act("Draw"), lay=act("Lay {card}", card=DECK))
Reason = reasons(NOT_YOURS="You do not have it.", EMPTY="The pile is empty.")
End = ends(EMPTY_HAND="a hand is empty")
Event = events(drew=event("seat !card", "{seat} draws {card}.", "{seat} draws."), laid=event("seat card", "{seat} lays {card}."))
State = record(
    hand=zone(DECK, 3, see=OWNER), pile=stock(DECK), discards=zone(DECK), aside=zone(DECK, see=NOBODY), winner=small()
)


def longest(seats, options):
    return 30


def setup(s):
    s.pile = CARDS
    for seat in range(s.seats):
        s.hand[seat], s.pile = deal(s, s.pile, 2)
    s.aside, s.pile = deal(s, s.pile, 1)
    s.turns = 1


def check_draw(s):
    return 0 if s.pile else Reason.EMPTY


def draw(s, seat, tell):
    card, s.pile = drawn(s, s.pile)
    s.hand[seat] |= one(card)
    say(tell, Event.DREW, seat, card)
    s.turn = (seat + 1) % s.seats
    s.turns += 1


def check_lay(s, seat, card):
    return 0 if has(s.hand[seat], card) else Reason.NOT_YOURS


def lay(s, seat, card, tell):
    s.hand[seat], s.discards = move(s.hand[seat], s.discards, one(card))
    say(tell, Event.LAID, seat, card)
    s.turn = (seat + 1) % s.seats
    s.turns += 1
    if not s.hand[seat]:
        s.winner, s.over = seat, End.EMPTY_HAND
'''


class Seeded:
    """All that chance needs of a state."""

    def __init__(self, *draws: int) -> None:
        self.tape = Tape(draws)
        self.seed = self.tape.seed


def named(*ids: str) -> int:
    return SMALL.named(*ids)


def test_a_draw_takes_one_card_out_of_a_pile() -> None:
    s = Seeded(2)
    pile = named("circle_2", "circle_4", "star_1")
    assert draw(s, pile) == (SMALL.ids.index("star_1"), named("circle_2", "circle_4"))
    assert s.tape.draws == [(2, 3)]


def test_cards_are_dealt_one_after_the_other_and_leave_the_pile() -> None:
    s = Seeded(0, 1, 0)
    dealt, rest = deal(s, named("circle_1", "circle_2", "circle_3", "star_4"), 3)
    assert (dealt, rest) == (named("circle_1", "circle_3", "circle_2"), named("star_4"))
    assert s.tape.draws == [(0, 4), (1, 3), (0, 2)]


def test_what_moves_leaves_one_zone_and_lies_in_the_other() -> None:
    here, there = move(named("circle_1", "star_1"), named("star_4"), named("star_1"))
    assert (here, there) == (named("circle_1"), named("star_1", "star_4"))


def test_cards_are_counted_where_they_are_hidden_too() -> None:
    assert cards_in(named("circle_1", "star_1")) == 2 and cards_in(0) == 0
    assert cards_in(~3) == 3 and cards_in(~0) == 0


def test_a_zone_says_who_may_know_it_and_a_stock_is_known_to_nobody() -> None:
    fields = record(hand=zone(SMALL, 3, see=OWNER), pile=stock(SMALL), open=zone(SMALL)).fields
    assert (fields["hand"].see, fields["pile"].see, fields["open"].see) == ("owner", "nobody", "all")
    assert fields["hand"].shape == (3,) and fields["pile"].is_stock and not fields["hand"].is_stock
    with pytest.raises(TypeError, match="field 'hand': a zone is made of the cards of a deck, not of 'abc'"):
        record(hand=zone("abc", 3))  # type: ignore[arg-type]


@pytest.fixture
def rummage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that writes the game with some of its lines changed, under a name of its own."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(name: str, rules: str = RUMMAGE) -> Game:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text('"""Rummage: a trial."""\n')
        (folder / "rules.py").write_text(rules)
        return Game(name)

    yield write
    for name in [name for name in sys.modules if name.startswith("rummage")]:
        del sys.modules[name]


def dealt(game: Game, *, compiled: bool = False, seats: int = 3) -> Position:
    position, _ = Engine(game, compiled=compiled).position(game.frame(seats, {}), 5)
    return position


def worlds(real: Position, seat: int) -> set[bytes]:
    known = real.redacted(seat)
    return {known.imagined(seat, seed).pack()[0][8:] for seed in range(1500)}


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
def test_an_imagined_world_looks_the_same_and_has_every_card_once(rummage: Any, seat: int) -> None:
    real = dealt(rummage(f"rummage_{seat + 1}"))
    known = real.redacted(seat)
    world = known.imagined(seat, 7)
    assert world.redacted(seat).pack() == known.pack()
    s = world.plain()
    lying = [*s.hand, s.pile, s.discards, s.aside]
    assert sum(lying) == 255 and sum(map(cards_in, lying)) == 8


def test_every_deal_of_what_a_seat_cannot_see_is_imagined_and_no_other(rummage: Any) -> None:
    """Of six cards: two hands of two, one card aside, one in the pile."""
    real = dealt(rummage("rummage_counted"))
    found = worlds(real, 0)
    assert len(found) == comb(6, 2) * comb(4, 2) * 2 and real.pack()[0][8:] in found


def test_imagining_is_the_same_compiled(rummage: Any) -> None:
    game = rummage("rummage_compiled")
    fast, slow = dealt(game, compiled=True), dealt(game)
    for position in (fast, slow):
        position.reseed(3)
        position.play(0, 0)
        position.play(1, position.legal(1)[1])
    assert fast.pack() == slow.pack()
    for seat in (SPECTATOR, 0, 1, 2):
        assert fast.redacted(seat).imagined(seat, 9).pack() == slow.redacted(seat).imagined(seat, 9).pack()


def test_a_constraint_of_the_game_and_a_part_of_the_deck(rummage: Any) -> None:
    """In a deck without its last two cards, whoever is on turn is known to hold the circle 1."""
    rules = RUMMAGE.replace("s.pile = CARDS", "s.pile = in_play(s)") + (
        "\n\ndef in_play(s):\n    return 63\n"
        "\n\ndef imagine_hand(s, seat, cards, unseen):\n"
        "    if seat == s.turn and not cards & 1:\n"
        "        cards = cards & (cards - 1) | 1\n"
        "    return cards\n"
    )
    real = dealt(rummage("rummage_constrained", rules), seats=2)
    s = real.plain()
    s.hand, s.pile, s.aside = [one(0) | one(1), one(2) | one(3), 0], one(4), one(5)
    placed = Position(real.engine, real.engine.game.records[0].pack(s), real.pack()[1])
    found = worlds(placed, 1)
    assert len(found) == 3 * 2 and placed.pack()[0][8:] in found, "circle 1, one of three others; one of two aside"


def test_what_is_hidden_and_lies_in_no_zone_is_said(rummage: Any) -> None:
    rules = RUMMAGE.replace("winner=small()", "winner=small(), secret=small(see=NOBODY)")
    with pytest.raises(Fault, match="The field `secret` is hidden and no zone of cards"):
        dealt(rummage("rummage_secret", rules))
