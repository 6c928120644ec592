"""A bot's thought in sentences: "why?" and "what would you do?"."""

from turnwise.bots.bot import Thought
from turnwise.play.language import Language

MOST_CONSIDERED, LONGEST_LINE = 4, 6


def explained(thought: Thought, language: Language, who: str) -> list[str]:
    """What somebody would do, what else he considered, and with which prospects."""
    if thought.forced:
        return [f"{who} has no choice but {language.action(thought.action)}."]
    chosen = next((one for one in thought.considered if one.action == thought.action), None)
    first = f"{who} would choose {language.action(thought.action)}"
    lines = [f"{first}, and expects {_percent(chosen.value)} of the win." if chosen else f"{first}."]
    if thought.gentle and thought.action != thought.considered[0].action:
        best = language.action(thought.considered[0].action)
        lines.append(f"It errs on purpose now and then, as it does here: {best} looked best.")
    elif thought.gentle:
        lines.append("It errs on purpose now and then, but not here.")
    if chosen and len(chosen.line) > 1:
        line = ", ".join(str(language.action(action)) for action in chosen.line[:LONGEST_LINE])
        lines.append(f"It could go on like this: {line}.")
    if others := [one for one in thought.considered if one is not chosen][:MOST_CONSIDERED]:
        listed = ", ".join(f"{language.action(one.action)} {_percent(one.value)}" for one in others)
        lines.append(f"Also considered: {listed}.")
    if thought.effort:
        lines.append(f"Looked at: {thought.effort}.")
    return lines


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"
