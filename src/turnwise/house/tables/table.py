"""A table: the state that follows from its log, and nothing else. It knows no timers, no disk and no socket."""

import logging
from array import array
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from turnwise.games import recorded
from turnwise.house.tables import items
from turnwise.house.tables.answers import Answers
from turnwise.house.tables.clock import NO_CLOCK, Clock
from turnwise.house.tables.items import BOT, AnyItem, Terms
from turnwise.kit.errors import Refused, TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.position import rules_loaded
from turnwise.kit.words import Words, said
from turnwise.play import secret as secrets
from turnwise.play import timing
from turnwise.play.entry import Special
from turnwise.play.match import Match

log = logging.getLogger("turnwise")

KEPT_TALK = 200

Status = Literal["lobby", "beginning", "running", "over"]
"""Beginning: the seating is fixed, and the table waits for what people add to the dice."""


class Hint(NamedTuple):
    """A hint that was given: the number of its item, to whom, and at which version of the match."""

    n: int
    seat: int
    version: int


class OldRules(Refused):
    """The match was begun under other rules, or its game is not installed any more."""

    code = "old_rules"


class Table:
    """The state of a table after its first `n` items."""

    def __init__(self, id: str, *, stored: bool = False) -> None:
        """`stored`: it is read from records, so an error of the rules makes it outdated; else the error is raised, and
        undone."""
        self.id, self._stored = id, stored
        self.n = 0
        self.moves: list[int] = []
        """The moves that each seat's own player has made, without the house's moves on time-out."""
        self.versions = array("I")
        """The version of the match after each item."""
        self.begun = 0
        """The number of items before the match began."""
        self.beside = self.undos = 0
        """The numbers of items that are no moves, and of undos: both are bounded (`bounds.py`)."""
        self.status: Status = "lobby"
        self.terms: Terms
        self.game: Game
        self.host = ""
        self.opened_at = self.started_at = self.acted_at = self.ended_at = 0
        self.begins: items.Begins = "host"
        self.branches = ""
        self.sitters: list[str] = []
        self.players: list[int] = []
        """The seat of each player. Players are numbered as they came, and keep their number wherever they sit."""
        self.nonces: list[str] = []
        self.seals: list[str] = []
        """The seal of what each seat will add to the dice."""
        self.gave: list[bool] = []
        """Whether each seat added to the dice, after seeing the seal of the house."""
        self.silent: list[bool] = []
        """Whether the match does not wait for a seat's seal."""
        self.called = 0
        """Since when the table waits for seals, and then for nonces."""
        self.unsealed = False
        self.invited: set[str] = set()
        self.barred: set[str] = set()
        self.muted: set[str] = set()
        self.hidden = False
        self.follows = self.followed = ""
        self.closed: str | None = None
        self.secret = ""
        self._committed = ""
        self.match: Match | None = None
        self.turn: int | None = None
        """The seat to act; None if none is, or the table has been closed."""
        self.outdated: Words = ""
        """Why the match can't be shown or go on, in a sentence; everything else of the table can be read."""
        self.known: tuple[Match, int] | None = None
        """An outdated match as far as these rules replay it, and how many entries of its log come out as before."""
        self.ended: tuple[list[int] | None, str] = None, ""
        """The stored winners and reason of the end of an outdated match."""
        self.clock: Clock
        self.away: dict[int, str] = {}
        """Seats whose people are away, and the bot that plays for each; empty if time-out moves do."""
        self.asking: items.Asked | None = None
        self.agreed: set[int] = set()
        """Seats that agree to what is asked for."""
        self.ratings: items.Valued | None = None
        self.noticed: dict[int, int] = {}
        """The turn for which each seat last got a notice."""
        self.talk: deque[tuple[int, items.Said]] = deque(maxlen=KEPT_TALK)
        self.hinted: list[Hint] = []
        self.held: dict[int, items.Held] = {}
        """Requests that are not due yet, by seat."""
        self.answers = Answers()

    # Queries.

    @property
    def version(self) -> int:
        return self.match.version if self.match else 0

    def seat_of(self, person: str) -> int | None:
        """Where a person sits; after resigning they still watch from that seat."""
        return self.sitters.index(person) if person and person in self.sitters else None

    def bot_of(self, seat: int) -> str:
        """The bot that plays a seat now; empty if a person does."""
        sitter = self.sitters[seat]
        return sitter.removeprefix(BOT) if sitter.startswith(BOT) else self.away.get(seat, "")

    @property
    def to_come(self) -> bool:
        """Whether the match has yet to begin."""
        return self.status in ("lobby", "beginning")

    @property
    def people(self) -> list[str]:
        return [sitter for sitter in self.sitters if sitter and not sitter.startswith(BOT)]

    @property
    def playing(self) -> list[int]:
        """The seats of people who have not left the match."""
        left = self.match.left if self.match else ()
        return [seat for seat, who in enumerate(self.sitters) if who and not who.startswith(BOT) and seat not in left]

    def may_see(self, person: str) -> bool:
        """Whether a person may know that the table exists."""
        if person and (person == self.host or person in self.sitters):
            return True
        if self.hidden or person in self.barred:
            return False
        return self.terms.access != "private" or person in self.invited

    def options(self) -> dict[str, Any]:
        """The options of the match, with the seats that bots play."""
        bots = [seat for seat, sitter in enumerate(self.sitters) if sitter.startswith(BOT)]
        return self.game.with_computers(self.terms.options, bots)

    @property
    def commitment(self) -> str:
        """The published commitment: of the match, or of the one that would start now."""
        if self.match:
            return self.match.commitment
        if self.outdated:
            return self._committed
        try:
            frame = self.game.frame(self.terms.seats, self.options())
        except TurnwiseError:  # opened under other rules; beginning it says so
            return ""
        return secrets.commitment(self.secret, self.game.name, self.game.version, self.terms.seats, frame.options)

    def replayable(self) -> tuple[Match, int]:
        """The match to be replayed, and how many entries of its log can be."""
        if self.match:
            return self.match, len(self.match.log)
        if self.known:
            return self.known
        if self.outdated:
            raise OldRules(self.outdated)
        raise Refused(said("The match has not begun."), "table_lobby")

    @property
    def seal(self) -> str:
        """The seal of the secret alone: the same from the first moment on, whoever joins."""
        return secrets.sealed(self.secret)

    @property
    def gives_hints(self) -> bool:
        """Whether a player may ask for a hint: never in a rated match, and among several people only if that was
        agreed."""
        return not self.terms.rated and (self.terms.hints or len(self.people) < 2)

    @property
    def to_be_rated(self) -> bool:
        """Whether the match has ended and its ratings are not updated yet."""
        return self.terms.rated and self.match is not None and self.match.outcome is not None and not self.ratings

    @property
    def waiting_for(self) -> list[int]:
        """The seats that have yet to answer a question."""
        if not self.asking:
            return []
        asked = self.playing
        if self.asking.for_ == "rematch":  # those who resigned are asked too
            asked = [seat for seat, who in enumerate(self.sitters) if not who.startswith(BOT)]
        return [seat for seat in asked if seat != self.asking.seat and seat not in self.agreed]

    @property
    def lock(self) -> float:
        """Seconds after the latest action in which nobody may act; none at a table from before there were settings."""
        return timing.lock(self.match) if self.match and self.terms.settings else 0

    @property
    def stirs(self) -> bool:
        """Whether something happens here by itself: it begins, a clock runs, or a bot plays."""
        if self.status != "running":
            return self.status == "beginning"
        limits = bool(self.terms.settings) and self.match is not None and timing.most(self.match) > 0
        timed = self.terms.clock.kind != "none" or limits
        return timed or bool(self.away) or len(self.people) < len(self.sitters)

    # Folding.

    def fold(self, item: AnyItem) -> None:
        """Apply an item. The match may be past an action already, because the verb that checked it has played it."""
        FOLDS[type(item)](self, item)
        self.turn = self.match.turn if self.match and self.status == "running" else None
        self.answers.follow(item)
        self.n += 1
        # Not the match's version: a verb plays ahead, before the earlier items of its request are folded.
        if isinstance(item, items.Acted):
            self.versions.append(item.version)
        else:
            self.versions.append(self.versions[-1] if self.versions else 0)
            self.beside += 1

    def _opened(self, item: items.Opened) -> None:
        self.terms, self.host, self.opened_at, self.secret = item.terms, item.by, item.at, item.secret
        self.game = recorded(item.terms.game)
        self.follows, self.begins, self.branches = item.follows, item.begins, item.branches
        self.players = list(range(item.terms.seats))
        self.sitters, self.nonces = [""] * item.terms.seats, [""] * item.terms.seats
        self.seals, self.gave = [""] * item.terms.seats, [False] * item.terms.seats
        self.silent = [False] * item.terms.seats
        self.moves = [0] * item.terms.seats
        self.clock = Clock(item.terms.clock, item.terms.seats)
        if self.game.missing:
            self._outdate(self.game.missing)

    def _invited(self, item: items.Invited) -> None:
        self.invited.add(item.person)

    def _sat(self, item: items.Sat) -> None:
        newest = next(player for player, seat in enumerate(self.players) if not self.sitters[seat])
        before = self.players.index(item.seat)
        self.players[newest], self.players[before] = item.seat, self.players[newest]
        self.sitters[item.seat], self.nonces[item.seat], self.silent[item.seat] = item.who, item.nonce, item.silent

    def _sealed(self, item: items.Sealed) -> None:
        self.seals[item.seat] = item.seal

    def _gave(self, item: items.Gave) -> None:
        self.nonces[item.seat], self.gave[item.seat] = item.nonce, True

    def _rose(self, item: items.Rose) -> None:
        who, self.sitters[item.seat] = self.sitters[item.seat], ""
        # Published nonces are known now: a new player must not choose with that knowledge.
        for seat in range(len(self.sitters)) if self.unsealed else [item.seat]:
            self.nonces[seat], self.seals[seat], self.gave[seat] = "", "", False
        self.status, self.called, self.unsealed = "lobby", 0, False
        self.held.pop(item.seat, None)
        if item.barred:
            self.barred.add(who)
        if who == self.host and self.people:
            self.host = self.people[0]

    def _swapped(self, item: items.Swapped) -> None:
        moved = list(range(len(self.sitters)))
        moved[item.seat], moved[item.other] = item.other, item.seat
        self._reseat(moved)

    def _reseat(self, order: Sequence[int]) -> None:
        """`order`: which seat each seat was before."""
        self.sitters = [self.sitters[seat] for seat in order]
        self.nonces = [self.nonces[seat] for seat in order]
        self.seals = [self.seals[seat] for seat in order]
        self.gave = [self.gave[seat] for seat in order]
        self.silent = [self.silent[seat] for seat in order]
        self.players = [order.index(seat) for seat in self.players]
        self.held = {order.index(seat): held for seat, held in self.held.items()}

    def _narrowed(self, item: items.Narrowed) -> None:
        taken = [seat for seat, who in enumerate(self.sitters) if who]
        self.terms = replace(self.terms, seats=len(taken))
        self.players = [taken.index(seat) for seat in self.players if seat in taken]
        self.sitters, self.nonces, self.seals = (
            [one[seat] for seat in taken] for one in (self.sitters, self.nonces, self.seals)
        )
        self.gave, self.silent = ([one[seat] for seat in taken] for one in (self.gave, self.silent))
        self.moves = [0] * len(taken)
        self.held = {taken.index(seat): held for seat, held in self.held.items()}
        self.clock = Clock(self.terms.clock, len(taken))

    def _closed(self, item: items.Closed) -> None:
        self.status, self.closed, self.asking, self.ended_at = "over", item.why, None, item.at
        self.clock.pressed(item.at, None, 0)

    def _called(self, item: items.Called) -> None:
        self._reseat(item.order)
        self.status, self.called = "beginning", item.at

    def _unsealed(self, item: items.Unsealed) -> None:
        self.called, self.unsealed = item.at, True

    def _started(self, item: items.Started) -> None:
        self._reseat(item.order)
        self.begun, self.started_at = self.n, item.at
        self.status = "running"
        if self.outdated:
            return
        if item.version != self.game.version:
            self._outdate(
                said(
                    "This match was begun by version {then} of the rules of {game}; these are version {now}. "
                    "It can't go on here.",
                    then=item.version,
                    game=said(self.game.title),
                    now=self.game.version,
                )
            )
            self._committed = secrets.commitment(
                self.secret, self.game.name, item.version, self.terms.seats, self.options()
            )
            return
        nonces = [nonce for nonce in self.nonces if nonce]
        try:
            self.match = Match(
                self.game,
                seats=self.terms.seats,
                secret=self.secret,
                nonces=nonces,
                settings=self.terms.settings,
                compiled=rules_loaded(self.game),  # a house loads them in the background, so that no table waits
                **self.options(),
            )
        except Exception as error:
            if not self._stored:
                raise
            self._other_rules(error)
            return
        self._press(item.at)

    def _acted(self, item: items.Acted) -> None:
        match = self.match
        if match is None:
            return
        if match.version < item.version and (error := unlike(match, item)):
            self._committed, self.known = match.commitment, (match, self.versions[-1])
            self._other_rules(error)
            return
        if item.actions[0] >= 0 and (item.by or self.sitters[item.seat].startswith(BOT)):
            self.moves[item.seat] += 1
        if item.held or item.actions[0] == Special.LEAVE:
            self.held.pop(item.seat, None)
        elif item.actions[0] == Special.UNDO:
            self.undos += 1
        if self.asking:
            self.asking = None
            self.agreed.clear()
        self._press(item.at)
        if not item.by and not self.bot_of(item.seat):
            self.clock.forgiven(item.seat)
        if item.actions[0] == Special.LEAVE:
            self.away.pop(item.seat, None)
        if match.turn is None:
            self.status, self.ended_at = "over", item.at
            self.away.clear()

    def _held(self, item: items.Held) -> None:
        if item.actions:
            self.held[item.seat] = item
        else:
            self.held.pop(item.seat, None)

    def _other_rules(self, error: Exception) -> None:
        """The log does not replay under these rules, though they have the same version."""
        log.error(
            "a match was not played by these rules",
            extra={"facts": {"game": self.game.name, "error": type(error).__name__}},
        )
        title = said(self.game.title)
        self._outdate(said("This match was not played by these rules of {game}. It can't go on here.", game=title))

    def _outdate(self, why: Words) -> None:
        self.outdated, self.match, self.asking = why, None, None
        self.clock = Clock(NO_CLOCK, self.terms.seats)
        self.away.clear()

    def remember(self, status: Status, winners: list[int] | None, reason: str) -> None:
        """Take the recorded end of a match that can't be replayed."""
        if self.outdated:
            self.status, self.ended = status, (winners, reason)

    def _press(self, at: int) -> None:
        assert self.match
        match, self.acted_at = self.match, at
        limit = timing.limit(match) if self.terms.settings else 0
        lock = int(1000 * self.lock) if self.clock.control.kind != "none" else 0
        self.clock.pressed(at, match.turn, match.position.turns, lock=lock, limit=int(1000 * limit))

    def _asked(self, item: items.Asked) -> None:
        if self.asking is None or self.asking.for_ != item.for_:
            self.asking = item
            self.agreed.clear()
        self.agreed.add(item.seat)

    def _answered(self, item: items.Answered) -> None:
        if item.yes:
            self.agreed.add(item.seat)
        else:
            self.asking = None
            self.agreed.clear()

    def _away(self, item: items.Away) -> None:
        self.away[item.seat] = item.bot

    def _back(self, item: items.Back) -> None:
        self.away.pop(item.seat, None)
        self.clock.returned(item.at, item.seat)

    def _resumed(self, item: items.Resumed) -> None:
        self.clock.resumed(item.at, item.closed)

    def _said(self, item: items.Said) -> None:
        self.talk.append((self.n, item))

    def _muted(self, item: items.Muted) -> None:
        (self.muted.add if item.muted else self.muted.discard)(item.person)

    def _hid(self, item: items.Hid) -> None:
        self.hidden = item.hidden

    def _followed(self, item: items.Followed) -> None:
        self.followed, self.asking = item.table, None

    def _hinted(self, item: items.Hinted) -> None:
        self.hinted.append(Hint(self.n, item.seat, self.version))

    def _valued(self, item: items.Valued) -> None:
        self.ratings = item

    def _noticed(self, item: items.Noticed) -> None:
        self.noticed[item.seat] = item.turns


