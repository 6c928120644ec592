"""Nothing is hidden in Backgammon, so a twin world differs in its coming chance alone."""

from tests.games.connect_four.twins import twin

__all__ = ["twin"]
