"""`turnwise completion`: what a shell needs to complete commands, games, bots, options and files."""

import argparse
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from turnwise.cli.arguments import Commands
from turnwise.games import game, game_names, ours
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.options import Choice, Switch

ASKED = "_ARGCOMPLETE"
"""Set by a shell that asks for completions."""


def add(commands: Commands) -> None:
    completing = commands.add_parser("completion", help="print what lets your shell complete commands, games and bots")
    completing.add_argument("shell", choices=("bash", "zsh", "fish"))
    completing.set_defaults(run=_completion)


def _completion(parsed: argparse.Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode(["turnwise"], shell=parsed.shell))
    return 0


def answer(parser: argparse.ArgumentParser) -> None:
    """Answer a shell that asks for completions, and exit; ordinary commands are not slowed down."""
    if ASKED in os.environ:
        import argcomplete

        words: Any = _words  # a function works, whatever the type says
        argcomplete.autocomplete(parser, default_completer=words, always_complete_options="long")


def _words(
    prefix: str, action: argparse.Action, parser: argparse.ArgumentParser, parsed_args: argparse.Namespace
) -> Iterable[str]:
    """The possible values of an argument, by its name; empty if only the user can know."""
    chosen = getattr(parsed_args, "game", None)
    if action.dest == "game":
        return game_names()
    if action.dest == "with_game":
        return ["all", *(name for name in game_names() if name not in ours())]
    if action.dest == "option":
        return _options(chosen, at_a_table=parser.prog.endswith(" play"))
    if action.dest == "bots" or action.dest == "seats" and not action.type:
        whole, comma, _last = prefix.rpartition(",")
        return [whole + comma + name for name in (["me"] if action.dest == "seats" else []) + _bots(chosen)]
    if action.type is Path:
        from argcomplete.completers import FilesCompleter

        return FilesCompleter()(prefix)
    return ()


def _options(chosen: str | None, at_a_table: bool) -> list[str]:
    """The options of the game on the command line, with their values if these are finite."""
    try:
        one = game(chosen or "")
    except TurnwiseError:
        return []
    words = []
    for name, option in {**one.options, **(one.settings if at_a_table else {})}.items():
        values = (
            option.choices if isinstance(option, Choice) else ("on", "off") if isinstance(option, Switch) else ("",)
        )
        words += [f"{name}={value}" for value in values]
    return words


def _bots(chosen: str | None) -> list[str]:
    from turnwise.bots.names import NAMES, names

    try:
        return [*names(game(chosen or ""))]
    except TurnwiseError:
        return [*NAMES]
