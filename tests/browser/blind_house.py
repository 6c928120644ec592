"""A house in which a game can't be drawn: `python -m tests.browser.blind_house GAME serve …`, as an author's look that fails."""

import sys

from turnwise.cli import main
from turnwise.games import game


def failing(view: object) -> None:
    raise ZeroDivisionError


if __name__ == "__main__":
    game(sys.argv[1]).module("look").look = failing  # type: ignore[attr-defined]
    sys.exit(main(sys.argv[2:]))
