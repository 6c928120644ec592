"""What stands around the board of DeerPortal: plaques, season and round, messages, banners, the end."""

import re
import textwrap
from collections.abc import Sequence
from functools import cache

from turnwise.games.deerportal.notation import DEER_GOD, DIGESTED, ELEMENTS, HERITAGE, LETTERS, MONKS
from turnwise.games.deerportal.pieces import (
    FLAKE,
    HOOF,
    LEFT_ANTLER,
    NAMES,
    card,
    deer,
    diamond,
    medal,
    placed,
)
from turnwise.games.deerportal.scenery import CELL, CENTRE, DEER_MODE, LEAF, LEFT, SPAN, STAR, TOP
from turnwise.games.deerportal.tale import ORDER, Events, happened, to_do
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Seen, Thing

WIDTH, HEIGHT = 800, 1046
PLAQUE_W, PLAQUE_H = 304, 94
UPPER, LOWER, RIBBON = 8, 883, 982
SIDE = 68
"""The column of the text picture where the words beside the board begin."""
INFO = 31
"""How many characters wide they are."""


def corner(seat: int) -> tuple[float, float]:
    """Where a seat's plaque stands: outside its own corner of the board. [P50]"""
    return (WIDTH - 14 - PLAQUE_W if seat in (1, 2) else 14), (LOWER if seat in (2, 3) else UPPER)


def pile_place(seat: int) -> tuple[float, float]:
    """Where a pile lies: at the outer end of the plaque."""
    x, y = corner(seat)
    return x + (PLAQUE_W - 48 if seat in (1, 2) else 43), y + PLAQUE_H / 2


