"""What somebody who plays Breakthrough for the first time should know now."""

from turnwise.games.breakthrough.rules import BOARD
from turnwise.kit.pieces.men import standing
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, said


def coach(view: Seen) -> list[Said]:
    if view.turn is None:
        return []
    if view.turn != view.seat:
        return [said("{seat} is choosing a move.", seat=Seat(view.turn))]
    men, goal = standing(view.state["men"]), (0, 7)[view.turn]
    moves = [divmod(action.id, 64) for action in view.legal]
    touch = said("Touch a man and then a square ahead of it. Straight ahead it must be empty; slanting you may take.")
    if all(abs(point // 8 - goal) >= 6 for point, side in men.items() if side == view.turn):
        return [touch, said("Who first brings a man to the row where the other's men began wins.")]
    if won := [target for _, target in moves if target // 8 == goal]:
        return [touch, said("{square} is the last row: go there and you have won.", square=BOARD.names_of_all[won[0]])]
    if near := [point for point, side in men.items() if side != view.turn and abs(point // 8 - goal) == 6]:
        return [
            touch,
            said("Take the man on {square}, or it wins with its next step.", square=BOARD.names_of_all[near[0]]),
        ]
    if prey := [target for _, target in moves if target in men]:
        square = BOARD.names_of_all[prey[0]]
        return [touch, said("You can take on {square}. Look first whether the other can take back.", square=square)]
    return [touch, said("Keep men behind each other, so that whoever takes one is taken; and keep some at home.")]
