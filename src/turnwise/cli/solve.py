"""`turnwise solve`: the value of a small game, and how far a bot is from playing it perfectly."""

import argparse
import json
from pathlib import Path

from turnwise.cli.arguments import Commands, game_arguments, options, whole
from turnwise.cli.progress import progress_of
from turnwise.games import game
from turnwise.kit.catalogues import speaker
from turnwise.kit.words import said


def add(commands: Commands) -> None:
    solving = commands.add_parser("solve", help="find out what a small game is worth, or how good a bot is at it")
    game_arguments(solving)
    solving.add_argument("--bot", help="how much could be gained by somebody who knows this bot")
    solving.add_argument("--target", type=_gain, default=1e-3, help="stop when nobody gains more than this (0.001)")
    solving.add_argument("--iterations", type=whole(1), default=20_000, help="at most (20000)")
    solving.add_argument("--tries", type=whole(1), default=300, help="choices of the bot in each moment (300)")
    solving.add_argument("--worth", choices=("points", "win"), default="points", help="what a game counts (points)")
    solving.add_argument("--json", type=Path, metavar="FILE", help="the strategy, moment by moment")
    solving.set_defaults(run=_solve)


def _gain(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e6:
        raise ValueError
    return value


_gain.__name__ = "number above 0"


def _solve(parsed: argparse.Namespace) -> int:
    from turnwise.lab.report import can_be_written
    from turnwise.lab.solve import exploitability, small_options, solve

    one, given = game(parsed.game), options(parsed.option)
    one.frame(parsed.seats, given)
    can_be_written(parsed.json, None)
    speak = speaker(one, parsed.language)
    if parsed.bot:
        found = exploitability(one, parsed.bot, seats=parsed.seats, tries=parsed.tries, worth=parsed.worth, **given)
    else:
        with progress_of(speak(said(one.title)), None, speak) as progress:
            found = solve(
                one,
                seats=parsed.seats,
                target=parsed.target,
                iterations=parsed.iterations,
                worth=parsed.worth,
                progress=progress,
                **given,
            )
    if added := {name: value for name, value in small_options(one, {}).items() if name not in given}:
        named = ", ".join(f"{name}={value}" for name, value in added.items())
        print(speak(said("With {options}, so that it can be gone through.", options=named)))
    print(
        speak(
            said(
                "{histories} histories, {moments} moments that a seat can tell apart.",
                histories=f"{found.tree.histories:,}",
                moments=f"{len(found.tree.moments):,}",
            )
        )
    )
    for seat, (value, gain) in enumerate(zip(found.values, found.gains, strict=True)):
        template = said("Seat {seat}: worth {value}; somebody who knows the others gains {gain}.", seat=str(seat))
        print(speak(template.given_also(value=f"{value:+.6f}", gain=f"{gain:.6f}")))
    print(speak(said("Exploitability: {number}.", number=f"{found.exploitability:.6f}")))
    if parsed.json:
        rows = {"values": found.values, "gains": found.gains, "moments": found.policy()}
        parsed.json.write_text(json.dumps(rows, indent=1) + "\n")
    return 0