def short(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def standing(view: Seen, seat: int) -> str:
    """The state of a seat in a few words."""
    state = view.state
    if state["titles"]:
        return str(state["titles"][seat])
    if seat in state["entered"]:
        return f"in the portal, {ORDER[state['entered'].index(seat)]}"
    if state["freeze"][seat]:
        turns = state["freeze"][seat]
        return f"frozen: {turns} turn{'s' * (turns > 1)}"
    if view.turn == seat:
        to_do = "to roll" if view.opened is False else "to move"
        return f"leads, {to_do}" if state["leader"] else to_do
    return "computer plays" if state["left"][seat] else ""


def plaque(view: Seen, names: tuple[str, ...], seat: int) -> tuple[Thing, Thing]:
    """A seat's name, step and state, and its diamonds. [P50]"""
    state = view.state
    active = seat in (view.outcome.winners if view.outcome else [view.turn])
    count, step, now = state["counts"][seat], state["index"][seat], standing(view, seat)
    you = " (you)" if view.seat == seat else ""
    parts = _plaque_parts(
        seat, short(names[seat], 16), step, now, active, view.seat == seat, bool(state["freeze"][seat])
    )
    words = f"{names[seat]}{you}, {ELEMENTS[seat]}: {count} diamond{'s' * (count != 1)}, on step {step} of 40"
    words += f", {now}" * bool(now) + ", the computer plays" * bool(state["left"][seat] and "computer" not in now)
    lines = (
        f"{'►' if active else ' '} {LETTERS[seat]} {short(names[seat], 14)}{you}",
        f"    ♦ {count}, {ELEMENTS[seat]}, step {step}",
        f"    {now}",
    )
    x, y = corner(seat)
    cell = (SIDE, 2 + 5 * seat)
    ink = f"{NAMES[seat]}_ink"
    return (
        Thing(f"plaque:{seat}", words, parts, x, y, text=lines, cell=cell, ink=ink, bold=active),
        Thing(f"count:{seat}", f"Diamonds: {count}", _count_parts(count), x + _left(seat) + 17, y + 50, manner="beats"),
    )


def _left(seat: int) -> float:
    """Where the words of a plaque begin: beside the pile."""
    return 12 if seat in (1, 2) else 92


@cache
def _count_parts(count: int) -> tuple[Part, ...]:
    return (*diamond(0.95), Label(25, 1, str(count), 28, "ink", "start", bold=True))


@cache
def _plaque_parts(seat: int, name: str, step: int, now: str, active: bool, own: bool, frozen: bool) -> tuple[Part, ...]:
    element, left = NAMES[seat], _left(seat)
    parts: list[Part] = [Box(2, 4, PLAQUE_W, PLAQUE_H, "shadow", round=16, opacity=0.18)]
    if active:
        parts.append(Box(-5, -5, PLAQUE_W + 10, PLAQUE_H + 10, "glow", f"{element}_deep", 1.5, round=19))
    parts += [
        Box(0, 0, PLAQUE_W, PLAQUE_H, "card", f"{element}_deep", 2, round=15),
        Box(0, 0, PLAQUE_W, PLAQUE_H, element, round=15, opacity=0.16),
        *medal(seat, left + 17, 22, 16),
        Label(left + 42, 22, name, 21 if len(name) < 12 else 17, "ink", "start", bold=True),
        Label(left + 198, 51, f"step {step}", 17, "muted", "end"),
    ]
    if own:
        parts.append(Label(left + 198, 78, "you", 17, f"{element}_ink", "end", bold=True))
    if frozen:
        parts.append(Path(placed(FLAKE, left + 17, 78, 0.8), "", "ice_edge", 2))
    elif active:
        parts.append(Path(placed(HOOF, left + 17, 78, 0.9), f"{element}_ink"))
    at = left + (42 if frozen or active else 6)
    parts.append(Label(at, 78, now, 17, f"{element}_ink" if active or frozen else "ink", "start", bold=active))
    return tuple(parts)


def _moved(parts: Sequence[Part], x: float, y: float) -> list[Part]:
    """Parts around another origin."""
    moved: list[Part] = []
    for part in parts:
        if isinstance(part, Path):
            moved.append(part._replace(d=_shifted(part.d, x, y)))
        else:
            moved.append(part._replace(x=part.x + x, y=part.y + y))
    return moved


def _shifted(d: str, x: float, y: float) -> str:
    """An outline of `placed` or an ellipse, moved: all but its start is written in steps."""
    return re.sub(r"M(-?[\d.]+) ?(-?[\d.]+)", lambda start: f"M{float(start[1]) + x:g} {float(start[2]) + y:g}", d)


@cache
def _icon(light: str) -> tuple[Part, ...]:
    """The sign of a season: blossom, sun, leaf, snow; antlers before the moon."""
    if light == DEER_MODE:
        antlers = "".join(placed(LEFT_ANTLER[1], 0, 34, flip=flip) for flip in (False, True))
        return (Disc(0, 0, 20, "glow", opacity=0.9), Path(antlers, "", "sign", 3.4))
    if light == "winter":
        return (Path(placed(FLAKE, 0, 0, 1.9), "", "sign", 3),)
    if light == "fall":
        return (Path(placed(LEAF, 0, 0, 3), "sign", "crown_deep", 1.5), Path("M-22 12l35-23", "", "crown_deep", 2))
    if light == "summer":
        rays = "M0 -21L0 -15M0 21L0 15M-21 0L-15 0M21 0L15 0M-15 -15L-11 -11M15 15L11 11M-15 15L-11 11M15 -15L11 -11"
        return (Disc(0, 0, 11, "sign"), Path(placed(rays, 0, 0), "", "sign", 3.4))
    petals = tuple(Disc(x, y, 8, "sign") for x, y in ((0, -10), (9.5, -3), (6, 8), (-6, 8), (-9.5, -3)))
    return (*petals, Disc(0, 0, 5.5, "heart"))


@cache
def sign(season: str, number: int) -> tuple[Thing, Thing]:
    """Above the board the season or "Deer Mode", below it the round or the rounds left. [P50]"""
    deer_mode = season == DEER_MODE
    above = "Deer Mode" if deer_mode else season.capitalize()
    top: tuple[Part, ...] = (
        *_board(),
        *_moved(_icon(season), 0, 28),
        Label(0, 54, "" if deer_mode else "Season:", 16, "muted"),
        Label(0, 68 if deer_mode else 71, above, 22, "sign", bold=True, serif=True),
    )
    below = "rounds left" if deer_mode else "Round:"
    low = (*_board(), Label(0, 26, below, 17, "muted"), Label(0, 58, str(number), 40, "sign", bold=True, serif=True))
    words = ("Deer Mode", f"Rounds left: {number}") if deer_mode else (f"Season: {season}", f"Round: {number}")
    return (
        Thing("season", words[0], top, WIDTH / 2, UPPER, text=(words[0],), cell=(SIDE, 0), bold=deer_mode, ink="sign"),
        Thing("round", words[1], low, WIDTH / 2, LOWER, text=(words[1],), cell=(SIDE + 17, 0)),
    )


def _board() -> tuple[Part, ...]:
    return (
        Box(-70, 4, 144, PLAQUE_H, "shadow", round=14, opacity=0.18),
        Box(-72, 0, 144, PLAQUE_H, "timber", "wood_deep", 2, round=14),
        Box(-64, 8, 128, PLAQUE_H - 16, "card", "wood_deep", 1.5, round=9),
    )


def message(view: Seen, events: Events, names: tuple[str, ...]) -> Thing:
    """What happened last, and what is to be done."""
    told, now = " ".join(happened(events, names)), to_do(view, names)
    lines = _lines(told, 2, 88)
    two = len(lines) == 2
    seat = view.outcome.winners[0] if view.outcome else view.turn
    parts: list[Part] = [
        Box(16, 3, WIDTH - 28, 60, "shadow", round=12, opacity=0.16),
        Box(14, 0, WIDTH - 28, 60, "card", "line", 1.5, round=12),
        Label(60, 30 if not lines else 48 if two else 42, now, 19 if two else 20, "ink", "start", bold=True),
    ]
    parts += [Label(60, (11 if two else 18) + 17 * i, line, 16.5, "muted", "start") for i, line in enumerate(lines)]
    if seat is not None:
        parts += medal(seat, 36, 30, 16)
    beside = (*_lines(told, 5), "", *_lines(now, 3))
    return Thing(
        "message",
        f"{told} {now}".strip(),
        tuple(parts),
        0,
        RIBBON,
        text=() if view.outcome else beside,
        cell=(SIDE, 24),
    )


def _lines(told: str, most: int, width: int = INFO) -> list[str]:
    return textwrap.wrap(told, width, max_lines=most, placeholder=" …")


def card_message(view: Seen, events: Events, names: tuple[str, ...], left: bool) -> list[Thing]:
    """The card that was turned against an element: who, the card, whom. On the side where the die is not. [P53]"""
    turned = next((event for event in events if event["event"] == "rune_taken"), None)
    if turned is None:
        return []
    mover, element = turned["seat"], ELEMENTS.index(turned["element"])
    x, y = LEFT + (3 if left else 13) * CELL, CENTRE[1]
    parts = (
        Box(-134, -44, 272, 94, "shadow", round=16, opacity=0.25),
        Box(-136, -47, 272, 94, "card", f"{NAMES[element]}_deep", 2, round=16),
        *medal(mover, -98, -9, 23),
        *medal(element, 98, -9, 23),
        Path("M-68 -6L-46 -6M-53 -13L-45 -6L-53 1M46 -6L68 -6M61 -13L69 -6L61 1", "", "ink", 3.5),
        Label(-98, 31, short(names[mover], 8), 16, "ink", bold=True),
        Label(98, 31, short(names[element], 8), 16, "ink", bold=True),
    )
    words = f"Card message: {happened([e for e in events if e['event'] != 'frozen'], names)[0]}"
    used = cards_left(view, element) + 1
    kind = {"diamond x 2": "double"}.get(turned["kind"], turned["kind"])
    return [
        Thing(f"message of {card_key(element, used)}", words, parts, x, y),
        Thing(card_key(element, used), f"The card “{turned['kind']}” of {ELEMENTS[element]}, used", card(element, kind), x, y, scale=0.95),
    ]  # fmt: skip


def cards_left(view: Seen, pile: int) -> int:
    """How many cards a pile has, the face-up one included. [P43]"""
    state = view.state
    return int(sum(state["face_down"][pile]) + (state["face_up"][pile] is not None))


def card_key(pile: int, number: int) -> str:
    """A card has the number it lies on in its pile, counted from below."""
    return f"card:{NAMES[pile]}:{number}"


def banner(view: Seen, events: Events) -> list[Thing]:
    """A large word over the trees: meditation, or the beginning of Deer Mode. [P54]

    It is another one for each seat, so that two that meditate one after the other are both seen crossing."""
    said = {event["event"]: event.get("seat") for event in events}
    word = "Deer Mode" if "deer_mode" in said else "Meditation" if "meditated" in said else ""
    if not word or view.outcome:
        return []
    parts = (
        Box(-85, -26, 174, 62, "shadow", round=12, opacity=0.3),
        Box(-88, -31, 176, 62, "card", "sign", 4, round=12),
        Box(-81, -24, 162, 48, "", "sign", 1.5, round=8, dash="2 6"),
        Label(0, 0, word, 26, "sign", bold=True, serif=True),
    )
    return [
        Thing(
            f"banner:{said.get('meditated', '')}",
            word,
            parts,
            CENTRE[0],
            TOP + SPAN - 46,
            text=(f"* {word} *",),
            cell=(SIDE, 22),
            ink="sign",
            manner="crosses",
        )
    ]


def ending(view: Seen, names: tuple[str, ...]) -> list[Thing]:
    """Who became what. [P57]"""
    if not view.outcome:
        return []
    order = sorted(range(view.seats), key=lambda seat: view.outcome.places[seat])
    titles, counts = view.state["titles"], view.state["counts"]
    w, half = 500, 250
    parts: list[Part] = [
        Box(-half + 4, -216, w, 440, "shadow", round=24, opacity=0.35),
        Box(-half, -224, w, 440, "timber", "wood_deep", 3, round=24),
        Box(-half + 12, -212, w - 24, 416, "card", "wood_deep", 1.5, round=16),
        Label(0, -188, "End of the Game", 28, "ink", bold=True, serif=True),
    ]
    lines, y = ["End of the Game"], 0.0
    winner = order[0]
    parts += [
        *(Path(placed(STAR, x, -95 + abs(x) / 6, 1.6), "glow") for x in (-196, -160, -124, 124, 160, 196)),
        Disc(0, -100, 54, "glow", "wood_deep", 1.5),
        Label(0, -18, f"Winner: {ELEMENTS[winner]}, {short(names[winner], 16)}", 25, "ink", bold=True),
        Label(0, 12, f"{DEER_GOD}, {counts[winner]} diamonds", 20, f"{NAMES[winner]}_ink", bold=True),
    ]
    lines += [f"Winner: {ELEMENTS[winner]}, {short(names[winner], 14)}", f"  {DEER_GOD}, {counts[winner]} diamonds"]
    y = 44
    for title, heading in ((MONKS, MONKS), (HERITAGE, DIGESTED)):
        seats = [seat for seat in order[1:] if titles[seat] == title]
        if not seats:
            continue
        parts.append(Label(0, y, heading, 18, "muted", bold=True, serif=True))
        lines.append(heading)
        y += 27
        for seat in seats:
            parts += medal(seat, -150, y, 13)
            parts.append(Label(-126, y, f"{ELEMENTS[seat]}, {short(names[seat], 16)}", 19, "ink", "start"))
            parts.append(Label(160, y, str(counts[seat]), 20, "ink", "end", bold=True))
            lines.append(f"  {ELEMENTS[seat]}, {short(names[seat], 14)}: {counts[seat]}")
            y += 30
        y += 4
    words = ". ".join(line.strip() for line in lines)
    god = Thing("god", f"{names[winner]}, the Deer God", deer(winner), CENTRE[0], CENTRE[1] - 84, scale=1.6)
    return [Thing("end", words, tuple(parts), *CENTRE, text=tuple(lines), cell=(SIDE, 22), bold=True), god]
