"""Example: follow suit, and the highest card takes the trick; the most tricks win."""
