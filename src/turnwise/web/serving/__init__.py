"""The program `turnwise serve` and the host's orders to it."""
