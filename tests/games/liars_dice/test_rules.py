"""The laws of Liar's Dice. The dice of a seat are written side by side, `116`."""

import random
from typing import Any

import pyspiel
import pytest

import turnwise as tw
from tests.law import law
from tests.setting import position
from turnwise.games.liars_dice.rules import Do, End, Reason
from turnwise.kit.position import Engine, Position
from turnwise.kit.tape import Tape


def table(*cups: str, bid: str = "", bidder: int = 0, turn: int = 0, **options: Any) -> Position:
    """A position with these dice under the cups; a bid as `3 4`."""
    counts = [[cup.count(str(face)) for face in range(1, 7)] for cup in cups] + [[0] * 6] * (6 - len(cups))
    dice = [sum(one) for one in counts]
    fields = {
        "rolled": counts,
        "cups": dice,
        "total": sum(dice),
        "playing": sum(map(bool, dice)),
        "bid": number(bid) + 1 if bid else 0,
        "bidder": bidder,
        "turn": turn,
        "turns": 1,
    }
    placed, _ = position("liars_dice", fields, seats=len(cups), **options)
    return placed


def number(bid: str) -> int:
    dice, face = map(int, bid.split())
    return int(Do.BID) + (dice - 1) * 6 + face - 1


def dice_of(at: Position) -> list[int]:
    return [int(cup) for cup in at.plain().cups]


@law("L1", "option dice")
def test_everybody_rolls_five_dice_and_knows_only_the_own_ones() -> None:
    match = tw.Match("liars_dice", seats=3, seed=4)
    state = match.view(1).state
    assert match.turn == 0 and state["cups"][:3] == [5, 5, 5]
    assert sum(state["rolled"][1]) == 5 and set(state["rolled"][0]) == {-1}
    assert tw.Match("liars_dice", dice=2).view(None).state["cups"][:2] == [2, 2]


@law("L2", "L3")
def test_a_bid_must_be_higher_and_there_must_be_so_many_dice() -> None:
    match = tw.Match("liars_dice", dice=2, seed=1)
    with pytest.raises(tw.TurnwiseError, match="Nobody has made a bid"):
        match.play("doubt")
    match.play("bid 2 4")
    assert match.turn == 1 and [str(action) for action in match.legal][:3] == ["bid 2 5", "bid 2 6", "bid 3 1"]
    for words, code in (("bid 2 4", "too_low"), ("bid 1 6", "too_low"), ("bid 5 1", "too_many")):
        with pytest.raises(tw.TurnwiseError) as refused:
            match.play(words)
        assert refused.value.code == code
    match.play("bid 3 1")
    assert match.turn == 0


@law("L2", "L4")
@pytest.mark.parametrize(
    ("cups", "bid", "held"),
    [
        (("114", "346"), "3 4", True),  # two fours and a six
        (("114", "346"), "4 4", False),
        (("666", "126"), "4 6", True),  # of sixes there are as many as there are
        (("666", "126"), "5 6", False),
        (("666", "126"), "5 1", True),
        (("666", "126"), "6 1", False),
    ],
)
def test_who_was_wrong_loses_a_die(cups: tuple[str, str], bid: str, held: bool) -> None:
    at = table(*cups, bid=bid, bidder=0, turn=1)
    at.play(1, Do.DOUBT)
    assert dice_of(at)[:2] == ([3, 2] if held else [2, 3])
    assert list(at.plain().shown.cells[:6]) == [cups[0].count(str(face)) for face in range(1, 7)]


@law("L3")
def test_a_doubt_needs_a_bid() -> None:
    at = table("11", "22")
    assert at.check(0, Do.DOUBT) == Reason.NOTHING_TO_DOUBT and Do.DOUBT not in at.legal(0)


@law("L5")
def test_who_lost_a_die_begins_the_next_round() -> None:
    at = table("11", "22", "33", bid="1 5", bidder=1, turn=2)
    at.play(2, Do.DOUBT)
    assert at.turn == 1 and dice_of(at)[:3] == [2, 1, 2] and at.plain().bid == 0
    at = table("11", "2", "33", bid="1 5", bidder=1, turn=2)
    at.play(2, Do.DOUBT)  # who is out begins nothing
    assert at.turn == 2 and dice_of(at)[:3] == [2, 0, 2] and not at.over


@law("L6")
def test_the_last_player_with_dice_wins() -> None:
    at = table("1", "2", "3", bid="1 5", bidder=1, turn=2)
    at.play(2, Do.DOUBT)
    assert at.plain().place[1] == 3 and not at.over
    at.play(2, number("1 1"))
    at.play(0, Do.DOUBT)
    loser = 2 if dice_of(at)[2] == 0 else 0
    assert at.over == End.LAST_ONE and dice_of(at)[2 - loser] == 1
    places, points, winners = at.scores(3)
    assert (places[loser], places[1], winners) == (2, 3, [2 - loser])
    assert (points[loser], points[1], points[2 - loser]) == (0.5, 0.0, 1.0)


@law("L7", "option one_round")
def test_one_showdown_may_decide() -> None:
    at = table("14", "24", "33", "35", bid="3 4", bidder=1, turn=2, dice=2, one_round=True)
    at.play(2, Do.DOUBT)
    assert at.over == End.SHOWDOWN and at.scores(4) == ([2, 4, 1, 2], [0.5, 0.0, 1.0, 0.5], [2])


@law("L8")
def test_who_leaves_is_out_and_all_roll_anew() -> None:
    match = tw.Match("liars_dice", seats=3, seed=2)
    match.play("bid 3 3")
    match.leave(1)
    state = match.view(0).state
    assert match.turn == 2 and state["bid"] == 0 and state["cups"][:3] == [5, 0, 5]
    match.leave(2)
    assert match.outcome is not None and list(match.outcome.winners) == [0]


@pytest.mark.parametrize("dice", [1, 2, 5])
def test_random_games_are_the_same_in_openspiel(dice: int) -> None:
    """With one round and its dice: the same legal bids, the same player, the same end, the same result, node by node."""
    chance, game, peer_game = (
        random.Random(dice),
        tw.game("liars_dice"),
        pyspiel.load_game(f"liars_dice(numdice={dice})"),
    )
    engine, frame = Engine(game, compiled=True, taped=True), game.frame(2, {"dice": dice, "one_round": True})
    liar = 12 * dice  # its number of a doubt, right after the highest bid
    for _ in range(400):
        peer, rolls = peer_game.new_initial_state(), list[int]()
        while peer.is_chance_node():
            rolls.append(chance.randrange(6))
            peer.apply_action(rolls[-1])
        tape = Tape(rolls)
        ours, _ = engine.position(frame, tape.seed)
        assert tape.rest == 0
        while not ours.over:
            legal = ours.legal(ours.turn)
            assert ([min(action, liar) for action in legal], ours.turn) == (peer.legal_actions(), peer.current_player())
            action = legal[0] if chance.random() < 0.5 else chance.choice(legal)
            ours.play(ours.turn, action)
            peer.apply_action(min(action, liar))
            assert bool(ours.over) == peer.is_terminal()
        assert [2 * points - 1 for points in ours.scores(2)[1]] == peer.returns()
