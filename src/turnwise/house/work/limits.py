"""How much one person, name or address may ask for in a given time.

Quick requests (moves, reads, connections) are counted by each worker for itself: there a limit protects the process
that does the work. Slow ones (passwords, codes, mails, new tables) protect people and the house, so workers tell each
other what they have counted. With N workers at most N times the limit is possible; correctness never depends on it.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import NamedTuple

from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Said, Words, counted, said

SECOND = 1000
MOST_BUCKETS = 20_000
"""Buckets of each kind. Beyond it, the least recently used are dropped; one kind can't push out another."""
MOST_OVER = 64
"""How far a count may go beyond its limit where nothing is refused, so that it recovers soon after an attack."""
MOMENT = 5
"""Seconds to wait where only closing a socket helps."""


class Rate(NamedTuple):
    """`burst` at once, then one more every so many milliseconds."""

    burst: int
    every: int
    why: Words
    """The beginning of the sentence that refuses."""
    open: int = 0
    """How many may be open at the same time, for `hold`."""


RATES: Mapping[str, Rate] = {
    "tables": Rate(10, 60 * SECOND, said("You have opened many tables")),
    "joins": Rate(30, 5 * SECOND, said("You have taken many seats")),
    "actions": Rate(400, 5, said("You send very much")),
    "changes": Rate(60, 2 * SECOND, said("You have changed much in a short time")),
    # What is stored for one person, in units of 100 bytes: 4 MB at once, then 6 MB a minute, more than `actions` write.
    "records": Rate(40_000, 1, said("You have had the house keep very much")),
    # The same for all who come from an address, in units of 500 bytes.
    "records from an address": Rate(40_000, 1, said("Very much was kept for people at your address")),
    "drafts": Rate(120, SECOND // 2, said("You have asked much about drafts")),
    "hints": Rate(10, 10 * SECOND, said("You have asked for many hints")),
    "chat": Rate(8, 2 * SECOND, said("You have said a lot")),
    "reports": Rate(5, 600 * SECOND, said("You have sent many reports")),
    # A known device has attempts of its own; strangers are not refused, but must do a proof of work (`entrance.py`).
    "passwords on a device": Rate(10, 30 * SECOND, said("There were many tries to sign in on this device")),
    "wrong passwords for a name": Rate(5, 60 * SECOND, said("There were many tries to sign in with this name")),
    "wrong passwords from an address": Rate(
        20, 15 * SECOND, said("There were many tries to sign in from your address")
    ),
    "passwords of a session": Rate(10, 30 * SECOND, said("You have typed your password very often")),
    "codes of a sign-in": Rate(5, 600 * SECOND, said("You have typed many codes")),
    "codes on a device": Rate(10, 30 * SECOND, said("You have typed many codes")),
    # A code is one of a million, and three are valid at a time: 288 guesses a day find one in three years, on average.
    "codes by strangers": Rate(
        20,
        300 * SECOND,
        said("Many codes were typed for this account; use a recovery code or a device that you know, or wait"),
    ),
    "accounts from an address": Rate(20, 15 * SECOND, said("Many accounts were made from your address")),
    # A whole game night may share one address.
    "guests from an address": Rate(40, 20 * SECOND, said("Many guests have come from your address")),
    "launches from an address": Rate(
        60, 2 * SECOND, said("This house was opened in Telegram very often at your address")
    ),
    "hand-over guesses": Rate(10, 60 * SECOND, said("There were many tries to enter a code from your address")),
    # Nobody can have the house send mail to others: few questions go out, and hardly any to one address.
    "mails to confirm": Rate(5, 600 * SECOND, said("You have asked for many mails")),
    "mails to confirm from an address": Rate(10, 600 * SECOND, said("Many mails were asked for from your address")),
    "mails to confirm to an address": Rate(
        2, 12 * 3600 * SECOND, said("This address was written to a short while ago")
    ),
    "mails to a person": Rate(30, 1800 * SECOND, said("You have got many mails")),
    # Long work is done one job at a time per person; this many more may wait.
    "jobs of a person": Rate(240, SECOND // 8, said("You have asked for much at once"), open=4),
    "jobs from an address": Rate(1200, SECOND // 40, said("Much was asked for at once from your address"), open=24),
    "pictures of a person": Rate(240, SECOND // 40, said("You have asked for many pictures at once"), open=16),
    "pictures from an address": Rate(
        1200, SECOND // 200, said("Many pictures were asked for from your address"), open=96
    ),
    # A page makes a dozen requests when it is opened; a program that polls makes two with each move.
    "reads of a person": Rate(300, 10, said("You ask for very much")),
    "requests from an address": Rate(1200, 2, said("Very much is asked for from your address")),
    "sockets of a person": Rate(30, 1 * SECOND, said("You have opened many connections"), open=20),
    "sockets from an address": Rate(
        200, 1 * SECOND // 4, said("Many connections were opened from your address"), open=400
    ),
    # Includes sockets. A browser has up to six connections besides.
    "connections from an address": Rate(
        600, 1 * SECOND // 50, said("Many connections come from your address"), open=600
    ),
}


UNLIMITED: Mapping[str, Rate] = {what: Rate(1 << 40, 1, rate.why, 1 << 40) for what, rate in RATES.items()}
"""For load tests."""


class TooMany(TurnwiseError):
    """A limit was exceeded."""

    code = "too_many"

    def __init__(self, why: Words, retry_after: int) -> None:
        super().__init__(_again(why, retry_after))
        self.retry_after = retry_after
        """Whole seconds after which the request is allowed, if nothing else is asked for meanwhile."""


class Limits:
    """Token buckets, each kept as the one moment at which it will be full again."""

    def __init__(
        self, now: Callable[[], int], rates: Mapping[str, Rate] = RATES, most_buckets: int = MOST_BUCKETS
    ) -> None:
        self._now, self._rates, self._most = now, rates, most_buckets
        self._full_at: dict[str, OrderedDict[str, int]] = {what: OrderedDict() for what in rates}
        self._held: dict[str, Counter[str]] = {what: Counter() for what in rates}
        self.spent: Counter[tuple[str, str]] | None = None
        """What was counted since the other workers were told; None in a house of one worker."""

    def heard(self, spent: Iterable[tuple[str, str, int]]) -> None:
        """Add what another worker has counted: the kind, for whom, how much."""
        for what, who, by in spent:
            if what in self._rates:  # a newer worker may know other kinds
                self._add(what, who, by)

    def _tell(self, what: str, who: str, by: int) -> None:
        if self.spent is not None and self._rates[what].every >= SECOND:
            self.spent[what, who] += by

    def allow(self, what: str, who: str) -> None:
        """Count one more, or raise TooMany and count nothing."""
        rate, buckets, now = self._rates[what], self._full_at[what], self._now()
        full_at = max(buckets.get(who, now), now) + rate.every
        early = full_at - now - rate.burst * rate.every
        if early > 0:
            raise TooMany(rate.why, -(-early // SECOND))
        buckets[who] = full_at
        buckets.move_to_end(who)
        if len(buckets) > self._most:
            buckets.popitem(last=False)
        self._tell(what, who, 1)

    def count(self, what: str, who: str, by: int = 1) -> None:
        """Count without refusing, where the caller draws its own conclusions; a negative number takes back."""
        self._add(what, who, by)
        self._tell(what, who, by)

    def _add(self, what: str, who: str, by: int) -> None:
        rate, buckets, now = self._rates[what], self._full_at[what], self._now()
        full_at = min(max(buckets.get(who, now), now) + by * rate.every, now + (rate.burst + MOST_OVER) * rate.every)
        buckets.pop(who, None)
        if full_at > now:
            buckets[who] = full_at
            if len(buckets) > self._most:
                buckets.popitem(last=False)

    def over(self, what: str, who: str) -> int:
        """By how many the next one would exceed the limit; 0 if it would not."""
        rate, now = self._rates[what], self._now()
        return max(0, -(-(self._full_at[what].get(who, now) - now) // rate.every) - rate.burst + 1)

    def why(self, what: str) -> Words:
        """The beginning of a sentence about too many."""
        return self._rates[what].why

    def owing(self, what: str, who: str) -> None:
        """Raise TooMany while somebody is over the limit; count nothing."""
        full_at = self._full_at[what].get(who)
        if full_at is not None:
            rate = self._rates[what]
            early = full_at - self._now() - rate.burst * rate.every
            if early > 0:
                raise TooMany(rate.why, -(-early // SECOND))

    def charge(self, what: str, who: str, times: int) -> None:
        """Count a cost that is known only afterwards, even beyond the limit; the next request then waits longer."""
        rate, buckets, now = self._rates[what], self._full_at[what], self._now()
        buckets[who] = max(buckets.get(who, now), now) + times * rate.every
        buckets.move_to_end(who)
        if len(buckets) > self._most:
            buckets.popitem(last=False)

    def hold(self, what: str, who: str) -> "Held":
        """Count one that stays open, such as a socket, until the block ends."""
        return Held(self, what, who)

    def take(self, what: str, who: str) -> None:
        """Count one more that is open, or raise TooMany and count nothing."""
        held = self._held[what]
        if held[who] >= self._rates[what].open:
            raise TooMany(self._rates[what].why, MOMENT)
        self.allow(what, who)
        held[who] += 1

    def give_back(self, what: str, who: str) -> None:
        """One that was open is closed."""
        held = self._held[what]
        held[who] -= 1
        if not held[who]:
            del held[who]


class Held:
    """`with limits.hold(…):` as a small object: each of thousands of sockets holds some while it is open."""

    __slots__ = ("_limits", "_what", "_who")

    def __init__(self, limits: Limits, what: str, who: str) -> None:
        self._limits, self._what, self._who = limits, what, who

    def __enter__(self) -> None:
        self._limits.take(self._what, self._who)

    def __exit__(self, *_: object) -> None:
        self._limits.give_back(self._what, self._who)


def network(address: str) -> str:
    """The network that an address counts for: a host chooses freely among the IPv6 addresses of its /64."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((found.packed, 64), strict=False))


def _again(why: Words, seconds: int) -> Said:
    if seconds > 90:
        return said("{why}; try again in {minutes} minutes.", why=why, minutes=-(-seconds // 60))
    seconds = max(seconds, 1)
    return counted(
        "{why}; try again in a second.", "{why}; try again in {seconds} seconds.", "seconds", why=why, seconds=seconds
    )
