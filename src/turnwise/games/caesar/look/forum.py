"""Caesar and Cleopatra, the board: the forum with patricians and busts between both players' influence."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from typing import NamedTuple

from turnwise.games.caesar import captions as tell
from turnwise.games.caesar.board import FULL, SIZE
from turnwise.games.caesar.look.art import SIDES, H, W, back, bust, face, known, laurel, patrician
from turnwise.games.caesar.look.scene import Scene
from turnwise.games.caesar.notation import GROUP_NAMES
from turnwise.games.caesar.phrases import GROUPS, announcement
from turnwise.kit.pieces import Area, Board
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Thing, outlines
from turnwise.kit.words import Words, said

WIDTH, BAY, BROAD = 1000.0, 200.0, 29
MIDDLES = tuple(BAY * (column + 0.5) for column in range(5))
FIGURE, FEET, TOUCHED, READ = 46.0, 29.0, 23.54, 11.5
"""How high a patrician is, from one to the next; the pixels that a finger needs, and an eye."""
MARKS, EDGE = "▲●", "marble_edge/1"
FRAMES = {"up": "[]┌─┐│└┘", "down": "()▒▒▒▒▒▒", "place": "()▒▒▒▒▒▒", "lit": "<>╔═╗║╚╝", "spent": "--┌╌┐╎└┘"}
"""What stands around a card in a terminal, in one row or in several."""
SHEET = "M-20 -22L20 -22Q16 0 20 22Q10 26 0 24Q-10 22 -20 25Q-16 0 -20 -22Z"
GHOST = "M-11 0v-9h5Q-9 -7 -18 -12Q-17 -24 -5 -26C-14 -36 -9 -48 0 -48C9 -48 14 -36 5 -26Q17 -24 18 -12Q9 -7 6 -9h5v9Z"


class Side(NamedTuple):
    """A player's side: the size of cards, and from the middle of a group the places for five and for their sum."""

    height: float
    card: float
    slots: tuple[tuple[float, float], ...]


class Shape(NamedTuple):
    """The board in one room, the units that a pixel takes, how high names are, where patricians stand and how large;
    in a terminal how broad a group and how high a card is, and the rows of what is there."""

    height: float
    pixel: float
    far: Side
    near: Side
    plaque: float
    zone: tuple[float, float, float]
    column: int
    card: int
    lines: tuple[int, ...]

    def cell(self, column: int, line: int, right: int = 0) -> tuple[int, int]:
        return column * self.column + right, self.lines[line]


