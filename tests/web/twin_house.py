"""A house whose matches become twins of the real ones in what one seat may not know, after some of their entries:
`python -m tests.web.twin_house SEAT ENTRIES serve …`.

With the seat `none` it is the house as it is. All matches have the same secret, so that two houses differ in nothing else. This is how a
test puts another world into a server; no interface of the server can.
"""

import sys

from tests.twins import SECRET, Twin
from turnwise.cli import main
from turnwise.house.services import past
from turnwise.house.tables import table
from turnwise.play import secret, transcript
from turnwise.web.serving import rehearsal


class TwinMoment(Twin, transcript.Moment):
    """Its past."""


if __name__ == "__main__":
    Twin.apart, Twin.after = None if sys.argv[1] == "none" else int(sys.argv[1]), int(sys.argv[2])
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
