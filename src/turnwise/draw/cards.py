"""Cards side by side: beside a name, and in one's own hand, which scrolls if it has more cards than there is room
for."""

from math import ceil
from typing import NamedTuple

from turnwise.draw.plan import GAP, Stage
from turnwise.kit.pieces import Area, Card, Hand
from turnwise.kit.shapes import Box, Label, Part, Path, Thing
from turnwise.kit.words import counted, said

APART = 1.08
"""The distance between cards that do not overlap, in card widths."""
LEAST_STEP = 26.0
"""Pixels of a card in a hand that stay free, to be read and touched."""
SHOWN_ABOVE = 0.42
"""How much of a card is seen above the next row."""
RAISED = 0.07
"""How much of its height a card is raised."""
TINIEST = 0.01
"""The scale of things that there is no room for."""
MOST_CARDS = 20
"""The largest hand that is always shown whole."""
GREAT = 90.0
"""Pixels of a card's height: a larger hand is shown whole too if its cards stay this high, or as high as in a hand of
20."""
BACK, ON = "hand:back", "hand:on"
"""What is touched to see the cards before those that are shown, and after them."""


def cards_in(cards: tuple[Card, ...], area: Area, *, apart: bool = False) -> list[Thing]:
    """Cards side by side in an area, from its right: overlapping as far as necessary, or smaller."""
    if not cards or area.h <= 0 or area.w <= 0:
        return []
    width, height = cards[0].width, cards[0].height
    scale = min(area.h / height, area.w / width / (1 + APART * (len(cards) - 1) if apart else 1))
    step = min(APART * width * scale, (area.w - width * scale) / (len(cards) - 1)) if len(cards) > 1 else 0.0
    y = area.y + area.h / 2
    return [
        put(card, area.x + area.w - width * scale / 2 - (len(cards) - 1 - at) * step, y, scale)
        for at, card in enumerate(cards)
    ]


def put(card: Card, x: float, y: float, scale: float) -> Thing:
    """A card with its middle at a point."""
    return Thing(
        card.key,
        card.words,
        card.parts,
        round(x, 2),
        round(y, 2),
        scale=max(round(scale, 4), TINIEST),
        manner=card.manner,
        comes=card.comes,
    )


class Rows(NamedTuple):
    """How the cards of a hand are arranged."""

    rows: int
    each: int
    """Cards in a row."""
    scale: float
    below: float
    """Pixels from one row to the next."""
    step: float
    """And from one card to the next."""


def in_rows(n: int, card: Card, area: Area) -> Rows:
    """So many cards in one row, or in several if each would be too narrow to touch."""
    width, height, found = card.width, card.height, Rows(0, 0, 0, 0, 0)
    for rows in range(1, n + 1):
        scale = min(area.h / (height * (1 + (rows - 1) * SHOWN_ABOVE)), area.w / width)
        below = max(SHOWN_ABOVE * height * scale, LEAST_STEP) if rows > 1 else 0.0
        scale = min(scale, (area.h - (rows - 1) * below) / height)
        each = ceil(n / rows)
        step = (area.w - width * scale) / (each - 1) if each > 1 else area.w
        if rows > 1 and (scale * height < 1.4 * LEAST_STEP or step <= found.step):
            break  # more rows would leave less of each card
        found = Rows(rows, each, scale, below, step)
        if step >= LEAST_STEP:
            break
    return found


def hand_in(hand: Hand, area: Area, on: Stage) -> tuple[list[Thing], dict[str, int]]:
    """A hand, and if it scrolls the things that scroll it, each with the first card that it shows."""
    cards = hand.cards
    if not cards:
        return [], {}
    lie = in_rows(len(cards), cards[0], area)
    if on.first is None or len(cards) <= MOST_CARDS or _large_enough(lie, cards[0], area):
        return _lying(cards, lie, area), {}
    end = max(41.0, 3.1 * on.letters)
    left, rest = area.left(end, GAP)
    right, middle = rest.right(end, GAP)
    few = in_rows(MOST_CARDS, cards[0], area)
    free = middle.w - cards[0].width * few.scale
    each = max(2, int(free / LEAST_STEP) + 1)
    shown = few.rows * each
    first = min(on.first, len(cards) - shown)
    found = _lying(cards[first : first + shown], few._replace(each=each, step=free / (each - 1)), middle)
    rolls = dict[str, int]()
    if first:
        found.append(_end(BACK, cards[:first], len(cards), left, on))
        rolls[BACK] = max(0, first - shown)
    if after := cards[first + shown :]:
        found.append(_end(ON, after, len(cards), right, on))
        rolls[ON] = first + shown
    return found, rolls


def _large_enough(lie: Rows, card: Card, area: Area) -> bool:
    """Whether all cards of a large hand can be shown, each about as large as in a hand of 20."""
    few = in_rows(MOST_CARDS, card, area)
    return lie.step >= LEAST_STEP and lie.scale >= min(few.scale, GREAT / card.height)


def _lying(cards: tuple[Card, ...], lie: Rows, area: Area) -> list[Thing]:
    n, width, height = len(cards), cards[0].width * lie.scale, cards[0].height * lie.scale
    step = min(lie.step, 1.06 * width)
    top = area.y + (area.h - height - (lie.rows - 1) * lie.below) / 2 + height / 2
    found = []
    for at, card in enumerate(cards):
        row, column = divmod(at, lie.each)
        here = min(lie.each, n - row * lie.each)
        x = area.x + area.w / 2 + (column - (here - 1) / 2) * step
        found.append(put(card, x, top + row * lie.below - (RAISED * height if card.raised else 0), lie.scale))
    return found


def _end(key: str, hidden: tuple[Card, ...], number: int, area: Area, on: Stage) -> Thing:
    """The thing that scrolls a hand: an arrow, how many cards are there, and the total; emphasised if one of them is
    raised."""
    there, way = len(hidden), -1 if key == BACK else 1
    words = (
        counted("One more card before these, of {all}", "{there} more cards before these, of {all}", "there")
        if key == BACK
        else counted("One more card after these, of {all}", "{there} more cards after these, of {all}", "there")
    ).given_also(there=there, all=number)
    fill, ink = ("button_edge", "card") if any(card.raised for card in hidden) else ("button", "button_ink")
    x, y, size = area.w / 2, area.h / 2, on.letters
    parts: tuple[Part, ...] = (
        Box(0, 4, area.w, area.h - 8, fill, "button_edge", 1.5, round=10),
        Path(f"M{x - 4 * way:g} {y - 2.3 * size:.4g}l{8 * way} 8l{-8 * way} 8", "", ink, 3),
        Label(x, y, f"+{there}", 1.1 * size, ink, bold=True, room=area.w - 2),
        Label(x, y + 1.5 * size, said("of {all}", all=number), on.least, ink, room=area.w - 2),
    )
    return Thing(key, words, parts, round(area.x, 2), round(area.y, 2))
