"""`turnwise perft | simulate | arena`: count, play many games, let bots compete."""

import argparse
import json
import shlex
import sys
from contextlib import AbstractContextManager, ExitStack, nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turnwise.cli.arguments import Commands, game_arguments, options, seconds, whole
from turnwise.cli.progress import progress_of
from turnwise.games import game
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Speaker, said

if TYPE_CHECKING:
    from turnwise.bots import Budget
    from turnwise.lab.compare import Comparison
    from turnwise.lab.simulate import Plan
    from turnwise.lab.standings import Standings
    from turnwise.lab.study import Study


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
    simulating.add_argument(
        "--data", type=Path, metavar="FILE", help="every game as .csv or .parquet; its seats in FILE-seats"
    )
    simulating.add_argument(
        "--moves", type=Path, metavar="FOLDER", help="every move as .npz, to learn from: what was seen, done and won"
    )
    simulating.add_argument(
        "--report", type=Path, metavar="FILE", help="a page about the game, as .html: fair, long, decided?"
    )
    simulating.add_argument(
        "--pace", type=seconds, default=8.0, metavar="S", help="seconds that people take over a choice (8)"
    )
    simulating.add_argument(
        "--compare",
        nargs=2,
        metavar=("A", "B"),
        help="two sides on the same random numbers: option=a option=b, or two games, or two bots",
    )
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
    parser.add_argument(
        "--limit", type=seconds, default=10.0, metavar="S", help="seconds for a move of an own agent (10)"
    )
    running_arguments(parser)


def running_arguments(parser: argparse.ArgumentParser) -> None:
    """Where a long run is carried out, and whether it continues an earlier one."""
    parser.add_argument("--cores", type=whole(1, 1024), help="games at a time (all cores)")
    parser.add_argument("--on", metavar="ADDRESS", help="play on a Ray cluster: ray, or its address")
    parser.add_argument("--resume", action="store_true", help="go on with the same run where it was stopped or killed")


def quiet(on: str | None) -> AbstractContextManager[Any]:
    """Hides Ray's messages about its nodes."""
    return redirect_stdout(sys.stderr) if on else nullcontext()


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
            if parsed.depth > 8:  # printed after all imports, during which Python may lose a Ctrl-C
                print(speak(said("counting …")), file=sys.stderr, flush=True)
            branches = divide(one, parsed.depth, seats=parsed.seats, seed=parsed.seed, **given)
            while (branch := on_thread(lambda: next(branches, None)).result()) is not None:  # so that Ctrl-C is handled
                action, lines = branch
                total += lines
                progress(total)
                if parsed.divide:
                    print(f"{language.action(action)}: {lines}")
    print(total)
    return 0


def _simulate(parsed: argparse.Namespace) -> int:
    from turnwise.lab.compare import side
    from turnwise.lab.data import can_be_data
    from turnwise.lab.report import can_be_written
    from turnwise.lab.simulate import plan_of

    one, given, bots = game(parsed.game), options(parsed.option), parsed.bots.split(",")
    can_be_written(parsed.report, parsed.data)
    if parsed.report and parsed.report.suffix != ".html":
        raise TurnwiseError(said("A report is a page: name it {file}.", file=f"{parsed.report.stem}.html"))
    chosen: dict[str, Any] = {"seats": parsed.seats, "seed": parsed.seed, "budget": _budget(parsed)}
    if parsed.compare:
        if parsed.data or parsed.json or parsed.moves:
            raise TurnwiseError(said("--compare has a --report, and neither --data nor --moves nor --json."))
        left, right = (side(word, one, bots, given, watch=True, **chosen) for word in parsed.compare)
        return _compare(parsed, (left, right))
    if parsed.data:
        can_be_data(parsed.data)
    wanted: dict[str, Any] = {"rows": bool(parsed.data), "moves": bool(parsed.moves), "watch": bool(parsed.report)}
    plan = plan_of(one, bots=bots, options=given, **wanted, **chosen)
    return _study(parsed, plan)


