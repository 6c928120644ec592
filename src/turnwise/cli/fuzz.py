"""`turnwise fuzz`: search for faults in a game. It is for authors, so it speaks English."""

import argparse
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from turnwise.cli.arguments import Commands, game_arguments, options, whole
from turnwise.cli.lab import quiet, running_arguments
from turnwise.cli.progress import progress_of
from turnwise.draw.show import unwritable
from turnwise.games import game
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import ENGLISH

if TYPE_CHECKING:
    from turnwise.proofs.fuzz import Find


def add(commands: Commands) -> None:
    fuzzing = commands.add_parser("fuzz", help="look for crashes, dead ends, endless games, unfair refusals and leaks")
    game_arguments(fuzzing, "an option of the game (without any, mixtures of all)")
    fuzzing.add_argument("--games", type=whole(1), default=200, help="how many (200)")
    fuzzing.add_argument(
        "--into",
        type=Path,
        default=Path("finds"),
        metavar="FOLDER",
        help="where transcripts of finds are written (finds)",
    )
    fuzzing.add_argument(
        "--evidence", type=Path, metavar="FOLDER", help="what is kept for the proofs, above all twins.py"
    )
    running_arguments(fuzzing)
    fuzzing.set_defaults(run=_fuzz)


def _fuzz(parsed: argparse.Namespace) -> int:
    from turnwise.lab.work import in_order
    from turnwise.proofs.cases import Evidence
    from turnwise.proofs.fuzz import Fuzz

    one, given = game(parsed.game), options(parsed.option)
    one.frame(parsed.seats, given)  # unknown options are refused here
    if parsed.evidence and not parsed.evidence.is_dir():
        raise TurnwiseError(f"{parsed.evidence} is no folder.")
    there = next(one for one in (parsed.into, *parsed.into.absolute().parents) if one.exists())
    if not there.is_dir():
        raise TurnwiseError(f"{there} is no folder.")
    if not os.access(there, os.W_OK):
        raise TurnwiseError(f"Nothing can be written into {there}.")
    folder = parsed.evidence.resolve() if parsed.evidence else None
    work = Fuzz(one.name, parsed.seed, Evidence(folder), parsed.seats, given)
    kept, finds, actions, games = work.kept(parsed.resume), [], 0, 0
    cores = min(parsed.cores or os.cpu_count() or 1, parsed.games)
    stopped = False
    with progress_of(one.title, parsed.games, ENGLISH) as progress, quiet(parsed.on):
        parts = in_order(work, parsed.games, cores=cores, on=parsed.on, kept=kept, progress=progress)
        try:
            with closing(parts):
                for _, part in parts:
                    games, actions = games + 1, actions + part.actions
                    finds += part.finds
        except KeyboardInterrupt:
            stopped = True
    if stopped:
        print(f"Stopped after {games:,} of {parsed.games:,} games. The same command with --resume goes on.")
    found = _report(one.name, games, actions, finds, parsed.into)
    kept.close(finished=not stopped)  # only now: finds that could not be written can still be had with --resume
    return found or (130 if stopped else 0)


def _report(name: str, games: int, actions: int, finds: list["Find"], into: Path) -> int:
    """Print each fault once with its shortest game, and write that to a file."""
    played = f"{games:,} games, {actions:,} actions: "
    if not finds:
        print(f"{played}nothing found.")
        return 0
    faults: dict[tuple[str, str], list[Find]] = {}
    for find in finds:
        faults.setdefault(find.same, []).append(find)
    print(f"{played}{len(faults)} {'faults' if len(faults) > 1 else 'fault'} in {len(finds)} games.")
    for number, same in enumerate(faults.values(), 1):
        find = min(same, key=lambda one: one.actions)
        given = "".join(f" --option {option}={value}" for option, value in find.options.items())
        print(f"\n{number}. {find.kind.replace('_', ' ')}, in {len(same)} games (game {find.number}): {find.sentence}")
        print(f"   {find.seats} seats{given}, after {find.actions} actions")
        if find.transcript:
            file = into / f"{name}-{find.kind}-{number}.txt"
            try:
                into.mkdir(parents=True, exist_ok=True)
                file.write_text(find.transcript, "utf-8")
            except OSError as error:
                raise unwritable(file, error) from None
            print(f"   turnwise show {name} --transcript {file}")
    sys.stdout.flush()
    return 1
