"""During the match and after it: act, ask, answer, walk away, come back, talk. Each verb returns the items it adds to
the log.

A verb that plays does so in the match at once, and its item has the version that the match has then: the rules are
asked once, not twice. If it can't be written, the whole table is dropped and read again.
"""

import re
import unicodedata
from collections.abc import Sequence
from random import SystemRandom

from turnwise.house.tables import bounds, items
from turnwise.house.tables.items import AnyItem, Asking, Room
from turnwise.house.tables.table import OldRules, Table, carry_out
from turnwise.kit.errors import BadAction, NotYourTurn, Refused
from turnwise.kit.takeback import BY_CONSENT, FREELY, NEVER
from turnwise.kit.words import said
from turnwise.play.entry import Special
from turnwise.play.language import Request
from turnwise.play.match import Match
from turnwise.play.timing import locked_for, overdue

CHANCE = SystemRandom()
LONGEST_TEXT = 500
LONGEST_RUN = 100
"""Actions of one request; the longest that a game needs is far shorter."""

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Locked(Refused):
    """Nobody may act yet: what has just happened is being shown. `again`: the milliseconds to wait."""

    code = "locked"

    def __init__(self, again: int) -> None:
        super().__init__(locked_for(again / 1000))
        self.again = again


def act(
    table: Table,
    person: str,
    seat: int,
    requests: Sequence[Request],
    version: int | None,
    key: str,
    now: int,
    *,
    held: bool = False,
) -> list[AnyItem]:
    """Take an action, or several at once. `person` is empty when a bot or the house plays the seat."""
    match = running(table)
    if not 0 < len(requests) <= LONGEST_RUN:
        raise BadAction(said("A request has 1 to {most} actions.", most=LONGEST_RUN))
    before = match.version
    match.play(list(requests), seat=seat, version=version)
    end, after = before + 1, match.version
    while end < after and match.log[end].joined:
        end += 1
    actions = [entry.action for entry in match.log[before:end]]
    return [items.Acted(now, person, seat, actions, after, key, held)]


def special(table: Table, person: str, seat: int, what: Special, now: int, key: str = "") -> list[AnyItem]:
    """Resign or leave, offer a draw, answer an offer."""
    match = running(table)
    carry_out(match, seat, [what])
    return [items.Acted(now, person, seat, [what], match.version, key)]


def ask(table: Table, person: str, seat: int, what: Asking, now: int) -> list[AnyItem]:
    """Ask for something that the others must agree to; without others it is done at once."""
    if what == "rematch":
        if table.status != "over" or table.match is None and not table.outdated:
            raise Refused(said("The match is not over."), "running")
        if table.game.missing:
            raise OldRules(table.outdated)
        if table.followed:
            raise Refused(said("The rematch has been opened already."), "followed")
        return _asked(table, person, seat, what, now)
    match = running(table)
    if seat != table.turn and match.version == 0:
        raise Refused(said("There is nothing to take back."), "nothing_to_undo")
    bounds.may_take_back(table)
    try:
        match.undo(seat, consent=_needs_nobody(table, seat))
    except Refused as refusal:
        if refusal.code != "needs_consent" or not _others(table, seat):
            raise
        return _asked(table, person, seat, what, now)
    return [items.Acted(now, person, seat, [Special.UNDO], match.version)]


def _asked(table: Table, person: str, seat: int, what: Asking, now: int) -> list[AnyItem]:
    """Empty, if the same is asked for already and not everybody has answered."""
    pending = table.asking and table.asking.for_ == what and seat in table.agreed and table.waiting_for
    return [] if pending else [items.Asked(now, person, seat, what)]


def ask_for_hint(table: Table, person: str, now: int) -> list[AnyItem]:
    """Ask for a hint, alone or where that was agreed; other players are told once."""
    seat, match = seat_for(table, person), running(table)
    if table.terms.rated:
        raise Refused(said("There are no hints in a rated match."), "rated")
    if not table.gives_hints:
        raise Refused(said("Several people play here, and no hints were agreed on for this table."), "no_hints")
    if not match.legal_for(seat):
        raise Refused(said("There is nothing for you to do now."), "nothing_to_do")
    told = any((hint.seat, hint.version) == (seat, match.version) for hint in table.hinted[-1:])
    return [] if told or len(table.people) < 2 else [items.Hinted(now, person, seat)]


def may_undo(table: Table, seat: int) -> bool:
    """Whether a seat that asks for an undo can get it, at once or by the others' consent."""
    may = table.status == "running" and not bounds.lasts(table)
    allowed = table.match.may_undo(seat) if table.match and may else NEVER
    if allowed == BY_CONSENT:
        return _needs_nobody(table, seat) or bool(_others(table, seat))
    return allowed == FREELY


def _others(table: Table, seat: int) -> list[int]:
    """The people who can agree to something."""
    return [other for other in table.playing if other != seat]


