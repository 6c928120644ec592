"""How long people take over Leduc Poker; all its words follow from the rules."""

MINUTES = (4, 10)
