"""What somebody who plays Oh Hell for the first time should know now."""

from turnwise.kit.cards import SUITS
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, counted, said


def coach(view: Seen) -> list[Said]:
    state = view.state
    if view.turn is None:
        return []
    trumps = SUITS[state["upcard"][0][1]]
    if view.turn != view.seat:
        if state["bidding"]:
            return [said("{seat} is bidding.", seat=Seat(view.turn))]
        return [said("{seat} is choosing a card.", seat=Seat(view.turn))]
    if state["bidding"]:
        first = said(
            "Touch how many tricks you will take. Trumps are {suit}; aces and high trumps take one.", suit=trumps
        )
        if state["bidding"] == 1:
            return [first, said("You bid last: one number is missing, so that not everybody can be right.")]
        return [first, said("Only exactly that many bring the 10 points.")]
    short = state["bid"][view.seat] - state["taken"][view.seat]
    if short > 0:
        goal = counted(
            "You need {number} trick more: play high.",
            "You need {number} tricks more: play high.",
            "number",
            number=short,
        )
    elif short == 0:
        goal = said("You have all the tricks you bid: play low, and throw away what could take one.")
    else:
        goal = said("You have more tricks than you bid; now each one more counts a point, if there is no penalty.")
    if view.turn == state["leader"]:
        return [said("You lead: touch any card, or drag it to the table."), goal]
    return [
        said(
            "Follow the suit that was led if you can. The highest trump takes the trick; trumps are {suit}.",
            suit=trumps,
        ),
        goal,
    ]
