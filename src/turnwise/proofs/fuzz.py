"""Random and adversarial play that searches for faults; a find is shortened and becomes a transcript.

A part is a game: its number determines seats, options, chance and the way of playing, so that a find can be reproduced
anywhere.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec import Struct

from turnwise.games import game as game_named
from turnwise.kit.errors import Refused, TurnwiseError
from turnwise.kit.faults import raised
from turnwise.kit.position import SPECTATOR, Position
from turnwise.kit.words import Said
from turnwise.lab.bout import NOBODY, Doing
from turnwise.lab.kept import Kept, of_run
from turnwise.play.match import Match
from turnwise.proofs.broken import Broken, Peeked
from turnwise.proofs.cases import Case, Evidence, Ply, mixture
from turnwise.proofs.gate import Sightings

Step = tuple[int, int]
"""A seat and its action; LEAVES means leaving."""
LEAVES = -1
LOOKS = 0.2
"""How often a moment is compared with twin worlds, which takes much longer than playing."""
ASKED = 6
"""Actions beyond the legal ones that are checked for a seat at a ply."""
TRIES = 150
"""Games that are played to shorten a find."""
LIMIT = 20.0
"""Seconds after which a rule counts as endless."""


class Find(Struct):
    """A fault: its kind, a sentence, and the game that leads there."""

    kind: str
    sentence: str
    number: int
    seats: int = 0
    options: dict[str, Any] = {}
    transcript: str = ""
    actions: int = 0
    where: str = ""
    """The line of the author's file, if known."""

    @property
    def same(self) -> tuple[str, str]:
        """Equal for finds of the same fault."""
        return self.kind, self.where or self.kind


class Fuzzed(Struct):
    """The result of a game."""

    actions: int
    finds: list[Find] = []


class Wrong(Exception):
    """A find, as it is made."""

    def __init__(self, kind: str, sentence: str, where: str = "", action: int | None = None) -> None:
        super().__init__(sentence)
        self.kind, self.where, self.action = kind, where, action


class Fuzz:
    """Games of one game as work. They are interpreted, in monitored processes, because a rule may be endless."""

    kind, threads, guarded, limit = Fuzzed, False, True, LIMIT

    def __init__(
        self, game: str, seed: int, evidence: Evidence, seats: int | None = None, options: dict[str, Any] | None = None
    ) -> None:
        self.game, self.seed, self.evidence, self.seats, self.options = game, seed, evidence, seats, options

    def prepare(self) -> None:
        """Nothing is compiled."""

    def games(self, result: Fuzzed) -> int:
        return 1

    def case(self, number: int) -> Case:
        """The table of a game."""
        one, chance = game_named(self.game), Random(f"{self.seed} {number}")
        seats = self.seats or chance.randint(*one.seats)
        for _ in range(20):
            mixed = {} if self.options or chance.random() < 0.4 else mixture(one, chance, self.evidence)
            options = mixed | (self.options or {})
            try:
                one.frame(seats, options)
            except TurnwiseError:
                if mixed:
                    continue  # the game does not allow this mixture
                raise
            return Case(one, seats, options, 1, self.evidence, compiled=False)
        return Case(one, seats, self.options or {}, 0, self.evidence, compiled=False)

    def part(self, number: int, stop: Callable[[], bool], doing: Doing) -> Fuzzed:
        case = self.case(number)
        game = _Game(case, number, lambda: doing(0, False))
        try:
            game.play(_chooser(number))
        except Wrong as wrong:
            return Fuzzed(game.actions, [_shrunk(game, wrong)])
        finally:
            doing(NOBODY, False)
        return Fuzzed(game.actions)

    def lost(self, number: int, seat: int, why: Said) -> Fuzzed:
        case = self.case(number)
        sentence = f"A rule does not come to an end, or takes its process with it: it {why}."
        return Fuzzed(0, [Find("endless_rule", sentence, number, case.seats, case.options)])

    def kept(self, resume: bool) -> Kept:
        about = {"seed": self.seed, "seats": self.seats, "options": self.options, "evidence": str(self.evidence.folder)}
        one = game_named(self.game)
        changed = max(
            file.stat().st_mtime_ns for file in one.folder.glob("*.py")
        )  # an author changes it between two runs
        return of_run("fuzz", about | {"game": self.game, "version": one.version, "changed": changed}, resume)


