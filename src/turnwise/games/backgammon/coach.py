"""What somebody who plays Backgammon for the first time should know now."""

from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, said


def coach(view: Seen) -> list[Said]:
    if view.turn is None:
        return []
    if view.turn != view.seat:
        return [said("{seat} moves men by the dice.", seat=Seat(view.turn))]
    if [action.words for action in view.legal] == ["pass"]:
        return [said("These numbers move no man of yours, so you have to pass.")]
    men = view.state["men"][view.seat]
    touch = said("Touch a man with a bright frame, then the point where it goes: as many points on as a die shows.")
    if men[25]:
        return [said("Your man on the bar must come in first: touch it, then a point of the other's home board.")]
    if not any(men[7:]):
        return [touch, said("All your men are at home: bear them off into your tray.")]
    if sum(number == 1 for number in men[1:25]) > 2:
        return [touch, said("A man that stands alone can be hit. Two on a point are safe, and bar the way.")]
    return [touch, said("Bring your men home, from 24 down to 6, and hit those that stand alone.")]
