"""What the full screen tells about single things: why a click was in vain, and what a hint is about."""

import re
from functools import partial
from pathlib import Path

from tests.terminal.driver import FAST, terminal
from tests.terminal.reading import discs


def has_discs(seen: str, number: int) -> bool:
    return discs(seen) == number


def test_a_click_on_a_full_column_is_told_why_and_a_hint_goes_with_the_next_move(tmp_path: Path) -> None:
    full, hint = "That column is full", "A fierce player would choose"
    with terminal(tmp_path, "play", "connect_four", "--seats", "me:Ann,me:Ben", *FAST) as screen:
        screen.until_shown("7 moves")
        for number in range(1, 7):
            screen.type("4")
            seen = screen.until(partial(has_discs, number=number))
        row = next(row for row, line in enumerate(seen.splitlines()) if re.match(" *6 .*○", line))
        screen.click(seen.splitlines()[row].index("○"), row)
        seen = screen.until_shown(full)
        assert "Ann is to act." in seen and discs(seen) == 6
        screen.type("h")
        screen.until(lambda seen: hint in seen and full not in seen)
        screen.type("1")
        screen.until(lambda seen: discs(seen) == 7 and "Ben is to act." in seen and hint not in seen)
        screen.type("\x03")
        assert screen.ends() == 130 and screen.restored()
