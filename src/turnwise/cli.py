"""The command line: `turnwise serve | admin | play | resume | games | perft | simulate | arena | show | replay | verify`."""

import argparse
import json
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turnwise.bots.names import names
from turnwise.games import GAMES, game, games
from turnwise.kit.errors import BadOption, TurnwiseError

if TYPE_CHECKING:
    from turnwise.bots import Budget
    from turnwise.lab.simulate import Tally
    from turnwise.terminal.start import Wishes


def main(arguments: Sequence[str] | None = None) -> int:
    parsed = _parser().parse_args(arguments)
    parsed.typed = sys.argv[1:] if arguments is None else [*arguments]
    run: Callable[[argparse.Namespace], int] = parsed.run
    try:
        return run(parsed)
    except TurnwiseError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="turnwise", description="A home for turn-based tabletop games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    listing = commands.add_parser("games", help="the games, their seats and options")
    listing.add_argument("game", nargs="?", help="one of them, with all its options")
    listing.add_argument("--json", action="store_true", help="facts as JSON")
    listing.set_defaults(run=_games)

    counting = commands.add_parser("perft", help="count the lines of play from the start")
    _game_arguments(counting)
    counting.add_argument("depth", type=_whole(0, 100), help="number of actions in a line")
    counting.add_argument("--divide", action="store_true", help="show the count for each first action")
    counting.set_defaults(run=_perft)

    simulating = commands.add_parser("simulate", help="play many games between bots and sum them up")
    _game_arguments(simulating)
    simulating.add_argument("--games", type=_whole(1), default=1000, help="how many (1000)")
    simulating.add_argument("--bots", default="random", help="one for all seats, or one a seat: classic,search:3,…")
    _thinking_arguments(simulating)
    simulating.add_argument("--json", action="store_true", help="the summary as JSON")
    simulating.set_defaults(run=_simulate)

    contesting = commands.add_parser("arena", help="let bots play each other: who is stronger, and how sure that is")
    _game_arguments(contesting)
    contesting.add_argument(
        "--bots", required=True, help="who plays: search:5,classic,…; who is named twice sits twice"
    )
    contesting.add_argument("--games", type=_whole(1), default=100, help="how many, rounded up to whole deals (100)")
    _thinking_arguments(contesting)
    between: Any = {"nargs": "?", "const": True, "default": False, "type": _two_shares, "metavar": "P0,P1"}
    contesting.add_argument("--sprt", **between, help="two bots: stop when sure of a share (fair, and a tenth more)")
    contesting.add_argument("--json", type=Path, metavar="FILE", help="all results and every game")
    contesting.add_argument("--picture", type=Path, metavar="FILE", help="a chart, as .svg or .png")
    contesting.set_defaults(run=_arena)

    showing = commands.add_parser("show", help="draw a table: in the terminal, as SVG or as PNG")
    _game_arguments(showing)
    showing.add_argument(
        "--transcript", type=Path, metavar="FILE", help="of a match; without it, the start of a new one"
    )
    showing.add_argument("--ply", type=_whole(0), help="after that many entries of the transcript (all)")
    showing.add_argument("--seat", type=_whole(0), help="as this seat sees it (a spectator)")
    showing.add_argument("--theme", choices=("light", "dark"), help="(dark in a terminal, light in a file)")
    showing.add_argument("-o", "--output", type=Path, metavar="FILE", help="board.svg or board.png")
    showing.set_defaults(run=_show, seed=None)

    replaying = commands.add_parser("replay", help="tell a match from its transcript")
    replaying.add_argument("file", type=Path)
    replaying.set_defaults(run=_replay)

    playing = commands.add_parser("play", help="play at this terminal: against bots, or with people at one keyboard")
    playing.add_argument("game", nargs="?", help=f"{', '.join(GAMES)}; without it a menu asks")
    playing.add_argument("--seats", help="who sits where: me,search:3 or me:Ann,me:Ben,classic")
    playing.add_argument("--seed", type=int, help="seed of all chance; without it nobody can foresee the dice")
    playing.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    _table_arguments(playing)
    playing.set_defaults(run=_play)

    resuming = commands.add_parser("resume", help="go on with an unfinished match")
    resuming.add_argument(
        "file", type=Path, nargs="?", help="its file; without it the latest, or a list to choose from"
    )
    _table_arguments(resuming)
    resuming.set_defaults(run=_resume)

    serving = commands.add_parser("serve", help="open a house: tables over HTTP and WebSocket")
    serving.add_argument("--port", type=_whole(0, 65535), default=8000, help="where it listens (8000; 0 for any)")
    serving.add_argument("--data", type=Path, metavar="FOLDER", help="where its records are kept")
    serving.add_argument("--lan", action="store_true", help="let phones in the same network in; shows a QR code")
    serving.add_argument(
        "--pace", type=_seconds, default=1.0, metavar="N", help="scales every wait of bots (1; 0: none)"
    )
    serving.add_argument("--workers", type=_whole(1, 64), default=1, help="processes that bots think in (1)")
    serving.add_argument(
        "--no-limits", action="store_true", help="no limits on how often somebody asks; for load tests"
    )
    serving.add_argument(
        "--address", default="", metavar="URL", help="where people find it, if a proxy stands before it"
    )
    serving.add_argument("--hooks-nearby", action="store_true", help="notices may go to addresses in the local network")
    serving.set_defaults(run=_serve)

    _admin_arguments(commands.add_parser("admin", help="look after a house: its tables, people, reports, backups"))

    verifying = commands.add_parser("verify", help="check a finished match: its dice, its moves, its result")
    verifying.add_argument("file", type=Path)
    verifying.add_argument("--commitment", help="what was published when the match began; without it, compare by eye")
    verifying.set_defaults(run=_verify)
    return parser


