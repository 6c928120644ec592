"""Differo as a table: a wooden hexagon, the difference at the ends of every line, and where the pieces may go.

Whoever plays Black sees the board turned by half; the text board is always the sheet's own (D35). A piece is known by the point
that it began on: the trail of positions beside the state tells which one went where, also after an undo.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from turnwise.games.differo import notation, scenery
from turnwise.games.differo.board import GRID, LINE, PIECES, POINTS, ROW
from turnwise.games.differo.notation import COLOURS, LABELS, POINT_NAMES, SIDE_NAMES, Move, signed, system
from turnwise.games.differo.rules import SWAP, difference
from turnwise.games.differo.scenery import LARGE, PALETTE, SMALL, Rim, spot
from turnwise.kit.pieces import Area, Board, Button, Note, Plate, Table
from turnwise.kit.sets import members_of
from turnwise.kit.shapes import Seen, Thing
from turnwise.kit.words import Said, Seat, counted, said, sentences

SIDE_COLOURS, MARKS = ("white_side", "black_side"), "WB"
SEAT_COLOURS = tuple(PALETTE[name] for name in SIDE_COLOURS)
LISTED = 60  # moves of a game that is over
ROOMY = 0.5  # the scale from which a board has tags at both ends of its lines
SOUNDS = {"moved": "step", "swapped": "shuffle"}


class Now:
    """What a view shows, in numbers."""

    def __init__(self, view: Seen) -> None:
        s = self.s = view.position.plain()
        self.view, self.side = view, s.ply % 2  # the side to move; when it is over, the one that would be
        self.seats = (s.white_seat, 1 - s.white_seat)  # by side
        self.turned = view.seat is not None and view.seat != s.white_seat
        self.numbers = view.settings["show_differences"]
        self.labels = LABELS[system(view.settings)]
        self.differences = [difference(s.sides[self.side], s.sides[1 - self.side], line) for line in LINE]
        self.threats = notation.threats(s) if view.settings["warn_goal"] and not view.outcome else []
        legal = [action.id for action in view.legal] or ([] if view.outcome else view.position.legal(s.turn))
        self.swap = SWAP in legal
        self.moves = [divmod(action, POINTS) for action in legal if action != SWAP]  # everybody may know them (D28)
        self.own = self.moves if view.legal else []  # those that the viewer may make
        beside = view.position.besides[0]
        self.played = notation.played(s, beside["trail"] if view.position.engine.compiled else beside.trail)
        start = ((side, point) for side in range(2) for point in members_of(int(PIECES[side])))
        self.keys = {point: f"{COLOURS[side]}:{POINT_NAMES[point]}" for side, point in start}
        for base, target in self.played:
            self.keys[target] = self.keys.pop(base)

    def named(self, moves: Sequence[Move]) -> list[str]:
        return [f"{self.labels[base]}-{self.labels[target]}" for base, target in moves]


def look(view: Seen) -> Table:
    now = Now(view)
    near = now.seats[0] if view.seat is None else view.seat
    ways = {base * POINTS + target: (now.keys[base], POINT_NAMES[target]) for base, target in now.own}
    words = said("Take over White; {seat} goes on as Black", seat=Seat(now.seats[0]))
    swap = now.swap and bool(view.legal)
    status = _status(now)
    mover = said("{seat} ({side}) is to move.", seat=Seat(now.seats[now.side]), side=SIDE_NAMES[now.side])
    return Table(
        said("{game}. {status}", game=said("Differo"), status=status if view.outcome else sentences(mover, status)),
        _board(now),
        tuple(_plate(now.seats.index(seat), now) for seat in (near, 1 - near)),
        tray=(Button("swap", said("Take over White"), words),) * swap if view.options["swap"] else None,
        tray_items=1,
        caption=status,
        notes=tuple(_notes(now)),
        touch={**ways, SWAP: ("swap",)} if swap else ways,
        palette=PALETTE,
        shades=scenery.SHADES,
        sounds=tuple(SOUNDS[event["event"]] for event in view.events),
    )


def _board(now: Now) -> Callable[[Area], Board]:
    """The board with its rim as the room allows."""
    standing = [*_arrows(now), *_points(now), *_pieces(now)]
    leaders = SIDE_NAMES[1 - now.side], SIDE_NAMES[now.side]

    @cache
    def with_rim(rim: Rim) -> Board:
        things = [scenery.board(now.turned, system(now.view.settings), rim)]
        for number, worth in enumerate(now.differences if now.numbers else ()):  # [D39]
            things.append(scenery.line(number, worth, leaders[worth > 0], now.turned, now.labels, rim))
        (width, height), every = rim.extent, (*things, *standing)
        placed = (replace(thing, x=thing.x + width / 2, y=thing.y + height / 2 - 3) for thing in every)
        return Board(width, height, tuple(placed), cells=(58, 20), grows=False)

    return lambda area: with_rim(LARGE if area.fitted(*LARGE.extent)[1] >= ROOMY else SMALL)


def _arrows(now: Now) -> list[Thing]:
    """The last move (D41), and every way into the goal that the side not to move has (D40)."""
    things = []
    for base, target in now.played[-1:]:
        ghost = scenery.outline(1 - now.side, -3, "trail", 3, 0.9, "6 5")
        parts = (ghost, *scenery.arrow(base, target, now.turned, "trail", 9))
        key = f"last:{POINT_NAMES[base]}-{POINT_NAMES[target]}"
        things.append(Thing(key, _last(now), parts, *spot(base, now.turned)))
    for base, target in now.threats:
        parts = scenery.arrow(base, target, now.turned, "warn", 4, "4 9")
        key = f"threat:{POINT_NAMES[base]}-{POINT_NAMES[target]}"
        words = said("A threat: from {base} to {target}", base=now.labels[base], target=now.labels[target])
        things.append(Thing(key, words, parts, *spot(base, now.turned)))
    return things


def _last(now: Now) -> Said:
    base, target = (now.labels[point] for point in now.played[-1])
    mover = SIDE_NAMES[1 - now.side]
    return said("The last move: {side} from {base} to {target}", side=mover, base=base, target=target)


def _points(now: Now) -> list[Thing]:
    """The empty points. Those that the viewer may go to are marked.  [D41]"""
    targets, threatened = ({target for _, target in moves} for moves in (now.own, now.threats))
    free = (point for point in range(POINTS) if point not in now.keys)
    return [scenery.free_point(p, p in targets, p in threatened, now.turned, now.labels[p]) for p in free]


def _pieces(now: Now) -> list[Thing]:
    things = []
    for point, key in sorted(now.keys.items(), key=lambda item: item[1]):
        side = COLOURS.index(key.split(":")[0])
        moved = now.played[-1:] and now.played[-1][1] == point
        targets = tuple(target for base, target in now.own if base == point)
        words = said("{side}'s piece on {point}", side=SIDE_NAMES[side], point=now.labels[point])
        if moved:
            words = said("{piece}, moved last", piece=words)
        if now.seats[side] == now.view.seat and now.numbers:
            words = _with_steps(words, point, side, now)
        parts = scenery.standing_piece(side, point, bool(moved), targets, now.turned)
        how: dict[str, Any] = {"text": (MARKS[side],), "cell": scenery.CELLS[point], "ink": SIDE_COLOURS[side]}
        things.append(Thing(key, words, parts, *spot(point, now.turned), **how, bold=bool(moved or targets)))
    return things


def _with_steps(piece: Said, point: int, side: int, now: Now) -> Said:
    """A piece and its three lines with the steps on each, as its own side sees them.  [D39]"""
    way = 1 if side == now.side else -1
    row, slash, backslash = (signed(way * now.differences[line]) for line in GRID.lines_through[point])
    template = said('{piece}: row {row}, "/" line {slash}, "\\" line {backslash}')
    return template.given_also(piece=piece, row=row, slash=slash, backslash=backslash)


def _plate(side: int, now: Now) -> Plate:
    """A player's side, and how far it is from its goal."""
    seat, over = now.seats[side], now.view.outcome
    away = min(abs(int(ROW[point]) - (0, 8)[side]) for point in members_of(now.s.sides[side]))
    far = counted("one row to go", "{rows} rows to go", "rows", rows=away) if away else said("in the goal")
    line = said("{side}, {far}", side=SIDE_NAMES[side], far=far)
    emblem = scenery.emblem(side, bool(over and seat in over.winners))
    faded = seat in now.view.left
    return Plate(seat, SIDE_COLOURS[side], emblem, MARKS[side], line, active=now.view.turn == seat, faded=faded)


