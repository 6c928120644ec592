"""A game in one file: what it declares gives its words, and what it leaves out of its law follows from that."""

import sys
from pathlib import Path
from typing import Any

import pytest

import turnwise as tw
from turnwise.draw import coached
from turnwise.kit import act, actions, ends, event, events, reasons, veiled
from turnwise.kit.errors import Refused
from turnwise.kit.game import Game
from turnwise.lab.simulate import simulate

NIM = '''
"""Nim with three heaps: who takes the last match wins."""

from turnwise.kit import act, actions, ends, event, events, number, reasons, record, rule, say, small

VERSION, SEATS, CHANCE = 1, (2, 2), False
HEAPS = 3
Do = actions(
    take=act("Take {number} from heap {heap}", heap="abc", number=range(1, 4)),
    pass_=act("Pass", word="let go"),
)
Reason = reasons(TOO_FEW="There are not so many matches in that heap.", NO_PASS="Once is enough.")
End = ends(LAST_TAKEN="the last match is taken")
Event = events(took=event("seat heap number", "{seat} takes {number} from heap {heap}."), passed=event("seat", "{seat} waits."))
State = record(heaps=small(HEAPS), passed=small(2), winner=small())


def longest(seats, options):
    return 14


@rule
def setup(s):
    for heap in range(HEAPS):
        s.heaps[heap] = 2 + heap
    s.turns = 1


@rule
def check_take(s, heap, number):
    return Reason.TOO_FEW if s.heaps[heap] < number else 0


@rule
def check_pass(s, seat):
    return Reason.NO_PASS if s.passed[seat] else 0


@rule
def take(s, seat, heap, number, tell):
    s.heaps[heap] -= number
    say(tell, Event.TOOK, seat, heap, number)
    if s.heaps[0] + s.heaps[1] + s.heaps[2] == 0:
        s.winner = seat
        s.over = End.LAST_TAKEN
    else:
        turn_over(s, seat)


@rule
def pass_(s, seat, tell):
    s.passed[seat] = 1
    say(tell, Event.PASSED, seat)
    turn_over(s, seat)


@rule
def turn_over(s, seat):
    s.turn = 1 - seat
    s.turns += 1
'''
BY_LIST = """
from turnwise.kit import act, actions, ends, events, number, reasons, record, rule, say

VERSION, SEATS, CHANCE = 1, (3, 3), False
Do = actions(bid=act("Bid {amount}", amount=5))
Reason, End, Event = reasons(), ends(ALL_BID="everybody has bid"), events(bid="seat")
State = record(points=number(3))


def longest(seats, options):
    return 3


@rule
def legal(s, seat, moves):
    n = 0
    if not s.over and seat == s.turn:
        for amount in range(seat, 5):
            moves[n] = amount
            n += 1
    return n


@rule
def bid(s, seat, amount, tell):
    s.points[seat] = amount
    say(tell, Event.BID, seat)
    if seat == 2:
        s.over = End.ALL_BID
    else:
        s.turn += 1
        s.turns += 1
"""


def written(folder: Path, name: str, rules: str) -> Game:
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(f'"""{name.title()}: a trial."""\n')
    (folder / name / "rules.py").write_text(rules)
    return Game(name)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A folder of games; what was imported from it is forgotten afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith(("nim", "bids"))]:
        del sys.modules[name]


@pytest.mark.parametrize("compiled", [False, True])
def test_a_game_of_rules_alone_is_played_in_words_and_json(shelf: Path, compiled: bool) -> None:
    match = tw.Match(written(shelf, "nim", NIM), compiled=compiled)
    words = [action.words for action in match.view(0).legal]
    assert words == [
        "take a 1",
        "take a 2",
        "take b 1",
        "take b 2",
        "take b 3",
        "take c 1",
        "take c 2",
        "take c 3",
        "let go",
    ]
    assert match.view(0).legal[-1].json() == {"let go": True}
    assert match.view(0).legal[3].json() == {"do": "take", "heap": "b", "number": 2}
    assert str(match.view(0).legal[3].said) == "Take 2 from heap b"
    match.play({"do": "take", "heap": "a", "number": 2})
    assert [str(one) for one in match.view(0).lines[-1].told] == ["Seat 0 takes 2 from heap a."]
    assert match.view(1).state == {"turn": 1, "heaps": [0, 3, 4], "passed": [0, 0], "winner": 0}
    with pytest.raises(Refused, match="not so many matches in that heap") as refused:
        match.play("take a 1")
    assert refused.value.code == "too_few"
    match.play("let go")
    match.play("take b 3")
    with pytest.raises(Refused, match="Once is enough"):
        match.play("let go")
    match.play("take c 3")
    match.play("take c 1")
    assert match.outcome
    assert match.outcome.winners == (0,) and match.outcome.places == (1, 2) and match.outcome.scores == (1.0, 0.0)
    assert "the last match is taken" in str(match.outcome)
    with pytest.raises(tw.TurnwiseError, match="The match is over"):
        match.play("let go", seat=1)


