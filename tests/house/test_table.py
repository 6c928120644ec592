"""A table is what its log says: whatever people do there, reading the log gives the same table."""

from collections.abc import Callable, Sequence
from typing import Any, get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some

from tests.house.desk import PEOPLE, Desk, full
from turnwise.house.tables import dice, early, items, playing, seating
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


Verb = Callable[[Desk, str, int, int], Sequence[AnyItem]]
"""What somebody from some seat does with a table, and a number to choose by."""


def _act(desk: Desk, who: str, seat: int, n: int) -> Sequence[AnyItem]:
    match = playing.running(desk.table)
    seat = match.turn if match.turn is not None and n % 4 else seat
    legal = match.legal_for(seat)
    action: Any = legal[n % len(legal)] if legal and n % 7 else n
    return playing.act(
        desk.table, desk.table.sitters[seat], seat, [action], None if n % 3 else match.version, f"k{n}", desk.now
    )


def _special(desk: Desk, who: str, seat: int, n: int) -> Sequence[AnyItem]:
    kinds = [Special.LEAVE] + [Special.OFFER_DRAW] * 3 + [Special.ACCEPT_DRAW, Special.REFUSE_DRAW]
    return playing.special(desk.table, who, seat, kinds[n % len(kinds)], desk.now)


def _hold(desk: Desk, who: str, seat: int, n: int) -> Sequence[AnyItem]:
    match = desk.table.match
    legal = match.legal if match else []
    return early.hold(
        desk.table, who, seat, [legal[n % len(legal)].json() if legal else {"drop": "d"}], f"h{n}", desk.now
    )


