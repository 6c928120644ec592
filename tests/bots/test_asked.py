"""What a bot cannot think about is refused in a sentence, by every bot."""

from typing import Any

import pytest

import turnwise as tw
from turnwise.bots import Budget, bot
from turnwise.bots.names import BadBot
from turnwise.kit.errors import BadAction, BadOption, MatchOver, NotYourTurn
from turnwise.kit.game import Game

BOTS = ("random", "classic", "greedy", "search:1")
SECRETIVE = [game for game in tw.all_games() if game.has_hands]


@pytest.fixture(params=BOTS)
def somebody(request: pytest.FixtureRequest) -> Any:
    return bot(request.param)


@pytest.mark.parametrize("seat", [-1, 2, 10**30, True, None, "0"])
def test_a_seat_that_is_not_there(somebody: Any, seat: Any) -> None:
    with pytest.raises(BadAction, match="This match has seats 0 to 1, not"):
        somebody.think(tw.Match("connect_four").view(0).position, seat, seed=1)


def test_a_seat_that_is_not_on_turn(somebody: Any) -> None:
    with pytest.raises(NotYourTurn, match="Seat 1 has nothing to do now; seat 0 is on turn."):
        somebody.think(tw.Match("connect_four").view(1).position, 1, seed=1)


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
def test_what_another_seat_may_know(somebody: Any, game: Game) -> None:
    """A hand that is not the thinker's own would be nonsense, or a peek."""
    match = tw.Match(game, seats=max(game.seats[0], 2), seed=1)
    turn = match.turn
    assert turn is not None
    other = (turn + 1) % match.seats
    for view, words in (
        (match.view(other), f"seat {other} may know"),
        (match.view(None), "a spectator may know"),
    ):
        with pytest.raises(BadAction, match=words):
            somebody.think(view.position, turn, seed=1)


def test_a_match_that_is_over_by_its_rules_or_by_resigning(somebody: Any) -> None:
    won, resigned = tw.Match("connect_four"), tw.Match("connect_four")
    for column in "abababa":
        won.play(f"drop {column}")
    resigned.leave(1)
    for match in (won, resigned):
        with pytest.raises(MatchOver, match="The match is over"):
            somebody.think(match.view(0).position, 0, seed=1)


@pytest.mark.parametrize("name", BOTS)
def test_a_view_of_another_game(name: str) -> None:
    one, other, *_ = (game for game in tw.all_games() if game.has_hands and game.seats[0] <= 2 <= game.seats[1])
    known = tw.Match(other, seats=2, seed=1).view(0).position
    with pytest.raises(BadBot, match=f"made to play {one.title}, and this is a position of {other.title}"):
        bot(name, one).think(known, 0, seed=1)


def test_what_is_no_position(somebody: Any) -> None:
    match = tw.Match("connect_four")
    for thing in (match, match.view(0), None, b""):
        with pytest.raises(BadOption, match="give view.position"):
            somebody.think(thing, 0, seed=1)


@pytest.mark.parametrize(
    "given", [{"seconds": -1}, {"seconds": float("nan")}, {"seconds": "1"}, {"iterations": -5}, {"iterations": 1.5}]
)
def test_a_budget_below_nothing(given: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="from 0 up, not"):
        Budget(**given)
