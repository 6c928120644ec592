"""Tables of every game as they were kept: whatever we change, each still becomes what it was.

`corpus/GAME-VERSION-KIND.jsonl` is the log of a table, item by item, and last what it comes to. `scripts/bless` writes what is missing
for a game's VERSION and never what is there: to raise VERSION is the only way to another one. The older ones stay; they
are tables that can be read and not be played on.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.house.opened import opened as opened_store
from tests.house.town import live
from turnwise.games import game, ours
from turnwise.house.house import House
from turnwise.house.store import migrations
from turnwise.house.tables import dice, items, playing, seating
from turnwise.house.tables.clock import Control
from turnwise.house.tables.held_requests import follows, hold
from turnwise.house.tables.items import AnyItem, Terms
from turnwise.house.tables.table import Table
from turnwise.kit.errors import Refused
from turnwise.play.entry import Special
from turnwise.play.transcript import of_match, verified

CORPUS = Path(__file__).parent / "corpus"
BLESS = os.environ.get("TURNWISE_BLESS") == "1"
PEOPLE = ("ann", "ben", "carl", "dora")
OPENED_AT = 1_794_800_000_000
RUNNING, ENOUGH = 25, 400
"""Actions of a running table, and of a finished one before everybody resigns."""


class Kept:
    """A table that writes its log down as it goes on."""

    def __init__(self, terms: Terms, begins: items.Begins = "host") -> None:
        self.table, self.log, self.at = Table("corpus"), list[AnyItem](), OPENED_AT
        self.happen([seating.opened(terms, "ann", self.at, begins=begins)])

    def happen(self, happened: Sequence[AnyItem]) -> None:
        for item in (kept := list(happened)):
            self.table.fold(item)
            self.log.append(item)
            if item is kept[-1]:
                kept += follows(self.table, self.at, 0)
        self.at += 1_000

    def turns(self, most: int, chance: Random | None = None) -> None:
        """Let the classic players go on, or chance."""
        for _ in range(most):
            match, seat = self.table.match, self.table.turn
            if match is None or seat is None:
                return
            who = "" if self.table.bot_of(seat) else self.table.sitters[seat]
            known = match.position.redacted(seat)
            action = chance.choice(known.legal(seat)) if chance else known.advice(seat, match.version)
            self.happen(playing.act(self.table, who, seat, [action], match.version, f"k{match.version}", self.at))

    def take_back(self) -> None:
        """Ask for an undo where the game has one, and let everybody agree."""
        seat = self.table.playing[0]
        with suppress(Refused):
            self.happen(playing.ask(self.table, self.table.sitters[seat], seat, "undo", self.at))
            for other in list(self.table.waiting_for):
                who = self.table.sitters[other]
                self.happen(playing.answer(self.table, who, other, "undo", True, self.at))

    def offer_a_draw(self) -> None:
        seat = self.table.playing[0]
        with suppress(Refused):
            self.happen(playing.special(self.table, self.table.sitters[seat], seat, Special.OFFER_DRAW, self.at))

    def resign(self, seat: int) -> None:
        self.happen(playing.special(self.table, self.table.sitters[seat], seat, Special.LEAVE, self.at))


def finished(name: str) -> Kept:
    """People, talk, an undo, a draw that nobody takes, somebody who leaves for good; ratings and a rematch."""
    seats = min(max(3, game(name).seats[0]), game(name).seats[1])
    kept = Kept(Terms(name, seats, title="An evening", seating="chosen", rated=True))
    table = kept.table
    kept.happen(seating.invite(table, "ann", "eve", kept.at))
    for seat, who in enumerate(PEOPLE[:seats]):
        kept.happen(seating.sit(table, who, seats - 1 - seat, kept.at))
        kept.happen(dice.give(table, who, f"the luck of {who} alone", table.seal, kept.at))
    kept.happen(seating.get_up(table, "ben", seats - 2, kept.at))
    kept.happen(seating.sit(table, "ben", seats - 2, kept.at))
    kept.happen(playing.talk(table, "ann", "players", "Good luck “all” ♣", kept.at))
    kept.happen(seating.start(table, "ann", kept.at))
    kept.turns(6)
    kept.take_back()
    kept.turns(9)
    kept.offer_a_draw()
    kept.turns(2)
    kept.happen(playing.talk(table, "eve", "watchers", "who wins?", kept.at))
    kept.happen(playing.mute(table, "ann", "eve", True, kept.at))
    if seats > 2 and table.match and not table.match.outcome:
        kept.resign(table.playing[-1])
    kept.turns(ENOUGH)
    while table.status != "over":
        kept.resign(table.playing[0])
    kept.happen([items.Valued(kept.at, "", [0.0] * seats, [1.5] * seats)])
    kept.happen(playing.ask(table, "ann", seats - 1, "rematch", kept.at))
    kept.happen([items.Followed(kept.at, "", "next")])
    return kept


def running(name: str) -> Kept:
    """One that has not come to its end by chance."""
    matches = (by_chance(name, Random(seed)) for seed in range(100))
    return next(kept for kept in matches if kept.table.status == "running")


def by_chance(name: str, chance: Random) -> Kept:
    """A clock, bots, somebody away and back, a house that was closed meanwhile, and a request that nobody has answered."""
    seats = min(max(2, game(name).seats[0]), game(name).seats[1])
    clock = Control("game", 3600, 5)
    kept = Kept(Terms(name, seats, access="private", clock=clock, absence="bot", stand_in="greedy"))
    table = kept.table
    for who in PEOPLE[: max(2, seats - 1)]:
        kept.happen(seating.sit(table, who, None, kept.at))
    while not all(table.sitters):
        kept.happen(seating.add_bot(table, "ann", None, "search:1", kept.at))
    kept.happen(seating.start(table, "ann", kept.at))
    kept.turns(5, chance)
    if table.status == "running":
        kept.happen(playing.walk_away(table, "ben", 1, kept.at))
    kept.turns(5, chance)
    if table.status == "running":
        kept.happen(playing.come_back(table, "ben", 1, kept.at))
    kept.happen([items.Resumed(kept.at, ""), items.Noticed(kept.at, "", 0, 3), items.Hid(kept.at, "")])
    kept.turns(RUNNING - 10, chance)
    seat = table.playing[0]
    with suppress(Refused):
        kept.happen(playing.ask(table, table.sitters[seat], seat, "undo", kept.at))
    return kept


def early(name: str) -> Kept:
    """A table that begins by itself: seats are changed, and something is held that turns out to be impossible."""
    seats = max(2, game(name).seats[0])
    kept = Kept(Terms(name, seats, access="link"), begins="early")
    table = kept.table
    for who in PEOPLE[:seats]:
        kept.happen(seating.sit(table, who, None, kept.at))
    kept.happen(seating.change_seats(table, "ben", 0, "swap", kept.at))
    for seat in (1, 0):
        kept.happen(hold(table, table.sitters[seat], seat, [{"sing": seat}], f"k{seat}", kept.at))
    kept.turns(8)
    return kept


KINDS: dict[str, Callable[[str], Kept]] = {"finished": finished, "running": running, "early": early}


def comes_to(table: Table) -> dict[str, Any]:
    """What a log is folded into, in the words of today's code but not of its pictures or sentences."""
    match, clock = table.match, table.clock
    told = {
        "n": table.n,
        "status": table.status,
        "host": table.host,
        "sitters": table.sitters,
        "away": {str(seat): bot for seat, bot in table.away.items()},
        "asking": table.asking and [table.asking.for_, table.asking.seat],
        "muted": sorted(table.muted),
        "hidden": table.hidden,
        "held": sorted(table.held),
        "players": table.players,
        "followed": table.followed,
        "commitment": table.commitment,
        "clock": [clock.left, clock.running, clock.due],
        "talk": [said.text for _, said in table.talk],
        "versions": list(table.versions),
    }
    if match:
        places = list(match.outcome.places) if match.outcome else None
        told |= {"fingerprint": match.fingerprint(), "turn": match.turn, "places": places, "left": sorted(match.left)}
    return told


