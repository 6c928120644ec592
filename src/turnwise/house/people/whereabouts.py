"""Where people were seen last, and on which device: a hint for what is shared fairly, kept by this process only and never written
down."""

from collections import OrderedDict

MOST = 20_000
"""People whose address is remembered; beyond it, whoever was seen longest ago is forgotten."""


class Whereabouts:
    """The address that each person came from last, as limits count addresses, and the device (a hash of its token)."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, tuple[str, str]] = OrderedDict()

    def saw(self, person: str, address: str, device: str = "") -> None:
        """A program says no device: the one before stays known."""
        self._seen[person] = address, device or self.device(person)
        self._seen.move_to_end(person)
        if len(self._seen) > MOST:
            self._seen.popitem(last=False)

    def of(self, person: str) -> str:
        """An empty text if it is not known."""
        return self._seen.get(person, ("", ""))[0]

    def device(self, person: str) -> str:
        """An empty text if it is not known, as of a program."""
        return self._seen.get(person, ("", ""))[1]
