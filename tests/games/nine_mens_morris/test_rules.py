"""The laws of Nine Men's Morris, position by position. Pictures are read from the top; `x` is Dark, seat 0, `o` is Light."""

import random
from collections import Counter

import pyspiel
import pytest

import turnwise as tw
from tests.law import law
from tests.setting import position
from turnwise.games.nine_mens_morris.rules import BOARD, POINTS, Do, End, Phase, Reason
from turnwise.kit.position import Engine, Position
from turnwise.kit.sets import set_of

NAMES = BOARD.names_of_all


def board(picture: str, turn: int = 0, hand: tuple[int, int] = (0, 0), turns: int = 30) -> Position:
    """The points row by row as letters; spaces part them as one likes."""
    letters = picture.replace(" ", "")
    assert len(letters) == POINTS
    men = [set_of(point for point, letter in enumerate(letters) if letter == mark) for mark in "xo"]
    phase = Phase.PLACING if hand[turn] else Phase.MOVING
    fields = {"men": men, "hand": list(hand), "phase": int(phase), "turn": turn, "turns": turns}
    placed, _ = position("nine_mens_morris", fields)
    return placed


def number(words: str) -> int:
    """The action of these words."""
    verb, *names = words.split()
    base, target = (NAMES.index(name) for name in (names[0], names[-1]))
    return int(Do[verb.upper()]) + (POINTS * base if verb == "move" else 0) + target


def words(at: Position) -> list[str]:
    notation = tw.game("nine_mens_morris").notation
    return [notation.words(action, None) for action in at.legal(at.turn)]


@law("M1")
def test_points_and_lines() -> None:
    near = {name: {NAMES[q] for q in BOARD.neighbours[p]} for p, name in enumerate(NAMES)}
    assert near["a1"] == {"a4", "d1"} and near["d6"] == {"b6", "f6", "d7", "d5"} and near["d5"] == {"c5", "e5", "d6"}
    assert len(BOARD.lines) == 16 and all(len(line) == 3 for line in BOARD.lines)


@law("M2")
def test_nine_men_each_are_placed_by_turns() -> None:
    match = tw.Match("nine_mens_morris")
    assert match.turn == 0 and [str(action) for action in match.legal] == [f"place {name}" for name in NAMES]
    match.play("place d6")
    assert match.turn == 1 and match.view(None).state["hand"] == [8, 9] and len(match.legal) == 23
    with pytest.raises(tw.TurnwiseError, match="already"):
        match.play("place d6")
    with pytest.raises(tw.TurnwiseError, match="men in hand"):
        match.play("move d6 d7")


@law("M3")
def test_men_move_along_lines() -> None:
    at = board("x.. .x. ... o..... ... ..o xx.")
    moves = ["a7 d7", "d6 d7", "d6 b6", "d6 f6", "d6 d5", "d1 d2", "d1 g1"]
    assert words(at) == [f"move {move}" for move in moves]
    assert at.check(0, number("place d5")) == Reason.ALL_PLACED
    assert at.check(0, number("move a4 b4")) == Reason.NOT_YOURS
    occupied, too_far = number("move a7 a4"), number("move a7 g7")
    assert at.check(0, occupied) == at.check(0, too_far) == Reason.OUT_OF_REACH


@law("M4")
def test_three_men_fly() -> None:
    at = board("x.. .x. ... o..... o.. ..o x..")
    assert len(at.legal(0)) == 3 * (24 - 6) and at.check(0, number("move a1 e4")) == 0
    assert at.check(0, number("move a1 a4")) == Reason.OUT_OF_REACH, "a man stands there"


@law("M5")
def test_who_closes_a_mill_takes_a_man_in_the_same_turn() -> None:
    at = board("xx. x.. ..x o..... ..o ..o o..")
    assert at.check(0, number("take a1")) == Reason.ALL_PLACED
    at = board("xx. ... ... ..o..x ..o ..o o..")
    at.play(0, number("move g4 g7"))
    assert at.turn == 0 and words(at) == ["take c4", "take e3", "take f2", "take a1"]
    assert (
        at.check(0, number("move a7 b6")) == Reason.TAKE_FIRST and at.check(0, number("take d7")) == Reason.NOT_THEIRS
    )
    at.play(0, number("take a1"))
    assert at.turn == 1 and at.plain().turns == 31


