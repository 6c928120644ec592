"""Differo as a picture: a wooden hexagon, the difference at both ends of every line, and where the pieces may go.

Whoever plays Black sees the board turned by half; the text picture is always the sheet's own board (D35). A piece is known
by the point that it began on: the trail of positions beside the state tells which one went where, also after an undo.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from turnwise.games.differo import scenery
from turnwise.games.differo.board import GRID, LINE, PIECES, POINTS, ROW
from turnwise.games.differo.notation import COLOURS, LABELS, POINT_NAMES, SYSTEMS, system, threats
from turnwise.games.differo.rules import SWAP, difference
from turnwise.games.differo.scenery import ASIDE, BOTTOM, HEIGHT, SIDE_NAMES, WIDTH, signed, spot
from turnwise.kit import first
from turnwise.kit.sets import members_of
from turnwise.kit.shapes import Box, Label, Part, Path, Picture, Seen, Thing, button

Move = tuple[int, int]
"""Base and target."""

BELOW = 21  # in the text picture: the row below the board
IN_A_ROW, ROWS = 14, 3  # moves in the list at the foot
AXES = ("row", "/", "\\")
"""A piece's three lines, in few words."""
SOUNDS = {"moved": "step", "swapped": "shuffle"}


class Table(NamedTuple):
    """What a view shows, in numbers."""

    sides: Sequence[int]
    side: int
    """The side to move; when it is over, the one that would be."""
    seats: tuple[int, int]
    """By side."""
    turned: bool
    keys: dict[int, str]
    """By point."""
    differences: list[int]
    """By line, for the side to move."""
    played: list[Move]
    moves: list[Move]
    """All legal moves of the side to move, which everybody may know (D28)."""
    swap: bool
    """Whether it may take over White instead."""
    threats: list[Move]
    own: frozenset[Move]
    """Those moves that the viewer may make."""
    system: str
    """The table's coordinates."""

    @property
    def last(self) -> Move | None:
        return self.played[-1] if self.played else None

    @property
    def labels(self) -> tuple[str, ...]:
        """What people read at the table, by point."""
        return LABELS[self.system]

    def named(self, moves: Sequence[Move]) -> list[str]:
        return [f"{self.labels[base]}-{self.labels[target]}" for base, target in moves]


def look(view: Seen, names: tuple[str, ...]) -> Picture:
    table = _table(view)
    differences = view.settings["show_differences"]
    things = [scenery.board(table.turned, table.system), *(_lines(table) if differences else ()), *_arrows(table)]
    things += [*_points(table), *_pieces(table, view)]
    things += [*(_plate(side, table, view, names) for side in range(2)), *_turn(table, view)]
    things += [*([scenery.legend()] if differences else ()), _status(table, view, names), *_warning(table)]
    if view.outcome or view.settings["show_moves"]:
        things.append(_moves(table, view))
    touch: dict[int, tuple[str, ...]] = {
        base * POINTS + target: (table.keys[base], POINT_NAMES[target]) for base, target in sorted(table.own)
    }
    if any(action.id == SWAP for action in view.legal):
        words = "Take over White's side; the other player goes on as Black"
        things.append(button("swap", "Take over White", WIDTH / 2, BOTTOM + 34, 230, cell=(ASIDE, 18), words=words))
        touch[SWAP] = ("swap",)
    words = f"Differo. {_sentences(table, view, names)[0]}"
    sounds = tuple(SOUNDS[event["event"]] for event in view.events)
    return Picture(WIDTH, HEIGHT, words, tuple(things), touch, scenery.PALETTE, scenery.SHADES, sounds=sounds)


def _table(view: Seen) -> Table:
    s = view.position.plain()
    side = s.ply % 2
    own, enemy = s.sides[side], s.sides[1 - side]
    beside = view.position.besides[0]
    keys, played = _trace(s, beside["trail"] if view.position.engine.compiled else beside.trail)
    legal = [action.id for action in view.legal] or ([] if view.outcome else view.position.legal(s.turn))
    return Table(
        s.sides,
        side,
        (s.white_seat, 1 - s.white_seat),
        view.seat is not None and view.seat != s.white_seat,
        keys,
        [difference(own, enemy, line) for line in LINE],
        played,
        [divmod(action, POINTS) for action in legal if action != SWAP],
        SWAP in legal,
        threats(s) if view.settings["warn_goal"] and not view.outcome else [],
        frozenset(divmod(action.id, POINTS) for action in view.legal if action.id != SWAP),
        system(view.settings),
    )


