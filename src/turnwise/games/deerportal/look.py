"""DeerPortal as a table: the land in its season, deer on winding paths, diamonds and runes; the players with their cards at its corners."""

from functools import cache
from typing import Any

from turnwise.games.deerportal import pieces, scenery, telling
from turnwise.games.deerportal.board import PORTAL
from turnwise.games.deerportal.notation import ELEMENTS, KIND_NAMES, LETTERS, card_of, has_big_diamond
from turnwise.games.deerportal.pieces import CARD_H, CARD_W, HOOF, MEDALS, NAMES, placed
from turnwise.games.deerportal.rules import BACKWARD, COMPUTER, FORWARD
from turnwise.games.deerportal.scenery import CENTRE, SPAN, STAR, TOP, at, middle, text_cell
from turnwise.games.deerportal.telling import DEER_MODE, FACES, Events, cell_name
from turnwise.kit.pieces import CORNERS, Board, Card, Counter, Panel, Plate, Table, die
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Seen, Thing, through
from turnwise.kit.words import Seat, counted, said, sentences

SHADES = (*pieces.SHADES, *scenery.SHADES)
PALETTES = {light: pieces.PALETTE | scenery.PALETTE | own for light, own in scenery.LIGHTS.items()}
SEAT_COLOURS = tuple(pieces.PALETTE[name] for name in NAMES)
SOUNDS = {
    "meditated": "calm", "diamond_taken": "collect", "diamond_stolen": "collect", "paid": "collect", "rolled": "dice",
    "big_diamond_taken": "collect", "own_rune_taken": "card", "rune_taken": "card", "stopped": "lose", "rune_lost": "lose",
    "entered": "gate", "deer_mode": "glory",
}  # fmt: skip
HALO = (Disc(0, 0, 26, "glow", opacity=0.45), Disc(0, 0, 21, "glow", "eye", 1.5, 0.9))


def look(view: Seen) -> Table:
    state, events, waiting = view.state, view.events, view.opened is False
    season = state["season"] if state["deer"] is None else DEER_MODE
    light = season if season == DEER_MODE or view.settings["season_theme"] else "spring"  # [P55]
    cells = [f"cell:{cell_name(view.turn or 0, to)}" for to in state["targets"]]
    things = (
        scenery.land(light),
        *(scenery.road(seat) for seat in range(4)),
        scenery.portal(),
        *scenery.signs(season, state["round"] if state["deer"] is None else state["rounds_left"]),
        *_ways(view),
        *(_item(area, index, None) for area in range(4) for index in state["diamonds"][area]),
        *(_item(area, index, rune) for area in range(4) for rune in range(4) for index in state["runes"][area][rune]),
        *_figures(state),
        *_acting(view),
        *_big_diamond(view),
    )
    return Table(
        said("{game}. {status}", game=said("DeerPortal"), status=telling.status(view)),
        Board(scenery.WIDTH, scenery.HEIGHT, things, cells=scenery.TEXT),
        tuple(_plate(view, seat) for seat in (3, 0, 1, 2)),
        CORNERS,
        over=(*_card_shown(view, events), *_banner(view, events)),
        panel=_ending(view) if view.outcome else None,
        touch={one.id: ("die" if one.id == COMPUTER else cells[one.id],) for one in view.legal if not waiting},
        palette=PALETTES[light],
        shades=SHADES,
        ground="sky",
        gone=_taken(events),
        sounds=_sounds([event["event"] for event in events], rolled=not waiting),
        gesture="die" if waiting else "",
        still=not view.settings["animation"],
    )


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """The way to a cell, or to what lies on it, on one's own path or on that of whoever is on turn; the die is the computer's."""
    kind, _, name = keys[-1].partition(":")
    if kind == "die":
        return COMPUTER
    if kind not in ("cell", "omen", "way", "diamond", "rune"):
        return None
    seat, to = LETTERS.index(name[0]), int(name[1:].partition(":")[0])
    if seat not in (view.seat, view.turn):
        return None
    return FORWARD if to > view.state["index"][seat] else BACKWARD


