"""Somebody's own agents sit down by their names, and whatever they do wrong is their loss alone."""

from pathlib import Path
from typing import Any

import pytest

import turnwise as tw
from tests.test_cli import run
from turnwise.bots import Budget, Thought, bot
from turnwise.bots.bot import Failed
from turnwise.bots.names import BadBot, Named, called, checked, for_guests, names, offer, strength
from turnwise.lab.arena import arena
from turnwise.lab.simulate import simulate

FILE = "tests/lab/agents.py"


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    monkeypatch.delenv("TURNWISE_OWN_BOTS", raising=False)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (" Search:5@0.1s ", "search:5@0.1s"),
        ("search@0.10s", "search:5@0.1s"),
        ("search:2@2000", "search:2@2000"),
        ("Mine.agents:Agent.best", "Mine.agents:Agent.best"),
        ("my/agents.py:Agent@2s", "my/agents.py:Agent@2s"),
    ],
)
def test_names_are_taken_apart_in_one_place(typed: str, name: str) -> None:
    assert checked(typed) == name == str(Named.of(name)) and bot(typed).name == name


@pytest.mark.parametrize(
    "typed", ["search:5@", "search:5@0s", "search:5@-1", "search:5@1e3", "search:5@9999s", "classic@fast"]
)
def test_a_time_that_is_none_is_told(typed: str) -> None:
    with pytest.raises(BadBot, match="After the @ stands how long a bot may think: search:5@0.1s or search:5@2000"):
        checked(typed)


@pytest.mark.parametrize("typed", ["mine:", ":agent", "mine:3", "a b:c", "random:2", "my-module:agent", "x@y:z"])
def test_what_is_no_name_of_an_agent_is_answered_with_the_bots_there_are(typed: str) -> None:
    with pytest.raises(BadBot):
        checked(typed)


def test_a_bot_takes_the_time_of_its_name_and_whoever_asks_may_give_less() -> None:
    game = tw.game("whot")
    known = tw.Match(game, seats=2, seed=3).view(0).position
    thoughts = [
        bot(name, game).think(known, known.turn, seed=1, budget=budget)
        for name, budget in (
            ("search:5@300", None),
            ("search:5@300", Budget(seconds=60)),
            ("search:5", Budget(iterations=300)),
            ("search:5@60s", Budget(iterations=300)),
        )
    ]
    assert {thought.iterations for thought in thoughts} == {300} and len({thought.action for thought in thoughts}) == 1


@pytest.mark.parametrize("name", ["first", "lone", "Last", "Thinker"])
def test_functions_classes_and_bots_sit_down(name: str) -> None:
    match = tw.Match("connect_four")
    thought = bot(f"{FILE}:{name}", "connect_four").think(match.view(0).position, 0, seed=1)
    assert isinstance(thought, Thought) and thought.action in ([0] if name in ("first", "Thinker") else [6])


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (f"{FILE}:nobody", "can't be loaded (AttributeError: "),
        (f"{FILE}:greedy_for_arguments", "an agent is given any of known, seat, legal, seed, budget, stop, by name"),
        ("no_such_module:agent", "can't be loaded (ModuleNotFoundError: No module named 'no_such_module')"),
    ],
)
def test_what_can_t_be_loaded_is_told_when_it_has_to_choose(name: str, why: str) -> None:
    player = bot(name, "connect_four")
    with pytest.raises(Failed) as failed:
        player.think(tw.Match("connect_four").view(0).position, 0, seed=1)
    assert why in str(failed.value)


def test_everything_that_an_agent_does_wrong_is_its_loss_and_the_run_goes_on() -> None:
    """Seat 0 fails in every way there is: the others win these games, each with its reason, and none is missing."""
    tally = simulate("connect_four", 14, bots=[f"{FILE}:moody", "random"], seed=6, cores=2, limit=4)
    told = " | ".join(tally.summary()["faults"])
    for why in (
        "chose 1000000, which is not legal",
        "raised ValueError: no idea",
        "gave no answer within 4 s",
        "ran out of memory",
        "ended its process",
        "answered 'drop d', which is no action",
    ):
        assert f"{FILE}:moody {why}" in told
    assert tally.games == 14 == sum(tally.ends.values()) and tally.ends["forfeit"] == sum(tally.faults.values())
    assert tally.wins[1] >= tally.ends["forfeit"] and tally.places[0][1] >= tally.ends["forfeit"]


def test_an_agent_that_fails_has_lost_in_the_arena_too() -> None:
    class Thrower:
        name = "thrower"

        def think(self, known: Any, seat: int, **wishes: Any) -> Thought:
            raise LookupError

    found = arena("connect_four", [Thrower(), "random"], 4, cores=1)
    assert found.standings[0].bot == "random" and found.standings[0].points.share == 1
    assert "4 games were lost because a bot failed: thrower raised LookupError." in [*map(str, found.remarks())]
    assert found.json()["faults"] == {"thrower raised LookupError": 4}


def test_the_command_says_how_often_a_bot_failed() -> None:
    done = run("simulate", "connect_four", "--bots", "no_such_module:agent,random", "--games", "3", "--cores", "1")
    assert done.returncode == 0, done.stderr
    assert "3 games were lost because a bot failed: no_such_module:agent can't be loaded" in done.stdout


def test_guests_of_a_house_have_nothing_imported_and_make_nobody_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    game, own = tw.game("connect_four"), f"{FILE}:Last@2s"
    for name in ("os:system", own, "search:5@3s", "search:5@0.25s", "search:5@1000000"):
        with pytest.raises(BadBot):
            for_guests(name, game)
    assert for_guests("Search:5@0.5s", game) == "search:5@0.5s"
    monkeypatch.setenv("TURNWISE_OWN_BOTS", "")
    offer([own])
    assert for_guests(own, game) == own and own in names(game) and str(called(game, own)) == "Last, 2 s a move"
    assert str(strength(game, own)) == "an agent of the host's own"
    with pytest.raises(BadBot):
        for_guests(f"{FILE}:first", game)
    with pytest.raises(BadBot, match="'classic' is no agent of your own"):
        offer(["classic"])
