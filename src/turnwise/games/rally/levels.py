"""How far the levels of the house's bots look in Rally, as measured in docs/strength.md."""

from turnwise.kit.levels import Level
from turnwise.kit.words import said

LEVELS = {
    1: Level(walks=16, blur=0.3),
    2: Level(walks=40, blur=0.07),
    3: Level(walks=100),
    4: Level(walks=600),
}
STRENGTHS = {
    "walker": said("takes any step"),
    "search:3": said("as good as the rule sheet's own player"),
    "search:4": said("a little better than the rule sheet's own player, as far as the die allows"),
    "search:5": said("nearly perfect: what is left is the die's"),
}
