"""A house whose matches are twins of the real ones in what one seat may not know: `python -m tests.web.twin_house SEAT serve …`.

With seat -1 it is the house as it is. All matches have the same secret, so that two houses differ in nothing else. This is how a
test puts another world into a server; no interface of the server can.
"""

import sys
from importlib import import_module
from random import Random
from typing import Any

from turnwise.cli import main
from turnwise.house import table
from turnwise.play import secret
from turnwise.play.match import Match

SECRET = "a1" * 32


class Twin(Match):
    """A match that, right after its set-up, becomes one that `apart` cannot tell from it."""

    apart = -1

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        if self.apart >= 0:
            records = self.game.records
            plains = [record.unpack(data) for record, data in zip(records, self.position.pack(), strict=True)]
            twin = import_module(f"tests.games.{self.game.name}.twins").twin
            others = twin(*plains, self.apart, Random(15))
            packed = [record.pack(plain) for record, plain in zip(records, others, strict=True)]
            self.position.restore(*packed)


if __name__ == "__main__":
    Twin.apart = int(sys.argv[1])
    setattr(table, "Match", Twin)  # noqa: B010  mypy would not let a class be replaced
    secret.fresh = lambda: SECRET
    sys.exit(main(sys.argv[2:]))
