"""`turnwise perft | simulate | arena`: count, play many games, let bots meet."""

import argparse
import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turnwise.cli.arguments import Commands, game_arguments, options, seconds, whole
from turnwise.cli.progress import progress_of
from turnwise.games import game
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game
from turnwise.kit.words import Said, Speaker, Words, row, said

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
    speak = speaker(one, parsed.language)
    language = Language(one, one.frame(parsed.seats, given))
    total = 0 if parsed.depth else 1
    if parsed.depth:
        with progress_of(speak(said(one.title)), None, speak) as progress:
            if parsed.depth > 8:  # said when nothing is left to be imported: Python may lose a Ctrl-C meanwhile
                print(speak(said("counting …")), file=sys.stderr, flush=True)
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
    speak = speaker(one, parsed.language)
    with progress_of(speak(said(one.title)), parsed.games, speak) as progress:
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
        _print_tally(tally, parsed.games, speak)
    return 0 if tally.games == parsed.games else 130


def _arena(parsed: argparse.Namespace) -> int:
    from turnwise.lab.arena import arena
    from turnwise.lab.report import can_be_written, report, write

    one, given = game(parsed.game), options(parsed.option)
    one.frame(parsed.seats, given)  # names that are no options of the game are refused here
    can_be_written(parsed.json, parsed.picture)
    speak = speaker(one, parsed.language)
    with progress_of(speak(said(one.title)), parsed.games, speak) as progress:
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
    report(standings, speak)
    write(standings, shlex.join(["turnwise", *parsed.typed]), parsed.json, parsed.picture, speak)
    return 130 if standings.stopped else 0


def _print_tally(tally: "Tally", wanted: int, speak: Speaker) -> None:
    from rich.console import Console
    from rich.table import Table

    from turnwise.lab.report import BOT, INTERVAL, ORDINALS, POINTS, WINS
    from turnwise.lab.shares import repeated
    from turnwise.lab.standings import games_played

    summary = tally.summary()
    console = Console(width=None if sys.stdout.isatty() else 120)
    played, one = f"{tally.games:,}", game(tally.game)
    if tally.games < wanted:
        console.print(speak(said("Stopped after {number} of {planned} games.", number=played, planned=f"{wanted:,}")))
    headline = row([said(one.title), games_played(tally.games)], ", ")
    table = Table(title=speak(headline), title_justify="left")
    for heading in (said("seat"), BOT, WINS, INTERVAL, *ORDINALS[: tally.seats], POINTS):
        table.add_column(speak(heading), justify="left" if heading == BOT else "right")
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
        console.print(speak(repeated(tally.different, tally.games)))
    if tally.nobody:
        nobody = f"{tally.nobody / tally.games:.1%}"
        console.print(speak(said("No winner in {share} of the games.", share=nobody)))
    turns = summary["turns"]
    console.print(
        speak(
            said(
                "Turns: {mean} on average, median {median}, {shortest} to {longest}; {actions} actions a game.",
                mean=f"{turns['mean']:.1f}",
                median=turns["median"],
                shortest=turns["shortest"],
                longest=turns["longest"],
                actions=f"{tally.actions / max(tally.games, 1):.1f}",
            )
        )
    )
    ends = ", ".join(f"{speak(_end(one, end))} {n / tally.games:.1%}" for end, n in tally.ends.most_common())
    console.print(speak(said("Ends: {ends}.", ends=ends) if ends else said("No game ended.")))
    speed = said(
        "{games} games and {moves} moves a second.",
        games=f"{summary['games_per_second']:,.0f}",
        moves=f"{summary['actions_per_second']:,.0f}",
    )
    console.print(speak(speed))


def _end(one: Game, end: str) -> Words:
    """Why games were over, in words; those of the code where the sentence needs more of the game than is counted."""
    words: Words = one.notation.ENDS[one.rules.End[end.upper()]]
    return end.replace("_", " ") if isinstance(words, Said) and words.fields else words
