"""A table is what its log says: whatever people do there, reading the log gives the same table."""

from collections.abc import Callable, Sequence
from typing import Any, get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some

from tests.house.bare_table import PEOPLE, BareTable, full
from turnwise.house.tables import dice, held_requests, items, playing, seating
from turnwise.house.tables.answers import Answers
from turnwise.house.tables.clock import Clock, Control
from turnwise.house.tables.items import BOT, AnyItem, Begins, Terms
from turnwise.house.tables.table import FOLDS, Table
from turnwise.kit.errors import TurnwiseError
from turnwise.play.entry import Special
from turnwise.play.match import Match
from turnwise.play.secret import sealed

TERMS = [
    Terms("connect_four", 2, clock=Control("game", 60, 5), absence="bot"),
    Terms("differo", 2, seating="shuffled", clock=Control("move", 30)),
    Terms("whot", 3, {"last_card_call": True}, seating="chosen", absence="forfeit"),
    Terms("caesar", 2, clock=Control("move", 30)),
    Terms("rally", 2, access="private", clock=Control("game", 60), absence="move"),
]


Verb = Callable[[BareTable, str, int, int], Sequence[AnyItem]]
"""What somebody from some seat does with a table, and a number to choose by."""


def _act(bare: BareTable, who: str, seat: int, n: int) -> Sequence[AnyItem]:
    match = playing.running(bare.table)
    seat = match.turn if match.turn is not None and n % 4 else seat
    legal = match.legal_for(seat)
    action: Any = legal[n % len(legal)] if legal and n % 7 else n
    return playing.act(
        bare.table, bare.table.sitters[seat], seat, [action], None if n % 3 else match.version, f"k{n}", bare.now
    )


def _special(bare: BareTable, who: str, seat: int, n: int) -> Sequence[AnyItem]:
    kinds = [Special.LEAVE] + [Special.OFFER_DRAW] * 3 + [Special.ACCEPT_DRAW, Special.REFUSE_DRAW]
    return playing.special(bare.table, who, seat, kinds[n % len(kinds)], bare.now)


def _hold(bare: BareTable, who: str, seat: int, n: int) -> Sequence[AnyItem]:
    match = bare.table.match
    legal = match.legal if match else []
    return held_requests.hold(
        bare.table, who, seat, [legal[n % len(legal)].json() if legal else {"drop": "d"}], f"h{n}", bare.now
    )


VERBS: dict[str, Verb] = {
    "sit": lambda bare, who, seat, n: seating.sit(bare.table, who, seat if n % 2 else None, bare.now),
    "seal": lambda bare, who, seat, n: dice.seal(
        bare.table, who, sealed(f"the luck of {who}"), bare.table.seal, bare.now
    ),
    "give": lambda bare, who, seat, n: dice.give(bare.table, who, f"the luck of {who}", bare.table.seal, bare.now),
    "add a bot": lambda bare, who, seat, n: seating.add_bot(bare.table, PEOPLE[0], None, "classic", bare.now),
    "get up": lambda bare, who, seat, n: seating.get_up(bare.table, who, seat, bare.now),
    "change seats": lambda bare, who, seat, n: seating.change_seats(bare.table, who, seat, f"s{n}", bare.now),
    "invite": lambda bare, who, seat, n: seating.invite(bare.table, who, PEOPLE[n % 3], bare.now),
    "start": lambda bare, who, seat, n: seating.start(bare.table, who, bare.now),
    "act": _act,
    "special": _special,
    "hold": _hold,
    "ask": lambda bare, who, seat, n: playing.ask(bare.table, who, seat, ("undo", "rematch")[n % 2], bare.now),
    "answer": lambda bare, who, seat, n: playing.answer(
        bare.table, who, seat, ("undo", "rematch")[n % 2], n % 3 > 0, bare.now
    ),
    "walk away": lambda bare, who, seat, n: playing.walk_away(bare.table, who, seat, bare.now),
    "come back": lambda bare, who, seat, n: playing.come_back(bare.table, who, seat, bare.now),
    "time over": lambda bare, who, seat, n: playing.time_over(bare.table, bare.now + 60_000 * (n % 2)),
    "talk": lambda bare, who, seat, n: playing.talk(
        bare.table, who, ("players", "watchers")[n % 2], f"hm {n}", bare.now
    ),
    "mute": lambda bare, who, seat, n: playing.mute(bare.table, who, PEOPLE[n % 3], n % 2 == 0, bare.now),
    "close": lambda bare, who, seat, n: seating.close(bare.table, who, bare.now) if n % 9 == 0 else [],
    "resume": lambda bare, who, seat, n: [items.Resumed(bare.now, "")],
    "hide": lambda bare, who, seat, n: [items.Hid(bare.now, "", n % 2 == 0)],
    "notice": lambda bare, who, seat, n: [items.Noticed(bare.now, "", seat, n)],
    "follow": lambda bare, who, seat, n: [items.Followed(bare.now, "", "next")] if bare.table.status == "over" else [],
    "value": lambda bare, who, seat, n: [items.Valued(bare.now, "", [0.5], [n / 4])] if n % 9 == 0 else [],
    "end": lambda bare, who, seat, n: [items.Closed(bare.now, "", "enough")] if n % 29 == 0 else [],
}
FULL = [("sit", 0, 0, 0), ("sit", 1, 0, 0), ("sit", 2, 0, 0), ("start", 0, 0, 0)]
command = some.tuples(
    some.sampled_from([*VERBS, *["act"] * 12]), some.integers(0, 2), some.integers(0, 2), some.integers(0, 10_000)
)


