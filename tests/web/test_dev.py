"""The author's table without a page: files change on the disk, and the match goes on as far as the rules allow."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from turnwise.web.dev.workbench import Bench, Terms

RULES = '''
"""Heap: take one or two; who takes the last one wins."""

from turnwise.kit import OWNER, act, actions, ends, event, events, options, reasons, record, say, small, switch, whole

VERSION, SEATS, CHANCE = 1, (2, 3), False
OPTIONS = options(start=whole(3, 30, default=9, help="How many there are."), kind=switch(True, "Nothing."))
Do = actions(take=act("Take {number}", number=range(1, 4)))
Reason = reasons(TOO_MANY="There are not so many left.")
End = ends(LAST="the last one is taken")
Event = events(took=event("seat number", "{seat} takes {number}."))
State = record(OPTIONS, heap=small(), mine=small(3, see=OWNER), winner=small())


def longest(seats, options):
    return options["start"]


def setup(s):
    s.heap = s.start
    s.turns = 1


def check_take(s, number):
    return Reason.TOO_MANY if number > s.heap else 0


def take(s, seat, number, tell):
    s.heap -= number
    s.mine[seat] += number
    say(tell, Event.TOOK, seat, number)
    if s.heap == 0:
        s.winner = seat
        s.over = End.LAST
    else:
        s.turn = (seat + 1) % s.seats
        s.turns += 1
'''
Story = Callable[["Table"], Coroutine[Any, Any, None]]


class Table:
    """A bench with a game of its own on the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.news = folder, asyncio.Event()
        self.bench = Bench("heap", folder.name, folder, ("me", "me"), self._changed, patience=2)

    async def _changed(self) -> None:
        self.news.set()

    def write(self, old: str, new: str, file: str = "rules.py") -> None:
        """Save a file with other words in it."""
        before = (self.folder / file).read_text() if (self.folder / file).exists() else ""
        assert old in before
        (self.folder / file).write_text(before.replace(old, new, 1) if old else new)

    async def saved(self, old: str, new: str, file: str = "rules.py") -> dict[str, Any]:
        """Save a file; how the table stands when the game has been loaded again."""
        loads = self.bench.loads
        self.write(old, new, file)
        while self.bench.loads == loads:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 20)
        return await self.look()

    async def look(self, seat: int | None = -1) -> dict[str, Any]:
        return await self.bench.look(seat=seat)

    async def takes(self, *numbers: int) -> None:
        for number in numbers:
            assert "played" in await self.bench.act(seat=-1, action=number - 1)


@pytest.fixture
def at_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Story], None]:
    folder = tmp_path / "heap_of_ann"
    folder.mkdir()
    (folder / "__init__.py").write_text('"""Heap: take one or two."""\n')
    (folder / "rules.py").write_text(RULES)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))

    @asynccontextmanager
    async def opened() -> AsyncIterator[Table]:
        table = Table(folder)
        await table.bench.open()
        try:
            yield table
        finally:
            await table.bench.close()

    def run(story: Story) -> None:
        async def told() -> None:
            async with opened() as table:
                await story(table)

        asyncio.run(told())

    return run


def test_a_saved_file_is_loaded_and_the_position_stays(at_table: Callable[[Story], None]) -> None:
    async def story(table: Table) -> None:
        await table.takes(2, 1)
        before = await table.look()
        assert before["at"] == 2 and before["faults"] == [] and before["entries"][1]["told"] == ["Seat 0 takes 2."]
        now = await table.saved("{seat} takes {number}.", "{seat} grabs {number}.")
        assert now["at"] == 2 and now["stopped"] is None and now["entries"][1]["told"] == ["Seat 0 grabs 2."]
        assert now["picture"]["things"] and "Seat 0" in now["text"] and now["status"] == "Seat 0 is to move."

    at_table(story)


def test_what_cannot_be_loaded_is_told_with_file_and_line_and_the_log_waits(at_table: Callable[[Story], None]) -> None:
    async def story(table: Table) -> None:
        await table.takes(2, 1)
        rules = str(table.folder / "rules.py")
        [fault] = (await table.saved("VERSION, SEATS", "VERSION = = SEATS"))["faults"]
        assert fault["said"] == "Python can't read this: invalid syntax." and (fault["file"], fault["line"]) == (
            rules,
            6,
        )
        assert next(line["text"] for line in fault["code"] if line["here"]).startswith("VERSION = = SEATS")
        [fault] = (await table.saved("VERSION = = SEATS", "import no_such_module\nVERSION, SEATS"))["faults"]
        assert "No module named 'no_such_module'" in fault["said"] and fault["line"] == 6
        now = await table.saved("import no_such_module\n", "")
        assert now["faults"] == [] and now["at"] == 2

    at_table(story)


def test_from_the_move_on_that_the_rules_do_not_allow_the_rest_waits(at_table: Callable[[Story], None]) -> None:
    async def story(table: Table) -> None:
        await table.takes(2, 3, 1)
        now = await table.saved("if number > s.heap", "if number > min(s.heap, 2)")
        assert now["at"] == 1 and now["wanted"] == now["length"] == 3 and now["faults"] == []
        assert now["stopped"] == {"ply": 2, "seat": 1, "words": "take 3", "why": "There are not so many left."}
        assert now["picture"]["version"] == 1 and [words for _, _, words in now["moves"]] == ["take 1", "take 2"]
        again = await table.saved("min(s.heap, 2)", "s.heap")
        assert again["at"] == 3 and again["stopped"] is None
        await table.saved("if number > s.heap", "if number > min(s.heap, 2)")
        await table.takes(1)  # another way on: what waited is gone
        now = await table.look()
        assert (now["at"], now["length"], table.bench.log[1]) == (2, 2, (1, "take 1"))

    at_table(story)


