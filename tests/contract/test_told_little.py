"""What an open page is told of a move is little, in every game."""

from random import Random
from statistics import median
from typing import Any

import pytest

import turnwise as tw
from turnwise.draw.plan import TALL, WIDE
from turnwise.games import all_games
from turnwise.kit.game import Game
from turnwise.web.pictures.easel import Canvas, Eyes, Sight

USUAL, MOST = 4_000, 16_000
"""Bytes of a difference, with the log, the coach and the moves in sentences: half of them have less than the one, all less than the
other."""


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_move_is_told_in_few_bytes(game: Game) -> None:
    seats, chance, sizes = min(max(game.seats[0], 4), game.seats[1]), Random(7), []
    names = tuple(f"Bartholomäus {seat}" for seat in range(seats))
    for viewer in range(min(seats, 3)):
        canvas, page = Canvas(game.name), Page(viewer)
        match, eyes = (
            tw.Match(game.name, seats=seats, seed=viewer),
            Eyes(viewer, ("en", "de")[viewer % 2], (WIDE, TALL, WIDE)[viewer]),
        )
        canvas.pages[page] = eyes
        canvas.draw(eyes, Sight(match.view(viewer), names, False, ()))
        while match.outcome is None and match.version < 150:
            match.play(chance.choice(match.legal))
            sizes.append(len(canvas.draw(eyes, Sight(match.view(viewer), names, False, ()))))
    assert median(sizes) < USUAL and max(sizes) < MOST, (median(sizes), max(sizes))


class Page:
    """Somebody who has the picture already."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer

    def push(self, message: Any) -> None: ...