def _needs_nobody(table: Table, seat: int) -> bool:
    """Whether nobody has to be asked: bots agree to an undo, but not in a rated match."""
    bots = any(table.bot_of(other) for other in range(len(table.sitters)) if other != seat)
    return not _others(table, seat) and not (bots and table.terms.rated)


def answer(table: Table, person: str, seat: int, what: Asking, yes: bool, now: int) -> list[AnyItem]:
    """Agree or not. The last agreement to an undo carries it out."""
    asking = table.asking
    if asking is None or asking.for_ != what or seat == asking.seat or what == "undo" and seat not in table.playing:
        raise Refused(said("Nobody has asked you for that."), "not_asked")
    answered = items.Answered(now, person, seat, what, yes)
    if what == "undo" and yes and table.waiting_for == [seat]:
        bounds.may_take_back(table)
        match = running(table)
        match.undo(asking.seat, consent=True)
        return [answered, items.Acted(now, asking.by, asking.seat, [Special.UNDO], match.version)]
    return [answered]


def walk_away(table: Table, person: str, seat: int, now: int) -> list[AnyItem]:
    """Leave a running match to the table's policy."""
    match = running(table)
    if seat in match.left:
        raise Refused(said("You have left this match for good."), "has_left")
    if seat in table.away:
        raise Refused(said("You are away already."), "away")
    if table.terms.absence == "forfeit":
        return special(table, person, seat, Special.LEAVE, now)
    return [items.Away(now, person, seat, table.terms.stand_in if table.terms.absence == "bot" else "")]


def come_back(table: Table, person: str, seat: int, now: int) -> list[AnyItem]:
    """Take one's seat again, as it stands now."""
    running(table)
    if seat not in table.away:
        raise Refused(said("You are not away."), "not_away")
    return [items.Back(now, person, seat)]


def time_over(table: Table, now: int) -> list[AnyItem]:
    """What the table's policy does when the seat on turn has run out of time; empty if it has not."""
    match = running(table)
    seat, due = table.turn, table.clock.due
    if seat is None or table.bot_of(seat):
        return []
    if seat in table.away:  # not waited for
        return act(table, "", seat, [overdue(match, seat, CHANCE)], None, "", now)
    if due is None or now < due:
        return []
    if table.clock.limit:  # a single decision is made by the rule sheet, whatever happens to an overdue turn
        return act(table, "", seat, [overdue(match, seat, CHANCE)], None, "", now)
    if table.terms.absence == "forfeit":
        return special(table, "", seat, Special.LEAVE, now)
    if table.terms.absence == "bot":
        return [items.Away(now, "", seat, table.terms.stand_in)]
    return act(table, "", seat, [overdue(match, seat, CHANCE)], None, "", now)


def talk(table: Table, person: str, room: Room, text: str, now: int, key: str = "") -> list[AnyItem]:
    """Say something to the players or to the watchers, each among themselves; the same key says it once."""
    if table.answers.ever(person, key):
        return []
    seated = table.seat_of(person) is not None or person == table.host
    if room == "players" and not seated:
        raise Refused(said("Only players talk in this room."), "not_seated")
    if room == "watchers" and seated and table.status == "running":
        raise Refused(said("While a match runs, players do not talk to its watchers."), "seated")
    if person in table.muted:
        raise Refused(said("The host of this table has muted you."), "muted")
    words = " ".join(CONTROL.sub(" ", unicodedata.normalize("NFC", text)).split())
    if not 0 < len(words) <= LONGEST_TEXT:
        raise Refused(said("A message has 1 to {most} letters.", most=LONGEST_TEXT), "bad_text")
    return [items.Said(now, person, room, words, key)]


def hears(table: Table, person: str, room: Room) -> bool:
    """Players and watchers hear their own room while the match runs, and both when it is over."""
    seated = table.seat_of(person) is not None or bool(person) and person == table.host
    return table.status == "over" or (room == "players") == seated or table.to_come


def mute(table: Table, person: str, other: str, muted: bool, now: int) -> list[AnyItem]:
    if person != table.host:
        raise Refused(said("Only the table's host may do that."), "not_host")
    if other == person:
        raise Refused(said("You can't mute yourself."), "yourself")
    return [] if (other in table.muted) == muted else [items.Muted(now, person, other, muted)]


def seat_for(table: Table, person: str) -> int:
    """The seat that a person acts from."""
    seat = table.seat_of(person)
    if seat is None:
        raise Refused(said("You have no seat at this table."), "not_seated")
    return seat


def running(table: Table) -> Match:
    if table.outdated:
        raise OldRules(table.outdated)
    if table.match is None:
        raise NotYourTurn(said("The match has not begun."), "table_lobby")
    if table.closed is not None:
        raise Refused(said("This table is closed."), "table_over")
    return table.match
