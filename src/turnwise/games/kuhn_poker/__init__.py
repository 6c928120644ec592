"""Kuhn Poker: one card each and a single bet; bluff well, and see through the bluffs of others."""
