"""What somebody who plays Whot for the first time is told at each step: what may be done, why, and what to press."""

from turnwise.games.whot.deck import CARDS
from turnwise.games.whot.look_cards import number_of, symbol_of
from turnwise.games.whot.rules import CALL, CATCH
from turnwise.kit.words import Said, said
from turnwise.kit.shapes import Seen


def coach(view: Seen, names: tuple[str, ...]) -> list[Said]:
    if view.outcome:
        return []
    legal = {action.id for action in view.legal}
    told = _to_act(view, legal) if view.seat == view.turn else [_waiting(view, names)]
    if CATCH in legal:
        late = names[view.state["catchable"]]
        told.insert(0, said("{name} forgot to call “last card”: press Catch, and it costs two cards.", name=late))
    return told[:3]


def _waiting(view: Seen, names: tuple[str, ...]) -> Said:
    name = names[view.state["turn"]]
    if view.state["phase"] == "name":
        return said("{name} has played a Whot and chooses the symbol that must follow.", name=name)
    return said("Now {name} plays a card or draws.", name=name)


def _to_act(view: Seen, legal: set[int]) -> list[Said]:
    state = view.state
    if state["phase"] == "name":
        return [
            said("You played a Whot: touch the symbol that the next player must follow."),
            said("Choose one that you have many cards of."),
        ]
    fits = any(action < CARDS for action in legal)
    told = _pick(view, fits) if state["pick"] else _follow(view, fits)
    if CALL in legal and fits:
        told.insert(0, said("You have two cards: press Call “last card” before you play one, or you may be caught."))
    return told


def _pick(view: Seen, fits: bool) -> list[Said]:
    """Under a pick [W17]."""
    number, amount = view.state["pick"]["number"], view.state["pick"]["amount"]
    if not fits:
        told = "You must take {amount} cards, because you have no {number} to pass the penalty on: touch the pile."
        return [said(told, amount=amount, number=number)]
    told = "You are to draw {amount} cards. Touch a lit card to escape: the next player must then draw even more."
    if view.options["whot_defends_pick"]:
        told = "You are to draw {amount} cards. Touch a lit card to escape: a {number} passes more on, a Whot ends it."
    escape = said(told, amount=amount, number=number)
    return [escape] if view.state["sudden_death"] else [escape, said("Or touch the pile to take the cards.")]


def _follow(view: Seen, fits: bool) -> list[Said]:
    """With nothing to fear [W14, W15]."""
    state = view.state
    if not fits:
        return [said("No card of yours fits. Touch the pile to draw one; then the next player moves.")]
    if state["called"]:
        follow = said("The symbol {symbol} was called: touch a lit card of it, or a Whot.", symbol=state["called"])
    else:
        told = "Touch a lit card: it shares the symbol {symbol} or the number {number} with the top card, or is a Whot."
        follow = said(told, symbol=symbol_of(state["top"]), number=number_of(state["top"]))
    if state["sudden_death"]:
        return [follow, said("Sudden Death: nobody draws any more, and who cannot play ends the game by hand value.")]
    return [follow, said("Or touch the pile to draw a card instead. The first empty hand wins.")]
