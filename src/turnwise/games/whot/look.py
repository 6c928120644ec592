"""Whot as a picture: an indigo cloth with pile and top card, hands fanned around it, one's own large at the bottom."""

from functools import cache
from textwrap import wrap

from turnwise.games.whot import look_cards as cards
from turnwise.games.whot import look_seats as seating
from turnwise.games.whot.deck import CARDS, DECK, SYMBOLS
from turnwise.games.whot.look_cards import MARKS, back, boxed, emblem, face, small_face
from turnwise.games.whot.look_motion import gone, sounds
from turnwise.games.whot.look_results import game_slip, result
from turnwise.games.whot.look_seats import BOTTOM, HEIGHT, MIDDLE, WIDTH, Slot, slots
from turnwise.games.whot.look_table import card_thing, cloth, middle
from turnwise.games.whot.look_words import ask, ended_game, latest, match_line, seat_line, size, status
from turnwise.games.whot.notation import title
from turnwise.games.whot.rules import CALL, CATCH, DRAW, NAME
from turnwise.kit.shapes import Box, Label, Part, Picture, Seen, Shade, Thing, button

PALETTE = {
    **cards.PALETTE,
    "cloth": ("#27406f", "#141f38"),
    "cloth_light": ("#41659f", "#24385f"),
    "cloth_line": ("#a9c0e6", "#6f8cc0"),
    "cloth_ink": ("#fbf3e0", "#efe6d2"),
    "wood": ("#5d3519", "#2e1b0f"),
    "wood_light": ("#9b6539", "#5b3a22"),
    "plate": ("#fbf3e2", "#28334d"),
    "plate_ink": ("#2b2018", "#f3ebd9"),
    "plate_soft": ("#5f4f3d", "#bcc4d6"),
    "alarm": ("#a61c2e", "#b8283b"),
}
SHADES = (
    *cards.SHADES,
    Shade("cloth_shade", ((0, "cloth_light"), (1, "cloth")), radial=True),
    Shade("wood_shade", ((0, "wood_light"), (1, "wood"))),
)
ACT_Y = 704
"""Where symbols to name and buttons stand."""


def look(view: Seen, names: tuple[str, ...]) -> Picture:
    rows = _rows(view)
    table_row = max(row + lines for row, lines in rows.values()) + 1
    things = [cloth(), *middle(view, names, table_row)]
    bottom = view.seat or 0
    for step, slot in enumerate((BOTTOM, *slots(view.seats - 1))):
        seat = (bottom + step) % view.seats
        things += _hand(view, names, seat, slot, rows[seat][0], table_row + 7)
        things += _seat(view, names, seat, slot, rows[seat][0])
    things += [*_to_press(view, names, table_row + 5), _header(view, names)]
    if view.outcome:
        things.append(result(view, names))
    else:
        headline, shown = ended_game(view, names)
        if shown:
            things.append(game_slip(headline, shown, names, table_row + 11))
        things.append(_notice(view, "" if shown else latest(view, names), bool(shown), table_row))
    words = f"Whot. {status(view, names)}."
    went = gone(view, things)
    return Picture(WIDTH, HEIGHT, words, tuple(things), _touch(view), PALETTE, SHADES, gone=went, sounds=sounds(view))


def _touch(view: Seen) -> dict[int, tuple[str, ...]]:
    keys = {DRAW: "pile", CALL: "call", CATCH: "catch"}
    keys |= {NAME + at: f"symbol:{symbol}" for at, symbol in enumerate(SYMBOLS)}
    return {a.id: (f"card:{DECK.ids[a.id]}" if a.id < CARDS else keys[a.id],) for a in view.legal}


