"""`turnwise new | dev`: begin a game, and play it while it is written."""

import argparse
import shlex
import sys
from pathlib import Path

from turnwise.cli.arguments import Commands, language_argument, whole
from turnwise.kit.catalogues import speaker
from turnwise.kit.words import Words, said


def add(commands: Commands) -> None:
    beginning = commands.add_parser(
        "new", help="begin a game: a small finished one, in a package of its own, to be changed"
    )
    beginning.add_argument("name", help="what people will type: small letters, digits and _")
    beginning.add_argument("--board", metavar="BOARD", help="8x8 (or 5x6), hex:5, or graph for points and paths (8x8)")
    beginning.add_argument("--cards", action="store_true", help="cards in hidden hands, and tricks")
    beginning.add_argument("--hidden", action="store_true", help="choices that the others don't see")
    where = beginning.add_mutually_exclusive_group()
    where.add_argument("--folder", type=Path, metavar="WHERE", help="a new folder for it (turnwise-NAME)")
    where.add_argument("--inside", action="store_true", help="as one of our own games, in this clone of Turnwise")
    language_argument(beginning)
    beginning.set_defaults(run=_new)

    writing = commands.add_parser(
        "dev", help="play a game while you write it: a page that reloads when a file is saved"
    )
    writing.add_argument("game", help="an installed one: yours, after `pip install -e`")
    writing.add_argument("--port", type=whole(0, 65535), default=8100, help="where the page is (8100; 0 for any)")
    writing.add_argument("--seats", help="who sits where: me,search:3 or me,me,random (you against steady bots)")
    language_argument(writing)
    writing.set_defaults(run=_dev)


def _new(parsed: argparse.Namespace) -> int:
    from turnwise.authors.new import inside, kind_of, package
    from turnwise.terminal.command import command

    say, name = speaker(None, parsed.language), parsed.name
    kind = kind_of(parsed.board, parsed.cards, parsed.hidden)
    if parsed.inside:
        written = inside(name, kind, Path.cwd())
        _tell(say(said("{name} is written, a small finished game. Files:", name=name)), written.folder, written.files)
        print(say(said("What it lacks of our own games is told in docs/adding-a-game.md. Next:")))
        steps = (f"scripts/bless -k {name}", f"scripts/test tests/games/{name}", command("dev", name))
    else:
        written = package(name, kind, parsed.folder)
        _tell(say(said("{name} is written, a small finished game. Files:", name=name)), written.folder, written.files)
        print(say(said("Next:")))
        python, folder = _python(), str(written.folder)
        install = f"{python} -m pip install -e {shlex.quote(f'{folder}[dev]')}"
        steps = (install, command("dev", name), command("check", name, "--evidence", f"{folder}/tests"))
    print(*(f"    {step}" for step in steps), sep="\n")
    return 0


def _dev(parsed: argparse.Namespace) -> int:
    from turnwise.web.dev.serve import serve

    serve(parsed.game, [one.strip() for one in parsed.seats.split(",")] if parsed.seats else [], parsed.port)
    return 0


def _tell(words: Words, folder: Path, files: tuple[Path, ...]) -> None:
    print(words)
    print(*(f"    {file}" for file in sorted(files)), sep="\n")


def _python() -> str:
    """The Python that this program runs in, in the shortest form that can be typed here."""
    program = Path(sys.executable)
    near = program.is_relative_to(Path.cwd())
    return shlex.quote(str(program.relative_to(Path.cwd()) if near else program))