@pytest.mark.parametrize("compiled", [False, True])
def test_check_follows_from_legal_and_the_places_from_the_points(shelf: Path, compiled: bool) -> None:
    match = tw.Match(written(shelf, "bids", BY_LIST), seats=3, compiled=compiled)
    match.play("bid 3")
    assert [str(one) for one in match.view(0).lines[-1].told] == ["Seat 0: bid"]
    with pytest.raises(Refused, match="not allowed now") as refused:
        match.play("bid 0")
    assert refused.value.code == "not_allowed"
    match.play("bid 1")
    match.play("bid 3")
    assert match.outcome
    assert (
        match.outcome.places == (1, 3, 1)
        and match.outcome.winners == (0, 2)
        and match.outcome.scores == (3.0, 1.0, 3.0)
    )


def test_bots_play_a_game_without_hints(shelf: Path) -> None:
    game = written(shelf, "nim", NIM)
    found = simulate(game, games=50, bots="classic", cores=1)
    assert found.games == 50 and sum(found.ends.values()) == 50


def test_who_has_no_coach_is_told_his_moves(shelf: Path) -> None:
    match = tw.Match(written(shelf, "nim", NIM), compiled=False)
    assert [str(one) for one in coached(match.view(0))] == ["You have 9 moves. What you can touch is marked."]
    assert coached(match.view(1)) == []
    for action in ("take c 3", "take b 3", "take c 1"):
        match.play(action)
    assert [str(one) for one in coached(match.view(1))] == [
        "Your moves: Take 1 from heap a, Take 2 from heap a and Pass."
    ]
    match.play("let go")
    match.play("let go")
    match.play("take a 1")
    assert [str(one) for one in coached(match.view(0))] == ["You have one move: Take 1 from heap a."]


def test_what_is_declared_wrongly_is_said_in_a_sentence(shelf: Path) -> None:
    with pytest.raises(TypeError, match=r"action 'move' is declared by act\(…\), not by 'Move'"):
        actions(move="Move")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'move' stands after a veiled one"):
        actions(moves=veiled("Somebody moves"), move=act("Move"))
    without = NIM.replace("def take(s, seat, heap, number, tell):", "def taken(s, seat, heap, number, tell):")
    with pytest.raises(
        TypeError,
        match=r"nim_without_take.rules declares the action 'take' and has no function take\(s, seat, …, tell\)",
    ):
        tw.Match(written(shelf, "nim_without_take", without), compiled=False)


def test_no_scores_and_nothing_to_make_them_from_is_said(shelf: Path) -> None:
    nobody = NIM.replace("passed=small(2), winner=small()", "passed=small(2)").replace("s.winner = seat", "pass")
    with pytest.raises(TypeError, match="no field `winner` or `points`"):
        tw.Match(written(shelf, "nim_without_scores", nobody), compiled=False)


def test_numbers_run_kind_by_kind_and_the_last_argument_is_the_fastest() -> None:
    Do = actions(
        lay=act("Lay {kind} at {group}", kind=3, group="ab"),
        draw=act("Draw"),
        lays=veiled("Lays at {group}", group="ab"),
    )
    assert (Do.LAY, Do.DRAW, Do.LAYS) == (0, 6, 7) and Do.count == 7 and Do.veiled == 9
    assert [Do.kinds[0].split(action) for action in (0, 1, 2, 5)] == [
        {"kind": 0, "group": 0},
        {"kind": 0, "group": 1},
        {"kind": 1, "group": 0},
        {"kind": 2, "group": 1},
    ]


def test_reasons_ends_and_events_bring_their_sentences() -> None:
    Reason, End = reasons(OVER="All is done.", FULL="It is full."), ends(DRAW="nobody can move")
    assert [reason.name for reason in Reason] == ["NOT_YOUR_TURN", "OVER", "NOT_ALLOWED", "FULL"]
    assert str(Reason.sentences[Reason.OVER]) == "All is done." and str(End.sentences[End.DRAW]) == "nobody can move"
    Event = events(drew=event("seat !card", "{seat} draws {card}.", "{seat} draws a card."), shuffled="seat")
    known, veil = Event.sentences[Event.DREW]
    assert known.template == "{seat} draws {card}." and veil.template == "{seat} draws a card."
    assert Event.private[Event.DREW] == {"card"} and Event.SHUFFLED not in Event.sentences
