"""The laws of Backgammon. Men are written as each side counts its points: `24:2 13:5`, with `bar` and `off`."""

import random
from typing import Any

import pyspiel
import pytest

import turnwise as tw
from tests.law import law
from tests.setting import position
from turnwise.games.backgammon.rules import LONGEST, Do, End, Reason
from turnwise.kit.position import Engine, Position
from turnwise.kit.tape import Tape

PLACES = {"off": 0, "bar": 25}


def row(men: str) -> list[int]:
    found = [0] * 26
    for word in men.split():
        place, number = word.split(":")
        found[PLACES[place] if place in PLACES else int(place)] = int(number)
    found[0] = found[0] or 15 - sum(found)
    return found


def board(own: str, other: str = "1:15", dice: str = "2 1", *, turns: int = 1, **options: Any) -> Position:
    """A position with seat 0 on turn; who is nowhere is off."""
    first, second = map(int, dice.split())
    left = [0] * 7
    for die in (first, second):
        left[die] += 1 + (first == second)
    fields = {"men": [row(own), row(other)], "dice": [first, second], "left": left, "turns": turns}
    placed, _ = position("backgammon", fields, **options)
    return placed


def number(move: str) -> int:
    point, die = move.split()
    return int(Do.MOVE) + (PLACES.get(point, 0) or int(point)) * 6 - 6 + int(die) - 1


def legal(at: Position) -> list[str]:
    moves = at.legal(0)
    if moves == [Do.PASS]:
        return ["pass"]
    return [f"{'bar' if move // 6 == 24 else move // 6 + 1} {move % 6 + 1}" for move in moves]


def men(at: Position) -> list[list[int]]:
    cells = [int(cell) for cell in at.plain().men.cells]
    return [cells[:26], cells[26:]]


@law("G1", "G2")
def test_the_start() -> None:
    state = tw.Match("backgammon", seed=2).view(None).state
    start = row("24:2 13:5 8:3 6:5")
    assert state["men"] == [start, start]


@law("G3")
def test_the_higher_die_begins_with_both_numbers() -> None:
    game = tw.game("backgammon")
    engine = Engine(game, compiled=False, taped=True)
    for draws, turn in (([4, 2], 0), ([1, 5], 1), ([3, 3, 0, 1], 1)):
        tape = Tape(draws)
        at, _ = engine.position(game.frame(None, {}), tape.seed)
        assert at.turn == turn and list(at.plain().dice) == [draws[-2] + 1, draws[-1] + 1] and tape.rest == 0


@law("G3", "G4")
def test_each_number_moves_a_man_and_then_the_other_throws() -> None:
    at = board("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", "3 1")
    at.play(0, number("8 3"))
    assert at.turn == 0 and set(legal(at)) >= {"6 1", "5 1"} and all(move.endswith(" 1") for move in legal(at))
    at.play(0, number("6 1"))
    assert at.turn == 1 and men(at)[0][5] == 2 and at.plain().turns == 2


@law("G4")
def test_doubles_are_played_four_times() -> None:
    at = board("20:4", "24:2", "2 2")
    for _ in range(4):
        assert at.turn == 0
        at.play(0, at.legal(0)[-1])
    assert at.turn == 1


@law("G5")
def test_no_man_stops_where_the_other_has_two() -> None:
    at = board("20:1", "7:2 10:1", "2 1")  # the other's 7 is my 18
    assert legal(at) == ["20 1"] and at.check(0, number("20 2")) == Reason.BLOCKED
    assert at.check(0, number("19 1")) == Reason.NO_MAN and at.check(0, number("20 3")) == Reason.NO_DIE


@law("G6")
def test_a_man_alone_is_hit() -> None:
    at = board("20:1 3:2", "7:1 1:2", "2 1")
    at.play(0, number("20 2"))
    assert men(at)[1][7] == 0 and men(at)[1][25] == 1 and men(at)[0][18] == 1


@law("G7")
def test_men_on_the_bar_come_in_first() -> None:
    at = board("bar:2 13:3", "1:2", "3 2")
    assert legal(at) == ["bar 2", "bar 3"] and at.check(0, number("13 2")) == Reason.BAR_FIRST
    assert legal(board("bar:1 13:3", "2:2 3:2", "3 2")) == ["pass"]


