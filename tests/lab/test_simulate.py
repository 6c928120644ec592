from typing import Any

import pytest

import turnwise as tw
from turnwise.bots.names import BadBot
from turnwise.kit.errors import BadOption, BadSeats
from turnwise.lab.bout import BadBots
from turnwise.lab.shares import share
from turnwise.lab.simulate import simulate


def test_every_game_is_counted_once() -> None:
    tally = simulate(tw.game("connect_four"), 1000, seed=1)
    assert tally.games == 1000 == sum(tally.ends.values()) == tally.wins[0] + tally.wins[1] + tally.nobody
    assert [sum(row) for row in tally.places] == [1000, 1000]
    assert (
        sum(tally.turns.values()) == 1000 == sum(tally.begun)
        and sum(length * n for length, n in tally.turns.items()) == tally.actions
    )
    summary = tally.summary()
    lengths = sorted(length for length, n in tally.turns.items() for _ in range(n))
    assert (summary["turns"]["median"], summary["turns"]["shortest"]) == (lengths[500], lengths[0])
    assert summary["turns"]["shortest"] >= 7 and summary["turns"]["longest"] <= 42
    assert abs(sum(summary["mean_points"]) - 1) < 1e-9


def test_a_seed_gives_the_same_games_compiled_and_interpreted_and_another_seed_others() -> None:
    one, two, three = (
        simulate(tw.game("connect_four"), 300, seed=seed, compiled=compiled)
        for seed, compiled in ((1, True), (1, False), (2, True))
    )
    assert (one.wins, one.turns) == (two.wins, two.turns)
    assert one.turns != three.turns


def test_the_classic_player_beats_the_random_one_from_either_seat() -> None:
    for bots, seat in ((["classic", "random"], 0), (["random", "classic"], 1)):
        tally = simulate(tw.game("connect_four"), 400, bots=bots, seed=3)
        assert tally.wins_of(seat).low > 0.8


def test_games_are_not_all_alike() -> None:
    """Neighbouring games of a chunk draw from independent seeds."""
    tally = simulate(tw.game("deerportal"), 200, seed=1)
    assert len(tally.turns) > 30


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"bots": ["clasic"]}, BadBot),
        ({"bots": ["search:6"]}, BadBot),
        ({"bots": ["random"] * 3}, BadBots),
        ({"seats": 3}, BadSeats),
        ({"x": 1}, BadOption),
        ({"games": 0}, BadOption),
        ({"games": 1.5}, BadOption),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        simulate("connect_four", **{"games": 10} | arguments)


def test_an_interval_holds_its_share() -> None:
    """Wilson's interval, worked out by hand for 8 of 10: 0.49 to 0.94."""
    part, low, high = share(8, 10)
    assert (part, round(low, 2), round(high, 2)) == (0.8, 0.49, 0.94)
    assert share(0, 0) == (0.0, 0.0, 1.0)
    assert share(0, 10).low == 0.0


def test_equal_games_count_once() -> None:
    """A hundred games of which ten differ are no surer than ten."""
    assert share(80, 100, 10) == share(8, 10) and share(80, 100, 10).interval == "49.0% – 94.3%"
    assert share(100, 100, 1) == (1.0, 0.0, 1.0) and share(100, 100, 1).interval == "–"


def test_a_game_that_is_played_again_and_again_is_told() -> None:
    """Differo's greedy player never varies, so two of them play one game; with a random one games differ."""
    alike = simulate("differo", 600, bots=["classic"], seed=1)
    assert (alike.games, alike.different) == (600, 1) and alike.wins_of(0).interval == "–"
    assert alike.summary()["different"] == 1 and alike.summary()["win_shares"][0]["low"] == 0
    assert simulate("differo", 600, bots=["classic", "random"], seed=1).different > 500
    assert simulate("whot", 300, bots=["classic"], seed=1).different == 300, "other cards, another game"
    thought_out = simulate("differo", 3, bots=["classic", "greedy"], seed=1, cores=1)
    assert thought_out.games == 3 and 1 <= thought_out.different <= 3


def test_bots_that_look_ahead_are_simulated_too() -> None:
    told: list[int] = []
    one = simulate("connect_four", 6, bots=["search:2", "random"], seed=4, cores=1, progress=told.append)
    assert one.games == 6 == sum(one.ends.values()) and one.bots == ["search:2", "random"]
    assert told == [1, 2, 3, 4, 5, 6], "one sees that it goes on"
    assert one.wins[0] >= 5 and set(one.ends) <= {"four_in_line", "full_board"}
    assert one.different == 6 and sum(length * n for length, n in one.turns.items()) == one.actions


def test_the_rule_sheets_further_players_are_simulated_in_one_call() -> None:
    """Compiled and interpreted alike, and weaker than the classic player."""
    for game, name in (("whot", "anycard"), ("rally", "walker")):
        fast = simulate(game, 256, bots=[name, "classic"], seed=2)
        assert fast.wins_of(0).high < 0.45 and fast.bots == [name, "classic"]
    fast, slow = (simulate("whot", 30, bots=["anycard"], seed=2, compiled=compiled) for compiled in (True, False))
    assert (fast.wins, fast.turns) == (slow.wins, slow.turns)
