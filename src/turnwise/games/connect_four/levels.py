"""How far the levels of the house's bots look in Connect Four, as measured in docs/strength.md."""

from turnwise.kit.levels import Level

LEVELS = {
    1: Level(plies=1, blur=4.0),
    2: Level(plies=2, blur=0.35),
    3: Level(plies=2, blur=0.18),
    4: Level(plies=4, blur=0.05),
}
