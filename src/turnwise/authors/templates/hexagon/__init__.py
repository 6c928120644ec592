"""Example: four in a row win, but three in a row lose."""
