"""A match of anything: what every game has beside its own rules."""

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import metadata
from typing import Any

import numpy as np
import pytest

import turnwise as tw
from turnwise.kit.errors import BadAction, BadOption, BadSeats, MatchOver, NotYourTurn, Refused, Stale, UnknownGame
from turnwise.kit.game import Game
from turnwise.play import ending
from turnwise.play.secret import Dice


def drop(match: tw.Match, columns: str) -> tw.Match:
    for column in columns:
        match.play(f"drop {column}")
    return match


def test_a_match_begins_plays_and_ends_with_a_reason() -> None:
    match = tw.Match("connect_four")
    assert match.turn == 0 and match.outcome is None
    drop(match, "abababa")
    assert match.turn is None and match.legal == []
    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.scores, match.outcome.winners) == ((1, 2), (1.0, 0.0), (0,))
    assert (match.outcome.reason, str(match.outcome)) == ("four_in_line", "seat 0 wins: four in a line")


def test_an_action_is_taken_in_any_of_its_forms() -> None:
    match = tw.Match("connect_four")
    action = match.legal[3]
    assert (str(action), action.json(), action.id) == ("drop d", {"drop": "d"}, 3)
    match.play(action)
    match.play("  DROP   d ")
    match.play({"drop": "d"})
    match.play(3)
    assert match.view(None).state["board"][2:] == ["...o...", "...x...", "...o...", "...x..."]


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ("drop h", "'drop h' is no action of Connect Four. You may say 'drop g', 'drop f', 'drop e'."),
        ("", "'' is no action of Connect Four. You may say 'drop a', 'drop b', 'drop c', 'drop d', 'drop e'."),
        (7, "Actions of Connect Four are numbered from 0 to 6, not 7."),
        (-1, "Actions of Connect Four are numbered from 0 to 6, not -1."),
        ({"drop": 4}, """'{"drop": 4}' is no action of Connect Four."""),
        ({"drop": object()}, "An action's JSON holds texts, numbers, lists and objects only."),
        (True, "An action is words, a JSON object or a number, not bool."),
        ([], "A request needs at least one action."),
        ([None], "An action is words, a JSON object or a number, not NoneType."),
    ],
)
def test_what_is_no_action_is_answered_with_what_would_be(request_: object, sentence: str) -> None:
    match = drop(tw.Match("connect_four"), "d")
    before = match.fingerprint()
    with pytest.raises(BadAction) as refused:
        match.play(request_)  # type: ignore[arg-type]
    assert str(refused.value).startswith(sentence)
    assert match.fingerprint() == before and match.version == 1


def test_refusals_have_a_kind_a_code_and_a_sentence() -> None:
    match = drop(tw.Match("connect_four"), "dddddd")
    with pytest.raises(NotYourTurn, match="other player's turn"):
        match.play("drop a", seat=1)
    with pytest.raises(Refused) as full:
        match.play("drop d")
    assert full.value.code == "column_full"
    with pytest.raises(Stale, match="has moved on"):
        match.play("drop a", version=5)
    with pytest.raises(BadAction, match="seats 0 to 1, not 2"):
        match.play("drop a", seat=2)
    with pytest.raises(BadAction, match="seats 0 to 1, not -1"):
        match.view(-1)
    match.play("drop a", version=6)
    match.leave(0)
    with pytest.raises(MatchOver, match="The match is over: seat 1 wins: seat 0 resigned."):
        match.play("drop a")


def test_unknown_games_options_and_seats_are_named_with_what_would_be_right() -> None:
    with pytest.raises(UnknownGame, match="There is no game 'wot'. Did you mean 'whot'?"):
        tw.Match("wot")
    with pytest.raises(BadOption, match="There is no option 'tendr': did you mean 'tender'?"):
        tw.Match("whot", tendr=True)
    with pytest.raises(BadSeats, match="Whot is for 2 to 8 seats, not 9."):
        tw.Match("whot", seats=9)
    with pytest.raises(BadSeats, match="Connect Four is for 2 seats, not 3."):
        tw.Match("connect_four", seats=3)


