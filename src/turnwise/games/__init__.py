"""The games. One folder each, the same file names in every one."""

GAMES = ("connect_four",)
