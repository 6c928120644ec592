"""Hex: join your two sides of the board with an unbroken chain of stones."""
