"""What stands around the board of DeerPortal: plaques, season and round, messages, banners, the end."""

import re
from collections.abc import Sequence
from functools import cache

from turnwise.games.deerportal.notation import (
    CARD_NAMES,
    HERITAGE,
    KIND_NAMES,
    LETTERS,
    MONKS,
    SEASON_NAMES,
    SEAT_NAMES,
    TITLES,
    card_of,
    player_of,
)
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
from turnwise.games.deerportal.tale import Events, card_told, happened, to_do
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Seen, Thing
from turnwise.kit.words import Said, Seat, Words, counted, said, sentences

WIDTH, HEIGHT = 800, 1046
PLAQUE_W, PLAQUE_H = 304, 94
UPPER, LOWER, RIBBON = 8, 883, 982
SIDE = 68
"""The column of the text picture where the words beside the board begin."""
INFO = 31
"""How many characters wide they are."""
DIE = 22
"""Where the die is shown beside the name of who rolls it."""
PLACES = (
    said("first in the portal"),
    said("second in the portal"),
    said("third in the portal"),
    said("fourth in the portal"),
)
COMPUTER = said("played by the computer")


def corner(seat: int) -> tuple[float, float]:
    """Where a seat's plaque stands: outside its own corner of the board. [P50]"""
    return (WIDTH - 14 - PLAQUE_W if seat in (1, 2) else 14), (LOWER if seat in (2, 3) else UPPER)


def pile_place(seat: int) -> tuple[float, float]:
    """Where a pile lies: at the outer end of the plaque."""
    x, y = corner(seat)
    return x + (PLAQUE_W - 48 if seat in (1, 2) else 43), y + PLAQUE_H / 2


def standing(view: Seen, seat: int) -> Words:
    """The state of a seat in a few words."""
    state = view.state
    if state["titles"]:
        return TITLES[state["titles"][seat]]
    if seat in state["entered"]:
        return PLACES[state["entered"].index(seat)]
    if turns := state["freeze"][seat]:
        return counted("misses one turn", "misses {turns} turns", "turns", turns=turns)
    if view.turn == seat and view.opened is False:
        return said("leads and is to roll") if state["leader"] else said("is to roll")
    if view.turn == seat:
        return said("leads and is to move") if state["leader"] else said("is to move")
    return COMPUTER if state["left"][seat] else ""


def plaque(view: Seen, seat: int) -> tuple[Thing, Thing]:
    """A seat's name, step and state, and its diamonds. [P50]"""
    state = view.state
    active = seat in (view.outcome.winners if view.outcome else [view.turn])
    count, step, now = state["counts"][seat], state["index"][seat], standing(view, seat)
    own, who, element = view.seat == seat, Seat(seat), SEAT_NAMES[seat]
    parts = _plaque_parts(seat, step, now, active, own, bool(state["freeze"][seat]))
    diamonds = counted("one diamond", "{count} diamonds", "count", count=count)
    words = said("{seat}, {element}: {diamonds}, on step {step} of 40")
    line = said("♦ {count}, {element}, step {step}")
    if own:
        words = said("{seat} (you), {element}: {diamonds}, on step {step} of 40")
        line = said("♦ {count}, {element}, step {step}, you")
    words = words.given_also(seat=who, element=element, diamonds=diamonds, step=step)
    line = line.given_also(count=count, element=element, step=step)
    for also in dict.fromkeys((now, COMPUTER if state["left"][seat] else "")):
        words = said("{plaque}, {also}", plaque=words, also=also) if also else words
    x, y = corner(seat)
    name = said("{mark} {letter} {seat}", mark="►" if active else "·", letter=LETTERS[seat], seat=who)
    ink, row = f"{NAMES[seat]}_ink", 2 + 5 * seat
    return (
        Thing(f"plaque:{seat}", words, parts, x, y,
              text=(name,), cell=(SIDE, row), columns=DIE - 1, rows=1, ink=ink, bold=active),
        Thing(f"count:{seat}", diamonds, _count_parts(count), x + _left(seat) + 17, y + 50,
              text=(line, now), cell=(SIDE + 4, row + 1), columns=INFO - 4, rows=2, ink=ink, manner="beats"),
    )  # fmt: skip


def _left(seat: int) -> float:
    """Where the words of a plaque begin: beside the pile."""
    return 12 if seat in (1, 2) else 92


@cache
def _count_parts(count: int) -> tuple[Part, ...]:
    return (*diamond(0.95), Label(25, 1, str(count), 28, "ink", "start", bold=True))


