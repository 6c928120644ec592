"""Reversi: enclose the other's discs and turn them; who has more at the end wins."""