def _study(parsed: argparse.Namespace, plan: "Plan") -> int:
    """Play, and print, write or draw the result."""
    from turnwise.lab.data import Data
    from turnwise.lab.moves import Moves
    from turnwise.lab.simulate import Part, kept_of, run
    from turnwise.lab.study import Study, skill_of
    from turnwise.lab.told import tell

    one = game(parsed.game)
    speak = speaker(one, parsed.language)
    files: list[Data | Moves] = [Moves(parsed.moves, plan, parsed.resume)] if parsed.moves else []
    files += [Data(parsed.data, plan)] if parsed.data else []

    def each(number: int, part: Part) -> None:
        for file in files:
            file.add(number, part)

    kept = kept_of(plan, parsed.games, parsed.resume)
    with progress_of(speak(said(one.title)), parsed.games, speak) as progress, quiet(parsed.on):
        tally = run(
            plan,
            parsed.games,
            cores=parsed.cores,
            progress=progress,
            limit=parsed.limit,
            on=parsed.on,
            kept=kept,
            each=each,
        )
    finished = tally.games == parsed.games
    for file in files:
        file.close()
    if parsed.json:
        print(json.dumps(tally.summary(), indent=2))
    else:
        tell(tally, parsed.games, speak)
    if parsed.report:
        skill = skill_of(plan, parsed.games, cores=parsed.cores) if finished else None
        _save(Study(plan, tally, parsed.games, skill, parsed.pace), parsed, speak)
    kept.close(finished=finished)  # only now: if writing failed, --resume still works
    return 0 if finished else 130


def _compare(parsed: argparse.Namespace, plans: "tuple[Plan, Plan]") -> int:
    from turnwise.lab.compare import compare
    from turnwise.lab.told import tell_comparison

    one = game(parsed.game)
    speak = speaker(one, parsed.language)
    with ExitStack() as running:

        def written(found: "Comparison") -> None:
            running.close()  # the progress bar ends before anything is printed
            tell_comparison(found, speak)
            if parsed.report:
                _save(found, parsed, speak)

        progress = running.enter_context(progress_of(speak(said(one.title)), parsed.games, speak))
        running.enter_context(quiet(parsed.on))
        found = compare(
            (parsed.compare[0], parsed.compare[1]),
            plans,
            parsed.games,
            cores=parsed.cores,
            progress=progress,
            limit=parsed.limit,
            on=parsed.on,
            resume=parsed.resume,
            written=written,
        )
    return 0 if found.games == parsed.games else 130


def _save(study: "Study | Comparison", parsed: argparse.Namespace, speak: Speaker) -> None:
    from turnwise.draw.show import unwritable

    try:
        study.save(parsed.report, parsed.language)
    except OSError as error:
        raise unwritable(parsed.report, error) from None
    print(speak(said("The report is in {file}.", file=str(parsed.report))), file=sys.stderr)


def _arena(parsed: argparse.Namespace) -> int:
    from turnwise.lab.arena import arena
    from turnwise.lab.report import can_be_written, report, write

    one, given = game(parsed.game), options(parsed.option)
    one.frame(parsed.seats, given)  # unknown options are refused here
    can_be_written(parsed.json, picture=parsed.picture)
    speak = speaker(one, parsed.language)
    with ExitStack() as running:

        def written(standings: "Standings") -> None:
            running.close()  # the progress bar ends before anything is printed
            report(standings, speak)
            write(standings, shlex.join(["turnwise", *parsed.typed]), parsed.json, parsed.picture, speak)

        progress = running.enter_context(progress_of(speak(said(one.title)), parsed.games, speak))
        running.enter_context(quiet(parsed.on))
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
            limit=parsed.limit,
            on=parsed.on,
            keep=True,
            resume=parsed.resume,
            written=written,
            **given,
        )
    return 130 if standings.stopped else 0