def _admin_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="where the house keeps its records")
    orders = parser.add_subparsers(required=True, metavar="ORDER", dest="order")
    tables = orders.add_parser("tables", help="the tables, also those that are not listed")
    tables.add_argument("status", nargs="?", choices=("lobby", "running", "over"), default="running")
    orders.add_parser("people", help="accounts and guests")
    orders.add_parser("reports", help="what people have reported")
    for name, said in (("end", "end a table without a result"), ("hide", "show a table only to those who sit there")):
        orders.add_parser(name, help=said).add_argument("table", help="its id")
    for name, said in (
        ("backup", "copy all records into a file, while the house is open or not"),
        ("restore", "put a backup in the place of the records of a closed house"),
    ):
        orders.add_parser(name, help=said).add_argument("file", type=Path)
    parser.set_defaults(run=_admin)


def _game_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=", ".join(GAMES))
    parser.add_argument("--seats", type=_whole(1), help="number of seats")
    parser.add_argument("--seed", type=int, default=0, help="seed of all chance (0)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")


def _thinking_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--time", type=_seconds, metavar="S", help="seconds of processor time a move")
    parser.add_argument("--iterations", type=_whole(1), help="the same games on any machine: iterations a move")
    parser.add_argument("--cores", type=_whole(1, 1024), help="games at a time (all cores)")


def _budget(parsed: argparse.Namespace) -> "Budget | None":
    from turnwise.bots import Budget

    given = parsed.time, parsed.iterations
    return None if given == (None, None) else Budget(*given, processor=True)


def _table_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help="pure text line by line, for pipes and screen readers")
    parser.add_argument("--pace", type=_seconds, metavar="S", help="seconds before each action of a bot (0.8)")
    parser.add_argument("--time", type=_seconds, metavar="S", help="seconds that a bot may think about a move")


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 3600:
        raise ValueError
    return value


_seconds.__name__ = "number of seconds from 0 to 3600"