def test_a_list_is_taken_whole_or_not_at_all() -> None:
    match = tw.Match("connect_four")
    before = match.fingerprint()
    with pytest.raises(Refused) as refused:
        match.play(["drop a", "drop b"])
    assert refused.value.code == "must_be_last", "the first of them passes the turn"
    assert match.fingerprint() == before and match.version == 0 and match.turn == 0


def test_a_run_within_one_turn_is_one_request_and_is_taken_back_as_one() -> None:
    """Rally's figure led step by step: three entries, one request."""
    seed = next(seed for seed in range(50) if tw.Match("rally", seats=2, seed=seed).view(0).state["die"] >= 4)
    match = tw.Match("rally", seats=2, seed=seed)
    start = match.view(None).state
    match.play(["move P4", "move P5", "move P2"])
    assert [(entry.joined) for entry in match.log] == [False, True, True]
    assert match.turn == 0
    again = tw.Match.load(match.save())
    assert again.log == match.log
    match.undo()
    assert match.view(None).state == start
    assert "+ seat 0: move P2" in match.save()


def test_a_list_that_would_be_an_oracle_on_the_deck_is_refused() -> None:
    """A draw must come last: else a refused list would have told what comes next."""
    match = tw.Match("whot", seats=2, seed=1)
    before = match.fingerprint()
    with pytest.raises(Refused) as refused:
        match.play(["draw", "draw"])
    assert refused.value.code == "must_be_last"
    assert match.fingerprint() == before


def test_a_take_back_by_consent_takes_the_reply_back_too() -> None:
    match = drop(tw.Match("connect_four"), "abc")
    with pytest.raises(Refused) as refused:
        match.undo(0)
    assert refused.value.code == "needs_consent"
    match.undo(1, consent=True)  # b, and the reply c
    assert match.view(None).state["board"][-1] == "x......" and match.turn == 1
    match.undo(consent=True)
    assert match.turn == 0
    with pytest.raises(Refused, match="nothing to take back"):
        match.undo(consent=True)
    assert [line.words for line in match.view(None).lines][1:] == ["drop a", "drop b", "drop c", "undo", "undo"]
    assert tw.Match.load(match.save()).fingerprint() == match.fingerprint()


def test_what_used_chance_or_showed_a_card_cannot_be_taken_back() -> None:
    match = tw.Match("whot", seats=2, seed=1)
    match.play(match.legal[0])
    with pytest.raises(Refused) as refused:
        match.undo(consent=True)
    assert refused.value.code == "no_undo"
    match = tw.Match("deerportal", seed=1)
    match.play("forward")
    with pytest.raises(Refused):
        match.undo(consent=True)


def test_chance_after_an_undo_is_not_the_chance_before_it() -> None:
    """The seed belongs to the place in the log, not to the ply: nobody can undo until a die suits him."""
    match = drop(tw.Match("connect_four", seed=1), "a")
    first = match.position.plain().seed
    match.undo(consent=True)
    drop(match, "a")
    assert match.position.plain().seed != first


def test_a_draw_is_offered_on_ones_turn_once_and_ends_when_the_other_moves_or_answers() -> None:
    """[D26] for every match of two."""
    match = drop(tw.Match("connect_four"), "a")
    with pytest.raises(NotYourTurn):
        match.offer_draw(0)
    match.offer_draw(1)
    with pytest.raises(Refused) as again:
        match.offer_draw(1)
    assert again.value.code == "offered"
    with pytest.raises(Refused) as own:
        match.answer_draw(1, True)
    assert own.value.code == "no_offer"
    match.play("drop b")
    assert match.draw_offer == 1, "the offer stands while the other thinks"
    match.play("drop c")
    assert match.draw_offer is None, "answered by a move"
    match.offer_draw(1)
    match.answer_draw(0, False)
    assert match.draw_offer is None and match.outcome is None
    with pytest.raises(Refused):
        match.offer_draw(1)
    drop(match, "de")
    match.offer_draw(1)
    match.answer_draw(0, True)
    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.scores, match.outcome.winners) == ((1, 1), (0.5, 0.5), ())
    assert match.outcome.reason == "draw_agreed"
    assert tw.Match.load(match.save()).outcome == match.outcome


