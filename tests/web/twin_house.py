"""A house whose matches become twins of the real ones in what one seat may not know, after some of their entries:
`python -m tests.web.twin_house SEAT ENTRIES serve …`.

With seat -1 it is the house as it is. All matches have the same secret, so that two houses differ in nothing else. This is how a
test puts another world into a server; no interface of the server can.
"""

import sys
from importlib import import_module
from random import Random
from typing import Any

from turnwise.cli import main
from turnwise.house import past, table
from turnwise.play import secret, transcript
from turnwise.play.match import Match
from turnwise.web import rehearsal

SECRET = "a1" * 32


class Twin(Match):
    """A match that, when its log has `after` entries, becomes one that the seat `apart` cannot tell from it."""

    apart, after = -1, 0

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._part()

    def play(self, *arguments: Any, **more: Any) -> None:
        super().play(*arguments, **more)
        self._part()

    def _part(self) -> None:
        if self.apart >= 0 and self.version == self.after:
            records = self.game.records
            plains = [record.unpack(data) for record, data in zip(records, self.position.pack(), strict=True)]
            twin = import_module(f"tests.games.{self.game.name}.twins").twin
            others = twin(*plains, self.apart, Random(15))
            packed = [record.pack(plain) for record, plain in zip(records, others, strict=True)]
            self.position.restore(*packed)
            self.position.reseed(plains[0].seed)  # the dice are the same; what they fall on is not


class TwinMoment(Twin, transcript.Moment):
    """Its past."""


if __name__ == "__main__":
    Twin.apart, Twin.after = int(sys.argv[1]), int(sys.argv[2])
    for module, name, kind in (
        (table, "Match", Twin),
        (transcript, "Match", Twin),
        (transcript, "Moment", TwinMoment),
        (past, "Moment", TwinMoment),
        (rehearsal, "Match", Twin),
    ):  # wherever a match is begun or played again
        setattr(module, name, kind)
    secret.fresh = lambda: SECRET
    sys.exit(main(sys.argv[3:]))
