"""A house whose matches become twins of the real ones in what one seat may not know, after some of their entries:
`python -m tests.web.twin_house SEAT {"GAME": ENTRIES} serve …`.

With the seat `none` it is the house as it is. All matches have the same secret, so that two houses differ in nothing else. This is how a
test puts another world into a server; no interface of the server can.
"""

import json
import sys

from tests.twins import SECRET, Twin
from turnwise.cli import main
from turnwise.house.services import past
from turnwise.house.tables import table
from turnwise.play import secret, transcript
from turnwise.web.serving import rehearsal

AFTER: dict[str, int] = {}
"""Of which game after how many entries."""


class HouseTwin(Twin):
    """Of any of these games."""

    def _part(self) -> None:
        if self.game.name in AFTER:
            self.after = AFTER[self.game.name]
            super()._part()


class TwinMoment(HouseTwin, transcript.Moment):
    """Its past."""


if __name__ == "__main__":
    Twin.apart = None if sys.argv[1] == "none" else int(sys.argv[1])
    AFTER |= json.loads(sys.argv[2])
    for module, name, kind in (
        (table, "Match", HouseTwin),
        (transcript, "Match", HouseTwin),
        (transcript, "Moment", TwinMoment),
        (past, "Moment", TwinMoment),
        (rehearsal, "Match", HouseTwin),
    ):  # wherever a match is begun or played again
        setattr(module, name, kind)
    secret.fresh = lambda: SECRET
    sys.exit(main(sys.argv[3:]))