def _taken(events: Events) -> dict[str, str]:
    """Where things went that were taken: diamonds to those who have them, a rune to the pile that it stands for or was lost by."""
    gone = {}
    for event in events:
        seat, index = event.get("seat", 0), event.get("index", 0)
        element = ELEMENTS.index(event["element"]) if "element" in event else seat
        match event["event"]:
            case "diamond_taken" | "diamond_stolen":
                gone[f"diamond:{cell_name(element, index)}"] = f"count:{seat}"
            case "big_diamond_taken":
                gone["big diamond"] = f"count:{seat}"
            case "own_rune_taken" | "rune_taken":
                gone[f"rune:{cell_name(seat, index)}:{NAMES[element]}"] = f"pile:{element}"
            case "rune_lost":
                gone[f"rune:{cell_name(element, index)}:{event['rune'].lower()}"] = f"pile:{element}"
    return gone


def _sounds(events: list[str], *, rolled: bool) -> tuple[str, ...]:
    """The deed, or the step if there was none, and the next throw if it has been seen; at the start, piles being mixed."""
    heard = dict.fromkeys(SOUNDS[event] for event in events if event in SOUNDS and (rolled or event != "rolled"))
    if events.count("turned_up") == len(ELEMENTS):
        return ("shuffle", *heard)
    return ("step", *heard) if "moved" in events and not heard.keys() - {"dice"} else tuple(heard)


def _plate(view: Seen, seat: int) -> Plate:
    """A player: diamonds and step, and the pile of cards that others turn against them. [P50]"""
    state, ink, active = view.state, f"{NAMES[seat]}_ink", view.turn == seat
    count, step = state["counts"][seat], state["index"][seat]
    diamonds = counted("one diamond", "{count} diamonds", "count", count=count)
    counters = (
        Counter(diamonds, str(count), (Group(pieces.DIAMOND, 0, -1, 0.68),), f"count:{seat}", mark="♦"),
        Counter(said("on step {step} of 40", step=step), str(step), (Path(HOOF, ink),), mark="→"),
    )
    badge = pieces.badge(seat, state["freeze"][seat], step == PORTAL, active and state["leader"])
    line, cards = telling.standing(view, seat), _pile(seat, state["face_up"][seat], tuple(state["face_down"][seat]))
    return Plate(seat, ink, badge, LETTERS[seat], line, counters, cards, active, state["left"][seat])