def _trace(s: Any, trail: Any) -> tuple[dict[int, str], list[Move]]:
    """The key of every piece by the point where it stands now, and all moves so far."""
    sides = [int(PIECES[side]) for side in range(2)]
    keys = {point: f"{COLOURS[side]}:{POINT_NAMES[point]}" for side in range(2) for point in members_of(sides[side])}
    played = []
    for ply in range(1, s.ply + 1):
        side = (ply - 1) % 2
        now = int(trail[ply & 1, side, ply >> 1])
        base, target = first(sides[side] & ~now), first(now & ~sides[side])
        keys[target] = keys.pop(base)
        played.append((base, target))
        sides[side] = now
    return keys, played


def _lines(table: Table) -> list[Thing]:
    """The 27 lines with their differences.  [D39]"""
    return [
        scenery.line(number, value, SIDE_NAMES[table.side if value > 0 else 1 - table.side], table.turned, table.system)
        for number, value in enumerate(table.differences)
    ]


def _arrows(table: Table) -> list[Thing]:
    """The last move (D41), and every way into the goal that the side not to move has (D40)."""
    things = []
    if table.last:
        base, target = table.last
        mover = 1 - table.side
        ghost = scenery.outline(mover, -3, "trail", 3, 0.9, "6 5")
        parts = (ghost, *scenery.arrow(base, target, table.turned, "trail", 9, ""))
        [move] = table.named([table.last])
        words = f"The last move: {SIDE_NAMES[mover]} {move}"
        things.append(
            Thing(
                f"last:{POINT_NAMES[base]}-{POINT_NAMES[target]}",
                words,
                parts,
                *spot(base, table.turned),
                text=(words,),
                cell=(2, BELOW + 1),
            )
        )
    for (base, target), move in zip(table.threats, table.named(table.threats), strict=True):
        parts = scenery.arrow(base, target, table.turned, "danger", 4, "4 9")
        key = f"threat:{POINT_NAMES[base]}-{POINT_NAMES[target]}"
        things.append(Thing(key, f"A threat: {move}", parts, *spot(base, table.turned)))
    return things


def _points(table: Table) -> list[Thing]:
    """The empty points. Those that the viewer may go to are marked.  [D41]"""
    targets = {target for _, target in table.own}
    threatened = {target for _, target in table.threats}
    return [
        scenery.free_point(point, point in targets, point in threatened, table.turned, table.system)
        for point in range(POINTS)
        if point not in table.keys
    ]


def _pieces(table: Table, view: Seen) -> list[Thing]:
    things = []
    reach: dict[int, list[int]] = {}
    for base, target in table.moves if table.own else ():
        reach.setdefault(base, []).append(target)
    for point, key in sorted(table.keys.items(), key=lambda item: item[1]):
        side = COLOURS.index(key.split(":")[0])
        moved = bool(table.last and table.last[1] == point)
        targets = tuple(reach.get(point, ()))
        words = f"{SIDE_NAMES[side]}'s piece on {table.labels[point]}" + ", moved last" * moved
        if table.seats[side] == view.seat and view.settings["show_differences"]:
            words += f". {_steps(point, side, table)}"
        things.append(
            Thing(
                key,
                words,
                scenery.standing_piece(side, point, moved, targets, table.turned),
                *spot(point, table.turned),
                text=("WB"[side],),
                cell=scenery.cell(point),
                ink=f"seat{side}",
                bold=moved or bool(targets),
            )
        )
    return things


def _steps(point: int, side: int, table: Table) -> str:
    """The three lines of a piece with the steps on each, as its own side sees them.  [D39]"""
    way = 1 if side == table.side else -1
    differences = [way * table.differences[line] for line in GRID.lines_through[point]]
    return ", ".join(f"{axis} {signed(steps)}" for axis, steps in zip(AXES, differences, strict=True))


def _plate(side: int, table: Table, view: Seen, names: tuple[str, ...]) -> Thing:
    """A player's name and how far he is, at the corner nearest to his pieces; drawn around the piece on it."""
    seat, goal = table.seats[side], SYSTEMS[table.system][(0, 8)[side]]
    away = min(abs(ROW[point] - (0, 8)[side]) for point in members_of(table.sides[side]))
    won = bool(view.outcome and seat in view.outcome.winners)
    far = f"{away} row{'s' * (away != 1)} to go" if away else "in the goal"
    parts: list[Part] = [
        Box(-40, -34, 216, 76, "shadow", round=16, opacity=0.16),
        Box(-42, -38, 218, 76, "card", "trail" if won else "line", 4 if won else 1.5, round=16),
        *scenery.piece_parts(side),
        Label(44, -13, _short(names[seat], 11), 20, "ink", "start", bold=True),
        Label(44, 15, far, 17, "muted", "start"),
    ]
    if won:
        parts.append(Path("M-15 -29l-4 -15l10 6l9 -11l9 11l10 -6l-4 15z", "trail", "ivory_edge", 1.2))
    words = f"{names[seat]} plays {SIDE_NAMES[side]}, goal row {goal}, {far}" + ", the winner" * won
    text = (
        f"{'*' if won else ' '} {'WB'[side]} {_short(names[seat], 32)}",
        f"    goal row {goal}, {far}",
    )
    return Thing(
        f"player:{COLOURS[side]}",
        words,
        tuple(parts),
        *scenery.plate_spot(side, table.turned),
        text=text,
        cell=(ASIDE, 13 + 2 * side),
        bold=won,
    )


