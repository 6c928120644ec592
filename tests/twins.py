"""Two worlds that somebody cannot tell apart: a match and its twin, and how to go on in both so that it looks the same."""

import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any

from turnwise.play.match import Match

SECRET = "a1" * 32
"""Of all these matches, so that they differ in nothing else."""
TRIES = 8
"""Actions that are tried in each world until two look alike."""


class Twin(Match):
    """A match that, when its log has `after` entries, becomes one that the viewer `apart` cannot tell from it; None: it stays."""

    apart: int | None = None
    after = 0

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._part()

    def play(self, *arguments: Any, **more: Any) -> None:
        super().play(*arguments, **more)
        self._part()

    def _part(self) -> None:
        if self.apart is not None and self.version == self.after:
            records = self.game.records
            plains = [record.unpack(data) for record, data in zip(records, self.position.pack(), strict=True)]
            twin = import_module(f"tests.games.{self.game.name}.twins").twin
            others = twin(*plains, self.apart, Random(15))
            packed = [record.pack(plain) for record, plain in zip(records, others, strict=True)]
            self.position.restore(*packed)
            self.position.reseed(plains[0].seed)  # the dice are the same; what they fall on is not


Step = tuple[int, str]
"""A seat and the words of its action."""


class Models:
    """A match and its twin for a viewer (a seat or SPECTATOR), to know which actions look alike to him."""

    def __init__(
        self, game: str, seats: int, options: Mapping[str, Any], after: int, viewer: int, begun: Sequence[Step] = ()
    ) -> None:
        """`after`: how many entries they have in common; `begun`: what has been played in both."""
        self._game, self._seats, self._options, self._after, self._viewer = game, seats, options, after, viewer
        self._steps: list[list[Step]] = [[*begun], [*begun]]
        self.now = [self._played(world, []) for world in (0, 1)]

    def _played(self, world: int, more: list[Step]) -> Twin:
        Twin.apart, Twin.after = self._viewer if world else None, self._after
        try:
            match = Twin(self._game, seats=self._seats, secret=SECRET, compiled=False, **self._options)
            for seat, words in [*self._steps[world], *more]:
                match.play(words, seat=seat)
        finally:
            Twin.apart = None
        return match

    @property
    def differ(self) -> bool:
        """Whether there is anything that the viewer does not know."""
        return len({hidden(match) for match in self.now}) == 2

    def step(self, chance: Random) -> tuple[Step, Step] | None:
        """Go on in both worlds by actions that look the same, which need not be the same; None if there are none."""
        before, seat = self.now[0].version, self.now[0].turn
        if seat is None or self.now[1].turn != seat:
            return None
        legal = [[str(action) for action in match.legal_for(seat)] for match in self.now]
        for words in chance.sample(legal[0], min(TRIES, len(legal[0]))):
            others = sorted(legal[1], key=lambda other: (other != words, chance.random()))[:TRIES]
            real = self._played(0, [(seat, words)])
            for other in others if seat != self._viewer else [words]:
                twin = self._played(1, [(seat, other)])
                if real.turn is not None and self._seen(real, before) == self._seen(twin, before):
                    self.now = [real, twin]
                    for steps, taken in zip(self._steps, (words, other), strict=True):
                        steps.append((seat, taken))
                    return (seat, words), (seat, other)
        return None

    def _seen(self, match: Twin, before: int) -> str:
        """What the viewer sees of a match and of its latest entries."""
        glimpse = match.glimpse(self._viewer, before)
        lines = [(line.seat, line.words, line.events) for line in glimpse.lines]
        return json.dumps([glimpse.state, glimpse.turn, [a.words for a in glimpse.legal], lines, str(glimpse.outcome)])


def hidden(match: Match) -> tuple[bytes, bytes]:
    """The whole state but its seed, and what stands beside it."""
    state, beside = match.position.pack()
    return state[8:], beside
