"""Who was let in by a token and stays, as at a socket: when the token ends, so does the stay."""

from collections.abc import Callable


class Stays:
    """The stays in this process, by session; each is told how to end it."""

    def __init__(self) -> None:
        self._going_on: dict[str, list[tuple[str, Callable[[bool], None]]]] = {}

    def begin(self, person: str, session: str, end: Callable[[bool], None]) -> None:
        """Count somebody as here. Whether the token is still good he asks once more when he is counted. `end` is told whether he
        is banned."""
        self._going_on.setdefault(session, []).append((person, end))

    def over(self, person: str, session: str, end: Callable[[bool], None]) -> None:
        """Somebody who was here has gone."""
        self._going_on[session].remove((person, end))
        if not self._going_on[session]:
            del self._going_on[session]

    def end(self, session: str) -> None:
        for _, end in list(self._going_on.get(session, ())):
            end(False)

    def end_all(self, person: str, *, banned: bool = False) -> None:
        """Of all sessions of somebody."""
        for stays in list(self._going_on.values()):
            for who, end in list(stays):
                if who == person:
                    end(banned)
