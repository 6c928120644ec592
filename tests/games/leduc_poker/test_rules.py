"""The laws of Leduc Poker. Cards are jack, queen and king of hearts, numbers 0 to 2, and of spades, 3 to 5."""

import random

import pyspiel
import pytest

import turnwise as tw
from tests.dealing import draws
from tests.law import law
from turnwise.games.leduc_poker.rules import Do, End, Event, Reason
from turnwise.kit.position import Engine, Position
from turnwise.kit.tape import Tape

JACK, QUEEN, KING, OTHER_JACK, OTHER_QUEEN, OTHER_KING = range(6)
FOLD, CHECK, CALL, BET, RAISE = Do.FOLD, Do.CHECK, Do.CALL, Do.BET, Do.RAISE
PEERS = {FOLD: 0, CHECK: 1, CALL: 1, BET: 2, RAISE: 2}
"""What OpenSpiel calls fold, call and raise."""


def dealt(first: int, second: int, middle: int, *, hands: int = 1, compiled: bool = False) -> tuple[Position, Tape]:
    """A match whose first hand is these cards."""
    game, tape = tw.game("leduc_poker"), Tape(draws(range(6), [first, second, middle]))
    engine = Engine(game, compiled=compiled, taped=True)
    return engine.position(game.frame(2, {"hands": hands}), tape.seed)[0], tape


def played(first: int, second: int, middle: int, *actions: int) -> Position:
    at, _tape = dealt(first, second, middle)
    for action in actions:
        at.play(at.turn, action)
    return at


@law("U1", "U2")
def test_everybody_pays_a_chip_and_gets_one_of_six_cards() -> None:
    match = tw.Match("leduc_poker", seed=1)
    state = match.view(0).state
    assert state["paid"] == [1, 1] and state["board"] == [] and len(state["hand"][0]) == 1 and state["hand"][1] == 1
    held = {tw.Match("leduc_poker", seed=seed).view(0).state["hand"][0][0] for seed in range(60)}
    assert held == {"Jh", "Qh", "Kh", "Js", "Qs", "Ks"}


@law("U3")
def test_seat_0_begins_both_rounds_and_the_other_the_next_hand() -> None:
    match = tw.Match("leduc_poker", seed=1)
    for starter in (0, 1, 0):
        for _ in range(2):
            assert match.turn == starter
            match.play("check")
            match.play("check")


@law("U4")
def test_without_a_bet_one_checks_or_bets_two_chips_and_four_in_the_second_round() -> None:
    at, _tape = dealt(JACK, KING, QUEEN)
    assert at.legal(0) == [CHECK, BET]
    assert at.check(0, FOLD) == at.check(0, CALL) == at.check(0, RAISE) == Reason.NO_BET
    at.play(0, BET)
    assert at.plain().paid == [3, 1]
    at.play(1, CALL)
    at.play(0, CHECK)
    assert at.turn == 1 and at.legal(1) == [CHECK, BET]
    at.play(1, BET)
    assert at.plain().paid == [3, 7]


@law("U5")
def test_a_bet_is_called_raised_or_folded_and_raised_once_at_most() -> None:
    at, _tape = dealt(JACK, KING, QUEEN)
    at.play(0, BET)
    assert at.legal(1) == [FOLD, CALL, RAISE] and at.check(1, CHECK) == at.check(1, BET) == Reason.BET_STANDS
    at.play(1, RAISE)
    assert at.plain().paid == [3, 5] and at.legal(0) == [FOLD, CALL]
    assert at.check(0, RAISE) == Reason.RAISED_TWICE
    with pytest.raises(tw.TurnwiseError, match="two raises in this round") as refused:
        match = tw.Match("leduc_poker")
        for action in ("bet", "raise", "raise"):
            match.play(action)
    assert refused.value.code == "raised_twice"


@law("U6")
def test_after_the_first_round_a_card_is_turned_up_for_both() -> None:
    for actions in ((CHECK, CHECK), (BET, CALL), (CHECK, BET, CALL), (BET, RAISE, CALL)):
        at = played(JACK, KING, OTHER_KING, *actions)
        assert at.plain().board == 1 << OTHER_KING and at.turn == 0 and not at.over
    assert played(JACK, KING, OTHER_KING, CHECK).plain().board == 0


