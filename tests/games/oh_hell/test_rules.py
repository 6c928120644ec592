"""The laws of Oh Hell. Hands are written as cards are named: `Ah` is the ace of hearts."""

import random
from typing import Any

import pyspiel
import pytest

import turnwise as tw
from tests.dealing import draws
from tests.law import law
from tests.setting import position
from turnwise.games.oh_hell.rules import DECK, Do, End, Event, Reason
from turnwise.kit.position import Engine, Position
from turnwise.kit.sets import members_of
from turnwise.kit.tape import Tape

SEATS = 7


def cards(names: str) -> int:
    return DECK.named(*names.split())


def padded(values: list[Any], rest: Any = 0) -> list[Any]:
    return values + [rest] * (SEATS - len(values))


def playing(
    *hands: str, trumps: str = "2c", bids: list[int] | None = None, options: Any = None, **fields: Any
) -> Position:
    """A deal after the bids: seat 0 leads."""
    held = [cards(hand) for hand in hands]
    given = {
        "hand": padded(held),
        "upcard": cards(trumps),
        "each": len(hands[0].split()),
        "bid": padded(bids or [0] * len(hands), -1),
        "turns": 1,
        "dealer": len(hands) - 1,
    }
    return position("oh_hell", given | fields, seats=len(hands), deals=1, **(options or {}))[0]


def play(at: Position, *names: str) -> list[tuple[int, ...]]:
    """What the last of some cards tells."""
    told: list[tuple[int, ...]] = []
    for name in names:
        told = at.play(at.turn, DECK.ids.index(name))
    return told


def legal(at: Position) -> list[str]:
    return [DECK.ids[action] for action in at.legal(at.turn)]


@law("Q1", "Q4")
def test_everybody_gets_as_many_cards_and_one_is_turned_up() -> None:
    match = tw.Match("oh_hell", seats=5, seed=3)
    state = match.view(2).state
    assert [len(state["hand"][2]), *state["hand"][:2]] == [5, 5, 5] and len(state["upcard"]) == 1
    real = match.position.plain()
    lying = [card for hand in real.hand for card in members_of(hand)] + members_of(real.upcard)
    assert len(lying) == len(set(lying)) == 26


@law("Q2", "option tricks", "option deals")
@pytest.mark.parametrize(
    ("seats", "options", "each"),
    [
        (3, {}, [5, 4, 3, 2, 1]),
        (7, {"deals": 9}, [7, 7, 7, 6, 5, 4, 3, 2, 1]),  # 51 cards for 7 are no more than 7 each
        (4, {"deals": 2, "tricks": 3}, [3, 3]),
        (7, {"deals": 1, "tricks": 17}, [7]),
    ],
)
def test_how_many_cards_each_deal_has(seats: int, options: dict[str, Any], each: list[int]) -> None:
    match, found, chance = tw.Match("oh_hell", seats=seats, seed=1, **options), list[int](), random.Random(1)
    while match.turn is not None:
        if match.view(None).state["bidding"] == seats:
            found.append(match.view(None).state["each"])
        match.play(chance.choice(match.legal))
    assert found == each and match.outcome and match.outcome.reason == "last_deal"


@law("Q2", "option tricks")
def test_cards_are_drawn_by_lot() -> None:
    drawn = {tw.Match("oh_hell", seats=3, seed=seed, tricks="drawn").view(None).state["each"] for seed in range(200)}
    assert drawn == set(range(1, 18))


@law("Q3")
def test_the_dealer_is_drawn_by_lot_then_the_next_and_who_sits_behind_begins() -> None:
    dealers = {tw.Match("oh_hell", seats=3, seed=seed).view(None).state["dealer"] for seed in range(20)}
    assert dealers == {0, 1, 2}
    match = tw.Match("oh_hell", seats=3, seed=1, deals=2, tricks=1)
    dealer, chance = match.view(None).state["dealer"], random.Random(1)
    assert match.turn == (dealer + 1) % 3
    while match.view(None).state["played"] == 0:
        match.play(chance.choice(match.legal))
    assert match.view(None).state["dealer"] == (dealer + 1) % 3 and match.turn == (dealer + 2) % 3


