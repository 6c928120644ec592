"""Example as a table: the cards of the trick in the middle, one's own in hand, and what is touched for each move."""

from functools import cache, partial

from turnwise.authors.templates.cards.rules import DECK, NAMED
from turnwise.kit.pieces import AROUND, Area, Board, Card, Counter, Hand, Plate, Table, near_first
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Seen, Thing, star
from turnwise.kit.words import Said, Seat, counted, said

WIDTH, HEIGHT = 100, 140
SUITS = {
    "leaf": ("leaf", "M0 -20C18 -8 14 14 0 20C-14 14 -18 -8 0 -20z"),
    "sun": ("sun", star(12, 20, 12)),
    "moon": ("moon", "M6 -19A20 20 0 1 0 6 19A15 15 0 0 1 6 -19z"),
    "star": ("star", star(5, 21, 9)),
}
PALETTE = {
    "leaf": ("#2c7a3f", "#63bf7a"),
    "sun": ("#985400", "#f2a640"),
    "moon": ("#3c4f9e", "#8ea2f0"),
    "star": ("#a02b56", "#ef7ba4"),
    "back": ("#46586b", "#3b4a5b"),
    "cloth": ("#e3ddcd", "#262b32"),
}
AROUND_THE_MIDDLE = ((0, 90), (-150, 0), (0, -90), (150, 0))
"""Where a seat's card of the trick lies, from the viewer's own on."""


def look(view: Seen) -> Table:
    seats = near_first(view)
    trick = [_laid(seat, at, view.state["trick"][seat], seats) for at, seat in enumerate(seats)]
    own = view.state["hand"][view.seat] if view.seat is not None else []
    touch = {action.id: (f"card:{DECK.ids[action.id]}",) for action in view.legal}
    playable = {key for keys in touch.values() for key in keys}
    hand = tuple(_card(id, raised=f"card:{id}" in playable) for id in own if isinstance(own, list))
    happened = {event["event"] for event in view.events}
    return Table(
        said("Example. {status}", status=_status(view)),
        partial(_board, tuple(filter(None, trick))),
        tuple(_plate(seat, view) for seat in seats),
        sitting=AROUND,
        hand=Hand(hand, said("Your cards:")),
        touch=touch,
        palette=PALETTE,
        sounds=("shuffle",) if "dealt" in happened else ("card",) if "played" in happened else (),
    )


def _board(trick: tuple[Thing, ...], room: Area) -> Board:
    """A cloth of the shape of the room that there is, with the trick in its middle."""
    wide = 350 * min(max(room.ratio, 1.3), 4)
    cloth = Thing("cloth", said("The table"), (Box(-wide / 2, -175, wide, 350, "cloth", "line", 2, round=30),))
    return Board(wide, 350, (cloth, *trick), cells=(34, 5), corner=(-wide / 2, -175))


@cache
def _face(id: str) -> tuple[Part, ...]:
    suit, rank = id.split("_")
    ink, outline = SUITS[suit]
    body = Box(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT, "card", "line", 2, round=12)
    corners = (Label(-32, -48, rank, 34, ink, bold=True), Label(32, 48, rank, 34, ink, bold=True))
    return body, Path(outline, ink), *corners


@cache
def _back() -> tuple[Part, ...]:
    body = Box(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT, "back", "line", 2, round=12)
    return body, Disc(0, 0, 22, "", "card", 4, 0.6)


def _card(id: str, raised: bool) -> Card:
    ink = SUITS[id.partition("_")[0]][0]
    return Card(f"card:{id}", NAMED[id], _face(id), WIDTH, HEIGHT, NAMED[id], ink, raised=raised)


def _laid(seat: int, at: int, number: int, seats: list[int]) -> Thing | None:
    """The card that a seat has played to the trick. It is the one that was in a hand, so it keeps its key."""
    if number < 0:
        return None
    id, place = DECK.ids[number], 2 * at if len(seats) == 2 else at
    x, y = AROUND_THE_MIDDLE[place]
    words = said("{seat}'s {card}", seat=Seat(seat), card=NAMED[id])
    cell = ((12, 4), (0, 2), (12, 0), (24, 2))[place]
    ink = SUITS[id.partition("_")[0]][0]
    return Thing(
        f"card:{id}", words, _face(id), x, 0.85 * y, text=(NAMED[id],), cell=cell, ink=ink, comes=f"hand:{seat}:0"
    )


def _plate(seat: int, view: Seen) -> Plate:
    tricks = view.state["points"][seat]
    told = counted("{number} trick", "{number} tricks", "number", number=tricks)
    won = view.outcome and seat in view.outcome.winners
    return Plate(
        seat,
        f"seat{seat}",
        (Disc(0, 0, 16, f"seat{seat}"),),
        str(seat),
        said("has won") if won else "",
        (Counter(told, told),),
        _held(seat, view) if seat != view.seat else (),
        active=view.turn == seat,
    )


def _held(seat: int, view: Seen) -> tuple[Card, ...]:
    """The cards of another: backs, of which only the number is known, as long as nobody may see them."""
    held: list[str] | int = view.state["hand"][seat]
    if isinstance(held, list):
        return tuple(_card(id, raised=False) for id in held)
    words = said("{seat}'s card", seat=Seat(seat))
    return tuple(Card(f"hand:{seat}:{at}", words, _back(), WIDTH, HEIGHT) for at in range(held))


def _status(view: Seen) -> Said:
    if view.turn is None:
        return said("It is over.")
    if view.turn == view.seat:
        return said("It is your turn.")
    return said("{seat} is to play.", seat=Seat(view.turn))


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """Touching a card means to play it, allowed or not: so that somebody can be told why it is not."""
    id = keys[-1].removeprefix("card:")
    return DECK.ids.index(id) if id in DECK.ids else None
