"""Open connections by session; revoking a session closes them."""

from collections.abc import Callable

SESSION, PERSON = "session", "person"
"""Topics of hints to other workers: one session was revoked, or all of a person."""


class Connected:
    """The open connections of this process, by session, each with a callback that closes it."""

    def __init__(self) -> None:
        self._going_on: dict[str, list[tuple[str, Callable[[bool], None]]]] = {}
        self.tell: Callable[[str, str], None] = lambda topic, id: None
        """Called with what was revoked, to tell the other workers."""

    def all(self) -> list[tuple[str, str]]:
        """The sessions with open connections, and their people."""
        return [(session, connected[0][0]) for session, connected in self._going_on.items()]

    def begin(self, person: str, session: str, end: Callable[[bool], None]) -> None:
        """Register a connection; the caller then checks once more that the session is valid. `end` is called with
        whether the person is banned."""
        self._going_on.setdefault(session, []).append((person, end))

    def over(self, person: str, session: str, end: Callable[[bool], None]) -> None:
        """A connection has closed."""
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
        """Close the connections of all sessions of a person."""
        for connected in list(self._going_on.values()):
            for who, end in list(connected):
                if who == person:
                    end(banned)
        self.tell(PERSON, person)
