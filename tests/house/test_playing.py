"""During the match and after it: act, ask, answer, walk away, come back, talk."""

from collections.abc import Callable
from random import Random

import pytest

from tests.house.desk import Desk, full
from turnwise.house.tables import items, playing
from turnwise.house.tables.items import Terms
from turnwise.kit.errors import TurnwiseError
from turnwise.play.entry import Special
from turnwise.play.timing import overdue

FOUR, UNDOABLE = Terms("connect_four", 2), Terms("differo", 2, {"undo": "agree"})


def refused(code: str, verb: Callable[[], object]) -> None:
    with pytest.raises(TurnwiseError) as error:
        verb()
    assert error.value.code == code and str(error.value).endswith("."), error.value


def act(desk: Desk, seat: int, *actions: str | int, version: int | None = None, key: str = "") -> None:
    desk.keep(playing.act(desk.table, desk.table.sitters[seat], seat, actions, version, key, desk.now))


def over(*sitters: str) -> Desk:
    desk = full(FOUR, *sitters)
    desk.keep(playing.special(desk.table, sitters[0], 0, Special.LEAVE, 0))
    return desk


def test_an_action_is_checked_once_and_kept_by_its_number() -> None:
    desk = full(FOUR, "ann", "ben")
    act(desk, 0, "drop d", version=0, key="k")
    acted = items.decode(desk.log[-1])
    assert isinstance(acted, items.Acted) and (acted.by, acted.seat, acted.version, acted.key) == ("ann", 0, 1, "k")
    refused("stale", lambda: act(desk, 1, "drop d", version=0))
    refused("not_your_turn", lambda: act(desk, 0, "drop d"))
    refused("bad_action", lambda: act(desk, 1, "fly"))
    refused("bad_action", lambda: act(desk, 1))
    refused("bad_action", lambda: act(desk, 1, *["drop d"] * 101))
    assert desk.table.version == 1


def test_a_run_of_actions_is_one_item() -> None:
    desk = full(Terms("caesar", 2), "ann", "ben")
    match = desk.table.match
    assert match and match.turn is not None
    before = len(desk.log)
    first = match.turn
    run: list[int] = []
    trial = full(Terms("caesar", 2), "ann", "ben")
    assert trial.table.match
    while trial.table.match.turn == first and len(run) < 3:
        run.append(trial.table.match.legal[0].id)
        act(trial, first, run[-1])
    act(desk, first, *run)
    assert len(desk.log) == before + 1 and desk.table.version >= len(run) > 1


def test_nothing_is_played_before_the_start_or_after_the_end() -> None:
    desk = Desk(FOUR)
    refused("table_lobby", lambda: playing.act(desk.table, "ann", 0, [3], None, "", 0))
    desk = over("ann", "ben")
    refused("over", lambda: act(desk, 1, 3))
    desk = full(FOUR, "ann", "ben")
    desk.keep([items.Closed(0, "", "enough")])
    refused("table_over", lambda: act(desk, 0, 3))
    assert desk.table.turn is None


def test_an_undo_among_people_needs_everybody_and_a_move_ends_the_asking() -> None:
    desk = full(UNDOABLE, "ann", "ben")
    legal = desk.table.match.legal[0].id if desk.table.match else 0
    act(desk, 0, legal)
    desk.keep(playing.ask(desk.table, "ann", 0, "undo", 0))
    assert desk.table.waiting_for == [1] and desk.table.version == 1
    refused("not_asked", lambda: playing.answer(desk.table, "ann", 0, "undo", True, 0))
    refused("not_asked", lambda: playing.answer(desk.table, "ben", 1, "rematch", True, 0))
    desk.keep(playing.answer(desk.table, "ben", 1, "undo", False, 0))
    assert desk.table.asking is None
    desk.keep(playing.ask(desk.table, "ann", 0, "undo", 0))
    desk.keep(playing.answer(desk.table, "ben", 1, "undo", True, 0))
    assert (desk.table.version, desk.table.turn, desk.table.asking) == (2, 0, None)
    undone = items.decode(desk.log[-1])
    assert isinstance(undone, items.Acted) and (undone.by, undone.actions) == ("ann", [Special.UNDO])
    act(desk, 0, legal)
    desk.keep(playing.ask(desk.table, "ann", 0, "undo", 0))
    assert desk.table.match
    act(desk, 1, desk.table.match.legal[0].id)
    assert desk.table.asking is None


def test_bots_agree_to_an_undo_where_nothing_is_at_stake() -> None:
    desk = full(UNDOABLE, "ann", "bot:classic")
    assert desk.table.match
    act(desk, 0, desk.table.match.legal[0].id)
    desk.keep(playing.ask(desk.table, "ann", 0, "undo", 0))
    assert (desk.table.version, desk.table.turn) == (2, 0)
    rated = full(Terms("differo", 2, {"undo": "agree"}, rated=True), "ann", "bot:classic")
    assert rated.table.match
    act(rated, 0, rated.table.match.legal[0].id)
    refused("needs_consent", lambda: playing.ask(rated.table, "ann", 0, "undo", 0))


