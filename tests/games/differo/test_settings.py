"""What a table of Differo sets for its computers: how long the levels that look ahead may think."""

from pathlib import Path

import pytest

from tests.contract.cases import walk
from tests.games.differo.test_search import CASE
from tests.house.heads import Head, until, with_head
from tests.house.parlour import Parlour
from tests.house.town import live
from tests.law import law
from turnwise.bots import Budget, Thought, bot
from turnwise.bots.manners import seconds_of
from turnwise.house.items import Terms
from turnwise.play.match import Match
from turnwise.terminal.saves import Keeper
from turnwise.terminal.sitters import Sitter
from turnwise.terminal.table import Table


@law("D32")
@pytest.mark.parametrize("name", ["search:2", "search:3", "search:4", "search:5", "classic"])
def test_a_level_that_looks_ahead_is_given_its_time_and_answers_when_it_is_ready(name: str) -> None:
    @live
    async def play() -> None:
        parlour = Parlour()
        head = with_head(parlour.house, Head(lambda task: Thought(first)))
        ann, *_ = await parlour.guests("Ann")
        ids = [
            await parlour.table(Terms("differo", 2, settings=settings), f"bot:{name}", ann)
            for settings in ({}, {"bot_seconds": 60})
        ]
        match = parlour.house.places[ids[0]].table.match
        assert match
        first = match.legal[0].id
        await until(lambda: all(parlour.house.places[id].table.version for id in ids))
        of_time = name in ("search:5", "classic")
        assert [task.seconds for task in head.asked] == ([seconds_of(name)] * 2 if of_time else [10, 60])

    play()


@law("D32")
def test_at_the_limit_the_best_move_of_the_last_complete_depth_is_played() -> None:
    """The fourth level searches a little of its sixth ply, and plays what it knew after the fifth."""
    start = next(walk(CASE, 1, compiled=True)).position.redacted(0)
    whole = {plies: bot("search:4").think(start, 0, seed=1, budget=Budget(iterations=n)) for plies, n in DEPTHS.items()}
    print(whole)


DEPTHS: dict[int, int] = {}


@law("D32")
def test_at_the_terminal_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Budget | None] = []

    class Listening:
        def think(self, *known: object, budget: Budget | None, **more: object) -> Thought:
            given.append(budget)
            return Thought(0)

    monkeypatch.setattr("turnwise.terminal.table.bot", lambda name: Listening())
    match = Match("differo", seed=1, compiled=False, settings={"bot_seconds": 20})
    for name in ("search:3", "search:5"):
        table = Table(match, [Sitter("Bot", name), Sitter("Ann")], keeper=Keeper(tmp_path / f"{name}.table"))
        table.thinking(0)(lambda: False)
        table.close()
    assert given == [Budget(seconds=20), None]
