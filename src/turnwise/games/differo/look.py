"""Differo as a picture: a wooden hexagon, the difference at both ends of every line, and where the pieces may go.

Whoever plays Black sees the board turned by half; the text picture is always the sheet's own board (D35). A piece is known
by the point that it began on: the trail of positions beside the state tells which one went where, also after an undo.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from turnwise.games.differo import scenery
from turnwise.games.differo.board import GRID, LINE, PIECES, POINTS, ROW
from turnwise.games.differo.notation import (
    COLOURS,
    LABELS,
    POINT_NAMES,
    SIDE_NAMES,
    SYSTEMS,
    signed,
    system,
    threats,
    winner,
)
from turnwise.games.differo.rules import SWAP, difference
from turnwise.games.differo.scenery import ASIDE, BOTTOM, HEIGHT, WIDTH, spot
from turnwise.kit import first
from turnwise.kit.sets import members_of
from turnwise.kit.shapes import Box, Label, Part, Path, Picture, Seen, Thing, button
from turnwise.kit.words import Said, Seat, counted, said, sentences

Move = tuple[int, int]
"""Base and target."""

BELOW, ACROSS = 21, 96  # in the text picture: the row below the board, and the cells of a line there
PLATE = 36  # the cells of a line of a player's plate
IN_A_ROW, ROWS = 14, 3  # moves in the list at the foot
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


def look(view: Seen) -> Picture:
    table = _table(view)
    differences = view.settings["show_differences"]
    things = [scenery.board(table.turned, table.system), *(_lines(table) if differences else ()), *_arrows(table)]
    things += [*_points(table), *_pieces(table, view)]
    things += [*(_plate(side, table, view) for side in range(2)), *_turn(table, view)]
    things += [*([scenery.legend()] if differences else ()), _status(table, view), *_warning(table)]
    if view.outcome or view.settings["show_moves"]:
        things.append(_moves(table, view))
    touch: dict[int, tuple[str, ...]] = {
        base * POINTS + target: (table.keys[base], POINT_NAMES[target]) for base, target in sorted(table.own)
    }
    if any(action.id == SWAP for action in view.legal):
        words = said("Take over White; {seat} goes on as Black", seat=Seat(table.seats[0]))
        label = said("Take over White")
        things.append(button("swap", label, WIDTH / 2, BOTTOM + 34, 230, cell=(ASIDE, 18), words=words))
        touch[SWAP] = ("swap",)
    words = said("{game}. {status}", game=said("Differo"), status=_sentences(table, view)[0])
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
        words = said(
            "The last move: {side} from {base} to {target}",
            side=SIDE_NAMES[mover],
            base=table.labels[base],
            target=table.labels[target],
        )
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
    for base, target in table.threats:
        parts = scenery.arrow(base, target, table.turned, "danger", 4, "4 9")
        key = f"threat:{POINT_NAMES[base]}-{POINT_NAMES[target]}"
        words = said("A threat: from {base} to {target}", base=table.labels[base], target=table.labels[target])
        things.append(Thing(key, words, parts, *spot(base, table.turned)))
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
        words = said("{side}'s piece on {point}", side=SIDE_NAMES[side], point=table.labels[point])
        if moved:
            words = said("{piece}, moved last", piece=words)
        if table.seats[side] == view.seat and view.settings["show_differences"]:
            words = _with_steps(words, point, side, table)
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


def _with_steps(piece: Said, point: int, side: int, table: Table) -> Said:
    """A piece and its three lines with the steps on each, as its own side sees them.  [D39]"""
    way = 1 if side == table.side else -1
    row, slash, backslash = (signed(way * table.differences[line]) for line in GRID.lines_through[point])
    template = said('{piece}: row {row}, "/" line {slash}, "\\" line {backslash}')
    return template.given_also(piece=piece, row=row, slash=slash, backslash=backslash)


def _plate(side: int, table: Table, view: Seen) -> Thing:
    """A player's name and how far he is, at the corner nearest to his pieces; drawn around the piece on it."""
    seat, goal = Seat(table.seats[side]), SYSTEMS[table.system][(0, 8)[side]]
    away = min(abs(ROW[point] - (0, 8)[side]) for point in members_of(table.sides[side]))
    won = bool(view.outcome and seat in view.outcome.winners)
    far = counted("one row to go", "{rows} rows to go", "rows", rows=away) if away else said("in the goal")
    parts: list[Part] = [
        Box(-40, -34, 216, 76, "shadow", round=16, opacity=0.16),
        Box(-42, -38, 218, 76, "card", "trail" if won else "line", 4 if won else 1.5, round=16),
        *scenery.piece_parts(side),
        Label(44, -13, said("{seat}", seat=seat), 20, "ink", "start", bold=True, room=124),
        Label(44, 15, far, 17, "muted", "start", room=102),
    ]
    if won:
        parts.append(Path("M-15 -29l-4 -15l10 6l9 -11l9 11l10 -6l-4 15z", "trail", "ivory_edge", 1.2))
    words = said("{seat} plays {side}, goal row {goal}, {far}", seat=seat, side=SIDE_NAMES[side], goal=goal, far=far)
    if won:
        words = said("{player}, the winner", player=words)
    text = (
        said("{mark} {piece} {seat}", mark="*" if won else " ", piece="WB"[side], seat=seat),
        said("    {words}", words=said("goal row {goal}, {far}", goal=goal, far=far)),
    )
    return Thing(
        f"player:{COLOURS[side]}",
        words,
        tuple(parts),
        *scenery.plate_spot(side, table.turned),
        text=text,
        columns=PLATE,
        rows=len(text),
        cell=(ASIDE, 13 + 2 * side),
        bold=won,
    )


