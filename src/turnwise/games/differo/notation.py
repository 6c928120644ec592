"""Differo in words: `F2-F8` moves the piece on F2 to F8, `swap` takes over White.

Records, transcripts and JSON use the source system, rows A to I from the top (D10a). A table that has switched the official
system on shows and reads rows A to I from the bottom (D10, D11): `frame.settings` says so.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from turnwise.games.differo.board import (
    BACKSLASH,
    BLACK,
    COLUMN,
    GOAL,
    GRID,
    IN_ROW,
    LINES_THROUGH,
    PIECES,
    POINTS,
    ROW,
    SLASH,
    WHITE,
    axis_along,
)
from turnwise.games.differo.rules import Do, Event, Reason, check_way, difference, landings
from turnwise.kit import first
from turnwise.kit.errors import BadAction, Refused
from turnwise.kit.game import Frame
from turnwise.kit.grid import OFF, Place, hexagon
from turnwise.kit.sets import has, members_of
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, counted, said, sentences

MINUTES = (10, 30)
"""How long people take over a game."""
SYSTEMS = {"source": "ABCDEFGHI", "official": "IHGFEDCBA"}
"""The letters of the rows from the top.  [D9] [D10]"""
LABELS = {system: hexagon(5, letters).names_of_all for system, letters in SYSTEMS.items()}
"""The labels of the points."""
SOURCE = "source"
Move = tuple[int, int]
"""Base and target."""
POINT_NAMES = GRID.names_of_all
POINT_OF = {system: {label: point for point, label in enumerate(labels)} for system, labels in LABELS.items()}
"""The points by their labels."""
COLOURS = ("white", "black")
SIDE_NAMES = (said("White"), said("Black"))
LINE_NAMES = {IN_ROW: said("the row"), SLASH: said('the "/" line'), BACKSLASH: said('the "\\" line')}

REASONS: Mapping[Any, Said] = Reason.sentences
LANDS = {
    Reason.OCCUPIED: said("This piece would land on {point}, which is occupied; it must land on an empty point."),
    Reason.OPPONENTS_GOAL: said("This piece would land on {point}, in your opponent's goal, which it may not enter."),
}
"""Reasons of a way that has the right number of steps."""
NEARLY = 50
"""So many moves before the last that there may be, that is told."""
SEAT_NAMES = SIDE_NAMES
OPTION_WORDS = {
    "draw": said("a draw"),
    "deviate": said("must be avoided"),
    "ply_cap": said("longest game, in moves"),
    "swap": said("swapping sides"),
    "undo": said("taking back"),
    "off": said("never"),
    "agree": said("if both agree"),
    "free": said("always"),
    "bot_seconds": said("seconds for the computer"),
    "source": said("from the top"),
    "official": said("from the bottom, as on the official sheet"),
    "show_differences": said("show what lines are worth"),
    "show_moves": said("list the moves"),
    "warn_goal": said("warn of threats"),
}
"""What people call options, settings and choices whose own names are short for programs."""
OPPONENTS = {
    "random": said("Dumb computer"),
    "classic": said("Smart computer"),
    "search:2": said("Depth 2"),
    "search:3": said("Depth 4"),
    "search:4": said("Depth 6"),
    "search:1": said("Gentle bot"),
    "search:5": said("Fierce bot"),
}
"""The menu's names for the computer players.  [D34]"""
ASK = (said("I of the base"), said("J of the base"), said("I of the target"), said("J of the target"))
"""What a terminal asks for a move, one at a time.  [D36]"""

TWO_LABELS = re.compile(r"([a-i][0-9]{1,3})[\s>-]*([a-i][0-9]{1,3})", re.I)
PLACE = r"\(?(-?[0-9]{1,3})[,\s]\s*(-?[0-9]{1,3})\)?"
PLACES = re.compile(rf"{PLACE}(?:\s*-\s*|\s+){PLACE}")


def system(settings: Mapping[str, Any]) -> str:
    """The coordinates that are switched on at a table.  [D11]"""
    return str(settings["coordinates"])


def _place_of(text: str, system: str) -> Place | None:
    """The place (i,j) that a label names, on the board or not."""
    match = re.fullmatch(r"([A-I])([0-9]{1,3})", text.strip().upper())
    return (SYSTEMS[system].index(match[1]), int(match[2]) - 1) if match else None


def move_name(base: int, target: int, settings: Mapping[str, Any]) -> str:
    """A move as a table with these settings calls it."""
    labels = LABELS[system(settings)]
    return f"{labels[base]}-{labels[target]}"


def name(argument: str, value: int, frame: Frame) -> Any:
    return value if argument == "seat" else LABELS[system(frame.settings)][value]


