"""Rally as a table: a road map with the cars on it, the reach of the die framed, and the die below.   [R39] [R43] [R44]"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache, partial
from math import cos, radians, sin

from turnwise.games.rally import figures, scenery, telling
from turnwise.games.rally.atlas import Map, Mark, Site, map_of
from turnwise.games.rally.figures import DIGITS, car, car_ink, slot
from turnwise.games.rally.places import Places
from turnwise.games.rally.scenery import hexagon, landscape, signs
from turnwise.games.rally.state import ANSWER, LUCK, NO_ANSWER
from turnwise.kit.lettering import plain
from turnwise.kit.pieces import Area, Board, Button, Card, Counter, Note, Panel, Plate, Table, die, near_first
from turnwise.kit.pieces.network import Chart, charted, curve
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
SOUNDS = {
    "rolled": "dice",
    "moved": "step",
    "forfeited": "lose",
    "earned": "collect",
    "asked": "calm",
    "arrived": "gate",
    "left": "lose",
}


def look(view: Seen) -> Table:
    letters, (title, lines) = Places(view.options).letters, telling.note(view)
    return Table(
        telling.table(view),
        partial(_board, view),
        tuple(_plate(view, seat, letters) for seat in near_first(view)),
        tray=_tray(view),
        tray_items=2,
        caption=telling.caption(view, len(letters)),
        notes=(Note("note", lines, title),),
        panel=_ranking(view, bool(letters)) if view.outcome else _question(view) if view.state["asking"] else None,
        touch={action.id: _touch(action.id, view) for action in view.legal},
        palette=PALETTE,
        shades=scenery.SHADES,
        gone=_gone(view),
        sounds=_sounds(view),
    )


def _touch(action: int, view: Seen) -> tuple[str, ...]:
    if action < ANSWER:
        return f"figure:{view.seat}", f"position:{view.options['board']['positions'][action]['id']}"  # [R40]
    if action == NO_ANSWER:
        return ("button:no_answer",)
    return ("button:luck",) if action == LUCK else (f"answer:{action - ANSWER + 1}",)


def _gone(view: Seen) -> dict[str, str]:
    """Where things went with the latest entry: a leaver's car to his plate, a question to what became of it."""
    went = {}
    for event in view.events:
        if event["event"] == "left":
            went[f"figure:{event['seat']}"] = f"plate:{event['seat']}"
        elif event["event"] == "answered":
            went["question"] = "caption"
    return went


def _sounds(view: Seen) -> tuple[str, ...]:
    """What the latest entry sounds like, each sound once."""
    kinds = [event["event"] for event in view.events]
    sounds = SOUNDS | {"answered": "right" if "earned" in kinds else "wrong"}
    heard = [sounds[kind] for kind in kinds if kind in sounds]
    if view.outcome and view.outcome.winners:
        heard.append("glory")
    return tuple(dict.fromkeys(heard))


# The map.


def _board(view: Seen, room: Area) -> Board:
    here, least = map_of(view.options, room), _chart(view)
    cells, written = (least.columns, least.rows), partial(_written, view)
    return Board(here.net.width, here.net.height, tuple(_things(view, here)), cells, written=written)


def _written(view: Seen, columns: int, rows: int) -> Board:
    here, chart = map_of(view.options, UNSHAPED), _chart(view, columns, rows)
    return Board(here.net.width, here.net.height, tuple(_things(view, here, chart)), (chart.columns, chart.rows))


def _chart(view: Seen, columns: int = 0, rows: int = 0) -> Chart:
    """The map in characters; before the name of a position stands what it is, after it what it costs."""
    here, signs = map_of(view.options, UNSHAPED), {"start": ">", "finish": "#"}
    names = (
        (signs.get(site.kind, "") or site.letter and site.letter + ("?" if site.asks else ":"), site.id)
        for site in here.sites
    )
    return charted(here.net, tuple(names), columns, rows, under=view.seats)


def _things(view: Seen, here: Map, chart: Chart | None = None) -> Iterator[Thing]:
    land = landscape(here, plain(view.options["board"]["name"]))
    yield replace(land, text=chart.roads, ink="muted") if chart else land
    yield from _trace(view, here)
    yield signs(here)
    yield from _figures(view, here, chart)
    for at, site in enumerate(here.sites):
        yield _position(at, site, view, here, chart)
    for site in here.sites:
        yield from _held(site, view, here)


