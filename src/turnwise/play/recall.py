"""What a seat has learned by an entry of a match, as a digest: equal where it can't tell what happened from something else.

One after the other they are all that a seat can remember, which game theory calls its information."""

from hashlib import blake2b

from turnwise.kit.draws import Settled
from turnwise.kit.game import Game
from turnwise.play.entry import Entry
from turnwise.play.view import seen_entry, seen_event


def learned(game: Game, entry: Entry | None, after: Settled, seat: int) -> str:
    """Of what was done (None: the set-up), what was told of it, and what lies on the table now."""
    over = bool(after.position.over)
    seen = seen_entry(game, entry, seat, over) if entry else None
    told = [seen_event(game, event, seat, over) for event in after.told]
    known = b"".join(after.position.redacted(seat).pack()) + repr((seen, told)).encode()
    return blake2b(known, digest_size=8).hexdigest()