@law("G8")
def test_bearing_off() -> None:
    assert legal(board("6:1 4:2 2:1", "1:2", "6 4")) == ["4 4", "6 4", "6 6"]
    at = board("7:1 4:2", "1:2", "6 4")
    assert at.check(0, number("4 4")) == Reason.NOT_HOME
    assert at.check(0, number("4 6")) == Reason.NOT_HOME
    at = board("5:1 3:2", "1:2", "6 4")
    assert at.check(0, number("3 6")) == Reason.FARTHER_BACK and at.check(0, number("5 6")) == 0


@law("G9")
def test_both_numbers_must_be_played_if_they_can() -> None:
    """The man on 12 is barred from going by five at first, and can after the six."""
    at = board("12:1 2:1", "18:2 20:2", "6 5")  # my 7 and my 5 are barred
    assert legal(at) == ["12 6"]
    at.play(0, number("12 6"))
    assert at.turn == 0 and legal(at) == ["6 5"]


@law("G9")
def test_a_move_that_leaves_nothing_for_the_other_number_is_refused() -> None:
    """My 9 and 5 are barred: after a six from 20 no man could go by five, but both numbers can be played otherwise."""
    at = board("20:1 10:1", "16:2 20:2", "6 5")
    assert legal(at) == ["10 6", "20 5"] and at.check(0, number("20 6")) == Reason.PLAY_BOTH


@law("G9")
def test_if_only_one_number_can_be_played_it_is_the_larger() -> None:
    at = board("20:1", "14:2", "5 4")  # after either the man would stand on 11, which is barred
    assert legal(at) == ["20 5"] and at.check(0, number("20 4")) == Reason.PLAY_LARGER
    at = board("20:1", "10:2 14:2", "5 4")  # and 15 is barred, too
    assert legal(at) == ["20 4"]


@law("G9")
def test_who_can_move_may_not_pass() -> None:
    assert board("20:1").check(0, Do.PASS) == Reason.MUST_MOVE
    at = board("bar:1", "1:2 2:2 3:2 4:2 5:2 6:2", "6 5")
    assert at.check(0, Do.PASS) == 0
    at.play(0, Do.PASS)
    assert at.turn == 1


@law("G10", "option gammons")
@pytest.mark.parametrize(
    ("other", "gammons", "points"),
    [
        ("6:10 off:5", "backgammons", 1.0),
        ("6:15", "off", 1.0),
        ("6:15", "gammons", 2.0),
        ("6:14 20:1", "gammons", 2.0),
        ("6:14 20:1", "backgammons", 3.0),
        ("6:14 bar:1", "backgammons", 3.0),
        ("6:14 18:1", "backgammons", 2.0),
    ],
)
def test_what_a_win_counts(other: str, gammons: str, points: float) -> None:
    at = board("1:1 off:14", other, gammons=gammons)
    at.play(0, number("1 1"))
    assert at.over == End.ALL_OFF and at.scores(2) == ([1, 2], [points, 0.0], [0])


@law("G11")
def test_it_is_a_draw_after_a_thousand_turns() -> None:
    at = board("20:1", "20:1", "2 1", turns=LONGEST)
    at.play(0, number("20 1"))
    at.play(0, number("19 2"))
    assert at.over == End.TOO_LONG and at.scores(2) == ([1, 1], [0.5, 0.5], [])


@law("G12")
def test_a_move_may_be_taken_back_before_the_next_throw() -> None:
    match = tw.Match("backgammon", seed=2)
    match.play("move 13 5")
    match.undo(consent=True)
    assert match.view(None).state["men"][0][13] == 5
    match.play("move 13 5")
    match.play("move 13 6")
    with pytest.raises(tw.TurnwiseError):
        match.undo(consent=True)


