"""Caesar and Cleopatra, what may be touched and what it means, what happened, and where things went with it."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from turnwise.games.caesar.board import Do, Phase
from turnwise.games.caesar.captions import CARDS, card_of, castled
from turnwise.games.caesar.notation import GROUP_NAMES, data
from turnwise.kit.shapes import Seen

WAYS = """place place:{seat}:{kind} group:{group} | lay {card} group:{group} face:{face}:{group} |
assassinate {card} lies:{foe}:{group}:{kind}:{last} | scout {card} group:{group} | wrath {card} group:{group} |
castle {card} group:{group} group:{second} | first group:{one} | second group:{other} | spy {card} plate:{foe} |
veto {card} deck:{seat}:{deck} | no choice:no_veto | take {card} | discard {card} | done choice:done | bust bag |
draw deck:{seat}:{deck}"""
TOUCHED = {verb: steps for verb, *steps in map(str.split, WAYS.split("|"))}
"""The things to be touched for an action: a card, the place or the card it aims at, and there how it shall lie."""
HEARD = """placed card, laid_up card, laid_down card, announced step, divided card, vetoed wrong, castled shuffle,
lost lose, turned_up card, drawn gate, returned shuffle, voted vote, took collect, closed calm, drew card"""
SOUNDS = dict(pair.split() for pair in HEARD.split(","))
GOES = ("placed", "laid_up", "laid_down", "announced", "vetoed", "lost")  # what takes a card from a hand
SECRET = ("placed", "divided")  # what nobody else hears of, though the log has a line for it
WISHES = [data(action) for action in range(Do.count)]
PHASES = [Phase(kind.act.phase).name.lower() for kind in Do.kinds if not kind.act.is_veil for _ in range(kind.act.size)]


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """The action that touching these things one after the other would mean, allowed or not; of another phase only where
    none of this one is meant. A thing that a card is not aimed at means its group."""
    scene, wanted, found = Scene(view), tuple(map(_alike, keys)), list[tuple[bool, bool, bool, int]]()
    for action in range(Do.count):
        way, legal = tuple(map(_alike, scene.way(WISHES[action]))), action in scene.touch
        exact, begun = way == wanted, way[: len(wanted)]
        if exact or begun[:1] == wanted[:1] and [*map(_group, begun[1:])] == [*map(_group, wanted[1:])]:
            found.append((PHASES[action] != view.state["phase"], not exact, legal != exact, action))
    return min(found)[-1] if found else None


def _alike(key: str) -> str:
    """Equal cards in a hand or at a group are not told apart."""
    return key.rpartition(":")[0] if key.startswith(("hand:", "lies:")) else key


def _group(key: str) -> str:
    return next((name for name in key.split(":") if name in GROUP_NAMES), key)


def _earlier(keys: Collection[str]) -> Iterator[tuple[str, str]]:
    """The cards that are equal to some in a hand or at a group, each with the one that it equals: of them the last goes."""
    for key in keys:
        if key.startswith(("hand:", "lies:")):
            yield from ((f"{_alike(key)}:{at}", key) for at in range(int(key.rpartition(":")[2])))


class Scene:
    """A view, and what can be worked out of it once."""

    def __init__(self, view: Seen) -> None:
        self.view, self.events, self.state = view, view.events, view.state
        self.below: int = view.seat or 0  # who sits at the lower edge
        self.may = {WISHES[action.id]["do"] for action in view.legal}
        self.touch = {action.id: self.way(WISHES[action.id]) for action in view.legal}
        self.firsts = {way[0] for way in self.touch.values()}
        self.aims = {key for way in self.touch.values() for key in way}
        """What can be touched now, and now or as a later step."""
        self.equals = dict(_earlier(self.aims))
        for keys in (self.firsts, self.aims):
            keys |= {key for key, other in self.equals.items() if other in keys}
        drawn, voted = view.latest("drawn"), view.latest("voted")
        self.drawn = next((event["bust"] for event in drawn if event["event"] == "drawn"), "")
        self.votes = {event["group"]: event for event in voted if event["event"] == "voted"}
        phase, played = self.state["phase"], len(self.state["laid"]) + self.state["acted"]
        rests = drawn == voted and (phase in ("draw", "discard") or phase == "play" and not played)
        self.staged = self.votes if rests or list(voted) == list(self.events) else {}
        """The votes that are shown where they were held, until somebody plays again."""
        self.spent = Counter[tuple[int, str, str]]()
        """What the latest votes have cost, by seat, group and kind; it lies there as long as the votes are shown."""
        for event in (event for event in voted if event["event"] == "discarded"):
            self.spent[event["seat"], event["group"], event["kind"]] += event["number"]
        self.laid: dict[str, Any] = next(iter(self._told("laid_up", "laid_down")), {"seat": None})
        self.cleared = drawn == voted and played == 1 and self._told("laid_up", "laid_down", "announced")
        self.turned = {(event["seat"], event["group"]) for event in self._told("turned_up")}

    def _told(self, *kinds: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["event"] in kinds]

    def lying(self, seat: int, group: str) -> tuple[dict[str, int], dict[str, int]]:
        """A player's cards at a group by kind: face up, and face down; those that one does not know have none."""
        down = self.state["down"][seat].get(group, {})
        return self.state["up"][seat].get(group, {}), down if isinstance(down, dict) else {"": down}

    def copies(self, seat: int, group: str, kind: str) -> int:
        """Cards of a kind at a group that the viewer knows; those that a vote has cost are counted after them."""
        return sum(zone.get(kind, 0) for zone in self.lying(seat, group))

    def way(self, wish: dict[str, Any]) -> tuple[str, ...]:
        """The things to be touched for an action, allowed or not."""
        seat, foe, do, given = self.below, 1 - self.below, wish["do"], dict[str, Any](wish)
        whose = foe if do == "take" else seat
        card = wish["kind"] if do in ("lay", "take", "discard") else CARDS.get(do, do)
        last = self.state["hands"][whose].get(card, 1) - 1  # the one of equal cards that goes
        given |= {"seat": seat, "foe": foe, "card": f"hand:{whose}:{card}:{last}"}
        if do == "assassinate":
            given["last"] = self.lying(foe, wish["group"])[0].get(wish["kind"], 1) - 1
        elif do in ("first", "second"):
            given["one"], given["other"] = castled(self.state["announced"])
        way = tuple(step.format_map(given) for step in TOUCHED[do.split()[0]])
        return way[:-1] if do == "lay" and self.state["laid"] or wish.get("deck") == "none" else way

    def sounds(self) -> tuple[str, ...]:
        """What the latest entry sounds like, each sound once."""
        told = (one["event"] for one in self.events if one["event"] not in SECRET or one["kind"] is not None)
        won = self.view.outcome and self.view.outcome.winners
        return tuple(dict.fromkeys([*(SOUNDS[event] for event in told if event in SOUNDS), *["glory"] * bool(won)]))

    def gone(self) -> dict[str, str]:
        """Where things went with the latest entry: cards, a settled action card, what a vote has cost.  [C24, C26]"""
        went = dict(self._from_hand(self.view.seat)) if self.view.seat is not None else {}
        went |= (("announced", f"discard:{1 - event['seat']}") for event in self._told("let_pass", "vetoed"))
        for seat, group in {(event["seat"], event["group"]): 0 for event in self._told("turned_up", "discarded")}:
            went |= self._from_group(seat, group)
        for (seat, group, kind), number in self.spent.items() if self.cleared else ():
            fresh = {"seat": seat, "group": group, "kind": kind}.items() <= self.laid.items()
            first = self.copies(seat, group, kind) - fresh
            went |= {f"lies:{seat}:{group}:{kind}:{first + at}": f"discard:{seat}" for at in range(number)}
        return went

    def _from_hand(self, seat: int) -> Iterator[tuple[str, str]]:
        """Cards that left the viewer's own hand. Equal cards are never told apart: those counted last have gone."""
        drew = [event["kind"] for event in self._told("drew") if event["seat"] == seat]
        for event in (event for event in self._told(*GOES) if event["seat"] == seat):
            how, group = event["event"], event.get("group", "")
            kind = card_of(event["action"]) if how == "announced" else event.get("kind", "veto")
            left, aim = self.state["hands"][seat].get(kind, 0), "announced" if how == "announced" else f"discard:{seat}"
            if group:  # of equal cards there, those face up are counted first
                up, all = self.lying(seat, group)[0].get(kind, 0), self.copies(seat, group, kind)
                aim = f"lies:{seat}:{group}:{kind}:{max(up if how == 'laid_up' else all, 1) - 1}"
            if kind not in drew:
                yield f"place:{seat}:{kind}" if how == "placed" else f"hand:{seat}:{kind}:{left}", aim

    def _from_group(self, seat: int, group: str) -> dict[str, str]:
        """Cards that left a group, and hidden ones that were turned up."""
        counts, own, went, shown = Counter[tuple[str, str]](), seat == self.view.seat, dict[str, str](), list[str]()
        for event in self._told("turned_up", "discarded"):
            if (event["seat"], event["group"]) == (seat, group):
                counts[event["kind"], event["event"]] += event["number"]
        for kind in sorted({kind for kind, _ in counts}):
            now, out = self.copies(seat, group, kind), counts[kind, "discarded"]
            before, after = now + out - (0 if own else counts[kind, "turned_up"]), now + out * (group in self.staged)
            went |= {f"lies:{seat}:{group}:{kind}:{copy}": f"discard:{seat}" for copy in range(after, before)}
            shown += (f"lies:{seat}:{group}:{kind}:{copy}" for copy in range(max(before, 0), after))
        turned = sum(number for (_, event), number in counts.items() if event == "turned_up")
        aims = [*shown, *[f"discard:{seat}"] * turned][: 0 if own else turned]
        return went | {f"down:{seat}:{group}:{at}": aim for at, aim in enumerate(aims)}