@pytest.mark.parametrize("game", [game for game in tw.all_games() if game.seats[0] <= 2 < game.seats[1]])
def test_a_match_of_two_may_end_in_a_draw_in_a_game_for_more(game: Game) -> None:
    """And is drawn, told and kept like any other that has ended."""
    match = tw.Match(game, seats=2, seed=1)
    offering = match.turn
    assert offering is not None
    match.offer_draw()
    match.answer_draw(1 - offering, True)
    view = match.view(offering)
    assert view.outcome and view.outcome.reason == "draw_agreed" and view.text() and view.svg()
    assert str(ending.result(view, match.frame)[-3]) == "Nobody wins: a draw was agreed."
    assert tw.Match.load(match.save()).outcome == view.outcome


@pytest.mark.parametrize("game", [game for game in tw.all_games() if game.seats[1] > 2])
def test_no_draw_is_offered_among_more_than_two(game: Game) -> None:
    with pytest.raises(Refused, match="only in a match of two") as refused:
        tw.Match(game, seats=max(3, game.seats[0]), seed=1).offer_draw()
    assert refused.value.code == "no_draw"


def test_resigning_is_possible_out_of_turn_and_loses() -> None:
    match = tw.Match("connect_four")
    match.leave(1)
    assert match.outcome is not None and match.outcome.winners == (0,) and match.outcome.reason == "resigned"
    assert match.view(None).lines[-1].words == "resign"


def test_a_seat_that_has_left_is_played_on_by_the_rules_of_the_game() -> None:
    """DeerPortal: the match plays the computer's moves for a leaver, an entry each, so that the record replays."""
    match = tw.Match("deerportal", seed=5)
    for seat in (1, 2, 3, 0):
        match.leave(seat)
    assert match.outcome is not None
    words = [line.words for line in match.view(None).lines]
    assert words.count("leave") == 4 and "computer" in words and "forward" not in words
    assert tw.Match.load(match.save()).fingerprint() == match.fingerprint()
    with pytest.raises(MatchOver):
        match.leave(1)


def test_nobody_leaves_twice() -> None:
    match = tw.Match("whot", seats=3, seed=1)
    match.leave(1)
    with pytest.raises(Refused, match="has left already"):
        match.leave(1)


def test_the_commitment_fixes_secret_and_options_and_tells_neither() -> None:
    plain = tw.Match("whot", seats=3, secret="ab" * 32)
    assert plain.commitment == tw.Match("whot", seats=3, secret="ab" * 32).commitment
    others = [
        tw.Match("whot", seats=3, secret="ac" * 32),
        tw.Match("whot", seats=4, secret="ab" * 32),
        tw.Match("whot", seats=3, secret="ab" * 32, tender=True),
    ]
    assert plain.commitment not in [other.commitment for other in others]
    assert "abab" not in plain.commitment


def test_a_match_without_a_seed_has_a_secret_that_nobody_can_guess() -> None:
    secrets = {tw.Match("connect_four").secret for _ in range(3)}
    assert len(secrets) == 3 and all(len(secret) == 64 for secret in secrets)


def test_a_nonce_of_a_seat_changes_the_cards_and_not_the_commitment() -> None:
    plain, mixed = (tw.Match("whot", seats=2, secret="ab" * 32, nonces=nonces) for nonces in ((), ("from seat 1",)))
    assert plain.commitment == mixed.commitment
    assert plain.position.plain().hand != mixed.position.plain().hand
    assert tw.Match.load(mixed.save()).fingerprint() == mixed.fingerprint()


