"""Caesar and Cleopatra, the board: the forum with its patricians and busts between both players' influence, in five columns."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from turnwise.games.caesar import captions as tell
from turnwise.games.caesar.board import FULL, SIZE
from turnwise.games.caesar.look.art import SIDES, bust, laurel, patrician
from turnwise.games.caesar.look.cards import H, W, back, face, known
from turnwise.games.caesar.look.scene import Scene
from turnwise.games.caesar.notation import GROUP_NAMES
from turnwise.games.caesar.phrases import GROUPS, announcement
from turnwise.kit.pieces import Area, Board
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Thing
from turnwise.kit.words import said, sentences

WIDTH, BAY, COLUMN, CELLS = 1000.0, 200.0, 16, (80, 9)
MIDDLES = tuple(BAY * (column + 0.5) for column in range(5))
FIGURE, FEET, TOUCHED = 46.0, 29.0, 23.54
"""How high a patrician is, from one to the next, and the pixels that a finger needs."""
MARKS, EDGE = "▲●", ("marble_edge", 1)
SHEET = "M-20 -22L20 -22Q16 0 20 22Q10 26 0 24Q-10 22 -20 25Q-16 0 -20 -22Z"
GHOST = "M-11 0v-9h5Q-9 -7 -18 -12Q-17 -24 -5 -26C-14 -36 -9 -48 0 -48C9 -48 14 -36 5 -26Q17 -24 18 -12Q9 -7 6 -9h5v9Z"


class Side(NamedTuple):
    """A player's side of the board, and how cards lie there: their size, rows, and from one to the next."""

    height: float
    card: float
    across: int
    rows: int
    right: float
    down: float


class Shape(NamedTuple):
    """The board in one room, the units that a pixel takes, a group's name, and where patricians stand: from, to, how large."""

    height: float
    pixel: float
    far: Side
    near: Side
    plaque: float
    zone: tuple[float, float, float]

    def slot(self, column: int, at: int, near: bool) -> tuple[float, float]:
        """The middle of a place for a card; the sixth is for the sum, at the forum if there is no other."""
        side = self.near if near else self.far
        x, y = MIDDLES[column], self.height - side.height / 2 if near else side.height / 2
        if at // side.across >= side.rows:
            return x + 70, y + side.height / (-2 if near else 2)
        right, down = at % side.across - (side.across - 1) / 2, at // side.across - (side.rows - 1) / 2
        return round(x + right * side.right, 1), round(y + down * side.down, 1)


