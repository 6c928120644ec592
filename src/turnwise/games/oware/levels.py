"""How far the levels of the house's bots look in Oware: the third a little better than the classic player, the fourth clearly."""

from turnwise.kit.levels import Level

LEVELS = {
    1: Level(plies=1, blur=0.5),
    2: Level(plies=2, blur=0.15),
    3: Level(plies=3, blur=0.11),
    4: Level(plies=5, blur=0.05),
}