class _Game:
    """A match that is checked in every way while it is played."""

    def __init__(self, case: Case, number: int, alive: Callable[[], None], hunted: Wrong | None = None) -> None:
        self.case, self.number, self.alive = case, number, alive
        self.looks = 1.0 if hunted and hunted.kind == "leak" else 0.0 if hunted else LOOKS
        self.suspects = {hunted.action} if hunted and hunted.action is not None else set()
        self.chance = Random(f"fuzz {number}")
        self.steps: list[Step] = []
        self.pending: list[Step] = []
        """A step being taken: if it fails, it is part of what leads to the fault."""
        self.match: Match | None = None
        self.actions = self.own = 0
        self.bound = case.game.longest(case.seats, **case.options)

    def begin(self) -> Match:
        with _crashes(self.case, "set up"):
            options = self.case.game.with_computers(self.case.options, ())
            self.match = Match(self.case.game, seats=self.case.seats, seed=self.number, compiled=False, **options)
        return self.match

    def play(self, choose: "Choose") -> None:
        """Play to the end; raises Wrong."""
        match = self.begin()
        self.look(match)
        while match.turn is not None:
            self.alive()
            self.take(match, choose(match, self.chance))

    def replay(self, steps: list[Step]) -> None:
        """Take the steps that are legal, and skip the others; raises Wrong."""
        match = self.begin()
        self.look(match)
        for seat, action in steps:
            self.alive()
            if match.turn is None:
                return
            if action == LEAVES and seat in match.left or action != LEAVES and action not in match.position.legal(seat):
                continue
            self.take(match, (seat, action))

    def take(self, match: Match, step: Step) -> None:
        seat, action = step
        self.pending = [step]
        self.look_ahead(match, step)
        self.own += seat == match.turn
        self.actions += 1
        words = "leave" if action == LEAVES else str(match.language.action(action).words)
        with _crashes(self.case, f"carried out “{words}” of seat {seat}"):
            try:
                if action == LEAVES:
                    match.leave(seat)
                else:
                    match.play(action, seat=seat)
            except Refused as refused:
                raise Wrong("refusal", f"“{words}” of seat {seat} is legal and is refused: {refused}") from None
        self.steps.append(step)
        self.pending = []
        self.look(match)

    def look(self, match: Match) -> None:
        """What must hold at any moment."""
        position, seats = match.position, self.case.seats
        with _crashes(self.case, "asked what is legal"):
            legal = [position.legal(seat) for seat in range(seats)]
        if match.turn is None:
            if not match.outcome or position.over and any(legal):
                raise Wrong("after_the_end", "The game is over, and somebody may still act.")
            with _crashes(self.case, "counted the score"):
                _fits(match)
        elif not legal[position.turn]:
            raise Wrong("dead_end", f"Seat {position.turn} is on turn and has no action.")
        elif self.own > self.bound:
            raise Wrong("endless", f"The game is not over after {self.own} actions; longest promises {self.bound}.")
        with _crashes(self.case, "told what happened"):
            for line in match.lines_from(len(match.log), SPECTATOR):
                str(line.told)

    def look_ahead(self, match: Match, step: Step) -> None:
        """What must hold before an action: refusals are consistent, and nobody sees what is hidden."""
        position, game = match.position, self.case.game
        with _crashes(self.case, "asked why something is refused"):
            for seat in range(self.case.seats):
                legal = set(position.legal(seat))
                asked = self.chance.sample(range(game.actions), min(ASKED, game.actions))
                known = self.chance.sample(sorted(legal), min(ASKED, len(legal)))
                for action in sorted({*asked, *known, *self.suspects}):
                    self.asked(match, seat, action, action in legal)
        if step[1] != LEAVES and game.hidden and self.chance.random() < self.looks:
            self.compare(position, step)

    def asked(self, match: Match, seat: int, action: int, legal: bool) -> None:
        refused = match.position.check(seat, action)
        words = str(match.language.action(action).words)
        told, verb = f"“{words}” of seat {seat}", words.split()[0]
        if legal and refused:
            raise Wrong("refusal", f"{told} is listed by legal and refused by check.", verb, action)
        if not legal and not refused:
            raise Wrong("refusal", f"{told} is allowed by check and not listed by legal.", verb, action)
        if refused and seat == match.turn:
            str(match.refusal(action, seat))

    def compare(self, position: Position, step: Step) -> None:
        """Compare with twin worlds of every viewer, at this moment and after the action."""
        seat, action = step
        sightings = Sightings(self.case, len(self.steps))
        try:
            sightings.ply(self.number, len(self.steps), Ply(position.copy(), seat, action, position.legal(seat)))
        except Peeked as peeked:
            told = str(peeked).partition(": ")[2].partition(": ")[2] or str(peeked)
            raise Wrong("leak", told, " ".join(peeked.names)) from None
        except Broken as broken:
            raise Wrong("leak", str(broken), " ".join(broken.names)) from None


class _crashes:
    """Any exception of a rule is a find, with the line of the author's file."""

    def __init__(self, case: Case, doing: str) -> None:
        self.case, self.doing = case, doing

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, Wrong | TurnwiseError):
            fault = raised(error, self.case.game.folder)
            told = str(fault or f"{type(error).__name__}: {error}")
            where = told.partition(" ")[0] if fault else type(error).__name__
            raise Wrong("crash", f"While it {self.doing}: {told}", where) from error