def file_of(name: str, kind: str) -> Path:
    return CORPUS / f"{name}-{game(name).version}-{kind}.jsonl"


def read(file: Path) -> tuple[list[bytes], dict[str, Any]]:
    *log, last = file.read_bytes().splitlines()
    return log, json.loads(last)


def folded(log: Sequence[bytes]) -> Table:
    table = Table("corpus")
    for line in log:
        table.fold(items.decode(line))
    return table


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ours())
def test_a_table_that_was_kept_becomes_what_it_was(name: str, kind: str) -> None:
    file = file_of(name, kind)
    if BLESS and not file.exists():
        kept = KINDS[kind](name)
        lines = [*map(items.encode, kept.log), msgspec.json.encode(comes_to(kept.table))]
        file.write_bytes(b"\n".join(lines) + b"\n")
    assert file.exists(), f"there is none for this VERSION of {name}; write it with scripts/bless"
    log, told = read(file)
    table = folded(log)
    assert json.loads(json.dumps(comes_to(table))) == told, (
        "old tables become something else now: raise VERSION if that is meant"
    )
    assert table.match
    if told["status"] == "over":
        assert verified(of_match(table.match)).fingerprint() == told["fingerprint"]
    assert [items.encode(items.decode(line)) for line in log] == log, "what was kept is kept in the same words"


