"""Every game in terminals of several sizes: nothing that a player needs is cut off, and a large one is used."""

from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.terminal.driver import Terminal, terminal
from tests.terminal.quiet import played
from turnwise import draw
from turnwise.draw.lettered import lettered
from turnwise.draw.text import cells, text
from turnwise.draw.typed import board_of, typed
from turnwise.games import game, ours
from turnwise.kit.pieces import Table
from turnwise.kit.shapes import Picture
from turnwise.kit.words import Speaker
from turnwise.play.match import Match
from turnwise.terminal import division
from turnwise.terminal.division import Division, divided
from turnwise.terminal.saves import Keeper
from turnwise.terminal.sitters import sitters
from turnwise.terminal.table import Table as Sitting

NAMES = ("Ann", "Ben", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal")
SIZES = ((80, 24), (120, 40), (200, 60))
SEED = 2
GROWTH = 1.4
"""Times as many characters in the largest terminal as in the smallest one, at least."""


class Shown(NamedTuple):
    """The picture that was found on a screen."""

    picture: Picture
    board: tuple[int, int]
    """Columns and rows from the first to the last sign of the board."""


class Room:
    """A match in the making, as whoever is on turn sees it."""

    def __init__(self, name: str, home: Path) -> None:
        self.game = game(name)
        self.names = NAMES[: self.game.seats[1]]
        self.seats = ",".join(f"me:{one}" for one in self.names)
        at_table = sitters(self.game, self.seats.split(","))
        match = Match(self.game, seats=len(at_table), seed=SEED, compiled=False)
        sitting = Sitting(match, at_table, keeper=Keeper(home / "match.table"), seed=SEED)
        self.view = sitting.view(sitting.viewer(None))
        self.table: Table = draw.table(self.view)
        self.speak: Speaker = sitting.speak
        self.curtain = sitting.needs_curtain
        sitting.close()


def whole(room: Room, screen: Terminal) -> Shown | None:
    """The picture on a screen, in whatever size, if all of it is there."""
    columns, rows = screen.screen.columns, screen.screen.lines
    sizes = [
        *((wide, rows - 2) for wide in range(columns - 50, columns + 1)),
        *((columns, high) for high in range(rows)),
    ]
    board = {thing.key for thing in board_of(room.table).things}
    shown = screen.screen.display
    for size in reversed(sizes):
        picture = lettered(typed(room.table, room.speak, *size, moves=False), room.speak)
        if _stands(text(picture).splitlines(), shown):
            return Shown(picture, _extent(picture, board))
    return None


def _stands(lines: list[str], shown: list[str]) -> bool:
    """Whether lines stand one below the other, at the same column."""
    first = max(range(len(lines)), key=lambda at: len(lines[at].strip()))
    for row, line in enumerate(shown):
        at = line.find(lines[first].strip())
        left = at - (len(lines[first]) - len(lines[first].lstrip()))
        top = row - first
        if at >= 0 and left >= 0 <= top and top + len(lines) <= len(shown):
            if all(one.strip() == shown[top + n][left : left + len(one)].strip() for n, one in enumerate(lines)):
                return True
    return False


def _extent(picture: Picture, board: set[str]) -> tuple[int, int]:
    places = [
        (x, y)
        for y, row in enumerate(cells(picture))
        for x, cell in enumerate(row)
        if cell.thing and cell.thing.key in board
    ]
    columns, rows = ([place[way] for place in places] for way in (0, 1))
    return max(columns) + 1 - min(columns), max(rows) + 1 - min(rows)


def drawn_whole(seen: str, room: Room, screen: Terminal) -> bool:
    """Whether the screen was drawn to its last row, with the whole picture in it."""
    first, *_, last = seen.splitlines()
    return "is to act." in first and "Q Quit" in last and whole(room, screen) is not None


@pytest.mark.parametrize("name", ours())
def test_the_whole_table_is_on_the_screen_and_grows_with_it(name: str, tmp_path: Path) -> None:
    """As many as can play: the board, the own hand, every player and the prompt, without scrolling."""
    room, home = Room(name, tmp_path), tmp_path / "home"
    arguments = ("play", name, "--seats", room.seats, "--seed", str(SEED), "--pace", "0")
    found: dict[tuple[int, int], tuple[int, int]] = {}
    with terminal(home, *arguments, columns=80, rows=24) as screen:
        if room.curtain:
            screen.until_shown("Pass the keyboard")
            screen.type("\r")
        for columns, rows in SIZES:
            screen.resize(columns, rows)
            drawn = partial(drawn_whole, room=room, screen=screen)
            screen.until(drawn, f"for the whole table at {columns}×{rows}")
            shown = whole(room, screen)
            assert shown is not None
            lines = screen.seen.splitlines()
            assert f"{room.names[room.view.turn or 0]} is to act." in lines[0]
            assert "─ log ─" in screen.seen or "in the log ─" in screen.seen
            assert all(one in "\n".join(lines[1:]) for one in room.names)
            if room.table.hand:
                assert all(room.speak(card.text) in screen.seen for card in room.table.hand.cards)
            found[columns, rows] = shown.board
        screen.type("Q")
        assert screen.ends() == 0 and screen.restored()
    small, middle, large = (found[size] for size in SIZES)
    if board_of(room.table).fixed_by:
        assert small == middle == large, "it keeps its form"
    else:
        assert large[0] * large[1] >= GROWTH * small[0] * small[1], (small, large)
        assert large[0] >= middle[0] >= small[0] and large[1] >= middle[1] >= small[1]


@pytest.fixture
def four(tmp_path: Path) -> Room:
    return Room("connect_four", tmp_path)


def test_discs_grow_with_their_board_and_differ_in_shape() -> None:
    match = Match("connect_four", compiled=False)
    for column in "ddcedecfbb":
        match.play(f"drop {column}")
    counted = {}
    for columns, rows in ((80, 18), (120, 34), (200, 58)):
        shown = draw.written(match.view(0), NAMES[:2], columns=columns, rows=rows)
        discs = [thing for thing in shown.things if thing.key.startswith("disc:")]
        sizes = {(len(str(thing.text[0])), len(thing.text)) for thing in discs}
        [counted[columns]] = sizes
        seen = cells(shown)
        for thing in discs:
            left, top = thing.cell
            for down, line in enumerate(map(str, thing.text)):
                there = seen[top + down][left : left + len(line)]
                assert all(cell.thing is thing for cell in there), "none covers another, or is covered"
        assert len({thing.text for thing in discs}) == 2, "one kind for each side"
    assert counted == {80: (1, 1), 120: (6, 3), 200: (8, 4)}


def test_panels_stand_where_they_leave_the_board_most(four: Room) -> None:
    def at(columns: int, rows: int) -> Division:
        return divided(four.table, four.speak, (columns, rows))

    assert not at(80, 22).beside and at(120, 38).beside and at(200, 58).beside
    assert at(44, 60).beside is False and at(90, 12).beside, "below in a narrow room, beside in a low one"


def test_a_division_lasts_while_the_room_is_the_same(four: Room) -> None:
    """Whatever is on the table, nothing moves that need not."""
    room = (80, 22)
    first = divided(four.table, four.speak, room)
    cramped = first._replace(beside=True, least=division.BESIDE, panels=division.BESIDE)
    assert divided(four.table, four.speak, room, before=cramped).beside, "it is whole there as well"
    assert divided(four.table, four.speak, room, before=cramped).panels == division.BESIDE, "panels don't grow"
    assert not divided(four.table, four.speak, (80, 23), before=cramped).beside, "another room"


def test_panels_of_a_line_give_way_to_what_is_to_be_read(tmp_path: Path) -> None:
    differo = Room("differo", tmp_path)
    alone = divided(differo.table, differo.speak, (80, 22))
    assert alone.panels == division.A_LINE and alone.slim
    told = divided(differo.table, differo.speak, (80, 22), reading=True, before=alone)
    assert told.panels == division.BELOW
    assert divided(differo.table, differo.speak, (80, 22), before=told).panels == division.A_LINE


def test_moves_are_not_listed_twice(tmp_path: Path) -> None:
    said = played(tmp_path, "differo", "me:Ann,me:Ben", "quit\n")
    assert "20 legal moves:" in said and "has 20 moves" not in said and "Lead of the side to move" in said
    room = Room("differo", tmp_path)
    assert "F2-F8" in text(lettered(typed(room.table, room.speak), room.speak)), "where nothing else lists them"


def test_the_plain_table_is_as_broad_as_its_terminal(tmp_path: Path) -> None:
    boards = {}
    for columns, rows in ((40, 24), (80, 24), (200, 60)):
        home = tmp_path / str(columns)
        arguments = ("play", "connect_four", "--plain", "--seats", "me,classic", "--pace", "0")
        with terminal(home, *arguments, columns=columns, rows=rows) as screen:
            seen = screen.until_shown("your move:")
            assert "● Player" in seen and "7 legal moves:" in seen, "all of it is seen together"
            lines = screen.stream.decode().splitlines()
            boards[columns] = max(len(line) for line in lines if "▾" in line or "· " in line)
            screen.type("quit\r")
            assert screen.ends() == 0
    assert boards[40] <= 40 < boards[80] <= 80 and boards[80] < boards[200]
