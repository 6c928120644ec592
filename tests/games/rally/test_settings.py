"""What a table of Rally sets: the time for an answer, at a table of the house and in the terminal."""

from pathlib import Path

import pytest

from tests.games.rally.picture import QUIZ
from tests.house.parlour import Parlour, looked
from tests.house.town import live
from tests.law import law
from tests.terminal.quiet import played
from turnwise.house.tables.clock import Control
from turnwise.house.tables.items import Absence, Terms
from turnwise.play import secret
from turnwise.play.match import Match

SECOND = 1000


def asked(match: Match) -> bool:
    return match.turn is not None and "no answer" in map(str, match.legal)


def walk_to_a_question(match: Match) -> int:
    """What the computer player would do next, until it is asked."""
    turn = match.turn
    assert turn is not None and match.version < 200
    return match.position.redacted(turn).advice(turn, match.version)


@law("R38", "setting question_seconds")
@pytest.mark.parametrize("clock", [Control(), Control("move", 300)], ids=["no clock", "clock"])
@pytest.mark.parametrize("absence", ["move", "forfeit"])
def test_an_answer_that_is_late_counts_as_wrong(
    clock: Control, absence: Absence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secret, "fresh", lambda: secret.small(3))

    @live
    async def play() -> None:
        parlour = Parlour()
        ann, ben = await parlour.guests("Ann", "Ben")
        settings = {"question_seconds": 20}
        terms = Terms("rally", 2, {"board": QUIZ}, clock=clock, absence=absence, settings=settings)
        id = await parlour.table(terms, ann, ben)
        table, timers = parlour.house.loaded[id].table, parlour.house.timers
        match = table.match
        assert match
        while not asked(match):
            await parlour.act(id, match.turn or 0, walk_to_a_question(match))
        seat, version, spent = match.turn or 0, match.version, table.clock.remaining(match.turn or 0, parlour.at)
        assert timers.due == {id: parlour.at + 20 * SECOND} and spent == 20 * SECOND
        told = (await looked(parlour.house, id, ben))["clock"]
        assert told["running"] == seat and told["left"][1 - seat] == (300 * SECOND if clock.seconds else None)
        parlour.at += 20 * SECOND - 1
        await timers.ring()
        assert match.version == version
        parlour.at += 1
        await timers.ring()
        assert (match.log[version].seat, str(match.language.action(match.log[version].action))) == (seat, "no answer")
        assert match.outcome is None and seat not in match.left, "the answer is lost, not the match"

    play()


@live
async def test_without_the_setting_a_question_may_take_its_time() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(Terms("rally", 2, {"board": QUIZ}), ann, ben)
    match = parlour.house.loaded[id].table.match
    assert match
    while not asked(match):
        await parlour.act(id, match.turn or 0, walk_to_a_question(match))
    assert parlour.house.timers.due == {} and "clock" not in await looked(parlour.house, id, ann)


@law("R38")
@pytest.mark.parametrize(("took", "answer"), [(10.5, "no answer"), (9.5, "answer 1")])
def test_at_the_terminal_an_answer_is_late_too(tmp_path: Path, took: float, answer: str) -> None:
    """The next time somebody looks at the clock it is so much later."""
    times = iter([0.0, took])
    match = Match("rally", seats=2, seed=3, compiled=False, board=QUIZ, settings={"question_seconds": 10})
    while not asked(match):
        match.play(walk_to_a_question(match))
    version = match.version
    heard = played(tmp_path, match, "me,me", "1\n", now=lambda: next(times))
    assert str(match.language.action(match.log[version].action)) == answer
    assert ("Time is up." in heard) == (answer == "no answer")
