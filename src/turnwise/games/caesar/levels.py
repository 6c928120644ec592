"""How far the levels of the house's bots look in Caesar and Cleopatra, as measured in docs/strength.md."""

from turnwise.kit.levels import Level
from turnwise.kit.words import said

LEVELS = {
    1: Level(walks=30, blur=0.2),
    2: Level(walks=60, blur=0.1),
    3: Level(walks=120, blur=0.06),
    4: Level(walks=400),
}
STRENGTHS = {
    "classic": said("the rule sheet's own player, who plays at random"),
    "search:1": said("a friendly beginner, a little better than chance"),
    "search:2": said("better than the rule sheet's own player"),
    "search:3": said("clearly better than the rule sheet's own player"),
    "search:4": said("plans ahead"),
}
