"""Caesar and Cleopatra, what all parts of the table ask: who looks, what may be touched, what happened."""

import json
from functools import cache
from typing import Any

from turnwise.games.caesar.captions import castled
from turnwise.kit.shapes import Seen


class Scene:
    """A view, and what can be worked out of it once."""

    def __init__(self, view: Seen) -> None:
        self.view = view
        self.state: dict[str, Any] = view.state
        self.below: int = view.seat or 0
        """The seat at the lower edge: the viewer's."""
        self.acting = view.turn is not None and view.seat == view.turn
        wishes = {action.id: _wish(action.data) for action in view.legal}
        self.may = {wish["do"] for wish in wishes.values()}
        asked = len({wish["face"] for wish in wishes.values() if wish["do"] == "lay"}) > 1
        self.touch = {id: self._way(wish, asked) for id, wish in wishes.items()}
        self.firsts = {way[0] for way in self.touch.values()}
        """What can be touched now."""
        self.aims = {key for way in self.touch.values() for key in way}
        """What can be touched now or as a later step."""
        self.events = view.events
        """What happened with the latest entry."""
        drawn, voted = view.latest("drawn"), view.latest("voted")
        self.drawn = next((event["bust"] for event in drawn if event["event"] == "drawn"), "")
        self.votes = [event for event in voted if event["event"] == "voted"]
        rests = self.state["phase"] in ("play", "draw", "discard") and not (self.state["laid"] or self.state["acted"])
        rests = rests or self.state["phase"] in ("draw", "discard")
        self.staged = self.votes if list(voted) == list(self.events) or rests and drawn == voted else []
        """The votes that are shown where they were held, until somebody plays again."""
        laid = (event for event in self.events if event["event"] in ("laid_up", "laid_down"))
        self.laid = next(((e["seat"], e["group"], e["event"].removeprefix("laid_"), e["kind"]) for e in laid), ())
        """The card that was laid last: seat, group, face, and its kind if the viewer knows it."""
        self.turned = {(event["seat"], event["group"]) for event in self.events if event["event"] == "turned_up"}
        """Where cards have just been turned up: seat and group."""

    def lying(self, seat: int, group: str) -> tuple[dict[str, int], Any]:
        """A player's cards at a group: face up, and face down by kind or only their number."""
        up, down = (self.state[zone][seat].get(group, {}) for zone in ("up", "down"))
        return up, down

    def _way(self, wish: dict[str, Any], asked: bool) -> tuple[str, ...]:
        """The things to be touched for an action: a card, the place or the card it aims at, and there how it shall lie."""
        seat, foe, kind, at = self.below, 1 - self.below, wish.get("kind", ""), wish.get("group")
        group = f"group:{at}"

        def held(kind: str, seat: int = seat) -> str:  # of equal cards in a hand the last, which goes first
            return f"hand:{seat}:{kind}:{self.state['hands'][seat].get(kind, 1) - 1}"

        match wish["do"]:
            case "place":
                return f"place:{seat}:{kind}", group
            case "lay":
                return (held(kind), group, f"face:{wish['face']}:{at}") if asked else (held(kind), group)
            case "assassinate":
                return held("assassination"), f"lies:{foe}:{at}:{kind}:{self.state['up'][foe][at][kind] - 1}"
            case "scout" | "wrath":
                return held(wish["do"]), group
            case "castle":
                return held("castling"), group, f"group:{wish['second']}"
            case "spy":
                return held("spy"), f"plate:{foe}"
            case "bust":
                return ("bag",)
            case "first" | "second":
                return (f"group:{castled(self.state['announced'])[wish['do'] == 'second']}",)
            case "veto":
                return (held("veto"), *((f"deck:{seat}:{wish['deck']}",) if wish["deck"] != "none" else ()))
            case "take":
                return (held(kind, foe),)
            case "discard":
                return (held(kind),)
            case "draw":
                return (f"deck:{seat}:{wish['deck']}",)
        return (f"choice:{wish['do'].replace(' ', '_')}",)


@cache
def _wish(data: str) -> dict[str, Any]:
    """An action from its JSON; there are a hundred at the start of a turn, and few are new."""
    wish: dict[str, Any] = json.loads(data)
    return wish
