"""What one seat may know of a match. Players, pages, bots, logs and exports get nothing else."""

from collections.abc import Collection, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, cached_property
from types import NoneType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeVar, get_args, overload

from turnwise.kit.errors import BadOption, quoted
from turnwise.kit.game import Game
from turnwise.kit.position import SPECTATOR, Position, Told
from turnwise.kit.record import OWNER
from turnwise.kit.words import Said, Seat, said
from turnwise.play.entry import Entry, Special
from turnwise.play.language import Action, Language
from turnwise.play.outcome import Outcome

if TYPE_CHECKING:
    from turnwise.play.match import Match


SPECIAL = {
    Special.LEAVE: said("{seat} leaves."),
    Special.OFFER_DRAW: said("{seat} offers a draw."),
    Special.ACCEPT_DRAW: said("{seat} accepts the draw."),
    Special.REFUSE_DRAW: said("{seat} refuses the draw."),
    Special.UNDO: said("{seat} takes back the last move."),
}
RESIGNS = said("{seat} resigns.")
MOST_WORDED = 2000
"""Worded lines cached for each set of equal viewers; it bounds the memory, not the log."""

Theme = Literal["light", "dark", "auto"]
"""`auto`: as the reader's screen is set."""
WIDEST = 10_000
Copied = TypeVar("Copied")
UNCHANGEABLE = frozenset({str, int, float, bool, NoneType})
NOTEBOOK_WIDTH = 480
"""Pixels: a tall table still fits on a screen."""


def _copied(value: Copied) -> Copied:
    """JSON-able data that shares nothing that can be changed; `deepcopy` takes many times as long."""
    copied: Any
    match value:
        case dict():
            copied = {name: one if type(one) in UNCHANGEABLE else _copied(one) for name, one in value.items()}
        case list():
            copied = [one if type(one) in UNCHANGEABLE else _copied(one) for one in value]
        case tuple() if type(value) is tuple:
            copied = tuple([one if type(one) in UNCHANGEABLE else _copied(one) for one in value])
        case _:
            copied = deepcopy(value)
    return copied  # type: ignore[no-any-return]


class Painter(Protocol):
    """Draws views; the package sets one, because play knows no pictures."""

    def svg(self, view: "View", theme: str, width: int | None) -> str:
        """One SVG document; `width` in pixels, None to fill its container."""

    def text(self, view: "View") -> str:
        """Lines of characters."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the log as a seat may see it. `joined`: in the same request as the line before."""

    seat: int
    words: str
    joined: bool
    events: tuple[dict[str, Any], ...]
    told: tuple[Said, ...]
    """The events in sentences; for an entry without events, what was done."""

    def json(self) -> dict[str, Any]:
        """The line as JSON-able data."""
        return {"seat": self.seat, "words": self.words, "joined": self.joined, "events": self.events}

    def copied(self) -> "Line":
        """A line that shares nothing that can be changed."""
        return Line(self.seat, self.words, self.joined, _copied(self.events), self.told)


