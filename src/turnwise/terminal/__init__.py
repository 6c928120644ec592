"""A table in the terminal: people at one keyboard, bots, or both; full screen or line by line."""
