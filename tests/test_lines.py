"""How long a game may be: a law that reads like a rule book, and a small game in few lines. `python -m scripts.lines` prints them."""

import pytest

from scripts.lines import lines_in, lines_of
from turnwise.games import game, ours

LAW = 450
"""Lines of law that no game exceeds."""
OLDER = {"caesar", "connect_four", "deerportal", "differo", "rally", "whot"}
"""Games that were here before the kit had words for most of a small game."""
WHOLE, OF_ITS_OWN = 200, {"backgammon": 300, "oh_hell": 300, "reversi": 150}
"""Lines of any other game, law, words, look and hints together."""


@pytest.mark.parametrize("name", ours())
def test_a_law_is_short(name: str) -> None:
    assert lines_of(game(name)).law <= LAW


@pytest.mark.parametrize("name", [name for name in ours() if name not in OLDER])
def test_a_small_game_is_small(name: str) -> None:
    assert lines_of(game(name)).together <= OF_ITS_OWN.get(name, WHOLE)


def test_blanks_comments_and_docstrings_are_no_lines() -> None:
    source = '"""A file."""\n\n# why\nX = 1  # what\n\n\ndef f() -> str:\n    """Two\n    lines."""\n    return """of\n\ncode"""\n'
    assert lines_in(source) == 5