def test_a_rule_that_raises_and_one_that_never_ends_leave_the_table_where_it_was(
    at_table: Callable[[Story], None],
) -> None:
    async def story(table: Table) -> None:
        await table.takes(1, 1)
        now = await table.saved("    s.heap -= number\n", "    s.heap -= number // (s.heap - 8)\n")
        assert now["at"] == 1 and now["stopped"]["ply"] == 2 and now["picture"]["version"] == 1
        [fault] = now["faults"]
        assert fault["said"].startswith("ZeroDivisionError") and fault["doing"] == "While move 2 is played: take 1"
        line = (table.folder / "rules.py").read_text().split("\n").index("    s.heap -= number // (s.heap - 8)") + 1
        assert (fault["file"], fault["line"]) == (str(table.folder / "rules.py"), line)
        await table.saved(" // (s.heap - 8)", "")
        [fault] = (await table.saved("    s.mine[seat] += number", "    while s.heap:\n        s.mine[seat] = 1"))[
            "faults"
        ]
        assert "no answer for 2 seconds" in fault["said"] and fault["file"].endswith("rules.py")
        assert fault["line"] in (line + 1, line + 2)
        now = await table.saved("    while s.heap:\n        s.mine[seat] = 1", "    s.mine[seat] += number")
        assert now["faults"] == [] and now["at"] == 2
        refused = await table.bench.act(seat=1, action=0)
        assert refused["refused"] == "It is not your turn."

    at_table(story)


def test_a_look_that_raises_leaves_everything_else_standing(at_table: Callable[[Story], None]) -> None:
    async def story(table: Table) -> None:
        await table.takes(1)
        now = await table.saved("", "def look(view):\n    return view.nothing\n", "look.py")
        assert [fault["said"] for fault in now["faults"]] == [
            "AttributeError: 'View' object has no attribute 'nothing'"
        ] * 2
        assert {(fault["file"], fault["line"]) for fault in now["faults"]} == {(str(table.folder / "look.py"), 2)}
        assert "picture" not in now and now["at"] == 1 and len(now["moves"]) == 3 and len(now["entries"]) == 2

    at_table(story)


def test_the_record_tells_every_field_its_audience_and_what_a_seat_sees(at_table: Callable[[Story], None]) -> None:
    async def story(table: Table) -> None:
        await table.takes(2, 3)
        record = {field["name"]: field for field in (await table.look(1))["record"]}
        assert record["heap"] == {"name": "heap", "home": "", "see": "all", "value": "4"}
        assert record["mine"] == {
            "name": "mine",
            "home": "",
            "see": "owner",
            "value": "[2, 3, 0]",
            "seen": "[-1, 3, -1]",
        }
        assert record["seed"]["see"] == "nobody" and record["seed"]["seen"] == "-1" and record["start"]["value"] == "9"
        assert {field["name"]: field for field in (await table.look(None))["record"]}["mine"]["seen"] == "[-1, -1, -1]"

    at_table(story)


def test_terms_can_be_changed_and_what_was_played_is_played_again(at_table: Callable[[Story], None]) -> None:
    async def story(table: Table) -> None:
        await table.takes(2, 3)
        assert "refused" not in await table.bench.begin(Terms(seats=3, seed=4, options={"start": "12", "kind": False}))
        now = await table.look()
        assert now["at"] == 2 and now["turn"] == 2 and now["sitters"] == ("me", "me", "me") and "heap" in now["text"]
        assert [(one["name"], one["value"]) for one in now["facts"]["options"]] == [("start", 12), ("kind", False)]
        refused = await table.bench.begin(Terms(seats=3, options={"start": "99"}))
        assert refused["refused"] == "Option 'start' must be 3 to 30, not '99'." and (await table.look())["turn"] == 2
        assert "for 2 to 3 seats, not 9" in (await table.bench.begin(Terms(seats=9)))["refused"]

    at_table(story)


def test_bots_answer_play_on_and_say_what_is_wrong_with_them(at_table: Callable[[Story], None]) -> None:
    async def story(table: Table) -> None:
        bench = table.bench
        bench.sitters = ("me", "random")
        await table.takes(1)
        while bench.at < 2:
            await table.news.wait()
            table.news.clear()
        assert bench.log[1][0] == 1
        await bench.go(0)
        assert (await table.look())["length"] == 2 and (await table.look())["at"] == 0
        await bench.play_on(True)
        while (await table.look())["turn"] is not None:
            table.news.clear()
            await asyncio.wait_for(table.news.wait(), 20)
        over = await table.look()
        assert "wins: the last one is taken." in over["status"] and over["moves"] == []
        await bench.restart()
        bench.sitters = ("me", "nobody")
        await table.takes(1)
        while not (now := await table.look())["note"]:
            await table.news.wait()
            table.news.clear()
        assert now["note"].startswith("There is no bot 'nobody'.") and now["at"] == 1

    at_table(story)
