"""Whot as a picture: an indigo cloth with pile and top card, hands fanned around it, one's own large at the bottom."""

from dataclasses import replace
from functools import cache

from turnwise.games.whot import look_cards as cards
from turnwise.games.whot import look_seats as seating
from turnwise.games.whot.deck import CARDS, DECK, SYMBOLS, Special
from turnwise.games.whot.look_cards import MARKS, back, boxed, emblem, face, small_face
from turnwise.games.whot.look_motion import gone, sounds
from turnwise.games.whot.look_results import game_slip, result
from turnwise.games.whot.look_seats import BOTTOM, HEIGHT, MIDDLE, WIDTH, Slot, slots
from turnwise.games.whot.look_table import card_thing, cloth, middle
from turnwise.games.whot.look_words import ask, ended_game, latest, match_line, seat_line, size, status
from turnwise.games.whot.notation import EFFECTS, SYMBOL, title
from turnwise.games.whot.rules import CALL, CATCH, DRAW, NAME
from turnwise.kit.shapes import Box, Label, Part, Picture, Seen, Shade, Thing, button
from turnwise.kit.words import Said, Seat, Words, said, sentences

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
TITLE = EFFECTS[Special.WHOT]
"""The game is called like its best card."""
ACT_Y = 704
"""Where symbols to name and buttons stand."""


def look(view: Seen) -> Picture:
    rows = _rows(view)
    table_row = max(row + lines for row, lines in rows.values()) + 1
    things = [cloth(), *middle(view, table_row)]
    bottom = view.seat or 0
    for step, slot in enumerate((BOTTOM, *slots(view.seats - 1))):
        seat = (bottom + step) % view.seats
        things += _hand(view, seat, slot, rows[seat][0], table_row + 7)
        things += _seat(view, seat, slot, rows[seat][0])
    things += [*_to_press(view, table_row + 5), _header(view)]
    if view.outcome:
        things.append(result(view))
    else:
        headline, shown = ended_game(view)
        if headline:
            things.append(game_slip(headline, shown, table_row + 11))
        things.append(_notice(view, [] if headline else latest(view), bool(headline), table_row))
    words = said("{game}. {status}.", game=TITLE, status=status(view))
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


