"""What a picture of Whot says in words: who is to act, what happened last, what may follow."""

from collections.abc import Sequence
from typing import Any

from turnwise.games.whot.look_cards import effect_of, number_of, symbol_of, value_of
from turnwise.games.whot.notation import title
from turnwise.games.whot.rules import DRAW
from turnwise.kit.shapes import Seen


def status(view: Seen, names: tuple[str, ...]) -> str:
    """Who is to act, or who has won."""
    if view.outcome:
        winners = [names[seat] for seat in view.outcome.winners]
        return f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}: {view.outcome.words}"
    who = names[view.state["turn"]]
    if view.state["phase"] == "name":
        return f"{who}, name a symbol" if view.seat == view.turn else f"{who} is naming a symbol"
    return f"{who}, it is your turn" if view.seat == view.turn else f"{who} is to move"


def ask(view: Seen) -> str:
    """What may follow the top card now [W14 to W18]; to the seat on turn also what is left to do if nothing fits."""
    state = view.state
    if view.outcome or state["phase"] == "name":
        return ""
    mine = view.seat == view.turn
    if mine and [action.id for action in view.legal if action.id <= DRAW] == [DRAW]:
        return f"No card of yours fits: draw {state['pick']['amount'] if state['pick'] else 'one'}"
    draw = "; nobody draws any more" if state["sudden_death"] else ", or draw"
    if state["pick"]:
        answer = _a(state["pick"]["number"]) + " or a Whot" * view.options["whot_defends_pick"]
        amount = "" if state["sudden_death"] else f" {state['pick']['amount']}"
        return f"Answer with {answer}{draw}{amount}"
    if state["called"]:
        wanted = f"a {state['called']} or a Whot"
    else:
        wanted = f"a {symbol_of(state['top'])}, {_a(number_of(state['top']))} or a Whot"
    return f"{'Play' if mine else 'To follow:'} {wanted}{draw}"


def latest(view: Seen, names: tuple[str, ...]) -> str:
    """What happened with the latest entry, in a sentence or two [W56]."""
    found: list[str] = []
    drawers: dict[int, list[dict[str, Any]]] = {}
    for event in view.events:
        who = names[event["seat"]] if "seat" in event else ""
        match event["event"]:
            case "turned_up":
                found.append(f"The first card is {title(event['card'])}.")
            case "put_back":
                found.append("A Whot was turned up and went back into the pile.")
            case "played":
                effect = "" if event["card"].startswith("whot") else effect_of(event["card"])
                found.append(f"{who} played {title(event['card'])}" + (f": {effect}!" if effect else "."))
            case "named":
                found.append(f"{who} called {event['symbol']}.")
            case "drew":
                drawers.setdefault(event["number"], []).append(event)
            case "reshuffled":
                found.append("The discards are the new pile.")
            case "sudden_death":
                found.append("Sudden Death!")
            case "last_card":
                found.append("Last card!")
            case "called":
                found.append(f"{who} called “last card”.")
            case "caught":
                found.append(f"{names[event['by']]} caught {who}.")
            case "left":
                found.append(f"{who} left.")
    return " ".join(found + _draws(drawers, names))


def _draws(drawers: dict[int, list[dict[str, Any]]], names: tuple[str, ...]) -> list[str]:
    """Who drew, and how many [W47]; one's own single card is named."""
    found = []
    for number, events in drawers.items():
        seen = [event for event in events if event["hand"] is not None]
        others = [names[event["seat"]] for event in events if event["hand"] is None or number > 2 or len(events) > 1]
        if others:
            found.append(f"{listed(others)} drew {number}.")
        elif seen:
            found.append(f"{names[seen[0]['seat']]} drew {listed([title(card) for card in seen[0]['hand']])}.")
    return found


def seat_line(view: Seen, seat: int) -> str:
    """What stands under a name: how many cards, what they count if that is known, points in a match."""
    state = view.state
    hand = state["hands"][seat]
    if seat in state["left"]:
        return "left the table"
    if state["out"][seat] and not (view.outcome and hand):
        return f"out in game {state['out'][seat]}"
    number = size(hand)
    said = f"{number} card{'s' * (number != 1)}"
    if view.outcome:
        return f"{worth(hand)} in hand"
    if seat == view.seat:
        said += f", worth {worth(hand)}"
    return said + (f", {state['totals'][seat]} pts" if view.options["match"] != "single" else "")


def match_line(view: Seen) -> str:
    """Which game of what match it is [W41 to W43]."""
    game = f"Game {view.state['game']}"
    if view.options["match"] == "points":
        rounds = view.options["match_rounds"]
        return (
            f"{game} of {rounds}, to {view.options['match_target']}"
            if rounds
            else f"{game}, to {view.options['match_target']}"
        )
    return f"{game}, knockout" if view.options["match"] == "knockout" else f"Turn {view.state['turn_number']}"


def ended_game(view: Seen, names: tuple[str, ...]) -> tuple[str, list[dict[str, Any]]]:
    """The headline of a game that has just ended while the match goes on, and the hands that were shown [W50]."""
    events = view.events
    ended = [event for event in events if event["event"] == "ended"]
    if view.outcome or not ended:
        return "", []
    shown = [event for event in events if event["event"] == "showed"]
    lowest = min(event["value"] for event in shown)
    winners = [names[event["seat"]] for event in shown if event["value"] == lowest]
    line = f"Game {ended[0]['game']}: {listed(winners)} won by {ended[0]['reason']}."
    out = [names[event["seat"]] for event in events if event["event"] == "knocked_out"]
    return line + (f" {listed(out)} {'are' if len(out) > 1 else 'is'} out." if out else ""), shown


def size(hand: list[str] | int) -> int:
    return hand if isinstance(hand, int) else len(hand)


def worth(hand: list[str] | int) -> int:
    """What an open hand counts [W6]."""
    return 0 if isinstance(hand, int) else sum(value_of(card) for card in hand)


def listed(names: Sequence[str]) -> str:
    """Names as a list in English."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _a(number: int) -> str:
    return f"an {number}" if number in (8, 11) else f"a {number}"
