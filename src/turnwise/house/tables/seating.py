"""Before the match: open a table, sit down, get up, add bots, invite, start. Each verb returns the items it adds to the
log."""

from collections.abc import Sequence
from random import SystemRandom
from typing import Any

from turnwise.bots.names import for_guests
from turnwise.games import game as game_named
from turnwise.house.tables import dice, items
from turnwise.house.tables.clock import USUAL, fault, usual
from turnwise.house.tables.items import BOT, AnyItem, Begins, Terms
from turnwise.house.tables.table import OldRules, Table
from turnwise.kit.errors import BadOption, Refused, quoted
from turnwise.kit.game import Game
from turnwise.kit.options import Document
from turnwise.kit.words import counted, said
from turnwise.play import secret as secrets

CHANCE = SystemRandom()
MOST_INVITED = 200
"""People invited to one table; each finds it in a list of their own."""
NOT_NOW = {
    "beginning": said("The match is about to begin."),
    "running": said("The match has begun."),
    "over": said("This table is closed."),
}
"""Why nothing can be changed at a table that is past the lobby."""


def opened(terms: Terms, host: str, now: int, follows: str = "", begins: Begins = "host") -> items.Opened:
    """A table on checked terms, with all options resolved, so that later edits elsewhere do not affect it."""
    game = game_named(terms.game)
    if problem := fault(terms.clock):
        raise BadOption(problem, "bad_clock")
    if not terms.title.isprintable():
        raise BadOption(said("A table's title has only printable letters."), "bad_title")
    for_guests(terms.stand_in, game)
    options = {name: _from_outside(game.options.get(name), value) for name, value in terms.options.items()}
    options.pop("computers", None)  # the seats say which are bots
    resolved = game.frame(terms.seats, options).options
    resolved.pop("computers", None)
    if terms.rated:
        _can_be_rated(game, terms.seats, resolved)
    kept = Terms(
        game.name,
        terms.seats,
        resolved,
        " ".join(terms.title.split()),
        terms.access,
        terms.seating,
        usual(game) if terms.clock == USUAL else terms.clock,
        terms.absence,
        terms.stand_in,
        terms.rated,
        game.settings.resolve(terms.settings),
        terms.hints,
    )
    return items.Opened(now, host, kept, secrets.fresh(), follows, begins)


def _can_be_rated(game: Game, seats: int, options: dict[str, Any]) -> None:
    """A rated match needs an opponent, and no player who wrote its secrets."""
    if seats < 2:
        raise BadOption(said("A match for one can't be rated."), "not_rated")
    for name, option in game.options.items():
        if isinstance(option, Document) and all(options[name] != option.accept(ours) for ours in option.names):
            raise BadOption(
                said("A match with one's own {name} can't be rated: whoever wrote it knows more.", name=name),
                "not_rated",
            )


def _from_outside(option: Any, value: Any) -> Any:
    """A document is given as data or by a name of ours; never as the name of a file here."""
    if isinstance(option, Document) and isinstance(value, str):
        if value not in option.names and not value.lstrip().startswith("{"):
            raise BadOption(
                said(
                    "A document is given as JSON, or by name if it is one of ours ({names}), not {given}.",
                    names=", ".join(option.names),
                    given=quoted(value),
                )
            )
    return value


def sit(
    table: Table,
    person: str,
    seat: int | None,
    now: int,
    *,
    disliked: frozenset[str] = frozenset(),
    silent: bool = False,
) -> list[AnyItem]:
    """Take a seat; `disliked`: people who do not want to play with this one. `silent`: as of `Sat`."""
    _in_lobby(table)
    _has_rules(table)
    if table.seat_of(person) is not None:
        raise Refused(said("You have a seat at this table already."), "seated")
    if person in table.barred or disliked.intersection(table.people):
        raise Refused(said("You can't take a seat at this table."), "barred")
    return [items.Sat(now, person, _free(table, seat), person, silent=silent)]


def add_bot(table: Table, person: str, seat: int | None, name: str, now: int) -> list[AnyItem]:
    _in_lobby(table)
    _as_host(table, person)
    _has_rules(table)
    return [items.Sat(now, person, _free(table, seat), BOT + for_guests(name, table.game))]


def get_up(table: Table, person: str, seat: int, now: int) -> list[AnyItem]:
    """Leave a seat before the start, or remove a person or a bot from it as the host. A match about to begin then
    waits."""
    _in_lobby(table, beginning=True)
    _seat(table, seat)
    sitter = table.sitters[seat]
    if not sitter:
        raise Refused(said("Seat {number} is free.", number=seat), "free_seat")
    if sitter != person:
        _as_host(table, person)
    rose = items.Rose(now, person, seat, barred=sitter != person and not sitter.startswith(BOT))
    others = table.begins != "host" and any(who != sitter for who in table.people)
    if sitter == table.host and not others:  # a table that begins by itself needs no host
        return [rose, items.Closed(now, person, "its host has left")]
    return [rose]


def close(table: Table, person: str, now: int) -> list[AnyItem]:
    """Close the table before the match; or, as any player, one whose match can't go on."""
    if table.outdated and table.status != "over":
        if table.seat_of(person) is None:
            _as_host(table, person)
        why = "its game is gone" if table.game.missing else "its rules have changed"
        return [items.Closed(now, person, why)]
    _in_lobby(table, beginning=True)
    _as_host(table, person)
    return [items.Closed(now, person, "the host closed it")]


