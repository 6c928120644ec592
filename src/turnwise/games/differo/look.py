"""Differo as a table: a wooden hexagon, the difference at the ends of every line, and where the pieces may go.

Whoever plays Black sees the board turned by half; the text board is always the sheet's own (D35). A piece is known by the point
that it began on: the trail of positions beside the state tells which one went where, also after an undo.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import Any

from turnwise.games.differo import notation, scenery
from turnwise.games.differo.board import GRID, LANDINGS, LINE, PIECES, POINTS, ROW
from turnwise.games.differo.notation import COLOURS, LABELS, POINT_NAMES, SIDE_NAMES, Move, system
from turnwise.games.differo.rules import Do, difference
from turnwise.games.differo.scenery import LARGE, PALETTE, SMALL, Rim, spot
from turnwise.kit import first
from turnwise.kit.pieces import Area, Board, Button, Note, Plate, Table
from turnwise.kit.sets import has, members_of
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
        self.swap = Do.SWAP in legal
        self.moves: dict[int, tuple[int, ...]] = {}  # targets by base; everybody may know them (D28)
        for base, target in (divmod(action, POINTS) for action in legal if action != Do.SWAP):
            self.moves[base] = (*self.moves.get(base, ()), target)
        self.own = self.moves if view.legal else {}  # those that the viewer may make
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
    moves = ((base, target) for base, targets in now.own.items() for target in targets)
    ways = {base * POINTS + target: (now.keys[base], POINT_NAMES[target]) for base, target in moves}
    words = said("Take over White; {seat} goes on as Black", seat=Seat(now.seats[0]))
    swap = now.swap and bool(view.legal)
    status = notation.status(now.s, view, now.named(now.threats))
    mover = said("{seat} ({side}) is to move.", seat=Seat(now.seats[now.side]), side=SIDE_NAMES[now.side])
    return Table(
        said("{game}. {status}", game=said("Differo"), status=status if view.outcome else sentences(mover, status)),
        _board(now),
        tuple(_plate(now.seats.index(seat), now) for seat in (near, 1 - near)),
        tray=(Button("swap", said("Take over White"), words),) * swap if view.options["swap"] else None,
        tray_items=1,
        caption=status,
        notes=tuple(_notes(now)),
        touch={**ways, Do.SWAP: ("swap",)} if swap else ways,
        palette=PALETTE,
        shades=scenery.SHADES,
        sounds=tuple(SOUNDS[event["event"]] for event in view.events),
        seats=tuple(SIDE_COLOURS[now.seats.index(seat)] for seat in range(2)) if view.options["swap"] else (),
    )


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """A piece and then a point, or a piece of the other side, mean a move; an own piece that cannot move, what its best line is for."""
    now = Now(view)
    places = {key: point for point, key in now.keys.items()} | notation.POINT_OF[notation.SOURCE]
    if not set(keys) <= set(places):
        return Do.SWAP if keys == ("swap",) else None
    base, target = places[keys[0]], places[keys[-1]]
    if not has(now.s.sides[now.side], target):
        return base * POINTS + target
    if target in now.own:
        return None
    steps, axis = max((now.differences[line], axis) for axis, line in enumerate(GRID.lines_through[target]))
    landings = LANDINGS[target, axis, max(steps, 1)] or LANDINGS[target, axis, 1]
    return target * POINTS + first(landings)


def _board(now: Now) -> Callable[[Area], Board]:
    """The board with its rim as the room allows."""
    standing = (*_arrows(now), *_points(now), *_pieces(now))
    leaders = SIDE_NAMES[1 - now.side], SIDE_NAMES[now.side]

    @cache
    def with_rim(rim: Rim) -> Board:
        things = [scenery.board(now.turned, system(now.view.settings), rim)]
        for number, worth in enumerate(now.differences if now.numbers else ()):  # [D39]
            things.append(scenery.line(number, worth, leaders[worth > 0], now.turned, now.labels, rim))
        width, height = rim.extent
        corner = -width / 2, 3 - height / 2
        return Board(width, height, (*things, *standing), cells=(58, 20), fixed_by="D35", corner=corner)

    return lambda area: with_rim(LARGE if area.fitted(*LARGE.extent)[1] >= ROOMY else SMALL)


def _arrows(now: Now) -> list[Thing]:
    """The last move (D41), and every way into the goal that the side not to move has (D40)."""
    last = [scenery.arrow(*move, now.turned, _last(now), 1 - now.side) for move in now.played[-1:]]
    told = said("A threat: from {base} to {target}")
    ways = ((way, {"base": now.labels[way[0]], "target": now.labels[way[1]]}) for way in now.threats)
    return [*last, *(scenery.arrow(*way, now.turned, told.given_also(**ends)) for way, ends in ways)]


def _last(now: Now) -> Said:
    base, target = (now.labels[point] for point in now.played[-1])
    mover = SIDE_NAMES[1 - now.side]
    return said("The last move: {side} from {base} to {target}", side=mover, base=base, target=target)


def _points(now: Now) -> list[Thing]:
    """The empty points. Those that the viewer may go to are marked.  [D41]"""
    targets, threatened = {*chain(*now.own.values())}, {target for _, target in now.threats}
    free = (point for point in range(POINTS) if point not in now.keys)
    return [scenery.free_point(p, p in targets, p in threatened, now.turned, now.labels[p]) for p in free]


def _pieces(now: Now) -> list[Thing]:
    things, last = [], now.played[-1][1] if now.played else None
    for point, key in sorted(now.keys.items(), key=lambda item: item[1]):
        side = COLOURS.index(key.split(":")[0])
        ways = tuple(scenery.bearing(point, target, now.turned)[1] for target in now.own.get(point, ()))
        told, way = now.numbers and now.seats[side] == now.view.seat, 1 if side == now.side else -1  # to who plays it
        worth = tuple(way * now.differences[line] for line in GRID.lines_through[point]) if told else ()
        words = notation.of_piece(side, now.labels[point], point == last, worth)
        parts, bold = scenery.standing(side, point == last, ways), bool(ways) or point == last
        text: dict[str, Any] = {"text": (MARKS[side],), "cell": scenery.CELLS[point], "ink": SIDE_COLOURS[side]}
        things.append(Thing(key, words, parts, *spot(point, now.turned), **text, bold=bold))
    return things


def _plate(side: int, now: Now) -> Plate:
    """A player's side, and how far it is from its goal."""
    seat, over = now.seats[side], now.view.outcome
    away = min(abs(int(ROW[point]) - (0, 8)[side]) for point in members_of(now.s.sides[side]))
    far = counted("one row to go", "{rows} rows to go", "rows", rows=away) if away else said("in the goal")
    line = said("{side}, {far}", side=SIDE_NAMES[side], far=far)
    emblem = scenery.emblem(side, bool(over and seat in over.winners))
    faded = seat in now.view.left
    return Plate(seat, SIDE_COLOURS[side], emblem, MARKS[side], line, active=now.view.turn == seat, faded=faded)


def _notes(now: Now) -> list[Note]:
    """What the numbers mean (in a terminal: the numbers), the last move, and the list of moves (D38)."""
    notes, over = [], now.view.outcome
    if now.numbers:
        numbers = notation.text_differences(now.differences, now.labels)
        legend = (said("+2: exactly 2 steps; 0 or less: no move"),)
        notes.append(Note("differences", legend, text=(said("Lead of the side to move"), *numbers)))
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
        side, number = SIDE_NAMES[now.side], sum(map(len, now.moves.values()))
        head = counted("{side} has one move", "{side} has {number} moves", "number", side=side, number=number)
        if now.swap:
            head = said("{moves} or takes over White", moves=head)
        lists = (f"{now.labels[base]}-{'/'.join(now.labels[to] for to in ends)}" for base, ends in now.moves.items())
        notes.append(Note("moves", (", ".join(lists),), head, moves=True))
    return notes
