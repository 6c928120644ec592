"""How far the levels of the house's bots look in Backgammon: the third a little better than the classic player, the fourth clearly."""

from turnwise.kit.levels import Level

LEVELS = {
    1: Level(walks=100, blur=0.2),
    2: Level(walks=250, blur=0.05),
    3: Level(walks=350, blur=0.025),
    4: Level(walks=1500),
}
