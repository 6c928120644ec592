"""Who may come in, and by which name: what limits and bans say to somebody new."""

from turnwise.house.bans import Bans
from turnwise.house.limits import Limits, network
from turnwise.house.names import tidy_name


class Entry:
    """Asked before somebody new is let in, or a name is given."""

    def __init__(self, limits: Limits, bans: Bans) -> None:
        self._limits, self._bans = limits, bans

    async def admit(self, limit: str, address: str, *, known: bool = False) -> None:
        """Let somebody in from an address; from one that is banned only who is known here already."""
        self._limits.allow(limit, network(address))
        if not known:
            await self._bans.check_address(network(address))

    async def name(self, typed: str) -> str:
        """A name as it is shown, unless it is banned."""
        name = tidy_name(typed)
        await self._bans.check_name(name)
        return name
