"""What somebody who plays Whot for the first time is told at each step: what may be done, why, and what to press."""

from turnwise.games.whot.deck import CARDS
from turnwise.games.whot.notation import SYMBOL_CARDS, a_number, followers, number_of, one_card, symbol_of
from turnwise.games.whot.state import Do
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, said


def coach(view: Seen) -> list[Said]:
    if view.outcome:
        return []
    legal = {action.id for action in view.legal}
    told = _to_act(view, legal) if view.seat == view.turn else [_waiting(view)]
    if Do.CATCH in legal:
        late = Seat(view.state["catchable"])
        told.insert(
            0, said("{seat} forgot to call 'last card': press Catch, and {seat} must draw two cards.", seat=late)
        )
    return told[:3]


def _waiting(view: Seen) -> Said:
    seat = Seat(view.state["turn"])
    if view.state["phase"] == "name":
        return said("{seat} has played a Whot and chooses the symbol that must follow.", seat=seat)
    return said("Now {seat} plays a card or draws.", seat=seat)


def _to_act(view: Seen, legal: set[int]) -> list[Said]:
    state = view.state
    if state["phase"] == "name":
        return [
            said("You played a Whot: touch the symbol that the next player must follow."),
            said("Choose one that you have many cards of."),
        ]
    fits = any(action < CARDS for action in legal)
    told = _pick(view, fits) if state["pick"] else _follow(view, fits)
    if Do.CALL in legal and fits:
        told.insert(0, said("You have two cards: press Call 'last card' before you play one, or you may be caught."))
    return told


def _pick(view: Seen, fits: bool) -> list[Said]:
    """Under a pick [W17]."""
    number, amount = view.state["pick"]["number"], view.state["pick"]["amount"]
    if not fits:
        return [said("No card of yours answers the penalty: touch the pile to take {amount} cards.", amount=amount)]
    if view.options["whot_defends_pick"]:
        told = said(
            "You are to draw {amount} cards. Touch a lit card to escape: {number} passes even more on, a Whot ends it."
        )
    else:
        told = said(
            "You are to draw {amount} cards. Touch a lit card to escape: the next player must then draw even more."
        )
    escape = told.given_also(amount=amount, number=a_number(number))
    return [escape] if view.state["sudden_death"] else [escape, said("Or touch the pile to take the cards.")]


def _follow(view: Seen, fits: bool) -> list[Said]:
    """With nothing to fear [W14, W15]."""
    state = view.state
    if not fits:
        return [said("No card of yours fits. Touch the pile to draw one; then the next player moves.")]
    if state["called"]:
        follow = said(
            "{symbol:C} were called for: touch a lit card, one of these or a Whot.",
            symbol=SYMBOL_CARDS[state["called"]],
        )
    else:
        top = state["top"]
        fitting = followers(symbol_of(top), number_of(top))
        follow = said("Touch a lit card: {fitting} may follow {top}.", fitting=fitting, top=one_card(top))
    if state["sudden_death"]:
        return [
            follow,
            said("Sudden Death: nobody draws any more; as soon as somebody cannot play, the lowest hand wins."),
        ]
    return [follow, said("Or touch the pile to draw a card instead. The first empty hand wins.")]
