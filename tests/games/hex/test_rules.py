"""The laws of Hex, position by position. Pictures are read from the top row; `x` is Dark, seat 0, `o` is Light."""

import random
from typing import Any

import pyspiel
import pytest

import turnwise as tw
from tests.law import law
from turnwise.games.hex.rules import BOARD, SIDE, Do, End, Reason
from turnwise.kit.position import Engine, Position

NAMES = BOARD.names_of_all


def played(*places: str, **options: Any) -> tw.Match:
    """A match after both seats have placed stones by turns."""
    match = tw.Match("hex", **options)
    for place in places:
        match.play("swap" if place == "swap" else f"place {place}")
    return match


def start(**options: bool) -> Position:
    game = tw.game("hex")
    return Engine(game, compiled=True).position(game.frame(None, options), 1)[0]


@law("H1")
def test_every_hexagon_touches_up_to_six_others() -> None:
    assert len(NAMES) == 121 and NAMES[0] == "a1" and NAMES[-1] == "k11"
    near = {name: {NAMES[q] for q in BOARD.neighbours[p]} for p, name in enumerate(NAMES)}
    assert near["f6"] == {"f5", "g5", "e6", "g6", "e7", "f7"}
    assert near["a1"] == {"b1", "a2"} and near["k1"] == {"j1", "j2", "k2"} and near["k11"] == {"j11", "k10"}


@law("H3")
def test_dark_begins_and_stones_stay() -> None:
    match = played("f6", "g5")
    assert match.turn == 0 and len(match.legal) == 119
    rows = match.view(None).state["stones"]
    assert (rows[5], rows[4]) == (".....x.....", "......o....")
    with pytest.raises(tw.TurnwiseError, match="already") as refused:
        match.play("place g5")
    assert refused.value.code == "taken"


@law("H2", "H4")
def test_dark_joins_the_upper_and_the_lower_side() -> None:
    down = [f"{column}{row}" for row, column in enumerate("ccccbbbbaaa", 1)]
    light = [f"k{row}" for row in range(1, 11)]
    moves = [place for pair in zip(down, [*light, ""], strict=True) for place in pair if place]
    match = played(*moves[:-1])
    assert match.outcome is None
    match.play(f"place {moves[-1]}")
    assert match.outcome is not None and match.outcome.winners == (0,) and match.outcome.reason == "joined"


@law("H2", "H4")
def test_light_joins_the_left_and_the_right_side_and_touching_by_a_corner_is_not_enough() -> None:
    across = [f"{letter}6" for letter in "abcdefghijk"]
    dark = [f"{letter}1" for letter in "abcdefghijk"]
    broken = [*across[:-1], "k7"]  # j6 and k7 do not touch: a row farther down lies half a hexagon to the right
    for ways, over in ((across, True), (broken, False)):
        match = played(*(place for pair in zip(dark, ways, strict=True) for place in pair))
        assert (match.outcome is not None) == over
        assert not over or match.outcome.winners == (1,)  # type: ignore[union-attr]


@law("H4")
def test_a_chain_counts_in_whatever_order_its_stones_were_placed() -> None:
    order = random.Random(3).sample(range(SIDE), SIDE)
    dark, light = [f"f{row + 1}" for row in order], [f"{letter}1" for letter in "abcdeghijk"]
    match = played(*(place for pair in zip(dark, [*light, ""], strict=True) for place in pair if place))
    assert match.outcome is not None and match.outcome.winners == (0,)


@law("H5")
def test_every_game_has_a_winner() -> None:
    chance, at = random.Random(7), start()
    for _ in range(50):
        one, stones = at.copy(), 0
        while not one.over:
            one.play(one.turn, chance.choice(one.legal(one.turn)))
            stones += 1
        assert one.over == End.JOINED and len(one.scores(2)[2]) == 1 and stones <= 121


@law("H6", "option swap")
def test_light_may_take_over_the_first_stone_mirrored() -> None:
    match = played("d2", "swap", swap=True)
    rows = match.view(None).state["stones"]
    assert rows[3] == ".o........." and "x" not in "".join(rows) and match.turn == 0
    assert match.refusal(Do.SWAP, 0) is not None
    assert start().check(0, Do.SWAP) == start(swap=True).check(0, Do.SWAP) == Reason.NO_SWAP
    later = played("d2", "e5", "f6", swap=True)
    assert "swap" not in [str(action) for action in later.legal]


@law("H7")
def test_a_move_may_be_taken_back_by_consent() -> None:
    match = played("f6")
    match.undo(consent=True)
    assert match.turn == 0 and match.view(None).state["stones"][5] == "." * SIDE


@pytest.mark.parametrize(("swap", "games"), [(False, 1000), (True, 100)])
def test_random_games_are_the_same_in_openspiel(swap: bool, games: int) -> None:
    """Node by node: the same legal moves, the same player, the same end, the same result."""
    chance, at, peer_game = random.Random(1), start(swap=swap), pyspiel.load_game(f"hex(swap={swap})")
    for game in range(games):
        ours, peer = at.copy(), peer_game.new_initial_state()
        while not ours.over:
            legal = ours.legal(ours.turn)
            assert (legal, ours.turn) == (peer.legal_actions(), peer.current_player())
            action = Do.SWAP if Do.SWAP in legal and game % 2 else chance.choice(legal)
            ours.play(ours.turn, action)
            peer.apply_action(action)
            assert bool(ours.over) == peer.is_terminal()
        assert [2 * points - 1 for points in ours.scores(2)[1]] == peer.returns()
