"""How a game or a match of Whot ended: the slip between two games, and the sheet at the end."""

from collections.abc import Sequence
from typing import Any

from turnwise.games.whot.deck import SYMBOLS
from turnwise.games.whot.look_cards import number_of, outline, short, symbol_of
from turnwise.games.whot.look_seats import MIDDLE, shortened
from turnwise.games.whot.look_words import listed, worth
from turnwise.games.whot.notation import title
from turnwise.kit.shapes import Box, Label, Part, Path, Seen, Thing

SLIP_Y, SLIP_W = 592, 736


def game_slip(headline: str, shown: Sequence[dict[str, Any]], names: tuple[str, ...], row: int) -> Thing:
    """All hands of the game before, with their values, while the next one begins [W50]."""
    hands = [(names[event["seat"]], tuple(event["hand"]), event["value"]) for event in shown]
    words, text = [headline], [headline]
    for name, hand, value in hands:
        words.append(f"{name} showed {listed([title(card) for card in hand]) if hand else 'no cards'}: {value}.")
        text.append(f"{shortened(name, 13):<14}{value:>3}  {' '.join(short(card) for card in hand)}"[:98])
    return Thing("slip", " ".join(words), _slip_parts(headline, hands), text=tuple(text), cell=(1, row))


def _slip_parts(headline: str, shown: list[tuple[str, tuple[str, ...], int]]) -> tuple[Part, ...]:
    left, h = MIDDLE - SLIP_W / 2, 54 + 28 * min(4, len(shown))
    parts: list[Part] = [
        Box(left + 3, SLIP_Y + 5, SLIP_W, h, "shadow", round=14, opacity=0.3),
        Box(left, SLIP_Y, SLIP_W, h, "face_shade", "face_edge", 1.5, round=14),
        Label(MIDDLE, SLIP_Y + 23, headline, 20 if len(headline) < 62 else 17, "circle", bold=True),
        Path(f"M{left + 20:g} {SLIP_Y + 42}h{SLIP_W - 40}", "", "circle", 1.2, 0.5),
    ]
    outlines = dict.fromkeys(SYMBOLS, "")  # all of a kind in one
    columns = 1 if len(shown) <= 4 else 2
    width = (SLIP_W - 24) / columns - 16
    for at, (name, hand, value) in enumerate(shown):
        x, y = left + 20 + (width + 16) * (at // 4), SLIP_Y + 60 + 28 * (at % 4)
        parts += [
            Label(x, y, shortened(name, 11), 17, "black", "start", bold=True),
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


def result(view: Seen, names: tuple[str, ...]) -> Thing:
    """Places, hand values and totals at the end [W37, W38, W57]."""
    state, outcome = view.state, view.outcome
    match = view.options["match"] != "single"
    order = sorted(range(view.seats), key=lambda seat: (outcome.places[seat], seat))
    lines = []
    for seat in order:
        gone = seat in state["left"] or state["out"][seat] and not state["hands"][seat]
        hand = "–" if gone else str(worth(state["hands"][seat]))
        total = ("–" if seat in state["left"] else str(state["totals"][seat])) if match else ""
        lines.append((outcome.places[seat], names[seat], hand, total, seat in outcome.winners))
    wins = "win" if len(outcome.winners) > 1 else "wins"
    words = f"{listed([names[seat] for seat in outcome.winners])} {wins}: {outcome.words}. "
    words += " ".join(
        f"{place}. {name}, {hand} in hand{f', total {total}' if match else ''}."
        for place, name, hand, total, _ in lines
    )
    headline = f"{shortened(listed([shortened(names[seat], 18) for seat in outcome.winners]), 24)} {wins}!"
    return Thing("result", words, _result_parts(headline, outcome.words, tuple(lines)))


def _result_parts(headline: str, reason: str, lines: tuple[tuple[int, str, str, str, bool], ...]) -> tuple[Part, ...]:
    w, h = 372, 112 + 28 * len(lines)
    top = max(410, 560 - h / 2)
    left = MIDDLE - w / 2
    parts: list[Part] = [
        Box(left + 3, top + 6, w, h, "shadow", round=18, opacity=0.35),
        Box(left, top, w, h, "face_shade", "gold", 4, round=18),
        Box(left + 8, top + 8, w - 16, h - 16, "", "circle", 1.2, round=12, opacity=0.5),
        Label(MIDDLE, top + 37, headline, 28 if len(headline) < 22 else 22, "circle", bold=True, serif=True),
        Label(MIDDLE, top + 66, reason, 17, "veil"),
    ]
    columns = {"hand": left + 274, "total": left + 346} if lines[0][3] else {"hand": left + 346}
    parts += [Label(x, top + 90, label, 15, "veil", "end") for label, x in columns.items()]
    for at, (place, name, hand, total, won) in enumerate(lines):
        y = top + 114 + 28 * at - 2
        if won:
            parts.append(Box(left + 16, y - 13, w - 32, 26, "gold", round=8, opacity=0.5))
        parts += [
            Label(left + 40, y, f"{place}.", 18, "black", bold=won),
            Label(left + 62, y, shortened(name, 18), 18, "black", "start", bold=won),
            Label(columns["hand"], y, hand, 18, "black", "end", bold=won),
        ]
        if total:
            parts.append(Label(columns["total"], y, total, 18, "black", "end", bold=won))
    return tuple(parts)
