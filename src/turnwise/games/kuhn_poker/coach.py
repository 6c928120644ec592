"""What somebody who plays Kuhn Poker for the first time should know now."""

from turnwise.games.kuhn_poker.rules import DECK
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, said


def coach(view: Seen) -> list[Said]:
    if view.turn is None:
        return []
    if view.turn != view.seat:
        return [said("{seat} is choosing.", seat=Seat(view.turn))]
    card = view.state["hand"][view.seat][0]
    lowest = DECK.ids[len(DECK) - 1 - view.seats]
    if [action.words for action in view.legal] == ["check", "bet"]:
        first = said("Bet a chip, or check and keep it. If everybody checks, the highest card takes the pot.")
        if card == DECK.ids[-1]:
            return [first, said("You have the highest card: a bet wins more, if somebody calls.")]
        if card == lowest:
            return [first, said("Your card can't win if it is shown; only a bluff can.")]
        return [first, said("With a card in between, a bet is mostly called by better ones only.")]
    first = said("Somebody has bet. Call with a chip to compare cards, or fold and lose what you have paid.")
    if card == DECK.ids[-1]:
        return [first, said("You have the highest card: call.")]
    if card == lowest:
        return [first, said("Yours is the lowest card: fold.")]
    return [first, said("Is it a bluff? Calling now and then keeps the others honest.")]