class Lines(Sequence[Line]):
    """The log of a view. Only the lines that are taken out of it are copied: a log may be long."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Line, ...]: ...
    def __getitem__(self, at: int | slice) -> Line | tuple[Line, ...]:
        found = self._lines[at]
        return found.copied() if isinstance(found, Line) else tuple(line.copied() for line in found)

    def __iter__(self) -> Iterator[Line]:
        return map(Line.copied, self._lines)

    def __eq__(self, other: object) -> bool:
        return self._lines == (other._lines if isinstance(other, Lines) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._lines)


class View:
    """A match seen from a seat; `seat` None is a spectator. It holds no reference to the match."""

    painter: ClassVar[Painter]

    def __init__(self, match: "Match", seat: int | None) -> None:
        viewer = SPECTATOR if seat is None else seat
        self.game: Game = match.game
        self.seats, self.seat, self.turn, self.version = match.seats, seat, match.turn, match.version
        self.outcome: Outcome | None = match.outcome
        over = self.outcome is not None
        self.commitment, self.nonces = match.commitment, match.nonces
        self._options = match.frame.options if over else match.language.shown_options
        self.secret: str | None = match.secret if over else None
        self.fingerprint: str | None = match.fingerprint() if over else None
        self.draw_offer, self.left = match.draw_offer, match.left
        self.position: Position = match.position.opened() if over else match.position.redacted(viewer)
        """What the seat may know, as records: for bots and for `imagine`."""
        self.state: dict[str, Any] = match.game.notation.show(self.position.plain(), match.frame)
        """The table as this seat sees it, as JSON-able data."""
        self.legal: list[Action] = [] if seat is None else match.legal_for(seat)
        """The seat's legal actions now: its moves if it is on turn, else its interjections."""
        self.settings: dict[str, Any] = dict(match.settings)
        """The settings of the table where it is played."""
        self.opened: bool | None = None
        """Whether the gesture that shows the opening of the turn was made; None where there is no such gesture."""
        self._lines: tuple[Line, ...] = match.lines_for(viewer)
        self._written = match.written_for(viewer)

    @cached_property
    def options(self) -> dict[str, Any]:
        """The resolved options, as far as they may be seen."""
        return _copied(self._options)

    @property
    def lines(self) -> Lines:
        """The log so far; line 0 is the set-up."""
        return Lines(self._lines)

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """What happened with the latest entry."""
        return _copied(self._lines[-1].events)

    @property
    def told(self) -> tuple[Said, ...]:
        """The same in sentences, one for each event."""
        return self._lines[-1].told

    def latest(self, event: str) -> tuple[dict[str, Any], ...]:
        """The events of the latest entry that has such an event; empty if none has."""
        for line in reversed(self._lines):
            if any(told["event"] == event for told in line.events):
                return _copied(line.events)
        return ()

    def json(self) -> dict[str, Any]:
        """All of it as JSON-able data."""
        return {
            "game": self.game.name,
            "seat": self.seat,
            "turn": self.turn,
            "version": self.version,
            "options": self.options,
            "commitment": self.commitment,
            "state": self.state,
            "legal": [{"id": a.id, "words": a.words, "json": a.json()} for a in self.legal],
            "lines": [line.json() for line in self.lines],
            "draw_offer": self.draw_offer,
            "left": list(self.left),
            "outcome": self.outcome.json() if self.outcome else None,
        }

    def transcript(self) -> str:
        """The match in text as this seat may keep it: with the secret once it is over, never before."""
        from turnwise.play.transcript import of_view

        return of_view(self)

    def svg(self, *, width: int | None = None, theme: Theme = "light") -> str:
        """The table as one SVG document, `width` pixels wide; without a width it fills its container."""
        if width is not None and (isinstance(width, bool) or not isinstance(width, int) or not 1 <= width <= WIDEST):
            raise BadOption(
                said("A picture is 1 to {most} pixels wide, not {given}.", most=WIDEST, given=quoted(width))
            )
        if theme not in get_args(Theme):
            known = ", ".join(get_args(Theme))
            raise BadOption(said("A theme is {known}, not {given}.", known=known, given=quoted(theme)))
        return View.painter.svg(self, theme, width)

    def text(self) -> str:
        """The table as lines of characters: what `print(view)` prints."""
        return View.painter.text(self)

    __str__ = text

    def _repr_svg_(self) -> str:
        """A notebook shows the table."""
        return self.svg(width=NOTEBOOK_WIDTH, theme="auto")

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        stand = "over" if self.turn is None else f"seat {self.turn} on turn"
        return f"<View of {self.game.name} for {who}: version {self.version}, {stand}>"


