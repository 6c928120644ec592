"""Everybody's contribution to the dice, so that nobody can choose them: neither the house, nor a player, nor both
together.

The house publishes the seal of its secret when a table is opened. Each player adds a nonce chosen after seeing it:
first only its seal, then, when all are sealed, the nonce itself. So nobody can fit a nonce to the others', even knowing
the secret. A program may add a nonce at once; a player who seals later could then have fitted theirs to it, with the
house's help.
"""

from turnwise.house.tables import items
from turnwise.house.tables.items import BOT, AnyItem
from turnwise.house.tables.playing import seat_for
from turnwise.house.tables.table import OldRules, Table
from turnwise.kit.errors import Refused
from turnwise.kit.words import said
from turnwise.play.secret import checked, sealed

MOMENT = 3000
"""Milliseconds, times the pace, to wait for seals when a match is about to begin, and then for nonces."""
SHORTEST = 16
"""Letters of a nonce: a shorter one could be guessed, and another be fitted to it."""


def missing(table: Table) -> list[int]:
    """The seats of people who have added nothing to the dice, if the match has any."""
    if not table.game.chance:
        return []
    return [seat for seat, who in enumerate(table.sitters) if _person(who) and not table.gave[seat]]


def expected(table: Table) -> list[int]:
    """Those of them from whom a seal or a nonce may still come."""
    return [seat for seat in missing(table) if table.seals[seat] or not table.silent[seat]]


def seal(table: Table, person: str, mine: str, of_house: str, now: int) -> list[AnyItem]:
    """Fix what one will add to the dice."""
    seat = _adding(table, person, of_house)
    if table.seals[seat]:
        raise Refused(said("You have sealed something for the dice already."), "sealed")
    if table.unsealed:
        raise Refused(said("What was sealed is being shown: it is too late to seal anything."), "too_late")
    return [items.Sealed(now, person, seat, mine)]


def give(table: Table, person: str, nonce: str, of_house: str, now: int) -> list[AnyItem]:
    """Add to the dice: the sealed nonce, or any as long as no nonce is published."""
    seat = _adding(table, person, of_house)
    if len(checked(nonce)) < SHORTEST:
        raise Refused(
            said("A nonce has at least {least} letters, so that nobody can guess it.", least=SHORTEST),
            "short_nonce",
        )
    if table.seals[seat] and sealed(nonce) != table.seals[seat]:
        raise Refused(said("That is not what you have sealed."), "wrong_nonce")
    if table.unsealed and not table.seals[seat]:
        raise Refused(said("Others have shown what they add: only what was sealed before counts now."), "too_late")
    return [items.Gave(now, person, seat, nonce)]


def follows(table: Table, now: int, moment: int) -> list[AnyItem]:
    """The next item of a table whose match is about to begin, when everybody has done their part or the wait is
    over."""
    if table.status != "beginning" or table.outdated:
        return []
    awaited = [seat for seat in expected(table) if bool(table.seals[seat]) == table.unsealed]
    if awaited and now < due(table, now, moment):
        return []
    if not table.unsealed and any(table.seals[seat] for seat in missing(table)):
        return [items.Unsealed(now, "")]
    return [items.Started(now, "", list(range(len(table.sitters))), table.game.version, moment > 0)]


def due(table: Table, now: int, moment: int) -> int:
    """How long a table waits; no longer even if the clock was set back meanwhile."""
    return min(table.called, now) + moment


def _adding(table: Table, person: str, of_house: str) -> int:
    """The seat of a person who may add to the dice, and has seen the house's seal."""
    seat = seat_for(table, person)
    if table.outdated:
        raise OldRules(table.outdated)
    if not table.to_come:
        raise Refused(said("The match has begun: nothing can be added to its dice any more."), f"table_{table.status}")
    if table.gave[seat]:
        raise Refused(said("You have added to the dice already."), "given")
    if of_house != table.seal:
        raise Refused(said("That is not the seal of this table: look at it before you add to its dice."), "wrong_seal")
    return seat


def _person(who: str) -> bool:
    return bool(who) and not who.startswith(BOT)