@law("U7", "U8")
@pytest.mark.parametrize(
    ("cards", "actions", "points"),
    [
        ((QUEEN, JACK, KING), (CHECK, CHECK, CHECK, CHECK), [1.0, -1.0]),  # the higher rank
        ((KING, JACK, OTHER_JACK), (BET, CALL, BET, CALL), [-7.0, 7.0]),  # a pair beats the king
        (
            (KING, OTHER_KING, JACK),
            (BET, RAISE, CALL, BET, RAISE, CALL),
            [0.0, 0.0],
        ),  # the same: each has his chips back
        ((JACK, KING, QUEEN), (BET, FOLD), [1.0, -1.0]),
        ((JACK, KING, QUEEN), (CHECK, BET, RAISE, CALL, CHECK, BET, FOLD), [-5.0, 5.0]),
        ((JACK, KING, QUEEN), (BET, RAISE, CALL, BET, RAISE, CALL), [-13.0, 13.0]),  # the most that can be lost
    ],
)
def test_a_pair_then_the_higher_rank_takes_the_pot(
    cards: tuple[int, int, int], actions: tuple[int, ...], points: list[float]
) -> None:
    at = played(*cards, *actions)
    assert at.over == End.LAST_HAND and at.scores(2)[1] == points


@law("U8")
def test_cards_are_shown_unless_somebody_folds() -> None:
    at, _tape = dealt(KING, OTHER_KING, JACK)
    for _ in range(3):
        at.play(at.turn, CHECK)
    told = at.play(at.turn, CHECK)
    assert [event[2] for event in told if event[0] == Event.SHOWED] == [KING, OTHER_KING]
    assert [event[1] for event in told if event[0] == Event.SPLIT] == [2]
    folded = played(JACK, KING, QUEEN, BET)
    assert [event[0] for event in folded.play(1, FOLD)] == [Event.FOLDED, Event.WON]


@law("U9", "option hands")
def test_a_match_has_so_many_hands_and_the_most_chips_win() -> None:
    match = tw.Match("leduc_poker", seed=5, hands=3)
    for _ in range(3):
        assert match.outcome is None
        match.play("bet")
        match.play("fold")
    assert match.outcome and match.outcome.scores == (1.0, -1.0) and match.outcome.winners == (0,)
    assert match.outcome.reason == "last_hand" and tw.Match("leduc_poker").view(None).options["hands"] == 10


@law("U10")
def test_what_was_shown_is_seen_until_the_next_hand_ends_and_nothing_is_taken_back() -> None:
    match = tw.Match("leduc_poker", seed=5)
    for _ in range(4):
        match.play("check")
    shown = match.view(None).state["shown"]
    assert all(len(cards) == 1 for cards in shown) and match.view(None).state["hand"] == [1, 1]
    match.play("bet")
    assert match.view(None).state["shown"] == shown
    with pytest.raises(tw.TurnwiseError):
        match.undo(consent=True)
    match.play("fold")
    assert match.view(None).state["shown"] == [[], []]


def test_a_thousand_random_games_are_the_same_in_openspiel() -> None:
    """Node by node: the same legal moves, the same player, the same end, the same chips. Its cards stand rank by rank."""
    chance, peer_game = random.Random(1), pyspiel.load_game("leduc_poker")
    for _ in range(1000):
        order = chance.sample(range(6), 3)
        peer = peer_game.new_initial_state()
        ours, tape = dealt(*(card // 2 + 3 * (card % 2) for card in order), compiled=True)
        while not ours.over:
            while peer.is_chance_node():
                peer.apply_action(order.pop(0))
            legal = ours.legal(ours.turn)
            assert ([PEERS[action] for action in legal], ours.turn) == (peer.legal_actions(), peer.current_player())
            action = chance.choice(legal)
            ours.play(ours.turn, action)
            peer.apply_action(PEERS[action])
            assert bool(ours.over) == peer.is_terminal()
        assert ours.scores(2)[1] == peer.returns() and tape.rest == len(order)
