"""How far the levels of the house's bots look in Liar's Dice: there are many bids to be tried, so that few walks tell little."""

from turnwise.kit.levels import Level

LEVELS = {
    1: Level(walks=200, blur=0.1),
    2: Level(walks=900),
    3: Level(walks=1800),
    4: Level(walks=5000),
}
