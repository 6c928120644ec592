"""DeerPortal as a picture: the land in its season, deer on winding paths, diamonds, runes and cards; cells to touch."""

from functools import cache
from itertools import chain
from typing import Any

from turnwise.games.deerportal import pieces, scenery
from turnwise.games.deerportal.board import PORTAL
from turnwise.games.deerportal.notation import CARD_NAMES, ELEMENTS, LETTERS, has_big_diamond
from turnwise.games.deerportal.panels import (
    DIE,
    HEIGHT,
    INFO,
    SIDE,
    WIDTH,
    banner,
    card_key,
    card_message,
    cards_left,
    ending,
    message,
    pile_place,
    plaque,
    sign,
)
from turnwise.games.deerportal.pieces import HOOF, NAMES, placed
from turnwise.games.deerportal.rules import BACKWARD, COMPUTER, FORWARD, Kind
from turnwise.games.deerportal.scenery import CENTRE, DEER_MODE, middle, text_cell
from turnwise.games.deerportal.tale import Events, sounds, to_do
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Picture, Seen, Thing, through
from turnwise.kit.words import Said, Seat, counted, said

SHADES = (*pieces.SHADES, *scenery.SHADES)
PALETTES = {light: pieces.PALETTE | scenery.PALETTE | own for light, own in scenery.LIGHTS.items()}
SEAT_COLOURS = tuple(pieces.PALETTE[name] for name in NAMES)
PLAIN = "spring"
"""How the board looks all the year at a table without the themes of the seasons.  [P55]"""
PRINT = "M-1.8 -5L-3.2 4M1.8 -5L3.2 4"


def look(view: Seen) -> Picture:
    state, events = view.state, view.events
    season = state["season"] if state["deer"] is None else DEER_MODE
    light = season if season == DEER_MODE or view.settings["season_theme"] else PLAIN
    die_on_the_left = view.turn in (0, 3)
    things = [
        scenery.land(light),
        *(scenery.road(seat) for seat in range(4)),
        scenery.portal(light),
        *sign(season, state["round"] if state["deer"] is None else state["rounds_left"]),
        *chain.from_iterable(plaque(view, seat) for seat in range(4)),
        *_ways(view),
        *_items(state),
        *_piles(view, [] if view.opened else card_message(view, events, not die_on_the_left)),
        *_figures(view),
        *_acting(view),
        *_big_diamond(view),
        *banner(view, events),
        *ending(view),
        message(view),
    ]
    return Picture(
        WIDTH,
        HEIGHT,
        said("{game}. {status}", game=said("DeerPortal"), status=to_do(view)),
        tuple(things),
        _touch(view),
        PALETTES[light],
        SHADES,
        "sky",
        _taken(events),
        sounds(events, rolled=view.opened is not False),
        "die" if view.opened is False else "",
        still=not view.settings["animation"],
    )


def cell_name(seat: int, index: int) -> str:
    """`W33`, as in the notation."""
    return f"{LETTERS[seat]}{index}"


def _touch(view: Seen) -> dict[int, tuple[str, ...]]:
    """One touch of the cell to go to; a seat that has left has its die to let the computer move. [P52]"""
    touch: dict[int, tuple[str, ...]] = {}
    for action in () if view.opened is False else view.legal:
        if action.id == COMPUTER:
            touch[COMPUTER] = ("die",)
        else:
            touch[action.id] = (f"cell:{cell_name(view.turn or 0, view.state['targets'][action.id])}",)
    return touch


def _taken(events: Events) -> dict[str, str]:
    """Where things went that were taken: diamonds to those who have them, a rune to the pile that it stands for."""
    gone = {}
    for event in events:
        seat = event.get("seat", 0)
        match event["event"]:
            case "diamond_taken":
                gone[f"diamond:{cell_name(seat, event['index'])}"] = f"count:{seat}"
            case "diamond_stolen":
                area = ELEMENTS.index(event["element"])
                gone[f"diamond:{cell_name(area, event['index'])}"] = f"count:{seat}"
            case "big_diamond_taken":
                gone["big diamond"] = f"count:{seat}"
            case "own_rune_taken" | "rune_taken":
                pile = ELEMENTS.index(event["element"]) if "element" in event else seat
                gone[f"rune:{cell_name(seat, event['index'])}:{NAMES[pile]}"] = f"pile:{pile}"
    return gone


