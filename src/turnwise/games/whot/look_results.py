"""How a game or a match of Whot ended: the slip between two games, and the sheet at the end."""

from collections.abc import Sequence
from typing import Any

from turnwise.games.whot.deck import SYMBOLS
from turnwise.games.whot.look_cards import number_of, outline, short, symbol_of
from turnwise.games.whot.look_seats import MIDDLE, who
from turnwise.games.whot.look_words import in_hand, worth
from turnwise.games.whot.notation import hand_shown
from turnwise.kit.shapes import Box, Label, Part, Path, Seen, Thing
from turnwise.kit.words import Said, Seat, Words, counted, said, sentences

SLIP_Y, SLIP_W = 592, 736
MOST_IN_TEXT = 17
"""Cards of a hand that fit into a line of text."""


def game_slip(headline: Said, shown: Sequence[dict[str, Any]], row: int) -> Thing:
    """All hands of the game before, with their values, while the next one begins [W50]."""
    hands = [(event["seat"], tuple(event["hand"]), event["value"]) for event in shown]
    words = sentences(headline, *(hand_shown(seat, hand, value) for seat, hand, value in hands))
    text: list[Words] = [headline]
    for seat, hand, value in hands:
        cards = [*map(short, hand[:MOST_IN_TEXT]), *([f"+{len(hand) - MOST_IN_TEXT}"] * (len(hand) > MOST_IN_TEXT))]
        text.append(said("{seat}: {value}  {cards}", seat=Seat(seat), value=value, cards=" ".join(cards)))
    parts = _slip_parts(headline, hands)
    return Thing("slip", words, parts, text=tuple(text), cell=(1, row), columns=98, rows=len(text))


def _slip_parts(headline: Said, shown: list[tuple[int, tuple[str, ...], int]]) -> tuple[Part, ...]:
    left, h = MIDDLE - SLIP_W / 2, 54 + 28 * min(4, len(shown))
    parts: list[Part] = [
        Box(left + 3, SLIP_Y + 5, SLIP_W, h, "shadow", round=14, opacity=0.3),
        Box(left, SLIP_Y, SLIP_W, h, "face_shade", "face_edge", 1.5, round=14),
        Label(MIDDLE, SLIP_Y + 23, headline, 20, "circle", bold=True, room=SLIP_W - 40),
        Path(f"M{left + 20:g} {SLIP_Y + 42}h{SLIP_W - 40}", "", "circle", 1.2, 0.5),
    ]
    outlines = dict.fromkeys(SYMBOLS, "")  # all of a kind in one
    columns = 1 if len(shown) <= 4 else 2
    width = (SLIP_W - 24) / columns - 16
    for at, (seat, hand, value) in enumerate(shown):
        x, y = left + 20 + (width + 16) * (at // 4), SLIP_Y + 60 + 28 * (at % 4)
        parts += [
            Label(x, y, who(seat), 17, "black", "start", bold=True, room=108),
            Label(x + 140, y, str(value), 18, "circle", "end", bold=True),
        ]
        room = int((width - 150) // 37)
        for place, card in enumerate(hand[:room] if len(hand) <= room else hand[: room - 1]):
            chip, symbol = round(x + 158 + 37 * place, 1), symbol_of(card)
            if symbol == "whot":
                parts += [
                    Box(chip - 8, y - 12, 32, 24, "back", round=5),
                    Label(chip + 8, y, "W", 16, "back_line", bold=True),
                ]
            else:
                outlines[symbol] += outline(symbol, 7, chip, y)
                parts.append(Label(chip + 10, y, str(number_of(card)), 17, "black", "start"))
        if len(hand) > room:
            parts.append(Label(x + 162 + 37 * (room - 1), y, f"+{len(hand) - room + 1}", 16, "black"))
    return (*parts, *(Path(outlined, symbol) for symbol, outlined in outlines.items() if outlined))


def result(view: Seen) -> Thing:
    """Places, hand values and totals at the end [W37, W38, W57]."""
    state, outcome = view.state, view.outcome
    match = view.options["match"] != "single"
    order = sorted(range(view.seats), key=lambda seat: (outcome.places[seat], seat))
    told, lines = [], []
    for seat in order:
        left = seat in state["left"]
        gone = left or state["out"][seat] and not state["hands"][seat]
        hand = None if gone else worth(state["hands"][seat])
        total = state["totals"][seat] if match and not left else None
        told.append(_told(outcome.places[seat], seat, hand, total))
        numbers = ("–" if hand is None else str(hand), "" if not match else "–" if total is None else str(total))
        lines.append((outcome.places[seat], seat, *numbers, seat in outcome.winners))
    winners = tuple(map(Seat, outcome.winners))
    headline = counted("{seats} wins!", "{seats} win!", "number", seats=winners, number=len(winners))
    words = sentences(headline, said("{why:C}.", why=outcome.words), *told)
    return Thing("result", words, _result_parts(headline, outcome.words, tuple(lines)))


def _told(place: int, seat: int, hand: int | None, total: int | None) -> Said:
    """A line of the sheet for somebody who hears it."""
    line = said("{place}. {seat}", place=place, seat=Seat(seat))
    if hand is not None:
        line = said("{line}, {hand}", line=line, hand=in_hand(hand))
    if total is not None:
        line = said("{line}, total {total}", line=line, total=total)
    return said("{line}.", line=line)


def _result_parts(headline: Said, reason: Said, lines: tuple[tuple[int, int, str, str, bool], ...]) -> tuple[Part, ...]:
    w, h = 372, 112 + 28 * len(lines)
    top = max(410, 560 - h / 2)
    left = MIDDLE - w / 2
    parts: list[Part] = [
        Box(left + 3, top + 6, w, h, "shadow", round=18, opacity=0.35),
        Box(left, top, w, h, "face_shade", "gold", 4, round=18),
        Box(left + 8, top + 8, w - 16, h - 16, "", "circle", 1.2, round=12, opacity=0.5),
        Label(MIDDLE, top + 37, headline, 28, "circle", bold=True, serif=True, room=w - 40),
        Label(MIDDLE, top + 66, reason, 17, "veil", room=w - 40),
    ]
    hand_x, total_x = (left + 274, left + 346) if lines[0][3] else (left + 346, 0)
    parts.append(Label(hand_x, top + 90, said("hand"), 15, "veil", "end"))
    if total_x:
        parts.append(Label(total_x, top + 90, said("total"), 15, "veil", "end"))
    for at, (place, seat, hand, total, won) in enumerate(lines):
        y = top + 114 + 28 * at - 2
        if won:
            parts.append(Box(left + 16, y - 13, w - 32, 26, "gold", round=8, opacity=0.5))
        parts += [
            Label(left + 40, y, f"{place}.", 18, "black", bold=won),
            Label(left + 62, y, who(seat), 18, "black", "start", bold=won, room=hand_x - left - 110),
            Label(hand_x, y, hand, 18, "black", "end", bold=won),
        ]
        if total:
            parts.append(Label(total_x, y, total, 18, "black", "end", bold=won))
    return tuple(parts)
