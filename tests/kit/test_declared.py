"""A game in one file: what it declares gives its words, and what it leaves out of its law follows from that."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest

import turnwise as tw
from tests.proofs.outside import install
from turnwise.draw import coached
from turnwise.envs import Batch
from turnwise.kit import act, actions, ends, event, events, players, reasons, veiled
from turnwise.kit.declared import framed
from turnwise.kit.errors import Refused
from turnwise.kit.faults import Fault
from turnwise.kit.game import Game
from turnwise.kit.notation import Notation
from turnwise.kit.record import record
from turnwise.kit.words import Seat, Speaker, said
from turnwise.lab.simulate import simulate

NIM = '''
"""Nim with three heaps: who takes the last match wins."""

from turnwise.kit import act, actions, ends, event, events, number, reasons, record, say, small

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


def setup(s):
    for heap in range(HEAPS):
        s.heaps[heap] = 2 + heap
    s.turns = 1


def check_take(s, heap, number):
    return Reason.TOO_FEW if s.heaps[heap] < number else 0


def check_pass(s, seat):
    return Reason.NO_PASS if s.passed[seat] else 0


def take(s, seat, heap, number, tell):
    s.heaps[heap] -= number
    say(tell, Event.TOOK, seat, heap, number)
    if s.heaps[0] + s.heaps[1] + s.heaps[2] == 0:
        s.winner = seat
        s.over = End.LAST_TAKEN
    else:
        turn_over(s, seat)


def pass_(s, seat, tell):
    s.passed[seat] = 1
    say(tell, Event.PASSED, seat)
    turn_over(s, seat)


def turn_over(s, seat):
    s.turn = 1 - seat
    s.turns += 1
'''
REFUSED = NIM[NIM.index("def check_take") : NIM.index("def take")]
NIM_BY_SETS = NIM.replace(
    REFUSED,
    """def allowed_take(s, heap):
    return (2 << min(3, s.heaps[heap])) - 2


def allowed_pass(s, seat):
    return s.passed[seat] == 0


""",
)
SLIDES = """
from turnwise.kit import act, actions, ends, event, events, reasons, record, say, small
from turnwise.kit.turns import open_turn
from turnwise.kit.words import counted

VERSION, SEATS, CHANCE = 1, (2, 2), False
Do = actions(
    slide=act("Slide from {base} to {target}", word="{base}-{target}", data={"from": "{base}", "to": "{target}"},
              base="abc", target="abc"),
    stay=act("Stay", data={"go": "nowhere"}),
)
Reason = reasons(NOT_THERE="Your man is on another point.")
End = ends(TIRED="everybody is tired")
Event = events(
    slid=event("seat base target", "{seat} slides from {base} to {target}."),
    stayed=event("seat times", counted("{seat} stays.", "{seat} stays for the {times}th time.", "times")),
)
State = record(at=small(2), stays=small(), winner=small())


def longest(seats, options):
    return 100


def check_slide(s, seat, base):
    return Reason.NOT_THERE if s.at[seat] != base else 0


def slide(s, seat, base, target, tell):
    s.at[seat] = target
    say(tell, Event.SLID, seat, base, target)
    open_turn(s, 1 - seat)


def stay(s, seat, tell):
    s.stays += 1
    say(tell, Event.STAYED, seat, s.stays)
    open_turn(s, 1 - seat)
    if s.stays == 3:
        s.over = End.TIRED
"""
SLIDES_IN_WORDS = """
from slides.rules import Event, Reason
from turnwise.kit.words import Seat, said

NAMES = {"times": {"once": "one", "twice": "two"}}
MOVES = {8: said("Stay on c")}
REASONS = {Reason.NOT_THERE: said("Look again.")}
SENTENCES = {Event.SLID: lambda given, frame: said("{seat} goes to {point}.", seat=Seat(given["seat"]), point=given["target"])}


def name(argument, value, frame):
    return "ABC"[value] if argument in ("base", "target") else value
"""
BY_LIST = """
from turnwise.kit import act, actions, ends, events, number, reasons, record, say

