"""How far the levels of the house's bots look in DeerPortal, as measured in docs/strength.md."""

from turnwise.kit.levels import Level

LEVELS = {
    1: Level(walks=10, blur=0.2),
    2: Level(walks=10, blur=0.08),
    3: Level(walks=10, blur=0.025),
    4: Level(walks=25),
}
