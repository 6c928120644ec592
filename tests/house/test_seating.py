"""Before the match: who may open, sit down, get up, invite and start."""

from collections.abc import Callable

import pytest

from tests.house.bare_table import BareTable, full
from turnwise.house.tables import dice, seating
from turnwise.house.tables.clock import Control
from turnwise.house.tables.items import Terms
from turnwise.kit.errors import TurnwiseError

FOUR = Terms("connect_four", 2)
CHOSEN = Terms("whot", 3, seating="chosen")


def refused(code: str, verb: Callable[[], object]) -> None:
    with pytest.raises(TurnwiseError) as error:
        verb()
    assert error.value.code == code and str(error.value).endswith((".", "?")), error.value


def seats(bare: BareTable, *sitters: str) -> BareTable:
    for who in sitters:
        bare.keep(seating.sit(bare.table, who, None, 0))
    return bare


def test_terms_are_checked_and_options_resolved_once() -> None:
    opened = seating.opened(Terms("whot", 3, {"cards_each": 4}, title="  A  long   night "), "ann", 7)
    assert opened.terms.title == "A long night" and opened.terms.options["cards_each"] == 4
    assert "last_card_call" in opened.terms.options, "what nobody said is said now"
    assert len(opened.secret) == 64 and opened.secret != seating.opened(FOUR, "ann", 7).secret


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (Terms("chess", 2), "unknown_game"),
        (Terms("connect_four", 3), "bad_seats"),
        (Terms("connect_four", 2, {"wings": 2}), "bad_option"),
        (Terms("connect_four", 2, title="a\nb"), "bad_title"),
        (Terms("connect_four", 2, clock=Control("move", 1)), "bad_clock"),
        (Terms("connect_four", 2, stand_in="search:9"), "bad_bot"),
        (Terms("rally", 2, {"board": "../../etc/passwd"}), "bad_option"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_terms_that_make_no_sense_are_refused(terms: Terms, code: str) -> None:
    refused(code, lambda: seating.opened(terms, "ann", 0))


def test_seats_are_taken_in_the_order_of_coming_or_as_chosen() -> None:
    joined = seats(BareTable(FOUR), "ben")
    joined.keep(seating.sit(joined.table, "cat", 0, 0))
    assert joined.table.sitters == ["ben", "cat"], "where seats go by order, nobody chooses"
    chosen = BareTable(CHOSEN)
    chosen.keep(seating.sit(chosen.table, "ben", 2, 0))
    assert chosen.table.sitters == ["", "", "ben"]
    refused("taken", lambda: seating.sit(chosen.table, "cat", 2, 0))
    refused("no_such_seat", lambda: seating.sit(chosen.table, "cat", 3, 0))
    refused("no_such_seat", lambda: seating.sit(chosen.table, "cat", -1, 0))


def test_one_person_has_one_seat_and_a_seat_one_person() -> None:
    bare = seats(BareTable(FOUR), "ann")
    refused("seated", lambda: seating.sit(bare.table, "ann", None, 0))
    seats(bare, "ben")
    refused("full", lambda: seating.sit(bare.table, "cat", None, 0))
    refused("full", lambda: seating.add_bot(bare.table, "ann", None, "classic", 0))


def test_nobody_sits_down_with_somebody_who_does_not_want_him() -> None:
    bare = seats(BareTable(FOUR), "ann")
    refused("barred", lambda: seating.sit(bare.table, "ben", None, 0, disliked=frozenset({"ann"})))
    bare.keep(seating.sit(bare.table, "ben", None, 0, disliked=frozenset({"cat"})))


def test_a_nonce_is_one_line_and_becomes_part_of_the_dice() -> None:
    bare = BareTable(FOUR)
    seats(bare, "ann", "ben")
    committed, seal = bare.table.commitment, bare.table.seal
    refused("bad_option", lambda: dice.give(bare.table, "ann", "two long\nlong lines", seal, 0))
    refused("short_nonce", lambda: dice.give(bare.table, "ann", "fifteen letters", seal, 0))
    bare.keep(dice.give(bare.table, "ann", "sixteen letters!", seal, 0))
    bare.keep(seating.start(bare.table, "ann", 0))
    assert bare.table.match and bare.table.match.nonces == ("sixteen letters!",)
    assert bare.table.match.commitment == committed, "what was committed to in the lobby is what is played"


def test_only_the_host_adds_bots_sends_people_away_closes_and_starts() -> None:
    bare = seats(BareTable(CHOSEN), "ben", "cat")
    for verb in (
        lambda: seating.add_bot(bare.table, "ben", None, "classic", 0),
        lambda: seating.get_up(bare.table, "ben", 1, 0),
        lambda: seating.close(bare.table, "ben", 0),
        lambda: seating.start(bare.table, "ben", 0),
        lambda: seating.start(bare.table, "", 0),
    ):
        refused("not_host", verb)
    refused("bad_bot", lambda: seating.add_bot(bare.table, "ann", None, "deep thought", 0))
    bare.keep(seating.add_bot(bare.table, "ann", None, "search:3", 0))
    bare.keep(seating.get_up(bare.table, "ann", 1, 0))
    assert bare.table.barred == {"cat"}
    refused("barred", lambda: seating.sit(bare.table, "cat", None, 0))
    bare.keep(seating.get_up(bare.table, "ann", 2, 0))
    assert bare.table.sitters == ["ben", "", ""] and bare.table.barred == {"cat"}, "a bot is not offended"
    refused("free_seat", lambda: seating.get_up(bare.table, "ann", 1, 0))
    refused("no_such_seat", lambda: seating.get_up(bare.table, "ann", 7, 0))


def test_whoever_gets_up_by_himself_may_come_back() -> None:
    bare = seats(BareTable(FOUR), "ann", "ben")
    bare.keep(seating.get_up(bare.table, "ben", 1, 0))
    assert bare.table.status == "lobby"
    seats(bare, "ben")
    assert bare.table.sitters == ["ann", "ben"]


def test_a_match_starts_when_every_seat_is_taken() -> None:
    bare = seats(BareTable(FOUR), "ann")
    refused("free_seat", lambda: seating.start(bare.table, "ann", 0))
    seats(bare, "ben")
    bare.keep(seating.start(bare.table, "ann", 0))
    assert bare.table.status == "running" and bare.table.match
    for verb in (
        lambda: seating.start(bare.table, "ann", 0),
        lambda: seating.sit(bare.table, "cat", None, 0),
        lambda: seating.get_up(bare.table, "ann", 0, 0),
        lambda: seating.close(bare.table, "ann", 0),
    ):
        refused("table_running", verb)


def test_a_closed_table_takes_nobody() -> None:
    bare = seats(BareTable(FOUR), "ben")
    bare.keep(seating.close(bare.table, "ann", 0))
    assert (bare.table.status, bare.table.closed) == ("over", "the host closed it")
    refused("table_over", lambda: seating.sit(bare.table, "cat", None, 0))


def test_shuffled_seats_keep_everybody_with_his_nonce() -> None:
    orders = set()
    for _ in range(40):
        bare = BareTable(Terms("whot", 3, seating="shuffled"))
        for who in ("ann", "ben", "cat"):
            bare.keep(seating.sit(bare.table, who, None, 0))
            bare.keep(dice.give(bare.table, who, f"what {who} has chosen", bare.table.seal, 0))
        bare.keep(seating.start(bare.table, "ann", 0))
        assert bare.table.nonces == [f"what {who} has chosen" for who in bare.table.sitters]
        orders.add(tuple(bare.table.sitters))
    assert len(orders) > 1


def test_only_who_sits_there_or_is_host_invites() -> None:
    bare = seats(BareTable(Terms("connect_four", 2, access="private")), "ben")
    refused("not_seated", lambda: seating.invite(bare.table, "cat", "dan", 0))
    for host in ("ann", "ben"):
        bare.keep(seating.invite(bare.table, host, "cat", 0))
    assert bare.table.invited == {"cat"} and bare.table.may_see("cat")


def test_in_a_rematch_everybody_moves_one_seat_on() -> None:
    bare = full(Terms("whot", 3), "ann", "ben", "cat")
    assert seating.rotated(bare.table) == ["ben", "cat", "ann"]


def test_the_computers_of_a_game_are_the_seats_of_bots() -> None:
    bare = seats(BareTable(Terms("rally", 2, {"computers": [0]})), "ann")
    bare.keep(seating.add_bot(bare.table, "ann", None, "classic", 0))
    bare.keep(seating.start(bare.table, "ann", 0))
    assert bare.table.match
    assert bare.table.match.frame.options["computers"] == [1], "whatever the terms said"
