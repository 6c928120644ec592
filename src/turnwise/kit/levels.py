"""How strong the levels of a bot are in a game: a game's `levels.py` has its own."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """How far a level looks ahead: `plies` of alpha-beta, or `walks` of tree search, whichever the game uses.

    `blur` is how much it errs on purpose: the smallest difference in winning chances that it notices. An action that is
    worse by that much is taken about a third as often as the best. A win in one move is always taken. 0: no errors."""

    plies: int = 0
    walks: int = 0
    blur: float = 0.0
