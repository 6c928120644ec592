"""The two computer players [W52 to W54], and how they call and catch [W51]."""

from functools import partial
from pathlib import Path

import pytest

from tests.games.whot.picture import GAME, LETTERS, WORDS, Scene, table
from tests.law import law
from turnwise.bots import bot
from turnwise.play.match import Match
from turnwise.terminal.saves import Keeper
from turnwise.terminal.sitters import sitters
from turnwise.terminal.table import Table, never


def chosen(name: str, scene: Scene, seat: str = "A", seed: int = 1) -> str:
    """What a bot does at a table."""
    index = LETTERS.index(seat)
    return WORDS[bot(name, GAME).think(scene.position.redacted(index), index, seed=seed).action]


greedy, at_random = partial(chosen, "classic"), partial(chosen, "anycard")


@law("W52", "W53")
def test_the_random_player_plays_any_legal_card_and_draws_only_without_one() -> None:
    scene = table("A: circle_3 circle_14 star_3 whot_1 | B: star_4 | top: circle_7")
    played = {at_random(scene, seed=seed * 7919) for seed in range(60)}
    assert played == {"play circle_3", "play circle_14", "play whot_1"}
    assert at_random(table("A: star_3 | B: star_4 | top: circle_7")) == "draw"


@law("W53")
def test_the_random_player_takes_a_seat_and_draws_only_if_it_must(tmp_path: Path) -> None:
    """A whole game at the terminal's table, by the name of the bot."""
    seated = sitters(GAME, ["anycard", "random"])
    assert [one.name for one in seated] == ["Any-card bot", "Random bot"]
    match = Match(GAME, seats=2, seed=5, compiled=False)
    table = Table(match, seated, keeper=Keeper(tmp_path / "table"), seed=5)
    drew = {0: 0, 1: 0}
    while (seat := table.bot_to_act()) is not None:
        might_play = any(str(action).startswith("play") for action in match.legal)
        table.settle(seat, table.thinking(seat)(never))
        drew[seat] += might_play and match.view(None).lines[-1].words == "draw"
    assert drew[0] == 0 < drew[1], "the house's own random bot takes any action, and draws with a card that fits"
    table.close()


@law("W53")
def test_the_random_player_names_any_symbol() -> None:
    scene = table("A: star_3 star_4 | B: star_7 | top: whot_1 | name")
    assert len({at_random(scene, seed=seed * 7919) for seed in range(60)}) == 5


@law("W52", "W54")
def test_the_greedy_player_plays_the_dearest_legal_card() -> None:
    """star_7 counts 14."""
    assert greedy(table("A: circle_3 circle_13 star_7 whot_1 | B: star_4 | top: circle_7")) == "play star_7"
    assert greedy(table("A: circle_3 cross_14 whot_1 | B: star_4 | top: circle_7")) == "play circle_3"


@law("W54")
def test_the_greedy_player_keeps_its_whots_to_the_last_and_draws_without_a_legal_card() -> None:
    assert greedy(table("A: cross_14 whot_1 | B: star_4 | top: circle_7")) == "play whot_1"
    assert greedy(table("A: cross_14 | B: star_4 | top: circle_7")) == "draw"


@law("W54")
def test_the_greedy_player_names_the_symbol_it_holds_most_of() -> None:
    assert greedy(table("A: star_3 star_4 cross_1 whot_2 | B: star_7 | top: whot_1 | name")) == "name star"
    tied = table("A: star_3 cross_1 whot_2 | B: star_7 | top: whot_1 | name")
    assert {greedy(tied, seed=seed * 7919) for seed in range(40)} == {"name star", "name cross"}
    only_whots = table("A: whot_2 | B: star_7 | top: whot_1 | name")
    assert len({greedy(only_whots, seed=seed * 7919) for seed in range(60)}) == 5


@law("W51")
@pytest.mark.parametrize("name", ["classic", "anycard", "random", "greedy", "search:1"])
def test_bots_always_call_and_catch(name: str) -> None:
    player = partial(chosen, name)
    scene = table("A: circle_3 star_3 | B: star_4 cross_3 | C: star_7 | top: circle_7", last_card_call=True)
    assert {player(scene, seed=seed) for seed in range(20)} == {"call"}
    assert player(scene.play("A", "call")) in ("play circle_3", "draw")  # once is enough
    caught = table(
        "A: circle_3 | B: star_4 cross_3 | C: star_7 | top: circle_7 | turn: B | catchable: A", last_card_call=True
    )
    assert player(caught, "B") == player(caught, "C") == "catch"


@law("W51")
def test_bots_do_not_call_when_they_can_only_draw() -> None:
    assert greedy(table("A: star_3 star_4 | B: star_7 | top: circle_7", last_card_call=True)) == "draw"
