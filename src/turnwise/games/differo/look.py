"""Differo as a picture: a wooden hexagon, the difference at both ends of every line, and where the pieces may go.

Whoever plays Black sees the board turned by half; the text picture is always the sheet's own board (D35). A piece is known
by the point that it began on: the trail of positions beside the state tells which one went where, also after an undo.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from turnwise.games.differo import scenery
from turnwise.games.differo.board import BACKSLASH, COLUMN, GRID, LINE, PIECES, POINTS, ROW, WHITE
from turnwise.games.differo.notation import COLOURS, LINE_NAMES, threats
from turnwise.games.differo.rules import SWAP, Beside, difference
from turnwise.games.differo.scenery import BOTTOM, HEIGHT, LABELS, SIDE_NAMES, WIDTH, signed, spot
from turnwise.kit import first
from turnwise.kit.sets import members_of
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Picture, Seen, Thing, button, through

Move = tuple[int, int]
"""Base and target."""

ASIDE, BELOW = 63, 21  # in the text picture: the column right of the board, the row below it
IN_A_ROW, ROWS = 16, 3  # moves in the list at the foot


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

    @property
    def last(self) -> Move | None:
        return self.played[-1] if self.played else None


def look(view: Seen, names: tuple[str, ...]) -> Picture:
    table = _table(view)
    things = [scenery.board(table.turned), *_lines(table), *_arrows(table), *_points(table), *_pieces(table, view)]
    things += [_plate(side, table, view, names) for side in range(2)]
    things += [_legend(table), _status(table, view, names), *_warning(table), _moves(table, view)]
    touch: dict[int, tuple[str, ...]] = {
        base * POINTS + target: (table.keys[base], f"point:{LABELS[target]}") for base, target in sorted(table.own)
    }
    if any(action.id == SWAP for action in view.legal):
        words = "Take over White's side; the other player goes on as Black"
        things.append(button("swap", "Take over White", WIDTH / 2, BOTTOM + 34, 230, cell=(ASIDE, 18), words=words))
        touch[SWAP] = ("swap",)
    words = " ".join(["Differo.", *_sentences(table, view, names)])
    return Picture(WIDTH, HEIGHT, words, tuple(things), touch, scenery.PALETTE, scenery.SHADES)


def _table(view: Seen) -> Table:
    s = view.position.plain()
    side = s.ply % 2
    own, enemy = s.sides[side], s.sides[1 - side]
    keys, played = _trace(s, Beside.unpack(view.position.pack()[1]).trail)
    legal = [] if view.outcome else view.position.legal(s.turn)
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
        [] if view.outcome else threats(s),
        frozenset(divmod(action.id, POINTS) for action in view.legal if action.id != SWAP),
    )


def _trace(s: Any, trail: Any) -> tuple[dict[int, str], list[Move]]:
    """The key of every piece by the point where it stands now, and all moves so far."""
    sides = [int(PIECES[side]) for side in range(2)]
    keys = {point: f"{COLOURS[side]}:{LABELS[point]}" for side in range(2) for point in members_of(sides[side])}
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
    side, things = SIDE_NAMES[table.side], []
    for number, (line, value) in enumerate(zip(GRID.lines, table.differences, strict=True)):
        axis = number // 9
        at = COLUMN[line[0]] if axis == BACKSLASH else number % 9
        ends = f"{LABELS[line[0]]}-{LABELS[line[-1]]}"
        things.append(
            Thing(
                f"line:{ends}",
                f"{LINE_NAMES[axis]} {ends}: {signed(value)} for {side}",
                scenery.tags(number, value, table.turned),
                text=(f"{ends} {signed(value):>2}",),
                cell=(ASIDE + 12 * axis, 2 + int(at)),
                ink="accent" if value > 0 else "warn" if value < 0 else "muted",
                bold=value > 0,
            )
        )
    return things


def _arrows(table: Table) -> list[Thing]:
    """The last move (D41), and every way into the goal that the side not to move has (D40)."""
    things = []
    if table.last:
        base, target = table.last
        mover = 1 - table.side
        ghost = scenery.outline(mover, -3, "trail", 3, 0.9, "6 5")
        parts = (ghost, *scenery.arrow(base, target, table.turned, "trail", 9, ""))
        words = f"The last move: {SIDE_NAMES[mover]} {LABELS[base]}-{LABELS[target]}"
        things.append(Thing("last", words, parts, *spot(base, table.turned), text=(words,), cell=(2, BELOW + 1)))
    for base, target in table.threats:
        move = f"{LABELS[base]}-{LABELS[target]}"
        parts = scenery.arrow(base, target, table.turned, "danger", 4, "4 9")
        things.append(Thing(f"threat:{move}", f"A threat: {move}", parts, *spot(base, table.turned)))
    return things


def _points(table: Table) -> list[Thing]:
    """The empty points. Those that the viewer may go to are marked.  [D41]"""
    targets = {target for _, target in table.own}
    threatened = {target for _, target in table.threats}
    things = []
    for point, label in enumerate(LABELS):
        if point in table.keys:
            continue
        words, parts = scenery.free_point(point)
        if point in targets:
            words, parts = f"{words}, one of your pieces may go there", parts + scenery.target_parts()
        if point in threatened:
            words, parts = f"{words}, threatened", (*parts, Disc(0, 0, 26, "", "danger", 3.5))
        things.append(
            Thing(
                f"point:{label}",
                words,
                parts,
                *spot(point, table.turned),
                text=("o",),
                cell=scenery.cell(point),
                ink="accent" if point in targets else "warn" if point in threatened else "muted",
                bold=point in targets,
            )
        )
    return things


def _pieces(table: Table, view: Seen) -> list[Thing]:
    things = []
    reach: dict[int, list[int]] = {}
    for base, target in table.moves:
        reach.setdefault(base, []).append(target)
    for point, key in sorted(table.keys.items(), key=lambda item: item[1]):
        side = COLOURS.index(key.split(":")[0])
        moved = bool(table.last and table.last[1] == point)
        targets = tuple(reach.get(point, ()))
        words = f"{SIDE_NAMES[side]}'s piece on {LABELS[point]}" + ", moved last" * moved
        if side == table.side and not view.outcome:
            words += f". {_steps(point, table)}: " + (
                f"may go to {', '.join(LABELS[target] for target in targets)}" if targets else "no move"
            )
        parts = scenery.piece_parts(side)
        if moved:
            parts = (*parts, scenery.outline(side, 2.5, "trail", 4))
        if targets and table.own:
            parts = (*scenery.chevrons(point, targets, table.turned), *parts, scenery.outline(side, 2, "go", 3.5))
        things.append(
            Thing(
                key,
                words,
                parts,
                *spot(point, table.turned),
                text=("WB"[side],),
                cell=scenery.cell(point),
                ink=f"seat{side}",
                bold=moved or bool(targets),
            )
        )
    return things


def _steps(point: int, table: Table) -> str:
    """The three lines of a piece with the steps on each.  [D39]"""
    lines = GRID.lines_through[point]
    return ", ".join(f"{LINE_NAMES[axis]} {signed(table.differences[lines[axis]])}" for axis in GRID.axes)


def _plate(side: int, table: Table, view: Seen, names: tuple[str, ...]) -> Thing:
    """A player's name and how far he is, at the corner nearest to his pieces; drawn around the piece on it."""
    seat, goal = table.seats[side], "AI"[side]
    x, y = (WIDTH - 192, BOTTOM + 18) if (side == WHITE) != table.turned else (58, 54)
    away = min(abs(ROW[point] - (0, 8)[side]) for point in members_of(table.sides[side]))
    won = bool(view.outcome and seat in view.outcome.winners)
    on_turn = not view.outcome and side == table.side
    far = f"{away} row{'s' * (away != 1)} to go" if away else "in the goal"
    lit = "accent" if on_turn else "trail" if won else "line"
    parts: list[Part] = [
        Box(-40, -34, 216, 76, "shadow", round=16, opacity=0.16),
        Box(-42, -38, 218, 76, "card", lit, 4 if on_turn or won else 1.5, round=16),
        *scenery.piece_parts(side),
        Label(44, -13, _short(names[seat], 11), 20, "ink", "start", bold=True),
        Label(44, 15, far, 17, "muted", "start"),
    ]
    if won:
        parts.append(Path("M-15 -29l-4 -15l10 6l9 -11l9 11l10 -6l-4 15z", "trail", "ivory_edge", 1.2))
    elif on_turn:
        parts.append(Path(through([(150, 6), (163, 15), (150, 24)], closed=True), "accent"))
    words = f"{names[seat]} plays {SIDE_NAMES[side]}, goal row {goal}, {far}"
    words += ", the winner" if won else ", to move" if on_turn else ""
    text = (
        f"{'*' if won else '>' if on_turn else ' '} {'WB'[side]} {_short(names[seat], 32)}",
        f"    goal row {goal}, {far}",
    )
    return Thing(
        f"player:{COLOURS[side]}",
        words,
        tuple(parts),
        x,
        y,
        text=text,
        cell=(ASIDE, 13 + 2 * side),
        bold=on_turn or won,
    )


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def _legend(table: Table) -> Thing:
    """What the numbers mean, at a free corner."""
    words = f"Differences as {SIDE_NAMES[table.side]} sees them"
    parts = (
        Label(0, 0, f"{SIDE_NAMES[table.side]}’s lead on a line", 17, "ink", "start", bold=True),
        *scenery.tag(15, 31, 2),
        Label(38, 31, "2 steps", 17, "muted", "start"),
        *scenery.tag(120, 31, 0),
        *scenery.tag(156, 31, -1),
        Label(179, 31, "no move", 17, "muted", "start"),
    )
    text = (words, 'rows        "/" lines   "\\" lines')
    return Thing("differences", words, parts, 18, BOTTOM + 6, text=text, cell=(ASIDE, 0))


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
    moves = ", ".join(f"{LABELS[base]}-{LABELS[target]}" for base, target in table.threats)
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
    moves = [f"{LABELS[base]}-{LABELS[target]}" for base, target in table.moves]
    head = f"{SIDE_NAMES[table.side]} has {len(moves)} move{'s' * (len(moves) != 1)}"
    head += " or takes over White" * table.swap
    if view.outcome:
        moves = [f"{LABELS[base]}-{LABELS[target]}" for base, target in table.played[-IN_A_ROW * ROWS :]]
        head = "The moves played" if len(moves) == len(table.played) else f"The last {len(moves)} moves played"
    rows = -(-len(moves) // IN_A_ROW)
    pitch = min(25, 25 * ROWS / max(rows, 1))  # more than three rows are rare, and stand closer
    parts: list[Part] = [
        Box(0, 0, WIDTH - 32, 116, "card", "line", 1.5, round=16),
        Label(16, 20, head, 17, "ink", "start", bold=True),
    ]
    for at, move in enumerate(moves):
        row, column = divmod(at, IN_A_ROW)
        parts.append(Label(16 + 59 * column, 47 + pitch * row, move, 18, "muted", "start"))
    words = f"{head}: {', '.join(moves)}"
    text = wrap(f"{head}: {' '.join(moves)}", 96, break_on_hyphens=False)
    return Thing("moves", words, tuple(parts), 16, BOTTOM + 70, text=tuple(text), cell=(2, BELOW + 4))