def _moved(given: dict[str, Any], frame: Frame) -> Said:
    """How far a piece went, which is what its line was worth (D15), and whether it is in the goal."""
    of = POINT_OF[system(frame.settings)]
    base, target = of[given["base"]], of[given["target"]]
    steps = max(abs(ROW[target] - ROW[base]), abs(COLUMN[target] - COLUMN[base]))
    ends = {"seat": Seat(given["seat"]), "base": given["base"], "target": given["target"]}
    if ROW[target] in (0, 8):  # a side may not enter the other's goal (D17), so this one is its own
        return counted(
            "{seat} moves from {base} to {target}, one step along a line worth +1, right into the goal.",
            "{seat} moves from {base} to {target}, {steps} steps along a line worth +{steps}, right into the goal.",
            "steps",
            **ends,
            steps=steps,
        )
    return counted(
        "{seat} moves from {base} to {target}, one step along a line worth +1.",
        "{seat} moves from {base} to {target}, {steps} steps along a line worth +{steps}.",
        "steps",
        **ends,
        steps=steps,
    )


def _swapped(given: dict[str, Any], frame: Frame) -> Said:
    seat = given["seat"]
    return said("{seat} takes over White, and {other} goes on as Black.", seat=Seat(seat), other=Seat(1 - seat))


SENTENCES = {Event.MOVED: _moved, Event.SWAPPED: _swapped}


def show(s: Any, frame: Frame) -> dict[str, Any]:
    return {
        "turn": None if s.over else s.turn,
        "ply": s.ply,
        "to_move": COLOURS[s.ply % 2],
        "white_seat": s.white_seat,
        "white": [POINT_NAMES[point] for point in members_of(s.sides[WHITE])],
        "black": [POINT_NAMES[point] for point in members_of(s.sides[BLACK])],
    }


def read(request: str | Mapping[str, Any], s: Any, frame: Frame) -> list[int] | None:
    """`f2 f8`, `(5,1)-(5,7)`, `5 1 5 7`, {"from": [5, 1], "to": [5, 7]} and the like. Labels in JSON are the source's, as in `data`.

    A way that leads off the board is no action, so it is refused here, in the order of D18."""
    if isinstance(request, str) and request.strip().lower() == "swap":
        return [Do.SWAP]
    base, target = _two_places(request, system(frame.settings))
    if base is None or target is None:
        return None
    start, end = GRID.at(*base), GRID.at(*target)
    if start == OFF:
        raise _refused(Reason.NO_PIECE, REASONS[Reason.NO_PIECE])
    if end == OFF:
        way = target[0] - base[0], target[1] - base[1]
        reason = Reason(check_way(s, s.ply % 2, start, *way) or Reason.OFF_BOARD)
        raise _refused(reason, _sentence(reason, s, start, way))
    return [start * POINTS + end]


def _two_places(request: str | Mapping[str, Any], system: str) -> tuple[Place | None, Place | None]:
    if not isinstance(request, str):
        if set(request) != {"from", "to"}:
            return None, None
        return _place_in(request["from"]), _place_in(request["to"])
    if match := TWO_LABELS.fullmatch(request.strip()):
        return _place_of(match[1], system), _place_of(match[2], system)
    if match := PLACES.fullmatch(request.strip()):
        row, column, to_row, to_column = map(int, match.groups())
        return (row, column), (to_row, to_column)
    return None, None


def _place_in(value: Any) -> Place | None:
    """The place that a part of a JSON request names: a label, or [i, j]."""
    if isinstance(value, str):
        return _place_of(value, SOURCE)
    if isinstance(value, list | tuple) and len(value) == 2 and all(type(number) is int for number in value):
        return value[0], value[1]
    return None


def _refused(reason: Reason, sentence: Said) -> Refused:
    return Refused(sentence, reason.name.lower())


def refusal(code: int, s: Any, frame: Frame, action: int) -> Said:
    base, target = divmod(action, POINTS)
    if action == Do.SWAP:
        return REASONS[Reason(code)]
    if landing := LANDS.get(Reason(code)):
        return landing.given_also(point=LABELS[system(frame.settings)][target])
    return _sentence(Reason(code), s, base, (ROW[target] - ROW[base], COLUMN[target] - COLUMN[base]))


