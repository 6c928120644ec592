"""Where people were last seen, and on which device: used for fair sharing, only in this process's memory."""

from collections import OrderedDict

MOST = 20_000
"""People whose address is remembered; beyond it, the least recently seen is forgotten."""


class Whereabouts:
    """Each person's last address, in the form that limits use, and device (a hash of its token)."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, tuple[str, str]] = OrderedDict()

    def saw(self, person: str, address: str, device: str = "") -> None:
        """A program names no device: the one before is kept."""
        self._seen[person] = address, device or self.device(person)
        self._seen.move_to_end(person)
        if len(self._seen) > MOST:
            self._seen.popitem(last=False)

    def of(self, person: str) -> str:
        """Empty if it is not known."""
        return self._seen.get(person, ("", ""))[0]

    def device(self, person: str) -> str:
        """Empty if it is not known, as for a program."""
        return self._seen.get(person, ("", ""))[1]
