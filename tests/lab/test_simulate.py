from typing import Any

import pytest

import turnwise as tw
from turnwise.kit.errors import BadOption, BadSeats
from turnwise.lab.simulate import BadBots, interval, simulate


def test_every_game_is_counted_once() -> None:
    tally = simulate(tw.game("connect_four"), 1000, seed=1)
    assert tally.games == 1000 == sum(tally.ends.values()) == tally.wins[0] + tally.wins[1] + tally.nobody
    assert [sum(row) for row in tally.places] == [1000, 1000]
    assert tally.turns.total() == 1000 and sum(length * n for length, n in tally.turns.items()) == tally.actions
    summary = tally.summary()
    lengths = sorted(tally.turns.elements())
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
        assert interval(tally.wins[seat], 400)[1] > 0.8


def test_games_are_not_all_alike() -> None:
    """Neighbouring games of a chunk draw from independent seeds."""
    tally = simulate(tw.game("deerportal"), 200, seed=1)
    assert len(tally.turns) > 30


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"bots": ["clasic"]}, BadBots),
        ({"bots": ["random"] * 3}, BadBots),
        ({"seats": 3}, BadSeats),
        ({"x": 1}, BadOption),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        simulate(tw.game("connect_four"), 10, **arguments)


def test_an_interval_holds_its_share() -> None:
    """Wilson's interval, worked out by hand for 8 of 10: 0.49 to 0.94."""
    share, low, high = interval(8, 10)
    assert (share, round(low, 2), round(high, 2)) == (0.8, 0.49, 0.94)
    assert interval(0, 0) == (0.0, 0.0, 1.0)
    assert interval(0, 10)[1] == 0.0