def _side(height: float, pixel: float, touched: bool) -> Side:
    """Cards as large as may be; in small rooms those that are touched lie over each other as far as a finger allows."""
    card, across = max((min((BAY / n - 3) / W, (height * n / 6 - 5) / H), n) for n in (2, 3, 6))
    rows, down = 6 // across, min((height - 6 - H * card) / max(1, 6 // across - 1), H * card + 8)
    if touched and card < TOUCHED * pixel / (W + 4):
        card, across = TOUCHED * pixel / (W + 4), min(5, int(BAY / (22.5 * pixel)))
        rows, down = -(-FULL // across), 24 * pixel
        height = max(height, down * (rows - 1) + H * card + 4)
    return Side(height, round(card, 3), across, rows, min(BAY / across, W * card + 8), down)


@cache
def _shape(height: float, pixel: float) -> Shape:
    pixel = min(pixel, height / 110)  # in a mere strip nothing can be touched or read, but it can be drawn
    far = _side(0.33 * height, pixel, True)
    near = _side(max(18 * pixel, min(0.33 * height, height - far.height - 30 * pixel)), pixel, False)
    plaque = max(26.0, 15 * pixel)
    top, end = far.height + 4 + 5 * pixel, height - near.height - plaque - 3
    return Shape(height, pixel, far, near, plaque, (top, end, min(1.15, (end - top) / 58)))


def board(scene: Scene, area: Area) -> Board:
    height = WIDTH / max(0.85, min(2.1 if area.h > 220 else 2.6 if area.h > 150 else 5.4, area.ratio))
    shape = _shape(round(height), round(min(4.0, max(WIDTH / area.w, height / area.h)), 2))
    things = [Thing("forum", tell.FORUM, _halls(scene.below, shape))]
    for column, group in enumerate(GROUP_NAMES):
        things += _group(scene, shape, column, group)
        things += (thing for seat in range(2) for thing in _influence(scene, shape, seat, column, group))
        things += _answers(scene, shape, column, group)
    return Board(WIDTH, shape.height, (*things, *_votes(scene, shape), *_shown(scene, shape)), CELLS)


@cache
def _halls(below: int, shape: Shape) -> tuple[Part, ...]:
    """Halls between columns, with pedestals and steps, and a cloth with places for cards at each player's side."""
    low, top, (start, end, scale) = shape.height - shape.near.height - shape.plaque, shape.far.height, shape.zone
    parts: list[Part] = []
    for seat, side, y in ((1 - below, shape.far, 0.0), (below, shape.near, low + shape.plaque)):
        w, h = W * side.card, H * side.card
        parts.append(Box(0, y, WIDTH, side.height, f"{SIDES[seat]}_cloth", "gold", 1.5, round=6))
        for x, y in (shape.slot(column, at, seat == below) for column, at in product(range(5), range(FULL))):
            parts.append(Box(x - w / 2, y - h / 2, w, h, "", SIDES[seat], 1.4, 6, 0.45, "4 4"))
    parts.append(Box(0, top, WIDTH, low + shape.plaque - top, "hall_shade"))
    for layer, y in enumerate(range(int(top) + 30, int(low) - 8, 24)):
        joints = "".join(f"M{x} {y}v24" for x in range(22 + 26 * (layer % 2), 1000, 52))
        parts.append(Path(f"M0 {y}h1000{joints}", "", *EDGE, 0.3))
    for column, group in enumerate(GROUP_NAMES):
        ghost = Path(GHOST, group, opacity=0.22), Path(GHOST, "", "carved", 1.4, 0.5, "4 4")
        stone = Box(-20, -1, 40, 5, "marble_light", *EDGE, 1), Box(-16, 4, 32, 6, "marble", *EDGE, 1)
        parts.append(Group((*stone, *ghost), MIDDLES[column] - 72, (start + end) / 2 + 20 * scale, scale))
    for x in (12.0, *(BAY * at for at in range(1, 5)), WIDTH - 12):
        flutes = "".join(f"M{x + dx:g} {top + 26:g}V{low - 10:g}" for dx in (-3, 0, 3))
        parts += Box(x - 6, top + 10, 12, low - top - 10, "marble", *EDGE), Path(flutes, "", *EDGE, 0.6)
        parts.append(Path(f"M{x - 12:g} {top + 12:g}h24l-5 11h-14z", "marble_shade", *EDGE))
        parts.append(Box(x - 10, low - 9, 20, 9, "marble_shade", *EDGE, 2))
    meander = "".join(f"M{13 * at} {top + 8:g}v-5h9v5h-5v-2h2" for at in range(77))
    steps = (Box(0, y, WIDTH, h, "marble_shade", *EDGE, 2) for y, h in ((top - 2, 14), (low, shape.plaque + 2)))
    return (*parts, *steps, Path(meander, "", "gold", 1.2, 0.8))


def _group(scene: Scene, shape: Shape, column: int, group: str) -> Iterator[Thing]:
    """A group as a place to touch, its bust, and its patricians: those left in the middle, those won at their owners' sides."""
    state, x, size, (top, end, scale) = scene.state, MIDDLES[column], int(SIZE[column]), shape.zone
    left, won, left_at = state["patricians"][group], [won[group] for won in state["won"]], column * COLUMN
    lit, voted = f"group:{group}" in scene.aims, any(vote["group"] == group for vote in scene.votes)
    words, ink = tell.group_words(group, left, won, size, voted=voted, lit=lit), "accent" if lit else "ink"
    shown = said("{mark}{group} {left}/{size}", mark="▸" if lit else " ", group=GROUPS[group], left=left, size=size)
    parts = _hall(scene.below, group, tuple(won), size, lit, voted, shape)
    yield Thing(f"group:{group}", words, parts, x, text=(shown,), cell=(left_at, 2), ink=ink, bold=True)
    if group in state["visible"]:
        ray = (Disc(0, -24, 28, "gold_light", "glow", 2.5, 0.75),) if group == scene.drawn else ()
        words, parts, y = tell.bust_words(group, scene.drawn), (*ray, *bust(group)), (top + end) / 2 + 20 * scale
        cell, text = (left_at + 8, 3), (said("bust"),)
        yield Thing(f"bust:{group}", words, parts, x - 72, y, 0, scale, text, cell, ink="muted", comes="bag")
    for number in range(size):
        # Caesar's are counted from the first, Cleopatra's from the last: a patrician keeps its key and its place when it is won.
        owner = 0 if number < won[0] else 1 if number >= size - won[1] else None
        key, words, at = f"patrician:{group}:{number}", tell.patrician_words(group, owner), number + (5 - size) / 2
        y, mark, ink = (top + end + FIGURE * scale) / 2, "♦", "ink"
        if owner is not None:
            y = end - 3 if owner == scene.below else top + FIGURE * scale
            mark, ink = MARKS[owner], f"{SIDES[owner]}_ink"
        cell, at = (left_at + 2 + number, 3), x - 38 + at * FEET
        yield Thing(key, words, patrician(group), at, y, 0, scale, (mark,), cell, ink=ink)


@cache
def _hall(
    below: int, group: str, won: tuple[int, ...], size: int, lit: bool, voted: bool, shape: Shape
) -> tuple[Part, ...]:
    """A group's name, rugs for those who were won, and the points that most or all of them bring.  [C38]"""
    (top, end, _), tall, radius = shape.zone, shape.plaque - 6, max(11.0, 8.2 * shape.pixel)
    fill = "gold_shade" if voted else "marble_light" if sum(won) < size else "marble_dark"
    y, depth, middle_y = end + 7, 0.3 * (end - top), end + 7 + tall / 2
    parts: list[Part] = [Box(-96, 0, 192, shape.height, "white", opacity=0)]
    for seat, number in enumerate(won):
        at = end - depth if seat == below else top - 4
        parts.append(Box(-88, at, 176, depth + 4, f"{SIDES[seat]}_shade", "gold", 1.2, 3, 0.85 if number else 0.25))
    parts.append(Box(-94, y, 188, tall, fill, "glow" if lit else "marble_edge", 3 if lit else 1, round=4))
    ink, name = "letters" if voted else "carved", Box(-94, y, 12, tall, group, *EDGE, 4)
    parts += name, Label(4, middle_y, GROUPS[group], 0.8 * tall, ink, bold=True, serif=True, room=168)
    for seat, number in enumerate(won):
        if 2 * number > size:
            parts.append(Disc(92 - radius, middle_y, radius, f"{SIDES[seat]}_shade", "gold", 2))
            parts.append(Label(92 - radius, middle_y, f"+{1 + (number == size)}", 15, "parchment", bold=True))
    frame = Box(-96, shape.height - shape.near.height + 3, 192, shape.near.height - 6, "", "glow", 3, 8)
    return (*parts, frame) if lit else tuple(parts)


def _influence(scene: Scene, shape: Shape, seat: int, column: int, group: str) -> Iterator[Thing]:
    """A player's cards at a group, face-up ones first, and what they add up to."""
    near, ink, manner = seat == scene.below, f"{SIDES[seat]}_ink", "turns" if (seat, group) in scene.turned else ""
    side = shape.near if near else shape.far
    for at, (key, kind, way, fresh) in enumerate(_lying(scene, seat, group)):
        lit, (x, y) = key in scene.aims, shape.slot(column, at, near)
        frame = "glow" if lit else "accent" if fresh else ""
        parts = back(seat, False, frame) if not kind else (face if way == "up" else known)(seat, kind, frame)
        words = tell.card_words(seat, kind, group, way, lit=lit, fresh=fresh)
        text = f"<{kind}>" if lit else f"[{kind}]" if way == "up" else f"({kind or '?'})"
        cell, comes = (column * COLUMN + 3 * at, 4 if near else 1), f"held:{seat}:influence" if fresh else ""
        yield Thing(key, words, parts, x, y, 0, side.card, (text,), cell, ink=ink, manner=manner, comes=comes)
    up, down = scene.lying(seat, group)
    total, wise, hidden = tell.strength(up, down)
    (x, y), scale, wins = shape.slot(column, FULL, near), side.card * W / 44, False
    for vote in (vote for vote in scene.staged if vote["group"] == group):  # what it was then, beside the forum  [C54]
        up, total, wise, hidden = {"": 0}, vote[f"sum{seat}"], vote[f"philosophers{seat}"], 0
        x, scale, wins = MIDDLES[column], 1.25 * scale, vote["winner"] == seat
        y = shape.height - side.height + 20 * scale if near else side.height - 20 * scale
    if up or down:
        shown = f"={total}" + f"+{'?' * hidden}" * bool(hidden) + f" {'P' * wise}" * bool(wise)
        words, cell = tell.sum_words(seat, group, total, hidden, wise), (column * COLUMN, 5 if near else 0)
        parts = _sum(seat, total, f"+{hidden}?" if hidden else "P" * wise, wins)
        rows = (said("{sum}", sum=shown),)  # whose digits stay together
        yield Thing(f"sum:{seat}:{group}", words, parts, x, y, 0, scale, rows, cell, ink=ink, manner="beats")


def _lying(scene: Scene, seat: int, group: str) -> Iterator[tuple[str, str, str, bool]]:
    """Key, kind if known, how it lies, whether it was laid last. Copies face down count last: a key stays when a card is turned."""
    up, down = scene.lying(seat, group)
    last = scene.laid if (scene.laid["seat"], scene.laid.get("group")) == (seat, group) else {"event": ""}
    for way, zone in (("up", up), ("down", down if isinstance(down, dict) else {"": down})):
        for kind, number in zone.items():
            fresh = last["event"] == f"laid_{way}" and (last["kind"] or "") == kind
            first = up.get(kind, 0) if way == "down" else 0
            for copy in range(number):
                key = f"lies:{seat}:{group}:{kind}:{first + copy}" if kind else f"down:{seat}:{group}:{copy}"
                yield key, kind, way, fresh and copy == number - 1
    if placing := (scene.state["placed"][seat] or {}).get(group):
        yield f"place:{seat}:{placing}", placing, "place", False


@cache
def _sum(seat: int, total: int, more: str, wins: bool) -> tuple[Part, ...]:
    wreath, ink = (laurel("gold_light", "gold_dark", 32, 9, 2.5),) if wins else (), f"{SIDES[seat]}_dark"
    number = Label(0, -9 if more else 1, str(total), 24, ink, bold=True, serif=True)
    note = (Label(0, 13, more, 14, "letters", bold=True),) if more else ()
    return *wreath, Path(SHEET, "parchment_shade", ink, 1.5), number, *note


def _answers(scene: Scene, shape: Shape, column: int, group: str) -> Iterator[Thing]:
    """The question how a card shall lie, at the group it was brought to.  [C53]"""
    h = min(max(shape.near.height - 16, 27 * shape.pixel), 150.0)
    y = shape.height - max(shape.near.height, h) / 2
    name = 18 * shape.pixel if h > 60 * shape.pixel else 0.0
    for at, (way, card) in enumerate((("up", face(scene.below, "5")), ("down", back(scene.below, False)))):
        if (key := f"face:{way}:{group}") in scene.aims:
            label = Label(0, h / 2 - 10 * shape.pixel, tell.FACES[way], 15, "ink", bold=True, room=88, spare=True)
            small = Group(card, 0, -name / 2, round(min(0.8, (h - name - 8) / H), 3))
            parts = Box(-47, -h / 2, 94, h, "button", "glow", 3, round=12), small, *((label,) if name else ())
            words, text, cell = tell.face_words(way, group), ("[▲]", "[▼]")[at], (column * COLUMN + 4 * at, 6)
            x = MIDDLES[column] + (at - 0.5) * 98
            yield Thing(key, words, parts, x, y, text=(text,), cell=cell, ink="accent", manner="asks")


def _votes(scene: Scene, shape: Shape) -> Iterator[Thing]:
    """The latest vote: in words for a terminal, and as long as it is shown, who has won at its group.  [C54]"""
    told = sentences(*map(tell.tally, scene.votes)) if scene.votes else tell.NO_VOTE
    yield Thing("vote", told, text=(told,), cell=(0, 7), columns=CELLS[0], rows=1, ink="muted")
    for vote in scene.staged:
        room, lines = (max(360.0, 240 * shape.pixel), 2) if len(scene.staged) == 1 else (BAY - 4, 3)
        x, size = MIDDLES[GROUP_NAMES.index(vote["group"])], max(20.0, 13 * shape.pixel)
        h, winner = (1.25 * lines + 0.4) * size, vote["winner"]
        fill = "brown" if winner is None else f"{SIDES[winner]}_shade"
        label = Label(0, 0, tell.verdict(vote), size, "parchment", bold=True, serif=True, room=room - 16, lines=lines)
        parts = Box(-room / 2, -h / 2, room, h, fill, "gold", 2.5, round=10), label
        x, y = max(room / 2, min(WIDTH - room / 2, x)), sum(shape.zone[:2]) / 2
        yield Thing(f"verdict:{vote['group']}", tell.tally(vote), parts, x, y, manner="lingers")


def _shown(scene: Scene, shape: Shape) -> Iterator[Thing]:
    """The hand that a Spy sees, or an announced card where it will act and what a Castling has divided.  [C29, C33, C34]"""
    state, y, room = scene.state, sum(shape.zone[:2]) / 2, shape.height - shape.near.height - shape.far.height - 8
    if scene.view.outcome or not state["announced"]:
        return
    mover, (_, *groups), kind = state["mover"], state["announced"].split(), tell.card_of(state["announced"])
    if "take" in scene.may:
        scale = min(1.3, max(TOUCHED * shape.pixel / W, room / H))
        held = [(kind, copy) for kind, number in state["hands"][1 - mover].items() for copy in range(number)]
        for at, (kind, copy) in enumerate(held):
            key, words = f"hand:{1 - mover}:{kind}:{copy}", tell.hand_words(1 - mover, kind, lit=False)
            x, parts = WIDTH / 2 + (at - (len(held) - 1) / 2) * (W + 8) * scale, face(1 - mover, kind, "glow")
            yield Thing(key, words, parts, x, y, 0, scale, (tell.on_card(kind, lit=True),), (13 * at, 8))
        return
    columns = [GROUP_NAMES.index(group) for group in groups if group in GROUP_NAMES] or [2]
    words, text = announcement(mover, state["announced"]), (tell.on_table(kind),)
    x, comes = (
        sum(MIDDLES[column] for column in columns) / len(columns),
        "" if mover == scene.view.seat else f"held:{mover}:action",
    )
    veto = Label(
        0, 38, said("{card}?", card=tell.ACTION_TITLES["veto"]), 24, "parchment", bold=True, serif=True, room=84
    )
    ribbon = (Box(-44, 22, 88, 32, "caesar_shade", "gold", 2, 8), veto) if state["phase"] == "veto" else ()
    parts = (*face(mover, kind, "glow"), *ribbon)
    yield Thing("announced", words, parts, x, y, 0, min(1.5, room / H), text, (0, 8), comes=comes)
    for column, half, words in zip(columns, state["division"] or (), tell.division(state), strict=False):
        signs = "→ " + " ".join(kind for kind, number in half.items() for _ in range(number))
        parts = Box(-90, -24, 180, 48, "parchment_shade", "glow", 3, 8), Label(0, 0, signs, 26, "letters", room=170)
        x, y, cell = MIDDLES[column], shape.height - shape.near.height / 2, (column * COLUMN, 6)
        yield Thing(f"gets:{GROUP_NAMES[column]}", words, parts, x, y, text=(signs,), cell=cell)
