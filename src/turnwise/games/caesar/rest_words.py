"""Caesar and Cleopatra, the words of the REST contract: cards, busts, personas, what happened, votes.

Sides are named by their persona, because a player may choose it. A card is its type and number and nothing else.  [C43]
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from turnwise.games.caesar.board import PART
from turnwise.games.caesar.look.art import PALETTE, SIDES
from turnwise.games.caesar.notation import BUST_NAMES, GROUP_NAMES, KIND_NAMES, SEAT_NAMES
from turnwise.kit.errors import BadAction
from turnwise.kit.routes import Events
from turnwise.kit.words import Said, Speaker, said

PERSONAS = ("caesar", "cleopatra")
COLOURS = ("blue", "green", "yellow", "white", "pink", "black", "grey")  # [C2, C3]
ACTION_KINDS = KIND_NAMES[PART:]
ANNOUNCED = {
    "assassinate": ("assassination", "target", "targetCard"),
    "scout": ("scout", "target"),
    "castle": ("castling", "target", "secondTarget"),
    "wrath": ("wrath", "target"),
    "spy": ("spy",),
}
"""The first word of an announced action → its card, and what the other words are."""


BY_PERSONA = Speaker(names=SEAT_NAMES)
"""Names the sides by their personas: a caller's number is not the number of his seat."""


@dataclass(frozen=True)
class Card:
    """Of the type influence with a number, or of another type without."""

    type: Literal["influence", "philosopher", "assassination", "scout", "castling", "wrath", "veto", "spy"]
    number: Literal[1, 2, 3, 4, 5] | None = None


def kind_of(card: Card) -> str:
    """The kind of a card in the notation's words."""
    if (card.type == "influence") != (card.number is not None):
        raise BadAction(said("An influence card has a number from 1 to 5, and no other card has one."))
    return "P" if card.type == "philosopher" else str(card.number or card.type)


def card_of(kind: str) -> dict[str, Any]:
    if kind.isdigit():
        return {"type": "influence", "number": int(kind)}
    return {"type": "philosopher" if kind == "P" else kind}


def cards(numbers: dict[str, int]) -> list[dict[str, Any]]:
    """Cards one by one, in order of kind: no other order is kept."""
    return [card_of(kind) for kind in KIND_NAMES for _ in range(numbers.get(kind, 0))]


def counts(numbers: dict[str, int]) -> dict[str, int]:
    """How many influence and action cards there are, of cards by kind or of cards that are hidden."""
    if "influence" in numbers:
        return dict(numbers)
    action = sum(numbers.get(kind, 0) for kind in ACTION_KINDS)
    return {"influence": sum(numbers.values()) - action, "action": action}


def bust(name: str) -> dict[str, Any]:
    return {"colour": COLOURS[BUST_NAMES.index(name)], "group": name if name in GROUP_NAMES else None}


def announcement(words: str | None) -> dict[str, Any] | None:
    """An announced action, with its targets under the names of playCard."""
    if not words:
        return None
    verb, *targets = words.split()
    kind, *names = ANNOUNCED[verb]
    told: dict[str, Any] = {"card": card_of(kind)}
    for name, target in zip(names, targets, strict=True):
        told[name] = card_of(target) if name == "targetCard" else target
    return told


def event(happened: dict[str, Any], sentence: Said, rev: int) -> dict[str, Any]:
    """An event in these words; what its reader may not know is null."""
    told: dict[str, Any] = {"rev": rev}
    for name, value in happened.items():
        match name:
            case "seat":
                told["persona"] = PERSONAS[value]
            case "winner":
                told["winner"] = None if value is None else PERSONAS[value]
            case "kind":
                told["card"] = value and card_of(value)
            case "bust":
                told["bust"] = bust(value)
            case "action":
                told["action"] = announcement(value)
            case "sum0" | "philosophers0":
                other = name.replace("0", "1")
                told[name.replace("sum0", "sums").rstrip("0")] = dict(
                    zip(PERSONAS, (value, happened[other]), strict=True)
                )
            case "sum1" | "philosophers1":
                pass
            case "text":
                told["text"] = BY_PERSONA(sentence)
            case _:
                told[name] = value
    return told


