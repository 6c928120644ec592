"""Every card of Whot lies in exactly one zone: a hand, the pile, the discards, or aside."""

from typing import Any

from turnwise.kit.sets import members_of


def pieces(s: Any) -> list[int]:
    zones = [*s.hand, s.pile, s.discards, s.aside]
    return sorted(card for zone in zones for card in members_of(zone))
