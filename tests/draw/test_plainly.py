"""A game without a look of its own can be played everywhere: its table is made of what its state shows and of its actions' words."""

from itertools import pairwise
from random import Random

import pytest

import turnwise as tw
from turnwise.draw import table, written
from turnwise.draw.boxes import Bounds, of_label
from turnwise.draw.layout import laid
from turnwise.draw.lettered import lettered
from turnwise.draw.plainly import _board, _card, plainly
from turnwise.draw.plan import TALL, WIDE, stage
from turnwise.draw.svg import svg
from turnwise.draw.text import cells
from turnwise.games import all_games
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game
from turnwise.kit.grid import rhombus
from turnwise.kit.lattice import lattice
from turnwise.kit.pieces import Board, Hand, Table
from turnwise.kit.sets import set_of
from turnwise.kit.shapes import Label

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def test_a_zone_of_cards_is_a_hand_to_be_touched() -> None:
    match = tw.Match("oh_hell", seats=3, seed=11, deals=3)
    for action in ("bid 2", "bid 0", "bid 2"):
        match.play(action)
    shown = plainly(match.view(1))
    assert shown.hand and [str(card.words) for card in shown.hand.cards] == [
        "ace of clubs",
        "3 of spades",
        "6 of spades",
    ]
    assert list(shown.touch.values()) == [("card:Ac",), ("card:3s",), ("card:6s",)]
    assert plainly(match.view(None)).hand is None


def test_without_a_board_a_sheet_has_what_each_seat_has_and_everything_else() -> None:
    """Three of seven seats are taken; three cards that lie there are neither three rows of a board nor a card for each seat."""
    match = tw.Match("oh_hell", seats=3, seed=11, deals=3)
    for _ in range(7):
        match.play(match.legal[0])
    state, shown = match.view(1).state, plainly(match.view(1))
    assert len(state["last"]) == 3 and all(len(card) == 2 for card in state["last"])
    lines: dict[str, list[str]] = {}
    for thing in shown.board.things:  # type: ignore[union-attr]
        lines.setdefault(thing.key.split(":")[1], []).append(str(thing.words))
    assert lines[""] == ["", "Seat 1", "Seat 2", "Seat 0"]
    assert lines["hand"] == ["hand", *(str(len(state["hand"][1])), "2", "2")]
    assert lines["bid"] == ["bid", *(str(state["bid"][seat]) for seat in (1, 2, 0))]
    assert lines["trick"] == ["trick", state["trick"][1][0], "–", "–"]
    assert lines["last"] == ["last", ", ".join(state["last"])]


def test_the_name_of_a_card_stays_on_it() -> None:
    """Whole where the card is large enough for it, and where it is not, how its id begins."""
    game = tw.Match("oh_hell").game
    cards = tuple(_card(one, game) for one in ("Red_Dragon", "Archaeopteryx", "12"))
    for on in (stage(390, 600), stage(300, 180), stage(1400, 860)):
        drawn = lettered(laid(Table("Cards", Board(100, 100, ()), hand=Hand(cards)), on), speaker(game))
        shown = [thing for thing in drawn.things if thing.key.startswith("card:")]
        labels = [[part for part in thing.parts if isinstance(part, Label)] for thing in shown]
        assert [" ".join(str(label.text) for label in each) for each in labels] == ["Red Dragon", "Arc…", "12"]
        assert all(of_label(label).within(Bounds(-40, -56, 40, 56), 1) for each in labels for label in each)


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


def test_a_declared_board_has_its_own_names_and_places() -> None:
    for grid, name, spot in ((rhombus(3), "a3", (60.0, 104)), (lattice(".-.-.\n|   |\n.---."), "c1", (120.0, 60))):
        board = _board(grid.rows_of([set_of([len(grid.places) - 1])]), grid)
        things = {thing.key: thing for thing in board.things}
        assert set(things) == {f"point:{name}" for name in grid.names_of_all}
        assert (things[f"point:{name}"].x, round(things[f"point:{name}"].y)) == spot
        assert str(board.things[-1].words).endswith(": x") and str(board.things[0].words).endswith(", empty")
