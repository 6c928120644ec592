"""How far the levels of the house's bots look in Whot, as measured in docs/strength.md."""

from turnwise.kit.levels import Level

LEVELS = {
    1: Level(walks=50, blur=0.15),
    2: Level(walks=200, blur=0.04),
    3: Level(walks=700),
    4: Level(walks=2000),
}
STRENGTHS = {"anycard": "plays any legal card, and draws only if it must"}