def test_who_walks_away_is_played_for_by_the_tables_policy() -> None:
    for absence, away in (("move", {0: ""}), ("bot", {0: "search:2"})):
        desk = full(Terms("connect_four", 2, absence=absence), "ann", "ben")  # type: ignore[arg-type]
        refused("not_away", lambda desk=desk: playing.come_back(desk.table, "ann", 0, 0))  # type: ignore[misc]
        desk.keep(playing.walk_away(desk.table, "ann", 0, 0))
        assert desk.table.away == away and desk.table.bot_of(0) == away[0]
        refused("away", lambda desk=desk: playing.walk_away(desk.table, "ann", 0, 0))  # type: ignore[misc]
        desk.keep(playing.come_back(desk.table, "ann", 0, 0))
        assert desk.table.away == {} and desk.table.sitters == ["ann", "ben"]
    desk = full(Terms("whot", 3, absence="forfeit"), "ann", "ben", "cat")
    desk.keep(playing.walk_away(desk.table, "ann", 0, 0))
    assert desk.table.match and desk.table.match.left == (0,) and desk.table.status == "running"
    refused("has_left", lambda: playing.walk_away(desk.table, "ann", 0, 0))


def test_who_leaves_for_good_while_away_is_away_no_longer() -> None:
    desk = full(Terms("whot", 3, absence="bot"), "ann", "ben", "cat")
    desk.keep(playing.walk_away(desk.table, "ben", 1, 0))
    desk.keep(playing.special(desk.table, "ben", 1, Special.LEAVE, 0))
    assert desk.table.away == {} and desk.table.bot_of(1) == "" and desk.table.playing == [0, 2]


def test_the_overdue_move_is_the_rule_sheets_or_the_classic_players() -> None:
    whot = full(Terms("whot", 2), "ann", "ben").table.match
    assert whot and str(whot.language.action(overdue(whot, whot.position.turn, Random(1)))) == "draw"
    four = full(FOUR, "ann", "ben").table.match
    assert four and overdue(four, 0, Random(1)) in [action.id for action in four.legal]


def test_nothing_happens_before_time_is_over() -> None:
    desk = full(FOUR, "ann", "ben")
    assert playing.time_over(desk.table, 10**15) == []


def test_players_and_watchers_talk_among_themselves_while_the_match_runs() -> None:
    desk = full(FOUR, "ann", "ben")
    refused("not_seated", lambda: playing.talk(desk.table, "cat", "players", "psst", 0))
    refused("seated", lambda: playing.talk(desk.table, "ann", "watchers", "psst", 0))
    rooms = ("players", "watchers")
    heard = {who: [playing.hears(desk.table, who, room) for room in rooms] for who in ("ann", "cat", "")}  # type: ignore[arg-type]
    assert heard == {"ann": [True, False], "cat": [False, True], "": [False, True]}
    desk = over("ann", "ben")
    assert all(playing.hears(desk.table, who, room) for who in ("ann", "cat", "") for room in rooms)  # type: ignore[arg-type]
    desk.keep(playing.talk(desk.table, "ann", "watchers", "thank you", 0))


def test_what_is_said_is_one_clean_line() -> None:
    desk = full(FOUR, "ann", "ben")
    for text, said in (("  well \n played\x00 ", "well played"), ("a\u202eb", "a b"), ("<b>hi</b>", "<b>hi</b>")):
        desk.keep(playing.talk(desk.table, "ann", "players", text, 0))
        assert desk.table.talk[-1][1].text == said
    for text in ("", " \n ", "x" * 501):
        refused("bad_text", lambda text=text: playing.talk(desk.table, "ann", "players", text, 0))  # type: ignore[misc]


def test_only_the_host_mutes_and_not_himself() -> None:
    desk = full(FOUR, "ann", "ben")
    refused("not_host", lambda: playing.mute(desk.table, "ben", "ann", True, 0))
    refused("yourself", lambda: playing.mute(desk.table, "ann", "ann", True, 0))
    desk.keep(playing.mute(desk.table, "ann", "ben", True, 0))
    assert playing.mute(desk.table, "ann", "ben", True, 0) == []
    refused("muted", lambda: playing.talk(desk.table, "ben", "players", "but", 0))
    desk.keep(playing.mute(desk.table, "ann", "ben", False, 0))
    desk.keep(playing.talk(desk.table, "ben", "players", "at last", 0))


def test_a_seat_is_acted_from_by_its_person_only() -> None:
    desk = full(FOUR, "ann", "ben")
    assert playing.seat_for(desk.table, "ben") == 1
    refused("not_seated", lambda: playing.seat_for(desk.table, "cat"))
    refused("not_seated", lambda: playing.seat_for(desk.table, ""))