def _side(top: float, height: float, pixel: float) -> Side:
    """Cards as large as may be; those that are touched, at the top, lie over each other if a finger needs the room."""
    card, across = max((min((BAY / n - 3) / W, (height * n / 6 - 5) / H), n) for n in (2, 3, 6))
    rows, down = 6 // across, min((height - 6 - H * card) / max(1, 6 // across - 1), H * card + 8)
    if not top and card < TOUCHED * pixel / (W + 4):
        card, across = TOUCHED * pixel / (W + 4), min(5, int(BAY / (22.5 * pixel)))
        rows, down = -(-FULL // across), 24 * pixel
        height = max(height, down * (rows - 1) + H * card + 4)
    x, y, right = (1 - across) / 2, top + (height - (rows - 1) * down) / 2, min(BAY / across, W * card + 8)
    slots = ((round((x + at % across) * right, 1), round(y + at // across * down, 1)) for at in range(across * rows))
    return Side(height, round(card, 3), (*slots, (70.0, top or height))[:6])


@cache
def _shape(height: float, pixel: float, column: int, card: int) -> Shape:
    far, plaque = _side(0, 0.33 * height, pixel), max(26.0, 15 * pixel)
    below = max(18 * pixel, min(0.33 * height, height - far.height - 30 * pixel))
    near, top, end = _side(height - below, below, pixel), far.height + 4 + 5 * pixel, height - below - plaque - 3
    if end - top < 8:  # in a mere strip nothing can be touched or read, but it can be drawn
        return _shape(height, 0.9 * pixel, column, card)
    name, low = (2, 4) if card == 1 else (card + 2, card + 5)
    lines = 0, 1, name, name + 1, low, low + card, low + card + 1, low + card + 2
    return Shape(height, pixel, far, near, plaque, (top, end, min(1.15, (end - top) / 58)), column, card, lines)


def ratio(area: Area) -> float:
    """How many times as broad as high the board is in a room."""
    return max(0.85, min(2.45 if area.h > 150 else 5.4, area.ratio))


def board(scene: Scene, area: Area, columns: int = 80, rows: int = 8) -> Board:
    """The board in a room of a window, and in so much of a terminal, where there may be cards as large as cards."""
    height = WIDTH / ratio(area)
    pixel = round(min(4.0, max(WIDTH / area.w, height / area.h)), 2)
    text = (BROAD, 4) if columns >= 5 * BROAD and rows > 15 else (16, 3 if rows > 13 else 1)
    shape = _shape(round(height), pixel, *text)
    things = [Thing("forum", tell.FORUM, _halls(scene.below, shape))]
    for column, group in enumerate(GROUP_NAMES):
        things += _group(scene, shape, column, group)
        things += (thing for seat in range(2) for thing in _influence(scene, shape, seat, column, group))
        things += _answers(scene, shape, column, group)
    cells, written = (5 * shape.column, shape.lines[-1] + 1), partial(board, scene, area)
    return Board(WIDTH, shape.height, (*things, *_over(scene, shape)), cells, written=written)


@cache
def _halls(below: int, shape: Shape) -> tuple[Part, ...]:
    """Halls between columns, with pedestals and steps, and a cloth with places for cards at each player's side."""
    low, top, (start, end, scale) = shape.height - shape.near.height - shape.plaque, shape.far.height, shape.zone
    parts: list[Part] = []
    for seat, side, y in ((1 - below, shape.far, 0.0), (below, shape.near, low + shape.plaque)):
        w, h = W * side.card, H * side.card
        parts.append(Box(0, y, WIDTH, side.height, f"{SIDES[seat]}_cloth", "gold", 1.5, round=6))
        for middle, (x, y) in product(MIDDLES, side.slots[:FULL]):
            parts.append(Box(middle + x - w / 2, y - h / 2, w, h, "", SIDES[seat], 1.4, 6, 0.45, "4 4"))
    parts.append(Box(0, top, WIDTH, low + shape.plaque - top, "hall_shade"))
    for layer, y in enumerate(range(int(top) + 30, int(low) - 8, 24)):
        joints = "".join(f"M{x} {y}v24" for x in range(22 + 26 * (layer % 2), 1000, 52))
        parts += outlines(f"M0 {y}h1000{joints}//{EDGE}/.3")
    for x, group in zip(MIDDLES, GROUP_NAMES, strict=True):
        stone = f"M-20 -1h40v5h-40z/marble_light/{EDGE}|M-16 4h32v6h-32z/marble/{EDGE}|{GHOST}/{group}//0/.22"
        ghost = *outlines(stone), Path(GHOST, "", "carved", 1.4, 0.5, "4 4")
        parts.append(Group(ghost, x - 72, (start + end) / 2 + 20 * scale, scale))
    flutes = "".join(f"M{x} {top + 26:g}V{low - 10:g}" for x in (-3, 0, 3))
    column = outlines(f"""M-6 {top + 10:g}h12V{low:g}h-12z/marble/{EDGE}|{flutes}//{EDGE}/.6|
M-12 {top + 12:g}h24l-5 11h-14z/marble_shade/{EDGE}|M-10 {low - 9:g}h20v9h-20z/marble_shade/{EDGE}""")
    parts += (Group(column, x) for x in (12, 200, 400, 600, 800, 988))
    meander = "".join(f"M{13 * at} {top + 8:g}v-5h9v5h-5v-2h2" for at in range(77))
    rims = (top - 2, top + 12), (low, low + shape.plaque + 2)
    steps = "|".join(f"M0 {y:g}H1000V{y2:g}H0z/marble_shade/{EDGE}" for y, y2 in rims)
    return *parts, *outlines(f"{steps}|{meander}//gold/1.2/.8")


def _group(scene: Scene, shape: Shape, column: int, group: str) -> Iterator[Thing]:
    """A group as a place to touch, its bust, and its patricians, in the middle or won, at their owners' sides."""
    state, x, size, (top, end, scale) = scene.state, MIDDLES[column], int(SIZE[column]), shape.zone
    left, won, lit = state["patricians"][group], [won[group] for won in state["won"]], f"group:{group}" in scene.aims
    words, apart = (
        tell.group_words(group, left, won, size, voted=group in scene.votes, lit=lit),
        1 + (shape.column >= BROAD),
    )
    shown = tell.on_group(group, left, size, lit=lit)
    parts, ink = _hall(scene.below, column, tuple(won), lit, group in scene.votes, shape), "accent" if lit else "ink"
    yield Thing(f"group:{group}", words, parts, x, text=(shown,), cell=shape.cell(column, 2), ink=ink, bold=True)
    if group in state["visible"]:
        ray = (Disc(0, -24, 28, "gold_light", "glow", 2.5, 0.75),) if group == scene.drawn else ()
        words, parts, y = tell.bust_words(group, scene.drawn), (*ray, *bust(group)), (top + end) / 2 + 20 * scale
        text, cell = (said("bust"),), shape.cell(column, 3, 3 + 5 * apart)
        yield Thing(f"bust:{group}", words, parts, x - 72, y, 0, scale, text, cell, ink="muted", comes="bag")
    for number in range(size):
        # Caesar's are counted from the first, Cleopatra's from the last: a patrician keeps its key when it is won.
        owner = 0 if number < won[0] else 1 if number >= size - won[1] else None
        key, words, at = f"patrician:{group}:{number}", tell.patrician_words(group, owner), number + (5 - size) / 2
        y, mark, ink = (top + end + FIGURE * scale) / 2, "♦", "ink"
        if owner is not None:
            y = end - 3 if owner == scene.below else top + FIGURE * scale
            mark, ink = MARKS[owner], f"{SIDES[owner]}_ink"
        cell, at = shape.cell(column, 3, 2 + apart * number), x - 38 + at * FEET
        yield Thing(key, words, patrician(group), at, y, 0, scale, (mark,), cell, ink=ink)


@cache
def _hall(below: int, column: int, won: tuple[int, ...], lit: bool, voted: bool, shape: Shape) -> tuple[Part, ...]:
    """A group's name, where figures are too small with their number, rugs for those who were won, and the points that most or all of
    them bring: on the rug, where it is large enough, else beside the name.  [C38]"""
    (top, end, scale), tall, radius, size = shape.zone, shape.plaque - 6, max(11.0, 8.2 * shape.pixel), SIZE[column]
    y, depth, middle, parts = end + 7, 0.3 * (end - top), end + 7 + tall / 2, list[Part]()
    for seat, number in enumerate(won):
        at, strong = end - depth if seat == below else top - 4, 0.85 if number else 0.25
        parts.append(Box(-88, at, 176, depth + 4, f"{SIDES[seat]}_shade", "gold", 1.2, 3, strong))
    fill = "gold_shade" if voted else "marble_light" if sum(won) < size else "marble_dark"
    edge, name, ink = ("glow", 3) if lit else ("marble_edge", 1), GROUP_NAMES[column], "letters" if voted else "carved"
    parts += Box(-94, y, 188, tall, fill, *edge, round=4), Box(-94, y, 12, tall, name, "marble_edge", 1, 4)
    most = next((seat for seat, number in enumerate(won) if 2 * number > size), None)
    beside = radius if most is not None and depth < radius else 0.0
    words: Words = GROUPS[name]
    if FIGURE * scale < READ * shape.pixel:
        words = said("{group} {left}/{size}", group=words, left=int(size) - sum(won), size=int(size))
    parts.append(Label(4 - beside, middle, words, 0.8 * tall, ink, bold=True, serif=True, room=168 - 2 * beside))
    if most is not None:
        outer = max(depth / 2, radius - 4)
        x, at = (92 - radius, middle) if beside else (-70, end + 2 - outer if most == below else top - 2 + outer)
        points = Label(x, at, f"+{1 + (won[most] == size)}", 15, "parchment", bold=True)
        parts += Disc(x, at, radius, f"{SIDES[most]}_shade", "gold", 2), points
    if lit:
        parts.append(Box(-96, shape.height - shape.near.height + 3, 192, shape.near.height - 6, "", "glow", 3, 8))
    return Box(-96, 0, 192, shape.height, "white", opacity=0), *parts


def _influence(scene: Scene, shape: Shape, seat: int, column: int, group: str) -> Iterator[Thing]:
    """A player's cards at a group, face-up ones first, and what they add up to."""
    near, ink, manner = seat == scene.below, f"{SIDES[seat]}_ink", "turns" if (seat, group) in scene.turned else ""
    side, step = shape.near if near else shape.far, 3 if shape.column < BROAD else 6
    for at, (key, kind, way, fresh) in enumerate(_lying(scene, seat, group)):
        lit, (x, y) = key in scene.aims, side.slots[at]
        frame = "glow" if lit else "accent" if fresh else way if way == "spent" else ""
        parts = back(seat, False, frame) if not kind else (face if way in ("up", "spent") else known)(seat, kind, frame)
        words = tell.card_words(seat, kind, group, way, lit=lit, fresh=fresh)
        text = _typed(kind or "?", "lit" if lit else way, min(step, 5) - 2, shape.card)
        cell, comes = shape.cell(column, 4 if near else 1, step * at), f"held:{seat}:influence" if fresh else ""
        x += MIDDLES[column]
        yield Thing(key, words, parts, x, y, 0, side.card, text, cell, ink=ink, manner=manner, comes=comes)
    (up, down), vote, (x, y) = scene.lying(seat, group), scene.staged.get(group), side.slots[FULL]
    total, wise, hidden = tell.strength(up, down)
    if vote:  # what it was then  [C54]
        total, wise, hidden = vote[f"sum{seat}"], vote[f"philosophers{seat}"], 0
    if up or down or vote:
        words, cell = tell.sum_words(seat, group, total, hidden, wise), shape.cell(column, 5 if near else 0)
        wins, more = bool(vote and vote["winner"] == seat), f"+{hidden}?" if hidden else "P" * wise
        wreath, dark = (laurel("gold_light", "gold_dark", 29, 9),) if wins else (), f"{SIDES[seat]}_dark"
        number = Label(0, -9 if more else 1, str(total), 24, dark, bold=True, serif=True)
        note = (Label(0, 13, more, 14, "letters", bold=True),) if more else ()
        parts = *wreath, Path(SHEET, "parchment_shade", dark, 1.5), number, *note
        scale, text = side.card * W / (38 if wins else 44), (tell.on_sum(total, hidden, wise),)
        scale = max(scale, 0.48 * shape.pixel) if more else scale  # two lines one below the other
        x = min(MIDDLES[column] + x, WIDTH - 40 * scale * wins)
        yield Thing(f"sum:{seat}:{group}", words, parts, x, y, 0, scale, text, cell, ink=ink, manner="beats")


def _typed(sign: str, way: str, room: int, high: int) -> tuple[Words, ...]:
    """A card in characters, in one row or with its sign in its corners."""
    frame, inside = FRAMES[way], (sign.ljust(room), *(high - 3) * (sign.rjust(room),))
    if high == 1:
        return (f"{frame[0]}{sign}{frame[1]}",)
    top, low = frame[2] + frame[3] * room + frame[4], frame[6] + frame[3] * room + frame[7]
    return top, *(frame[5] + row + frame[5] for row in inside), low


def _lying(scene: Scene, seat: int, group: str) -> Iterator[tuple[str, str, str, bool]]:
    """Key, kind if known, how it lies, whether it was laid last. A key stays when a card is turned up, or is spent."""
    (up, down), copies, spent = scene.lying(seat, group), Counter[str](), scene.spent if group in scene.staged else {}
    last = scene.laid if (scene.laid["seat"], scene.laid.get("group")) == (seat, group) else {"event": ""}
    cost = {kind: number for (*at, kind), number in spent.items() if at == [seat, group]}
    for way, zone in (("up", up), ("down", down), ("spent", cost)):
        for kind, number in zone.items():
            fresh = last["event"] == f"laid_{way}" and (last["kind"] or "") == kind
            for copy in range(number):
                key = f"lies:{seat}:{group}:{kind}:{copies[kind]}" if kind else f"down:{seat}:{group}:{copy}"
                copies[kind] += 1
                yield key, kind, way, fresh and copy == number - 1
    if placing := (scene.state["placed"][seat] or {}).get(group):
        yield f"lies:{seat}:{group}:{placing}:0", placing, "place", False


def _answers(scene: Scene, shape: Shape, column: int, group: str) -> Iterator[Thing]:
    """The question how a card shall lie, at the group it was brought to.  [C53]"""
    h = min(max(shape.near.height - 16, 27 * shape.pixel), 150.0)
    name, y = 18 * shape.pixel if h > 60 * shape.pixel else 0.0, shape.height - max(shape.near.height, h) / 2
    faces = ("up", face(scene.below, "5"), "[▲]"), ("down", back(scene.below, False), "[▼]")
    for at, (way, card, text) in enumerate(faces):
        if (key := f"face:{way}:{group}") in scene.aims:
            label = Label(
                0, h / 2 - 10 * shape.pixel, tell.FACES[way] if name else "", 15, bold=True, room=88, spare=True
            )
            small = Group(card, 0, -name / 2, round(min(0.8, (h - name - 8) / H), 3))
            words, parts = tell.face_words(way, group), (Box(-47, -h / 2, 94, h, "button", "glow", 3, 12), small, label)
            x, cell = MIDDLES[column] + (at - 0.5) * 98, shape.cell(column, 6, 4 * at)
            yield Thing(key, words, parts, x, y, text=(text,), cell=cell, ink="accent", manner="asks")


def _over(scene: Scene, shape: Shape) -> Iterator[Thing]:
    """Who has won a vote that is shown, or an announced card where it will act, and a Castling.  [C29, C33, C54]"""
    state, y, room = scene.state, sum(shape.zone[:2]) / 2, shape.height - shape.near.height - shape.far.height - 8
    for group, vote in scene.staged.items():
        w, lines = (max(360.0, 240 * shape.pixel), 2) if len(scene.staged) == 1 else (BAY - 4, 3)
        size, x = max(20.0, 13 * shape.pixel), max(w / 2, min(WIDTH - w / 2, MIDDLES[GROUP_NAMES.index(group)]))
        h, fill = (1.25 * lines + 0.4) * size, "brown" if vote["winner"] is None else f"{SIDES[vote['winner']]}_shade"
        label = Label(0, 0, tell.verdict(vote), size, "parchment", bold=True, serif=True, room=0.85 * w, lines=lines)
        parts = Box(-w / 2, -h / 2, w, h, fill, "gold", 2.5, round=10), label
        yield Thing(f"verdict:{group}", tell.tally(vote), parts, x, y, manner="lingers")
    if scene.view.outcome or not state["announced"] or state["phase"] == "spy":
        return
    mover, (_, *groups), kind = state["mover"], state["announced"].split(), tell.card_of(state["announced"])
    columns = [GROUP_NAMES.index(group) for group in groups if group in GROUP_NAMES] or [2]
    x, veto = sum(MIDDLES[at] for at in columns) / len(columns), said("{card}?", card=tell.ACTION_TITLES["veto"])
    asked = Label(0, 38, veto, 24, "parchment", bold=True, serif=True, room=84)
    ribbon = (Box(-44, 22, 88, 32, "caesar_shade", "gold", 2, 8), asked) if state["phase"] == "veto" else ()
    words, text = announcement(mover, state["announced"]), (tell.on_table(kind),)
    scale, card, comes = min(1.5, room / H), (*face(mover, kind, "glow"), *ribbon), f"held:{mover}:action"
    yield Thing("announced", words, card, x, y, 0, scale, text, shape.cell(0, 7), comes=comes)
    for column, half, words in zip(columns, state["division"] or (), tell.division(state), strict=False):
        signs = "→ " + " ".join(kind for kind, number in half.items() for _ in range(number))
        parts = Box(-90, -24, 180, 48, "parchment_shade", "glow", 3, 8), Label(0, 0, signs, 26, "letters", room=170)
        x, y, cell = MIDDLES[column], shape.height - shape.near.height / 2, shape.cell(column, 6)
        yield Thing(f"gets:{GROUP_NAMES[column]}", words, parts, x, y, text=(signs,), cell=cell)
