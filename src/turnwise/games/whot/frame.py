"""Tables that cannot be opened [W9, W42]."""

from typing import Any

from turnwise.games.whot.deck import CARDS
from turnwise.kit.errors import BadOption
from turnwise.kit.words import said


def prepare(seats: int, options: dict[str, Any]) -> tuple[None, dict[str, Any]]:
    """Refuse a deal that the deck is too small for, and a knockout for two; a match needs no texts."""
    each = options["cards_each"]
    if each != "auto" and seats * each + 1 > CARDS:
        raise BadOption(said("Not enough cards for this deal."))
    if options["match"] == "knockout" and seats < 3:
        raise BadOption(said("A knockout match needs at least 3 players."))
    return None, {}