@law("Q5")
def test_everybody_bids_once_and_then_who_bid_first_leads() -> None:
    match = tw.Match("oh_hell", seats=3, seed=1)
    first = match.turn
    assert [action.words for action in match.legal] == [f"bid {number}" for number in range(6)]
    with pytest.raises(tw.TurnwiseError, match="bid before anything is played") as refused:
        match.play("play Ah")
    assert refused.value.code == "bid_first"
    for _ in range(3):
        match.play("bid 1")
    assert match.turn == first and not match.view(None).state["bidding"]
    with pytest.raises(tw.TurnwiseError, match="The bids are made"):
        match.play("bid 1")
    at = tw.Match("oh_hell", seats=3, seed=1)
    with pytest.raises(tw.TurnwiseError, match="not so many tricks in this deal"):
        at.play("bid 6")


@law("Q6")
def test_the_last_bid_may_not_make_all_bids_as_many_as_there_are_tricks() -> None:
    match = tw.Match("oh_hell", seats=3, seed=1)
    match.play("bid 2")
    match.play("bid 1")
    assert [action.words for action in match.legal] == ["bid 0", "bid 1", "bid 3", "bid 4", "bid 5"]
    with pytest.raises(tw.TurnwiseError, match="may not be as many as there are tricks") as refused:
        match.play("bid 2")
    assert refused.value.code == "must_not_add_up"
    over = tw.Match("oh_hell", seats=3, seed=1)
    over.play("bid 5")
    over.play("bid 5")
    assert len(over.legal) == 6, "more than there are is allowed"


@law("Q7")
def test_who_can_must_follow_suit() -> None:
    at = playing("Ah 2d", "3h 4c", "5s 2c")
    assert legal(at) == ["2d", "Ah"]
    play(at, "Ah")
    assert legal(at) == ["3h"] and at.check(1, DECK.ids.index("4c")) == Reason.FOLLOW_SUIT
    assert at.check(1, DECK.ids.index("Kd")) == Reason.NOT_YOUR_CARD
    play(at, "3h")
    assert legal(at) == ["2c", "5s"], "without a heart any card may be played, trumps too"


@law("Q8")
@pytest.mark.parametrize(
    ("trick", "trumps", "taker"),
    [
        (("4h", "Th", "9h"), "2c", 1),  # the highest of the suit that was led
        (("4h", "Ts", "As"), "2c", 0),  # others cannot take it
        (("Ah", "2c", "Kh"), "3c", 1),  # unless they are trumps
        (("Ah", "2c", "5c"), "3c", 2),  # and of these the highest
        (("4c", "Ac", "Ah"), "3c", 1),  # trumps led
    ],
)
def test_who_takes_a_trick_leads_the_next(trick: tuple[str, ...], trumps: str, taker: int) -> None:
    spare = ("2d", "3d", "4d")
    at = playing(*(f"{card} {other}" for card, other in zip(trick, spare, strict=True)), trumps=trumps)
    told = play(at, *trick)
    assert told[-1] == (Event.TOOK, taker, DECK.ids.index(trick[taker]), 0, 0, 0, 0)
    assert at.turn == taker and at.plain().taken[:3] == [int(seat == taker) for seat in range(3)]
    assert at.plain().trick[0] == cards(trick[0]) and not at.plain().last, "the trick lies there to be looked at"
    play(at, spare[taker])
    assert at.plain().last == cards(" ".join(trick)) and at.plain().trick[(taker + 1) % 3] == 0


@law("Q9", "option points_per_trick", "option off_bid_penalty")
@pytest.mark.parametrize(
    ("bids", "options", "points"),
    [
        ([2, 0, 1], {}, [12.0, 10.0, 0.0]),
        ([1, 1, 0], {}, [2.0, 0.0, 10.0]),
        ([2, 0, 3], {"points_per_trick": 3}, [16.0, 10.0, 0.0]),
        ([0, 1, 0], {"off_bid_penalty": True}, [-2.0, -1.0, 10.0]),
        ([0, 2, 0], {"off_bid_penalty": True, "points_per_trick": 2}, [-4.0, -4.0, 10.0]),
    ],
)
def test_a_made_bid_counts_ten_and_each_trick_a_point(
    bids: list[int], options: dict[str, Any], points: list[float]
) -> None:
    """Seat 0 takes both tricks."""
    at = playing("Ah Kh", "3h 4h", "5h 6h", bids=bids, options=options)
    play(at, "Ah", "3h", "5h", "Kh", "4h", "6h")
    assert at.over == End.LAST_DEAL and at.scores(3)[1] == points