FOLDS: dict[type, Callable[[Table, Any], None]] = {
    items.Opened: Table._opened,
    items.Invited: Table._invited,
    items.Sat: Table._sat,
    items.Sealed: Table._sealed,
    items.Gave: Table._gave,
    items.Rose: Table._rose,
    items.Swapped: Table._swapped,
    items.Narrowed: Table._narrowed,
    items.Closed: Table._closed,
    items.Called: Table._called,
    items.Unsealed: Table._unsealed,
    items.Started: Table._started,
    items.Acted: Table._acted,
    items.Held: Table._held,
    items.Asked: Table._asked,
    items.Answered: Table._answered,
    items.Away: Table._away,
    items.Back: Table._back,
    items.Resumed: Table._resumed,
    items.Said: Table._said,
    items.Muted: Table._muted,
    items.Hid: Table._hid,
    items.Followed: Table._followed,
    items.Hinted: Table._hinted,
    items.Valued: Table._valued,
    items.Noticed: Table._noticed,
}


def unlike(match: Match, item: items.Acted) -> Exception | None:
    """Replay a request; returns what is wrong if it does not come out as before."""
    try:
        carry_out(match, item.seat, item.actions)
    except Exception as error:  # other rules may do anything with this action
        return error
    return None if match.version == item.version else OldRules("")


def carry_out(match: Match, seat: int, actions: Sequence[int]) -> None:
    """Play one request from its numbers: actions of the game, or something that a seat may do in any game."""
    first = actions[0]
    if first >= 0:
        match.play(list(actions), seat=seat)
    elif first == Special.LEAVE:
        match.leave(seat)
    elif first == Special.OFFER_DRAW:
        match.offer_draw(seat)
    elif first == Special.UNDO:
        match.undo(seat, consent=True)
    else:
        match.answer_draw(seat, first == Special.ACCEPT_DRAW)
