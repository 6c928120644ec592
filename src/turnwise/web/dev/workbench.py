"""The author's table: its terms, its sitters, and the log of actions in words, which outlives every version of the
rules.

The game is loaded only in a child process. Another child is kept ready, so that a saved file is seen at once."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from turnwise.bots.names import USUAL
from turnwise.house.work.children import ONE_CORE, ended
from turnwise.web.dev.child import Answer, Ask
from turnwise.web.dev.faults import told_of_silence

CHILD = "turnwise.web.dev.child"
WATCHED = (".py", ".md", ".po", ".json")
EVERY = 0.25
"""Seconds between two checks of the files."""
PATIENCE = 10.0
"""Seconds for one request to the game; a thousand interpreted moves are replayed in one."""
PACE = 0.5
"""Seconds between the actions of bots that play on."""
ME, ANY = "me", "random"
LONGEST_ANSWER = 64 * 1024 * 1024

Entry = tuple[int, str]
Changed = Callable[[], Awaitable[None]]


class Terms(msgspec.Struct, frozen=True):
    """The terms of a match."""

    seats: int | None = None
    seed: int = 0
    options: dict[str, Any] = {}


class Bench:
    """One match of a game that is being written."""

    def __init__(
        self,
        name: str,
        package: str,
        folder: Path,
        sitters: tuple[str, ...],
        changed: Changed,
        *,
        patience: float = PATIENCE,
    ) -> None:
        self.name, self.folder, self._package = name, folder, package
        self.sitters = sitters
        self.terms = Terms(seats=len(sitters) or None)
        self.log: list[Entry] = []
        """Everything that was played, with what was taken back and what the rules no longer allow."""
        self.at = 0
        """How many of its entries are shown."""
        self.loads = 0
        """How often the game was loaded anew because a file had changed."""
        self.playing_on = False
        self._note, self._trouble = "", list[Any]()
        """Why a bot's action was refused, and the faults while it thought."""
        self._changed, self._patience = changed, patience
        self._child: Process | None = None
        self._spare: asyncio.Task[Process] | None = None
        self._asking = asyncio.Lock()
        self._seen = self._files()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self._spare = asyncio.create_task(self._start())
        self._run(self._watch())
        self._run(self._reply())

    async def close(self) -> None:
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._end_child()
        if self._spare:
            await ended(await self._spare)

    def _run(self, work: Awaitable[None]) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What an author can do.

    async def look(self, **eyes: Any) -> Answer:
        """The table as a seat sees it; says so if not all of the log can be played."""
        answer = await self._ask("look", **eyes)
        if "seats" in answer:
            self._seat(answer["seats"])
        return answer | {
            "faults": [*answer.get("faults", ()), *self._trouble],
            "note": self._note,
            "terms": self.terms,
            "length": len(self.log),
            "wanted": self.at,
            "loads": self.loads,
            "sitters": self.sitters,
            "playing_on": self.playing_on,
            "folder": str(self.folder),
        }

    async def act(self, **action: Any) -> Answer:
        """Take an action for a seat; bots answer it."""
        answer = await self._ask("act", **action)
        await self._take(answer)
        if "played" in answer:
            self._run(self._reply())
        return answer

    async def any_action(self) -> Answer:
        """Take any action for the seat on turn; bots answer it."""
        answer = await self._bot(ANY)
        if "played" in answer:
            self._run(self._reply())
        return answer

    async def why(self, **touched: Any) -> Answer:
        """Why a touch does nothing."""
        return await self._ask("why", **touched)

    async def go(self, at: int) -> None:
        """Go to another moment of what was played."""
        self.playing_on, self._note, self._trouble = False, "", []
        self.at = max(0, min(len(self.log), at))
        await self._changed()

    async def restart(self) -> None:
        self.log.clear()
        await self.go(0)
        self._run(self._reply())

    async def begin(self, terms: Terms) -> Answer:
        """A match with other terms, which the game may refuse. The log is replayed as far as possible."""
        before, self.terms = self.terms, terms
        answer = await self._ask("look")
        if "refused" in answer:
            self.terms = before
        await self._changed()
        return answer

    async def play_on(self, on: bool) -> None:
        """Start or stop bots playing for everybody until the end."""
        was, self.playing_on = self.playing_on, on
        if on and not was:
            self._run(self._on())
        await self._changed()

    # Internals.

    def _seat(self, seats: int) -> None:
        """As many sitters as there are seats; additional ones are bots like the last one."""
        known = self.sitters or (ME, USUAL)
        self.sitters = (*known, *[known[-1]] * seats)[:seats]

    async def _take(self, answer: Answer) -> None:
        """Record what was played; it replaces the entries after this point."""
        if "played" not in answer:
            return
        self._note, self._trouble = "", []
        seat, words = answer["played"]
        self.log[answer["at"] :] = [(seat, words)]
        self.at = len(self.log)
        await self._changed()

    async def _bot(self, name: str) -> Answer:
        """Let a bot play for the seat on turn."""
        asked = self.at, self.terms, self.loads
        answer = await self._ask("bot", bot=name)
        if asked != (self.at, self.terms, self.loads):
            return {}  # the author has moved on meanwhile
        await self._take(answer)
        return answer

    async def _reply(self) -> None:
        """Let bots act until it is a person's turn."""
        while (name := await self._sitting()) not in ("", ME) and await self._bot_plays(name):
            pass

    async def _on(self) -> None:
        """Let bots act for everybody; for a person any action will do."""
        while self.playing_on and (name := await self._sitting()):
            if not await self._bot_plays(ANY if name == ME else name):
                break
            await asyncio.sleep(PACE)
        self.playing_on = False
        await self._changed()

    async def _sitting(self) -> str:
        """Who is on turn; empty when the match is over or fails."""
        turn = (await self._ask("look", shape="terminal")).get("turn")
        if turn is None:
            return ""
        return self.sitters[turn] if turn < len(self.sitters) else ME

    async def _bot_plays(self, name: str) -> bool:
        answer = await self._bot(name)
        if "played" in answer:
            return True
        self._note, self._trouble = answer.get("refused", ""), answer.get("faults", [])
        await self._changed()
        return False

    async def _watch(self) -> None:
        """Reload the game whenever one of its files has changed."""
        while True:
            await asyncio.sleep(EVERY)
            now = self._files()
            if now != self._seen:
                self._seen = now
                self.loads += 1
                self._note, self._trouble = "", []
                async with self._asking:
                    await self._end_child()
                await self._changed()

    def _files(self) -> dict[Path, tuple[int, int]]:
        found = {}
        for file in self.folder.rglob("*"):
            with suppress(OSError):  # it may be gone again
                if file.suffix in WATCHED:
                    facts = file.stat()
                    found[file] = facts.st_mtime_ns, facts.st_size
        return found

    async def _ask(self, do: str, **more: Any) -> Answer:
        """Ask the child, starting one if there is none. What was taken back is not played."""
        terms = self.terms
        ask = Ask(do, seats=terms.seats, seed=terms.seed, options=terms.options, log=self.log[: self.at], **more)
        async with self._asking:
            child = self._child = self._child or await self._next()
            assert child.stdin and child.stdout
            try:
                child.stdin.write(msgspec.json.encode(ask) + b"\n")
                await child.stdin.drain()
                line = await child.stdout.readline()
            except (ConnectionError, BrokenPipeError):
                line = b""
            if line.startswith(b"{"):
                answer: Answer = msgspec.json.decode(line)
                return answer
            rest = (line + await child.stdout.read()).decode(errors="replace")
            await self._end_child()
            return {"faults": [told_of_silence("While the game was asked", rest, self._patience, self.folder)]}

    async def _next(self) -> Process:
        """The child that is ready; another is started for the next time."""
        waiting, self._spare = self._spare or asyncio.create_task(self._start()), None
        child = await waiting
        self._spare = asyncio.create_task(self._start())
        return child

    async def _start(self) -> Process:
        around = {**os.environ, **ONE_CORE, "TURNWISE_INTERPRET": "1"}
        command = [sys.executable, "-m", CHILD, self._package, self.name, str(self.folder), str(self._patience)]
        return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=around, limit=LONGEST_ANSWER)

    async def _end_child(self) -> None:
        if self._child:
            await ended(self._child)
            self._child = None