def _status(now: Now) -> Said:
    """The end (D43); else that the side not to move could enter its goal row next (D40), a draw offer and the ply (D37)."""
    view, ply = now.view, now.s.ply
    if view.outcome:
        return sentences(*notation.last_lines(now.s, view.outcome))
    told = []
    side, ways = SIDE_NAMES[1 - now.side], now.named(now.threats)
    if len(ways) > 2:
        told.append(said("{side} threatens to win in {ways} ways.", side=side, ways=len(ways)))
    elif ways:
        told.append(said("{side} threatens to win by {ways}.", side=side, ways=tuple(ways)))
    if view.draw_offer is not None:
        told.append(said("{seat} offers a draw.", seat=Seat(view.draw_offer)))
    return sentences(*told, said("Move {ply} of at most {cap}.", ply=ply + 1, cap=view.options["ply_cap"]))


def _notes(now: Now) -> list[Note]:
    """What the numbers mean (in a terminal: the numbers), the last move, and the list of moves (D38)."""
    notes, over = [], now.view.outcome
    if now.numbers:
        legend = said("+2: exactly 2 steps"), said("0 or less: no move")
        numbers = notation.text_differences(now.differences, now.labels)
        notes.append(Note("differences", legend, said("Lead of the side to move"), numbers))
    if now.played:
        notes.append(Note("last", (), text=(_last(now),)))
    if over:
        shown = now.named(now.played[-LISTED:])
        head = said("The moves played")
        if len(shown) < len(now.played):
            head = said("The last {number} moves played", number=len(shown))
        why = [said("{why:C}.", why=over.words)] if over.winners else []  # else the last line says it
        notes.append(Note("moves", (*why, ", ".join(shown)), head))
    elif now.view.settings["show_moves"]:
        side, number = SIDE_NAMES[now.side], len(now.moves)
        head = counted("{side} has one move", "{side} has {number} moves", "number", side=side, number=number)
        if now.swap:
            head = said("{moves} or takes over White", moves=head)
        notes.append(Note("moves", (", ".join(now.named(now.moves)),), head, moves=True))
    return notes
