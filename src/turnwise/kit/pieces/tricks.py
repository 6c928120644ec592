"""A table for trick-taking games: the trump card, the trick around it, a hand by suits, numbers to bid, a score
sheet."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from turnwise.kit.cards import SUITS, card_words
from turnwise.kit.pieces.french import NAMED, SIGNS, Felt, beside, face, held, ink_of, seated, short, typed
from turnwise.kit.pieces.table import Counter, Hand, Panel, Plate, near_first
from turnwise.kit.shapes import Box, Disc, Label, Part, Seen, Thing
from turnwise.kit.words import Seat, Words, said

SCALE, APART, LEAST_IN_A_ROW, TYPED_IN_A_ROW = 0.62, 60, 6, 9
TRICK: tuple[Part, ...] = tuple(Box(x, y, 11, 15, "face", "face_edge", 1, 2) for x, y in ((-8, -9), (-3, -6)))
STAR: tuple[Part, ...] = (Disc(0, 0, 9, "gold", "gold_dark", 1.2), Label(0, 0, "Σ", 12, "night", bold=True))
ORDER = "cdsh"
"""The order of suits in a hand, black and red alternating."""


def trumps(card: str, on: Felt, *, up: bool) -> Thing:
    """The card whose suit is trumps; moved up to make room for bids."""
    (x, y), suit, up_by = on.middle, SUITS[card[1]], 40 if on.flat else 80 if up else 20
    words, label = said("{card:C}: {suit} are trumps", card=card_words(card), suit=suit), said("trumps")
    parts = (*face(card), Label(0, 88, label, 22, "felt_ink", bold=True, room=110, spare=True))
    text: tuple[Words, ...] = (said("trumps {sign}", sign=SIGNS[card[1]]),)
    if on.size:
        text = (*typed(card, on.size), text[0])
    cell = on.cell(x, y - up_by, 6 * on.size + 4 if on.size else 8, len(text))
    named = Thing("trumps", words, parts, x, y - up_by, scale=_scale(on), text=text, cell=cell)
    return named.changed(ink="accent", bold=True)


def _scale(on: Felt, number: int = 1) -> float:
    """The size of a card, of so many in a row if the room is low."""
    return min(1.75, 0.66 * on.width / number / 106) if on.flat else SCALE


def trick(view: Seen, on: Felt, cards: Sequence[Sequence[str]], leader: int, hands: Sequence[Any]) -> Iterator[Thing]:
    """The card that each seat has played, coming from that seat's hand; in a terminal with its name, and the led one in
    bold."""
    for at, seat in enumerate(near_first(view)):
        for card in cards[seat]:
            x, y = on.around(at, view.seats)
            comes = f"hand:{seat}:0" if hands[seat] and seat != view.seat else f"plate:{seat}"
            words = said("{seat} has played the {card}", seat=Seat(seat), card=card_words(card))
            shown = typed(card, on.size) if on.size else (short(card),)
            name = said("{seat}", seat=Seat(seat))
            text: tuple[Words, ...] = (*shown, name)
            broad = 6 * on.size + 4 if on.size else NAMED
            parts, scale = (*face(card), *on.named(name, 92)), _scale(on, view.seats)
            lies = Thing(f"card:{card}", words, parts, x, y - 38 * on.flat, scale=scale, comes=comes, text=text)
            cell = on.cell(x, y, broad, len(text))
            yield lies.changed(cell=cell, columns=broad, rows=len(text), ink=ink_of(card), bold=seat == leader)


def bids(on: Felt, numbers: Sequence[tuple[str, int, Words]]) -> Iterator[Thing]:
    """Tokens with numbers that may be bid, each with its key and its words."""
    (x, y), broad = on.middle, max(LEAST_IN_A_ROW, int((on.width - 40) / APART))
    if on.flat:
        x, y, broad = 0.62 * on.width, y - 92, len(numbers)
    apart, rows = APART * on.scale, -(-len(numbers) // max(1, broad))
    for at, (key, number, words) in enumerate(numbers):
        row, column = divmod(at, broad)
        right = (column - (min(broad, len(numbers) - row * broad) - 1) / 2) * apart
        down = 92 + (row - (rows - 1) / 2) * 58
        disc = Disc(0, 2, 28, "shadow", opacity=0.3), Disc(0, 0, 28, "gold", "gold_dark", 2)
        parts = (*disc, Label(0, 0, str(number), 30, "night", bold=True))
        (columns, high), step = on.cells, 2 * on.size + 4
        left = (columns - step * min(len(numbers), TYPED_IN_A_ROW)) // 2
        cell = left + at % TYPED_IN_A_ROW * step, high - 4 - 2 * on.size + at // TYPED_IN_A_ROW * (1 + on.size)
        yield Thing(key, words, parts, x + right, y + down, 0, on.scale, (f"[{number}]",), cell, ink="accent")


def bidder(view: Seen, seat: int, bid: int, taken: int, points: int, cards: Sequence[str] | int) -> Plate:
    """A player with the tricks taken of those bid (below 0: not yet), the points, and the hand."""
    told, tricks, ink, total = said("has not bid yet"), "–", "muted", str(points).replace("-", "−")
    if bid >= 0:
        told, tricks = said("tricks: {taken} of {bid}", taken=taken, bid=bid), f"{taken}/{bid}"
        ink = "good" if taken == bid else "warn" if taken > bid else "ink"
    score = Counter(said("points: {points}", points=total), total, STAR, f"points:{seat}", mark="Σ")
    backs = () if seat == view.seat else beside(seat, cards)
    return seated(view, seat, (Counter(told, tricks, TRICK, f"tricks:{seat}", ink, "▤"), score), backs)


def hand(cards: Sequence[str], seat: int, legal: Collection[str]) -> Hand:
    """One's own cards by suits; illegal ones are dimmed while one is to be played."""
    mine = sorted(cards, key=lambda card: ORDER.index(card[1]))
    return Hand(
        tuple(held(card, seat, lit=card in legal, dim=bool(legal) and card not in legal) for card in mine),
        said("Hand:"),
    )


def sheet(
    title: Words, head: Sequence[Words], rows: Sequence[tuple[int, Sequence[int]]], words: Words, *, over: bool
) -> Panel:
    """Numbers of each seat in columns, while the next deal begins or when the match is over."""
    lines: list[tuple[Words, ...]] = [
        (said("{seat}", seat=Seat(seat)), *(str(one).replace("-", "−") for one in numbers)) for seat, numbers in rows
    ]
    return Panel("sheet", title, rows=(("", *head), *lines), words=words, colour="felt_text", passing=not over)
