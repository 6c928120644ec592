"""What the watchers of a table are sent: a snapshot first, then a small delta for each change, all through the gate.

Watchers with the same view (a seat's, or a spectator's) get the same bytes, made once.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from turnwise.house.names import looks
from turnwise.house.people.people import SOMEONE
from turnwise.house.tables import items
from turnwise.house.tables.items import BOT, AnyItem
from turnwise.house.tables.playing import hears
from turnwise.house.tables.table import Table
from turnwise.house.tables.wire import (
    About,
    Asked,
    ClockNow,
    Delta,
    Ended,
    Hinted,
    Line,
    Lines,
    Looking,
    OwnPart,
    Presence,
    RatingsChanged,
    SeatNow,
    Snapshot,
    Standing,
    Talk,
    Told,
)
from turnwise.kit.position import SPECTATOR
from turnwise.kit.words import ENGLISH, Seat, Speaker, said
from turnwise.play.glimpse import Glimpse
from turnwise.play.view import Line as Entry

encode = msgspec.json.Encoder().encode
Kind = TypeVar("Kind", bound=Standing)

LINES = 200
"""Lines of the log in a snapshot or a page, the latest."""
HINTED = said("{seat} has asked for a hint.")
LETTERS = 20_000
"""Letters of talk in a snapshot."""


class Watcher(Protocol):
    """A connection that watches a table; the transport implements it."""

    viewer: int
    """The seat it watches from, or SPECTATOR."""
    person: str

    def push(self, message: bytes) -> None:
        """Pass a message on, without waiting."""

    def lost(self) -> None:
        """The table must be requested again."""


class Feed:
    """The watchers of one table, and what they have been shown."""

    def __init__(
        self, names: Mapping[str, str], now: Callable[[], int], changed: Callable[[Table, bool], None] | None = None
    ) -> None:
        """`changed` is called when the watchers here change, with whether this is the first one."""
        self._changed = changed
        self._elsewhere: dict[str, tuple[int, set[str], int]] = {}
        """For each other worker: until when its report is valid, who watches there, and how many spectators."""
        self.watchers: dict[int, list[Watcher]] = {}
        self._shown: dict[int, dict[str, Any]] = {}
        self._names, self._now = names, now
        self._sitters: list[str] = []
        self._turn: int | None = None
        self._opened = -1
        """The latest turn whose opening was shown by a gesture of its player."""

    # Watchers.

    def add(self, table: Table, watcher: Watcher, since: int | None) -> None:
        """Add a watcher. `since`: the number of items that it has seen; what it missed is sent at once."""
        viewer = watcher.viewer
        told = self._missed(table, watcher, since) if since is not None else None
        told = told or self.snapshot(table, watcher)
        self.watchers.setdefault(viewer, []).append(watcher)
        if table.match:
            eyes = SPECTATOR if table.match.open else viewer
            if eyes not in self._shown:
                self._shown[eyes] = table.match.glimpse(eyes, table.version).state
        watcher.push(told)
        self._look_now(table, first=len(self.all()) == 1)

    def remove(self, table: Table, watcher: Watcher) -> None:
        here = self.watchers.get(watcher.viewer, [])
        if watcher in here:
            here.remove(watcher)
        if not here:
            self.watchers.pop(watcher.viewer, None)
            self._shown.pop(watcher.viewer, None)
        if not self.watchers:
            self._shown.clear()  # a returning watcher has seen something later
        self._look_now(table)

    def _look_now(self, table: Table, *, first: bool = False) -> None:
        self.push_presence(table)
        if self._changed:
            self._changed(table, first)

    def look_elsewhere(self, table: Table, worker: str, people: Sequence[str], watchers: int, until: int) -> None:
        """Another worker reports these people and so many spectators as watching there."""
        before = self.presence(table)
        self._elsewhere.pop(worker, None)
        if people or watchers:
            self._elsewhere[worker] = until, set(people), watchers
        if self.presence(table) != before:
            self.push_presence(table)

    def _lookers_elsewhere(self) -> list[tuple[set[str], int]]:
        if not self._elsewhere:
            return []
        now = self._now()
        self._elsewhere = {worker: told for worker, told in self._elsewhere.items() if now < told[0]}
        return [told[1:] for told in self._elsewhere.values()]

    def _regroup(self, table: Table) -> None:
        """The seating has changed: every watcher gets the view of the person's present seat, or is closed."""
        watchers = self.all()
        self.watchers.clear()
        self._shown.clear()
        for watcher in watchers:
            if not table.may_see(watcher.person):
                watcher.lost()
                continue
            seat = table.seat_of(watcher.person)
            watcher.viewer = SPECTATOR if seat is None else seat
            self.watchers.setdefault(watcher.viewer, []).append(watcher)

    def __bool__(self) -> bool:
        return bool(self.watchers)

    def all(self) -> list[Watcher]:
        return [watcher for group in self.watchers.values() for watcher in group]

    def here(self) -> set[str]:
        """The people who are watching, at any worker."""
        return self.here_alone()[0].union(*(people for people, _ in self._lookers_elsewhere()))

    def here_alone(self) -> tuple[set[str], int]:
        """The people who are watching at this worker, and the number of spectators."""
        people = {watcher.person for group in self.watchers.values() for watcher in group if watcher.person}
        return people, len(self.watchers.get(SPECTATOR, ()))

    def watches(self, seat: int, person: str) -> bool:
        """Whether a person watches from a seat."""
        here = any(watcher.person == person for watcher in self.watchers.get(seat, ()))
        return here or any(person in people for people, _ in self._lookers_elsewhere())

    # What they are sent.

    def snapshot(self, table: Table, watcher: Watcher) -> bytes:
        """Everything that a watcher may know of a table."""
        return encode(self.whole(Snapshot, table, watcher.viewer, watcher.person))

    def whole(
        self, kind: type[Kind], table: Table, viewer: int, person: str, seen: int | None = None, **more: Any
    ) -> Kind:
        """The state of a table for a person, with the lines after the version that was seen, or the latest."""
        match = table.match
        self._sitters, self._turn = list(table.sitters), table.turn
        told = kind(n=table.n, version=table.version, table=self.about(table), **more)
        first = max(0, table.version + 1 - LINES)
        if match:
            glimpse = match.glimpse(viewer, first - 1 if seen is None else seen)
            self._match(told, table, glimpse)
            told.legal, told.state = legal_of(table, viewer), glimpse.state
        before = sum(hint.version < first for hint in table.hinted)
        if seen is None and first:
            told.earlier = first + before
        if len(table.hinted) > before:
            told.hints = hints_of(table)[before:]
        told.talk = self._talk(table, person) or UNSET
        return told

    def _talk(self, table: Table, person: str) -> list[Talk]:
        """The latest talk that a person may hear."""
        heard, letters = [], 0
        for n, one in reversed(table.talk):
            if hears(table, person, one.room):
                letters += len(one.text)
                if letters > LETTERS:
                    break
                heard.append(self._line(n, one))
        return heard[::-1]

    def _missed(self, table: Table, watcher: Watcher, since: int) -> bytes | None:
        """What was missed, as one delta: the lines and talk since then, and the present state. None if `since` can't be
        right, or too much has happened since."""
        if not 0 < since <= table.n:
            return None
        seen = table.versions[since - 1] if since > table.begun else -1
        if table.version - seen > LINES:
            return None
        told = self.whole(Delta, table, watcher.viewer, watcher.person, seen, since=since)
        told.talk = [line for line in told.talk or () if line.n >= since]
        if table.hinted:
            told.hints = hints_of(table, since)
        return encode(told)

    def publish(self, table: Table, happened: Sequence[AnyItem], before: int) -> None:
        """Send everybody what happened; `before` is the version of the match before it."""
        self._turn, kinds = table.turn, set(map(type, happened))
        reseated = not kinds.isdisjoint(SEATING)
        if reseated:
            self._sitters = list(table.sitters)
            self._regroup(table)
        if not self.watchers:
            return
        numbered = enumerate(happened, table.n - len(happened))
        talk = [(n, item) for n, item in numbered if type(item) is items.Said] if items.Said in kinds else []
        if items.Started in kinds:
            before = -1  # the set-up is news too
        version = table.version
        moved = table.match is not None and version != before
        mover = next((item for item in happened if type(item) is items.Acted), None)
        head = Delta(n=table.n, version=version)
        if table.status == "over" or not kinds <= PLAIN:
            head.table = self.about(table)
        if not moved and table.clock.shown:
            head.clock = self.clock(table)
        if items.Hinted in kinds:
            head.hints = hints_of(table, table.n - len(happened))
        shared = table.match is not None and table.match.open
        same: dict[int, bytes] = {}
        for viewer, group in self.watchers.items():
            own = None
            if moved:
                own = OwnPart(legal_of(table, viewer))
                if mover and mover.key and viewer == mover.seat:
                    own.key = mover.key
            if talk:
                told = self._moved(head, table, viewer, before)
                self._publish_with_talk(table, group, told, own, talk, news=len(talk) < len(happened))
                continue
            eyes = SPECTATOR if shared else viewer
            message = same.get(eyes)
            if message is None:
                message = same[eyes] = encode(self._moved(head, table, eyes, before))
            if own:
                message = b"%b,%b" % (message[:-1], encode(own)[1:])
            for watcher in group:
                watcher.push(message)
        if reseated:
            self.push_presence(table)  # a spectator may have a seat now

    def _publish_with_talk(
        self,
        table: Table,
        group: Sequence[Watcher],
        told: Delta,
        own: OwnPart | None,
        talk: Sequence[tuple[int, items.Said]],
        *,
        news: bool,
    ) -> None:
        """`news`: there was more than talk."""
        if own:
            told = replace(told, legal=own.legal, key=own.key)
        for watcher in group:
            heard = [self._line(n, one) for n, one in talk if hears(table, watcher.person, one.room)]
            keys = [one.key for _, one in talk if one.key and one.by == watcher.person]
            if heard or news:
                watcher.push(encode(replace(told, key=keys[0] if keys else told.key, talk=heard or UNSET)))

    def push_about(self, table: Table) -> None:
        """Send the facts about the table again though nothing happened at it: somebody was renamed."""
        message = encode(Delta(n=table.n, version=table.version, table=self.about(table)))
        for watcher in self.all():
            watcher.push(message)

    def opened(self, table: Table) -> bool | None:
        """Whether the opening of the turn has been shown; None where no gesture shows it."""
        if not table.game.gesture or table.match is None or table.turn is None:
            return None
        return self._opened == table.match.position.turns

    def open_turn(self, table: Table) -> None:
        """Tell everybody that it is shown now; not recorded."""
        assert table.match
        self._opened = table.match.position.turns
        message = encode(Delta(n=table.n, version=table.version, turn_opened=True))
        for watcher in self.all():
            watcher.push(message)

    def push_presence(self, table: Table) -> None:
        """Send who is here to all watchers; not recorded."""
        now = self.presence(table)
        message = encode(Looking(now.here, now.thinking, now.watchers))
        for watcher in self.all():
            watcher.push(message)

    def presence(self, table: Table) -> Presence:
        """From the last published state, because a pending write may still fail. A bot on turn counts as thinking, and
        so does a person who watches."""
        people, turn = self.here(), self._turn
        seats = [seat for seat, sitter in enumerate(self._sitters) if sitter in people]
        thinking = turn if turn in seats or turn is not None and table.bot_of(turn) else None
        others = sum(watchers for _, watchers in self._lookers_elsewhere())
        return Presence(seats, thinking, len(self.watchers.get(SPECTATOR, ())) + others)

    def _moved(self, head: Delta, table: Table, viewer: int, before: int) -> Delta:
        """What has changed for a viewer, with the effects of an action, except the viewer's own legal actions."""
        if table.match is None or table.version == before:
            return head
        glimpse = table.match.glimpse(viewer, before)
        shown, state = self._shown.get(viewer, {}), glimpse.state
        self._shown[viewer] = state
        told = replace(head)
        self._match(told, table, glimpse)
        told.state = {name: value for name, value in state.items() if name not in shown or shown[name] != value}
        return told

    def _match(self, told: Standing, table: Table, glimpse: Glimpse) -> None:
        """The state of the match, and its new lines. Empty facts (no offer, no winner) are left out."""
        told.lines = list(map(told_line, glimpse.lines))
        told.turn = self._turn
        if table.clock.shown:
            told.clock = self.clock(table)
        if (opened := self.opened(table)) is not None:
            told.turn_opened = opened
        if glimpse.draw_offer is not None:
            told.draw_offer = glimpse.draw_offer
        if glimpse.left:
            told.left = list(glimpse.left)
        if glimpse.outcome:
            told.outcome = Ended(**glimpse.outcome.json())

    # Facts about the table itself, the same for all who may see it.

    def about(self, table: Table) -> About:
        terms, ended = table.terms, table.match is not None and table.match.outcome is not None
        told = About(
            id=table.id,
            game=table.game.name,
            title=terms.title,
            status=table.status,
            host=table.host,
            access=terms.access,
            seating=terms.seating,
            clock=terms.clock,
            absence=terms.absence,
            rated=terms.rated,
            hints=table.gives_hints,
            options=terms.options if ended else table.game.shown_options(terms.options),
            settings=terms.settings,
            commitment=table.commitment,
            seal=table.seal,
            seats=self.seats(table),
            opened=table.opened_at,
            follows=table.follows,
            followed=table.followed,
            branches=table.branches,
            closed=table.closed or "",
            outdated=str(table.outdated),
        )
        if table.to_come and table.game.chance:
            told.dice = "nonce" if table.unsealed else "seal"
        if table.asking:
            told.asking = Asked(table.asking.seat, sorted(table.agreed), table.asking.for_)
        if table.ratings:
            told.ratings = RatingsChanged(table.ratings.before, table.ratings.after, table.ratings.why)
        return told

    def seats(self, table: Table) -> list[SeatNow]:
        """Who sits where."""
        return _numbered([self._sitter(table, seat) for seat in range(len(table.sitters))])

    def _sitter(self, table: Table, seat: int) -> SeatNow:
        who = table.sitters[seat]
        if not who:
            return SeatNow()
        if who.startswith(BOT):
            return SeatNow(bot=who.removeprefix(BOT))
        away = table.away[seat] or "time-out moves" if seat in table.away else ""
        name = self._names.get(who, SOMEONE)
        return SeatNow(who, name, away=away, seal=table.seals[seat], gave=table.gave[seat])

    def clock(self, table: Table) -> ClockNow:
        now, clock = self._now(), table.clock
        timed, seats = clock.control.kind != "none", range(len(table.sitters))
        left = [clock.remaining(seat, now) if timed or seat == clock.running else None for seat in seats]
        return ClockNow(left, clock.running, now)

    def _line(self, n: int, talk: items.Said) -> Talk:
        return Talk(n, talk.at, talk.room, talk.by, self._names.get(talk.by, SOMEONE), talk.text)


