"""Rally as a table: a road map with the cars on it, the reach of the die framed, and the die below.   [R39] [R43] [R44]"""

from collections.abc import Iterator
from functools import cache, lru_cache, partial
from math import cos, radians, sin

from turnwise.games.rally import figures, scenery
from turnwise.games.rally.atlas import Land, Map, Mark, land_of, map_of
from turnwise.games.rally.figures import DIGITS, car, car_ink, slot
from turnwise.games.rally.scenery import hexagon, landscape, signs
from turnwise.games.rally.state import Do
from turnwise.games.rally.telling import Telling, holders_of, position_of
from turnwise.kit.lettering import plain
from turnwise.kit.pieces import Area, Board, Button, Card, Counter, Note, Panel, Plate, Table, die, near_first
from turnwise.kit.pieces.network import Chart, charted, curve, ratio_in
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Seen, Thing
from turnwise.kit.words import Said, Seat, said

PALETTE = {
    **scenery.PALETTE,
    **figures.PALETTE,
    "quiz": ("#6a3fa6", "#b195e8"),
    "reach": ("#0a63c4", "#4ea6ff"),
    "exact": ("#0b8048", "#3fd98c"),
    "barred": ("#c22b25", "#e2514a"),
    "mark_edge": ("#ffffff", "#04202c"),
}
FRAMES = {
    "here": (("black", 8.5, ""), ("white", 5.5, "")),
    "reach": (("mark_edge", 8.5, ""), ("reach", 5.5, "11 4")),
    "exact": (("mark_edge", 8.5, ""), ("exact", 6, "")),
}
"""The rings around a position, by how it is marked."""
SEAT_COLOURS = tuple(body for body, *_ in figures.PAINTS)
UNSHAPED = Area(0, 0, 1.6, 1)
"""The room of the map that is written in terminals of every size."""
BADGES = 6
"""More checkpoints than this are not shown one by one beside a name."""
SOUNDS = dict(
    rolled="dice", moved="step", forfeited="lose", earned="collect", asked="calm", arrived="gate", left="lose"
)


def look(view: Seen) -> Table:
    tell = Telling(view)
    land = land_of(view.options, tell.places)
    return Table(
        tell.table(),
        partial(_board, view, tell, land),
        tuple(_plate(view, tell, seat) for seat in near_first(view)),
        ratio=partial(ratio_in, tuple((site.x, site.y) for site in land[0])),
        tray=_tray(view, tell),
        tray_items=2,
        caption=tell.caption(),
        notes=(Note("note", *tell.note()),),
        panel=_ranking(view, tell) if view.outcome else _question(view, tell) if view.state["asking"] else None,
        touch={action.id: _touch(action.id, view) for action in view.legal},
        palette=PALETTE,
        shades=scenery.SHADES,
        gone=_gone(view),
        sounds=_sounds(view),
    )


def _touch(action: int, view: Seen) -> tuple[str, ...]:
    positions = view.options["board"]["positions"]
    if action < len(positions):
        return f"figure:{view.seat}", f"position:{positions[action]['id']}"  # [R40]
    buttons = {Do.LUCK: "button:luck", Do.NO_ANSWER: "button:no_answer"}
    return (buttons.get(action, f"answer:{action - Do.ANSWER + 1}"),)


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """The action that touching these things would mean, allowed or not: a car means the place where it stands."""
    kind, _, seat = keys[-1].partition(":")
    last = f"position:{view.state['at'][int(seat)]}" if kind == "figure" else keys[-1]
    return next((action for action in range(Do.count) if _touch(action, view)[-1] == last), None)


def _gone(view: Seen) -> dict[str, str]:
    """Where things went with the latest entry: a leaver's car to his plate, a question to what became of it."""
    went = {f"figure:{event['seat']}": f"plate:{event['seat']}" for event in view.events if event["event"] == "left"}
    return went | ({"question": "caption"} if any(event["event"] == "answered" for event in view.events) else {})


def _sounds(view: Seen) -> tuple[str, ...]:
    """What the latest entry sounds like, each sound once."""
    kinds = [event["event"] for event in view.events]
    sounds = SOUNDS | {"answered": "right" if "earned" in kinds else "wrong"}
    heard = [sounds[kind] for kind in kinds if kind in sounds]
    return tuple(dict.fromkeys([*heard, "glory"] if view.outcome and view.outcome.winners else heard))


# The map.


