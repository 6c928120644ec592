"""Rally as a picture: a road map with the cars on it, the reach of the die framed, the players below.   [R39] [R43] [R44]"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Any, NamedTuple

from turnwise.games.rally import cards, figures, motion, panels, scenery
from turnwise.games.rally.atlas import WIDTH, Map, Site, map_of, short
from turnwise.games.rally.figures import CARS, car, car_ink, digit, slot
from turnwise.games.rally.panels import NEWS, PANEL, PANEL_GAP, status
from turnwise.games.rally.places import Places
from turnwise.games.rally.scenery import TOP, curve, landscape, signs
from turnwise.games.rally.state import ANSWER, LUCK, NO_ANSWER
from turnwise.kit.lettering import plain
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Picture, Seen, Thing
from turnwise.kit.words import Said, Seat, counted, said, sentences

TALLEST = 1040  # of the whole picture
PALETTE = {
    **scenery.PALETTE,
    **figures.PALETTE,
    **panels.PALETTE,
    "here": ("#ffffff", "#ffffff"),
    "here_edge": ("#23272e", "#05070a"),
    "reach": ("#0a63c4", "#4ea6ff"),
    "reach_edge": ("#ffffff", "#05203f"),
    "reach_ink": ("#ffffff", "#04142a"),
    "exact": ("#0b8048", "#3fd98c"),
    "exact_edge": ("#ffffff", "#04301a"),
    "exact_ink": ("#ffffff", "#032112"),
    "barred": ("#c22b25", "#e2514a"),
}
SEAT_COLOURS = tuple(PALETTE[f"car{seat}"] for seat in range(len(CARS)))


class Mark(NamedTuple):
    """How a position is marked for the turn."""

    frame: str = ""
    """`here`, `reach` (moves are left over), `exact` (the last move), `barred` (visited), or nothing."""
    cost: int = 0
    can: bool = False
    """Whether the viewer may go there."""


def look(view: Seen) -> Picture:
    rows = (view.seats + 1) // 2
    below = NEWS + rows * (PANEL + PANEL_GAP) + 8
    here = map_of(view.options, view.seats, TALLEST - TOP - below)
    board, events = plain(view.options["board"]["name"]), view.events
    things = [landscape(here, board), *_trace(view, here), signs(here), *_figures(view, here)]
    things += [_position(site, _mark(site, view), view, here) for site in here.sites]
    things += panels.header(view, here)
    bottom = TOP + here.height
    things += panels.news(view, here, bottom + 6)
    things += panels.panels(view, here, bottom + NEWS)
    height = bottom + below
    if told := cards.answered(view, here, height):
        things.append(told[0])
        height += told[1] + 10
    if view.state["phase"] == "question":
        asked, end = cards.question(view, here)
        things += asked
        height = max(height, end + 16)
    if view.outcome:
        things += cards.ranking(view, here)
    return Picture(
        WIDTH,
        round(height),
        said("Rally on {board}. {status}. {moves}.", board=board, status=status(view), moves=panels.moves(view)),
        tuple(things),
        {action.id: _touch(action.id, view, here) for action in view.legal},
        PALETTE,
        scenery.SHADES,
        gone=motion.gone(events),
        sounds=motion.sounds(view, events),
    )


def _touch(action: int, view: Seen, here: Map) -> tuple[str, ...]:
    if action < ANSWER:
        return f"figure:{view.seat}", f"position:{here.sites[action].id}"  # [R40]
    if action == NO_ANSWER:
        return ("button:no_answer",)
    return ("button:luck",) if action == LUCK else (f"answer:{action - ANSWER + 1}",)


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


def _sharing(view: Seen, id: str) -> list[int]:
    return [seat for seat, at in enumerate(view.state["at"]) if at == id]


def _trace(view: Seen, here: Map) -> Iterator[Thing]:
    """The way that was driven last."""
    for event in view.events:
        if event["event"] == "moved":
            path, seat = event["path"].split(), event["seat"]
            way = "".join(curve(here.roads[frozenset(ends)]) for ends in pairwise(path))
            parts = (
                Path(way, "", f"car{seat}_edge", 9, 0.5),
                Path(way, "", f"car{seat}", 5.5, 0.95),
                Path(way, "", f"car{seat}_edge", 1.6, 0.9, "3 8"),
            )
            words = said("{seat} drove {way}.", seat=Seat(seat), way=Places(view.options).way(path))
            yield Thing("trace", words, parts, 0, TOP)


def _figures(view: Seen, here: Map) -> Iterator[Thing]:
    sites, places = {site.id: site for site in here.sites}, Places(view.options)
    for seat, at in enumerate(view.state["at"]):
        if at is None:
            continue  # taken off the board [R31]
        site, sharing = sites[at], _sharing(view, at)
        column, row = here.cells[at]
        dx, dy, scale = slot(seat, sharing, here.radius)
        to_act = seat == view.state["turn"]
        given: dict[str, Any] = {"seat": Seat(seat), "colour": CARS[seat], "number": seat, "where": places.on(at)}
        words = said("{seat}'s {colour} car {number} {where}", **given)
        if to_act:
            words = said("{seat}'s {colour} car {number} {where}, to move", **given)
        yield Thing(
            f"figure:{seat}",
            words,
            car(seat),
            site.x + dx,
            TOP + site.y + dy,
            scale=scale,
            text=(digit(seat),),
            cell=(column + sharing.index(seat), 2 + row + here.tall),
            ink=f"car{seat}_ink",
            bold=to_act,
            trail=to_act and view.seat == seat and view.state["phase"] == "move",  # [R41]
        )


def _position(site: Site, mark: Mark, view: Seen, here: Map) -> Thing:
    """The frame around a position, what it costs, and who holds its point. It lies over the figures, so that a
    position can be touched where somebody stands."""
    holders = tuple(seat for seat, points in enumerate(view.state["points"]) if site.id in points)
    holders = holders if site.kind == "checkpoint" else ()
    sharing = _sharing(view, site.id)
    column, row = here.cells[site.id]
    return Thing(
        f"position:{site.id}",
        _position_words(site, mark, view, here, holders, sharing),
        _position_parts(here.radius, site.kind, site.asks, mark, holders),
        site.x,
        TOP + site.y,
        text=(_position_text(site, mark, here, 0 if here.tall else len(sharing)),),
        cell=(column, 2 + row),
        ink={"reach": "reach", "exact": "exact", "barred": "barred"}.get(mark.frame, "ink"),
        bold=mark.frame in ("reach", "exact", "here"),
    )


def _position_words(
    site: Site, mark: Mark, view: Seen, here: Map, holders: Sequence[int], sharing: Sequence[int]
) -> Said:
    told = [_called(site, here)]
    if sharing:
        names = tuple(map(Seat, sharing))
        told.append(counted("{names} is here.", "{names} are here.", "number", names=names, number=len(sharing)))
    if holders:
        names = tuple(map(Seat, holders))
        told.append(
            counted("{names} has its point.", "{names} have its point.", "number", names=names, number=len(holders))
        )
    match mark.frame:
        case "reach":
            told.append(
                said("It costs {cost} of {moves} moves.", cost=mark.cost, moves=view.state["moves_left"]),
            )
        case "exact":
            told.append(counted("It uses the last move.", "It uses all {cost} moves.", "cost", cost=mark.cost))
        case "barred":
            told.append(said("It has been visited in this turn."))
    return sentences(*told)


def _called(site: Site, here: Map) -> Said:
    """A position by its kind, for somebody who hears the table."""
    match site.kind:
        case "start":
            return said("The start, {place}.", place=site.id)
        case "finish":
            return said("The finish, {place}.", place=site.id)
        case "checkpoint" if site.asks:
            return said("Checkpoint {letter}, {place}, with questions.", letter=here.letters[site.id], place=site.id)
        case "checkpoint":
            return said("Checkpoint {letter}, {place}.", letter=here.letters[site.id], place=site.id)
    return said("{place}.", place=site.id)


def _position_text(site: Site, mark: Mark, here: Map, covered: int) -> Said:
    sign = {"start": ">", "finish": "#"}.get(site.kind, "")
    if site.kind == "checkpoint":
        sign = here.letters[site.id] + ("?" if site.asks else ":")
    name = sign + short(site.id, here.room)
    cost = {"reach": f"+{mark.cost}", "exact": f"={mark.cost}", "barred": "×"}.get(mark.frame, "")
    return said("{place}{cost}", place=" " * min(covered, len(name)) + name[covered:], cost=cost)


@lru_cache(4096)
def _position_parts(radius: float, kind: str, asks: bool, mark: Mark, holders: tuple[int, ...]) -> tuple[Part, ...]:
    r = radius * (1.06 if kind == "checkpoint" else 1.0)
    parts: list[Part] = []
    if mark.frame != "here":
        parts.append(Disc(0, 0, radius + 7, "white", opacity=0))
    ring = r + 5
    solid = 1 if mark.can or mark.frame == "here" else 0.55
    square = kind in ("start", "finish")

    def frame(edge: str, width: float, dash: str = "") -> Part:
        if square:
            return Box(-ring, -ring, 2 * ring, 2 * ring, "", edge, width, radius * 0.4, solid, dash)
        return Disc(0, 0, ring, "", edge, width, solid, dash)

    match mark.frame:
        case "here":
            parts += [frame("here_edge", 9), frame("here", 5.5)]
        case "reach":
            parts += [frame("reach_edge", 8.5), frame("reach", 5.5, "11 4")]
        case "exact":
            parts += [frame("exact_edge", 9), frame("exact", 6.5)]
    parts += _pins(r, holders)
    if asks:
        q, x = max(radius * 0.32, 9.5), r * 0.8
        parts += [Disc(-x, x, q, "quiz", "white", 1.6), Label(-x, x, "?", q * 1.6, "white", bold=True)]
    if mark.frame in ("reach", "exact") and mark.can:
        parts += _cost(r, mark.frame, mark.cost)
    if mark.frame == "barred":
        q = max(radius * 0.3, 8.5)
        x = r * 0.76
        parts += [
            Disc(x, -x, q, "barred", "white", 1.6),
            Box(x - q * 0.6, -x - q * 0.2, q * 1.2, q * 0.4, "white"),
        ]
    return tuple(parts)


def _cost(r: float, frame: str, cost: int) -> Iterator[Part]:
    """What a target costs: on a round plate with moves left over, on a pennant if it uses all moves."""
    q, x = max(r * 0.4, 10.5), r * 0.86 + 2
    if frame == "exact":
        yield Box(x - q, -x - q, 2 * q, 2 * q, frame, f"{frame}_edge", 2, round=4)
    else:
        yield Disc(x, -x, q, frame, f"{frame}_edge", 2)
    yield Label(x, -x, str(cost), q * 1.5, f"{frame}_ink", bold=True)


def _pins(r: float, holders: tuple[int, ...]) -> Iterator[Part]:
    """The numbers of those who hold the point, along the upper left of the sign."""
    size = 8.5
    far = r + size + 1
    for i, seat in enumerate(holders):
        angle = pi * 1.08 + i * 2.15 * size / far
        x, y = round(far * cos(angle), 1), round(far * sin(angle), 1)
        yield Disc(x, y, size, f"car{seat}", f"car{seat}_edge", 1.5)
        yield Label(x, y, str(seat), 13, car_ink(seat), bold=True)