def _whole(low: int, high: int = 10**12) -> Callable[[str], int]:
    def read(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise ValueError
        return value

    read.__name__ = f"whole number from {low} to {high}"
    return read


def _two_shares(text: str) -> tuple[float, float]:
    low, high = (float(part) for part in text.split(","))
    return low, high


_two_shares.__name__ = "pair of shares, as 0.5,0.6"


def _options(pairs: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise BadOption(f"An option is name=value, not '{pair}'.")
        found[name.strip()] = value.strip()
    return found


def _games(parsed: argparse.Namespace) -> int:
    chosen = [game(parsed.game)] if parsed.game else games()
    if parsed.json:
        print(json.dumps([_facts(one) for one in chosen], indent=2))
        return 0
    for one in chosen:
        low, high = one.seats
        facts = [f"{low} seats" if low == high else f"{low} to {high} seats"]
        facts += ["hidden information"] * one.hidden + ["chance"] * one.chance
        print(f"{one.name:13} {one.title}: {one.summary}\n{'':13} {', '.join(facts)}")
        if parsed.game:
            print(f"    bots: {', '.join(names(one))}")
            for name, option in one.options.items():
                default = option.accept(option.default)
                shown = "" if isinstance(default, dict) else f" [{_shown(default)}]"
                print(f"    {name:20} {option.values()}{shown}\n{'':25}{option.help}")
    return 0


def _shown(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _facts(one: Any) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "summary": one.summary,
        "version": one.version,
        "seats": one.seats,
        "hidden": one.hidden,
        "chance": one.chance,
        "longest": one.longest(one.seats[1]),
        "bots": list(names(one)),
        "options": {
            name: {
                **option.facts(),
                "values": option.values(),
                "default": option.accept(option.default),
                "help": option.help,
            }
            for name, option in one.options.items()
        },
    }


def _perft(parsed: argparse.Namespace) -> int:
    from turnwise.lab.perft import divide
    from turnwise.play.language import Language
    from turnwise.terminal.beside import on_thread

    one = game(parsed.game)
    given = _options(parsed.option)
    language = Language(one, one.frame(parsed.seats, given))
    total = 0 if parsed.depth else 1
    if parsed.depth:
        if parsed.depth > 8:
            print("counting …", file=sys.stderr, flush=True)
        with _progress(one.title, None) as progress:
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

    one, given = game(parsed.game), _options(parsed.option)
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

    one, given = game(parsed.game), _options(parsed.option)
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


def _text(file: Path) -> str:
    """The text of a file that a user named."""
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        raise TurnwiseError(f"{file} is no text in UTF-8.") from None
    except (OSError, ValueError) as error:
        raise TurnwiseError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}.") from None


def _show(parsed: argparse.Namespace) -> int:
    from turnwise.draw import picture
    from turnwise.draw.show import kind, save, say, seen
    from turnwise.play.match import Match

    one, given = game(parsed.game), _options(parsed.option)
    if parsed.output:
        kind(parsed.output)  # a name that cannot be is refused before anything is drawn
    if parsed.transcript:
        if given or parsed.seats is not None or parsed.seed is not None:
            raise TurnwiseError(
                "--seats, --seed and --option are for a new match; those of this one stand in its transcript."
            )
        view = seen(one, _text(parsed.transcript), parsed.ply, parsed.seat)
    else:
        if parsed.ply:
            raise TurnwiseError("--ply counts the entries of a transcript: name one with --transcript.")
        one.frame(parsed.seats, given)  # names that are no options of the game are refused here
        view = Match(one, seats=parsed.seats, seed=parsed.seed or 0, **given).view(parsed.seat)
    drawn = picture(view)
    if parsed.output:
        save(drawn, parsed.output, parsed.theme)
        print(f"{parsed.output}: {drawn.words}")
    else:
        say(drawn, parsed.theme)
    return 0


def _replay(parsed: argparse.Namespace) -> int:
    from turnwise.play.match import Match
    from turnwise.play.transcript import read

    text = _text(parsed.file)
    transcript = read(text)
    one = game(transcript.headers["game"])
    if transcript.for_player:
        print(f"{one.title}, as {transcript.headers['saved for']} saw it while it ran")
        for row in transcript.lines:
            print(f"{row.number:4}  seat {row.seat}: {row.words}")
        return 0
    match = Match.load(text)
    print(f"{one.title}, {match.seats} seats")
    if match.outcome is None:
        print("The match is running; only what everybody may know is told.")
    for number, line in enumerate(match.view(None).lines):
        print(f"{number:4}  {f'seat {line.seat}: ' if number else ''}{line.words}")
        for event in line.events:
            print(f"      {event['text']}")
    print(match.outcome or f"Seat {match.turn} is to act.")
    return 0


def _play(parsed: argparse.Namespace) -> int:
    from turnwise.terminal.start import play

    return play(parsed.game, parsed.seats and parsed.seats.split(","), _wishes(parsed, parsed.seed, parsed.option))


def _serve(parsed: argparse.Namespace) -> int:
    from turnwise.terminal.saves import home
    from turnwise.web.serve import Settings, serve

    serve(
        parsed.data or home() / "house",
        Settings(
            port=parsed.port,
            lan=parsed.lan,
            limited=not parsed.no_limits,
            pace=parsed.pace,
            workers=parsed.workers,
            address=parsed.address,
            hooks_nearby=parsed.hooks_nearby,
        ),
    )
    return 0


def _admin(parsed: argparse.Namespace) -> int:
    from turnwise.terminal.saves import home
    from turnwise.web.admin import run

    run(parsed.data or home() / "house", parsed)
    return 0


def _resume(parsed: argparse.Namespace) -> int:
    from turnwise.terminal.start import resume

    return resume(parsed.file, _wishes(parsed, None, []))


def _wishes(parsed: argparse.Namespace, seed: int | None, pairs: list[str]) -> "Wishes":
    from turnwise.terminal.start import Wishes

    return Wishes(parsed.plain, parsed.pace, parsed.time, seed, _options(pairs))


def _verify(parsed: argparse.Namespace) -> int:
    from turnwise.play.transcript import verified

    match = verified(_text(parsed.file))
    if parsed.commitment and parsed.commitment.strip().lower() != match.commitment:
        raise TurnwiseError("The commitment that you gave is not this match's: it was published with other dice.")
    print(f"Verified: {len(match.log)} entries replay to the same end, and the secret fits the commitment.")
    if not parsed.commitment:
        print(f"Compare the commitment with what was published at the start: {match.commitment}")
    for nonce in match.nonces:
        print(f"Mixed in from a seat: {nonce}")
    if match.secret.startswith("seed "):
        print("The seed is a small one, for local play: anybody could have guessed it.")
    print(f"Result: {match.outcome}.")
    return 0
