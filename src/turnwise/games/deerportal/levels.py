"""How far the levels of the house's bots look in DeerPortal, as measured in docs/strength.md."""

from turnwise.kit.levels import Level

LEVELS = {
    1: Level(walks=8, blur=0.2),
    2: Level(walks=8, blur=0.1),
    3: Level(walks=20),
    4: Level(walks=60),
}
