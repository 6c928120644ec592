"""The command line, a file for each group of commands. Thin: the work is done in the rooms below."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from turnwise import __version__
from turnwise.cli import authors, check, completion, fuzz, games, house, lab, match, solve, table
from turnwise.cli.arguments import language_argument
from turnwise.games import NotInstalled, recorded
from turnwise.kit.bind import law_files
from turnwise.kit.catalogues import speaker, users_language
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.faults import Fault, from_compiler
from turnwise.kit.words import Words, said


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        parser = _parser()
    except NotInstalled as error:
        print(error, file=sys.stderr)
        return 2
    completion.answer(parser)
    parsed = parser.parse_args(arguments)
    parsed.typed = sys.argv[1:] if arguments is None else [*arguments]
    parsed.language = getattr(parsed, "language", None) or users_language()
    run: Callable[[argparse.Namespace], int] = parsed.run
    try:
        code = run(parsed)
        if sys.stdout:  # a closed stream is None
            sys.stdout.flush()  # not at exit, where a closed pipe could not be reported
        return code
    except TurnwiseError as error:
        _complain(parsed, error.sentence)
        return 2
    except BrokenPipeError:  # the reader of our output has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        _complain(parsed, said("Stopped."))
        return 130
    except Exception as error:
        if fault := _of_the_rules(parsed, error):
            _complain(parsed, fault.sentence)
            return 2
        raise


def _of_the_rules(parsed: argparse.Namespace, error: Exception) -> Fault | None:
    """The compiler's complaint about the rules of a game, with the line of its author's file."""
    about = recorded(getattr(parsed, "game", None) or "")
    return None if about.missing else from_compiler(error, law_files(about.package))


def _complain(parsed: argparse.Namespace, words: Words) -> None:
    """Print in the user's language what has gone wrong."""
    about = recorded(getattr(parsed, "game", None) or "")
    print(speaker(about, parsed.language)(words), file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="turnwise", description="A home for turn-based tabletop games.")
    parser.add_argument("--version", action="version", version=f"turnwise {__version__}")
    language_argument(parser)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for group in (table, house, games, authors, check, fuzz, lab, solve, match, completion):
        group.add(commands)
    return parser
