"""Caesar and Cleopatra, what goes and sounds: cards from a hand to a group or to the discards, hidden ones to where they are turned up."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from turnwise.games.caesar.captions import card_of
from turnwise.games.caesar.look.scene import Scene
from turnwise.games.caesar.notation import GROUP_NAMES

HEARD = """placed card, laid_up card, laid_down card, announced step, divided card, vetoed wrong, castled shuffle, lost lose,
turned_up card, drawn gate, returned shuffle, voted vote, took collect, closed calm, drew card"""
SOUNDS = dict(pair.split() for pair in HEARD.split(","))
SECRET = ("placed", "divided")
"""What nobody else hears of, though the log has a line for it."""
Went = tuple[str, str]
"""A thing's key and where it went."""


def sounds(scene: Scene) -> tuple[str, ...]:
    """What the latest entry sounds like, each sound once."""
    told = (one for one in scene.events if one["event"] not in SECRET or one["kind"] is not None)
    heard = [SOUNDS[one["event"]] for one in told if one["event"] in SOUNDS]
    glory = ["glory"] if scene.view.outcome and scene.view.outcome.winners else []
    return tuple(dict.fromkeys(heard + glory))


def gone(scene: Scene) -> dict[str, str]:
    """Where things went with the latest entry."""
    went = [*_from_hand(scene), *_from_table(scene)]
    for seat, group in sorted({(event["seat"], event["group"]) for event in _told(scene, "turned_up", "discarded")}):
        went += _from_group(scene, seat, group)
    return dict(went)


def _told(scene: Scene, *kinds: str) -> list[dict[str, Any]]:
    return [event for event in scene.events if event["event"] in kinds]


def _from_table(scene: Scene) -> Iterator[Went]:
    """A settled action card, the last of the five cards that were to be placed, and busts that return.  [C6, C16, C26]"""
    for event in _told(scene, "let_pass", "vetoed"):
        yield "announced", f"discard:{1 - event['seat']}"
    for event in _told(scene, "placed") if _told(scene, "ready") else ():
        seat, kind = event["seat"], event["kind"]
        yield f"place:{seat}:{kind}", f"lies:{seat}:{event['group']}:{kind}:0"
    for group in GROUP_NAMES if _told(scene, "returned", "closed") else ():
        yield f"bust:{group}", "bag"


def _from_hand(scene: Scene) -> Iterator[Went]:
    """Cards that left the viewer's own hand. Equal cards are never told apart: those counted last are the ones that went."""
    seat, aims = scene.view.seat, dict[str, list[str]]()
    for event in [event for event in scene.events if seat is not None and event.get("seat") == seat]:
        kind, group = event.get("kind"), event.get("group", "")
        match event["event"]:
            case "laid_up" | "laid_down":
                up, down = scene.lying(seat, group)
                last = up.get(kind, 0) + (down.get(kind, 0) if event["event"] == "laid_down" else 0) - 1
                aims.setdefault(kind, []).append(f"lies:{seat}:{group}:{kind}:{last}")
            case "announced":
                aims[card_of(event["action"])] = ["announced"]
            case "vetoed":
                aims["veto"] = [f"discard:{seat}"]
            case "lost":
                aims[kind] = [f"discard:{seat}"]
    drew = Counter(event["kind"] for event in _told(scene, "drew") if event["seat"] == seat)
    for kind, goals in aims.items():
        after = scene.state["hands"][seat].get(kind, 0)
        copies = range(after, after + len(goals) - drew[kind])
        yield from zip((f"hand:{seat}:{kind}:{copy}" for copy in copies), goals, strict=False)


def _from_group(scene: Scene, seat: int, group: str) -> Iterator[Went]:
    """Cards that left a group, and hidden ones that were turned up."""
    own, (up, down), pile = seat == scene.view.seat, scene.lying(seat, group), f"discard:{seat}"
    turned, discarded = (_counted(scene, kind, seat, group) for kind in ("turned_up", "discarded"))
    shown: list[str] = []  # cards that have just been turned up
    for kind in sorted(turned | discarded):
        after = up.get(kind, 0) + (down.get(kind, 0) if own else 0)
        before = after + discarded[kind] - (0 if own else turned[kind])
        yield from ((f"lies:{seat}:{group}:{kind}:{copy}", pile) for copy in range(after, before))
        shown += (f"lies:{seat}:{group}:{kind}:{copy}" for copy in range(max(before, 0), after))
    for number in range(0 if own else turned.total()):
        yield f"down:{seat}:{group}:{number}", shown[number] if number < len(shown) else pile


def _counted(scene: Scene, kind: str, seat: int, group: str) -> Counter[str]:
    """How many cards of each kind an event told of, at one side of a group."""
    told = (event for event in _told(scene, kind) if (event["seat"], event["group"]) == (seat, group))
    return Counter(kind for event in told for kind in [event["kind"]] * event["number"])
