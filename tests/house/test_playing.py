"""During the match and after it: act, ask, answer, walk away, come back, talk."""

from collections.abc import Callable
from random import Random

import pytest

from tests.house.bare_table import BareTable, full
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


def act(bare: BareTable, seat: int, *actions: str | int, version: int | None = None, key: str = "") -> None:
    bare.keep(playing.act(bare.table, bare.table.sitters[seat], seat, actions, version, key, bare.now))


def over(*sitters: str) -> BareTable:
    bare = full(FOUR, *sitters)
    bare.keep(playing.special(bare.table, sitters[0], 0, Special.LEAVE, 0))
    return bare


def test_an_action_is_checked_once_and_kept_by_its_number() -> None:
    bare = full(FOUR, "ann", "ben")
    act(bare, 0, "drop d", version=0, key="k")
    acted = items.decode(bare.log[-1])
    assert isinstance(acted, items.Acted) and (acted.by, acted.seat, acted.version, acted.key) == ("ann", 0, 1, "k")
    refused("stale", lambda: act(bare, 1, "drop d", version=0))
    refused("not_your_turn", lambda: act(bare, 0, "drop d"))
    refused("bad_action", lambda: act(bare, 1, "fly"))
    refused("bad_action", lambda: act(bare, 1))
    refused("bad_action", lambda: act(bare, 1, *["drop d"] * 101))
    assert bare.table.version == 1


def test_a_run_of_actions_is_one_item() -> None:
    bare = full(Terms("caesar", 2), "ann", "ben")
    match = bare.table.match
    assert match and match.turn is not None
    before = len(bare.log)
    first = match.turn
    run: list[int] = []
    trial = full(Terms("caesar", 2), "ann", "ben")
    assert trial.table.match
    while trial.table.match.turn == first and len(run) < 3:
        run.append(trial.table.match.legal[0].id)
        act(trial, first, run[-1])
    act(bare, first, *run)
    assert len(bare.log) == before + 1 and bare.table.version >= len(run) > 1


def test_nothing_is_played_before_the_start_or_after_the_end() -> None:
    bare = BareTable(FOUR)
    refused("table_lobby", lambda: playing.act(bare.table, "ann", 0, [3], None, "", 0))
    bare = over("ann", "ben")
    refused("over", lambda: act(bare, 1, 3))
    bare = full(FOUR, "ann", "ben")
    bare.keep([items.Closed(0, "", "enough")])
    refused("table_over", lambda: act(bare, 0, 3))
    assert bare.table.turn is None


def test_an_undo_among_people_needs_everybody_and_a_move_ends_the_asking() -> None:
    bare = full(UNDOABLE, "ann", "ben")
    legal = bare.table.match.legal[0].id if bare.table.match else 0
    act(bare, 0, legal)
    bare.keep(playing.ask(bare.table, "ann", 0, "undo", 0))
    assert bare.table.waiting_for == [1] and bare.table.version == 1
    refused("not_asked", lambda: playing.answer(bare.table, "ann", 0, "undo", True, 0))
    refused("not_asked", lambda: playing.answer(bare.table, "ben", 1, "rematch", True, 0))
    bare.keep(playing.answer(bare.table, "ben", 1, "undo", False, 0))
    assert bare.table.asking is None
    bare.keep(playing.ask(bare.table, "ann", 0, "undo", 0))
    bare.keep(playing.answer(bare.table, "ben", 1, "undo", True, 0))
    assert (bare.table.version, bare.table.turn, bare.table.asking) == (2, 0, None)
    undone = items.decode(bare.log[-1])
    assert isinstance(undone, items.Acted) and (undone.by, undone.actions) == ("ann", [Special.UNDO])
    act(bare, 0, legal)
    bare.keep(playing.ask(bare.table, "ann", 0, "undo", 0))
    assert bare.table.match
    act(bare, 1, bare.table.match.legal[0].id)
    assert bare.table.asking is None


def test_bots_agree_to_an_undo_where_nothing_is_at_stake() -> None:
    bare = full(UNDOABLE, "ann", "bot:classic")
    assert bare.table.match
    act(bare, 0, bare.table.match.legal[0].id)
    bare.keep(playing.ask(bare.table, "ann", 0, "undo", 0))
    assert (bare.table.version, bare.table.turn) == (2, 0)
    rated = full(Terms("differo", 2, {"undo": "agree"}, rated=True), "ann", "bot:classic")
    assert rated.table.match
    act(rated, 0, rated.table.match.legal[0].id)
    refused("needs_consent", lambda: playing.ask(rated.table, "ann", 0, "undo", 0))


