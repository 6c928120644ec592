"""The laws of Kuhn Poker. Cards are 9, 10, jack, queen and king of spades, numbers 0 to 4."""

import random

import pyspiel
import pytest

import turnwise as tw
from tests.dealing import draws
from tests.law import law
from turnwise.games.kuhn_poker.rules import DECK, Do, End, Event, Reason
from turnwise.kit.position import Engine, Position
from turnwise.kit.tape import Tape

NINE, TEN, JACK, QUEEN, KING = range(5)
CHECK, BET, FOLD, CALL = Do.CHECK, Do.BET, Do.FOLD, Do.CALL


def dealt(*cards: int, hands: int = 1, compiled: bool = False) -> Position:
    """A match whose first hand is these cards, seat by seat."""
    game, seats = tw.game("kuhn_poker"), len(cards)
    tape = Tape(draws(range(KING - seats, KING + 1), cards))
    engine = Engine(game, compiled=compiled, taped=True)
    at, _ = engine.position(game.frame(seats, {"hands": hands}), tape.seed)
    assert not tape.rest
    at.reseed(1)
    return at


def played(at: Position, *actions: int) -> Position:
    for action in actions:
        at.play(at.turn, action)
    return at


@law("K1", "K2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_pays_a_chip_and_gets_one_of_the_highest_cards(seats: int) -> None:
    match = tw.Match("kuhn_poker", seats=seats, seed=seats)
    state = match.view(None).state
    assert state["hand"][:seats] == [1] * seats and state["paid"][:seats] == [1] * seats
    held = [match.view(seat).state["hand"][seat][0] for seat in range(seats)]
    cards = ["9s", "Ts", "Js", "Qs", "Ks"][4 - seats :]
    assert len(set(held)) == seats and set(held) < set(cards), "and one lies aside"
    assert match.view(0).state["hand"][1] == 1, "nobody sees another's card"


@law("K3")
def test_seat_0_begins_and_then_the_next() -> None:
    match = tw.Match("kuhn_poker", seats=3, seed=1, hands=4)
    for starter in (0, 1, 2, 0):
        assert match.turn == starter
        for _ in range(3):
            match.play("check")


@law("K4")
def test_without_a_bet_one_checks_or_bets() -> None:
    at = dealt(QUEEN, KING)
    assert at.legal(0) == [CHECK, BET] and at.legal(1) == []
    assert at.check(0, FOLD) == at.check(0, CALL) == Reason.NO_BET
    assert played(at, CHECK).turn == 1 and at.legal(1) == [CHECK, BET]
    assert played(at, BET).plain().paid[:2] == [1, 2]


@law("K5")
def test_after_a_bet_all_others_fold_or_call_once() -> None:
    at = played(dealt(JACK, QUEEN, KING), CHECK, BET)
    assert at.turn == 2 and at.legal(2) == [FOLD, CALL]
    assert at.check(2, CHECK) == at.check(2, BET) == Reason.BET_STANDS
    assert played(at, FOLD).turn == 0 and at.legal(0) == [FOLD, CALL], "who checked before may answer, too"
    assert played(at, CALL).over == End.LAST_HAND
    assert at.scores(3)[1] == [-2.0, 3.0, -1.0]
    with pytest.raises(tw.TurnwiseError, match="Somebody has bet") as refused:
        match = tw.Match("kuhn_poker")
        match.play("bet")
        match.play("check")
    assert refused.value.code == "bet_stands"


@law("K6", "K7")
@pytest.mark.parametrize(
    ("actions", "points", "shown"),
    [
        ((CHECK, CHECK), [-1.0, 1.0], [QUEEN, KING]),
        ((BET, CALL), [-2.0, 2.0], [QUEEN, KING]),
        ((CHECK, BET, CALL), [-2.0, 2.0], [QUEEN, KING]),
        ((BET, FOLD), [1.0, -1.0], []),  # a bluff: the queen takes it from the king, and nobody sees a card
        ((CHECK, BET, FOLD), [-1.0, 1.0], []),
    ],
)
def test_the_highest_card_of_those_who_stay_takes_the_pot(
    actions: tuple[int, ...], points: list[float], shown: list[int]
) -> None:
    at = dealt(QUEEN, KING)
    *before, last = actions
    told = played(at, *before).play(at.turn, last)
    assert at.over == End.LAST_HAND and at.scores(2)[1] == points
    assert [event[2] for event in told if event[0] == Event.SHOWED] == shown
    assert [event[1] for event in told if event[0] == Event.WON] == [points.index(max(points))]


@law("K8", "option hands")
def test_a_match_has_so_many_hands_and_the_most_chips_win() -> None:
    match = tw.Match("kuhn_poker", seed=5, hands=2)
    for _ in range(2):
        before = match.view(None).state["played"]
        match.play("bet")
        match.play("fold")
        assert match.view(None).state["played"] == before + 1
    assert match.outcome and match.outcome.places == (1, 1) and match.outcome.winners == (0, 1), "each has won one"
    assert match.outcome.reason == "last_hand" and match.outcome.scores == (0.0, 0.0)
    assert tw.Match("kuhn_poker").view(None).options["hands"] == 10


@law("K9")
def test_what_was_shown_is_seen_until_the_next_hand_ends_and_a_folded_card_never() -> None:
    match = tw.Match("kuhn_poker", seed=5)
    match.play("bet")
    match.play("call")
    first = match.view(None).state["shown"][:2]
    assert all(len(cards) == 1 for cards in first) and match.view(None).state["hand"][:2] == [1, 1]
    match.play("bet")
    assert match.view(None).state["shown"][:2] == first
    match.play("fold")
    assert match.view(None).state["shown"][:2] == [[], []]
    assert "shows" not in str(match.view(None).lines[-1].told)


@law("K10")
def test_who_leaves_has_lost_and_nothing_is_taken_back() -> None:
    match = tw.Match("kuhn_poker", seats=3)
    match.play("check")
    with pytest.raises(tw.TurnwiseError):
        match.undo(consent=True)
    match.leave(1)
    assert match.outcome and match.outcome.winners == (0, 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_are_the_same_in_openspiel(seats: int) -> None:
    """Node by node: the same legal moves, the same player, the same end, the same chips. Its cards count from the lowest in play."""
    chance, peer_game = random.Random(seats), pyspiel.load_game(f"kuhn_poker(players={seats})")
    for _ in range(1000 if seats == 2 else 300):
        peer, cards = peer_game.new_initial_state(), list[int]()
        while peer.is_chance_node():
            cards.append(chance.choice(peer.legal_actions()))
            peer.apply_action(cards[-1])
        ours = dealt(*(card + KING - seats for card in cards), compiled=True)
        while not ours.over:
            legal = ours.legal(ours.turn)
            assert ([action % 2 for action in legal], ours.turn) == (peer.legal_actions(), peer.current_player())
            action = chance.choice(legal)
            ours.play(ours.turn, action)
            peer.apply_action(action % 2)
            assert bool(ours.over) == peer.is_terminal()
        assert ours.scores(seats)[1] == peer.returns()


def test_cards_are_named_for_programs_and_for_people() -> None:
    assert DECK.ids == ("9s", "Ts", "Js", "Qs", "Ks")
    match = tw.Match("kuhn_poker", seed=2)
    held = {card: seat for seat in (0, 1) for card in match.view(seat).state["hand"][seat]}
    match.play("bet")
    match.play("call")
    told = [str(one) for one in match.view(None).lines[-1].told]
    assert (
        held["Ks"] == 0
        and "Seat 0 shows the king of spades." in told
        and "A new hand, number 2: a chip and a card each." in told
    )
