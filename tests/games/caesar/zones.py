"""Every card of Caesar and Cleopatra lies in one zone of its owner, or is announced; no patrician and no bust is lost."""

from typing import Any

from turnwise.games.caesar.board import CARD_OF, GROUPS, KINDS, PART, Phase


def pieces(s: Any) -> list[int] | None:
    if s.phase == Phase.PLACE:
        return None  # the five cards to place lie nowhere yet  [C6]
    found = []
    for seat in range(2):
        for kind in range(KINDS):
            number = s.hand[seat, kind] + s.deck[seat, kind] + s.discard[seat, kind]
            if kind < PART:
                number += sum(s.up[seat, group, kind] + s.down[seat, group, kind] for group in range(GROUPS))
            announced = s.announced and s.mover == seat and CARD_OF[s.announced - 1] == kind
            found.append(number + bool(announced))
        found += [
            s.lying[seat, g] - sum(s.up[seat, g, k] + s.down[seat, g, k] for k in range(PART)) for g in range(GROUPS)
        ]
    found += [s.patricians[group] + s.won[0, group] + s.won[1, group] for group in range(GROUPS)]
    assert s.bag & s.visible == s.bag & s.gone == s.visible & s.gone == 0
    return [*found, s.bag | s.visible | s.gone]
