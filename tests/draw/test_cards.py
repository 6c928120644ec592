"""The pieces of a card table: faces, backs, chips, felt, and what lies where."""

import pytest

import turnwise as tw
from turnwise.draw import picture, table
from turnwise.draw.plan import stage
from turnwise.kit.cards import french
from turnwise.kit.pieces.area import Area
from turnwise.kit.pieces.french import (
    MOST_HIGH,
    TOWERS,
    Felt,
    back,
    beside,
    chips,
    face,
    held,
    short,
    signed,
    small_face,
)
from turnwise.kit.shapes import Box, Disc, Group, Label

DECK = french()


def test_every_face_is_another_and_every_back_the_same() -> None:
    assert len({face(card) for card in DECK.ids}) == len({small_face(card) for card in DECK.ids}) == 52
    assert beside(1, 3)[0].parts == beside(2, 5)[4].parts == back()


@pytest.mark.parametrize("rank", range(2, 11))
def test_a_number_has_as_many_signs_as_it_says_and_one_at_its_index(rank: int) -> None:
    card = f"{'T' if rank == 10 else rank}h"
    assert sum(isinstance(part, Group) for part in face(card)) == rank + 1
    assert [part.text for part in face(card) if isinstance(part, Label)] == [str(rank)] * 2


def test_cards_in_letters() -> None:
    assert [short(card) for card in ("Ah", "Td", "7c", "Qs")] == ["A♥", "10♦", "7♣", "Q♠"]
    assert [signed(number) for number in (3, 0, -2)] == ["+3", "0", "−2"]


def test_a_card_that_may_be_played_is_lit_and_said_to_be() -> None:
    lit, plain = held("Ah", 0, lit=True), held("Ah", 0)
    assert lit.raised and not plain.raised and lit.text == "[A♥]" and plain.text == "A♥"
    assert str(lit.words) == "Ace of hearts in Seat 0's hand, may be played" and lit.key == plain.key == "card:Ah"


@pytest.mark.parametrize(
    ("number", "towers"), [(1, 1), (MOST_HIGH, 1), (MOST_HIGH + 1, 2), (MOST_HIGH * TOWERS + 9, TOWERS)]
)
def test_chips_stand_in_towers(number: int, towers: int) -> None:
    drawn = chips(number)
    assert sum(isinstance(part, Box) for part in drawn) == min(number, MOST_HIGH * TOWERS)
    assert sum(isinstance(part, Disc) for part in drawn) == 3 * towers


@pytest.mark.parametrize("ratio", [0.5, 1.0, 1.8, 4.0])
@pytest.mark.parametrize("players", [2, 3, 7])
def test_everybody_has_a_place_on_the_felt(ratio: float, players: int) -> None:
    on = Felt.in_room(Area(0, 0, 100 * ratio, 100))
    places = [on.around(at, players) for at in range(players)]
    assert all(60 < x < on.width - 60 and 60 < y < 320 for x, y in places) and len(set(places)) == players
    assert max(y for _, y in places) == pytest.approx(places[0][1]), "the viewer's own is nearest"
    assert all(0 <= on.cell(x, y, 3)[0] <= 43 for x, y in places)


def test_in_a_low_window_everything_on_the_felt_lies_in_a_row_and_is_named() -> None:
    match = tw.Match("oh_hell", seats=4, seed=11, deals=3)
    while match.view(0).state["bidding"] or sum(map(len, match.view(0).state["trick"])) < 3:
        match.play(match.legal[0])
    for on, row in ((stage(844, 260), True), (stage(923, 641), False)):
        cards = [thing for thing in picture(match.view(0), ("Ann", "Ben", "Cyd", "Dee"), on=on).things if thing.comes]
        cards = [thing for thing in cards if thing.key.startswith("card:")]
        named = [str(part.text) for thing in cards for part in thing.parts if isinstance(part, Label)]
        assert len(cards) == 3 and (len({thing.y for thing in cards}) == 1) == row
        assert ({"Ann", "Ben", "Cyd", "Dee"} & set(named) != set()) == row


def test_the_cards_of_a_full_trick_fly_to_who_took_it_when_the_next_is_led() -> None:
    match = tw.Match("oh_hell", seats=3, seed=11, deals=3)
    for action in ("bid 2", "bid 0", "bid 2", "play Ac", "play 5c", "play Kd"):
        match.play(action)
    lying = {thing.key for thing in picture(match.view(0)).things if thing.key.startswith("card:")}
    assert {"card:Ac", "card:5c", "card:Kd"} <= lying and not picture(match.view(0)).gone
    match.play("play 6s")
    shown = picture(match.view(2))
    assert dict(shown.gone) == {"card:Ac": "plate:1", "card:5c": "plate:1", "card:Kd": "plate:1"}


def test_a_card_is_touched_or_dragged_to_the_table_and_says_why_not() -> None:
    match = tw.Match("oh_hell", seats=3, seed=11, deals=3)
    for action in ("bid 2", "bid 0", "bid 2", "play Ac"):
        match.play(action)
    shown = table(match.view(2))
    assert dict(shown.drops) == {"card:5c": "felt"} and list(shown.touch.values()) == [("card:5c",)]
    assert shown.hand and [card.raised for card in shown.hand.cards] == [True, False, False]