def test_importing_turnwise_needs_no_numba() -> None:
    code = "import sys, turnwise; m = turnwise.Match('connect_four'); m.play('drop d'); print('numba' in sys.modules)"
    environment = {key: value for key, value in os.environ.items() if key != "TURNWISE_INTERPRET"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == "False"


def test_the_names_of_the_package_are_found_by_whoever_looks() -> None:
    """In a process of its own, where nobody has imported a game before."""
    name = tw.all_games()[0].name
    code = (
        f"import turnwise.games.{name}.rules as rules, turnwise as tw; "
        f"print(rules is tw.game({name!r}).rules, set(tw.__all__) <= set(dir(tw)), tw.__version__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"True True {metadata.version('turnwise')}\n"


def test_facts_of_the_games() -> None:
    facts = {game.name: (game.seats, game.hidden, game.chance) for game in tw.all_games()}
    assert (
        facts.items()
        >= {
            "connect_four": ((2, 2), False, False),
            "differo": ((2, 2), False, False),
            "whot": ((2, 8), True, True),
            "deerportal": ((4, 4), False, True),
            "rally": ((1, 6), True, True),
            "caesar": ((2, 2), True, True),
        }.items()
    )
    assert tw.game("connect_four").longest(2) == 42
    for game in tw.all_games():
        assert copy.deepcopy(game) is pickle.loads(pickle.dumps(game)) is game, "there is one of each in a process"
    assert all(game.title and game.summary.endswith(".") and game.rulebook.startswith("# ") for game in tw.all_games())


def test_words_are_read_in_any_case_unless_two_actions_differ_in_case_alone() -> None:
    """A user's board may have positions `a` and `A`."""
    places = [("s", "start"), ("a", "plain"), ("A", "finish")]
    board = {
        "format": "rally-board-1",
        "name": "Case",
        "positions": [{"id": id, "x": x, "y": 0, "kind": kind} for x, (id, kind) in enumerate(places)],
        "connections": [["s", "a"], ["a", "A"]],
    }
    language = tw.Match("rally", seats=1, seed=1, board=board, win="race").language
    for words, id in (("move a", 1), ("move A", 2), ("MOVE S", 0)):
        assert language.read(words, lambda: None, lambda: [0]) == [id]


def test_a_refused_list_leaves_no_trace_in_what_stands_beside_the_state() -> None:
    """Differo's trail of positions was written by the first action, which was then taken back."""
    match = tw.Match("differo", seed=1)
    before = match.fingerprint()
    with pytest.raises(Refused):
        match.play(["F2-F8", "B5-B9"])
    assert match.fingerprint() == before
    match.play("G2-D2")
    assert tw.Match.load(match.save()).fingerprint() == match.fingerprint()


@pytest.mark.parametrize(
    "arguments",
    [
        {"seed": "x"},
        {"seed": True},
        {"seed": 10**30},
        {"secret": ""},
        {"secret": "two\nlines"},
        {"secret": 5},
        {"nonces": ["a", " b"]},
    ],
)
def test_a_seed_is_a_number_and_a_secret_one_line(arguments: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        tw.Match("connect_four", **arguments)


@pytest.mark.parametrize("request_", [1.5, None, b"drop d", {"drop d"}, float("nan"), [["drop d"]], [{}], object()])
def test_odd_requests_are_bad_actions(request_: object) -> None:
    match = tw.Match("connect_four")
    with pytest.raises(BadAction):
        match.play(request_)  # type: ignore[arg-type]
    assert match.version == 0


def test_an_action_of_another_match_is_not_taken_by_its_number() -> None:
    with pytest.raises(BadAction, match="an action of another match"):
        tw.Match("connect_four").play(tw.Match("caesar", seed=1).legal[2])


def test_json_text_and_numbers_of_numpy_are_actions_too() -> None:
    match = tw.Match("connect_four")
    match.play('{"drop": "d"}')
    match.play(np.int64(3))  # type: ignore[arg-type]
    assert match.view(None).state["board"][-2:] == ["...o...", "...x..."]
    with pytest.raises(BadAction, match="is no JSON"):
        match.play('{"drop": ')


@pytest.mark.parametrize("answer", ["no", None, 1])
def test_a_draw_is_accepted_by_true_and_nothing_else(answer: Any) -> None:
    match = tw.Match("connect_four")
    match.offer_draw()
    with pytest.raises(BadAction):
        match.answer_draw(1, answer)
    with pytest.raises(BadAction):
        match.answer_draw(None, True)  # type: ignore[arg-type]
    with pytest.raises(BadAction):
        match.leave(None)  # type: ignore[arg-type]
    assert match.outcome is None and match.draw_offer == 0


def test_one_draw_offer_a_turn_also_where_the_other_seat_is_asked_in_between() -> None:
    """Caesar: "Veto?" is answered within the offerer's turn."""
    match = tw.Match("caesar", seed=1)
    while match.view(None).state["phase"] == "place":
        match.play(match.legal[0])
    match.play("lay 1 PRAETOR up")
    match.offer_draw()
    plain = match.position.state
    plain.hand[0, 7] = 1  # a Scout
    match.play("scout CONSUL")
    match.play("no veto")
    assert match.turn == 0
    with pytest.raises(Refused) as refused:
        match.offer_draw()
    assert refused.value.code == "offered"


DEEP: Any = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "ask",
    [
        lambda: tw.Match(None),  # type: ignore[arg-type]
        lambda: tw.Match(["whot"]),  # type: ignore[arg-type]
        lambda: tw.game([]),  # type: ignore[arg-type]
        lambda: tw.game("x" * 100_000),
        lambda: tw.Match.load(None),  # type: ignore[arg-type]
        lambda: tw.Match("whot", nonces="abc"),
        lambda: tw.Match("whot", nonces=5),  # type: ignore[arg-type]
        lambda: tw.Match("whot", seed=10**5000),
        lambda: tw.Match("whot", seats=10**5000),
        lambda: tw.Match("whot", cards_each=DEEP),
        lambda: tw.Match("whot", match_target=10**5000),
        lambda: tw.Match("whot", match_target="9" * 5000),
        lambda: tw.Match("rally", computers=[float("inf")]),
        lambda: tw.Match("rally", computers=[1.5]),
        lambda: tw.Match("rally", computers=[True]),
        lambda: tw.Match("rally", computers={0: 1}),
        lambda: tw.Match("connect_four").play(10**5000),
        lambda: tw.Match("connect_four").play({"drop": DEEP}),
        lambda: tw.Match("connect_four").play("drop a", seat=10**5000),
        lambda: tw.Match("connect_four").play("drop a", version=10**5000),
        lambda: tw.imagine(tw.Match("whot", seed=1).view(0), 1 << 70),
        lambda: tw.imagine(tw.Match("whot", seed=1).view(0), "x"),  # type: ignore[arg-type]
        lambda: tw.imagine(tw.Match("whot", seed=1), 1),  # type: ignore[arg-type]
    ],
)
def test_strange_arguments_get_a_short_sentence(ask: Callable[[], Any]) -> None:
    with pytest.raises(tw.TurnwiseError) as refused:
        ask()
    assert str(refused.value).endswith((".", "?")) and len(str(refused.value)) < 400


@pytest.mark.parametrize("game", tw.all_games(), ids=lambda game: game.name)
@pytest.mark.parametrize(
    "copied",
    [tw.Match.copy, copy.copy, copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))],
    ids=["copy()", "copy.copy", "copy.deepcopy", "pickle"],
)
def test_a_copy_stands_where_the_match_stood_and_goes_on_alike(
    game: Game, copied: Callable[[tw.Match], tw.Match]
) -> None:
    """Everything counts: the state and what stands beside it, the log, what may be taken back, the dice to come."""
    match = tw.Match(game, seed=4)
    for step in range(6):
        match.play(match.legal[step % len(match.legal)])
    before, told = match.fingerprint(), match.view(0).json()
    other = copied(match)
    assert other == match and other is not match
    for step in range(6):
        other.play(other.legal[step % len(other.legal)])
    if game.seats == (2, 2):
        with suppress(Refused):
            other.undo(consent=True)
    assert other != match and (match.fingerprint(), match.view(0).json()) == (before, told)
    for step in range(6):
        match.play(match.legal[step % len(match.legal)])
    if game.seats == (2, 2):
        with suppress(Refused):
            match.undo(consent=True)
    assert other == match and other.save() == match.save() and other.position.pack() == match.position.pack()
    assert other.view(0).json() == match.view(0).json()


def test_matches_are_equal_by_their_fingerprint_and_have_no_hash() -> None:
    one, two, three = (tw.Match("connect_four", seed=seed) for seed in (1, 1, 2))
    assert one == two and one != three and one != "connect_four"
    assert repr(drop(one, "d")) == "<Match of connect_four: 2 seats, version 1, seat 1 on turn>"
    assert one != two
    with pytest.raises(TypeError, match="unhashable"):
        {one}  # noqa: B018


def test_every_entry_of_a_log_has_a_seed_of_its_own() -> None:
    dice = Dice("ab" * 32, ())
    assert len({dice.seed(index) for index in range(2000)}) == 2000
    assert dice.seed(1) != Dice("ab" * 32, ("nonce",)).seed(1)
