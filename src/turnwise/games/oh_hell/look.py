"""Oh Hell as a table: the trick on the felt around the card that names trumps, bids and tricks beside the names."""

from collections.abc import Iterator
from functools import partial

from turnwise.games.oh_hell.rules import DECK, MOST_TRICKS, Do
from turnwise.kit.cards import SUITS
from turnwise.kit.pieces import AROUND, Panel, Table, near_first
from turnwise.kit.pieces.french import Felt, felt, felted
from turnwise.kit.pieces.tricks import bidder, bids, hand, sheet, trick, trumps
from turnwise.kit.shapes import Seen, Thing
from turnwise.kit.words import Said, Seat, counted, said, sentences

SOUNDS = {"dealt": "shuffle", "played": "card", "bid": "step", "took": "collect", "made": "right"}
SOUNDS |= {"missed": "wrong", "fined": "wrong"}
SCORED, FACTS = ("made", "missed", "fined"), ("bid", "taken", "points", "hand")
KEYS = [*(f"card:{card}" for card in DECK.ids), *(f"bid:{number}" for number in range(MOST_TRICKS + 1))]
"""What is touched for each action."""


def look(view: Seen) -> Table:
    state, kinds = view.state, {event["event"] for event in view.events}
    ended, leads = not kinds.isdisjoint(SCORED), "played" in kinds and sum(map(len, state["trick"])) == 1
    legal = {DECK.ids[action.id] for action in view.legal if action.id < Do.BID}
    shown = Table(
        said("Oh Hell. {status}", status=sentences(_status(view), *(() if ended else view.told))),
        felt(partial(_laid, view)),
        tuple(bidder(view, seat, *(state[what][seat] for what in FACTS)) for seat in near_first(view)),
        AROUND,
        None if view.seat is None else hand(state["hand"][view.seat], view.seat, legal),
        caption=_status(view),
        panel=_sheet(view) if ended else None,
        touch={action.id: (KEYS[action.id],) for action in view.legal},
        gone={f"card:{card}": f"plate:{state['leader']}" for card in state["last"]} if leads else {},
        sounds=tuple(dict.fromkeys(SOUNDS[kind] for kind in SOUNDS if kind in kinds)),
        drops={f"card:{card}": "felt" for card in legal},
    )
    return felted(shown, said("The table"))


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """A card of one's hand means to play it, a number to bid it."""
    return KEYS.index(keys[-1]) if keys and keys[-1] in KEYS else None


def _status(view: Seen) -> Said:
    state, mine, seat = view.state, view.turn == view.seat, Seat(view.turn or 0)
    if view.outcome:
        won = tuple(map(Seat, view.outcome.winners))
        told = counted("{seats} wins with the most points.", "{seats} win with the most points.", "number")
        return told.given_also(seats=won, number=len(won))
    if state["bidding"]:
        told = counted("Will you take the only trick?", "How many of {number} tricks will you take?", "number")
        return told.given_also(number=state["each"]) if mine else said("{seat} is bidding.", seat=seat)
    if not mine:
        return said("{seat} is to play.", seat=seat)
    if view.turn == state["leader"]:
        return said("You lead: play any card.")
    return said("Play {suit} if you have any.", suit=SUITS[state["trick"][state["leader"]][0][1]])


def _laid(view: Seen, on: Felt) -> Iterator[Thing]:
    numbers = [(KEYS[one.id], one.id - Do.BID, one.said) for one in view.legal if one.id >= Do.BID]
    yield trumps(view.state["upcard"][0], on, up=view.state["bidding"] > 0)
    yield from trick(view, on, *(view.state[what] for what in ("trick", "leader", "hand")))
    yield from bids(on, numbers)


def _sheet(view: Seen) -> Panel:
    """What a deal has brought."""
    told = [(event, line) for event, line in zip(view.events, view.told, strict=True) if event["event"] in SCORED]
    rows, total = list[tuple[int, tuple[int, ...]]](), view.state["points"]
    for event, _ in sorted(told, key=lambda one: -total[one[0]["seat"]]):
        points = -event["points"] if event["event"] == "fined" else event["points"]
        facts = event["number"], event.get("taken", event["number"]), points, total[event["seat"]]
        rows.append((event["seat"], facts))
    title = _status(view) if view.outcome else said("What the deal has brought")
    head = said("bid"), said("took"), said("points"), said("total")
    return sheet(title, head, rows, sentences(*(line for _, line in told)), over=bool(view.outcome))
