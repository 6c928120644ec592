"""What moves and sounds at a table of Whot: where cards come from, where things go, and what one hears."""

from collections.abc import Iterable, Mapping

from turnwise.games.whot.look_words import size
from turnwise.kit.shapes import Seen, Thing

SOUNDS = {
    "dealt": "shuffle",
    "played": "card",
    "drew": "card",
    "reshuffled": "shuffle",
    "named": "step",
    "sudden_death": "gate",
    "last_card": "right",
    "called": "right",
    "caught": "wrong",
    "left": "lose",
    "knocked_out": "lose",
    "ended": "glory",
}


def sounds(view: Seen) -> tuple[str, ...]:
    """What the latest entry sounds like, each sound once."""
    return tuple(dict.fromkeys(SOUNDS[told["event"]] for told in view.events if told["event"] in SOUNDS))


def top_comes(view: Seen) -> str:
    """The thing that the top card comes from: the hand of whoever played it, or the pile."""
    told = view.latest("played")
    dealt = any(event["event"] == "turned_up" for event in told)
    played = [event for event in told if event["event"] == "played" and event["card"] == view.state["top"]]
    if dealt or not played:
        return "pile"
    seat = played[0]["seat"]
    hand = view.state["hands"][seat]
    return f"hand:{seat}:0" if isinstance(hand, int) and size(hand) else f"seat:{seat}"


def gone(view: Seen, things: Iterable[Thing]) -> Mapping[str, str]:
    """Where things went with the latest entry: a paid pick to who drew it, a named symbol to the Whot, one's cards of a game that is
    over to the pile."""
    events = view.events
    kinds = {event["event"] for event in events}
    went: dict[str, str] = {}
    fresh: set[str] = set()
    for event in events:
        match event["event"]:
            case "drew":
                fresh |= set(event["hand"] or ())
                if event["number"] > 1 and "caught" not in kinds:
                    went["pick"] = f"seat:{event['seat']}"
            case "named" if event["seat"] == view.seat and "left" not in kinds:
                went[f"symbol:{event['symbol']}"] = "call_bubble"
            case "showed" if event["seat"] == view.seat and not view.outcome:
                went |= {f"card:{card}": "pile" for card in event["hand"] if card not in fresh}
    there = {thing.key for thing in things}
    return {key: aim for key, aim in went.items() if key not in there and aim in there}