@law("Q10")
def test_the_most_points_after_the_last_deal_win() -> None:
    at = playing("Ah", "3h", "5h", bids=[1, 0, 1], points=padded([5, 6, 30]))
    play(at, "Ah", "3h", "5h")
    assert at.scores(3) == ([2, 2, 1], [16.0, 16.0, 30.0], [2])


@law("Q11")
def test_nobody_sees_anothers_hand_and_who_did_not_follow_is_known_to_have_none() -> None:
    match = tw.Match("oh_hell", seats=3, seed=1)
    assert [match.view(None).state["hand"][seat] for seat in range(3)] == [5, 5, 5]
    at = playing("Ah 2d", "4c 3d", "5s 2h", trumps="2c")
    play(at, "Ah", "4c")
    hearts = cards("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah")
    for seed in range(200):
        world = at.redacted(0).imagined(0, seed).plain()
        assert not world.hand[1] & hearts and world.hand[0] == cards("2d")


@law("Q12")
def test_nothing_is_taken_back_and_who_leaves_has_lost() -> None:
    match = tw.Match("oh_hell", seats=4, seed=1)
    match.play("bid 1")
    with pytest.raises(tw.TurnwiseError):
        match.undo(consent=True)
    match.leave(2)
    assert match.outcome and match.outcome.winners == (0, 1, 3)


PEERS_SUITS = "CDSH"
"""OpenSpiel counts rank by rank, and has spades before hearts."""


def from_peer(card: int) -> int:
    return DECK.ids.index("23456789TJQKA"[card // 4] + PEERS_SUITS[card % 4].lower())


@pytest.mark.parametrize(("seats", "games"), [(3, 400), (4, 200), (5, 200), (6, 100), (7, 100)])
@pytest.mark.parametrize("penalty", [False, True])
def test_random_games_are_the_same_in_openspiel(seats: int, games: int, penalty: bool) -> None:
    """Node by node: the same legal moves, the same player, the same end, the same points, with its deals."""
    name = f"oh_hell(players={seats},off_bid_penalty={penalty},points_per_trick={1 + penalty})"
    chance, game, peer_game = random.Random(seats), tw.game("oh_hell"), pyspiel.load_game(name)
    engine = Engine(game, compiled=True, taped=True)
    options = {"deals": 1, "tricks": "drawn", "off_bid_penalty": penalty, "points_per_trick": 1 + penalty}
    frame, to_peer = game.frame(seats, options), {from_peer(card): card for card in range(52)}
    to_peer |= {Do.BID + number: 52 + number for number in range(18)}
    for _ in range(games if not penalty else games // 4):
        peer, drawn = peer_game.new_initial_state(), list[int]()
        while peer.is_chance_node():
            drawn.append(chance.choice(peer.legal_actions()))
            peer.apply_action(drawn[-1])
        each, dealer, *deal = drawn
        hands = [[from_peer(card) for card in deal[seat : seats * each : seats]] for seat in range(seats)]
        order = [card for hand in hands for card in hand] + [from_peer(deal[-1])]
        tape = Tape([each - 1, dealer, *draws(range(52), order)])
        ours, _ = engine.position(frame, tape.seed)
        assert not tape.rest
        while not ours.over:
            legal = sorted(to_peer[action] for action in ours.legal(ours.turn))
            assert (legal, ours.turn) == (peer.legal_actions(), peer.current_player())
            action = chance.choice(ours.legal(ours.turn))
            ours.play(ours.turn, action)
            peer.apply_action(to_peer[action])
            assert bool(ours.over) == peer.is_terminal()
        assert ours.scores(seats)[1] == peer.returns()
