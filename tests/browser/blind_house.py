"""A house in which a game can't be drawn for a while, as with an author's look that fails at some moments:
`python -m tests.browser.blind_house GAME FIRST LAST serve …`, from one version of a match to another."""

import sys
from typing import Any

from turnwise.cli import main
from turnwise.games import game


def blind(name: str, first: int, last: int) -> None:
    module: Any = game(name).module("look")
    seen = module.look

    def look(view: Any) -> Any:
        if first <= view.version <= last:
            raise ZeroDivisionError
        return seen(view)

    module.look = look


if __name__ == "__main__":
    blind(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    sys.exit(main(sys.argv[4:]))