VERSION, SEATS, CHANCE = 1, (3, 3), False
Do = actions(bid=act("Bid {amount}", amount=5))
Reason, End, Event = reasons(), ends(ALL_BID="everybody has bid"), events(bid="seat")
State = record(points=number(3))


def longest(seats, options):
    return 3


def legal(s, seat, moves):
    n = 0
    if not s.over and seat == s.turn:
        for amount in range(seat, 5):
            moves[n] = amount
            n += 1
    return n


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
    for name in [name for name in sys.modules if name.startswith(("nim", "bids", "shouts", "slides"))]:
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


@pytest.mark.parametrize("compiled", [False, True])
def test_sets_of_what_is_allowed_give_the_same_game_as_refusals(shelf: Path, compiled: bool) -> None:
    one, other = (
        Batch(written(shelf, name, rules), 30, seed=4, compiled=compiled)
        for name, rules in (("nim", NIM), ("nim_by_sets", NIM_BY_SETS))
    )
    for _ in range(40):
        assert (one.legal_action_mask == other.legal_action_mask).all()
        assert (one.observation == other.observation).all()
        chosen = one.sample()
        assert (chosen == other.sample()).all()
        for batch in (one, other):
            batch.step(chosen)
    match = tw.Match(other.game, compiled=compiled)
    with pytest.raises(Refused, match="not allowed now"):
        match.play("take a 3")
    match.play("take a 2")
    assert [action.words for action in match.view(1).legal][:2] == ["take b 1", "take b 2"]


def test_a_set_of_what_is_allowed_has_one_word(shelf: Path) -> None:
    many = NIM_BY_SETS.replace("range(1, 4)", "range(1, 70)")
    with pytest.raises(Fault, match="`allowed_take` is a set of at most 64 things, and `number` has more values"):
        tw.Match(written(shelf, "nim_of_many", many), compiled=False)


def test_words_and_json_have_the_form_that_is_declared(shelf: Path) -> None:
    match = tw.Match(written(shelf, "slides", SLIDES), compiled=False)
    slide, stay = match.view(0).legal[2], match.view(0).legal[-1]
    assert (slide.words, slide.json(), str(slide.said)) == ("a-c", {"from": "a", "to": "c"}, "Slide from a to c")
    assert (stay.words, stay.json()) == ("stay", {"go": "nowhere"})
    match.play({"from": "a", "to": "c"})
    match.play({"go": "nowhere"})
    match.play("stay")
    assert [str(one) for line in match.view(0).lines for one in line.told] == [
        "Seat 0 slides from a to c.",
        "Seat 1 stays.",
        "Seat 0 stays for the 2th time.",
    ]
    assert match.position.turns == 4, "the turn of seat 0, and one after each action"


def test_a_notation_says_only_what_it_says_otherwise(shelf: Path) -> None:
    game = written(shelf, "slides", SLIDES)
    (shelf / "slides" / "notation.py").write_text(SLIDES_IN_WORDS)
    match = tw.Match(game, compiled=False)
    slide = match.view(0).legal[2]
    assert (slide.words, str(slide.said)) == ("A-C", "Slide from A to C"), "its own names"
    assert slide.json() == {"from": "a", "to": "c"}, "a record's names are those that are declared"
    assert str(game.notation.move(8, match.frame)) == "Stay on c", "a single action"
    match.play("A-C")
    match.play("stay")
    assert [str(one) for line in match.view(0).lines for one in line.told] == ["Seat 0 goes to C.", "Seat 1 stays."]
    with pytest.raises(Refused, match="Look again"):
        match.play("A-B")
    assert game.notation.noun("times", "once", match.frame) == "one"


RANKED = (
    BY_LIST.replace("points=number(3)", "bids=number(3)").replace("s.points[", "s.bids[")
    + """

def points_of(s, seat):
    return 10 - s.bids[seat]


def ranks_before(s, seat, other):
    return s.bids[seat] < s.bids[other]
"""
)