def _board(view: Seen, tell: Telling, land: Land, room: Area, *size: int) -> Board:
    """The map in a room, or in so many columns and rows."""
    here, chart = map_of(land, room), _chart(map_of(land, UNSHAPED), view.seats, *size)
    things = tuple(_things(view, tell, here, chart if size else None))
    written, focus = partial(_board, view, tell, land, UNSHAPED), f"figure:{view.state['turn']}"
    return Board(here.net.width, here.net.height, things, (chart.columns, chart.rows), written=written, focus=focus)


@lru_cache(64)
def _chart(here: Map, seats: int, columns: int = 0, rows: int = 0) -> Chart:
    """The map in characters; before the name of a position stands what it is, after it what it costs."""
    signs = {"start": ">", "finish": "#"}
    names = (
        (signs.get(site.kind, "") or site.letter and site.letter + ("?" if site.asks else ":"), site.id)
        for site in here.sites
    )
    return charted(here.net, tuple(names), columns, rows, under=seats)


def _things(view: Seen, tell: Telling, here: Map, chart: Chart | None) -> Iterator[Thing]:
    land = landscape(here, plain(view.options["board"]["name"]))
    yield land.changed(text=chart.roads, ink="muted") if chart else land
    numbers, there = {site.id: number for number, site in enumerate(here.sites)}, dict[str, tuple[int, ...]]()
    paths = {event["seat"]: event["path"].split() for event in view.events if event["event"] == "moved"}
    for seat, path in paths.items():  # the way that was driven last
        way, colour = "".join(map(curve, here.net.way([numbers[id] for id in path]))), f"car{seat}"
        edge, dashes = Path(way, "", f"{colour}_edge", 9, 0.5), Path(way, "", f"{colour}_edge", 1.6, 0.9, "3 8")
        yield Thing("trace", tell.drove(seat, path), (edge, Path(way, "", colour, 5.5, 0.95), dashes))
    yield signs(here)
    driving = [(seat, id) for seat, id in enumerate(view.state["at"]) if id is not None]  # or taken off the board [R31]
    for seat, id in driving:
        there[id] = (*there.get(id, ()), seat)
    for seat, id in driving:
        by = tuple(here.net.places[numbers[passed]] for passed in paths.get(seat, ())[1:-1])
        yield _figure(view, seat, there[id], here, numbers[id], chart).changed(words=tell.figure(seat), by=by)
    points = view.state["points"]
    held = {id: tuple(seat for seat, own in enumerate(points) if id in own) for id in tell.places.letters}
    for number, site in enumerate(here.sites):
        mark, sharing = _mark(site.id, view), there.get(site.id, ())
        thing = _position(here, number, mark, held.get(site.id, ()), sharing)
        if chart:
            text = _text(chart.names[number], mark, 0 if chart.tall else len(sharing))
            thing = thing.changed(text=(text,), cell=chart.cells[number])
        yield thing
    yield from (_held(here, numbers[id], holders) for id, holders in held.items() if holders)


def _figure(view: Seen, seat: int, sharing: tuple[int, ...], here: Map, at: int, chart: Chart | None) -> Thing:
    (x, y), (dx, dy, scale) = here.net.places[at], slot(seat, sharing, here.net.radius)
    to_act = seat == view.state["turn"]
    scale = max(scale, 0.45 / here.net.scale) if to_act else scale  # a finger must find it
    trail = to_act and view.seat == seat and view.state["phase"] == "move"  # [R41]
    thing = Thing(
        f"figure:{seat}", "", car(seat), x + dx, y + dy, 0, scale, ink=f"car{seat}_ink", bold=to_act, trail=trail
    )
    if not chart:
        return thing
    column, row = chart.cells[at]
    return thing.changed(text=(DIGITS[seat],), cell=(column + sharing.index(seat), row + chart.tall))


def _mark(id: str, view: Seen) -> Mark:
    state = view.state
    turn, left = state["turn"], state["moves_left"]
    if state["phase"] != "move":
        return Mark()
    if id == state["at"][turn]:
        return Mark("here")
    if cost := state["reach"].get(id):
        return Mark("exact" if cost == left else "reach", cost, left, view.seat == turn)
    return Mark("barred") if id in state["visited"] else Mark()


