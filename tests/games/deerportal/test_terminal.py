"""DeerPortal at the terminal: time to see what a computer does."""

import re
from pathlib import Path

from tests.law import law
from tests.terminal.quiet import played

ELEMENTS = "classic,classic,classic,classic"


@law("P48")
def test_a_computer_waits_before_its_roll_and_before_its_move(tmp_path: Path) -> None:
    """Between any roll and the sentence before, and between a roll and its move, there is a pause."""
    pauses: list[tuple[float, int]] = []
    said = played(
        tmp_path, "deerportal", ELEMENTS, pace=1.5, waited=lambda seconds, said: pauses.append((seconds, len(said)))
    )
    assert {seconds for seconds, _ in pauses} == {1.5}
    places = {place for _, place in pauses}
    opening = r"^Classic bot \d (?:is the sole leader.*\nClassic bot \d )?rolls a"
    rolls = [found.start() for found in re.finditer(opening, said, re.M)]
    moves = [found.start() for found in re.finditer(r"^Classic bot \d moves from", said, re.M)]
    assert len(rolls) > 20 and len(moves) > 20
    assert all(roll in places for roll in rolls)
    assert all(move in places for move in moves)


@law("P48")
def test_a_card_message_is_there_before_the_next_roll(tmp_path: Path) -> None:
    told: list[str] = []
    said = played(tmp_path, "deerportal", ELEMENTS, pace=1, waited=lambda seconds, said: told.append(said))
    cards = [found.end() for found in re.finditer(r'takes a rune on \d+: the card ".*', said)]
    assert cards
    for card in cards:
        roll = said.find(" rolls a", card)
        if roll >= 0:
            assert any(card <= len(heard) <= roll for heard in told), "the message is read while the roll is waited for"