def invite(table: Table, person: str, guest: str, now: int) -> list[AnyItem]:
    """Let somebody see and join a private table."""
    if person != table.host and table.seat_of(person) is None:
        raise Refused(said("Only who sits at a table may invite to it."), "not_seated")
    if guest in table.invited:
        return []
    if len(table.invited) >= MOST_INVITED:
        raise Refused(
            said("{most} people are invited to this table; it takes no more.", most=MOST_INVITED), "too_many_invited"
        )
    return [items.Invited(now, person, guest)]


def start(table: Table, person: str, now: int, *, narrow: bool = False) -> list[AnyItem]:
    """Begin the match when every seat is taken, or with `narrow` as soon as enough are here; first it waits for what
    people add to the dice."""
    _in_lobby(table)
    _as_host(table, person)
    _has_rules(table)
    empty = [seat for seat, sitter in enumerate(table.sitters) if not sitter]
    if empty and narrow:
        _enough(table, len(table.sitters) - len(empty))
    elif empty:
        raise Refused(
            said("Seat {number} is still free; add a bot or wait for somebody.", number=empty[0]), "free_seat"
        )
    if table.terms.rated and not table.people:
        raise Refused(
            said("Bots among themselves are not rated; take a seat, or open a table that is not rated."), "not_rated"
        )
    return [*([items.Narrowed(now, person)] if empty else []), begins(table, person, now)]


def _enough(table: Table, here: int) -> None:
    """Refuse to begin with fewer players than the game needs, or than the table's options allow."""
    least = table.game.seats[0]
    if here < least:
        raise Refused(
            counted(
                "{game} needs at least {least} player.",
                "{game} needs at least {least} players.",
                "least",
                game=said(table.game.title),
                least=least,
            ),
            "free_seat",
        )
    table.game.frame(here, table.terms.options)


def by_itself(table: Table, now: int) -> list[AnyItem]:
    """Begin without the host's word, at a table that does so, when it is ready."""
    if table.status != "lobby" or table.begins == "host" or not all(table.sitters):
        return []
    return [begins(table, "", now)] if table.begins == "full" or table.held else []


def begins(table: Table, by: str, now: int, *, shuffled: bool = True) -> items.Called | items.Started:
    """Seats are drawn before the nonces are published, because the dice depend on the nonces in the order of the
    seats."""
    order = list(range(sum(map(bool, table.sitters))))
    if shuffled and table.terms.seating == "shuffled":
        CHANCE.shuffle(order)
    if dice.expected(table):
        return items.Called(now, by, order)
    return items.Started(now, by, order, table.game.version)


def change_seats(table: Table, person: str, seat: int, key: str, now: int) -> list[AnyItem]:
    """Exchange one's seat for another: only where no host decides who sits where."""
    own = table.seat_of(person)
    if own is None:
        raise Refused(said("You have no seat at this table."), "not_seated")
    return [_swapped(table, person, own, seat, key, now)]


def sit_instead(table: Table, person: str, seat: int, now: int) -> list[AnyItem]:
    """Take this seat, through a game's own contract; a person who has it gets the free one."""
    free = _free(table, None)
    sit(table, person, None, now)  # checks that the person may sit down
    sat: list[AnyItem] = [items.Sat(now, person, free, person, silent=True)]
    return sat if seat == free else [*sat, _swapped(table, person, free, seat, "", now)]


def _swapped(table: Table, person: str, own: int, seat: int, key: str, now: int) -> items.Swapped:
    if table.status != "lobby" or table.begins == "host" or table.held:
        raise Refused(said("Who sits where is settled."), "seats_fixed")
    _seat(table, seat)
    return items.Swapped(now, person, own, seat, key)


def rotated(table: Table) -> Sequence[str]:
    """The sitters of a rematch: everybody one seat further, so that another begins."""
    return [table.sitters[(seat + 1) % len(table.sitters)] for seat in range(len(table.sitters))]


def _in_lobby(table: Table, *, beginning: bool = False) -> None:
    if table.status != "lobby" and not (beginning and table.to_come):
        raise Refused(NOT_NOW[table.status], f"table_{table.status}")


def _has_rules(table: Table) -> None:
    """Refuse to begin at a table whose game is gone."""
    if table.outdated:
        raise OldRules(table.outdated)


def _as_host(table: Table, person: str) -> None:
    if not person or person != table.host:
        raise Refused(said("Only the table's host may do that."), "not_host")


def _seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.sitters):
        raise Refused(
            said("This table has seats 0 to {last}, not {given}.", last=len(table.sitters) - 1, given=seat),
            "no_such_seat",
        )


def _free(table: Table, seat: int | None) -> int:
    """The requested seat, or the first free one; a seat may be requested only where seats are chosen."""
    if seat is None or table.terms.seating != "chosen":
        free = [i for i, sitter in enumerate(table.sitters) if not sitter]
        if not free:
            raise Refused(said("Every seat is taken."), "full")
        return free[0]
    _seat(table, seat)
    if table.sitters[seat]:
        raise Refused(said("Seat {number} is taken.", number=seat), "taken")
    return seat