class Peer:
    """A game of OpenSpiel's, read in our words."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.state = chance, pyspiel.load_game("backgammon(scoring_type=full_scoring)").new_initial_state()
        self.throw()

    def throw(self) -> None:
        outcomes, weights = zip(*self.state.chance_outcomes(), strict=True)
        self.state.apply_action(self.chance.choices(outcomes, weights)[0])

    @property
    def dice(self) -> list[int]:
        return [int(face) for face in str(self.state).split("Dice: ")[1].split("\n")[0]]

    def men(self, state: Any = None) -> tuple[int, ...]:
        state = state or self.state
        bar, scores = str(state).split("Bar:")[1].split("\n")[:2]
        first, second = (int(word) for word in scores.removeprefix("Scores, X: ").split(", O: "))
        x = [first, *(state.board(0, 24 - point) for point in range(1, 25)), bar.count("x")]
        return (*x, second, *(state.board(1, point - 1) for point in range(1, 25)), bar.count("o"))

    def outcomes(self) -> set[tuple[int, ...]]:
        """Where its actions lead, each of which plays both dice."""
        found = set()
        for action in self.state.legal_actions():
            child = self.state.clone()
            child.apply_action(action)
            found.add(self.men(child))
        return found

    def moves(self, action: int) -> list[int]:
        """An action of its as ours, one after the other; none where it passes."""
        seat, found = self.state.current_player(), list[int]()
        for move in self.state.spiel_move_to_checker_moves(seat, action):
            if move.num > 0:
                point = 25 if move.pos > 24 else 24 - move.pos if seat == 0 else move.pos + 1
                found.append((point - 1) * 6 + move.num - 1)
        return found


def flat(at: Position) -> tuple[int, ...]:
    return tuple(int(cell) for cell in at.plain().men.cells)


def runs(start: Position) -> set[tuple[int, ...]]:
    """Where runs of two of our moves lead, or of one where the turn ends with it: what the peer does in one action."""
    found, seat = set(), start.turn
    waiting = [(start, 0)]
    while waiting:
        at, moves = waiting.pop()
        if moves == 2 or moves and (at.turn != seat or at.over):
            found.add(flat(at))
            continue
        for action in at.legal(seat):
            child = at.copy()
            child.play(seat, action)
            waiting.append((child, moves + 1))
    return found


def test_a_thousand_random_games_are_the_same_in_openspiel() -> None:
    """Its actions play both dice: each is a run of ours, which leads to the same position, turn, end and result. At every thirtieth node
    the positions that all its actions lead to are those that all our runs lead to.

    Of doubles it plays two numbers an action, and passes for the others if they can't be played, where our turn is over. It ends a game
    as a draw after 500 turns of a side, we do after 1,000 of both; no random game is so long."""
    chance, game, nodes = random.Random(3), tw.game("backgammon"), 0
    engine, frame = Engine(game, compiled=True, taped=True), game.frame(None, {"gammons": "backgammons"})
    for _ in range(1000):
        peer = Peer(chance)
        high, low = max(peer.dice) - 1, min(peer.dice) - 1
        tape = Tape([low, high] if peer.state.current_player() else [high, low])
        ours, _ = engine.position(frame, tape.seed)
        while not ours.over:
            assert (flat(ours), ours.turn) == (peer.men(), peer.state.current_player())
            nodes += 1
            if nodes % 30 == 0:
                ours.reseed(tape.seed)
                assert runs(ours) == peer.outcomes(), str(peer.state)
            ours = played_on(ours, peer, chance)
            assert bool(ours.over) == peer.state.is_terminal()
        points = ours.scores(2)[1]
        assert [one or -max(points) for one in points] == peer.state.returns()


def played_on(ours: Position, peer: Peer, chance: random.Random) -> Position:
    """One action of the peer's in both games; the next throw is the peer's."""
    seat, action = ours.turn, chance.choice(peer.state.legal_actions())
    moves = peer.moves(action) or [int(Do.PASS)]
    peer.state.apply_action(action)
    again = not peer.state.is_chance_node() and not peer.state.is_terminal()  # the other half of doubles
    stuck = again and [peer.moves(one) for one in peer.state.legal_actions()] == [[]]
    if stuck:
        peer.state.apply_action(peer.state.legal_actions()[0])
    if peer.state.is_chance_node():
        peer.throw()
    throws = [] if peer.state.is_terminal() or again and not stuck else [die - 1 for die in peer.dice]
    tape = Tape(throws)
    for move in moves:
        assert move in ours.legal(seat)
        ours.reseed(tape.seed)
        ours.play(seat, move)
    assert tape.rest == 0
    return ours
