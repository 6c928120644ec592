"""A table that is gone on with, and one that is left."""

from pathlib import Path

import pytest

from tests.terminal.driver import FAST, piped, terminal
from tests.terminal.reading import discs


def test_a_person_chooses_which_match_goes_on(tmp_path: Path) -> None:
    for name in ("connect_four", "differo"):
        piped(tmp_path, "play", name, "--plain", "--seats", "me:Ann,classic", lines="1\nF2-F8\n")
    with terminal(tmp_path, "resume", *FAST) as screen:
        seen = screen.until_shown("or Enter for 1:")
        assert "1  Differo, Ann against Smart computer, 2 entries" in seen
        assert "2  Connect Four, Ann against Classic bot, 2 entries" in seen
        screen.type("2\r")
        screen.until(lambda seen: "Ann is to act." in seen and discs(seen) == 2)
        screen.type("Q")
        assert screen.ends() == 0 and screen.restored()


@pytest.mark.parametrize(("key", "code", "word"), [("\x03", 130, "Stopped."), ("\x04", 0, "The input has ended.")])
def test_leaving_the_plain_table_on_a_terminal(key: str, code: int, word: str, tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "connect_four", "--plain", "--seats", "me,classic", *FAST) as screen:
        screen.until_shown("your move:")
        screen.type("drop d\r")
        screen.until(lambda seen: "Classic bot drops" in seen and seen.rstrip().endswith("your move:"))
        screen.type(key)
        assert screen.ends() == code and screen.restored()
        assert word in screen.seen and b"\x1b" not in screen.stream and b"Traceback" not in screen.stream