@pytest.mark.parametrize("file", sorted(CORPUS.glob("*.jsonl")), ids=lambda file: file.stem)
def test_a_table_of_other_rules_can_be_read_and_says_why_it_does_not_go_on(file: Path) -> None:
    """Those that were written before VERSION was raised; and the present ones, as if it had been."""
    log, told = read(file)
    kept = [
        msgspec.structs.replace(item, version=0) if isinstance(item, items.Started) else item for item in decoded(log)
    ]
    table = folded([items.encode(item) for item in kept])
    assert table.match is None and str(table.outdated).endswith("It can't go on here.")
    assert (table.n, table.sitters, table.host) == (told["n"], told["sitters"], told["host"])
    assert [said.text for _, said in table.talk] == told["talk"]
    with pytest.raises(Refused) as refused:
        playing.act(table, "ann", 0, [0], None, "", OPENED_AT)
    assert refused.value.code == "old_rules"


def decoded(log: Sequence[bytes]) -> list[AnyItem]:
    return [items.decode(line) for line in log]


@live
async def test_a_file_of_the_first_schema_with_all_these_tables_opens_with_a_copy_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, files = tmp_path / "house.sqlite", sorted(CORPUS.glob("*.jsonl"))
    with monkeypatch.context() as patch, closing(sqlite3.connect(path)) as first, first:
        patch.setattr(migrations, "STEPS", migrations.STEPS[:1])
        migrations.migrate(first, path)
        for file in files:
            log, _ = read(file)
            rows = [(f"table {file.stem}", at, item) for at, item in enumerate(log)]
            first.executemany("INSERT INTO log VALUES (?, ?, ?)", rows)
    later = [*migrations.STEPS, ["ALTER TABLE doc ADD COLUMN colour TEXT"]]
    monkeypatch.setattr(migrations, "STEPS", later)
    async with opened_store(path) as store:
        house = House(store, now=lambda: OPENED_AT + 10_000_000, thinkers=0)
        for file in files:
            _, told = read(file)
            table = (await house.find(file.stem, None)).table
            assert list(table.versions)[: told["n"]] == told["versions"]
            if table.match:
                assert table.match.fingerprint() == told["fingerprint"]
        await house.close()
    before = path.with_name(f"house.before-{len(later)}.sqlite")
    assert migrations.check(before) == [] == migrations.check(path)
    with closing(migrations.open_to_read(before)) as copy:
        assert migrations.version(copy, before) == 1
        (kept,) = copy.execute("SELECT count(DISTINCT name) FROM log").fetchone()
    assert kept == len(files) >= len(KINDS) * len(ours())
