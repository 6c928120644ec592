"""What a table of DeerPortal may set beside the options of the game."""

from turnwise.kit.options import switch
from turnwise.kit.settings import settings

SETTINGS = settings(
    # What is shown.
    animation=switch(True, "what changes moves there: items fly in, the die tumbles, places to go to blink"),
    season_theme=switch(True, "colours and decoration of the board follow the season; otherwise it looks like spring"),
    holiday=switch(True, "the name of today's holiday, if there is one"),
)
