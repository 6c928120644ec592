"""Priest: everybody lays a card face down; look at one, and guess another.

A game of the tests. A look is private news in which chance has no part; laying a card face down needs a veil."""