def _turn(table: Table, view: Seen) -> list[Thing]:
    """A frame around the plate of who is to move; it goes from one to the other."""
    if view.outcome:
        return []
    at, cell = scenery.plate_spot(table.side, table.turned), (ASIDE, 13 + 2 * table.side)
    words = said("{seat} is to move", seat=Seat(table.seats[table.side]))
    return [Thing("turn", words, scenery.turn_parts(), *at, text=(">",), cell=cell, bold=True)]


def _sentences(table: Table, view: Seen) -> tuple[Said, Said]:
    """Who is to move or has won, and what else is to be known of the game as a whole.  [D37] [D43]"""
    ply = view.state["ply"]
    if view.outcome:
        winners = [side for side in range(2) if table.seats[side] in view.outcome.winners]
        line = winner(winners[0]) if winners else said("A draw.")
        why = view.outcome.words
        return line, counted("After one move: {why}.", "After {moves} moves: {why}.", "moves", moves=ply, why=why)
    seat, side = Seat(table.seats[table.side]), SIDE_NAMES[table.side]
    mover = said("{seat} ({side}) is to move.", seat=seat, side=side)
    more = said("Move {ply} of at most {cap}.", ply=ply + 1, cap=view.options["ply_cap"])
    if view.draw_offer is not None:
        more = sentences(more, said("{seat} offers a draw.", seat=Seat(view.draw_offer)))
    return mover, more


def _status(table: Table, view: Seen) -> Thing:
    line, more = _sentences(table, view)
    words, room = sentences(line, more), 425 if view.outcome else 520
    parts: list[Part] = []
    if view.outcome:
        parts.append(Box(-225, -24, 450, 70, "card", "trail", 3, round=20))
    parts += [
        Label(0, 0, line, 26, "ink", bold=True, room=room),
        Label(0, 29, more, 18, "muted" if view.draw_offer is None else "accent", room=room),
    ]
    return Thing("status", words, tuple(parts), WIDTH / 2, 27, text=(words,), cell=(2, BELOW), columns=ACROSS, rows=1)


def _warning(table: Table) -> list[Thing]:
    """That the side not to move could enter its goal row next.  [D40]"""
    if not table.threats:
        return []
    side, ways = SIDE_NAMES[1 - table.side], table.named(table.threats)
    words = written = said("{side} threatens to win by {ways}", side=side, ways=tuple(ways))
    if len(ways) > 2:
        written = said("{side} threatens to win in {ways} ways", side=side, ways=len(ways))
    parts = (
        Box(-215, -20, 430, 40, "card", "danger", 2.5, round=20),
        Path("M-196 12l14 -25l14 25z", "danger", "danger", 2),
        Label(-182, 3, "!", 18, "card", bold=True),
        Label(14, 0, written, 17, "ink", bold=True, room=360),
    )
    return [
        Thing(
            "warning",
            words,
            parts,
            WIDTH / 2,
            BOTTOM + 34,
            text=(said("! {words}", words=words),),
            cell=(2, BELOW + 2),
            columns=ACROSS,
            rows=2,
            ink="warn",
        )
    ]


def _moves(table: Table, view: Seen) -> Thing:
    """The list of all legal moves of the player to move (D38), and of those played when it is over."""
    moves = table.named(table.moves)
    side, number = SIDE_NAMES[table.side], len(moves)
    head = counted("{side} has one move", "{side} has {number} moves", "number", side=side, number=number)
    if table.swap:
        head = said("{moves} or takes over White", moves=head)
    if view.outcome:
        moves = table.named(table.played[-IN_A_ROW * ROWS :])
        head = said("The moves played")
        if len(moves) < len(table.played):
            head = said("The last {number} moves played", number=len(moves))
    rows = -(-len(moves) // IN_A_ROW)
    pitch = min(25, 25 * ROWS / max(rows, 1))  # more than three rows are rare, and stand closer
    parts: list[Part] = [
        Box(0, 0, WIDTH - 32, 116, "card", "line", 1.5, round=16),
        Label(16, 20, head, 17, "ink", "start", bold=True, room=WIDTH - 64),
    ]
    for row in range(rows):
        line = ", ".join(moves[row * IN_A_ROW : (row + 1) * IN_A_ROW])
        parts.append(Label(16, 47 + pitch * row, line, 18, "muted", "start"))
    text = said("{head}: {moves}", head=head, moves=" ".join(moves))
    return Thing("moves", head, tuple(parts), 16, BOTTOM + 70, text=(text,), cell=(2, BELOW + 4), columns=ACROSS)