@lru_cache(8192)
def _position(here: Map, at: int, mark: Mark, holders: tuple[int, ...], sharing: tuple[int, ...]) -> Thing:
    """The frame around a position, and what it costs. It lies over the figures, so that a position can be touched where somebody
    stands."""
    net, site, scale = here.net, here.sites[at], here.net.radius / 36
    finger = round(min(48.6, max(43, 12.5 / (scale * net.scale))), 1)  # at most half way to the nearest one
    return Thing(
        f"position:{site.id}",
        position_of(site, mark, holders, sharing),
        _marks(site.kind, mark, finger, round(net.least / scale, 1)),
        site.x,
        site.y,
        scale=scale,
        ink=mark.frame if mark.frame in ("reach", "exact", "barred") else "ink",
        bold=mark.frame in ("reach", "exact", "here"),
    )


@lru_cache(4096)
def _held(here: Map, at: int, holders: tuple[int, ...]) -> Thing:
    """Who holds the point of a checkpoint."""
    site, scale = here.sites[at], here.net.radius / 36
    pins = _pins(holders, round(here.net.least / scale, 1))
    return Thing(f"held:{site.id}", holders_of(site.letter, holders), pins, site.x, site.y, scale=scale, manner="beats")


def _text(name: str, mark: Mark, covered: int) -> Said:
    """A position in a terminal; those who stand there stand below it, or on the first letters of its name."""
    cost = {"reach": f"+{mark.cost}", "exact": f"={mark.cost}", "barred": "×"}.get(mark.frame, "")
    return said("{place}{cost}", place=" " * min(covered, len(name)) + name[covered:], cost=cost)


@lru_cache(4096)
def _marks(kind: str, mark: Mark, finger: float, letter: float) -> tuple[Part, ...]:
    """What is marked at a position of radius 36, with letters of at least this height."""
    parts: list[Part] = [] if mark.frame == "here" else [Disc(0, 0, finger, "white", opacity=0)]  # a figure is free
    ring, solid = 42 if kind == "checkpoint" else 40, 1 if mark.can or mark.frame == "here" else 0.55
    for paint, width, dash in FRAMES.get(mark.frame, ()):
        if kind in ("start", "finish"):
            parts.append(Box(-ring, -ring, 2 * ring, 2 * ring, "", paint, width, 14, solid, dash))
        else:
            parts.append(Disc(0, 0, ring, "", paint, width, solid, dash))
    if mark.cost and mark.can:  # on a round plate with moves left over, on a square one if it uses all of them
        q = max(15.0, 0.64 * letter)
        x = min(33, 45 - q)
        exact = Box(x - q, -x - q, 2 * q, 2 * q, "exact", "mark_edge", 2, round=4)
        parts.append(exact if mark.frame == "exact" else Disc(x, -x, q, "reach", "mark_edge", 2))
        parts.append(Label(x, -x, str(mark.cost), max(q * 1.5, letter), "mark_edge", bold=True))
    if mark.frame == "barred":
        parts += [Disc(27, -27, 11, "barred", "white", 1.6), Box(20.4, -29.2, 13.2, 4.4, "white")]
    return tuple(parts)


@lru_cache(4096)
def _pins(holders: tuple[int, ...], letter: float) -> tuple[Part, ...]:
    """The numbers of those who hold a point, along the upper left of its sign."""
    size = max(8.5, 0.56 * letter)
    parts: list[Part] = []
    for i, seat in enumerate(holders):
        angle = radians(194 + i * 123 * size / (37 + size))
        x, y = round((37 + size) * cos(angle), 1), round((37 + size) * sin(angle), 1)
        parts += [Disc(x, y, size, f"car{seat}", f"car{seat}_edge", 1.5)]
        parts += [Label(x, y, str(seat), max(13.0, letter), car_ink(seat), bold=True)]
    return tuple(parts)


# Beside the map and below it.


def _plate(view: Seen, tell: Telling, seat: int) -> Plate:
    letters, state, arrived = tell.places.letters, view.state, view.state["arrived"]
    held = [letters[id] for id in state["points"][seat] if id in letters]
    return Plate(
        seat,
        f"car{seat}_ink",
        _emblem(seat, arrived.index(seat) + 1 if seat in arrived else 0),
        DIGITS[seat],
        tell.standing(seat),
        (_badges if len(letters) <= BADGES else _score)(tell, seat, held),
        active=seat == state["turn"],
        faded=seat in state["left"],
    )


@cache
def _emblem(seat: int, rank: int) -> tuple[Part, ...]:
    """The player's car, with a medal once it is in."""
    medal = (Disc(12, -11, 9, "gold_shade", "gold_edge", 1.2), Label(12, -11, str(rank), 13, "gold_edge", bold=True))
    return Group(car(seat), 0, 0, 0.7), *(medal if rank else ())


