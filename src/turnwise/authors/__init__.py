"""Tools for whoever writes a game: a new one to begin with."""
