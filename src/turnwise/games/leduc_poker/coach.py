"""What somebody who plays Leduc Poker for the first time should know now."""

from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, said


def coach(view: Seen) -> list[Said]:
    if view.turn is None:
        return []
    if view.turn != view.seat:
        return [said("{seat} is choosing.", seat=Seat(view.turn))]
    own, board = view.state["hand"][view.seat][0], view.state["board"]
    words = {action.words for action in view.legal}
    if "check" in words:
        first = said("Check and wait, or bet: {number} chips that the other must match.", number=4 if board else 2)
    else:
        first = said("You face a bet: call to match it, raise if you may, or fold and give the pot away.")
    if board and board[0][0] == own[0]:
        return [first, said("You have a pair, which beats everything: get as many chips in as you can.")]
    if board:
        return [first, said("The other may have a pair with the card in the middle; without one the higher card wins.")]
    if own[0] == "K":
        return [first, said("A king is the best card to begin with.")]
    return [first, said("A card in the middle will follow: if it has the rank of yours, you have a pair.")]
