"""Tools for game authors: a new game to begin with."""
