"""What a table of Differo sets for its computers: how long the levels that look ahead may think."""

from pathlib import Path
from random import Random

import pytest

from tests.house.heads import Head, until, with_head
from tests.house.parlour import Parlour
from tests.house.town import live
from tests.law import law
from turnwise.bots import Budget, Thought, bot
from turnwise.house.tables.items import Terms
from turnwise.house.tables.seated_bots import longest
from turnwise.play.match import Match
from turnwise.terminal.saves import Keeper
from turnwise.terminal.sitters import Sitter
from turnwise.terminal.table import Table


@law("D32", "setting bot_seconds")
@pytest.mark.parametrize("name", ["search:2", "search:3", "search:4", "search:5", "classic"])
def test_a_level_that_looks_ahead_is_given_its_time_and_answers_when_it_is_ready(name: str) -> None:
    @live
    async def play() -> None:
        parlour = Parlour()
        first = Match("differo", seed=1, compiled=False).legal[0].id
        head = with_head(parlour.house, Head(lambda task: Thought(first)))
        ann, *_ = await parlour.guests("Ann")
        ids = [
            await parlour.table(Terms("differo", 2, settings=settings), f"bot:{name}", ann)
            for settings in ({}, {"bot_seconds": 60})
        ]
        await until(lambda: all(parlour.house.loaded[id].table.version for id in ids))
        of_time = name in ("search:5", "classic")
        assert [task.seconds for task in head.asked] == ([longest(name)] * 2 if of_time else [10, 60])

    play()


@law("D32")
def test_at_the_limit_the_best_move_of_the_last_complete_depth_is_played() -> None:
    """The third ply would bring another move to light, and has, before it is searched to its end."""
    match, chance = Match("differo", seed=1, compiled=False), Random(5)
    for _ in range(12):
        match.play(chance.choice(match.legal))
    seat = match.turn
    assert seat is not None

    def thought(name: str, positions: int) -> Thought:
        return bot(name, match.game).think(match.view(seat).position, seat, seed=1, budget=Budget(iterations=positions))

    cut, whole = thought("search:4", 450), thought("search:4", 700)
    assert cut.effort and whole.effort and (cut.effort.depth, whole.effort.depth) == (2, 3)
    assert cut.action == thought("search:4", 100).action != whole.action


@law("D32")
def test_at_the_terminal_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Budget | None] = []

    class Listening:
        def think(self, *known: object, budget: Budget | None, **more: object) -> Thought:
            given.append(budget)
            return Thought(0)

    monkeypatch.setattr("turnwise.terminal.table.bot", lambda name, game: Listening())
    match = Match("differo", seed=1, compiled=False, settings={"bot_seconds": 20})
    for name in ("search:3", "search:5"):
        table = Table(match, [Sitter("Bot", name), Sitter("Ann")], keeper=Keeper(tmp_path / f"{name}.table"))
        table.thinking(0)(lambda: False)
        table.close()
    assert given == [Budget(seconds=20), None]
