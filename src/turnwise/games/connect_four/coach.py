"""What somebody who plays Connect Four for the first time should know now."""

from turnwise.games.connect_four.hints import fourths, open_points
from turnwise.games.connect_four.notation import LETTERS
from turnwise.kit import first
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, said


def coach(view: Seen) -> list[Said]:
    if view.turn is None:
        return []
    if view.turn != view.seat:
        return [said("{seat} is choosing a column.", seat=Seat(view.turn))]
    s = view.position.plain()
    wins, dangers = (fourths(s, side) & open_points(s) for side in (view.turn, 1 - view.turn))
    if wins:
        return [said("A disc in column {column} makes four: touch it and win.", column=_column(wins))]
    touch = said("Touch a column: your disc falls to its lowest free hole.")
    if dangers:
        other, column = Seat(1 - view.turn), _column(dangers)
        return [touch, said("{seat} could make four in column {column}; stop it.", seat=other, column=column)]
    return [touch, said("Four of your discs in a line win: across, upwards or slanting.")]


def _column(points: int) -> str:
    return LETTERS[first(points) // 7]
