"""Every state that a seat could truly be in can be imagined, and no other: counted on cases small enough to count by hand."""

from math import comb
from typing import Any

import pytest

from tests.setting import position
from turnwise.games.caesar.board import CARD_OF, GROUPS, KINDS, OWNED, PART, Do, Phase
from turnwise.games.whot.deck import ALL_CARDS, DECK
from turnwise.kit.position import SPECTATOR, Position

TRIES = 1500


def worlds(real: Position, seat: int) -> set[bytes]:
    """Everything that comes out, the seed aside."""
    known = real.redacted(seat)
    return {known.imagined(seat, seed).pack()[0][8:] for seed in range(TRIES)}


def cards(text: str) -> int:
    return DECK.named(*text.split())


def whot(hands: list[str], pile: str, *, top: str, aside: str = "", **fields: Any) -> Position:
    """A table where all other cards lie in the discards."""
    held = [cards(hand) for hand in hands] + [0] * (8 - len(hands))
    hidden = sum(held) | cards(pile) | cards(aside)
    placed, _ = position(
        "whot",
        {
            "hand": held,
            "pile": cards(pile),
            "aside": cards(aside),
            "discards": ALL_CARDS & ~hidden,
            "top": DECK.ids.index(top),
            "called": -1,
            "catchable": -1,
            "playing": (1 << len(hands)) - 1,
            "game": 1,
            **fields,
        },
        seats=len(hands),
    )
    return placed


@pytest.mark.parametrize(
    ("hands", "pile", "seat", "number"),
    [
        (["star_1 star_2", "star_3"], "star_4 star_5", 0, 3),  # which of three cards the other holds
        (["star_1 star_2", "star_3"], "star_4 star_5", 1, comb(4, 2)),
        (["star_1 star_2", "star_3"], "star_4 star_5", SPECTATOR, comb(5, 2) * 3),
        (["star_1", "star_2", "star_3"], "star_4 star_5", 0, 4 * 3),
        (["star_1", "star_2", "star_3"], "", 0, 2),
    ],
)
def test_every_deal_of_the_unseen_cards_of_whot(hands: list[str], pile: str, seat: int, number: int) -> None:
    real = whot(hands, pile, top="circle_7")
    found = worlds(real, seat)
    assert len(found) == number
    assert real.pack()[0][8:] in found


@pytest.mark.parametrize(
    ("turn", "number"),
    [
        (1, 2),  # the mover holds circle_3, and one of the other two
        (2, 1),  # the one card of the mover must be circle_3
        (0, 3),  # one's own turn tells nothing of the others
    ],
)
def test_in_sudden_death_the_mover_holds_a_card_to_play(turn: int, number: int) -> None:
    """Hidden are circle_3, which follows circle_7, star_4 and cross_5, in hands of two and one."""
    hands = ["circle_1", "circle_3 star_4", "cross_5"] if turn != 2 else ["circle_1", "star_4 cross_5", "circle_3"]
    real = whot(hands, "", top="circle_7", sudden=1, turn=turn)
    found = worlds(real, 0)
    assert len(found) == number and real.pack()[0][8:] in found


def test_what_a_leaver_left_in_sudden_death_is_set_aside_unseen() -> None:
    real = whot(["circle_1", "circle_2 star_3"], "", aside="star_4 cross_5", top="circle_7", sudden=1)
    assert len(worlds(real, 0)) == comb(4, 2)


def caesar(zones: dict[str, Any], **fields: Any) -> Position:
    """A table where all cards not named lie in the discard pile. A zone is {kind: number}, `down` {group: {kind: number}}."""
    hand, deck, discard = ([[0] * KINDS for _ in range(2)] for _ in range(3))
    down = [[[0] * PART for _ in range(GROUPS)] for _ in range(2)]
    for seat in range(2):
        for zone, place in (("hand", hand), ("deck", deck)):
            for kind, number in zones.get(f"{zone}{seat}", {}).items():
                place[seat][kind] += number
        for group, laid in zones.get(f"down{seat}", {}).items():
            for kind, number in laid.items():
                down[seat][group][kind] += number
        for kind in range(KINDS):
            lying = sum(down[seat][group][kind] for group in range(GROUPS)) if kind < PART else 0
            announced = (
                fields.get("announced", 0)
                and fields.get("mover", 0) == seat
                and CARD_OF[fields["announced"] - 1] == kind
            )
            discard[seat][kind] = OWNED[kind] - hand[seat][kind] - deck[seat][kind] - lying - int(bool(announced))
    lying_all = [[sum(group) for group in side] for side in down]
    shown = {"phase": Phase.PLAY, "patricians": [5, 5, 5, 3, 3], "bag": 127}
    zones_of = {"hand": hand, "deck": deck, "discard": discard, "down": down, "lying": lying_all}
    placed, _ = position("caesar", shown | zones_of | fields)
    return placed


ONE, TWO, PHILOSOPHER, SCOUT, VETO = 0, 1, 5, 7, 10


@pytest.mark.parametrize(
    ("zones", "number"),
    [
        # 1, 2 and a Philosopher in hand, deck and face down at one group: 3! ways; Scout and Veto in hand and deck: 2
        ({"hand1": {ONE: 1, SCOUT: 1}, "deck1": {TWO: 1, VETO: 1}, "down1": {3: {PHILOSOPHER: 1}}}, 6 * 2),
        # two equal cards cannot be told apart: 1, 1 and 2 in three places
        ({"hand1": {ONE: 1}, "deck1": {ONE: 1}, "down1": {0: {TWO: 1}}}, 3),
        # face down at two groups, one each
        ({"down1": {0: {ONE: 1}, 4: {TWO: 1}}}, 2),
        # all three in one place: nothing to imagine
        ({"deck1": {ONE: 1, TWO: 1, VETO: 1}}, 1),
    ],
)
def test_every_distribution_of_the_opponents_cards_in_caesar(zones: dict[str, Any], number: int) -> None:
    real = caesar(zones | {"hand0": {ONE: 1}})
    found = worlds(real, 0)
    assert len(found) == number and real.pack()[0][8:] in found
    assert len(worlds(real, 1)) == 1, "one's own cards are known, and the other's one card is counted out"


def test_every_division_of_a_castling_can_be_imagined_while_a_veto_is_asked() -> None:
    """Two cards lie face down at PRAETOR, 1 and 2 or 2 and 3 …: of the three kinds unseen two lie there, one in the deck; each of the
    two goes to the one group or the other: 3 × 4 worlds."""
    action = Do.CASTLE  # PRAETOR and AEDILE
    division = [[[0] * PART for _ in range(3)] for _ in range(2)]
    division[1][0][ONE] = division[1][1][TWO] = 1
    real = caesar(
        {"down1": {0: {ONE: 1, TWO: 1}}, "deck1": {2: 1}},
        phase=Phase.VETO,
        mover=1,
        turn=0,
        announced=action + 1,
        acted=1,
        division=division,
    )
    found = worlds(real, 0)
    assert len(found) == 12 and real.pack()[0][8:] in found


def test_every_placement_can_be_imagined_when_all_five_lie() -> None:
    real = caesar(
        {f"down{seat}": {group: {group: 1} for group in range(GROUPS)} for seat in range(1)},
        phase=Phase.PLACE,
        mover=1,
        turn=1,
    )
    assert len(worlds(real, 1)) == 120
