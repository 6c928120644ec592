"""How strong the levels of a bot are in a game: a game's `levels.py` has its own."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """How far a level looks ahead: `plies` of alpha-beta, or `walks` of tree search, whichever fits the game.

    `blur` is how much it errs on purpose: the difference in winning chances that it can just about tell. What looks worse
    by so much is taken little more than a third as often as the best. A win in one move is always taken. 0: no errors."""

    plies: int = 0
    walks: int = 0
    blur: float = 0.0