def seen_lines(
    game: Game, language: Language, log: list[Entry], told: list[list[Told]], viewer: int, over: bool, first: int = 0
) -> list[Line]:
    """Entries with their events, as a viewer may see them; `told` begins with the set-up, and the entries with the one
    at `first`."""
    lines, worded = [], language.worded
    kinds = vars(game.notation).get("COUNTED", ())
    for at, entry in enumerate(log, first):
        seen = seen_entry(game, entry, viewer, over)
        events = tuple([seen_event(game, event, viewer, over) for event in told[at]])
        counts = _counts(kinds, told, at) if kinds else ()
        line = worded.get((seen, events, counts))
        if line is None:
            so_far = counts or (0,) * len(events)
            happened = tuple([language.event(*event, n) for event, n in zip(events, so_far, strict=True)])
            sentences = tuple([language.said(event, n) for event, n in zip(happened, so_far, strict=True)])
            words = entry_words(game, language, seen)
            line = Line(seen.seat, words, seen.joined, happened, sentences or entry_told(game, language, seen))
            if len(worded) >= MOST_WORDED:
                worded.clear()
            worded[seen, events, counts] = line
        lines.append(line)
    return lines


def _counts(kinds: Collection[int], told: list[list[Told]], at: int) -> tuple[int, ...]:
    """For each event of an entry that is of these kinds, how many of its seat there were so far; empty if none is."""
    if not any(event[0] in kinds for event in told[at]):
        return ()
    earlier, counts = [event[:2] for heard in told[:at] for event in heard], []
    for event in told[at]:
        earlier.append(event[:2])
        counts.append(earlier.count(event[:2]) if event[0] in kinds else 0)
    return tuple(counts)


def seen_entry(game: Game, entry: Entry, viewer: int, over: bool) -> Entry:
    """An entry of the log with its action veiled from all other seats."""
    veil = game.veil
    if veil is None or over or viewer == entry.seat or entry.action < 0:
        return entry
    return Entry(entry.seat, int(veil(entry.action)), entry.joined)


def seen_event(game: Game, told: Told, viewer: int, over: bool) -> tuple[Told, frozenset[str]]:
    """An event without the arguments that the viewer may not know, and the names of the others."""
    Event = game.rules.Event
    names = Event.arguments[told[0]]
    private = Event.private[told[0]]
    if over or not private or told[1] == viewer:
        return told, _together(names)
    seen = frozenset(name for name in names if name not in private)
    kept = tuple(value if name in seen else 0 for name, value in zip(names, told[1:], strict=False))
    return (told[0], *kept), seen


_together = cache(frozenset[str])


def entry_words(game: Game, language: Language, entry: Entry) -> str:
    """The words of an entry; leaving is resigning in a game without a rule for it."""
    if entry.action >= 0:
        return language.action(entry.action).words
    if entry.action == Special.SET_UP:
        return "set-up"
    if entry.action == Special.LEAVE and not game.has_leave:
        return "resign"
    return Special(entry.action).name.lower().replace("_", " ")


def entry_told(game: Game, language: Language, entry: Entry) -> tuple[Said, ...]:
    """The sentences of an entry without events; empty for the set-up."""
    if entry.action == Special.SET_UP:
        return ()
    seat = Seat(entry.seat)
    if entry.action >= 0:
        return (said("{seat}: {move}.", seat=seat, move=language.action(entry.action).said),)
    resigns = entry.action == Special.LEAVE and not game.has_leave
    return ((RESIGNS if resigns else SPECIAL[Special(entry.action)]).given_also(seat=seat),)


@cache
def hidden_bits(game: Game, viewer: int) -> int:
    """The bits of a packed state that the viewer may not know, except the seed: to tell whether an action changed
    them."""
    record = game.records[0]
    layout: Any = record.dtype.fields
    found = bytearray(record.dtype.itemsize)
    for name in record.hidden:
        kind, start = layout[name][:2]
        found[start : start + kind.itemsize] = b"\xff" * kind.itemsize
        field = record.fields[name]
        if field.see == OWNER and 0 <= viewer < field.shape[0]:
            own = kind.itemsize // field.shape[0]
            found[start + viewer * own : start + (viewer + 1) * own] = bytes(own)
    return int.from_bytes(found, "little")


def differ(one: bytes, two: bytes, bits: int) -> bool:
    """Whether two packed states differ in any of these bits."""
    return bool((int.from_bytes(one, "little") ^ int.from_bytes(two, "little")) & bits)
