"""One match of any game, in memory: a secret, the options, and a log of who did what."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from turnwise.games import game as game_named
from turnwise.kit.errors import BadAction, MatchOver, NotYourTurn, Refused, Stale, quoted
from turnwise.kit.game import Game
from turnwise.kit.position import SPECTATOR, Told
from turnwise.kit.record import HIDDEN
from turnwise.kit.takeback import BY_CONSENT, NEVER
from turnwise.kit.words import Seat, said
from turnwise.play import reasons
from turnwise.play import secret as secrets
from turnwise.play.entry import Entry, Special
from turnwise.play.glimpse import Glimpse
from turnwise.play.language import Action, Request, shared_language
from turnwise.play.law import interpreted_steps, law
from turnwise.play.outcome import Outcome
from turnwise.play.view import Line, View, differ, hidden_bits, seen_lines

SET_UP = Entry(SPECTATOR, Special.SET_UP)
MOVED_ON = said("The match has moved on meanwhile; nothing was done.")


class Match:
    """A match. `seed` is for local play and tests; without it the match has a secret that nobody can guess.

    `settings` are the table's, which change how it is shown and read there, and nothing else. Two matches are equal if
    their fingerprints are; a match is mutable, so it has no hash: use its fingerprint as a key. A copy is independent,
    with the same dice. Pickled, a match is what `save` writes, including its secret."""

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        seed: int | None = None,
        secret: str | None = None,
        nonces: Sequence[str] = (),
        compiled: bool | None = None,
        settings: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        self.game = game if isinstance(game, Game) else game_named(game)
        self.language = shared_language(self.game, self.game.frame(seats, options))
        """The language in which the match is recorded."""
        self.frame = self.language.frame
        self._lines: dict[tuple[int, bool], list[Line]] = {}
        self._written: dict[tuple[int, bool], list[str]] = {}
        self._known: dict[Any, Any] = {}  # derived from the present state, until it changes
        self.spoken = self.language
        """The language in which it is shown and read at its table."""
        if settings:
            self.set(settings)
        self.secret = (
            secrets.checked(secret) if secret is not None else secrets.fresh() if seed is None else secrets.small(seed)
        )
        self.nonces = tuple(secrets.checked(nonce) for nonce in secrets.listed(nonces))
        self._dice = secrets.Dice(self.secret, self.nonces)
        self.commitment = secrets.commitment(
            self.secret, self.game.name, self.game.version, self.seats, self.frame.options
        )
        """What is published of the secret while the match runs."""
        self.position, told = law(self.game, compiled).position(self.frame, self._dice.seed(0))
        self.log: list[Entry] = []
        self.told: list[list[Told]] = [told]
        self.left: tuple[int, ...] = ()
        self.draw_offer: int | None = None
        self._offered: tuple[int, int] | None = None  # who last offered a draw, and in which turn
        self._agreed: Outcome | None = None  # an end by resigning or by agreement, which is not in the game's rules
        self._over = bool(self.position.over)
        self._standing: list[int] = []  # for each request that was not undone, the index of its first entry
        self._before: list[bytes] = []  # the states before the latest of these, as far as they can still be undone
        rules = self.game.rules
        self._undoes = hasattr(rules, "takeback")
        self.interruptible = hasattr(rules, "interruptible")
        """Whether a seat that is not on turn may ever have a legal action."""
        self._open_table = not self.game.records[0].hidden
        self._open_log = self.game.veil is None and not any(rules.Event.private.values())

    def set(self, settings: Mapping[str, Any]) -> None:
        """Play it at a table with these settings from now on."""
        frame = replace(self.frame, settings=self.game.settings.resolve(settings))
        self.spoken = shared_language(self.game, frame)
        self._lines.clear()
        self._known.clear()

    # Queries.

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the table where it is played."""
        return self.spoken.frame.settings

    @property
    def seats(self) -> int:
        return self.frame.seats

    @property
    def open(self) -> bool:
        """Whether all seats and spectators always see the same, apart from their legal actions."""
        return self._open_table and self._open_log

    @property
    def version(self) -> int:
        """The number of entries in the log; a request may name the version that its sender saw."""
        return len(self.log)

    @property
    def turn(self) -> int | None:
        """The seat to act; None when it is over."""
        return None if self._over else self.position.turn

    @property
    def legal(self) -> list[Action]:
        """The actions of the seat on turn."""
        return [] if self._over else self.legal_for(self.position.turn)

    def legal_for(self, seat: int) -> list[Action]:
        """The actions of any seat: moves on its turn, else interjections."""
        return [] if self._over else [self.spoken.action(id) for id in self._moves(self._seat(seat))]

    def legal_words(self, seat: int) -> list[str]:
        """The actions of any seat in words."""
        return [] if self._over else self.spoken.words(self._moves(self._seat(seat)))

    @property
    def happened(self) -> tuple[dict[str, Any], ...]:
        """What everybody may know of the latest entry, or of the set-up."""
        return self.lines_from(len(self.log), SPECTATOR)[-1].events

    @property
    def outcome(self) -> Outcome | None:
        """None while the match runs."""
        if self._agreed or not self.position.over:
            return self._agreed
        if "outcome" not in self._known:
            places, points, winners = self.position.scores(self.seats)
            end = self.game.rules.End(self.position.over)
            words = reasons.ending(self.game, self.position, self.frame, end)
            self._known["outcome"] = Outcome(tuple(places), tuple(points), tuple(winners), end.name.lower(), words)
        outcome: Outcome = self._known["outcome"]
        return outcome

    def lines_for(self, viewer: int) -> tuple[Line, ...]:
        """The log as a viewer may see it, line 0 being the set-up; worded lines are cached."""
        kept = self._lines.setdefault(self._listener(viewer), [])
        kept += self.lines_from(len(kept), viewer)
        return tuple(kept)

    def lines_from(self, first: int, viewer: int, most: int | None = None, *, written: bool = False) -> list[Line]:
        """Some lines of the log, or all from the first one on; `written`: in the words of the record."""
        end = None if most is None else first + most
        log = ([SET_UP] if first == 0 else []) + self.log[max(first - 1, 0) : end and end - 1]
        language = self.language if written else self.spoken
        return seen_lines(self.game, language, log, self.told, viewer, self._over, first)

    def written_for(self, viewer: int) -> tuple[str, ...] | None:
        """The words of the log as recorded, if the table uses other words."""
        if self.spoken is self.language:
            return None
        kept = self._written.setdefault(self._listener(viewer), [])
        kept += [line.words for line in self.lines_from(len(kept), viewer, written=True)]
        return tuple(kept)

    def glimpse(self, viewer: int, since: int = -1) -> Glimpse:
        """What a seat, or SPECTATOR, must be sent after seeing the match at version `since`; -1: it has seen
        nothing."""
        if viewer != SPECTATOR:
            self._seat(viewer)
        known, over = self._known, self._over
        watching = "state", SPECTATOR if over or self._open_table else viewer
        if watching not in known:
            if over or self._open_table:
                state = self.position.plain()
                state.seed = HIDDEN  # the gate hides nothing else
            else:
                state = self.position.shown(viewer)
            known[watching] = self.game.notation.show(state, self.frame)
        hearing = "lines", self._listener(viewer)
        first, lines = known.get(hearing, (None, []))
        if first != since + 1:
            lines = self.lines_from(max(since + 1, 0), viewer)
            known[hearing] = since + 1, lines
        return Glimpse(
            len(self.log),
            None if over else self.position.turn,
            known[watching],
            lines,
            () if over or viewer == SPECTATOR else [self.spoken.action(id) for id in self._moves(viewer)],
            self.draw_offer,
            self.left,
            self.outcome,
        )

    def view(self, seat: int | None) -> View:
        """What a seat may know; None for a spectator."""
        return View(self, None if seat is None else self._seat(seat))

    def fingerprint(self) -> str:
        """Equal for equal matches, on any machine, compiled or interpreted."""
        around = json.dumps(
            [self.game.name, self.game.version, self.frame.options, len(self.log), str(self._agreed)], sort_keys=True
        )
        return hashlib.blake2b(self.position.save() + around.encode(), digest_size=16).hexdigest()

    # Changes.

    def play(
        self, request: Request | Sequence[Request], *, seat: int | None = None, version: int | None = None
    ) -> None:
        """Take an action, or several at once, all or none."""
        seat = self._acting(seat, version)
        requests: Sequence[Any] = request if isinstance(request, list | tuple) else (request,)
        if not requests:
            raise BadAction(said("A request needs at least one action."))
        before, beside = self.position.save(), None
        entries, lasting = len(self.log), False
        try:
            for left, part in enumerate(requests, 1 - len(requests)):
                run = self.spoken.read(part, lambda: self.position.shown(seat), lambda: self._moves(seat))
                if beside is None and len(requests) * len(run) > 1:
                    beside = self.position.pack()[1]
                for step, action in enumerate(run, 1 - len(run)):
                    lasting |= self._take(seat, action, len(self.log) > entries, left == step == 0)
        except BaseException:
            self.position.restore(before, beside)
            del self.log[entries:], self.told[entries + 1 :]
            self._changed()
            raise
        self._stand(entries, before, lasting)
        if seat != self.draw_offer:
            self.draw_offer = None  # a move declines it
        self._play_for_leavers()

    def refusal(self, action: int, seat: int) -> Refused | None:
        """Why a seat may not take an action now; None if it may. Changes nothing."""
        (action,) = self.spoken.read(action, list, list)
        return None if action in self._moves(self._acting(seat, None)) else self._refusal(seat, action)

    def leave(self, seat: int) -> None:
        """Leave for good. In a game without a rule for it, this is resigning."""
        seat = self._acting(self._seat(seat), None)
        if seat in self.left:
            raise Refused(said("{seat} has left already.", seat=Seat(seat)), "has_left")
        if self.game.has_leave:
            told, quiet = self._depart(seat, len(self.log) + 1)
            self.log.append(Entry(seat, Special.LEAVE))
            self.told.append(told)
            self._changed()
            if not quiet:
                self._before.clear()
        else:
            self._log_only(Entry(seat, Special.LEAVE))
            places = tuple(2 if s == seat else 1 for s in range(self.seats))
            winners = tuple(s for s in range(self.seats) if s != seat)
            scores = tuple(float(s != seat) for s in range(self.seats))
            self._agree(Outcome(places, scores, winners, "resigned", said("{seat} resigned", seat=Seat(seat))))
        self.left += (seat,)
        self.draw_offer = None
        self._play_for_leavers()

    def offer_draw(self, seat: int | None = None) -> None:
        """Offer a draw in a match of two, on one's own turn, once a turn."""
        seat = self._acting(seat, None)
        if self.seats != 2:
            raise Refused(said("A draw can be offered only in a match of two."), "no_draw")
        if self.left:
            raise Refused(said("There is nobody left to agree to a draw."), "no_draw")
        if seat != self.turn:
            raise NotYourTurn(said("A draw is offered on one's own turn."))
        if self._offered == (seat, self.position.turns):
            raise Refused(said("You have offered a draw in this turn already."), "offered")
        self._log_only(Entry(seat, Special.OFFER_DRAW))
        self.draw_offer, self._offered = seat, (seat, self.position.turns)

    def answer_draw(self, seat: int, accept: bool) -> None:
        """Accept or refuse the other player's offer, also out of turn."""
        seat = self._acting(self._seat(seat), None)
        if not isinstance(accept, bool):
            raise BadAction(said("The answer to a draw offer is True or False, not {given}.", given=quoted(accept)))
        if self.draw_offer is None or self.draw_offer == seat:
            raise Refused(said("No draw has been offered to you."), "no_offer")
        self._log_only(Entry(seat, Special.ACCEPT_DRAW if accept else Special.REFUSE_DRAW))
        self.draw_offer = None
        if accept:
            equal = tuple(1 for _ in range(self.seats))
            self._agree(Outcome(equal, tuple(0.5 for _ in equal), (), "draw_agreed", said("a draw was agreed")))

    def undo(self, seat: int | None = None, *, consent: bool = False) -> None:
        """Take back a seat's latest request (by default the latest of all), with any reply to it.

        `consent`: the other players agree, where the game requires that. Never across chance, a reveal or news to
        another seat. A seat that left meanwhile stays away."""
        if seat is None and self._standing:
            seat = self.log[self._standing[-1]].seat
        seat = self._acting(seat, None)
        back = self._steps_back(seat)
        if not back:
            raise Refused(said("There is nothing to take back."), "nothing_to_undo")
        allowed = self.may_undo(seat)
        if allowed == NEVER:
            raise _lasts()
        if allowed == BY_CONSENT and not consent:
            raise Refused(said("Taking back needs the other player's consent."), "needs_consent")
        self._go_back(self._standing[-back], self._before[-back])
        self._log_only(Entry(seat, Special.UNDO))
        del self._standing[-back:], self._before[-back:]
        self.draw_offer = None

    def may_undo(self, seat: int) -> int:
        """Whether a seat can take back its latest request: NEVER, BY_CONSENT or FREELY."""
        back = 0 if self._over or seat in self.left else self._steps_back(self._seat(seat))
        return self.position.takeback(seat) if 0 < back <= len(self._before) else NEVER

    def save(self) -> str:
        """The whole match as text, including its secret: only for the keeper of the match. A player's is
        `view(seat).transcript()`."""
        from turnwise.play.transcript import of_match

        return of_match(self)

    @staticmethod
    def load(text: str, *, compiled: bool | None = None) -> "Match":
        """The match that `save` wrote, or a finished one from anybody's transcript."""
        from turnwise.play.transcript import replayed

        return replayed(text, compiled=compiled)

    def copy(self) -> "Match":
        """An independent match at the same point. It has the same secret, and so the same dice."""
        other: Match = object.__new__(type(self))
        vars(other).update(vars(self))
        other.position = self.position.copy()
        other.log, other.told = self.log[:], self.told[:]
        other._lines, other._written, other._known = {}, {}, {}
        other._standing, other._before = self._standing[:], self._before[:]
        return other

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.save(), self.settings)

    def __eq__(self, other: object) -> bool:
        return self.fingerprint() == other.fingerprint() if isinstance(other, Match) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        stand = self.outcome or f"seat {self.turn} on turn"
        return f"<Match of {self.game.name}: {self.seats} seats, version {self.version}, {stand}>"

    # Internals.

    def _changed(self) -> None:
        """The state has changed: drop what was derived from the old one."""
        self._known.clear()
        self._over = bool(self._agreed or self.position.over)

    def _agree(self, outcome: Outcome) -> None:
        """The match ends by the players' decision."""
        self._agreed = outcome
        self._changed()

    def _seat(self, seat: Any) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            sentence = said("This match has seats 0 to {last}, not {given}.", last=self.seats - 1, given=quoted(seat))
            raise BadAction(sentence, "no_such_seat")
        return seat

    def _acting(self, seat: int | None, version: int | None) -> int:
        if self._over:
            raise MatchOver(said("The match is over: {outcome}.", outcome=str(self.outcome)))
        if version is not None and version != self.version:
            raise Stale(MOVED_ON)
        return self.position.turn if seat is None else self._seat(seat)

    def _moves(self, seat: int) -> list[int]:
        """The numbers of a seat's legal actions, cached."""
        moves: list[int] | None = self._known.get(seat)
        if moves is None:
            may_act = self.interruptible or seat == self.position.turn
            moves = self._known[seat] = self.position.legal(seat) if may_act else []
        return moves

    def _listener(self, viewer: int) -> tuple[int, bool]:
        """The viewer for whom the log is worded: the same for all where nothing in it is for one seat alone."""
        return (SPECTATOR, False) if self._open_log else (viewer, self._over)

    def _take(self, seat: int, action: int, joined: bool, last: bool) -> bool:
        """Take one action of a request; whether it can never be undone."""
        position = self.position
        if self._over:
            raise MatchOver(said("The match ended before the last action of this request."))
        if action not in self._moves(seat):
            raise self._refusal(seat, action)
        if last:
            return self._append(Entry(seat, action, joined))
        turn, before = position.turn, position.save()
        lasting = self._append(Entry(seat, action, joined))
        used_chance = position.seed != self._dice.seed(len(self.log))
        revealed = differ(before, position.save(), hidden_bits(self.game, seat))
        if revealed or position.turn != turn or self._over or used_chance:
            words = str(self.spoken.action(action))
            raise Refused(said("'{action}' must be the last of a request.", action=words), "must_be_last")
        return lasting

    def _refusal(self, seat: int, action: int) -> Refused:
        return reasons.refusal(self.game, self.position, self.spoken.frame, seat, action)

    def _append(self, entry: Entry) -> bool:
        """Carry out an action with the chance of its index in the log, and log it.

        It can't be undone if it used chance, or changed something that another seat may not know."""
        position = self.position
        covered = 0
        if self._undoes and not self._open_table:
            for other in range(self.seats):
                covered |= hidden_bits(self.game, other) if other != entry.seat else 0
        before = position.save() if covered else b""
        seed = self._dice.seed(len(self.log) + 1)
        position.reseed(seed)
        told = position.play(entry.seat, entry.action)
        if not position.engine.compiled:
            interpreted_steps[self.game.package] += 1
        self.log.append(entry)
        self.told.append(told)
        self._changed()
        return position.seed != seed or bool(covered) and differ(before, position.save(), covered)

    def _depart(self, seat: int, index: int) -> tuple[list[Told], bool]:
        """Let a seat leave, with the chance of the entry with this index; and whether it was quiet.

        It was if it changed neither chance nor turn: then earlier requests of others can still be undone."""
        position, seed = self.position, self._dice.seed(index)
        before = position.turn, position.turns
        position.reseed(seed)
        told = position.leave(seat)
        unmoved = (position.turn, position.turns) == before and position.turn != seat
        return told, unmoved and position.seed == seed and not position.over

    def _go_back(self, first: int, before: bytes) -> None:
        """Restore the state before the entry at `first`, without the seats that left since."""
        state, beside = self.position.pack()
        self.position.restore(before)
        for index, entry in enumerate(self.log[first:], first + 1):
            if entry.action == Special.LEAVE and not self._depart(entry.seat, index)[1]:
                self.position.restore(state, beside)
                raise _lasts()

    def _steps_back(self, seat: int) -> int:
        """How many requests an undo of a seat's latest takes back; 0 if it has none."""
        seats = (self.log[first].seat for first in reversed(self._standing))
        return next((back for back, other in enumerate(seats, 1) if other == seat), 0)

    def _stand(self, first: int, before: bytes, lasting: bool) -> None:
        """Note a request from its first entry on. If it can't be undone, nothing before it can."""
        self._standing.append(first)
        if lasting or not self._undoes:
            self._before.clear()
        else:
            self._before.append(before)

    def _log_only(self, entry: Entry) -> None:
        """Log an entry that does not change the game's own state."""
        self.log.append(entry)
        self.told.append([])
        self._changed()

    def _play_for_leavers(self) -> None:
        """A seat that has left and is on turn has one legal action, which is played for it."""
        while not self._over and self.position.turn in self.left:
            turn = self.position.turn
            (action,) = self.position.legal(turn)
            self._stand(len(self.log), self.position.save(), self._append(Entry(turn, action)))


def _lasts() -> Refused:
    return Refused(said("That can't be taken back now."), "no_undo")


def _loaded(text: str, settings: Mapping[str, Any]) -> Match:
    """Unpickle a match."""
    match = Match.load(text)
    match.set(settings)
    return match
