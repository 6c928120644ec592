"""Caesar and Cleopatra, what goes and sounds: cards from a hand to a group or to the discards, hidden ones to where they are turned up."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from turnwise.games.caesar.look_cards import ACTION_TITLES
from turnwise.games.caesar.look_scene import Scene, card_of
from turnwise.kit.shapes import Thing

SOUNDS = {
    "placed": "card",
    "laid_up": "card",
    "laid_down": "card",
    "announced": "step",
    "divided": "card",
    "vetoed": "wrong",
    "castled": "shuffle",
    "lost": "lose",
    "turned_up": "card",
    "drawn": "gate",
    "returned": "shuffle",
    "voted": "vote",
    "took": "collect",
    "closed": "calm",
    "drew": "card",
}
SECRET = ("placed", "divided")
"""What nobody else hears of, though the log has a line for it."""

Went = tuple[str, str]
"""A thing's key and where it went."""


def sounds(scene: Scene) -> tuple[str, ...]:
    """What the latest entry sounds like, each sound once."""
    heard = [
        SOUNDS[event["event"]]
        for event in scene.events
        if event["event"] in SOUNDS and not (event["event"] in SECRET and event["kind"] is None)
    ]
    if scene.view.outcome and scene.view.outcome.winners:
        heard.append("glory")
    return tuple(dict.fromkeys(heard))


def gone(scene: Scene, things: Iterable[Thing]) -> dict[str, str]:
    """Where things went with the latest entry."""
    there = {thing.key for thing in things}
    went = [*_from_table(scene), *_from_tray(scene)]
    for seat in range(2):
        went += _from_hand(scene, seat)
    for seat, group in sorted({(event["seat"], event["group"]) for event in _told(scene, "turned_up", "discarded")}):
        went += _from_group(scene, seat, group)
    return {key: aim for key, aim in went if key not in there and aim in there}


def _told(scene: Scene, *kinds: str) -> list[dict[str, Any]]:
    return [event for event in scene.events if event["event"] in kinds]


def _from_table(scene: Scene) -> Iterator[Went]:
    """A settled action card."""
    for event in _told(scene, "let_pass", "vetoed"):
        yield "announced", f"discard:{1 - event['seat']}"


def _from_tray(scene: Scene) -> Iterator[Went]:
    """The last of the five cards that were to be placed; the others lie at their groups already.  [C6]"""
    if _told(scene, "ready"):
        for event in _told(scene, "placed"):
            seat, kind, group = event["seat"], event["kind"], event["group"]
            yield f"place:{seat}:{kind}", f"lies:{seat}:{group}:{kind}:0"


def _from_hand(scene: Scene, seat: int) -> Iterator[Went]:
    """Cards that left a hand. Equal cards are never told apart: those counted last are the ones that went.  [C43]"""
    if scene.view.outcome and seat != scene.view.seat:
        return  # it lies open now, and did not before
    hand = scene.state["hands"][seat]
    hidden = "influence" in hand

    def title(kind: str | None) -> str:
        return ("action" if kind in ACTION_TITLES else "influence") if hidden or kind is None else kind

    aims: dict[str, list[str]] = {}
    for kind, aim in _played(scene, seat):
        aims.setdefault(title(kind), []).append(aim)
    drew = Counter(
        event["deck"] if hidden else event["kind"] for event in _told(scene, "drew") if event["seat"] == seat
    )
    for name, goals in aims.items():
        after = hand.get(name, 0)
        before = after + len(goals) - drew[name]
        for copy, aim in zip(range(after, before), goals, strict=False):
            yield f"hand:{seat}:{name}:{copy}", aim


def _played(scene: Scene, seat: int) -> Iterator[tuple[str | None, str]]:
    """The kinds of the cards that a seat gave from its hand, as far as they are known, and where they went."""
    up, down = scene.state["up"][seat], scene.state["down"][seat]
    spying = scene.state["mover"] == scene.view.seat == 1 - seat and scene.state["acted"]
    for event in scene.events:
        if event.get("seat") != seat:
            continue
        kind = event.get("kind")
        match event["event"]:
            case "laid_up":
                yield kind, f"lies:{seat}:{event['group']}:{kind}:{up[event['group']][kind] - 1}"
            case "laid_down":
                lying = down[event["group"]]
                if isinstance(lying, int):
                    yield kind, f"down:{seat}:{event['group']}:{lying - 1}"
                else:
                    copy = up.get(event["group"], {}).get(kind, 0) + lying[kind] - 1
                    yield kind, f"lies:{seat}:{event['group']}:{kind}:{copy}"
            case "announced":
                yield card_of(event["action"]), "announced"
            case "vetoed":
                yield "veto", f"discard:{seat}"
            case "lost" if not spying:
                yield kind, f"discard:{seat}"


def _from_group(scene: Scene, seat: int, group: str) -> Iterator[Went]:
    """Cards that left a group, and hidden ones that were turned up."""
    own = seat == scene.view.seat
    up, down = (scene.state[zone][seat].get(group, {}) for zone in ("up", "down"))
    turned, discarded = (_counted(scene, kind, seat, group) for kind in ("turned_up", "discarded"))
    pile = f"discard:{seat}"
    shown: list[str] = []  # cards that have just been turned up
    for kind in sorted(turned | discarded):
        after = up.get(kind, 0) + (down.get(kind, 0) if own else 0)
        before = after + discarded[kind] - (0 if own else turned[kind])
        for copy in range(after, before):
            yield f"lies:{seat}:{group}:{kind}:{copy}", pile
        shown += (f"lies:{seat}:{group}:{kind}:{copy}" for copy in range(max(before, 0), after))
    if not own:
        for number in range(turned.total()):
            yield f"down:{seat}:{group}:{number}", shown[number] if number < len(shown) else pile


def _counted(scene: Scene, kind: str, seat: int, group: str) -> Counter[str]:
    """How many cards of each kind an event told of, at one side of a group."""
    found: Counter[str] = Counter()
    for event in _told(scene, kind):
        if (event["seat"], event["group"]) == (seat, group):
            found[event["kind"]] += event["number"]
    return found
