"""What a table of Differo may set beside the options of the game."""

from turnwise.games.differo.notation import SYSTEMS
from turnwise.kit.options import choice, switch
from turnwise.kit.settings import settings

SETTINGS = settings(
    # What is shown and read.
    coordinates=choice(
        *SYSTEMS, help="the letters of the rows: from the top, or as the official sheet from the bottom"
    ),
    show_differences=switch(True, "the difference of every line, and the steps of a piece"),
    show_moves=switch(True, "the list of all legal moves of the player to move"),
    warn_goal=switch(True, "a warning when the opponent could enter his goal row with his next move"),
)