def _sentence(reason: Reason, s: Any, base: int, way: Place) -> Said:
    """A reason with its numbers.  [D18]"""
    if reason not in (Reason.NO_STEPS, Reason.WRONG_STEPS):
        return REASONS[reason]
    axis, side = axis_along(*way), s.ply % 2
    steps = difference(s.sides[side], s.sides[1 - side], LINES_THROUGH[base, axis])
    line = LINE_NAMES[axis]
    if reason == Reason.NO_STEPS:
        return said(
            "There is no move on this line: {line} of this piece is worth {worth} to you, and a move takes +1 or more.",
            line=line,
            worth=signed(steps),
        )
    return counted(
        "{line:C} of this piece is worth +1 to you: it moves exactly one step there.",
        "{line:C} of this piece is worth +{steps} to you: it moves exactly {steps} steps there.",
        "steps",
        line=line,
        steps=steps,
    )


def signed(difference: int) -> str:
    return f"+{difference}" if difference > 0 else f"−{-difference}" if difference else "0"


def answer(text: str, given: Sequence[str], s: Any, frame: Frame) -> list[str]:
    """What an entry answers of ASK: one number, or I and J at once by a label. A faulty one is named.  [D36]"""
    place = _place_of(text, system(frame.settings)) if len(given) % 2 == 0 else None
    found = list(place) if place else [int(text)] if re.fullmatch(r"[0-9]{1,3}", text) else []
    asked = ASK[len(given)]
    if not found:
        raise BadAction(said("{asked} is a whole number from 0 to 8, not '{text}'.", asked=asked, text=text[:40]))
    row, *column = [*map(int, given[len(given) // 2 * 2 :]), *found]
    if not 0 <= row <= 8:
        raise BadAction(said("{asked} is a whole number from 0 to 8; there is no row {row}.", asked=asked, row=row))
    if column and GRID.at(row, column[0]) == OFF:
        raise BadAction(
            said(
                "Row i = {row} has the points j = {first} to {last}; there is no j = {column}.",
                row=row,
                first=max(0, 4 - row),
                last=min(8, 12 - row),
                column=column[0],
            )
        )
    own = s.sides[s.ply % 2]
    if len(given) < 2 and not any(has(own, point) for point in range(POINTS) if ROW[point] == row):
        raise BadAction(said("You have no piece in row i = {row}.", row=row))
    if len(given) < 2 and column and not has(own, GRID.at(row, column[0])):
        raise BadAction(said("You have no piece on ({row},{column}).", row=row, column=column[0]))
    return [str(number) for number in found]


def played(s: Any, trail: Any) -> list[Move]:
    """All moves so far, by the positions that stood after each: also after an undo, of which a log tells more."""
    sides, moves = [int(PIECES[side]) for side in range(2)], []
    for ply in range(1, s.ply + 1):
        side = (ply - 1) % 2
        before, now = sides[side], int(trail[ply & 1, side, ply >> 1])
        moves.append((first(before & ~now), first(now & ~before)))
        sides[side] = now
    return moves


def threats(s: Any) -> list[Move]:
    """The moves, by base and target, with which the side not to move would enter its goal row.  [D40]"""
    side = 1 - s.ply % 2
    own, enemy = s.sides[side], s.sides[1 - side]
    return [
        (base, target)
        for base in members_of(own)
        for target in members_of(landings(side, own, enemy, base) & GOAL[side])
    ]


def warnings(s: Any, frame: Frame, seat: int) -> list[Said]:
    """That the opponent could enter his goal row with his next move, if nothing is done about it.  [D40]"""
    if not frame.settings["warn_goal"]:
        return []
    ways = tuple(move_name(base, target, frame.settings) for base, target in threats(s))
    warning = said("Warning: {seat} could enter the goal with the next move: {ways}.", seat=Seat(1 - seat), ways=ways)
    return [warning] if ways else []


def lists_moves(settings: Mapping[str, Any]) -> bool:
    """Whether a table lists all legal moves of the player to move.  [D38]"""
    return bool(settings["show_moves"])


def verdict(s: Any, frame: Frame, outcome: Any) -> list[Said]:
    return last_lines(s, outcome)


def last_lines(s: Any, outcome: Any) -> list[Said]:
    """The last line of a game, and how long it was.  [D43]"""
    moves = int(s.ply)
    if not outcome.winners:
        why = outcome.words
        return [
            counted(
                "A draw after one move: {why}.", "A draw after {moves} moves: {why}.", "moves", moves=moves, why=why
            )
        ]
    return [
        winner(outcome.winners[0] ^ s.white_seat),
        counted("The game had one move.", "The game had {moves} moves.", "moves", moves=moves),
    ]


def winner(side: int) -> Said:
    return said("Player {side} is the winner.", side=SIDE_NAMES[side])


def status(s: Any, view: Seen, ways: Sequence[str]) -> Said:
    """The end (D43); else the ways by which the side not to move could win next (D40), a draw offer and the ply (D37)."""
    if view.outcome:
        return sentences(*last_lines(s, view.outcome))
    told, side = [], SIDE_NAMES[1 - s.ply % 2]
    if len(ways) > 2:
        told.append(said("{side} threatens to win in {ways} ways.", side=side, ways=len(ways)))
    elif ways:
        told.append(said("{side} threatens to win by {ways}.", side=side, ways=tuple(ways)))
    if view.draw_offer is not None:
        told.append(said("{seat} offers a draw.", seat=Seat(view.draw_offer)))
    cap = view.options["ply_cap"]
    number = said("Move {ply}.") if s.ply < cap - NEARLY else said("Move {ply} of at most {cap}.", cap=cap)  # [D25]
    return sentences(*told, number.given_also(ply=s.ply + 1))


def of_board(letters: str, upside_down: bool) -> Said:
    """The board for somebody who hears the table; so are the next ones."""
    return sentences(
        said("The board: a hexagon of 61 points in rows A to I, on 27 lines."),
        said("White's goal is row {white}, Black's goal is row {black}.", white=letters[0], black=letters[-1]),
        said("Row A is at the bottom.") if upside_down else said("Row A is at the top."),
    )


def of_line(number: int, difference: int, leader: Said, labels: Sequence[str]) -> Said:
    """A line and who leads on it, which does not change with the turn.  [D39]"""
    ends = "-".join(labels[GRID.lines[number][end]] for end in (0, -1))
    lead = said("{side} leads by {number}", side=leader, number=abs(difference)) if difference else said("level")
    template = (said("Row {ends}: {lead}"), said('"/" line {ends}: {lead}'), said('"\\" line {ends}: {lead}'))
    return template[number // 9].given_also(ends=ends, lead=lead)


def of_point(point: int, label: str, threatened: bool) -> Said:
    """A point where nothing stands."""
    words = said("{point}, empty", point=label)
    if ROW[point] in (0, 8):
        side = SIDE_NAMES[WHITE if ROW[point] == 0 else BLACK]
        words = said("{point}, empty, in {side}'s goal", point=label, side=side)
    return said("{point}, threatened", point=words) if threatened else words


@lru_cache(4096)
def of_piece(side: int, label: str, moved: bool, worth: tuple[int, ...]) -> Said:
    """A piece and, to whoever plays it, what its three lines are worth.  [D39]"""
    words = said("{side}'s piece on {point}", side=SIDE_NAMES[side], point=label)
    if moved:
        words = said("{piece}, moved last", piece=words)
    if not worth:
        return words
    row, slash, backslash = map(signed, worth)
    template = said("{piece}: row {row}, / {slash}, \\ {backslash}")
    return template.given_also(piece=words, row=row, slash=slash, backslash=backslash)


def text_board(s: Any, system: str = SOURCE) -> str:
    """The board as text; point (i,j) stands in line 2i at column 6+2i+4j.  [D35]"""
    lines = []
    for row in range(9):
        points, links = [" "] * 60, [" "] * 60
        points[:11] = f"  i = {row}   {SYSTEMS[system][row]}"
        for column in range(9):
            at = 6 + 2 * row + 4 * column
            point = GRID.at(row, column)
            if point != OFF:
                points[at] = "W" if has(s.sides[WHITE], point) else "B" if has(s.sides[BLACK], point) else "o"
                if GRID.at(row, column + 1) != OFF:
                    points[at + 1 : at + 4] = "---"
                if GRID.at(row + 1, column - 1) != OFF:
                    links[at - 1] = "/"
            elif row > 4:
                points[at] = "\\"  # the line of a column runs on to its number below the board
            if point != OFF or row > 4:
                links[at + 1] = "\\"
        lines += ["".join(points).rstrip(), "".join(links).rstrip()]
    lines.append(" " * 24 + "   ".join(str(column + 1) for column in range(9)))
    lines.append(" " * 23 + " ".join(f"j={column}" for column in range(9)))
    return "\n".join(lines)


def text_differences(differences: Sequence[int], labels: Sequence[str]) -> tuple[str, ...]:
    """What the lines are worth: the rows by their letters, "/" lines by their upper ends, "\\" lines by their numbers.  [D39]"""
    worth = [f"{signed(value):>2}" for value in differences]
    rows = ["—      /       \\"]
    for at, column in enumerate(sorted(range(18, 27), key=lambda number: int(COLUMN[GRID.lines[number][0]]))):
        letter, upper = labels[GRID.lines[at][0]][0], labels[GRID.lines[9 + at][0]]
        rows.append(f"{letter} {worth[at]}   {upper} {worth[9 + at]}   {at + 1} {worth[column]}")
    return tuple(rows)
