"""`turnwise play | resume`: a table in the terminal."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from turnwise.cli.arguments import Commands, language_argument, options, seconds
from turnwise.games import game_names

if TYPE_CHECKING:
    from turnwise.terminal.start import Wishes


def add(commands: Commands) -> None:
    playing = commands.add_parser("play", help="play at this terminal: against bots, or with people at one keyboard")
    playing.add_argument("game", nargs="?", help=f"{', '.join(game_names())}; without it a menu asks")
    playing.add_argument("--seats", help="who sits where: me,search:3 or me:Ann,me:Ben,classic")
    playing.add_argument("--seed", type=int, help="seed of all chance; without it nobody can foresee the dice")
    playing.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game or of its table"
    )
    _table_arguments(playing)
    playing.set_defaults(run=_play)

    resuming = commands.add_parser("resume", help="go on with an unfinished match")
    resuming.add_argument(
        "file", type=Path, nargs="?", help="its file; without it the latest, or a list to choose from"
    )
    _table_arguments(resuming)
    resuming.set_defaults(run=_resume)


def _table_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help="pure text line by line, for pipes and screen readers")
    parser.add_argument("--pace", type=seconds, metavar="S", help="seconds before each action of a bot (0.8)")
    parser.add_argument("--time", type=seconds, metavar="S", help="seconds that a bot may think about a move")
    language_argument(parser)


def _play(parsed: argparse.Namespace) -> int:
    from turnwise.terminal.start import play

    return play(parsed.game, parsed.seats and parsed.seats.split(","), _wishes(parsed, parsed.seed, parsed.option))


def _resume(parsed: argparse.Namespace) -> int:
    from turnwise.terminal.start import resume

    return resume(parsed.file, _wishes(parsed, None, []))


def _wishes(parsed: argparse.Namespace, seed: int | None, pairs: list[str]) -> "Wishes":
    from turnwise.terminal.start import Wishes

    return Wishes(parsed.plain, parsed.pace, parsed.time, seed, options(pairs), parsed.language)
