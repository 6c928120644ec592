"""Caesar and Cleopatra, what all parts of the picture ask: who looks, what may be touched, what happened, who has how many points."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from turnwise.games.caesar.board import SIZE
from turnwise.games.caesar.notation import GROUP_NAMES
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, counted, said

COLUMN = 19
"""The width of a group in the text picture."""
MARKS = "▲●"
PERSONAS = (said("Caesar"), said("Cleopatra"))
CARDS = {"assassinate": "assassination", "castle": "castling"}
"""The card of an announced action, where its name is another."""


class Scene:
    """A view, and what can be worked out of it once."""

    def __init__(self, view: Seen) -> None:
        self.view = view
        self.state: dict[str, Any] = view.state
        self.below: int = view.seat or 0
        """The seat at the lower edge: the viewer's."""
        self.touch: Mapping[int, tuple[str, ...]] = ways(view)
        self.firsts = {way[0] for way in self.touch.values()}
        """What can be touched now."""
        self.aims = {key for way in self.touch.values() for key in way}
        """What can be touched now or as the next step."""
        self.events = view.events
        """What happened with the latest entry."""
        self.votes = [event for event in view.latest("voted") if event["event"] == "voted"]
        self.drawn = next((event["bust"] for event in view.latest("drawn") if event["event"] == "drawn"), "")
        self.laid = next((_laid(event) for event in self.events if event["event"] in ("laid_up", "laid_down")), ())
        """The card that was laid last: seat, group, face, and its kind if the viewer knows it."""
        self.turned = {(event["seat"], event["group"]) for event in self.events if event["event"] == "turned_up"}
        """Where cards have just been turned up: seat and group."""

    def acting(self) -> bool:
        """Whether the viewer is to act."""
        return self.view.turn is not None and self.view.seat == self.view.turn


def _laid(event: dict[str, Any]) -> tuple[Any, ...]:
    return event["seat"], event["group"], event["event"].removeprefix("laid_"), event.get("kind")


def ways(view: Seen) -> dict[int, tuple[str, ...]]:
    """The things to be touched for each legal action: a card, its face, then the place or the card it aims at."""
    wishes = {action.id: _wish(action.data) for action in view.legal}
    faces = {wish["face"] for wish in wishes.values() if wish["do"] == "lay"}
    return {id: _way(wish, view, len(faces) > 1) for id, wish in wishes.items()}


@cache
def _wish(data: str) -> dict[str, Any]:
    """An action from its JSON; there are a hundred at the start of a turn, and few are new."""
    wish: dict[str, Any] = json.loads(data)
    return wish


def _way(wish: dict[str, Any], view: Seen, ask_face: bool) -> tuple[str, ...]:
    seat, foe = view.seat, 1 - (view.seat or 0)
    group = f"group:{wish.get('group')}"
    match wish["do"]:
        case "place":
            return f"place:{seat}:{wish['kind']}", group
        case "lay":
            card = f"hand:{seat}:{wish['kind']}:0"
            return (card, f"face:{wish['face']}", group) if ask_face else (card, group)
        case "assassinate":
            return f"hand:{seat}:assassination:0", f"lies:{foe}:{wish['group']}:{wish['kind']}:0"
        case "scout" | "wrath":
            return f"hand:{seat}:{wish['do']}:0", group
        case "castle":
            return f"hand:{seat}:castling:0", group, f"group:{wish['second']}"
        case "spy":
            return f"hand:{seat}:spy:0", f"player:{foe}"
        case "bust":
            return ("bag",)
        case "first" | "second":
            return (f"group:{castled(view.state['announced'])[wish['do'] == 'second']}",)
        case "veto":
            deck = () if wish["deck"] == "none" else (f"deck:{seat}:{wish['deck']}",)
            return (f"hand:{seat}:veto:0", *deck)
        case "take":
            return (f"hand:{foe}:{wish['kind']}:0",)
        case "discard":
            return (f"hand:{seat}:{wish['kind']}:0",)
        case "draw":
            return (f"deck:{seat}:{wish['deck']}",)
    return (f"choice:{wish['do'].replace(' ', '_')}",)


def card_of(announced: str) -> str:
    """The card of an announced action."""
    verb = announced.split()[0]
    return CARDS.get(verb, verb)


def noted(words: Said, *notes: Said | None) -> Said:
    """Words with those remarks that there are."""
    for note in filter(None, notes):
        words = said("{words}, {note}", words=words, note=note)
    return words


def points_of(points: int) -> Said:
    return counted("{points} point", "{points} points", "points", points=points)


def patricians_of(number: int) -> Said:
    return counted("{number} patrician", "{number} patricians", "number", number=number)


def busts_of(number: int) -> Said:
    return counted("{number} bust", "{number} busts", "number", number=number)


def castled(announced: str) -> tuple[str, str]:
    """The two groups of an announced Castling."""
    _, one, other = announced.split()
    return one, other


def count(state: dict[str, Any], seat: int) -> tuple[int, int, int, int]:
    """A seat's patricians, majorities, complete groups and the secret bonus, as far as the viewer knows it.  [C38, C40]"""
    won = state["won"][seat]
    sizes = dict(zip(GROUP_NAMES, (int(size) for size in SIZE), strict=True))
    bonus = state["bonus"][seat]
    return (
        sum(won.values()),
        sum(2 * number > sizes[group] for group, number in won.items()),
        sum(number == sizes[group] for group, number in won.items()),
        2 if bonus and won[bonus] >= 3 else 0,
    )
