"""What somebody who plays Connect Four for the first time should know now."""

from turnwise.games.connect_four.hints import fourths, open_points
from turnwise.games.connect_four.notation import LETTERS
from turnwise.kit import first
from turnwise.kit.said import Said, said
from turnwise.kit.shapes import Seen


def coach(view: Seen, names: tuple[str, ...]) -> list[Said]:
    if view.turn is None:
        return []
    if view.turn != view.seat:
        return [said("{name} is choosing a column.", name=names[view.turn])]
    s = view.position.plain()
    wins, dangers = (fourths(s, side) & open_points(s) for side in (view.turn, 1 - view.turn))
    if wins:
        return [said("A disc in column {column} makes four: touch it and win.", column=_column(wins))]
    touch = said("Touch a column: your disc falls to its lowest free hole.")
    if dangers:
        other = names[1 - view.turn]
        return [touch, said("{name} could make four in column {column}; stop it.", name=other, column=_column(dangers))]
    return [touch, said("Four of your discs in a line win: across, upwards or slanting.")]


def _column(points: int) -> str:
    return LETTERS[first(points) // 7]
