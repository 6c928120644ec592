"""A bot's thought in sentences: "why?" and "what would you do?"."""

from turnwise.bots.bot import Effort, Thought
from turnwise.kit.words import Given, Said, counted, row, said
from turnwise.play.language import Language

MOST_CONSIDERED, LONGEST_LINE = 4, 6
BETWEEN = "; "
"""Separates moves, because their sentences may contain "and"."""


def explained(thought: Thought, language: Language, who: Given) -> list[Said]:
    """What a bot would do, what else it considered, and with which prospects."""
    move = language.action(thought.action).said
    if thought.forced:
        return [said("{who} has only one move: {move}.", who=who, move=move)]
    chosen = next((one for one in thought.considered if one.action == thought.action), None)
    if chosen:
        lines = [
            said(
                "{who} would choose “{move}”, with a {chance} chance to win.",
                who=who,
                move=move,
                chance=_percent(chosen.value),
            )
        ]
    else:
        lines = [said("{who} would choose “{move}”.", who=who, move=move)]
    if thought.gentle and thought.action != thought.considered[0].action:
        best = language.action(thought.considered[0].action).said
        lines.append(said("It errs on purpose now and then, as it does here: “{best}” looked best.", best=best))
    elif thought.gentle:
        lines.append(said("It errs on purpose now and then, but not here."))
    if chosen and len(chosen.line) > 1:
        line = [language.action(action).said for action in chosen.line[:LONGEST_LINE]]
        lines.append(said("It could go on like this: {line}.", line=row(line, BETWEEN)))
    if others := [one for one in thought.considered if one is not chosen][:MOST_CONSIDERED]:
        listed = [
            said("{move} ({chance})", move=language.action(one.action).said, chance=_percent(one.value))
            for one in others
        ]
        lines.append(said("Also considered: {moves}.", moves=row(listed, BETWEEN)))
    if thought.effort:
        lines.append(_effort(thought.effort))
    return lines


def _effort(effort: Effort) -> Said:
    """What a thought rests on."""
    number = f"{effort.number:,}"
    match effort.kind:
        case "win":
            return said("It wins at once.")
        case "proof":
            return said("It is proved to win.")
        case "games":
            return counted(
                "It played one game to its end.",
                "It played {number} games to their end.",
                "games",
                games=effort.number,
                number=number,
            )
    return counted(
        "It looked one move ahead, at {number} positions.",
        "It looked {depth} moves ahead, at {number} positions.",
        "depth",
        depth=effort.depth,
        number=number,
    )


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"