def test_who_walks_away_is_played_for_by_the_tables_policy() -> None:
    for absence, away in (("move", {0: ""}), ("bot", {0: "search:2"})):
        bare = full(Terms("connect_four", 2, absence=absence), "ann", "ben")  # type: ignore[arg-type]
        refused("not_away", lambda bare=bare: playing.come_back(bare.table, "ann", 0, 0))  # type: ignore[misc]
        bare.keep(playing.walk_away(bare.table, "ann", 0, 0))
        assert bare.table.away == away and bare.table.bot_of(0) == away[0]
        refused("away", lambda bare=bare: playing.walk_away(bare.table, "ann", 0, 0))  # type: ignore[misc]
        bare.keep(playing.come_back(bare.table, "ann", 0, 0))
        assert bare.table.away == {} and bare.table.sitters == ["ann", "ben"]
    bare = full(Terms("whot", 3, absence="forfeit"), "ann", "ben", "cat")
    bare.keep(playing.walk_away(bare.table, "ann", 0, 0))
    assert bare.table.match and bare.table.match.left == (0,) and bare.table.status == "running"
    refused("has_left", lambda: playing.walk_away(bare.table, "ann", 0, 0))


def test_who_leaves_for_good_while_away_is_away_no_longer() -> None:
    bare = full(Terms("whot", 3, absence="bot"), "ann", "ben", "cat")
    bare.keep(playing.walk_away(bare.table, "ben", 1, 0))
    bare.keep(playing.special(bare.table, "ben", 1, Special.LEAVE, 0))
    assert bare.table.away == {} and bare.table.bot_of(1) == "" and bare.table.playing == [0, 2]


def test_the_overdue_move_is_the_rule_sheets_or_the_classic_players() -> None:
    whot = full(Terms("whot", 2), "ann", "ben").table.match
    assert whot and str(whot.language.action(overdue(whot, whot.position.turn, Random(1)))) == "draw"
    four = full(FOUR, "ann", "ben").table.match
    assert four and overdue(four, 0, Random(1)) in [action.id for action in four.legal]


def test_nothing_happens_before_time_is_over() -> None:
    bare = full(FOUR, "ann", "ben")
    assert playing.time_over(bare.table, 10**15) == []


def test_players_and_watchers_talk_among_themselves_while_the_match_runs() -> None:
    bare = full(FOUR, "ann", "ben")
    refused("not_seated", lambda: playing.talk(bare.table, "cat", "players", "psst", 0))
    refused("seated", lambda: playing.talk(bare.table, "ann", "watchers", "psst", 0))
    rooms = ("players", "watchers")
    heard = {who: [playing.hears(bare.table, who, room) for room in rooms] for who in ("ann", "cat", "")}  # type: ignore[arg-type]
    assert heard == {"ann": [True, False], "cat": [False, True], "": [False, True]}
    bare = over("ann", "ben")
    assert all(playing.hears(bare.table, who, room) for who in ("ann", "cat", "") for room in rooms)  # type: ignore[arg-type]
    bare.keep(playing.talk(bare.table, "ann", "watchers", "thank you", 0))


def test_what_is_said_is_one_clean_line() -> None:
    bare = full(FOUR, "ann", "ben")
    for text, said in (("  well \n played\x00 ", "well played"), ("a\u202eb", "a b"), ("<b>hi</b>", "<b>hi</b>")):
        bare.keep(playing.talk(bare.table, "ann", "players", text, 0))
        assert bare.table.talk[-1][1].text == said
    for text in ("", " \n ", "x" * 501):
        refused("bad_text", lambda text=text: playing.talk(bare.table, "ann", "players", text, 0))  # type: ignore[misc]


def test_only_the_host_mutes_and_not_himself() -> None:
    bare = full(FOUR, "ann", "ben")
    refused("not_host", lambda: playing.mute(bare.table, "ben", "ann", True, 0))
    refused("yourself", lambda: playing.mute(bare.table, "ann", "ann", True, 0))
    bare.keep(playing.mute(bare.table, "ann", "ben", True, 0))
    assert playing.mute(bare.table, "ann", "ben", True, 0) == []
    refused("muted", lambda: playing.talk(bare.table, "ben", "players", "but", 0))
    bare.keep(playing.mute(bare.table, "ann", "ben", False, 0))
    bare.keep(playing.talk(bare.table, "ben", "players", "at last", 0))


def test_a_seat_is_acted_from_by_its_person_only() -> None:
    bare = full(FOUR, "ann", "ben")
    assert playing.seat_for(bare.table, "ben") == 1
    refused("not_seated", lambda: playing.seat_for(bare.table, "cat"))
    refused("not_seated", lambda: playing.seat_for(bare.table, ""))