def _driven(view: Seen, here: Map) -> Iterator[tuple[int, list[str], list[int]]]:
    """Who drove which way with the latest entry, in ids and in numbers."""
    numbers = {site.id: number for number, site in enumerate(here.sites)}
    for event in view.events:
        if event["event"] == "moved":
            path = event["path"].split()
            yield event["seat"], path, [numbers[id] for id in path]


def _trace(view: Seen, here: Map) -> Iterator[Thing]:
    """The way that was driven last."""
    for seat, path, numbers in _driven(view, here):
        way, colour = "".join(map(curve, here.net.way(numbers))), f"car{seat}"
        edge, dashes = Path(way, "", f"{colour}_edge", 9, 0.5), Path(way, "", f"{colour}_edge", 1.6, 0.9, "3 8")
        words = said("{seat} drove {way}.", seat=Seat(seat), way=Places(view.options).way(path))
        yield Thing("trace", words, (edge, Path(way, "", colour, 5.5, 0.95), dashes))


def _sharing(view: Seen, id: str) -> list[int]:
    return [seat for seat, at in enumerate(view.state["at"]) if at == id]


def _figures(view: Seen, here: Map, chart: Chart | None) -> Iterator[Thing]:
    ids, net = [site.id for site in here.sites], here.net
    ways = {seat: tuple(net.places[at] for at in numbers[1:-1]) for seat, _, numbers in _driven(view, here)}
    for seat, at in enumerate(view.state["at"]):
        if at is None:
            continue  # taken off the board [R31]
        number, sharing, to_act = ids.index(at), _sharing(view, at), seat == view.state["turn"]
        (x, y), (dx, dy, scale) = net.places[number], slot(seat, sharing, net.radius)
        column, row = chart.cells[number] if chart else (0, 0)
        yield Thing(
            f"figure:{seat}",
            telling.figure(view, seat),
            car(seat),
            x + dx,
            y + dy,
            scale=max(scale, 0.45 / net.scale) if to_act else scale,  # a finger must find it
            text=(DIGITS[seat],) if chart else (),
            cell=(column + sharing.index(seat), row + chart.tall if chart else 0),
            ink=f"car{seat}_ink",
            bold=to_act,
            trail=to_act and view.seat == seat and view.state["phase"] == "move",  # [R41]
            by=ways.get(seat, ()),
        )


def _mark(site: Site, view: Seen) -> Mark:
    state = view.state
    if state["phase"] != "move":
        return Mark()
    can = view.seat == state["turn"]
    if site.id == state["at"][state["turn"]]:
        return Mark("here", 0, can)
    if cost := state["reach"].get(site.id):
        return Mark("exact" if cost == state["moves_left"] else "reach", cost, can)
    return Mark("barred") if site.id in state["visited"] else Mark()


def _holders(site: Site, view: Seen) -> tuple[int, ...]:
    return tuple(seat for seat, held in enumerate(view.state["points"]) if site.letter and site.id in held)


def _held(site: Site, view: Seen, here: Map) -> Iterator[Thing]:
    """Who holds the point of a checkpoint."""
    if holders := _holders(site, view):
        scale, words = here.net.radius / 36, telling.holders(site.letter, holders)
        pins = _pins(holders, round(here.net.least / scale, 1))
        yield Thing(f"held:{site.id}", words, pins, site.x, site.y, scale=scale, manner="beats")


def _position(at: int, site: Site, view: Seen, here: Map, chart: Chart | None) -> Thing:
    """The frame around a position, and what it costs. It lies over the figures, so that a position can be touched where somebody
    stands."""
    mark, sharing, scale = _mark(site, view), _sharing(view, site.id), here.net.radius / 36
    finger, letter = round(min(48.6, max(43, 12.5 / (scale * here.net.scale))), 1), round(here.net.least / scale, 1)
    return Thing(
        f"position:{site.id}",
        telling.position(site, mark, view, _holders(site, view), sharing),
        _marks(site.kind, mark, finger, letter),
        site.x,
        site.y,
        scale=scale,
        text=(_text(chart.names[at], mark, 0 if chart.tall else len(sharing)),) if chart else (),
        cell=chart.cells[at] if chart else (0, 0),
        ink=mark.frame if mark.frame in ("reach", "exact", "barred") else "ink",
        bold=mark.frame in ("reach", "exact", "here"),
    )


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


