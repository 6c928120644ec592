"""How strong each level is in each game: against the level below, the rule sheet's own player, and chance.

    python -m bench.ladder FOLDER [--game GAME] [--games 400] [--cores 1]     measures, and goes on where it stopped
    python -m bench.ladder FOLDER --bots search:4,search:3 --games 800        more of one pairing
    python -m bench.ladder FOLDER --table                                     prints what it has, as docs/strength.md has it

Each pairing has a file of its own in the folder, which is written after every block of games: Ctrl-C loses one block at most. All
chance comes from the number of a block, and levels are counted in iterations, so the same games come out anywhere. Level 5, which
takes its time at a table, is measured at a fixed number of iterations here, and in fewer games. A level that was changed is
measured anew.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from turnwise.bots import Budget
from turnwise.bots.names import LEVELS, STRONGEST
from turnwise.bots.search import level_of, looks_deep
from turnwise.games import game as game_named
from turnwise.games import ours
from turnwise.kit.game import Game
from turnwise.lab.arena import arena
from turnwise.lab.bout import Bout
from turnwise.lab.shares import Share, share

BLOCK = 20
FEWER = 4
"""Level 5 plays this part of the games."""
NODES, WALKS, TIMES = 250_000, 2_000, 10
"""What level 5 has for a move here: positions of alpha-beta; or walks, so many times as many as level 4, and so many at least."""


@dataclass(frozen=True)
class Pairing:
    """Two bots, the first of which takes one seat and the second all others."""

    game: Game
    first: str
    second: str

    @property
    def seats(self) -> int:
        return max(self.game.seats[0], 2)

    @property
    def full(self) -> bool:
        return self.first == f"search:{STRONGEST}"

    @property
    def terms(self) -> dict[str, Any]:
        """What its results depend on, beside the number of a block."""
        walks = max(TIMES * level_of(self.game, STRONGEST - 1).walks, WALKS)
        limit = (NODES if looks_deep(self.game) else walks) if self.full else None
        levels = [repr(level_of(self.game, int(bot[-1]))) for bot in (self.first, self.second) if bot[-1].isdecimal()]
        facts = {"game": self.game.name, "version": self.game.version, "bots": [self.first, self.second]}
        return facts | {"seats": self.seats, "levels": levels, "iterations": limit, "block": BLOCK}

    def play(self, number: int, cores: int) -> list[dict[str, Any]] | None:
        """A block of games, or nothing if it was stopped."""
        limit = self.terms["iterations"]
        budget = Budget(iterations=limit) if limit else None
        found = arena(
            self.game, [self.first, self.second], BLOCK, seats=self.seats, seed=number, budget=budget, cores=cores
        )
        return None if found.stopped else [self._row(bout) for bout in found.bouts]

    def _row(self, bout: Bout) -> dict[str, Any]:
        """What the first bot got, in which seat, and a name for the game."""
        seed = bout.seed if self.game.chance else 0
        name = blake2b(f"{bout.seating.bots} {seed} {bout.log}".encode(), digest_size=8).hexdigest()
        return {"points": bout.mean_points(0), "seat": bout.seats_of(0)[0], "name": name}


def pairings(game: Game) -> Iterator[Pairing]:
    """The cheap ones first."""
    yield Pairing(game, "search:1", "random")
    for level in LEVELS:
        yield Pairing(game, f"search:{level}", "classic")
        if level > 1:
            yield Pairing(game, f"search:{level}", f"search:{level - 1}")


class Kept:
    """The games of a pairing so far."""

    def __init__(self, folder: Path, pairing: Pairing) -> None:
        name = "-".join((pairing.game.name, pairing.first, pairing.second)).replace(":", "")
        self.pairing, self.file, self.rows = pairing, folder / f"{name}.json", list[dict[str, Any]]()
        if self.file.exists():
            kept = json.loads(self.file.read_text())
            if kept["terms"] == pairing.terms:
                self.rows = kept["rows"]

    def add(self, rows: list[dict[str, Any]]) -> None:
        self.rows += rows
        draft = self.file.with_suffix(".draft")
        draft.write_text(json.dumps({"terms": self.pairing.terms, "rows": self.rows}))
        draft.replace(self.file)

    @property
    def points(self) -> Share:
        return share(sum(row["points"] for row in self.rows), len(self.rows), self.different)

    @property
    def different(self) -> int:
        return len({row["name"] for row in self.rows})

    def __str__(self) -> str:
        if not self.rows:
            return "–"
        told = f"{100 * self.points.share:.1f} % ({100 * self.points.low:.1f} to {100 * self.points.high:.1f})"
        if self.different < len(self.rows):
            return f"{told} in {len(self.rows)}, of which {self.different} differ"
        return f"{told} in {len(self.rows)}"


def measure(folder: Path, games: list[Game], number: int, cores: int, bots: str = "") -> bool:
    """Play what is missing, of all pairings or of one; False if it was stopped."""
    for game in games:
        for pairing in pairings(game):
            if bots not in ("", f"{pairing.first},{pairing.second}"):
                continue
            kept = Kept(folder, pairing)
            wanted = number // FEWER if pairing.full else number
            while len(kept.rows) < wanted:
                rows = pairing.play(len(kept.rows) // BLOCK, cores)
                if rows is None:
                    return False
                kept.add(rows)
                print(f"{game.name}: {pairing.first} against {pairing.second}: {kept}", file=sys.stderr, flush=True)
    return True


def table(folder: Path, games: list[Game]) -> str:
    """Everything that was measured, in Markdown."""
    lines = []
    heads = ["game", *(f"{level} against {level - 1}" for level in LEVELS[1:])]
    for heading, of in (
        (heads, lambda game: [(f"search:{level}", f"search:{level - 1}") for level in LEVELS[1:]]),
        (
            ["game", "1 against `random`", *(f"{level} against `classic`" for level in LEVELS)],
            lambda game: [("search:1", "random"), *((f"search:{level}", "classic") for level in LEVELS)],
        ),
    ):
        lines += [f"| {' | '.join(heading)} |", f"| {' | '.join('---' for _ in heading)} |"]
        for game in games:
            told = [str(Kept(folder, Pairing(game, *pair))) for pair in of(game)]
            seats = max(game.seats[0], 2)
            lines.append(f"| {game.title}{f', {seats} seats' * (seats > 2)} | {' | '.join(told)} |")
        lines.append("")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measures every level of every game, and goes on where it stopped.")
    parser.add_argument("folder", type=Path, help="where results are kept")
    parser.add_argument("--game", action="append", choices=ours(), help="only this one; may be said again")
    parser.add_argument("--games", type=int, default=400, help="a pairing (400; level 5 a quarter of it)")
    parser.add_argument("--bots", default="", help="only this pairing: search:4,search:3")
    parser.add_argument("--cores", type=int, default=1, help="games at a time (1)")
    parser.add_argument("--table", action="store_true", help="only print what was measured")
    parsed = parser.parse_args()
    parsed.folder.mkdir(parents=True, exist_ok=True)
    games = [game_named(name) for name in parsed.game or ours()]
    done = parsed.table or measure(parsed.folder, games, parsed.games, parsed.cores, parsed.bots)
    print(table(parsed.folder, games))
    if not done:
        print("Stopped. The same command goes on from here.", file=sys.stderr)
    return 0 if done else 130


if __name__ == "__main__":
    sys.exit(main())