@pytest.mark.parametrize("compiled", [False, True])
def test_places_follow_from_who_ranks_before_whom(shelf: Path, compiled: bool) -> None:
    match = tw.Match(written(shelf, "bids_ranked", RANKED), seats=3, compiled=compiled)
    for bid in ("bid 3", "bid 1", "bid 3"):
        match.play(bid)
    assert match.outcome and match.outcome.places == (2, 1, 2) and match.outcome.winners == (1,)
    assert match.outcome.scores == (7.0, 9.0, 7.0)


def test_nobody_has_won_where_the_rules_say_so(shelf: Path) -> None:
    nobody = "\n\ndef nobody_wins(s):\n    return s.bids[0] == 4\n"
    game = written(shelf, "bids_for_nothing", RANKED + nobody)
    for first, winners in ((4, ()), (2, (1,))):
        match = tw.Match(game, seats=3, compiled=False)
        for bid in (first, 1, 3):
            match.play(f"bid {bid}")
        assert match.outcome and match.outcome.winners == winners and match.outcome.places[1] == 1


def test_what_every_match_names_otherwise_is_named_by_the_notation() -> None:
    rules, own = (cast(Any, ModuleType(name)) for name in ("rules", "notation"))
    rules.Do = actions(go=act("Go to {place}", data={"to": "{place}"}, place=framed(3)))
    own.name = lambda argument, value, frame: frame[value]
    notation = Notation(rules, record(), own)
    assert notation.data(2, ["Rome", "Ostia", "Tibur"]) == {"to": "Tibur"}
    assert notation.words(0, ["Bath"]) == "go Bath" and str(notation.move(0, ["Bath"])) == "Go to Bath"


def test_a_sentence_that_is_one_place_is_what_stands_there() -> None:
    rules: Any = ModuleType("rules")
    ways = {"on": said("Go on"), "back": said("Go back")}
    rules.Do = actions(go=act("{way}", word="{way}", way=ways))
    notation = Notation(rules, record(), None)
    assert [notation.move(action, None) for action in (0, 1)] == list(ways.values())
    assert notation.words(1, None) == "back" and notation.data(1, None) == {"go": "back"}


def test_bots_play_a_game_without_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = install(tmp_path, monkeypatch)("nim", NIM)
    found = simulate(game, games=50, bots="classic", cores=1)
    assert found.games == 50 and sum(found.ends.values()) == 50


def test_who_has_no_coach_is_told_his_moves(shelf: Path) -> None:
    match = tw.Match(written(shelf, "nim", NIM), compiled=False)
    assert [str(one) for one in coached(match.view(0))] == ["You have 9 moves to choose from."]
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
    with pytest.raises(Fault, match=r"rules.py:1: The action `take` has no function `take\(s, seat, …, tell\)`."):
        tw.Match(written(shelf, "nim_without_take", without), compiled=False)


def test_no_scores_and_nothing_to_make_them_from_is_said(shelf: Path) -> None:
    nobody = NIM.replace("passed=small(2), winner=small()", "passed=small(2)").replace("s.winner = seat", "pass")
    with pytest.raises(Fault, match="no field `winner` or `points`"):
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


def test_an_argument_that_is_a_player_is_said_by_name() -> None:
    rules = cast(Any, ModuleType("rules"))
    rules.Do = actions(look=act("Look at the hand of {target}", target=players(3)))
    rules.Event = events(saw=event("seat target", "{seat} sees the hand of {target}."))
    rules.Reason, rules.End, rules.State = reasons(), ends(), record()
    notation = Notation(rules, rules.State, None)
    assert [notation.words(action, None) for action in range(3)] == ["look 0", "look 1", "look 2"]
    assert type(notation.noun("target", 1, None)) is Seat
    speak = Speaker(names=("Ann", "Ben", "Cy"))
    assert speak(notation.move(2, None)) == "Look at the hand of Cy"


def test_a_sentence_with_a_place_for_no_argument_is_refused() -> None:
    with pytest.raises(ValueError, match="has a place for 'pot', and the event has only seat, pit"):
        event("seat pit", "{seat} sows {pot}.")
