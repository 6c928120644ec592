"""What somebody who plays Reversi for the first time should know now."""

from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, said

CORNERS = {"a1", "a8", "h1", "h8"}


def coach(view: Seen) -> list[Said]:
    if view.turn is None:
        return []
    if view.turn != view.seat:
        return [said("{seat} is choosing a square.", seat=Seat(view.turn))]
    squares = [action.words.partition(" ")[2] for action in view.legal]
    if squares == [""]:
        return [said("You can enclose nothing, so you have to pass.")]
    touch = said("Touch a square with a dot: the other's discs between it and one of yours become yours.")
    if corners := CORNERS.intersection(squares):
        return [touch, said("{square} is a corner: a disc there can never be turned again.", square=min(corners))]
    return [touch, said("Most discs at the end win; until then, corners and free choice are worth more.")]