def _fits(match: Match) -> None:
    outcome = match.outcome
    assert outcome
    places = outcome.places
    if not match.left and (
        min(places) != 1
        or any(places[seat] != 1 for seat in outcome.winners)
        or any(1 + sum(other < place for other in places) != place for place in places)
    ):
        raise Wrong("places", f"The game ends with places {list(places)} and winners {list(outcome.winners)}.")


Choose = Callable[[Match, Random], Step]


def _chooser(number: int) -> Choose:
    """Half of all games are random; in the others a seat plays with a purpose."""
    ways: tuple[Choose, ...] = (_any, _lowest, _any, _highest, _any, _stubborn, _any, _lingering, _any, _leaving)
    return ways[number % len(ways)]


def _acting(match: Match, chance: Random) -> int:
    """The seat on turn, or sometimes one that may interject."""
    turn = match.position.turn
    others = [
        seat for seat in range(match.seats) if seat != turn and match.interruptible and match.position.legal(seat)
    ]
    return chance.choice(others) if others and chance.random() < 0.5 else turn


def _any(match: Match, chance: Random) -> Step:
    seat = _acting(match, chance)
    return seat, chance.choice(match.position.legal(seat))


def _lowest(match: Match, chance: Random) -> Step:
    seat = _acting(match, chance)
    legal = match.position.legal(seat)
    return seat, legal[0] if chance.random() < 0.9 else chance.choice(legal)


def _highest(match: Match, chance: Random) -> Step:
    seat = _acting(match, chance)
    legal = match.position.legal(seat)
    return seat, legal[-1] if chance.random() < 0.9 else chance.choice(legal)


def _stubborn(match: Match, chance: Random) -> Step:
    """Repeats its last action as long as it may."""
    seat = match.position.turn
    legal = match.position.legal(seat)
    last = next((entry.action for entry in reversed(match.log) if entry.seat == seat), None)
    return seat, last if last in legal else chance.choice(legal)


def _lingering(match: Match, chance: Random) -> Step:
    """Keeps the game going, where there is most choice: this finds endless games."""
    seat = match.position.turn
    legal = match.position.legal(seat)
    tried = {}
    for action in chance.sample(legal, min(4, len(legal))):
        ahead = match.position.copy()
        ahead.reseed(chance.getrandbits(60))
        try:
            ahead.play(seat, action)
        except Exception:  # worth a try
            return seat, action
        tried[action] = -1 if ahead.over else len(ahead.legal(ahead.turn))
    return seat, max(tried, key=lambda action: (tried[action], action))


def _leaving(match: Match, chance: Random) -> Step:
    """Random, but a seat leaves."""
    here = [seat for seat in range(match.seats) if seat not in match.left]
    if match.game.has_leave and len(here) > 1 and chance.random() < 0.03:
        return chance.choice(here), LEAVES
    return _any(match, chance)


def _shrunk(game: _Game, wrong: Wrong) -> Find:
    """The shortest game found that leads to the same fault: with the default options if these do, and without
    irrelevant steps."""
    best, fault = game, wrong
    left = TRIES

    def tried(case: Case, steps: list[Step]) -> bool:
        nonlocal best, fault, left
        left -= 1
        again = _Game(case, game.number, game.alive, hunted=wrong)
        try:
            again.replay(steps)
        except Wrong as found:
            if (found.kind, found.where) == (wrong.kind, wrong.where):
                best, fault = again, found
                return True
        return False

    for case in _simpler(game.case):
        if left > 0 and tried(case, _all(game)):
            break
    size = max(len(_all(best)) // 2, 1)
    while size and left > 0:
        at = 0
        while at < len(_all(best)) and left > 0:
            steps = _all(best)
            if not tried(best.case, steps[:at] + steps[at + size :]):
                at += size
        size //= 2
    return _written(best, fault)


def _all(game: _Game) -> list[Step]:
    """The steps that lead to a fault."""
    return game.steps + game.pending


def _simpler(case: Case) -> Iterator[Case]:
    """The same table with the default options, or with only one of its own set."""
    if case.options:
        yield Case(case.game, case.seats, {}, 0, case.evidence, compiled=False)
        for name in case.options:
            rest = {one: value for one, value in case.options.items() if one == name}
            yield Case(case.game, case.seats, rest, 1, case.evidence, compiled=False)


def _written(game: _Game, wrong: Wrong) -> Find:
    transcript = game.match.save() if game.match else ""
    return Find(
        wrong.kind,
        str(wrong),
        game.number,
        game.case.seats,
        {name: str(value) for name, value in game.case.options.items()},
        transcript,
        len(game.steps),
        wrong.where,
    )