def facts(table: Table) -> dict[str, Any]:
    """Everything that a table knows, so that two can be compared."""
    return {name: _plain(value) for name, value in vars(table).items()}


def _plain(value: Any) -> Any:
    match value:
        case Match():
            seats = range(-1, value.seats)
            return (
                value.fingerprint(),
                value.log,
                (value.left, value.draw_offer, value.turn, value.outcome, value.commitment),
                [value.lines_for(seat) for seat in seats],
            )
        case Clock():
            return vars(value)
        case Answers():
            return [getattr(value, name) for name in Answers.__slots__]
    return list(value) if hasattr(value, "maxlen") else value


@pytest.mark.parametrize("terms", TERMS, ids=lambda terms: terms.game)
@settings(max_examples=12)
@given(some.booleans(), some.sampled_from(get_args(Begins)), some.lists(command, min_size=60, max_size=60))
@example(True, "host", [("act", 0, 0, n) for n in (1, 5, 8, 11)] + [("walk away", 0, 0, 0), ("time over", 0, 0, 0)])
def test_reading_the_log_gives_the_table_that_wrote_it(
    terms: Terms, seated: bool, begins: Begins, commands: list[tuple[str, int, int, int]]
) -> None:
    bare = BareTable(terms, begins)
    for name, who, seat, n in [*(FULL if seated else []), *commands]:
        bare.now += n
        if seat >= terms.seats:
            continue
        person = PEOPLE[who]
        if name not in ("sit", "start", "mute", "invite", "talk") and bare.table.sitters[seat] in PEOPLE:
            person = bare.table.sitters[seat]
        before = facts(bare.table)
        try:
            happened = VERBS[name](bare, person, seat, n)
        except TurnwiseError as refusal:
            assert facts(bare.table) == before, f"{name} was refused ({refusal}) and has changed something"
            continue
        bare.keep(happened)
    assert facts(bare.read()) == facts(bare.table)
    assert len(bare.log) == bare.table.n == len(bare.table.versions)


def test_every_kind_of_item_can_happen_to_a_table() -> None:
    assert set(get_args(AnyItem)) == set(FOLDS)


def test_items_are_kept_in_short_words() -> None:
    acted = items.Acted(5, "ann", 0, [3], 1)
    assert items.encode(acted) == b'{"what":"acted","at":5,"by":"ann","seat":0,"actions":[3],"version":1}'
    asked = items.Asked(5, "ann", 0, "undo")
    assert items.encode(asked) == b'{"what":"asked","at":5,"by":"ann","seat":0,"for":"undo"}'
    assert [items.decode(items.encode(item)) for item in (acted, asked)] == [acted, asked]


def test_only_the_latest_answers_and_talk_are_kept_in_memory() -> None:
    bare = full(Terms("connect_four", 2), "ann", "ben")
    for n in range(300):
        bare.keep(playing.talk(bare.table, "ann", "players", f"{n}", n))
    assert len(bare.table.talk) == 200 and bare.table.talk[-1][1].text == "299"


def test_who_may_see_a_table() -> None:
    for access, stranger in (("open", True), ("link", True), ("private", False)):
        bare = BareTable(Terms("connect_four", 2, access=access))  # type: ignore[arg-type]
        bare.keep([items.Sat(0, "ben", 0, "ben")])
        assert [bare.table.may_see(who) for who in ("ann", "ben", "cat", "")] == [True, True, stranger, stranger]
        bare.keep(seating.invite(bare.table, "ann", "cat", 0))
        assert bare.table.may_see("cat")
        bare.keep([items.Hid(0, "")])
        assert [bare.table.may_see(who) for who in ("ann", "ben", "cat", "")] == [True, True, False, False]
        bare.keep([items.Hid(0, "", hidden=False)])
        bare.keep(seating.get_up(bare.table, "ann", 0, 0))
        assert not bare.table.may_see("ben"), "whoever was sent away does not come back"


def test_something_stirs_where_a_clock_runs_or_somebody_plays_who_is_no_person() -> None:
    quiet, timed = Terms("connect_four", 2), Terms("connect_four", 2, clock=Control("move", 30))
    assert not full(quiet, "ann", "ben").table.stirs and not BareTable(timed).table.stirs
    assert full(timed, "ann", "ben").table.stirs and full(quiet, "ann", f"{BOT}classic").table.stirs
    bare = full(quiet, "ann", "ben")
    bare.keep(playing.walk_away(bare.table, "ann", 0, 0))
    assert bare.table.stirs
    bare.keep(playing.come_back(bare.table, "ann", 0, 0))
    assert not bare.table.stirs
    bare = full(timed, "ann", "ben")
    bare.keep(playing.special(bare.table, "ann", 0, Special.LEAVE, 0))
    assert not bare.table.stirs
