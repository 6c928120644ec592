"""DeerPortal at the terminal: time to see what a computer does."""

import re
from pathlib import Path

from tests.law import law
from tests.terminal.driver import terminal
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
    opening = r"^Classic bot \d (?:has more diamonds.*\nClassic bot \d )?rolls a"
    rolls = [found.start() for found in re.finditer(opening, said, re.M)]
    moves = [found.start() for found in re.finditer(r"^Classic bot \d goes (?:forward|back) ", said, re.M)]
    assert len(rolls) > 20 and len(moves) > 20
    assert all(roll in places for roll in rolls)
    assert all(move in places for move in moves)


@law("P48", "P53")
def test_a_card_message_holds_up_the_next_roll(tmp_path: Path) -> None:
    pauses: list[tuple[float, str]] = []
    waited = lambda seconds, said: pauses.append((seconds, said))  # noqa: E731
    settings = {"card_lock": 6, "bot_pause": 1}
    said = played(tmp_path, "deerportal", ELEMENTS, pace=PACE, settings=settings, waited=waited)
    cards = [found.end() for found in re.finditer(r"picks up a rune and turns .*", said)]
    assert cards
    for card in cards:
        roll = said.find(" rolls a", card)
        if roll >= 0:
            before = [seconds for seconds, heard in pauses if card <= len(heard) <= roll]
            assert before == [6.0], "the message is read while the roll is waited for"
    assert {seconds for seconds, _ in pauses} == {1.0, 6.0}


@law("P50", "P53", "setting card_lock")
def test_on_the_screen_a_person_rolls_and_not_while_a_card_is_being_read(tmp_path: Path) -> None:
    """With this seed Ann's first step turns a card; at this pace it lies there for a quarter of an hour."""
    people = ("--seats", "me:Ann,me:Ben,me:Cy,me:Di", "--seed", "1", "--pace", "80", "--option", "card_lock=9")
    with terminal(tmp_path, "play", "deerportal", *people, columns=130, rows=40) as screen:
        screen.until_shown("Roll the die")
        assert "Die: ?" in screen.seen and "Ann rolls a" not in screen.seen and "forward" not in screen.seen
        screen.type(" ")
        screen.until_shown("Ann rolls a 1.")
        assert "Die: 1" in screen.seen and "forward" in screen.seen
        screen.type(" ")
        screen.until(lambda seen: "Roll the die" in seen and "turns “Stop”" in seen)
        screen.type(" ")
        screen.until_shown("Wait a moment")
        assert "Die: ?" in screen.seen and "Ben rolls a" not in screen.seen
        screen.type("q")
        assert screen.ends() == 0


@law("P50")
def test_line_by_line_a_person_presses_enter_to_roll(tmp_path: Path) -> None:
    seats = "me:Ann,classic,classic,classic"
    said = played(tmp_path, "deerportal", seats, "help\n\nforward\n\nquit\n", person=True)
    waits, rolled, again = said.partition("Ann, press Enter: Roll the die.")
    assert rolled and "Ann rolls a" not in waits
    assert again.index("what a strong player would do") < again.index("Ann rolls a") < again.index("Ann goes forward")
    assert said.count("Ann, press Enter: Roll the die.") == 3, "once more after the help, and in the second turn"
