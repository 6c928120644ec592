"""What somebody who plays Liar's Dice for the first time should know now."""

from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, said

WILD = 5


def coach(view: Seen) -> list[Said]:
    if view.turn is None:
        return []
    if view.turn != view.seat:
        return [said("{seat} bids or doubts.", seat=Seat(view.turn))]
    state, own = view.state, view.state["rolled"][view.seat]
    others = sum(state["cups"]) - state["cups"][view.seat]
    if not state["bid"]:
        best = max(range(WILD), key=lambda face: own[face])
        return [
            said("Touch a number and then a face: so many dice show it under all cups, you say."),
            said(
                "Sixes count for every face. You have {number} × {face}.", number=own[best] + own[WILD], face=best + 1
            ),
        ]
    number, face = (state["bid"] - 1) // 6 + 1, (state["bid"] - 1) % 6
    mine = own[face] + (own[WILD] if face != WILD else 0)
    expected = round(mine + others / (6 if face == WILD else 3))
    told = said("Of that face you have {mine}; hidden from you: {dice}.", mine=mine, dice=others)
    if number > expected:
        return [
            told,
            said("With some luck there are {number}. If the bid is too high for you, doubt it.", number=expected),
        ]
    return [told, said("Mostly there are about {number}. Bid more dice, or as many of a higher face.", number=expected)]
