"""Nobody peeks: two worlds that differ only in what a seat may not know look the same to that seat, to the byte.

The events of an action are compared too, if the worlds look the same afterwards: then they revealed nothing of what is
hidden *now*. What they told of the past may differ if chance renewed that part in the same action, as when a showdown
is followed by a new deal: then both worlds have become one, or differ only in what played no part in those events.
`proofs/dealt.py` checks what chance has just hidden.
"""

from random import Random

from turnwise.kit.position import SPECTATOR, Engine, Position, Told
from turnwise.play.entry import Entry
from turnwise.play.language import shared_language
from turnwise.play.view import entry_words, seen_entry, seen_event
from turnwise.proofs.broken import Broken, Peeked, difference
from turnwise.proofs.cases import Case, Ply, looked_at, played, walk
from turnwise.proofs.dealt import Dealt
from turnwise.proofs.said import action_said, at, hidden_that_differ, record_difference, who
from turnwise.proofs.twins import differ, has_own, twin_of

DICE = 99
"""The seed for the chance of an action that is tried."""
ENOUGH = 5
"""Twin worlds that must have differed, or nothing is proved."""
TWINS = 3
MORE_TWINS = 24
"""Worlds in which it is tried whether private news follow from an action's number: few, and many before it is
reported."""


class Sightings:
    """What is compared in a walk, and how much of it there was."""

    def __init__(self, case: Case, seed: int) -> None:
        self.case, self.seed, self.chance = case, seed, Random(seed)
        self.game, self.language = case.game, shared_language(case.game, case.frame)
        self.different = 0
        self.past: set[tuple[str, str]] = set()
        """Events and arguments about what had been hidden when chance renewed it."""
        self.where = ""
        self.dealt = Dealt(case)

    def ply(self, seed: int, number: int, ply: Ply) -> None:
        """Compare a moment and the next action with a twin world of every viewer."""
        self.where = at(self.case, seed, number)
        for seat in (SPECTATOR, *range(self.case.seats)):
            twin = twin_of(self.case, ply.position, seat, self.chance)
            self.different += differ(ply.position, twin)
            self.moment(ply.position, twin, seat)
            if ply.seat == seat or seat == SPECTATOR or self.chance.random() < 0.3:
                self.action(ply.position, twin, seat, ply)

    def peeked(self, seat: int, told: str, *names: str) -> Peeked:
        return Peeked(f"{self.where}: {who(seat)} can tell two worlds apart that it must not: {told}.", *names)

    def moment(self, real: Position, twin: Position, seat: int) -> None:
        """Records, turn, legal actions and reasons of refusal. The shown table is made of the record alone."""
        one, two = real.redacted(seat).pack(), twin.redacted(seat).pack()
        if one != two:
            found = record_difference(self.game, one, two)
            assert found
            name = found.path.lstrip(".").partition("[")[0]
            raise self.peeked(seat, f"the field {found} ({name} is seen by too many)", name)
        if real.turn != twin.turn:
            raise self.peeked(seat, f"the turn is seat {real.turn}'s in one and seat {twin.turn}'s in the other")
        if seat == SPECTATOR:
            return
        legal, other = real.legal(seat), twin.legal(seat)
        if legal != other:
            action = min(set(legal) ^ set(other), default=legal[0])
            raise self.peeked(
                seat, f"its action {action_said(self.case, action)} is legal in one of them only", "legal"
            )
        for action in self.chance.sample(range(self.game.actions), min(10, self.game.actions)):
            one_reason, two_reason = real.check(seat, action), twin.check(seat, action)
            if one_reason != two_reason:
                told = f"{action_said(self.case, action)} is refused for reason {one_reason} in one and {two_reason} in the other"
                verb = action_said(self.case, action).strip("'").split()[0]
                raise self.peeked(seat, told, f"check_{verb}", "check", "legal")
        if real.takeback(seat) != twin.takeback(seat):
            raise self.peeked(seat, "it may take back in one of them only", "takeback")

    def action(self, real: Position, twin: Position, seat: int, ply: Ply) -> None:
        """The events that the seat gets of an action that looks the same to it in both worlds, and leads to the same
        view."""
        veiled = seen_entry(self.game, Entry(ply.seat, ply.action), seat, False)
        alike = [a for a in twin.legal(ply.seat) if seen_entry(self.game, Entry(ply.seat, a), seat, False) == veiled]
        if not alike:
            return  # the action itself reveals the world
        choice = self.chance.choice(alike)
        self._compare(real.copy(), twin, seat, ply, choice)

    def _compare(self, real: Position, twin: Position, seat: int, ply: Ply, choice: int) -> None:
        origin, other = real.copy(), twin.copy()
        heard = self._act(real, ply.seat, ply.action, DICE), self._act(twin, ply.seat, choice, DICE)
        if seat == SPECTATOR and real.seed != DICE and self.game.hidden:
            self.dealt.action(ply, heard[0], self.where)
        if real.over or twin.over or not self._looks_alike(real, twin, seat):
            return  # everything is public now, or the worlds differ visibly
        found = self._difference(heard, seat)
        if found is None:
            words = [
                entry_words(self.game, self.language, seen_entry(self.game, Entry(ply.seat, a), seat, False))
                for a in (ply.action, choice)
            ]
            if words[0] != words[1]:
                raise self.peeked(seat, f"the log says {words[0]!r} in one and {words[1]!r} in the other", "veil")
            return
        if real.seed != DICE and self._tells_of_the_past(origin, other, real, twin, heard, seat, ply):
            self.past.add(found[:2])
            return
        raise self.peeked(seat, found[2], found[0])

    def _act(self, world: Position, mover: int, action: int, dice: int) -> list[Told]:
        world.reseed(dice)
        return world.play(mover, action)

    def _looks_alike(self, one: Position, two: Position, seat: int) -> bool:
        return one.redacted(seat).pack() == two.redacted(seat).pack()

    def _difference(self, heard: tuple[list[Told], list[Told]], seat: int) -> tuple[str, str, str] | None:
        """The event and the argument in which two lists of events differ for a viewer, also in words."""
        one, two = ([seen_event(self.game, event, seat, False) for event in told] for told in heard)
        if one == two:
            return None
        first, second = ([self.language.event(*event) for event in told] for told in (one, two))
        found = difference(first, second)
        if found is None:  # no named argument differs
            return None
        kinds = [event["event"] for event in first]
        event = next((kind for kind in kinds if f"event {kind!r}" in found.path), kinds[0] if kinds else "")
        _, _, argument = found.path.rpartition(".")
        return event, argument, f"{found.path.strip()} is told as {found.one} in one and {found.two} in the other"

    def _tells_of_the_past(
        self,
        origin: Position,
        other: Position,
        real: Position,
        twin: Position,
        heard: tuple[list[Told], list[Told]],
        seat: int,
        ply: Ply,
    ) -> bool:
        """Whether chance renewed everything that the events were about. What still differs must have had no part in
        them: a world with that part taken from the other one must give the events of the first."""
        lasting = hidden_that_differ(self.game, real, twin)
        if not lasting:
            return True
        mixed = _with_fields(origin, other, lasting)
        if not self._looks_alike(origin, mixed, seat) or ply.action not in mixed.legal(ply.seat):
            return False
        told = self._act(mixed, ply.seat, ply.action, DICE)
        return not self._difference((heard[0], told), seat)