@cache
def _pile(pile: int, kind: str | None, below: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards of an element: what lies below is known by number only, the uppermost lies open. [P10]"""
    cards, ink = [number + (kind == one) for number, one in zip(below, FACES, strict=True)], f"{NAMES[pile]}_ink"
    left, words = sum(cards), telling.pile(pile, cards)
    text = said("“{card}”, {left} left", card=FACES[kind], left=left) if kind else said("no cards left")
    lying = Card(f"pile:{pile}", words, pieces.back(pile, left), CARD_W, CARD_H, "" if kind else text, ink)
    if kind is None:
        return (lying,)
    uppermost = said("The open card against {target}: “{card}”", target=Seat(pile), card=FACES[kind])
    return lying, Card(f"card:{pile}", uppermost, pieces.card(pile, kind), CARD_W, CARD_H, text, ink, manner="turns")


@cache
def _item(area: int, index: int, element: int | None) -> Thing:
    """A diamond, or a rune of an element."""
    name, words = cell_name(area, index), telling.item(area, index, element)
    key, parts, text, ink = f"diamond:{name}", pieces.DIAMOND, "♦", "gem_ink"
    if element is not None:
        kind = NAMES[element]
        key, parts, text, ink = f"rune:{name}:{kind}", pieces.RUNES[element], kind[0], f"{kind}_ink"
    return Thing(key, words, parts, *middle(area, index),
                 text=(text,), cell=text_cell(area, index), ink=ink, comes=f"figure:{area}")  # fmt: skip


def _ways(view: Seen) -> list[Thing]:
    """Under everything that lies there: light around the figure that is to move, and prints to where it may go."""
    if (seat := view.turn) is None:
        return []
    start = view.state["index"][seat]
    halo = Thing("halo", said("Light around the deer that is to move"), HALO, *middle(seat, start))
    return [halo, *(_way(seat, start, to) for to in view.state["targets"] if view.opened is not False)]


@cache
def _way(seat: int, start: int, to: int) -> Thing:
    """Drawn around its start: ways of the same shape are the same."""
    x, y = middle(seat, start)
    cells = [middle(seat, index) for index in (*range(start, to, 1 if to > start else -1), to)]
    points = [(right - x, down - y) for right, down in cells]
    prints = "".join(placed("M-1.8 -5L-3.2 4M1.8 -5L3.2 4", *point) for point in points[1:-1])
    parts = (
        Path(through(points), "", "glow", 9, 0.75),
        Path(through(points), "", "eye", 3, 0.6, "1 9"),
        Path(prints or "M0 0", "", "eye", 4.2, 0.85),
        Disc(*points[-1], 21, "glow", opacity=0.6),
    )
    return Thing(f"way:{cell_name(seat, to)}", said("The way to {cell}", cell=cell_name(seat, to)), parts, x, y)


def _figures(state: dict[str, Any]) -> list[Thing]:
    """The four deer, those of the lower quarters in front; a frozen one stands in ice. [P26]"""
    things = []
    for seat in map(Seat, range(4)):
        index, turns = state["index"][seat], state["freeze"][seat]
        (x, y), (column, row), size = middle(seat, index), text_cell(seat, index), 0.92 if index == PORTAL else 1.1
        things.append(Thing(f"figure:{int(seat)}", telling.figure(seat, index), pieces.DEER[seat], x, y, scale=size,
                            text=(LETTERS[seat],), cell=(column, row), ink="black", back=NAMES[seat], bold=True))  # fmt: skip
        if turns:
            things.append(Thing(f"ice:{int(seat)}", telling.ice(seat, turns), pieces.ICE, x, y,
                                text=("*",), cell=(column + 1, row), ink="accent"))  # fmt: skip
    return things


def _acting(view: Seen) -> list[Thing]:
    """The die, the bubble over the figure, and once the die has been seen the cells it may go to. [P50] [P52]"""
    if view.turn is None:
        return []
    state, seat, waiting, left = view.state, Seat(view.turn), view.opened is False, view.turn in (0, 3)
    roll, (x, y) = 0 if waiting else state["roll"], middle(seat, state["index"][seat])
    parts = _bubble(waiting or state["left"][seat], left)
    return [
        Thing("die", telling.die(view, seat), pieces.die(seat, roll), *at(3 if left else 13, 8), -7 if left else 8,
              text=(said("Die: {roll}", roll=roll or "?"),), cell=(5 if left else 36, 7), bold=True, manner="tumbles"),
        Thing("bubble", telling.bubble(view, seat), parts, x + (26 if left else -26), y - 33),
        *(() if waiting else _targets(view, seat)),
    ]  # fmt: skip


@cache
def _bubble(thrown: bool, right: bool) -> tuple[Part, ...]:
    """A die where it is to be thrown, footprints for a move. [P52]"""
    tip = Path(placed("M-9 8L-14 18L-2 12Z", 0, 0, 1 if right else -1, 1), "face", "eye", 1.2)
    prints = Path(placed(HOOF, -3.5, 3, 0.62) + placed(HOOF, 4, -3.5, 0.62), "eye")
    return tip, Disc(0, 0, 13, "face", "eye", 1.4), Group(die(3), scale=0.38) if thrown else prints


def _targets(view: Seen, seat: Seat) -> list[Thing]:
    """The cells to go to. Who looks on sees them too, with broken rings. At a rune there is what its card would do."""
    state, things, targets = view.state, list[Thing](), view.state["targets"]
    mine = any(action.id != COMPUTER for action in view.legal)
    for way, to in enumerate(targets):
        (x, y), (column, row), name = middle(seat, to), text_cell(seat, to), cell_name(seat, to)
        across, down = (x - middle(seat, targets[-1 - way])[0], y - middle(seat, targets[-1 - way])[1])
        near = abs(across) == abs(down) > 0  # the cells touch by their corners, so the room for a finger lies off these
        ring = _ring(seat, mine, 10 * near * (1 if across > 0 else -1), 10 * near * (1 if down > 0 else -1))
        things.append(Thing(f"cell:{name}", telling.target(seat, way, to), ring, x, y, text=("[ ]" if mine else "( )",),
                            cell=(column - 1, row), ink="accent" if mine else "muted", bold=True, manner="blinks"))  # fmt: skip
        element = next((one for one in range(4) if to in state["runes"][seat][one]), seat)
        if element != seat:
            kind = state["face_up"][element]
            words = said("Its card: “{card}” against {target}", card=FACES[kind], target=Seat(element))
            badge = (Disc(0, 0, 16, "face", f"{NAMES[element]}_deep", 3), Group(pieces.DEEDS[kind], scale=0.55))
            things.append(Thing(f"omen:{name}", words, badge, x + 24, y - 22))
    return things


@cache
def _ring(seat: int, mine: bool, across: int, down: int) -> tuple[Part, ...]:
    if not mine:
        return Disc(0, 0, 20, "", f"{NAMES[seat]}_deep", 5), Disc(0, 0, 20, "", "face", 2.5, dash="7 5")
    ground = Disc(across, down, 33, NAMES[seat], opacity=0)  # seen under the pointer
    return ground, Disc(0, 0, 20, "", "eye", 6), Disc(0, 0, 20, "", "glow", 3.5)


def _big_diamond(view: Seen) -> list[Thing]:
    """It floats over the portal while the seat on turn leads and could win it there. [P16]"""
    if view.turn is None or not view.state["leader"] or not has_big_diamond(view.options, view.turn):
        return []
    words = said("The big diamond: three more for {seat}, who leads, in the portal", seat=Seat(view.turn))
    glow = (Path(placed(STAR, 0, -4, 13), "glow", opacity=0.55), Disc(0, -4, 42, "glow", opacity=0.4))
    parts = (*glow, Group(pieces.DIAMOND, scale=2.3), Label(0, 2, "+3", 24, "gem_edge", bold=True))
    return [Thing("big diamond", words, parts, CENTRE[0], CENTRE[1] - 6,
                  text=("♦+3",), cell=(22, 9), ink="gem_ink", bold=True, manner="hovers")]  # fmt: skip


def _card_shown(view: Seen, events: Events) -> list[Thing]:
    """The card that was turned against an element: who, the card, whom. On the side where the die is not. [P53]"""
    turned = next((event for event in events if event["event"] == "rune_taken"), None)
    if turned is None or view.opened:
        return []
    mover, element, kind = turned["seat"], ELEMENTS.index(turned["element"]), KIND_NAMES[card_of(turned["kind"])]
    place, key = at(13 if view.turn in (0, 3) else 3, 7.7), f"{element}:{sum(view.state['face_down'][element])}"
    parts = (
        Box(-136, -51, 276, 140, "shadow", round=16, opacity=0.25),
        Box(-138, -54, 276, 140, "card", f"{NAMES[element]}_deep", 2.5, round=16),
        Group(MEDALS[mover], -101, 0, 1.5),
        Group(MEDALS[element], 101, 0, 1.5),
        Path("M-68 0L-48 0M-55 -7L-48 0L-55 7M48 0L68 0M61 -7L68 0L61 7", "", "ink", 3.5),
        Label(0, 67, telling.deed(events), 21, "ink", bold=True, room=262, spare=True),
    )
    name = said("The card “{card}” against {target}, used", card=FACES[kind], target=Seat(element))
    return [
        Thing(f"message:{key}", telling.message(events, view.told), parts, *place),
        Thing(f"shown:{key}", name, pieces.card(element, kind), *place, scale=1.1, comes=f"pile:{element}"),
    ]


def _banner(view: Seen, events: Events) -> list[Thing]:
    """A large word over the trees: meditation, another one for each seat, or the beginning of Deer Mode. [P54]"""
    seats = {event["event"]: event.get("seat") for event in events}
    if view.outcome or not {"deer_mode", "meditated"} & seats.keys():
        return []
    word = said("Deer Mode") if "deer_mode" in seats else said("Meditation")
    parts = (
        Box(-88, -31, 176, 62, "card", "sign", 4, round=12),
        Box(-81, -24, 162, 48, "", "sign", 1.5, round=8, dash="2 6"),
        Label(0, 0, word, 26, "sign", bold=True, serif=True, room=156),
    )
    return [Thing(f"banner:{seats.get('meditated', '')}", word, parts, CENTRE[0], TOP + SPAN - 46, manner="crosses")]


def _ending(view: Seen) -> Panel:
    """Who became what. [P57]"""
    winner, title, lines = view.outcome.winners[0], said("End of the Game"), telling.ending(view)
    deer = Disc(0, 0, 20, "glow", "wood_deep", 0.6), Group(pieces.DEER[winner], 0, 7, 0.55)
    words = sentences(*(said("{line}.", line=line) for line in (title, *lines)))
    return Panel("end", title, tuple(lines), words=words, colour=f"{NAMES[winner]}_ink", emblem=deer)
