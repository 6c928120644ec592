"""What the positions of a board are called in a sentence: checkpoints by their letters, the start and the finish, all others by their ids.

A position is said in three ways, because languages bend it differently: where somebody drives to, what he comes by, where he stands.
"""

from collections.abc import Iterable, Sequence
from string import ascii_letters
from typing import Any

from turnwise.kit.words import Said, Words, said

LETTERS = ascii_letters[26:] + ascii_letters[:26]


def lettered(checkpoints: Iterable[str]) -> dict[str, str]:
    """The letters of checkpoints, by id."""
    return dict(zip(checkpoints, LETTERS, strict=False))


class Places:
    """The positions of a match's board by what they are called."""

    def __init__(self, options: dict[str, Any]) -> None:
        positions = options["board"]["positions"]
        self._kinds: dict[str, str] = {entry["id"]: entry["kind"] for entry in positions}
        # In the race checkpoints count as plain [R28].
        stops = (id for id, kind in self._kinds.items() if kind == "checkpoint" and options["win"] != "race")
        self.letters = lettered(stops)
        self._options = options

    @property
    def needed(self) -> int:
        """How many points open the finish; none in a game that is not won there.   [R25]"""
        given, checkpoints = self._options["points_needed"], len(self.letters)
        if self._options["win"] != "rally":
            return 0
        return (checkpoints + 1) // 2 if given == "half" else checkpoints if given == "all" else int(given)

    def to(self, id: str) -> Said:
        """Where somebody drives to."""
        if letter := self.letters.get(id):
            return said("to checkpoint {letter}", letter=letter)
        match self._kinds.get(id):
            case "start":
                return said("to the start")
            case "finish":
                return said("to the finish")
        return said("to {place}", place=id)

    def on(self, id: str) -> Said:
        """Where somebody stands."""
        if letter := self.letters.get(id):
            return said("on checkpoint {letter}", letter=letter)
        match self._kinds.get(id):
            case "start":
                return said("at the start")
            case "finish":
                return said("in the finish")
        return said("on {place}", place=id)

    def by(self, id: str) -> Words:
        """What somebody comes by."""
        if id in self.letters:
            return self.checkpoint(id)
        match self._kinds.get(id):
            case "start":
                return said("the start")
            case "finish":
                return said("the finish")
        return id

    def checkpoint(self, id: str) -> Said:
        return said("checkpoint {letter}", letter=self.letters[id])

    def way(self, path: Sequence[str]) -> Said:
        """A path, from its first position to its last."""
        _, *between, end = path
        if not between:
            return self.to(end)
        return said("{to} by way of {places}", to=self.to(end), places=tuple(map(self.by, between)))