def _plate(view: Seen, seat: int, letters: dict[str, str]) -> Plate:
    held = [letters[id] for id in view.state["points"][seat] if id in letters]
    arrived = view.state["arrived"]
    return Plate(
        seat,
        f"car{seat}_ink",
        _emblem(seat, arrived.index(seat) + 1 if seat in arrived else 0),
        DIGITS[seat],
        telling.standing(view, seat),
        _badges(seat, held, list(letters.values())) if len(letters) <= BADGES else _score(view, seat, held),
        active=seat == view.state["turn"],
        faded=seat in view.state["left"],
    )


@cache
def _emblem(seat: int, rank: int) -> tuple[Part, ...]:
    """The player's car, with a medal once it is in."""
    medal = (Disc(12, -11, 9, "gold_shade", "gold_edge", 1.2), Label(12, -11, str(rank), 13, "gold_edge", bold=True))
    return Group(car(seat), 0, 0, 0.7), *(medal if rank else ())


def _badges(seat: int, held: list[str], letters: list[str]) -> tuple[Counter, ...]:
    """The board's checkpoints, filled where the player holds the point."""
    listed = "".join(letter if letter in held else "·" for letter in letters)
    return tuple(
        Counter(
            telling.held([letter] if letter in held else []),
            "",
            _badge(letter, seat if letter in held else None),
            mark="" if at else listed,
        )
        for at, letter in enumerate(letters)
    )


@cache
def _badge(letter: str, seat: int | None) -> tuple[Part, ...]:
    fill, edge, ink = ("paper", "line", "muted") if seat is None else (f"car{seat}", f"car{seat}_edge", car_ink(seat))
    return Path(hexagon(11), fill, edge, 1.3), Label(0, 0, letter, 13, ink, bold=seat is not None)


def _score(view: Seen, seat: int, held: list[str]) -> tuple[Counter, ...]:
    """How many points of how many, and which."""
    total = len(Places(view.options).letters) if view.options["win"] == "points" else view.state["needed"]
    icon = (Path(hexagon(11), "gold_shade", "gold_edge", 1.3),)
    score = Counter(telling.score_of(len(held), total), f"{len(held)}/{total}", icon, f"points:{seat}", mark="◆")
    return score, Counter(telling.held(held), "".join(held))


def _tray(view: Seen) -> tuple[Card, ...]:
    """The die and, for each of its moves, an arrow, filled while it is left; in the end the winner's car.   [R43]"""
    turn, left, rolled = view.state["turn"], view.state["moves_left"], view.state["die"]
    if not view.outcome:
        words, face = said("The die shows {die}.", die=rolled), die(rolled, 40, "white", "black")
        arrows = Card("moves", telling.moves(view), _arrows(turn, left, rolled), 206, 44, telling.legend(view), "muted")
        return Card("die", words, face, 44, 44, telling.moves_of(view), manner="tumbles"), arrows
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


def _question(view: Seen) -> Panel:
    """The open question, its answers to be pressed by the player who is asked, and read by the others.   [R21]"""
    asking, may = view.state["asking"], {action.id for action in view.legal}
    answers = [said("{number}. {answer}", number=i, answer=plain(one)) for i, one in enumerate(asking["answers"], 1)]
    choices = [Button(f"answer:{i}", answer) for i, answer in enumerate(answers, 1)]
    if LUCK in may:
        choices.append(Button("button:luck", said("By luck"), said("Answer by luck, as a computer player does")))
    choices.append(Button("button:no_answer", said("No answer"), said("Give no answer; it counts as wrong")))
    return Panel(
        "question",
        telling.question(view),
        (plain(asking["text"]), *(() if may else answers)),
        choices=tuple(choices) if may else (),
        colour="quiz",
        comes=f"position:{view.state['at'][view.state['turn']]}",
    )


def _ranking(view: Seen, points: bool) -> Panel:
    """The final ranking with points and round of arrival.   [R46]"""
    places = view.outcome.places
    rows = []
    for seat in sorted(range(view.seats), key=lambda seat: (places[seat], seat)):
        named, held = said("{place}. {seat}", place=places[seat], seat=Seat(seat)), view.state["points"][seat]
        rows.append((named, *((telling.score(len(held)),) if points else ()), telling.result(view, seat)))
    return Panel("ranking", said("{status}!", status=telling.status(view)), (telling.moves(view),), tuple(rows))