def _items(state: dict[str, Any]) -> list[Thing]:
    things = []
    for area in range(4):
        things += [_diamond(area, index) for index in state["diamonds"][area]]
        for element, cells in enumerate(state["runes"][area]):
            things += [_rune(area, index, element) for index in cells]
    return things


@cache
def _diamond(area: int, index: int) -> Thing:
    name, place = cell_name(area, index), middle(area, index)
    cell = text_cell(area, index)
    return Thing(
        f"diamond:{name}",
        said("A diamond on {cell}", cell=name),
        pieces.diamond(),
        *place,
        text=("♦",),
        cell=cell,
        ink="gem_ink",
        comes=f"figure:{area}",
    )


@cache
def _rune(area: int, index: int, element: int) -> Thing:
    name, place = cell_name(area, index), middle(area, index)
    words = said("A rune against {target} on {cell}", target=Seat(element), cell=name)
    if element == area:
        words = said("{seat}'s own rune on {cell}", seat=Seat(area), cell=name)
    return Thing(
        f"rune:{name}:{NAMES[element]}",
        words,
        pieces.rune(element),
        *place,
        text=(NAMES[element][0],),
        cell=text_cell(area, index),
        ink=f"{NAMES[element]}_ink",
        comes=f"figure:{area}",  # when it meditates
    )


def _piles(view: Seen, used: list[Thing]) -> list[Thing]:
    """The cards of the elements: what lies below is known by number only, the uppermost lies open. [P10]

    A card that was used lies, with its message, where it lay before among the things: so their order stays."""
    things = []
    for pile in range(4):
        kind, left = view.state["face_up"][pile], cards_left(view, pile)
        cards = _pile_things(pile, kind, left, tuple(view.state["face_down"][pile]))
        own = used if used and used[-1].key == card_key(pile, left + 1) else []
        things += [*cards[:2], *own, *cards[2:]]
    return things


@cache
def _pile_things(pile: int, kind: str | None, left: int, below: tuple[int, ...]) -> tuple[Thing, ...]:
    x, y = pile_place(pile)
    target, ink, cell = Seat(pile), f"{NAMES[pile]}_ink", (SIDE + 4, 5 + 5 * pile)
    if kind is None:
        words, line = said("The cards against {target} are used up", target=target), said("no cards left")
        return (Thing(f"pile:{pile}", words, pieces.back(pile, 0), x, y, text=(line,), cell=cell, ink=ink),)
    face = CARD_NAMES[Kind[kind.upper()]]
    words = said("The last card against {target}", target=target)
    if rest := tuple(_several(number, Kind(k)) for k, number in enumerate(below) if number):
        words = said(
            "{left} cards against {target}; below the open one lie {rest}", left=left, target=target, rest=rest
        )
    line = said("“{card}”, {left} left", card=face, left=left)
    number = counted("One card against {target}", "{left} cards against {target}", "left", left=left, target=target)
    badge: tuple[Part, ...] = (
        Disc(25, -35, 14, f"{NAMES[pile]}_deep", "face", 1.5),
        Label(25, -35, str(left), 16, "white", bold=True),
    )
    uppermost = said("The open card against {target}: “{card}”", target=target, card=face)
    return (
        Thing(f"pile:{pile}", words, pieces.back(pile, left), x, y,
              text=(line,), cell=cell, columns=INFO - 4, rows=1, ink=ink),
        Thing(card_key(pile, left), uppermost, pieces.card(pile, kind), x, y),
        Thing(f"left:{pile}", number, badge, x, y, manner="beats"),
    )  # fmt: skip


def _several(number: int, kind: Kind) -> Said:
    return said("{number} of “{card}”", number=number, card=CARD_NAMES[kind])


