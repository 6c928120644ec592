"""Caesar and Cleopatra, what all parts of the table ask: what may be touched, what happened, and where things went with it."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from turnwise.games.caesar.captions import CARDS, card_of, castled
from turnwise.kit.shapes import Seen

WAYS = """place place:{seat}:{kind} group:{group} | lay {card} group:{group} face:{face}:{group} |
assassinate {card} lies:{foe}:{group}:{kind}:{last} | scout {card} group:{group} | wrath {card} group:{group} |
castle {card} group:{group} group:{second} | spy {card} plate:{foe} | bust bag | first group:{one} | second group:{other} |
veto {card} deck:{seat}:{deck} | no choice:no_veto | take {card} | discard {card} | done choice:done | draw deck:{seat}:{deck}"""
TOUCHED = {verb: steps for verb, *steps in map(str.split, WAYS.split("|"))}
"""The things to be touched for an action: a card, the place or the card it aims at, and there how it shall lie."""
HEARD = """placed card, laid_up card, laid_down card, announced step, divided card, vetoed wrong, castled shuffle, lost lose,
turned_up card, drawn gate, returned shuffle, voted vote, took collect, closed calm, drew card"""
SOUNDS = dict(pair.split() for pair in HEARD.split(","))
SECRET = ("placed", "divided")  # what nobody else hears of, though the log has a line for it
_wish = cache(json.loads)
"""An action from its JSON; there are a hundred at the start of a turn, and few are new."""


class Scene:
    """A view, and what can be worked out of it once."""

    def __init__(self, view: Seen) -> None:
        self.view, self.events = view, view.events
        self.state: dict[str, Any] = view.state
        self.below: int = view.seat or 0  # who sits at the lower edge
        self.acting = view.turn is not None and view.seat == view.turn
        wishes = {action.id: _wish(action.data) for action in view.legal}
        self.may = {wish["do"] for wish in wishes.values()}
        asked = len({wish["face"] for wish in wishes.values() if wish["do"] == "lay"}) > 1
        self.touch = {id: self._way(wish, asked) for id, wish in wishes.items()}
        self.firsts = {way[0] for way in self.touch.values()}
        self.aims = {key for way in self.touch.values() for key in way}
        """What can be touched now, and now or as a later step."""
        drawn, voted = view.latest("drawn"), view.latest("voted")
        self.drawn = next((event["bust"] for event in drawn if event["event"] == "drawn"), "")
        self.votes = [event for event in voted if event["event"] == "voted"]
        phase, played = self.state["phase"], self.state["laid"] or self.state["acted"]
        rests = drawn == voted and (phase in ("draw", "discard") or phase == "play" and not played)
        self.staged = self.votes if rests or list(voted) == list(self.events) else []
        """The votes that are shown where they were held, until somebody plays again."""
        self.laid: dict[str, Any] = next(iter(self._told("laid_up", "laid_down")), {"seat": None})
        self.turned = {(event["seat"], event["group"]) for event in self._told("turned_up")}

    def _told(self, *kinds: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["event"] in kinds]

    def lying(self, seat: int, group: str) -> tuple[dict[str, int], Any]:
        """A player's cards at a group: face up, and face down by kind or only their number."""
        return self.state["up"][seat].get(group, {}), self.state["down"][seat].get(group, {})

    def _way(self, wish: dict[str, Any], asked: bool) -> tuple[str, ...]:
        seat, foe, do, given = self.below, 1 - self.below, wish["do"], dict[str, Any](wish)
        whose = foe if do == "take" else seat
        card = wish["kind"] if do in ("lay", "take", "discard") else CARDS.get(do, do)
        last = self.state["hands"][whose].get(card, 1) - 1  # the one of equal cards that goes
        given |= {"seat": seat, "foe": foe, "card": f"hand:{whose}:{card}:{last}"}
        if do == "assassinate":
            given["last"] = self.state["up"][foe][wish["group"]][wish["kind"]] - 1
        elif do in ("first", "second"):
            given["one"], given["other"] = castled(self.state["announced"])
        way = tuple(step.format_map(given) for step in TOUCHED[do.split()[0]])
        return way[:-1] if do == "lay" and not asked or wish.get("deck") == "none" else way

    def sounds(self) -> tuple[str, ...]:
        """What the latest entry sounds like, each sound once."""
        told = (one["event"] for one in self.events if one["event"] not in SECRET or one["kind"] is not None)
        heard = [SOUNDS[event] for event in told if event in SOUNDS]
        won = self.view.outcome and self.view.outcome.winners
        return tuple(dict.fromkeys([*heard, *(["glory"] if won else [])]))

    def gone(self) -> dict[str, str]:
        """Where things went with the latest entry."""
        went = [*self._from_table(), *(self._from_hand(self.view.seat) if self.view.seat is not None else ())]
        for seat, group in sorted({(event["seat"], event["group"]) for event in self._told("turned_up", "discarded")}):
            went += self._from_group(seat, group)
        return dict(went)

    def _from_table(self) -> Iterator[tuple[str, str]]:
        """A settled action card, and the last of the five cards that were to be placed.  [C6, C26]"""
        yield from (("announced", f"discard:{1 - event['seat']}") for event in self._told("let_pass", "vetoed"))
        for event in self._told("placed") if self._told("ready") else ():
            seat, kind = event["seat"], event["kind"]
            yield f"place:{seat}:{kind}", f"lies:{seat}:{event['group']}:{kind}:0"

    def _from_hand(self, seat: int) -> Iterator[tuple[str, str]]:
        """Cards that left the viewer's own hand. Equal cards are never told apart: those counted last are the ones that went."""
        aims: dict[str, str] = {}
        for event in (event for event in self.events if event.get("seat") == seat):
            kind, group = event.get("kind", ""), event.get("group", "")
            match event["event"]:
                case "laid_up" | "laid_down":
                    up, down = self.lying(seat, group)
                    last = up.get(kind, 0) + (down.get(kind, 0) if event["event"] == "laid_down" else 0) - 1
                    aims[kind] = f"lies:{seat}:{group}:{kind}:{last}"
                case "announced":
                    aims[card_of(event["action"])] = "announced"
                case "vetoed" | "lost":
                    aims[kind or "veto"] = f"discard:{seat}"
        drew = [event["kind"] for event in self._told("drew") if event["seat"] == seat]
        for kind, aim in aims.items():
            if kind not in drew:
                yield f"hand:{seat}:{kind}:{self.state['hands'][seat].get(kind, 0)}", aim

    def _from_group(self, seat: int, group: str) -> Iterator[tuple[str, str]]:
        """Cards that left a group, and hidden ones that were turned up."""
        own, (up, down), pile = seat == self.view.seat, self.lying(seat, group), f"discard:{seat}"
        turned, discarded = Counter[str](), Counter[str]()
        for event in (event for event in self.events if (event.get("seat"), event.get("group")) == (seat, group)):
            if event["event"] in ("turned_up", "discarded"):
                (turned if event["event"] == "turned_up" else discarded)[event["kind"]] += event["number"]
        shown: list[str] = []  # cards that have just been turned up
        for kind in sorted(turned | discarded):
            after = up.get(kind, 0) + (down.get(kind, 0) if own else 0)
            before = after + discarded[kind] - (0 if own else turned[kind])
            yield from ((f"lies:{seat}:{group}:{kind}:{copy}", pile) for copy in range(after, before))
            shown += (f"lies:{seat}:{group}:{kind}:{copy}" for copy in range(max(before, 0), after))
        for number in range(0 if own else turned.total()):
            yield f"down:{seat}:{group}:{number}", shown[number] if number < len(shown) else pile
