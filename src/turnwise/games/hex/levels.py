"""How far the levels of the house's bots look in Hex."""

from turnwise.kit.levels import Level

LEVELS = {
    1: Level(plies=1, blur=0.6),
    2: Level(plies=1, blur=0.2),
    3: Level(plies=2, blur=0.1),
    4: Level(plies=2, blur=0.02),
}
