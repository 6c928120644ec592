"""Breakthrough: bring one man to the far side of the board before the other does."""