def _acting(view: Seen) -> list[Thing]:
    """The die, the bubble over the figure, and once the die has been seen the cells it may go to. [P50] [P52]"""
    state = view.state
    if view.turn is None:
        return []
    seat, roll = Seat(view.turn), state["roll"]
    x, y = middle(seat, state["index"][seat])
    waiting = view.opened is False
    rolled = said("The die: {seat} rolled a {roll}", seat=seat, roll=roll)
    die = Thing(
        "die",
        said("The die waits for {seat}", seat=seat) if waiting else rolled,
        pieces.die(seat, pieces.WAITING if waiting else roll),
        *scenery.at(3 if seat in (0, 3) else 13, 8),
        turn=-7 if seat in (0, 3) else 8,
        text=(said("Die: {roll}", roll="?" if waiting else roll),),
        cell=(SIDE + DIE, 2 + 5 * seat),
        bold=True,
        manner="tumbles",
    )
    thrown = bool(state["left"][seat])
    words = said("{seat} is to roll", seat=seat) if waiting else said("{seat} is to move", seat=seat)
    bubble = Thing(
        "bubble",
        said("The computer rolls for {seat}", seat=seat) if thrown else words,
        _bubble(thrown or waiting),
        x + 26,
        y - 36,
    )
    if waiting:
        return [die, bubble]
    mine = any(action.id in (FORWARD, BACKWARD) for action in view.legal)
    return [die, bubble, *(_target(seat, way, to, mine) for way, to in enumerate(state["targets"]))]


def _ways(view: Seen) -> list[Thing]:
    """Under everything that lies there: light around the figure that is to move, and prints to where it may go."""
    seat, state = view.turn, view.state
    if seat is None:
        return []
    start = state["index"][seat]
    halo = Thing("halo", said("Light around the deer that is to move"), _halo(), *middle(seat, start))
    return [halo, *(_way(seat, start, to) for to in state["targets"] if view.opened is not False)]


@cache
def _halo() -> tuple[Part, ...]:
    return (Disc(0, 0, 26, "glow", opacity=0.45), Disc(0, 0, 21, "glow", "eye", 1.5, 0.9))


@cache
def _way(seat: int, start: int, to: int) -> Thing:
    """Drawn around its start: ways of the same shape are the same."""
    steps, (x, y) = abs(to - start), middle(seat, start)
    words = counted("The way back, one step", "The way back, {steps} steps", "steps", steps=steps)
    if to > start:
        words = counted("The way forward, one step", "The way forward, {steps} steps", "steps", steps=steps)
    cells = [middle(seat, index) for index in (*range(start, to, 1 if to > start else -1), to)]
    points = [(right - x, down - y) for right, down in cells]
    prints = "".join(placed(PRINT, right, down) for right, down in points[1:-1])
    parts: tuple[Part, ...] = (
        Path(through(points), "", "glow", 9, 0.75),
        Path(through(points), "", "eye", 3, 0.6, "1 9"),
        *((Path(prints, "", "eye", 4.2, 0.85),) if prints else ()),
        Disc(*points[-1], 21, "glow", opacity=0.6),
    )
    return Thing(f"way:{cell_name(seat, to)}", words, parts, x, y)


@cache
def _bubble(thrown: bool) -> tuple[Part, ...]:
    """A die where it is to be thrown, footprints for a move. [P52]"""
    parts: list[Part] = [Path("M-9 8L-14 18L-2 12Z", "face", "eye", 1.2), Disc(0, 0, 13, "face", "eye", 1.4)]
    if thrown:
        parts += [Box(-7, -7, 14, 14, "", "eye", 2, round=3), *(Disc(3 * i, 3 * i, 1.6, "eye") for i in (-1, 0, 1))]
    else:
        parts.append(Path(placed(HOOF, -3.5, 3, 0.62) + placed(HOOF, 4, -3.5, 0.62), "eye"))
    return tuple(parts)