@cache
def _plaque_parts(seat: int, step: int, now: Words, active: bool, own: bool, frozen: bool) -> tuple[Part, ...]:
    element, left = NAMES[seat], _left(seat)
    parts: list[Part] = [Box(2, 4, PLAQUE_W, PLAQUE_H, "shadow", round=16, opacity=0.18)]
    if active:
        parts.append(Box(-5, -5, PLAQUE_W + 10, PLAQUE_H + 10, "glow", f"{element}_deep", 1.5, round=19))
    parts += [
        Box(0, 0, PLAQUE_W, PLAQUE_H, "card", f"{element}_deep", 2, round=15),
        Box(0, 0, PLAQUE_W, PLAQUE_H, element, round=15, opacity=0.16),
        *medal(seat, left + 17, 22, 16),
        Label(left + 42, 22, said("{seat}", seat=Seat(seat)), 21, "ink", "start", bold=True, room=156),
        Label(left + 198, 51, said("step {step}", step=step), 17, "muted", "end", room=110),
    ]
    if own:
        parts.append(Label(left + 198, 78, said("you"), 17, f"{element}_ink", "end", bold=True))
    if frozen:
        parts.append(Path(placed(FLAKE, left + 17, 78, 0.8), "", "ice_edge", 2))
    elif active:
        parts.append(Path(placed(HOOF, left + 17, 78, 0.9), f"{element}_ink"))
    at = left + (42 if frozen or active else 6)
    room = left + (158 if own else 198) - at
    parts.append(
        Label(at, 78, now, 17, f"{element}_ink" if active or frozen else "ink", "start", bold=active, room=room)
    )
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
    above = said("Deer Mode") if deer_mode else said("{season:C}", season=SEASON_NAMES[season])
    top: tuple[Part, ...] = (
        *_board(),
        *_moved(_icon(season), 0, 28),
        Label(0, 54, "" if deer_mode else said("Season:"), 16, "muted", room=124),
        Label(0, 68 if deer_mode else 71, above, 22, "sign", bold=True, serif=True, room=124),
    )
    below = said("rounds left") if deer_mode else said("Round:")
    low = (
        *_board(),
        Label(0, 26, below, 17, "muted", room=124),
        Label(0, 58, str(number), 40, "sign", bold=True, serif=True),
    )
    now = said("Deer Mode") if deer_mode else said("Season: {season}", season=SEASON_NAMES[season])
    time = said("Rounds left: {number}", number=number) if deer_mode else said("Round: {number}", number=number)
    return (
        Thing("season", now, top, WIDTH / 2, UPPER, text=(now,), cell=(SIDE, 0), bold=deer_mode, ink="sign"),
        Thing("round", time, low, WIDTH / 2, LOWER, text=(time,), cell=(SIDE, 1)),
    )


def _board() -> tuple[Part, ...]:
    return (
        Box(-70, 4, 144, PLAQUE_H, "shadow", round=14, opacity=0.18),
        Box(-72, 0, 144, PLAQUE_H, "timber", "wood_deep", 2, round=14),
        Box(-64, 8, 128, PLAQUE_H - 16, "card", "wood_deep", 1.5, round=9),
    )


def message(view: Seen) -> Thing:
    """What happened last, and what is to be done."""
    told, now = happened(view), to_do(view)
    seat = view.outcome.winners[0] if view.outcome else view.turn
    parts: list[Part] = [
        Box(16, 3, WIDTH - 28, 60, "shadow", round=12, opacity=0.16),
        Box(14, 0, WIDTH - 28, 60, "card", "line", 1.5, round=12),
        Label(60, 47 if told else 30, now, 19, "ink", "start", bold=True, room=WIDTH - 90),
    ]
    if told:
        parts.append(Label(60, 19, sentences(*told), 16, "muted", "start", room=WIDTH - 90, lines=2))
    if seat is not None:
        parts += medal(seat, 36, 30, 16)
    beside = (now, "", sentences(*told)) if told else (now,)
    return Thing(
        "message",
        sentences(*told, now),
        tuple(parts),
        0,
        RIBBON,
        text=() if view.outcome else beside,
        cell=(SIDE, 24),
        columns=INFO,
        rows=9,
    )


