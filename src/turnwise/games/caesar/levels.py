"""How far the levels of the house's bots look in Caesar and Cleopatra, as measured in docs/strength.md."""

from turnwise.kit.levels import Level

LEVELS = {
    1: Level(walks=16, blur=0.5),
    2: Level(walks=40, blur=0.25),
    3: Level(walks=100, blur=0.15),
    4: Level(walks=400, blur=0.05),
}