SEATING = {items.Sat, items.Rose, items.Swapped, items.Narrowed, items.Called, items.Started, items.Hid}
"""Items after which people may have another view."""

PLAIN = {items.Acted, items.Held, items.Said, items.Resumed, items.Hinted, items.Noticed}
"""Items that change nothing in `about`, as long as the match runs."""


def _numbered(seats: list[SeatNow]) -> list[SeatNow]:
    """Number the people whose names look the same."""
    seen = [frozenset(looks(one.name)) if one.name else frozenset() for one in seats]
    for seat, one in enumerate(seats):
        alike = [other for other, look in enumerate(seen) if look & seen[seat]]
        if len(alike) > 1:
            one.number = 1 + alike.index(seat)
    return seats


def told_line(line: Entry) -> Line:
    """An entry of the log, as it is sent."""
    return Line(line.seat, line.words, line.events, line.joined)


def hints_of(table: Table, since: int = 0) -> list[Hinted]:
    """A line for each hint given, from the items from `since` on. `at`: its place among the lines of the log, counting
    the hints before it."""
    return [
        Hinted(hint.version + 1 + before, hint.seat, "hint", [])
        for before, hint in enumerate(table.hinted)
        if hint.n >= since
    ]


def page_of(table: Table, viewer: int, before: int | None, say: Speaker = ENGLISH) -> Lines:
    """A page of the log before a given line, with the lines about hints, and how many lines are earlier. Each line is
    also in sentences."""
    hints = {hint.version + 1 + n: hint for n, hint in enumerate(table.hinted)}
    end = table.version + 1 + len(hints) if table.match else 0
    end = end if before is None else min(before, end)
    first = max(0, end - LINES)
    version = first - sum(at < first for at in hints)
    lines = iter(table.match.lines_from(version, viewer, LINES) if table.match and end else ())

    def told(at: int) -> Told:
        if hint := hints.get(at):
            asked = HINTED.given_also(seat=Seat(hint.seat))
            return Told(hint.seat, "hint", [], told=[say(asked)])
        line = next(lines)
        return Told(line.seat, line.words, line.events, line.joined, told=[say(one) for one in line.told])

    return Lines(first, [told(at) for at in range(first, end)])


def legal_of(table: Table, viewer: int) -> list[str]:
    match = table.match
    if viewer == SPECTATOR or match is None or viewer != table.turn and not match.interruptible:
        return []
    return match.legal_words(viewer) if table.status == "running" else []
