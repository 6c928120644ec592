"""Who was let in by a token and stays, as at a socket: when the token ends, so does the stay."""

from collections.abc import Callable

SESSION, PERSON = "session", "person"
"""Topics of hints to other workers: somebody's token has ended, or all of them."""


class Stays:
    """The stays in this process, by session; each is told how to end it."""

    def __init__(self) -> None:
        self._going_on: dict[str, list[tuple[str, Callable[[bool], None]]]] = {}
        self.tell: Callable[[str, str], None] = lambda topic, id: None
        """Told of what ends, for those who are let in by other workers."""

    def all(self) -> list[tuple[str, str]]:
        """The sessions, and whose they are."""
        return [(session, stays[0][0]) for session, stays in self._going_on.items()]

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
        self.end_here(session)
        self.tell(SESSION, session)

    def end_here(self, session: str, *, banned: bool = False) -> None:
        for _, end in list(self._going_on.get(session, ())):
            end(banned)

    def end_all(self, person: str, *, banned: bool = False) -> None:
        """Of all sessions of somebody."""
        for stays in list(self._going_on.values()):
            for who, end in list(stays):
                if who == person:
                    end(banned)
        self.tell(PERSON, person)