def _with_fields(base: Position, other: Position, names: set[str]) -> Position:
    """A world with some fields of another one."""
    from turnwise.kit.layout import packer, unpacker

    packed = []
    for record, left, right in zip(base.engine.game.records, base.pack(), other.pack(), strict=True):
        plain, donor = unpacker(record)(left), unpacker(record)(right)
        for name in names & set(record.fields):
            setattr(plain, name, getattr(donor, name))
        packed.append(packer(record)(plain))
    return Position(base.engine, *packed)


def watched(case: Case, seed: int, *, compiled: bool, plies: int) -> Sightings:
    """Walk a game and compare each moment, and the action that follows, with a twin world."""
    found = Sightings(case, seed)
    game = played(case, seed)[:plies] if compiled == case.compiled else walk(case, seed, compiled=compiled, plies=plies)
    for number, ply in enumerate(game):
        if ply.legal:
            found.ply(seed, number, ply)
    return found


def nobody_peeks(case: Case) -> None:
    """No record, legal action, refusal or event tells a seat what it may not know."""
    found = Sightings(case, 1)
    if case.game.hidden:
        found.dealt.set_up()
    for seed, number, ply in looked_at(case, 120 if case.game.hidden else 30):
        found.ply(seed, number, ply)
    if case.game.records[0].hidden and found.different <= ENOUGH:
        maker, name = ("twins.py", "twin") if has_own(case) else ("imagine", "imagine")
        raise Broken(f"{case}: {maker} hardly ever makes another world, so nothing is proved.", name, "rules.imagine")


def nobody_peeks_interpreted(case: Case) -> None:
    """Interpreted, the rules tell nobody more than compiled."""
    watched(case, 2, compiled=False, plies=20)


def secret_actions_are_veiled(case: Case) -> None:
    """What an action tells to its seat alone, the action itself does not tell the others."""
    veiled_actions(case, 80)


