"""Before the match: who may open, sit down, get up, invite and start."""

from collections.abc import Callable

import pytest

from tests.house.desk import Desk, full
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


def seats(desk: Desk, *sitters: str) -> Desk:
    for who in sitters:
        desk.keep(seating.sit(desk.table, who, None, 0))
    return desk


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
    joined = seats(Desk(FOUR), "ben")
    joined.keep(seating.sit(joined.table, "cat", 0, 0))
    assert joined.table.sitters == ["ben", "cat"], "where seats go by order, nobody chooses"
    chosen = Desk(CHOSEN)
    chosen.keep(seating.sit(chosen.table, "ben", 2, 0))
    assert chosen.table.sitters == ["", "", "ben"]
    refused("taken", lambda: seating.sit(chosen.table, "cat", 2, 0))
    refused("no_such_seat", lambda: seating.sit(chosen.table, "cat", 3, 0))
    refused("no_such_seat", lambda: seating.sit(chosen.table, "cat", -1, 0))


def test_one_person_has_one_seat_and_a_seat_one_person() -> None:
    desk = seats(Desk(FOUR), "ann")
    refused("seated", lambda: seating.sit(desk.table, "ann", None, 0))
    seats(desk, "ben")
    refused("full", lambda: seating.sit(desk.table, "cat", None, 0))
    refused("full", lambda: seating.add_bot(desk.table, "ann", None, "classic", 0))


def test_nobody_sits_down_with_somebody_who_does_not_want_him() -> None:
    desk = seats(Desk(FOUR), "ann")
    refused("barred", lambda: seating.sit(desk.table, "ben", None, 0, disliked=frozenset({"ann"})))
    desk.keep(seating.sit(desk.table, "ben", None, 0, disliked=frozenset({"cat"})))


def test_a_nonce_is_one_line_and_becomes_part_of_the_dice() -> None:
    desk = Desk(FOUR)
    seats(desk, "ann", "ben")
    committed, seal = desk.table.commitment, desk.table.seal
    refused("bad_option", lambda: dice.give(desk.table, "ann", "two long\nlong lines", seal, 0))
    refused("short_nonce", lambda: dice.give(desk.table, "ann", "fifteen letters", seal, 0))
    desk.keep(dice.give(desk.table, "ann", "sixteen letters!", seal, 0))
    desk.keep(seating.start(desk.table, "ann", 0))
    assert desk.table.match and desk.table.match.nonces == ("sixteen letters!",)
    assert desk.table.match.commitment == committed, "what was committed to in the lobby is what is played"


def test_only_the_host_adds_bots_sends_people_away_closes_and_starts() -> None:
    desk = seats(Desk(CHOSEN), "ben", "cat")
    for verb in (
        lambda: seating.add_bot(desk.table, "ben", None, "classic", 0),
        lambda: seating.get_up(desk.table, "ben", 1, 0),
        lambda: seating.close(desk.table, "ben", 0),
        lambda: seating.start(desk.table, "ben", 0),
        lambda: seating.start(desk.table, "", 0),
    ):
        refused("not_host", verb)
    refused("bad_bot", lambda: seating.add_bot(desk.table, "ann", None, "deep thought", 0))
    desk.keep(seating.add_bot(desk.table, "ann", None, "search:3", 0))
    desk.keep(seating.get_up(desk.table, "ann", 1, 0))
    assert desk.table.barred == {"cat"}
    refused("barred", lambda: seating.sit(desk.table, "cat", None, 0))
    desk.keep(seating.get_up(desk.table, "ann", 2, 0))
    assert desk.table.sitters == ["ben", "", ""] and desk.table.barred == {"cat"}, "a bot is not offended"
    refused("free_seat", lambda: seating.get_up(desk.table, "ann", 1, 0))
    refused("no_such_seat", lambda: seating.get_up(desk.table, "ann", 7, 0))


def test_whoever_gets_up_by_himself_may_come_back() -> None:
    desk = seats(Desk(FOUR), "ann", "ben")
    desk.keep(seating.get_up(desk.table, "ben", 1, 0))
    assert desk.table.status == "lobby"
    seats(desk, "ben")
    assert desk.table.sitters == ["ann", "ben"]


def test_a_match_starts_when_every_seat_is_taken() -> None:
    desk = seats(Desk(FOUR), "ann")
    refused("free_seat", lambda: seating.start(desk.table, "ann", 0))
    seats(desk, "ben")
    desk.keep(seating.start(desk.table, "ann", 0))
    assert desk.table.status == "running" and desk.table.match
    for verb in (
        lambda: seating.start(desk.table, "ann", 0),
        lambda: seating.sit(desk.table, "cat", None, 0),
        lambda: seating.get_up(desk.table, "ann", 0, 0),
        lambda: seating.close(desk.table, "ann", 0),
    ):
        refused("table_running", verb)


def test_a_closed_table_takes_nobody() -> None:
    desk = seats(Desk(FOUR), "ben")
    desk.keep(seating.close(desk.table, "ann", 0))
    assert (desk.table.status, desk.table.closed) == ("over", "the host closed it")
    refused("table_over", lambda: seating.sit(desk.table, "cat", None, 0))


def test_shuffled_seats_keep_everybody_with_his_nonce() -> None:
    orders = set()
    for _ in range(40):
        desk = Desk(Terms("whot", 3, seating="shuffled"))
        for who in ("ann", "ben", "cat"):
            desk.keep(seating.sit(desk.table, who, None, 0))
            desk.keep(dice.give(desk.table, who, f"what {who} has chosen", desk.table.seal, 0))
        desk.keep(seating.start(desk.table, "ann", 0))
        assert desk.table.nonces == [f"what {who} has chosen" for who in desk.table.sitters]
        orders.add(tuple(desk.table.sitters))
    assert len(orders) > 1


def test_only_who_sits_there_or_is_host_invites() -> None:
    desk = seats(Desk(Terms("connect_four", 2, access="private")), "ben")
    refused("not_seated", lambda: seating.invite(desk.table, "cat", "dan", 0))
    for host in ("ann", "ben"):
        desk.keep(seating.invite(desk.table, host, "cat", 0))
    assert desk.table.invited == {"cat"} and desk.table.may_see("cat")


def test_in_a_rematch_everybody_moves_one_seat_on() -> None:
    desk = full(Terms("whot", 3), "ann", "ben", "cat")
    assert seating.rotated(desk.table) == ["ben", "cat", "ann"]


def test_the_computers_of_a_game_are_the_seats_of_bots() -> None:
    desk = seats(Desk(Terms("rally", 2, {"computers": [0]})), "ann")
    desk.keep(seating.add_bot(desk.table, "ann", None, "classic", 0))
    desk.keep(seating.start(desk.table, "ann", 0))
    assert desk.table.match
    assert desk.table.match.frame.options["computers"] == [1], "whatever the terms said"
