"""How far the levels of the house's bots look in Differo: the sheet's depth 2, 4 and 6 among them.  [D32]"""

from turnwise.kit.levels import Level
from turnwise.kit.words import said

LEVELS = {1: Level(plies=1, blur=0.1), 2: Level(plies=2), 3: Level(plies=4), 4: Level(plies=6)}
STRENGTHS = {
    "search:1": said("a friendly beginner, who loses to the Smart computer"),
    "search:2": said("looks two moves ahead and beats the Smart computer"),
    "search:3": said("looks four moves ahead"),
    "search:4": said("looks six moves ahead"),
}
