"""How far the levels of the house's bots look in Hex."""

from turnwise.kit.levels import Level

LEVELS = {
    1: Level(plies=1, blur=0.3),
    2: Level(plies=2, blur=0.01),
    3: Level(plies=2),
    4: Level(plies=4),
}
