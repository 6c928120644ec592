"""How far the levels of the house's bots look in Breakthrough."""

from turnwise.kit.levels import Level

LEVELS = {
    1: Level(plies=1, blur=0.5),
    2: Level(plies=2, blur=0.08),
    3: Level(plies=4, blur=0.06),
    4: Level(plies=5, blur=0.02),
}