VERBS: dict[str, Verb] = {
    "sit": lambda desk, who, seat, n: seating.sit(desk.table, who, seat if n % 2 else None, desk.now),
    "seal": lambda desk, who, seat, n: dice.seal(
        desk.table, who, sealed(f"the luck of {who}"), desk.table.seal, desk.now
    ),
    "give": lambda desk, who, seat, n: dice.give(desk.table, who, f"the luck of {who}", desk.table.seal, desk.now),
    "add a bot": lambda desk, who, seat, n: seating.add_bot(desk.table, PEOPLE[0], None, "classic", desk.now),
    "get up": lambda desk, who, seat, n: seating.get_up(desk.table, who, seat, desk.now),
    "change seats": lambda desk, who, seat, n: seating.change_seats(desk.table, who, seat, f"s{n}", desk.now),
    "invite": lambda desk, who, seat, n: seating.invite(desk.table, who, PEOPLE[n % 3], desk.now),
    "start": lambda desk, who, seat, n: seating.start(desk.table, who, desk.now),
    "act": _act,
    "special": _special,
    "hold": _hold,
    "ask": lambda desk, who, seat, n: playing.ask(desk.table, who, seat, ("undo", "rematch")[n % 2], desk.now),
    "answer": lambda desk, who, seat, n: playing.answer(
        desk.table, who, seat, ("undo", "rematch")[n % 2], n % 3 > 0, desk.now
    ),
    "walk away": lambda desk, who, seat, n: playing.walk_away(desk.table, who, seat, desk.now),
    "come back": lambda desk, who, seat, n: playing.come_back(desk.table, who, seat, desk.now),
    "time over": lambda desk, who, seat, n: playing.time_over(desk.table, desk.now + 60_000 * (n % 2)),
    "talk": lambda desk, who, seat, n: playing.talk(
        desk.table, who, ("players", "watchers")[n % 2], f"hm {n}", desk.now
    ),
    "mute": lambda desk, who, seat, n: playing.mute(desk.table, who, PEOPLE[n % 3], n % 2 == 0, desk.now),
    "close": lambda desk, who, seat, n: seating.close(desk.table, who, desk.now) if n % 9 == 0 else [],
    "resume": lambda desk, who, seat, n: [items.Resumed(desk.now, "")],
    "hide": lambda desk, who, seat, n: [items.Hid(desk.now, "", n % 2 == 0)],
    "notice": lambda desk, who, seat, n: [items.Noticed(desk.now, "", seat, n)],
    "follow": lambda desk, who, seat, n: [items.Followed(desk.now, "", "next")] if desk.table.status == "over" else [],
    "value": lambda desk, who, seat, n: [items.Valued(desk.now, "", [0.5], [n / 4])] if n % 9 == 0 else [],
    "end": lambda desk, who, seat, n: [items.Closed(desk.now, "", "enough")] if n % 29 == 0 else [],
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
    desk = Desk(terms, begins)
    for name, who, seat, n in [*(FULL if seated else []), *commands]:
        desk.now += n
        if seat >= terms.seats:
            continue
        person = PEOPLE[who]
        if name not in ("sit", "start", "mute", "invite", "talk") and desk.table.sitters[seat] in PEOPLE:
            person = desk.table.sitters[seat]
        before = facts(desk.table)
        try:
            happened = VERBS[name](desk, person, seat, n)
        except TurnwiseError as refusal:
            assert facts(desk.table) == before, f"{name} was refused ({refusal}) and has changed something"
            continue
        desk.keep(happened)
    assert facts(desk.read()) == facts(desk.table)
    assert len(desk.log) == desk.table.n == len(desk.table.versions)


def test_every_kind_of_item_can_happen_to_a_table() -> None:
    assert set(get_args(AnyItem)) == set(FOLDS)


def test_items_are_kept_in_short_words() -> None:
    acted = items.Acted(5, "ann", 0, [3], 1)
    assert items.encode(acted) == b'{"what":"acted","at":5,"by":"ann","seat":0,"actions":[3],"version":1}'
    asked = items.Asked(5, "ann", 0, "undo")
    assert items.encode(asked) == b'{"what":"asked","at":5,"by":"ann","seat":0,"for":"undo"}'
    assert [items.decode(items.encode(item)) for item in (acted, asked)] == [acted, asked]


def test_only_the_latest_answers_and_talk_are_kept_in_memory() -> None:
    desk = full(Terms("connect_four", 2), "ann", "ben")
    for n in range(300):
        desk.keep(playing.talk(desk.table, "ann", "players", f"{n}", n))
    assert len(desk.table.talk) == 200 and desk.table.talk[-1][1].text == "299"


def test_who_may_see_a_table() -> None:
    for access, stranger in (("open", True), ("link", True), ("private", False)):
        desk = Desk(Terms("connect_four", 2, access=access))  # type: ignore[arg-type]
        desk.keep([items.Sat(0, "ben", 0, "ben")])
        assert [desk.table.may_see(who) for who in ("ann", "ben", "cat", "")] == [True, True, stranger, stranger]
        desk.keep(seating.invite(desk.table, "ann", "cat", 0))
        assert desk.table.may_see("cat")
        desk.keep([items.Hid(0, "")])
        assert [desk.table.may_see(who) for who in ("ann", "ben", "cat", "")] == [True, True, False, False]
        desk.keep([items.Hid(0, "", hidden=False)])
        desk.keep(seating.get_up(desk.table, "ann", 0, 0))
        assert not desk.table.may_see("ben"), "whoever was sent away does not come back"


def test_something_stirs_where_a_clock_runs_or_somebody_plays_who_is_no_person() -> None:
    quiet, timed = Terms("connect_four", 2), Terms("connect_four", 2, clock=Control("move", 30))
    assert not full(quiet, "ann", "ben").table.stirs and not Desk(timed).table.stirs
    assert full(timed, "ann", "ben").table.stirs and full(quiet, "ann", f"{BOT}classic").table.stirs
    desk = full(quiet, "ann", "ben")
    desk.keep(playing.walk_away(desk.table, "ann", 0, 0))
    assert desk.table.stirs
    desk.keep(playing.come_back(desk.table, "ann", 0, 0))
    assert not desk.table.stirs
    desk = full(timed, "ann", "ben")
    desk.keep(playing.special(desk.table, "ann", 0, Special.LEAVE, 0))
    assert not desk.table.stirs
