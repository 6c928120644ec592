"""A plain table without a process, for tests of what it says and when."""

from collections.abc import Callable, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from turnwise.games import game
from turnwise.play.match import Match
from turnwise.terminal.plain import PlainTable, Talk
from turnwise.terminal.saves import Keeper
from turnwise.terminal.sitters import sitters
from turnwise.terminal.table import Table


class AtTerminal(Talk):
    """Lines that a person could have typed."""

    @property
    def with_a_person(self) -> bool:
        return True


def played(
    home: Path,
    name: str | Match,
    seats: str,
    lines: str = "",
    *,
    before: Callable[[Match], Any] = lambda match: None,
    seed: int = 1,
    settings: Mapping[str, Any] | None = None,
    pace: float = 0,
    waited: Callable[[float, str], None] = lambda seconds, said: None,
    now: Callable[[], float] = lambda: 0.0,
    person: bool = False,
) -> str:
    """All that a table says to these lines, in a match of a game or in one that was made already. `before` prepares the match;
    `waited` hears of each pause and what was said so far; `now` is the table's clock; `person`: somebody sits at a terminal."""
    one = game(name) if isinstance(name, str) else name.game
    at_table = sitters(one, seats.split(","))
    match = (
        name
        if isinstance(name, Match)
        else Match(one, seats=len(at_table), seed=seed, compiled=False, settings=settings)
    )
    before(match)
    table = Table(match, at_table, keeper=Keeper(home / "match.table"), seed=seed)
    said = StringIO()
    talk = (AtTerminal if person else Talk)(StringIO(lines), said)
    PlainTable(table, talk, pace=pace, wait=lambda seconds: waited(seconds, said.getvalue()), now=now).play()
    return said.getvalue()