def _target(seat: Seat, way: int, to: int, mine: bool) -> Thing:
    """A cell to go to. Who looks on sees it too, with a broken ring."""
    return Thing(
        f"cell:{cell_name(seat, to)}",
        _where_to(seat, way, to, mine),
        _target_parts(seat, mine),
        *middle(seat, to),
        text=("[ ]" if mine else "( )",),
        cell=(text_cell(seat, to)[0] - 1, text_cell(seat, to)[1]),
        ink="accent" if mine else "muted",
        bold=True,
        manner="blinks",
    )


def _where_to(seat: Seat, way: int, to: int, mine: bool) -> Said:
    cell = cell_name(seat, to)
    if to == PORTAL:
        if mine:
            return said("{cell}: you may go forward here, into the portal", cell=cell)
        return said("{cell}: {seat} may go forward here, into the portal", cell=cell, seat=seat)
    if to == 0:
        if mine:
            return said("{cell}: you may go back here, to meditate", cell=cell)
        return said("{cell}: {seat} may go back here, to meditate", cell=cell, seat=seat)
    if way == FORWARD:
        if mine:
            return said("{cell}: you may go forward here", cell=cell)
        return said("{cell}: {seat} may go forward here", cell=cell, seat=seat)
    if mine:
        return said("{cell}: you may go back here", cell=cell)
    return said("{cell}: {seat} may go back here", cell=cell, seat=seat)


@cache
def _target_parts(seat: int, mine: bool) -> tuple[Part, ...]:
    if not mine:
        return (Disc(0, 0, 20, "", f"{NAMES[seat]}_deep", 5), Disc(0, 0, 20, "", "face", 2.5, dash="7 5"))
    ground = Disc(0, 0, 24, NAMES[seat], opacity=0)  # seen under the pointer
    return (ground, Disc(0, 0, 21.5, "", "eye", 6.5), Disc(0, 0, 21.5, "", "glow", 4))


def _figures(view: Seen) -> list[Thing]:
    """The four deer, those of the lower quarters in front; a frozen one stands in ice. [P26]"""
    state, things = view.state, []
    for seat in range(4):
        index, freeze, who = state["index"][seat], state["freeze"][seat], Seat(seat)
        x, y = middle(seat, index)
        words = said("{seat}'s deer on {cell}", seat=who, cell=cell_name(seat, index))
        if index == PORTAL:
            words = said("{seat}'s deer in the portal", seat=who)
        things.append(
            Thing(
                f"figure:{seat}",
                words,
                pieces.deer(seat),
                x,
                y - 1,
                scale=0.92 if index == PORTAL else 1.16,  # four of them have room in the portal
                text=(LETTERS[seat],),
                cell=text_cell(seat, index),
                ink="black",
                back=NAMES[seat],
                bold=True,
            )
        )
        if freeze:
            words = counted(
                "Ice around {seat}'s deer: it will miss one turn",
                "Ice around {seat}'s deer: it will miss {turns} turns",
                "turns",
                seat=who,
                turns=freeze,
            )
            cell = (text_cell(seat, index)[0] + 1, text_cell(seat, index)[1])
            things.append(Thing(f"ice:{seat}", words, pieces.ice(), x, y, text=("*",), cell=cell, ink="accent"))
    return things


def _big_diamond(view: Seen) -> list[Thing]:
    """It floats over the portal while the seat on turn leads and could win it there. [P16]"""
    if view.turn is None or not view.state["leader"] or not has_big_diamond(view.options, view.turn):
        return []
    words = said("The big diamond: three more for {seat}, who leads, in the portal", seat=Seat(view.turn))
    parts = (
        Path(placed(scenery.STAR, 0, -4, 13), "glow", opacity=0.55),
        Disc(0, -4, 42, "glow", opacity=0.4),
        *pieces.diamond(2.3),
        Label(0, 6, "+3", 24, "gem_edge", bold=True),
    )
    return [Thing("big diamond", words, parts, CENTRE[0], CENTRE[1] - 6,
                  text=("♦+3",), cell=(32, 16), ink="gem_ink", bold=True, manner="hovers")]  # fmt: skip
