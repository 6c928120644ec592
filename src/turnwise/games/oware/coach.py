"""What somebody who plays Oware for the first time should know now."""

from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, said


def coach(view: Seen) -> list[Said]:
    if view.turn is None:
        return []
    if view.turn != view.seat:
        return [said("{seat} is choosing a house to sow from.", seat=Seat(view.turn))]
    touch = said("Touch one of your houses with a bright edge: its seeds are sown one by one, always onwards.")
    houses, own = view.state["houses"], range(6 * view.seat, 6 * view.seat + 6)
    if not any(seeds for house, seeds in enumerate(houses) if house not in own):
        return [touch, said("The other has no seeds left, so at least one of yours must get there.")]
    if any(houses[house] in (1, 2) for house in own):
        return [touch, said("Your houses with one or two seeds are in danger: one more seed of the other takes them.")]
    return [touch, said("If your last seed makes two or three in a house of the other, you take them.")]
