"""DeerPortal at the terminal: time to see what a computer does."""

import re
from pathlib import Path

import pytest

from tests.law import law
from tests.terminal.quiet import played
from turnwise.terminal.waits import PACE

ELEMENTS = "classic,classic,classic,classic"


@law("P48")
def test_a_computer_waits_before_its_roll_and_before_its_move(tmp_path: Path) -> None:
    """Between any roll and the sentence before, and between a roll and its move, there is a pause."""
    pauses: list[tuple[float, int]] = []
    said = played(
        tmp_path,
        "deerportal",
        ELEMENTS,
        pace=PACE / 2,
        settings={"bot_pause": 3},
        waited=lambda seconds, said: pauses.append((seconds, len(said))),
    )
    assert {seconds for seconds, _ in pauses} == {1.5, 2.0}, "half of the pause, and of the four seconds of a card"
    places = {place for _, place in pauses}
    opening = r"^Classic bot \d (?:is the sole leader.*\nClassic bot \d )?rolls a"
    rolls = [found.start() for found in re.finditer(opening, said, re.M)]
    moves = [found.start() for found in re.finditer(r"^Classic bot \d moves from", said, re.M)]
    assert len(rolls) > 20 and len(moves) > 20
    assert all(roll in places for roll in rolls)
    assert all(move in places for move in moves)


@law("P48", "P53")
@pytest.mark.parametrize("lock", [4, 0])
def test_a_card_message_holds_up_the_next_roll(tmp_path: Path, lock: float) -> None:
    pauses: list[tuple[float, str]] = []
    waited = lambda seconds, said: pauses.append((seconds, said))  # noqa: E731
    settings = {"card_lock": lock, "bot_pause": 1}
    said = played(tmp_path, "deerportal", ELEMENTS, pace=PACE, settings=settings, waited=waited)
    cards = [found.end() for found in re.finditer(r'takes a rune on \d+: the card ".*', said)]
    assert cards
    for card in cards:
        roll = said.find(" rolls a", card)
        if roll >= 0:
            before = [seconds for seconds, heard in pauses if card <= len(heard) <= roll]
            assert before == [lock or 1.0], "the message is read while the roll is waited for"
    assert {seconds for seconds, _ in pauses} == {1.0, lock or 1.0}
