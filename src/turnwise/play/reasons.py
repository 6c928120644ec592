"""Why an action is refused and why a match is over, in words: a game may say more than a reason's own sentence."""

from typing import Any

from turnwise.kit.errors import NotYourTurn, Refused
from turnwise.kit.game import Frame, Game
from turnwise.kit.position import Position
from turnwise.kit.words import Said


def refusal(game: Game, position: Position, frame: Frame, seat: int, action: int) -> Refused:
    """The sentence for an illegal action of a seat, made of what the seat may know."""
    reason, notation = game.rules.Reason(position.check(seat, action)), game.notation
    if hasattr(notation, "refusal"):
        sentence = notation.refusal(reason, position.shown(seat), frame, action)
    else:
        sentence = notation.REASONS[reason]
    kind = NotYourTurn if reason.name == "NOT_YOUR_TURN" else Refused
    return kind(sentence, reason.name.lower())


def ending(game: Game, position: Position, frame: Frame, end: Any) -> Said:
    """Why a match is over."""
    notation = game.notation
    if hasattr(notation, "ending"):
        own: Said = notation.ending(end, position.plain(), frame)
        return own
    usual: Said = notation.ENDS[end]
    return usual
