"""What somebody who drives a Rally for the first time is told at each step: what may be done, why, and what to press."""

from turnwise.kit.words import Said, said
from turnwise.kit.shapes import Seen


def coach(view: Seen, names: tuple[str, ...]) -> list[Said]:
    if view.outcome:
        return []
    state = view.state
    if view.seat != view.turn:
        return [_waiting(view, names[state["turn"]])]
    if state["phase"] == "question":
        return [
            said("Touch the answer that you think is right: it earns the point of this checkpoint."),
            said("If it is wrong, nothing is lost; you may come back for another question."),
        ]
    left, die = state["moves_left"], state["die"]
    if left == die:
        told = "You rolled a {die}. Touch your car and then a place with a ring; the number at it is what it costs."
        return [said(told, die=die), _aim(view)]
    told = (
        "You have moves left, {left} of {die}, and must use them all; a place that you passed is closed in this turn."
    )
    return [said(told, left=left, die=die), _aim(view), *_taking_back(view)]


def _waiting(view: Seen, name: str) -> Said:
    if view.state["phase"] == "question":
        return said("{name} is asked a question; the right answer earns a point.", name=name)
    return said("{name} rolled a {die} and chooses where to drive.", name=name, die=view.state["die"])


def _aim(view: Seen) -> Said:
    """What to drive for [R19, R23, R28, R29]."""
    state, goal = view.state, view.options["win"]
    held = len(state["points"][state["turn"]])
    if goal == "points":
        return said("End your last move on a golden checkpoint that you lack: most points win.")
    if goal == "rally" and held < state["needed"]:
        told = (
            "End your last move, a green ring, on a golden checkpoint: it brings a point, and {needed} open the finish."
        )
        return said(told, needed=state["needed"])
    return said("Enter the chequered FINISH with exactly the last move of a turn: the first one there wins.")


def _taking_back(view: Seen) -> list[Said]:
    return [said("While moves are left you may take the last one back.")] if view.options["undo"] else []
