"""A short study of a game by random play: length, fairness, how much choice there is, and what never occurs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any

from turnwise.kit.declared import EVERYWHERE, declared
from turnwise.lab.shares import Share, share
from turnwise.lab.simulate import simulate
from turnwise.play.language import shared_language
from turnwise.proofs.cases import Case, walk

PLIES, MANY_PLIES = 6_000, 120_000
"""Actions of random games that are studied, interpreted and compiled."""
CLASSIC_GAMES = 2_000
ASKED = 3
"""Actions that are checked for a seat at a ply, to collect reasons of refusal."""
LEAVING = 0.02
"""How often leaving is tried, if it is a rule."""
NAMED = 6
"""Things that are listed by name; the others are only counted."""


@dataclass
class Met:
    """What occurred in random games, over all options and seats."""

    legal: set[int] = field(default_factory=set)
    events: set[int] = field(default_factory=set)
    reasons: set[int] = field(default_factory=set)
    ends: set[int] = field(default_factory=set)

    def hear(self, told: Iterable[tuple[int, ...]]) -> None:
        self.events.update(event[0] for event in told)

    def dead_ends(self, case: Case) -> Iterator[str]:
        """What is declared and never occurred."""
        rules, language = case.game.rules, shared_language(case.game, case.frame)
        never = [action for action in range(case.game.actions) if action not in self.legal]
        for kind in declared(getattr(rules, "Do", None)):
            if not kind.act.is_veil and all(action in never for action in range(kind.start, kind.stop)):
                yield f"The action {kind.name} was never legal."
                never = [action for action in never if not kind.start <= action < kind.stop]
        if never:
            yield f"Never legal: {_listed([repr(language.action(action).words) for action in never])}."
        yield from _unmet("event", "told", rules.Event, self.events)
        own = [reason for reason in rules.Reason if reason.name not in EVERYWHERE]
        yield from _unmet("reason", "given", own, self.reasons)
        yield from _unmet("end", "reached", rules.End, self.ends)


@dataclass
class Study:
    """The results of random games of one case; what occurred is added to `met`."""

    case: Case
    met: Met
    actions: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    wins: Counter[int] = field(default_factory=Counter)
    nobody: int = 0
    choices: Counter[int] = field(default_factory=Counter)
    ends: Counter[int] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    """How often each kind of action was taken without ending the game."""
    going_on: Counter[str] = field(default_factory=Counter)
    """How often the same seat was on turn after it, in the same turn."""
    by_classic: list[Share] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.actions)

    def wins_of(self, seat: int) -> Share:
        return share(self.wins[seat], self.games)

    def play(self, plies: int) -> None:
        """Play whole random games until so many actions are played."""
        chance, seed = Random(self.case.game.name), 0
        while plies > 0:
            seed += 1
            self.met.hear(self.case.engine.position(self.case.frame, seed)[1])
            plies -= max(self._play(seed, chance), 1)

    def _play(self, seed: int, chance: Random) -> int:
        game, met, plies, last = self.case.game, self.met, 0, None
        for ply in walk(self.case, seed, leaving=False):  # who leaves says nothing of how long or how fair a game is
            last = ply.position
            if not ply.legal:
                break
            plies += 1
            self.choices[len(ply.legal)] += 1
            met.legal.update(ply.legal)
            for action in chance.sample(range(game.actions), min(ASKED, game.actions)):
                met.reasons.add(last.check(chance.randrange(self.case.seats), action))
            ahead = last.copy()
            ahead.reseed(chance.getrandbits(60))
            leaves = game.has_leave and chance.random() < LEAVING
            met.hear(ahead.leave(ahead.turn) if leaves else ahead.play(ply.seat, ply.action))
            if leaves and ahead.over:
                met.ends.add(ahead.over)
            if not leaves and not ahead.over:
                kind = self._kind(ply.action)
                self.done[kind] += 1
                self.going_on[kind] += (ahead.turn, ahead.turns) == (ply.seat, last.turns)
        if last is None or not last.over:
            return plies
        _, _, winners = last.scores(self.case.seats)
        self.actions.append(plies)
        self.turns.append(last.turns)
        self.wins.update(winners)
        self.nobody += not winners
        self.ends[last.over] += 1
        met.ends.add(last.over)
        met.reasons.add(last.check(last.turn, 0))
        return plies

    def _kind(self, action: int) -> str:
        kinds = declared(getattr(self.case.game.rules, "Do", None))
        return next((kind.name for kind in kinds if kind.start <= action < kind.stop), "an action")

    def lines(self) -> Iterator[str]:
        """The study in sentences."""
        case = self.case
        yield f"{self.games:,} random games, {case}:"
        if not self.games:
            yield "none of them came to an end."
            return
        yield (
            f"Length: {median(self.actions):g} actions in the middle, {min(self.actions)} to {max(self.actions)}; "
            f"{median(self.turns):g} turns."
        )
        total = sum(self.choices.values())
        forced, mean = self.choices[1] / total, sum(number * times for number, times in self.choices.items()) / total
        yield f"Choice: {mean:.1f} legal actions on average, {max(self.choices)} at most; {forced:.0%} of the moves are forced."
        if own := [f"after {kind} in {part:.1%} of the cases" for kind, part in self._shares_that_go_on()]:
            yield f"The same seat goes on in its turn {', '.join(own)}."
        yield f"Wins by seat: {self._shares(self.wins_of(seat) for seat in range(case.seats))}{self._drawn()}."
        if self.by_classic:
            yield f"Wins by seat among classic players: {self._shares(iter(self.by_classic))}."
        ends = case.game.rules.End
        yield (
            "Ends: "
            + ", ".join(f"{_name(ends(end))} {times / self.games:.0%}" for end, times in self.ends.most_common())
            + "."
        )
        if unfair := self._unfair():
            yield f"Seat {unfair[0]} wins {'more' if unfair[1] else 'less'} than its share, as sure as 19 to 1."

    def _shares(self, shares: Iterator[Share]) -> str:
        return ", ".join(f"{seat}: {one} ({one.interval})" for seat, one in enumerate(shares))

    def _shares_that_go_on(self) -> Iterator[tuple[str, float]]:
        """Kinds of actions that end a turn only sometimes, the most frequent first: a branch that forgets to pass the
        turn shows here."""
        for kind, times in self.done.most_common():
            if 0 < self.going_on[kind] < times:
                yield kind, self.going_on[kind] / times

    def _drawn(self) -> str:
        return f"; nobody in {self.nobody / self.games:.0%}" if self.nobody else ""

    def _unfair(self) -> tuple[int, bool] | None:
        """A seat whose interval excludes its fair share of wins."""
        fair = sum(self.wins.values()) / self.games / self.case.seats
        for seat in range(self.case.seats):
            if not (one := self.wins_of(seat)).low <= fair <= one.high:
                return seat, one.low > fair
        return None


def _unmet(what: str, done: str, kinds: Any, met: set[int]) -> Iterator[str]:
    if never := [_name(kind) for kind in kinds if int(kind) not in met]:
        yield f"The {what}{'s' * (len(never) > 1)} {_listed(never)} {'were' if len(never) > 1 else 'was'} never {done}."


def _name(kind: Any) -> str:
    return str(kind.name).lower()


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def studied(cases: Sequence[Case]) -> tuple[Study, Met]:
    """Random games of the first case, for figures, and fewer of each other one, for what can occur at all."""
    usual, *others = cases
    met = Met()
    study, budget = Study(usual, met), MANY_PLIES if usual.compiled else PLIES
    study.play(budget)
    for case in others:
        Study(case, met).play(budget // len(others))
    if usual.compiled:
        tally = simulate(usual.game, CLASSIC_GAMES, seats=usual.seats, bots="classic", **usual.options)
        study.by_classic = [tally.wins_of(seat) for seat in range(usual.seats)]
    return study, met