def _hand(view: Seen, seat: int, slot: Slot, row: int, hand_row: int) -> list[Thing]:
    """One seat's cards: open if they may be seen, else face down and known by their place only [W44]."""
    hand = view.state["hands"][seat]
    number = size(hand)
    own = slot == BOTTOM
    scale, lies = seating.own_fan(number) if own else (slot.scale, seating.fan(slot, number))
    if isinstance(hand, int):
        return [
            Thing(
                f"hand:{seat}:{at}",
                said("Card {number} of {seat}, face down", number=at + 1, seat=Seat(seat)),
                back(),
                lie.x,
                lie.y,
                lie.turn,
                scale,
                ("▒",),
                (48 + at, row),
                ink="alarm",
                comes="pile",
            )
            for at, lie in enumerate(lies)
        ]
    if not own:
        return [
            card_thing(card, said("{seat}'s {card}", seat=Seat(seat), card=title(card)), *lie, seating.OPEN_SCALE, small_face(card),
                  cell=(48 + at % 13 * 4, row + at // 13), text=(cards.short(card),), comes=f"seat:{seat}")
            for at, (card, lie) in enumerate(zip(hand, seating.laid_open(slot, number), strict=True))
        ]  # fmt: skip
    playable = {DECK.ids[action.id] for action in view.legal if action.id < CARDS}
    choosing = view.seat == view.turn and view.state["phase"] == "play"
    things = []
    for at, (card, lie) in enumerate(zip(hand, lies, strict=True)):
        lit = card in playable
        words = _own_card(card, seat, lit, choosing and not lit)
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


def _own_card(card: str, seat: int, lit: bool, locked: bool) -> Said:
    """A card of an open hand for somebody who hears the table: what it does, and whether it may be played."""
    effect = cards.effect_of(card)
    named = said("{card} ({effect})", card=title(card), effect=effect) if effect and effect != TITLE else title(card)
    if lit:
        told = said("{card:C} in {seat}'s hand, may be played")
    elif locked:
        told = said("{card:C} in {seat}'s hand, locked")
    else:
        told = said("{card:C} in {seat}'s hand")
    return told.given_also(card=named, seat=Seat(seat))


def _seat(view: Seen, seat: int, slot: Slot, row: int) -> list[Thing]:
    """A seat's name plate, and a tag while it is down to its last card [W51, W56]."""
    state = view.state
    gone = seat in state["left"] or state["out"][seat] > 0
    won = view.outcome and seat in view.outcome.winners
    turn = not view.outcome and seat == state["turn"]
    mark = "won" if won else "turn" if turn else "gone" if gone else ""
    line, ranked = seat_line(view, seat), _rank(view, seat)
    if ranked:
        line = said("{rank}, {line}", rank=ranked, line=line)
    alarm = None if view.outcome or gone else _alarm(view, seat)
    words = said("{seat}, {line}", seat=Seat(seat), line=line)
    if turn:
        words = said("{words}, to act", words=words)
    if alarm:
        words = said("{words}: {alarm}", words=words, alarm=alarm)
    flag = "▶" if turn else "♛" if won else " "
    text = said("{flag} {seat}: {line}", flag=flag, seat=Seat(seat), line=line)
    plate = seating.plate(seat, seat_line(view, seat), mark, 290 if slot == BOTTOM else 184)
    ink = "muted" if mark == "gone" else "ink"
    bold = turn or bool(won)
    place = slot.x, slot.y
    things = [
        Thing(f"seat:{seat}", words, plate, *place, text=(text,), cell=(0, row), columns=47, rows=1, ink=ink, bold=bold)
    ]
    if alarm:
        x, y = seating.tag_place(slot)
        tag, words = seating.tag(alarm), said("{seat}: {alarm}", seat=Seat(seat), alarm=alarm)
        things.append(Thing(f"tag:{seat}", words, tag, x, y, text=(alarm,), cell=(54, row), ink="warn", bold=True))
    return things


def _rank(view: Seen, seat: int) -> Said | None:
    """The place and, in a match, the points of a seat at the end."""
    if not view.outcome:
        return None
    place = said("place {place}", place=view.outcome.places[seat])
    if view.options["match"] == "single":
        return place
    return said("{line}, total {total}", line=place, total=view.state["totals"][seat])


def _alarm(view: Seen, seat: int) -> Said | None:
    state = view.state
    if state["catchable"] == seat:
        return said("No call!")
    called = state["said_last"] and seat == state["turn"]
    return said("Last card!") if called or size(state["hands"][seat]) == 1 else None


def _to_press(view: Seen, row: int) -> list[Thing]:
    """The five symbols while one is to be named [W21]; buttons for a call and a catch [W51]."""
    legal = {action.id: action for action in view.legal}
    things = []
    for at, symbol in enumerate(SYMBOLS):
        if NAME + at in legal:
            things.append(
                Thing(
                    f"symbol:{symbol}",
                    legal[NAME + at].said,
                    _token(symbol),
                    MIDDLE + (at - 2) * 122,
                    ACT_Y,
                    text=(said("[{mark} {symbol}]", mark=MARKS[symbol], symbol=SYMBOL[symbol]),),
                    cell=(28 + 13 * at, row),
                    ink="accent",
                    bold=True,
                    comes=f"card:{view.state['top']}",
                )
            )
    pressed = []
    if CALL in legal:
        pressed.append(("call", legal[CALL].said, legal[CALL].said))
    if CATCH in legal:
        late = Seat(view.state["catchable"])
        words = said("Catch {seat}, who did not call 'last card'", seat=late)
        pressed.append(("catch", said("Catch {seat}!", seat=late), words))
    for at, (key, label, words) in enumerate(pressed):
        x = MIDDLE + (at - (len(pressed) - 1) / 2) * 270
        made = button(key, label, x, ACT_Y, 250, cell=(44 + 26 * at, row), words=words, h=52)
        things.append(replace(made, columns=25, rows=1))
    return things


@cache
def _token(symbol: str) -> tuple[Part, ...]:
    return (
        Box(-56, -46, 112, 106, "gold", round=28, opacity=0.3),
        Box(-50, -38, 100, 98, "shadow", round=24, opacity=0.3),
        Box(-51, -42, 102, 98, "face_shade", "gold", 4, round=24),
        *emblem(symbol, 24, 0, -6),
        Label(0, 38, SYMBOL[symbol], 20, symbol, bold=True, room=92),
    )


def _header(view: Seen) -> Thing:
    stand, right = status(view), match_line(view)
    mine = view.seat is not None and view.seat == view.turn
    text = said("{game}   {status}   {right}", game=TITLE, status=stand, right=right)
    words = said("{status}. {right}.", status=stand, right=right)
    return Thing("status", words, _header_parts(stand, right, mine), text=(text,), columns=98, rows=1, bold=True)


def _header_parts(stand: Said, right: Said, mine: bool) -> tuple[Part, ...]:
    fill, ink = ("gold", "black") if mine else ("plate", "plate_ink")
    return (
        Label(44, 50, TITLE, 32, "gold", "start", bold=True, serif=True),
        Box(MIDDLE - 226, 31, 452, 42, "shadow", round=20, opacity=0.3),
        Box(MIDDLE - 226, 28, 452, 42, fill, "face_edge", 1.5, round=20),
        Label(MIDDLE, 49, stand, 22, ink, bold=True, room=424),
        Label(WIDTH - 44, 50, right, 17, "cloth_ink", "end", bold=True, room=140),
    )


def _notice(view: Seen, told: list[Said], covered: bool, row: int) -> Thing:
    """The latest action and what may follow [W55, W56]; in text only where a slip covers it."""
    happened, asked = sentences(*told) if told else None, ask(view)
    text = [one for one in (happened, asked) if one]
    words: Words = sentences(*told, *([said("{asked}.", asked=asked)] if asked else []))
    parts = () if covered else _notice_parts(happened or "", asked or "")
    return Thing(
        "notice",
        words if text else said("The game goes on"),
        parts,
        text=tuple(text),
        cell=(44, row),
        columns=54,
        rows=5,
    )


def _notice_parts(happened: Words, asked: Words) -> tuple[Part, ...]:
    return (
        Label(MIDDLE, 611, happened, 19, "cloth_ink", room=740, lines=2),
        Label(MIDDLE, 643, asked, 25, "gold", bold=True, room=740),
    )