class OpenCards:
    """The face-up cards on the board, as what happened tells them."""

    def __init__(self, happened: Iterable[dict[str, Any]]) -> None:
        self._lying: dict[tuple[str, str], Counter[str]] = {
            (persona, group): Counter() for persona in PERSONAS for group in GROUP_NAMES
        }
        for told in happened:
            self.follow(told)

    def follow(self, told: dict[str, Any]) -> None:
        match told["event"]:
            case "laid_up":
                self._at(told)[_kind(told)] += 1
            case "turned_up":
                self._at(told)[_kind(told)] += told["number"]
            case "discarded":
                self._at(told)[_kind(told)] -= told["number"]
            case "castled":  # they lie face down now  [C29]
                for group in (told["group"], told["second_group"]):
                    self._lying[told["persona"], group].clear()

    def _at(self, told: dict[str, Any]) -> Counter[str]:
        return self._lying[told["persona"], told["group"]]

    def revealed(self, persona: str, group: str, turned: Counter[str]) -> list[dict[str, Any]]:
        """All cards of a side, each with whether it was turned face up just now."""
        lying = self._lying[persona, group]
        return [
            card_of(kind) | {"turned": place >= lying[kind] - turned[kind]}
            for kind in KIND_NAMES
            for place in range(lying[kind])
        ]


def _kind(told: dict[str, Any]) -> str:
    return kind_of(Card(**told["card"]))


def votes(delta: Events, before: Events, philosopher_spent: bool) -> list[dict[str, Any]]:
    """The votes among what happened, each with the cards that counted, its sums, its winner, discards and patrician.

    `before`: all that happened earlier, which tells what lay open already. With its last patrician a group is cleared: what goes
    then is told apart from what the vote itself cost.  [C24, C25]"""
    found: list[dict[str, Any]] = []
    board, costs = OpenCards(before), 0
    turned: dict[str, Counter[str]] = {persona: Counter() for persona in PERSONAS}
    for told in delta:
        board.follow(told)
        match told["event"]:
            case "turned_up":
                turned[told["persona"]][_kind(told)] += told["number"]
            case "voted":
                group, sums, wise = told["group"], told["sums"], told["philosophers"]
                decided, unlike = len(set(sums.values())) > 1, len(set(wise.values())) > 1
                costs = decided and sum(map(bool, sums.values())) + (philosopher_spent and unlike)
                vote = {name: told[name] for name in ("group", "sums", "philosophers", "winner")}
                vote |= {"inverted": decided and unlike}
                vote |= {"revealed": {side: board.revealed(side, group, turned[side]) for side in PERSONAS}}
                vote |= {name: {persona: [] for persona in PERSONAS} for name in ("discards", "cleared")}
                found.append(vote | {"patrician": None, "closed": False})
                turned = {persona: Counter() for persona in PERSONAS}
            case "took" if found:
                found[-1]["patrician"] = {"group": told["group"], "takenBy": told["persona"], "left": told["left"]}
            case "discarded" if found:
                goes = "discards" if costs else "cleared"
                found[-1][goes][told["persona"]] += [told["card"]] * told["number"]
                costs = max(costs - 1, 0)
            case "closed" if found:
                found[-1]["closed"] = True
    return found


def back_marks(seat: int, deck: str) -> dict[str, str]:
    """What tells the back of a deck from every other, for programs that draw their own: as our pictures have it."""
    ground, pattern, emblem = SIDES[seat], "roundel", ("eagle", "lotus")[seat]
    if deck == "action":
        ground, pattern, emblem = f"{ground}_dark", "lattice", "bolt"
    return {"colour": PALETTE[ground][0], "pattern": pattern, "emblem": emblem}
