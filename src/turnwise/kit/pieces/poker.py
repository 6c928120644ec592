"""A poker table: paid chips, cards face down, buttons to bet with; for any game whose state shows `hand`, `paid`,
`points`, `shown` and `starter` by seat, and whose events tell who `won` a pot."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from turnwise.kit.pieces.french import (
    NAMED,
    Felt,
    back,
    beside,
    chip,
    felt,
    felted,
    heap,
    held,
    seated,
    signed,
    small_face,
)
from turnwise.kit.pieces.table import AROUND, Button, Card, Counter, Hand, Panel, Plate, Table, near_first
from turnwise.kit.shapes import Disc, Group, Label, Part, Seen, Thing
from turnwise.kit.words import Seat, Words, counted, said, sentences

SOUNDS = {"shuffle": ("dealt",), "card": ("turned_up",), "step": ("bet", "raised", "called"), "calm": ("checked",)}
SOUNDS |= {"lose": ("folded",), "collect": ("won", "split")}


def poker(view: Seen, title: Words, centre: Callable[[Felt], Iterable[Thing]], buttons: int) -> Table:
    """The table with what lies in its middle, and room for so many buttons."""
    kinds = {event["event"] for event in view.events}
    over = kinds & {"won", "split"}
    own = None if view.seat is None else view.state["hand"][view.seat]
    hand = (
        None if own is None else Hand(tuple(held(card, view.seat or 0, comes="stock") for card in own), said("Hand:"))
    )
    shown = Table(
        said("{game}. {status}", game=title, status=sentences(_status(view), *(() if over else view.told))),
        felt(lambda on: (*_ground(view, on), *centre(on))),
        tuple(_plate(view, seat) for seat in near_first(view)),
        AROUND,
        hand,
        tuple(Button(_key(action.words), action.said, strong=action.words in ("bet", "call")) for action in view.legal),
        tray_items=buttons,
        caption=_status(view),
        panel=_result(view) if view.outcome else _won(view) if over else None,
        touch={action.id: (_key(action.words),) for action in view.legal},
        sounds=tuple(sound for sound, of in SOUNDS.items() if not kinds.isdisjoint(of)),
    )
    return felted(
        shown, said("The table, with {number} chips in the pot", number=sum(view.state["paid"][: view.seats]))
    )


def pressed(view: Seen, keys: tuple[str, ...], Do: Any) -> int | None:
    """What touching something means: a button its own action, one's own chips a bet, or a call after a bet."""
    means = {_key(kind.name): int(kind.start) for kind in Do.kinds}
    if view.seat is not None:
        behind = view.state["paid"][view.seat] < max(view.state["paid"])
        means[f"paid:{view.seat}"] = means["do:call" if behind else "do:bet"]
    return means.get(keys[-1]) if keys else None


def _key(words: str) -> str:
    return f"do:{words.replace(' ', '_')}"


def _status(view: Seen) -> Words:
    if view.outcome:
        won = tuple(map(Seat, view.outcome.winners))
        told = counted("{seats} wins with the most chips.", "{seats} win with the most chips.", "number")
        return told.given_also(seats=won, number=len(won))
    if view.turn == view.seat:
        return said("It is your turn.")
    return said("{seat} is thinking.", seat=Seat(view.turn or 0))


def _ground(view: Seen, on: Felt) -> list[Thing]:
    """The felt, and in front of each player the chips in the pot, the card face down, and who began."""
    paid = view.state["paid"][: view.seats]
    things = list[Thing]()
    for at, seat in enumerate(near_first(view)):
        x, y = on.around(at, view.seats)
        words = counted("{seat} has {number} chip in the pot", "{seat} has {number} chips in the pot", "number")
        words, name = words.given_also(seat=Seat(seat), number=paid[seat]), said("{seat}", seat=Seat(seat))
        things.append(heap(f"paid:{seat}", words, paid[seat], on, x, y, name, f"plate:{seat}"))
        if seat == view.state["starter"] and not view.outcome:
            button = Disc(0, 0, 14, "face", "face_edge", 1.5), Label(0, 0, "1", 16, "night", bold=True)
            first = said("{seat} began this hand", seat=Seat(seat))
            column, row = things[-1].cell
            right = x + (74 if on.flat else 52)
            things.append(
                Thing("starter", first, button, right, y, 0, on.scale, text=("①",), cell=(column + NAMED + 1, row))
            )
    return things


def _plate(view: Seen, seat: int) -> Plate:
    points = signed(view.state["points"][seat])
    counter = Counter(said("chips won or lost: {number}", number=points), points, chip(), f"points:{seat}", mark="●")
    cards = view.state["hand"][seat]
    shown = () if seat == view.seat else beside(seat, cards, "stock", said("face down"))
    return seated(view, seat, (counter,), shown)


def _shown(seat: int, cards: Sequence[str]) -> tuple[Card, ...]:
    """What a seat held at the end of a hand, or that it was not shown, as a line of a sheet."""
    small = [Group(small_face(card), 0, 0, 0.2) for card in cards] or [Group(back(), 0, 0, 0.2)]
    words = beside(seat, cards or 1)[0]
    parts: tuple[Part, ...] = tuple(small)
    return (Card(f"shown:{seat}", words.words, parts, 26, 30, words.text or "▒"),)


def _won(view: Seen) -> Panel:
    """How a hand ended, while the next one begins."""
    told = [line for event, line in zip(view.events, view.told, strict=True) if event["event"] in ("won", "split")]
    rows = tuple(
        (said("{seat}", seat=Seat(seat)), _shown(seat, view.state["shown"][seat]), signed(view.state["points"][seat]))
        for seat in range(view.seats)
    )
    return Panel("slip", told[0], (), rows, words=sentences(*view.told), colour="felt_text", passing=True)


def _result(view: Seen) -> Panel:
    places = view.outcome.places
    order = sorted(range(view.seats), key=lambda seat: (places[seat], seat))
    rows = tuple(
        (
            said("{place}. {seat}", place=places[seat], seat=Seat(seat)),
            _shown(seat, view.state["hand"][seat]),
            signed(view.state["points"][seat]),
        )
        for seat in order
    )
    return Panel("result", _status(view), (said("{why:C}.", why=view.outcome.words),), rows, colour="felt_text")
