"""Liar's Dice: bid how many dice show a face under all cups, or doubt the bid; the last player with dice wins."""
