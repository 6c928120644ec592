"""Differo: a piece moves by the difference of the pieces on its line; the first to reach the far edge wins."""