def _rows(view: Seen) -> dict[int, tuple[int, int]]:
    """For each seat its row in the text picture and the number of rows it takes; an open hand may take several."""
    rows, row = {}, 2
    for seat in range(view.seats):
        hand = view.state["hands"][seat]
        lines = 1 if isinstance(hand, int) or seat == (view.seat or 0) else max(1, -(-len(hand) // 13))
        rows[seat] = row, lines
        row += lines
    return rows


def _hand(view: Seen, names: tuple[str, ...], seat: int, slot: Slot, row: int, hand_row: int) -> list[Thing]:
    """One seat's cards: open if they may be seen, else face down and known by their place only [W44]."""
    hand = view.state["hands"][seat]
    number = size(hand)
    own = slot == BOTTOM
    scale, lies = seating.own_fan(number) if own else (slot.scale, seating.fan(slot, number))
    if isinstance(hand, int):
        return [
            Thing(
                f"hand:{seat}:{at}",
                f"Card {at + 1} of {names[seat]}, face down",
                back(),
                lie.x,
                lie.y,
                lie.turn,
                scale,
                ("▒",),
                (48 + at, row),
                "alarm",
                comes="pile",
            )
            for at, lie in enumerate(lies)
        ]
    if not own:
        return [
            card_thing(card, f"{names[seat]}'s {title(card)}", *lie, seating.OPEN_SCALE, small_face(card),
                  cell=(48 + at % 13 * 4, row + at // 13), text=(cards.short(card),), comes=f"seat:{seat}")
            for at, (card, lie) in enumerate(zip(hand, seating.laid_open(slot, number), strict=True))
        ]  # fmt: skip
    playable = {DECK.ids[action.id] for action in view.legal if action.id < CARDS}
    choosing = view.seat == view.turn and view.state["phase"] == "play"
    things = []
    for at, (card, lie) in enumerate(zip(hand, lies, strict=True)):
        lit = card in playable
        words = f"{title(card).capitalize()} in {names[seat]}'s hand"
        words += f" ({effect})" if (effect := cards.effect_of(card)) not in ("", "Whot") else ""
        words += ", may be played" if lit else ", locked" * choosing
        raised = lie.y - 20 if lit else lie.y
        where = at % 19 * 5 + 1, hand_row + at // 19 * 3
        parts = face(card, lit, choosing and not lit)
        things.append(
            card_thing(
                card,
                words,
                lie.x,
                raised,
                lie.turn,
                scale,
                parts,
                cell=where,
                text=boxed(card, lit),
                bold=lit,
                comes="pile",
            )
        )
    return things


def _seat(view: Seen, names: tuple[str, ...], seat: int, slot: Slot, row: int) -> list[Thing]:
    """A seat's name plate, and a tag while it is down to its last card [W51, W56]."""
    state = view.state
    gone = seat in state["left"] or state["out"][seat] > 0
    won = view.outcome and seat in view.outcome.winners
    turn = not view.outcome and seat == state["turn"]
    mark = "won" if won else "turn" if turn else "gone" if gone else ""
    said = seat_line(view, seat)
    ranked = _rank(view, seat)
    alarm = "" if view.outcome or gone else _alarm(view, seat)
    words = ", ".join(word for word in (names[seat], ranked, said, "to act" * turn, alarm.lower().strip("!")) if word)
    name = f"{seating.shortened(names[seat], 14)}:"
    flag = "▶" if turn else "♛" if won else " "
    line = f"{flag} {name:<16}{', '.join(part for part in (ranked, said) if part)}"
    plate = seating.plate(seat, names[seat], said, mark, 290 if slot == BOTTOM else 184)
    ink = "muted" if mark == "gone" else "ink"
    things = [
        Thing(
            f"seat:{seat}", words, plate, slot.x, slot.y, text=(line,), cell=(0, row), ink=ink, bold=turn or bool(won)
        )
    ]
    if alarm:
        x, y = seating.tag_place(slot)
        tag = seating.tag(alarm)
        things.append(
            Thing(
                f"tag:{seat}",
                f"{names[seat]}: {alarm}",
                tag,
                x,
                y,
                text=(alarm,),
                cell=(54, row),
                ink="warn",
                bold=True,
            )
        )
    return things


def _rank(view: Seen, seat: int) -> str:
    """The place and, in a match, the points of a seat at the end."""
    if not view.outcome:
        return ""
    points = f", {view.state['totals'][seat]} pts" if view.options["match"] != "single" else ""
    return f"place {view.outcome.places[seat]}{points}"


def _alarm(view: Seen, seat: int) -> str:
    state = view.state
    if state["catchable"] == seat:
        return "No call!"
    said = state["said_last"] and seat == state["turn"]
    return "Last card!" if said or size(state["hands"][seat]) == 1 else ""


def _to_press(view: Seen, names: tuple[str, ...], row: int) -> list[Thing]:
    """The five symbols while one is to be named [W21]; buttons for a call and a catch [W51]."""
    legal = {action.id for action in view.legal}
    things, column = [], 44
    for at, symbol in enumerate(SYMBOLS):
        if NAME + at in legal:
            text = f"[{MARKS[symbol]} {symbol}]"
            x = MIDDLE + (at - 2) * 122
            things.append(
                Thing(
                    f"symbol:{symbol}",
                    f"Name {symbol}",
                    _token(symbol),
                    x,
                    ACT_Y,
                    text=(text,),
                    cell=(column, row),
                    ink="accent",
                    bold=True,
                    comes=f"card:{view.state['top']}",
                )
            )
            column += len(text) + 1
    pressed = []
    if CALL in legal:
        pressed.append(("call", "Call “last card”", "Call “last card”"))
    if CATCH in legal:
        late = names[view.state["catchable"]]
        pressed.append(
            ("catch", f"Catch {seating.shortened(late, 12)}!", f"Catch {late}, who did not call “last card”")
        )
    for at, (key, label, words) in enumerate(pressed):
        x = MIDDLE + (at - (len(pressed) - 1) / 2) * 270
        things.append(button(key, label, x, ACT_Y, 250, cell=(44 + 26 * at, row), words=words, h=52))
    return things


@cache
def _token(symbol: str) -> tuple[Part, ...]:
    return (
        Box(-56, -46, 112, 106, "gold", round=28, opacity=0.3),
        Box(-50, -38, 100, 98, "shadow", round=24, opacity=0.3),
        Box(-51, -42, 102, 98, "face_shade", "gold", 4, round=24),
        *emblem(symbol, 24, 0, -6),
        Label(0, 38, symbol, 20, symbol, bold=True),
    )


def _header(view: Seen, names: tuple[str, ...]) -> Thing:
    said, right = status(view, names), match_line(view)
    brief = status(view, tuple(seating.shortened(name, 16) for name in names))
    mine = view.seat is not None and view.seat == view.turn
    return Thing(
        "status",
        f"{said}. {right}.",
        _header_parts(seating.shortened(brief, 50), right, mine),
        text=(f"WHOT   {said:<60.60} {right:>20}",),
        bold=True,
    )


def _header_parts(said: str, right: str, mine: bool) -> tuple[Part, ...]:
    height = 22 if len(said) < 36 else 18
    fill, ink = ("gold", "black") if mine else ("plate", "plate_ink")
    return (
        Label(44, 50, "Whot", 32, "gold", "start", bold=True, serif=True),
        Box(MIDDLE - 226, 31, 452, 42, "shadow", round=20, opacity=0.3),
        Box(MIDDLE - 226, 28, 452, 42, fill, "face_edge", 1.5, round=20),
        Label(MIDDLE, 49, said, height, ink, bold=True),
        Label(WIDTH - 44, 50, right, 17, "cloth_ink", "end", bold=True),
    )


def _notice(view: Seen, said: str, covered: bool, row: int) -> Thing:
    """The latest action and what may follow [W55, W56]; in text only where a slip covers it."""
    said, asked = seating.shortened(said, 80), ask(view)
    words = " ".join(part for part in (said, asked and f"{asked}.") if part) or "The game goes on"
    text = (*[*wrap(said, 54), "", ""][:2], *wrap(asked, 54))
    return Thing("notice", words, () if covered else _notice_parts(said, asked), text=text, cell=(44, row))


def _notice_parts(said: str, asked: str) -> tuple[Part, ...]:
    return (
        Label(MIDDLE, 611, said, 22 if len(said) < 50 else 17, "cloth_ink"),
        Label(MIDDLE, 643, asked, 25 if len(asked) < 48 else 21, "gold", bold=True),
    )
