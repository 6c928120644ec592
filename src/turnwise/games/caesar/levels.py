"""How far the levels of the house's bots look in Caesar and Cleopatra, as measured in docs/strength.md."""

from turnwise.kit.levels import Level

LEVELS = {
    1: Level(walks=16, blur=0.25),
    2: Level(walks=40, blur=0.13),
    3: Level(walks=100, blur=0.07),
    4: Level(walks=400),
}
STRENGTHS = {
    "classic": "the rule sheet's own player, who plays at random",
    "search:1": "a friendly beginner, a little better than chance",
    "search:2": "better than the rule sheet's own player",
    "search:3": "clearly better than the rule sheet's own player",
    "search:4": "plans ahead",
}
