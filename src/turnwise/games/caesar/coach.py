"""What somebody who plays Caesar and Cleopatra for the first time is told at each step: what may be done, why, and what to press."""

from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, said

ACTIONS = {"assassinate", "scout", "castle", "wrath", "spy"}
WAITING = {
    "place": said("{seat} places five cards face down, one at each group."),
    "play": said("{seat} lays influence cards and then draws a bust, which calls a vote."),
    "castle": said("{seat} divides cards anew between two groups."),
    "veto": said("{seat} is asked whether to stop the action card with a Veto."),
    "spy": said("{seat} looks at the other hand and chooses a card to be discarded."),
    "discard": said("{seat} may throw action cards away."),
    "draw": said("{seat} fills the hand to six cards."),
}


def coach(view: Seen) -> list[Said]:
    if view.outcome:
        return []
    phase = view.state["phase"]
    if view.seat != view.turn:
        return [WAITING[phase].given_also(seat=Seat(view.state["turn"]))]
    may = {action.json()["do"] for action in view.legal}
    match phase:
        case "place":
            return [
                said("Touch one of your cards 1 to 5 and then a group: each group gets one, hidden."),
                said("When a group votes, the higher sum of cards there wins one of its patricians."),
            ]
        case "play":
            return [*_to_lay(view, may), *_to_act(may)]
        case "castle":
            return [said("Touch the group that your framed card goes to; all your cards there will lie face down.")]
        case "veto":
            return [_to_veto(may, view.state["mover"])]
        case "spy":
            return [said("You see the other hand: touch the card that shall be discarded.")]
        case "discard":
            return [_to_discard(may)]
    return [said("Fill your hand to six: touch your influence deck for votes, or your action deck for surprises.")]


def _to_lay(view: Seen, may: set[str]) -> list[Said]:
    laid = view.state["laid"]
    if "lay" not in may:
        if laid:
            return [said("Touch the bag to draw a bust: the group that it shows votes at once.")]
        return [said("You can lay no influence card now: touch the bag to draw a bust.")]
    if not laid:
        return [
            said(
                "Lay an influence card: drag it to a group, or touch both; there say whether it lies face up or face down."
            ),
            said("The higher sum wins the vote at a group, but whoever has more Philosophers there turns it round."),
        ]
    if laid == ["up"]:
        return [said("Lay a second card face down, if you like; or touch the bag to draw a bust, which calls a vote.")]
    return [said("Lay a second card face up, if you like; or touch the bag to draw a bust, which calls a vote.")]


def _to_act(may: set[str]) -> list[Said]:
    if not may & ACTIONS:
        return []
    return [said("Once in a turn you may play an action card: touch it, and then what it is aimed at.")]


def _to_veto(may: set[str], seat: int) -> Said:
    if "veto" in may:
        return said(
            "{seat} plays an action card: touch your Veto and then a deck to stop it, or let it pass.", seat=Seat(seat)
        )
    return said("{seat} plays an action card. You hold no Veto: let it pass.", seat=Seat(seat))


def _to_discard(may: set[str]) -> Said:
    if "done" in may:
        return said("You laid no influence, so you may throw action cards away: touch them, and then Done.")
    return said("Six action cards leave no room for influence: touch one to throw it away.")