def card_message(view: Seen, events: Events, left: bool) -> list[Thing]:
    """The card that was turned against an element: who, the card, whom. On the side where the die is not. [P53]"""
    turned = next((event for event in events if event["event"] == "rune_taken"), None)
    if turned is None:
        return []
    mover, element, kind = Seat(turned["seat"]), player_of(turned["element"]), card_of(turned["kind"])
    x, y = LEFT + (3 if left else 13) * CELL, CENTRE[1]
    parts = (
        Box(-134, -44, 272, 94, "shadow", round=16, opacity=0.25),
        Box(-136, -47, 272, 94, "card", f"{NAMES[element]}_deep", 2, round=16),
        *medal(mover, -98, -9, 23),
        *medal(element, 98, -9, 23),
        Path("M-68 -6L-46 -6M-53 -13L-45 -6L-53 1M46 -6L68 -6M61 -13L69 -6L61 1", "", "ink", 3.5),
        Label(-98, 31, said("{seat}", seat=mover), 16, "ink", bold=True, room=72),
        Label(98, 31, said("{seat}", seat=element), 16, "ink", bold=True, room=72),
    )
    words = said("Card message: {message}", message=card_told(events))
    used = cards_left(view, element) + 1
    name = said("The card “{card}” against {target}, used", card=CARD_NAMES[kind], target=element)
    return [
        Thing(f"message of {card_key(element, used)}", words, parts, x, y),
        Thing(card_key(element, used), name, card(element, KIND_NAMES[kind]), x, y, scale=0.95),
    ]


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
    seats = {event["event"]: event.get("seat") for event in events}
    if view.outcome or not {"deer_mode", "meditated"} & seats.keys():
        return []
    word = said("Deer Mode") if "deer_mode" in seats else said("Meditation")
    parts = (
        Box(-85, -26, 174, 62, "shadow", round=12, opacity=0.3),
        Box(-88, -31, 176, 62, "card", "sign", 4, round=12),
        Box(-81, -24, 162, 48, "", "sign", 1.5, round=8, dash="2 6"),
        Label(0, 0, word, 26, "sign", bold=True, serif=True, room=156),
    )
    return [
        Thing(
            f"banner:{seats.get('meditated', '')}",
            word,
            parts,
            CENTRE[0],
            TOP + SPAN - 46,
            text=(said("* {word} *", word=word),),
            cell=(SIDE, 22),
            ink="sign",
            manner="crosses",
        )
    ]


def ending(view: Seen) -> list[Thing]:
    """Who became what. [P57]"""
    if not view.outcome:
        return []
    order = sorted(map(Seat, range(view.seats)), key=lambda seat: view.outcome.places[seat])
    titles, counts = view.state["titles"], view.state["counts"]
    winner, w, half = order[0], 500, 250
    end = said("End of the Game")
    won = said("Winner: {player}", player=_with_element(winner))
    god = counted("Deer God with one diamond", "Deer God with {count} diamonds", "count", count=counts[winner])
    parts: list[Part] = [
        Box(-half + 4, -216, w, 440, "shadow", round=24, opacity=0.35),
        Box(-half, -224, w, 440, "timber", "wood_deep", 3, round=24),
        Box(-half + 12, -212, w - 24, 416, "card", "wood_deep", 1.5, round=16),
        Label(0, -188, end, 28, "ink", bold=True, serif=True, room=w - 60),
        *(Path(placed(STAR, x, -95 + abs(x) / 6, 1.6), "glow") for x in (-196, -160, -124, 124, 160, 196)),
        Disc(0, -100, 54, "glow", "wood_deep", 1.5),
        Label(0, -18, won, 25, "ink", bold=True, room=w - 60),
        Label(0, 12, god, 20, f"{NAMES[winner]}_ink", bold=True, room=w - 60),
    ]
    lines: list[Words] = [end, won, said("  {title}", title=god)]
    told = [said("{end}.", end=end), said("{winner}, {title}.", winner=won, title=god)]
    y = 44.0
    for title, heading in ((MONKS, said("Monks")), (HERITAGE, said("Digested by The Elements"))):
        seats = [seat for seat in order[1:] if titles[seat] == title]
        if not seats:
            continue
        rows = tuple(said("{player}: {count}", player=_with_element(seat), count=counts[seat]) for seat in seats)
        parts.append(Label(0, y, heading, 18, "muted", bold=True, serif=True, room=w - 60))
        lines += [heading, *(said("  {row}", row=row) for row in rows)]
        told.append(said("{heading}: {rows}.", heading=heading, rows=rows))
        y += 27
        for seat in seats:
            parts += medal(seat, -150, y, 13)
            parts.append(Label(-126, y, _with_element(seat), 19, "ink", "start", room=250))
            parts.append(Label(160, y, str(counts[seat]), 20, "ink", "end", bold=True))
            y += 30
        y += 4
    figure = said("{seat}, the Deer God", seat=winner)
    return [
        Thing("end", sentences(*told), tuple(parts), *CENTRE, text=tuple(lines), cell=(SIDE, 22), columns=INFO, rows=11, bold=True),
        Thing("god", figure, deer(winner), CENTRE[0], CENTRE[1] - 84, scale=1.6),
    ]  # fmt: skip


def _with_element(seat: Seat) -> Said:
    return said("{seat} ({element})", seat=seat, element=SEAT_NAMES[seat])