@law("M5")
def test_two_mills_at_once_take_one_man() -> None:
    at = board("x.x .x. .x. o..... ..o ..o o..", hand=(1, 0))
    at.play(0, number("place d7"))
    at.play(0, number("take a4"))
    assert at.turn == 1


@law("M6")
def test_men_in_mills_are_safe_unless_all_are() -> None:
    at = board("xx. ... ... ..o..x ooo ..o ...")
    at.play(0, number("move g4 g7"))
    assert words(at) == ["take c4", "take f2"] and at.check(0, number("take d3")) == Reason.IN_A_MILL
    at = board("xx. ... ... .....x ooo ... ...")
    at.play(0, number("move g4 g7"))
    assert words(at) == ["take c3", "take d3", "take e3"]


@law("M7")
def test_two_men_are_too_few() -> None:
    at = board("xx. ... ... .....x ooo ... ...")
    at.play(0, number("move g4 g7"))
    at.play(0, number("take c3"))
    assert at.over == End.TOO_FEW and at.scores(2) == ([1, 2], [1.0, 0.0], [0])
    at = board("xx. ... ... .....x ooo ... ...", hand=(0, 1))
    at.play(0, number("move g4 g7"))
    at.play(0, number("take c3"))
    assert not at.over, "a man in hand counts"


@law("M7")
def test_who_cannot_move_has_lost() -> None:
    """Light stands on the upper side and before it on d6; Dark has shut d5 and f6, and shuts b6."""
    at = board("ooo .ox .x. xx...x ... ... ...")
    assert words(board("ooo .ox .x. xx...x ... ... ...", turn=1)) == ["move d6 b6"]
    at.play(0, number("move b4 b6"))
    assert at.over == End.BLOCKED and at.scores(2)[2] == [0]


@law("M8", "option turn_limit")
def test_it_is_drawn_at_the_limit_of_turns() -> None:
    at = board("x.. .x. ... o..... o.. ..o x..", turns=200)
    at.play(0, number("move a1 e4"))
    assert at.over == End.LIMIT and at.scores(2) == ([1, 1], [0.5, 0.5], [])
    match, chance = tw.Match("nine_mens_morris", turn_limit=40), random.Random(1)
    while match.turn is not None:
        match.play(chance.choice(match.legal))
    assert match.outcome is not None and match.outcome.reason == "limit" and match.position.plain().turns == 40


@law("M9")
def test_a_move_may_be_taken_back_by_consent() -> None:
    match = tw.Match("nine_mens_morris")
    match.play("place d6")
    match.undo(consent=True)
    assert match.turn == 0 and match.view(None).state["hand"] == [9, 9]


def test_a_thousand_random_games_are_the_same_in_openspiel() -> None:
    """Node by node. There a man is placed and taken with the same numbers, and the moves follow at once."""

    def theirs(action: int) -> int:
        return action if action < Do.TAKE else action - POINTS

    chance, game, peer_game = random.Random(1), tw.game("nine_mens_morris"), pyspiel.load_game("nine_mens_morris")
    start, _ = Engine(game, compiled=True).position(game.frame(None, {}), 1)
    ends = Counter[int]()
    for _ in range(1000):
        ours, peer = start.copy(), peer_game.new_initial_state()
        while not ours.over:
            legal = {theirs(action): action for action in ours.legal(ours.turn)}
            assert (sorted(legal), ours.turn) == (sorted(peer.legal_actions()), peer.current_player())
            action = chance.choice(sorted(legal))
            ours.play(ours.turn, legal[action])
            peer.apply_action(action)
            assert bool(ours.over) == peer.is_terminal()
        assert [2 * points - 1 for points in ours.scores(2)[1]] == peer.returns()
        ends[ours.over] += 1
    assert ends[End.TOO_FEW] > 100 and ends[End.LIMIT] > 100
