"""What somebody who drives a Rally for the first time is told at each step: what may be done, why, and what to press."""

from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, counted, said


def coach(view: Seen) -> list[Said]:
    if view.outcome:
        return []
    state = view.state
    if view.seat != view.turn:
        return [_waiting(view, Seat(state["turn"]))]
    if state["phase"] == "question":
        return [
            said("Touch the answer that you think is right: it earns the point of this checkpoint."),
            said("If it is wrong, nothing is lost; you may come back for another question."),
        ]
    left, die = state["moves_left"], state["die"]
    if left == die:
        told = said(
            "You rolled a {die}. Touch a marked place, and your car drives there; the number at it is what it costs.",
            die=die,
        )
        return [told, _aim(view)]
    told = said(
        "You have {left} of {die} moves left and must use them all; a place that you passed is closed in this turn.",
        left=left,
        die=die,
    )
    return [told, _aim(view), *_taking_back(view)]


def _waiting(view: Seen, seat: Seat) -> Said:
    if view.state["phase"] == "question":
        return said("{seat} is asked a question; the right answer earns a point.", seat=seat)
    return said("{seat} rolled a {die} and chooses where to drive.", seat=seat, die=view.state["die"])


def _aim(view: Seen) -> Said:
    """What to drive for [R19, R23, R28, R29]."""
    state, goal = view.state, view.options["win"]
    lacking = state["needed"] - len(state["points"][state["turn"]])
    if goal == "points":
        return said("End your last move, marked green, on a checkpoint that you lack: most points win.")
    if goal == "rally" and lacking > 0:
        return counted(
            "End your last move, marked green, on a checkpoint that you lack: one more point opens the finish.",
            "End your last move, marked green, on a checkpoint that you lack: {lacking} more points open the finish.",
            "lacking",
            lacking=lacking,
        )
    return said("Enter the finish with exactly the last move of a turn: the first one there wins.")


def _taking_back(view: Seen) -> list[Said]:
    return [said("While moves are left you may take the last one back.")] if view.options["undo"] else []