def _turn(table: Table, view: Seen) -> list[Thing]:
    """A frame around the plate of who is to move; it goes from one to the other."""
    if view.outcome:
        return []
    at, cell = scenery.plate_spot(table.side, table.turned), (ASIDE, 13 + 2 * table.side)
    return [Thing("turn", "Who is to move", scenery.turn_parts(), *at, text=(">",), cell=cell, bold=True)]


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def _sentences(table: Table, view: Seen, names: tuple[str, ...]) -> tuple[str, str]:
    """Who is to move or has won, and what else is to be known of the game as a whole.  [D37] [D43]"""
    ply = view.state["ply"]
    if view.outcome:
        winners = [side for side in range(2) if table.seats[side] in view.outcome.winners]
        line = f"Player {SIDE_NAMES[winners[0]]} is the winner." if winners else "A draw."
        why = f"{_short(names[view.left[0]], 14)} resigned" if view.left else view.outcome.words
        return line, f"After {ply} move{'s' * (ply != 1)}: {why}."
    mover = f"{_short(names[table.seats[table.side]], 14)} ({SIDE_NAMES[table.side]}) is to move."
    more = f"Ply {ply + 1} of {view.options['ply_cap']}."
    if view.draw_offer is not None:
        more += f" {_short(names[view.draw_offer], 14)} offers a draw."
    return mover, more


def _status(table: Table, view: Seen, names: tuple[str, ...]) -> Thing:
    line, more = _sentences(table, view, names)
    parts: list[Part] = []
    if view.outcome:
        parts.append(Box(-225, -24, 450, 70, "card", "trail", 3, round=20))
    parts += [
        Label(0, 0, line, 26, "ink", bold=True),
        Label(0, 29, more, 18, "muted" if view.draw_offer is None else "accent"),
    ]
    return Thing("status", f"{line} {more}", tuple(parts), WIDTH / 2, 27, text=(f"{line} {more}",), cell=(2, BELOW))


def _warning(table: Table) -> list[Thing]:
    """That the side not to move could enter its goal row next.  [D40]"""
    if not table.threats:
        return []
    moves = ", ".join(table.named(table.threats))
    words = f"{SIDE_NAMES[1 - table.side]} threatens to win"
    written = f"{words} by {moves}" if len(table.threats) < 3 else f"{words} in {len(table.threats)} ways"
    parts = (
        Box(-215, -20, 430, 40, "card", "danger", 2.5, round=20),
        Path("M-196 12l14 -25l14 25z", "danger", "danger", 2),
        Label(-182, 3, "!", 18, "card", bold=True),
        Label(14, 0, written, 17, "ink", bold=True),
    )
    text = tuple(wrap(f"! {words} by {moves}", 96, break_on_hyphens=False))
    return [
        Thing(
            "warning", f"{words} by {moves}", parts, WIDTH / 2, BOTTOM + 34, text=text, cell=(2, BELOW + 2), ink="warn"
        )
    ]


def _moves(table: Table, view: Seen) -> Thing:
    """The list of all legal moves of the player to move (D38), and of those played when it is over."""
    moves = table.named(table.moves)
    head = f"{SIDE_NAMES[table.side]} has {len(moves)} move{'s' * (len(moves) != 1)}"
    head += " or takes over White" * table.swap
    if view.outcome:
        moves = table.named(table.played[-IN_A_ROW * ROWS :])
        head = "The moves played" if len(moves) == len(table.played) else f"The last {len(moves)} moves played"
    rows = -(-len(moves) // IN_A_ROW)
    pitch = min(25, 25 * ROWS / max(rows, 1))  # more than three rows are rare, and stand closer
    parts: list[Part] = [
        Box(0, 0, WIDTH - 32, 116, "card", "line", 1.5, round=16),
        Label(16, 20, head, 17, "ink", "start", bold=True),
    ]
    for row in range(rows):
        line = ", ".join(moves[row * IN_A_ROW : (row + 1) * IN_A_ROW])
        parts.append(Label(16, 47 + pitch * row, line, 18, "muted", "start"))
    text = wrap(f"{head}: {' '.join(moves)}", 96, break_on_hyphens=False)
    return Thing("moves", head, tuple(parts), 16, BOTTOM + 70, text=tuple(text), cell=(2, BELOW + 4))
