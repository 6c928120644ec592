"""`turnwise perft | simulate | arena`: count, play many games, let bots meet."""

import argparse
import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turnwise.cli.arguments import Commands, game_arguments, options, seconds, whole
from turnwise.games import game

if TYPE_CHECKING:
    from turnwise.bots import Budget
    from turnwise.lab.simulate import Tally


def add(commands: Commands) -> None:
    counting = commands.add_parser("perft", help="count the lines of play from the start")
    game_arguments(counting)
    counting.add_argument("depth", type=whole(0, 100), help="number of actions in a line")
    counting.add_argument("--divide", action="store_true", help="show the count for each first action")
    counting.set_defaults(run=_perft)

    simulating = commands.add_parser("simulate", help="play many games between bots and sum them up")
    game_arguments(simulating)
    simulating.add_argument("--games", type=whole(1), default=1000, help="how many (1000)")
    simulating.add_argument("--bots", default="random", help="one for all seats, or one a seat: classic,search:3,…")
    _thinking_arguments(simulating)
    simulating.add_argument("--json", action="store_true", help="the summary as JSON")
    simulating.set_defaults(run=_simulate)

    contesting = commands.add_parser("arena", help="let bots play each other: who is stronger, and how sure that is")
    game_arguments(contesting)
    contesting.add_argument(
        "--bots", required=True, help="who plays: search:5,classic,…; who is named twice sits twice"
    )
    contesting.add_argument("--games", type=whole(1), default=100, help="how many, rounded up to whole deals (100)")
    _thinking_arguments(contesting)
    between: Any = {"nargs": "?", "const": True, "default": False, "type": _two_shares, "metavar": "P0,P1"}
    contesting.add_argument("--sprt", **between, help="two bots: stop when sure of a share (fair, and a tenth more)")
    contesting.add_argument("--json", type=Path, metavar="FILE", help="all results and every game")
    contesting.add_argument("--picture", type=Path, metavar="FILE", help="a chart, as .svg or .png")
    contesting.set_defaults(run=_arena)


def _thinking_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--time", type=seconds, metavar="S", help="seconds of processor time a move")
    parser.add_argument("--iterations", type=whole(1), help="the same games on any machine: iterations a move")
    parser.add_argument("--cores", type=whole(1, 1024), help="games at a time (all cores)")


def _budget(parsed: argparse.Namespace) -> "Budget | None":
    from turnwise.bots import Budget

    given = parsed.time, parsed.iterations
    return None if given == (None, None) else Budget(*given, processor=True)


def _two_shares(text: str) -> tuple[float, float]:
    low, high = (float(part) for part in text.split(","))
    return low, high


_two_shares.__name__ = "pair of shares, as 0.5,0.6"


def _perft(parsed: argparse.Namespace) -> int:
    from turnwise.lab.perft import divide
    from turnwise.play.language import Language
    from turnwise.terminal.beside import on_thread

    one = game(parsed.game)
    given = options(parsed.option)
    language = Language(one, one.frame(parsed.seats, given))
    total = 0 if parsed.depth else 1
    if parsed.depth:
        with _progress(one.title, None) as progress:
            if parsed.depth > 8:  # said when nothing is left to be imported: Python may lose a Ctrl-C meanwhile
                print("counting …", file=sys.stderr, flush=True)
            branches = divide(one, parsed.depth, seats=parsed.seats, seed=parsed.seed, **given)
            while (branch := on_thread(lambda: next(branches, None)).result()) is not None:  # so that Ctrl-C is heard
                action, lines = branch
                total += lines
                progress(total)
                if parsed.divide:
                    print(f"{language.action(action)}: {lines}")
    print(total)
    return 0


def _simulate(parsed: argparse.Namespace) -> int:
    from turnwise.lab.simulate import simulate

    one, given = game(parsed.game), options(parsed.option)
    one.frame(parsed.seats, given)  # names that are no options of the game are refused here
    with _progress(one.title, parsed.games) as progress:
        tally = simulate(
            one,
            parsed.games,
            seats=parsed.seats,
            bots=parsed.bots.split(","),
            seed=parsed.seed,
            cores=parsed.cores,
            budget=_budget(parsed),
            progress=progress,
            **given,
        )
    if parsed.json:
        print(json.dumps(tally.summary(), indent=2))
    else:
        _print_tally(tally, parsed.games)
    return 0 if tally.games == parsed.games else 130


def _arena(parsed: argparse.Namespace) -> int:
    from turnwise.lab.arena import arena
    from turnwise.lab.report import can_be_written, report, write

    one, given = game(parsed.game), options(parsed.option)
    one.frame(parsed.seats, given)  # names that are no options of the game are refused here
    can_be_written(parsed.json, parsed.picture)
    with _progress(one.title, parsed.games) as progress:
        standings = arena(
            one,
            parsed.bots.split(","),
            parsed.games,
            budget=_budget(parsed),
            seats=parsed.seats,
            seed=parsed.seed,
            cores=parsed.cores,
            progress=progress,
            sprt=parsed.sprt,
            **given,
        )
    report(standings)
    write(standings, shlex.join(["turnwise", *parsed.typed]), parsed.json, parsed.picture)
    return 130 if standings.stopped else 0


@contextmanager
def _progress(title: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal; elsewhere a line every two seconds."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        said = time.monotonic()

        def say(done: int) -> None:
            nonlocal said
            if time.monotonic() - said > 2:
                said = time.monotonic()
                print(f"{title}: {done:,}" + (f" of {total:,}" if total else ""), file=sys.stderr, flush=True)

        yield say
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(f"{title} (compiling, if this is the first time)", total=total)
        yield lambda done: bar.update(task, completed=done, description=title)


def _print_tally(tally: "Tally", wanted: int) -> None:
    from rich.console import Console
    from rich.table import Table

    from turnwise.lab.report import ORDINALS
    from turnwise.lab.shares import repeated

    summary = tally.summary()
    console = Console(width=None if sys.stdout.isatty() else 120)
    if tally.games < wanted:
        console.print(f"Stopped after {tally.games:,} of {wanted:,} games.")
    table = Table(title=f"{game(tally.game).title}, {tally.games:,} games", title_justify="left")
    for heading in ("seat", "bot", "wins", "95 % interval", *ORDINALS[: tally.seats], "points"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for seat in range(tally.seats):
        share = tally.wins_of(seat)
        table.add_row(
            str(seat),
            tally.bots[seat],
            str(share),
            share.interval,
            *(f"{n / max(tally.games, 1):.1%}" for n in tally.places[seat]),
            f"{summary['mean_points'][seat]:.2f}",
        )
    console.print(table)
    if tally.repeated:
        console.print(repeated(tally.different, tally.games))
    if tally.nobody:
        console.print(f"No winner in {tally.nobody / tally.games:.1%} of the games.")
    turns = summary["turns"]
    console.print(
        f"Turns: {turns['mean']:.1f} on average, median {turns['median']}, {turns['shortest']} to {turns['longest']}; "
        f"{tally.actions / max(tally.games, 1):.1f} actions a game."
    )
    ends = ", ".join(f"{end.replace('_', ' ')} {n / tally.games:.1%}" for end, n in tally.ends.most_common())
    console.print(f"Ends: {ends}." if ends else "No game ended.")
    console.print(f"{summary['games_per_second']:,.0f} games and {summary['actions_per_second']:,.0f} moves a second.")
