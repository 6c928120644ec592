"""A game without a look of its own can be played everywhere: its table is made of what its state shows and of its actions' words."""

from itertools import pairwise
from random import Random

import pytest

import turnwise as tw
from turnwise.draw import table, written
from turnwise.draw.layout import laid
from turnwise.draw.lettered import lettered
from turnwise.draw.plainly import plainly
from turnwise.draw.plan import TALL, WIDE
from turnwise.draw.svg import svg
from turnwise.draw.text import cells
from turnwise.games import all_games
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game

NAMES = ("Ann", "Ben", "Cleo", "Dan")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_action_can_be_touched_from_the_first_to_the_last(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    has = Game.has
    monkeypatch.setattr(Game, "has", lambda self, name: name != "look" and has(self, name))
    seats, chance = min(game.seats[1], 4), Random(game.name)
    match = tw.Match(game, seats=seats, seed=3)
    while match.turn is not None and match.version < 60:
        view = match.view(match.turn)
        shown, say = table(view), speaker(game, "en", NAMES[:seats])
        assert set(shown.touch) == {action.id for action in view.legal}
        for on in (WIDE, TALL):
            drawn = lettered(laid(shown, on), say)
            keys = {thing.key for thing in drawn.things}
            assert all(set(way) <= keys for way in shown.touch.values()) and svg(drawn)
        in_text = {cell.thing.key for row in cells(written(view, NAMES)) for cell in row if cell.thing}
        assert all(set(way) <= in_text for way in shown.touch.values())
        ways = sorted(shown.touch.values())
        assert all(two[: len(one)] != one for one, two in pairwise(ways))
        match.play(chance.choice(match.legal))


def test_rows_of_letters_are_men_on_a_board() -> None:
    match = tw.Match("connect_four")
    match.play("drop d")
    shown = plainly(match.view(1))
    assert {plate.seat for plate in shown.plates if plate.active} == {1}
    words = {thing.key: str(thing.words) for thing in shown.board.things}  # type: ignore[union-attr]
    assert words["point:d1"] == "d1: x" and words["point:d2"] == "d2, empty" and len(words) == 42