def veiled_actions(case: Case, plies: int) -> int:
    """How many actions had private news without chance.

    If others see such an action unveiled, its number must not reveal the news: in other worlds that they consider
    possible the same action brings other news, as when a player looks at a card, or the news is the same whatever is
    done."""
    game, secret, chance = case.game, 0, Random(1)
    for seed, number, ply in looked_at(case, plies):
        world = ply.position.copy()
        world.reseed(DICE)
        told = world.play(ply.seat, ply.action)
        if world.over or world.seed != DICE or not any(game.rules.Event.private[event[0]] for event in told):
            continue
        secret += 1
        entry = Entry(ply.seat, ply.action)
        if seen_entry(game, entry, ply.seat, False) != entry:
            raise Peeked(f"{at(case, seed, number)}: seat {ply.seat} does not see its own action as it is.", "veil")
        for other in {SPECTATOR, *range(case.seats)} - {ply.seat}:
            if seen_entry(game, entry, other, False).action < game.actions:
                if argument := _told_by_number(case, ply, told, other, chance):
                    words = action_said(case, ply.action)
                    raise Peeked(
                        f"{at(case, seed, number)}: {who(other)} sees {words} of seat {ply.seat}, and it tells {argument}, "
                        "which is for that seat alone; such an action needs a veil.",
                        "veil",
                        "play",
                    )
    return secret


def _told_by_number(case: Case, ply: Ply, told: list[Told], viewer: int, chance: Random) -> str:
    """The private argument that follows from an action's number, in every world that the viewer considers possible."""
    game, kinds = case.game, case.game.rules.Event
    public = [seen_event(game, event, viewer, False) for event in told]
    by_action, by_any = dict[str, set[int]](), dict[str, set[int]]()
    for number in range(MORE_TWINS):
        world = ply.position if not number else twin_of(case, ply.position, viewer, chance)
        for action in world.legal(ply.seat):
            tried = world.copy()
            tried.reseed(DICE)
            heard = tried.play(ply.seat, action)
            if [seen_event(game, event, viewer, False) for event in heard] != public:
                continue
            for at_, event in enumerate(heard):
                for name, value in zip(kinds.arguments[event[0]], event[1:], strict=False):
                    if name in kinds.private[event[0]]:
                        called = f"the {name} of the event {kinds(event[0]).name.lower()!r}"
                        by_any.setdefault(f"{at_} {called}", set()).add(value)
                        if action == ply.action:
                            by_action.setdefault(f"{at_} {called}", set()).add(value)
        if number >= TWINS and not any(
            len(by_action.get(name, ())) == 1 < len(values) for name, values in by_any.items()
        ):
            return ""
    return next(
        (name.partition(" ")[2] for name, values in by_any.items() if len(by_action.get(name, ())) == 1 < len(values)),
        "",
    )


def imagined_worlds_look_the_same(case: Case) -> None:
    """What `imagine` fills in can't be told from the truth by its seat, has another chance, and can be played."""
    chance = Random("imagined")
    for seed, number, ply in looked_at(case, 150):
        where = at(case, seed, number)
        for seat in (SPECTATOR, *range(case.seats)):
            known = ply.position.redacted(seat)
            world = known.imagined(seat, chance.getrandbits(62))
            again = world.redacted(seat)
            if again.pack() != known.pack():
                found = record_difference(case.game, known.pack(), again.pack())
                raise Broken(f"{where}: {who(seat)} imagines a world that looks otherwise to it: {found}.", "imagine")
            if world.seed == ply.position.seed:
                raise Broken(
                    f"{where}: an imagined world has the seed of the real one, so a bot sees the coming chance.",
                    "imagine",
                )
            if seat != SPECTATOR and world.legal(seat) != ply.position.legal(seat):
                found = difference(ply.position.legal(seat), world.legal(seat))
                raise Broken(
                    f"{where}: in a world that seat {seat} imagines other moves of its own are legal: {found}.",
                    "legal",
                    "imagine",
                )
            moves = world.legal(world.turn)
            if not moves:
                raise Broken(
                    f"{where}: in a world that {who(seat)} imagines seat {world.turn} is on turn without a move.",
                    "imagine",
                )
            world.play(world.turn, chance.choice(moves))


def imagining_is_the_same_compiled(case: Case) -> None:
    """`imagine` fills in the same compiled and interpreted."""
    plain = Engine(case.game, compiled=False)
    for number, ply in enumerate(played(case, 1)[:40]):
        if not ply.legal:
            break
        for seat in (SPECTATOR, *range(case.seats)):
            known = ply.position.redacted(seat)
            one, two = known.imagined(seat, number).pack(), Position(plain, *known.pack()).imagined(seat, number).pack()
            if one != two:
                found = record_difference(case.game, one, two)
                raise Broken(f"{at(case, 1, number)}: {who(seat)} imagines otherwise compiled: {found}.", "imagine")
