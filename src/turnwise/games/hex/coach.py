"""What somebody who plays Hex for the first time should know now."""

from turnwise.games.hex.rules import Do
from turnwise.kit.pieces.men import standing
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, said


def coach(view: Seen) -> list[Said]:
    if view.turn is None:
        return []
    if view.turn != view.seat:
        return [said("{seat} is choosing a hexagon.", seat=Seat(view.turn))]
    touch = said("Touch any empty hexagon to place a stone there.")
    if any(action.id == Do.SWAP for action in view.legal):
        return [touch, said("Or take over the first stone, if it is a good one: it becomes yours, mirrored.")]
    if len(standing(view.state["stones"])) < 2:
        dark = said("Join the upper and the lower side, the dark ones, with a chain of your stones.")
        return [
            touch,
            dark
            if view.seat == 0
            else said("Join the left and the right side, the light ones, with a chain of your stones."),
        ]
    bridge = said(
        "Two stones with two empty hexagons between them are as good as joined: if one is taken, take the other."
    )
    block = said("To keep the other from joining is to join yourself: place a stone where both would like to have one.")
    return [touch, bridge if len(standing(view.state["stones"])) % 4 < 2 else block]
