"""How far the levels of the house's bots look in Nine Men's Morris."""

from turnwise.kit.levels import Level

LEVELS = {
    1: Level(plies=1, blur=0.3),
    2: Level(plies=2, blur=0.15),
    3: Level(plies=4, blur=0.07),
    4: Level(plies=5, blur=0.02),
}
