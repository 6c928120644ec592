"""What a seat has learned from an entry of a match, as a digest: equal for what the seat can't tell apart.

The sequence of digests is all that a seat can remember, which game theory calls its information."""

from hashlib import blake2b

from turnwise.kit.draws import Settled
from turnwise.kit.game import Game
from turnwise.play.entry import Entry
from turnwise.play.view import seen_entry, seen_event


def learned(game: Game, entry: Entry | None, after: Settled, seat: int) -> str:
    """From the entry (None: the set-up), its events, and what the seat sees on the table now."""
    over = bool(after.position.over)
    seen = seen_entry(game, entry, seat, over) if entry else None
    told = [seen_event(game, event, seat, over) for event in after.told]
    known = b"".join(after.position.redacted(seat).pack()) + repr((seen, told)).encode()
    return blake2b(known, digest_size=8).hexdigest()
