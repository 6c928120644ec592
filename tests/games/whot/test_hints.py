"""The two computer players [W52 to W54], and how they call and catch [W51]."""

from typing import Any

import pytest

from tests.games.whot.picture import GAME, LETTERS, WORDS, Scene, table
from tests.law import law

HINTS: Any = GAME.module("hints")


def greedy(scene: Scene, seat: str = "A", seed: int = 1) -> str:
    index = LETTERS.index(seat)
    return WORDS[scene.position.redacted(index).advice(index, seed)]


def at_random(scene: Scene, seat: str = "A", seed: int = 1) -> str:
    index = LETTERS.index(seat)
    known = scene.position.redacted(index).plain()
    known.seed = seed
    return WORDS[int(HINTS.random_player(known, index))]


@law("W52", "W53")
def test_the_random_player_plays_any_legal_card_and_draws_only_without_one() -> None:
    scene = table("A: circle_3 circle_14 star_3 whot_1 | B: star_4 | top: circle_7")
    played = {at_random(scene, seed=seed * 7919) for seed in range(60)}
    assert played == {"play circle_3", "play circle_14", "play whot_1"}
    assert at_random(table("A: star_3 | B: star_4 | top: circle_7")) == "draw"


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
@pytest.mark.parametrize("player", [greedy, at_random])
def test_bots_always_call_and_catch(player: Any) -> None:
    scene = table("A: circle_3 star_3 | B: star_4 cross_3 | C: star_7 | top: circle_7", last_card_call=True)
    assert player(scene) == "call"
    assert player(scene.play("A", "call")) == "play circle_3"
    caught = table(
        "A: circle_3 | B: star_4 cross_3 | C: star_7 | top: circle_7 | turn: B | catchable: A", last_card_call=True
    )
    assert player(caught, "B") == player(caught, "C") == "catch"


@law("W51")
def test_bots_do_not_call_when_they_can_only_draw() -> None:
    assert greedy(table("A: star_3 star_4 | B: star_7 | top: circle_7", last_card_call=True)) == "draw"
