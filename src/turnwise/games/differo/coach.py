"""What somebody who plays Differo for the first time should know now."""

from turnwise.games.differo.board import GOAL, POINTS
from turnwise.games.differo.notation import LABELS, SYSTEMS, system, threats
from turnwise.games.differo.rules import Do
from turnwise.kit.sets import has
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, said

FAR_EDGE = (0, 8)
"""The goal rows of White and Black.  [D6]"""


def coach(view: Seen) -> list[Said]:
    if view.turn is None:
        return []
    if view.turn != view.seat:
        return [said("{seat} is choosing a move.", seat=Seat(view.turn))]
    s, other, labels = view.position.plain(), Seat(1 - view.turn), LABELS[system(view.settings)]
    side, actions = s.ply % 2, [action.id for action in view.legal]
    for base, target in (divmod(action, POINTS) for action in actions if action != Do.SWAP):
        if has(GOAL[side], target):
            ends = {"base": labels[base], "target": labels[target]}
            return [said("Touch {base}, then {target}: your piece is in the goal, and you win.", **ends)]
    told = [said("Touch a piece with a ring, then a point that lights up.")]
    if view.settings["show_differences"]:
        told.append(said("The number at a line's ends is exactly how far your pieces move on it."))
    if view.settings["warn_goal"] and (dangers := threats(s)):
        base, target = dangers[0]
        danger = said(
            "{seat} could win by moving from {base} to {target}: be there first, or change the number of that line.",
            seat=other,
            base=labels[base],
            target=labels[target],
        )
        return [*told, danger]
    if Do.SWAP in actions:
        return [*told, said("Or take over White, if that side looks better: {seat} goes on as Black.", seat=other)]
    goal = SYSTEMS[system(view.settings)][FAR_EDGE[side]]
    return [*told, said("The first piece in its goal row wins; yours is row {goal}.", goal=goal)]
