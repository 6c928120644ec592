"""Lines of code of each game: law, words, look and hints, without blanks, comments and docstrings.

    python -m scripts.lines [game …]

The law is `rules.py` and the chapters that it imports; the words are `notation.py` and what it imports beyond that, the look is
`look.py` or `look/`, the hints are `hints.py`. What else a folder has (coach, levels, settings, openings, a contract of its own) is apart.
"""

import ast
import io
import sys
import tokenize
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from turnwise.games import all_games
from turnwise.kit.bind import law_files
from turnwise.kit.game import Game

NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


class Lines(NamedTuple):
    """How long a game is."""

    law: int
    words: int
    look: int
    hints: int

    @property
    def together(self) -> int:
        return sum(self)


def lines_in(source: str) -> int:
    """Lines that hold code."""
    texts = (
        range(node.lineno, (node.end_lineno or node.lineno) + 1)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    )
    code = {
        line
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(code.difference(*texts))


def lines_of(game: Game) -> Lines:
    """The lines of one game, each file counted once."""
    law = set(law_files(game.package, ["rules"]))
    hints = set(law_files(game.package, ["hints"])) - law
    looks = {file for file in game.folder.rglob("*.py") if file.parent.name == "look" or file.name.startswith("look")}
    words = set(law_files(game.package, ["notation"])) - law - hints - looks
    return Lines(*map(_together, (law, words, looks, hints)))


def _together(files: Iterable[Path]) -> int:
    return sum(lines_in(file.read_text()) for file in files)


def main(names: list[str]) -> None:
    print(f"{'':18} {'law':>5} {'words':>6} {'look':>5} {'hints':>6} {'all':>6}")
    for game in all_games():
        if not names or game.name in names:
            found = lines_of(game)
            print(f"{game.name:18} {found.law:5} {found.words:6} {found.look:5} {found.hints:6} {found.together:6}")


if __name__ == "__main__":
    main(sys.argv[1:])
