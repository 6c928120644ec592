"""Whole games on the full-screen table, by keys and by clicks: the real program in a pseudo-terminal."""

from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.terminal.driver import FAST, terminal
from tests.terminal.reading import (
    acted,
    answered,
    finished,
    in_step,
    kept,
    lettered_places,
    moved_on,
    moves_listed,
    settled_now,
)
from turnwise.terminal.dialogs import KEYS


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("connect_four", "me,classic", ()),
        ("whot", "random,me", ("--option", "cards_each=3", "--seed", "5")),
        ("rally", "me,random", ("--option", "win=points", "--option", "rounds=3")),
    ],
)
def test_a_whole_game_by_keys(name: str, seats: str, options: tuple[str, ...], tmp_path: Path) -> None:
    chance, seat = Random(1), seats.split(",").index("me")
    with terminal(tmp_path, "play", name, "--seats", seats, "--seed", "2", *options, *FAST) as screen:
        screen.until(settled_now)
        while True:
            screen.until(lambda seen: list(tmp_path.glob("*.txt")) or in_step(seen, tmp_path, seat))
            if list(tmp_path.glob("*.txt")):
                break
            match = kept(tmp_path)
            screen.type(KEYS[chance.randrange(min(moves_listed(screen.seen), len(KEYS)))])
            screen.until(partial(moved_on, home=tmp_path, seat=seat, before=acted(match, seat)))
        screen.until_shown("The transcript is in")
        screen.type("3")
        assert screen.ends() == 0 and screen.restored()
    finished(tmp_path)


def test_a_whole_game_by_clicks_with_wrong_ones_between(tmp_path: Path) -> None:
    chance = Random(3)
    with terminal(tmp_path, "play", "connect_four", "--seats", "me,random", "--seed", "5", *FAST) as screen:
        played = 0
        while "The match is over." not in (seen := screen.until(settled_now)):
            lines = seen.splitlines()
            row, places = next((row, places) for row, line in enumerate(lines) if (places := lettered_places(line)))
            top = next(row for row, line in enumerate(lines) if "▾" in line)
            screen.click(0, 0)
            screen.click(chance.choice(places), row + 1)
            screen.click(chance.choice([column for column in places if lines[top][column] == "▾"]), top)
            played += 1
            screen.until(partial(answered, discs_now=2 * played))
        screen.until_shown("The transcript is in")
        screen.type("3")
        assert screen.ends() == 0 and screen.restored()
    match = finished(tmp_path)
    assert sum(entry.seat == 0 for entry in match.log) == played
