"""How long people take over Kuhn Poker; all its words follow from the rules."""

MINUTES = (2, 6)
