"""Promises about a game's hints to its bots."""

from typing import Any

from turnwise.bots.names import players
from turnwise.bots.search import looks_deep
from turnwise.kit.bind import bind
from turnwise.kit.identity import FIXED
from turnwise.kit.position import Engine, Position
from turnwise.proofs.broken import Broken, Missing, difference
from turnwise.proofs.cases import Case, played
from turnwise.proofs.said import at

ALGORITHM = "turnwise.proofs.asked"
WIDEST = 100_000


class Hints:
    """The hints for one position, by its engine's law."""

    def __init__(self, position: Position) -> None:
        engine = position.engine
        self._position = position
        self._bound: Any = bind(ALGORITHM, engine.game.package, compiled=engine.compiled)
        self._pad, self._moves = engine.workspace.pad, engine.moves

    def worth(self, seat: int) -> int:
        return int(self._bound.worth(self._position.states, self._position.besides, seat))

    def urgent(self, seat: int) -> tuple[list[int], bool]:
        """The moves that cannot wait, and whether one of them must be taken."""
        n = int(self._bound.pressing(self._position.states, self._position.besides, seat, self._pad))
        return self._moves[: abs(n)].tolist(), n < 0

    def appeal(self, seat: int, action: int) -> int:
        return int(self._bound.charm(self._position.states, self._position.besides, seat, action))

    def taste(self, seat: int, seed: int) -> int:
        thinking = self._position.copy()
        thinking.reseed(seed)
        return int(self._bound.tasted(thinking.states, thinking.besides, seat, self._pad))

    def rival(self, seat: int, seed: int) -> int:
        thinking = self._position.copy()
        thinking.reseed(seed)
        return int(self._bound.expected(thinking.states, thinking.besides, seat, self._pad))

    @property
    def identity(self) -> int:
        return int(self._bound.name(self._position.states))

    @property
    def interruptible(self) -> bool:
        return bool(self._bound.open_to_others(self._position.states))


def interruptible_where_others_may_speak(case: Case) -> None:
    """Who may speak out of turn makes a game interruptible: a search asks the others only where the rule says so."""
    for seed in case.games(2):
        for number, ply in enumerate(played(case, seed)[: case.reach(200)]):
            if ply.legal and not Hints(ply.position).interruptible:
                for seat in range(case.seats):
                    if seat != ply.position.turn and ply.position.legal(seat):
                        told = f"seat {seat} may act out of turn, and interruptible says that nobody can"
                        raise Broken(f"{at(case, seed, number)}: {told}.", "interruptible", "legal")


def hints_stay_within_the_rules(case: Case) -> None:
    """Whatever `hints.py` advises is legal, its worths are moderate, and asking changes nothing."""
    everybody = range(1 + len(players(case.game)))
    for number, ply in enumerate(played(case, 2)[: case.reach(150)]):
        position, hints, where = ply.position, Hints(ply.position), at(case, 2, number)
        if not ply.legal:
            break
        before, seat = position.pack(), position.turn
        legal = position.legal(seat)
        if wide := [other for other in range(case.seats) if abs(hints.worth(other)) >= WIDEST]:
            raise Broken(
                f"{where}: evaluate gives {hints.worth(wide[0])}, and must stay within {WIDEST:,}.", "evaluate"
            )
        hints.appeal(seat, legal[0])
        if not set(hints.urgent(seat)[0]) <= set(legal):
            raise Broken(f"{where}: urgent names moves that are not legal.", "urgent")
        for name, choice in (("taste", hints.taste(seat, number)), ("rival", hints.rival(seat, number))):
            if choice not in legal:
                raise Broken(f"{where}: {name} chooses {choice}, which is not legal.", name)
        if hints.identity != hints.identity or position.pack() != before:
            raise Broken(f"{where}: asking for hints changes the state.", "evaluate", "urgent", "appeal")
        for other in range(case.seats):
            may, known = position.legal(other), position.redacted(other)
            duty = position.duty(other)
            if duty != known.duty(other):
                raise Broken(f"{where}: duty of seat {other} depends on what it may not know.", "duty")
            if duty not in (-1, *may):
                raise Broken(f"{where}: duty of seat {other} is {duty}, which is not legal.", "duty")
            for player in everybody if may else ():
                if known.advice(other, number, player) not in may:
                    raise Broken(
                        f"{where}: the player {_name(case, player)} of hints.py makes an illegal move.",
                        _name(case, player),
                    )


def _name(case: Case, player: int) -> str:
    return ["classic", *players(case.game)][player]


def hints_are_the_same_compiled(case: Case) -> None:
    """Hints say the same compiled and interpreted."""
    plain, everybody = Engine(case.game, compiled=False), range(1 + len(players(case.game)))
    for number, ply in enumerate(played(case, 2)[:60]):
        if not ply.legal:
            break
        seat, slow = ply.position.turn, Position(plain, *ply.position.pack())
        told = [
            {
                "evaluate": [hints.worth(other) for other in range(case.seats)],
                "urgent": hints.urgent(seat),
                "appeal": [hints.appeal(seat, action) for action in ply.position.legal(seat)],
                "taste": hints.taste(seat, number),
                "rival": hints.rival(seat, number),
                "identity": hints.identity,
                "interruptible": hints.interruptible,
                "duty": [where.duty(other) for other in range(case.seats)],
                "classic": [where.redacted(seat).advice(seat, number, player) for player in everybody],
            }
            for hints, where in ((Hints(ply.position), ply.position), (Hints(slow), slow))
        ]
        if found := difference(*told):
            raise Broken(
                f"{at(case, 2, number)}: compiled, {found} ({found.path.lstrip('.')}).",
                found.path.lstrip(".").partition("[")[0],
            )


def essence(position: Position) -> bytes:
    """A state without its seed, what is constant in a match, and what follows from the rest."""
    plain = position.plain()
    for name in FIXED:
        setattr(plain, name, 0)
    return position.engine.game.records[0].pack(plain)


def positions_have_identities(case: Case) -> None:
    """Different positions have different identities, whatever their seeds."""
    known: dict[int, bytes] = {}
    for number, ply in enumerate(played(case, 1)[: case.reach(80)]):
        found, own = Hints(ply.position).identity, essence(ply.position)
        other = ply.position.copy()
        other.reseed(12345)
        if known.setdefault(found, own) != own or Hints(other).identity != found:
            raise Broken(f"{at(case, 1, number)}: the identity of this position is that of another one.", "State")


def two_sides_have_one_lead(case: Case) -> None:
    """In an open game for two what one side is ahead the other is behind: alpha-beta hands values on by their sign."""
    if not looks_deep(case.game) or case.seats != 2:
        raise Missing("no open game for two without chance: a lead of one side need not be the other's")
    for number, ply in enumerate(played(case, 1)[: case.reach(40)]):
        one, two = ply.position.worth(0), ply.position.worth(1)
        if not ply.position.over and one != -two:
            raise Broken(
                f"{at(case, 1, number)}: evaluate gives {one} to seat 0 and {two} to seat 1, which must be {-one}.",
                "evaluate",
            )
