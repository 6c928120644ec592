"""How far the levels of the house's bots look in Whot, as measured in docs/strength.md."""

from turnwise.kit.levels import Level
from turnwise.kit.words import said

LEVELS = {
    1: Level(walks=30, blur=0.15),
    2: Level(walks=100, blur=0.03),
    3: Level(walks=600),
    4: Level(walks=1800),
}
STRENGTHS = {"anycard": said("plays any card that fits, and draws only if it must")}