def _badges(tell: Telling, seat: int, held: list[str]) -> tuple[Counter, ...]:
    """The board's checkpoints, filled where the player holds the point; in a terminal all of them are one mark."""
    letters = list(tell.places.letters.values())
    marks = ["".join(letter if letter in held else "·" for letter in letters), *[""] * len(letters)]
    return tuple(
        Counter(tell.held([letter] if letter in held else []), "", _badge(letter, seat, letter in held), mark=mark)
        for letter, mark in zip(letters, marks, strict=False)
    )


@cache
def _badge(letter: str, seat: int, held: bool) -> tuple[Part, ...]:
    fill, edge, ink = (f"car{seat}", f"car{seat}_edge", car_ink(seat)) if held else ("paper", "line", "muted")
    return Path(hexagon(11), fill, edge, 1.3), Label(0, 0, letter, 13, ink, bold=held)


def _score(tell: Telling, seat: int, held: list[str]) -> tuple[Counter, ...]:
    """How many points of how many, and which."""
    icon = (Path(hexagon(11), "gold_shade", "gold_edge", 1.3),)
    score = Counter(tell.score_of(len(held)), f"{len(held)}/{tell.wanted}", icon, f"points:{seat}", mark="◆")
    return score, Counter(tell.held(held), "".join(held))


def _tray(view: Seen, tell: Telling) -> tuple[Card, ...]:
    """The die and, for each of its moves, an arrow, filled while it is left; in the end the winner's car.   [R43]"""
    turn, left, rolled = view.state["turn"], view.state["moves_left"], view.state["die"]
    if not view.outcome:
        arrows = Card("moves", tell.moves(), _arrows(turn, left, rolled), 206, 44, tell.legend(), "muted")
        face = die(rolled, 40, "white", "black")
        return Card("die", tell.die(), face, 44, 44, tell.moves_of(), manner="tumbles"), arrows
    return tuple(
        Card(f"winner:{seat}", said("{seat}'s car", seat=Seat(seat)), _winner(seat), 100, 44, DIGITS[seat])
        for seat in view.outcome.winners[:2]
    )


@cache
def _arrows(seat: int, left: int, moves: int) -> tuple[Part, ...]:
    """Whose moves they are, and how many."""
    parts: list[Part] = [Group(car(seat), -80, 0, 0.75)]
    for i in range(moves):
        fill, edge = ("exact", "mark_edge") if i < left else ("paper", "line")
        parts.append(Path(f"M{-50 + 25 * i} -11h11l10 11l-10 11h-11l10 -11Z", fill, edge, 1.2))
    return tuple(parts)


@cache
def _winner(seat: int) -> tuple[Part, ...]:
    """A car and a cup."""
    bowl = "M10 -20h32c0 18 -6 25 -13 27v6h8v6h-22v-6h8v-6c-7 -2 -13 -9 -13 -27Z"
    handles = Path("M12 -16c-12 -2 -12 15 3 15M40 -16c12 -2 12 15 -3 15", "", "gold", 3.5)
    return Group(car(seat), -26, 0, 0.8), handles, Path(bowl, "gold_shade", "gold_edge", 1.5)


def _question(view: Seen, tell: Telling) -> Panel:
    """The open question, its answers to be pressed by the player who is asked, and read by the others.   [R21]"""
    asking, may = view.state["asking"], {action.id for action in view.legal}
    answers = [said("{number}. {answer}", number=i, answer=plain(one)) for i, one in enumerate(asking["answers"], 1)]
    choices = [Button(f"answer:{i}", answer) for i, answer in enumerate(answers, 1)]
    if Do.LUCK in may:
        choices.append(Button("button:luck", said("By luck"), said("Answer by luck, as a computer player does")))
    choices.append(Button("button:no_answer", said("No answer"), said("Give no answer; it counts as wrong")))
    comes = f"position:{view.state['at'][view.state['turn']]}"
    lines = plain(asking["text"]), *(() if may else answers)
    return Panel("question", tell.question(), lines, choices=tuple(choices) if may else (), colour="quiz", comes=comes)


def _ranking(view: Seen, tell: Telling) -> Panel:
    """The final ranking with points and round of arrival.   [R46]"""
    places, rows = view.outcome.places, []
    for seat in sorted(range(view.seats), key=lambda seat: (places[seat], seat)):
        points = (tell.score(len(view.state["points"][seat])),) if tell.places.letters else ()
        rows.append((said("{place}. {seat}", place=places[seat], seat=Seat(seat)), *points, tell.result(seat)))
    return Panel("ranking", said("{status}!", status=tell.status()), (tell.moves(),), tuple(rows))
