"""What somebody who plays Nine Men's Morris for the first time should know now."""

from turnwise.games.nine_mens_morris.rules import Phase
from turnwise.kit.pieces.men import standing
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, said


def coach(view: Seen) -> list[Said]:
    if view.turn is None:
        return []
    if view.turn != view.seat:
        return [said("{seat} is choosing a point.", seat=Seat(view.turn))]
    if view.state["phase"] == Phase.TAKING:
        return [said("You have closed a mill. Touch a marked man of the other to take it.")]
    if view.state["phase"] == Phase.PLACING:
        touch = said("Touch an empty point to place one of your men there.")
        if view.state["hand"][view.turn] > 6:
            return [touch, said("Points where several lines meet leave your men more ways.")]
        return [touch, said("Three in a line are a mill and take a man. Look where the other has two in a line, too.")]
    if sum(side == view.turn for side in standing(view.state["men"]).values()) == 3:
        return [said("You have three men left and may fly: touch one, then any empty point.")]
    touch = said("Touch one of your men and then an empty point beside it on a line.")
    return [touch, said("A man that steps out of a mill and back closes it again, and takes again.")]
