"""The move of somebody whose time is up: the part of [W64] that is about the game. Announcing it in a chat is a later issue."""

import pytest

from tests.games.whot.picture import LETTERS, NOTATION, WORDS, Scene, table


def overdue(scene: Scene, seat: str, lot: int = 0) -> str:
    """What is played for a seat that gets this lot."""
    known = scene.position.redacted(LETTERS.index(seat))
    legal = known.legal(LETTERS.index(seat))
    action: int = NOTATION.overdue(known.plain(), legal, lambda among: among[lot])
    return WORDS[action]


def test_a_card_is_drawn_whatever_could_be_played() -> None:
    scene = table("A: circle_3 whot_1 | B: star_4 | top: circle_7")
    assert overdue(scene, "A") == "draw"
    scene.play("A", overdue(scene, "A"))
    assert (scene.sizes, scene.turn) == ([3, 1], "B")


def test_a_pending_pick_is_paid_whole() -> None:
    scene = table("A: circle_2 star_3 | B: star_4 | top: star_2 | pick: 4")
    scene.play("A", overdue(scene, "A"))
    assert (scene.sizes, scene.show["pick"], scene.turn) == ([6, 1], None, "B")


def test_in_sudden_death_any_card_is_played() -> None:
    scene = table("A: circle_3 star_8 triangle_7 | B: star_4 circle_1 | top: circle_7 | pile: | sudden | reshuffled")
    assert [overdue(scene, "A", lot) for lot in (0, -1)] == ["play circle_3", "play triangle_7"]


@pytest.mark.parametrize("used_up", ["pile: | under: 3 | reshuffled", "pile: | under:"])
def test_a_draw_that_would_only_start_sudden_death_is_a_card_instead(used_up: str) -> None:
    scene = table(f"A: circle_3 star_8 | B: star_4 circle_1 | top: circle_7 | {used_up}")
    assert "draw" in scene.may("A") and overdue(scene, "A") == "play circle_3"
    scene.play("A", overdue(scene, "A"))
    assert not scene.show["sudden_death"] and scene.turn == "B"


def test_a_pile_that_can_be_made_anew_is_drawn_from() -> None:
    scene = table("A: circle_3 star_8 | B: star_4 circle_1 | top: circle_7 | pile: | under: 3")
    assert overdue(scene, "A") == "draw"
    scene.play("A", "draw")
    assert scene.sizes == [3, 2] and not scene.show["sudden_death"]


def test_who_can_neither_play_nor_draw_ends_the_game_as_by_any_draw() -> None:
    scene = table("A: star_8 | B: star_4 circle_1 | top: circle_7 | pile: | under: 3 | reshuffled")
    scene.play("A", overdue(scene, "A"))
    assert scene.over == "hand_value"


def test_the_symbol_of_a_whot_falls_by_lot() -> None:
    scene = table("A: circle_3 | B: star_4 | top: whot_1 | name")
    assert [overdue(scene, "A", lot) for lot in (0, -1)] == ["name circle", "name star"]


def test_nobody_is_caught_and_nothing_is_called_for_somebody_who_is_away() -> None:
    scene = table(
        "A: circle_3 circle_8 | B: star_4 | top: circle_7 | pile: | sudden | reshuffled | catchable: B",
        last_card_call=True,
    )
    assert {"call", "catch"} <= set(scene.may("A"))
    assert [overdue(scene, "A", lot) for lot in (0, -1)] == ["play circle_3", "play circle_8"]
