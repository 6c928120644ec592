"""What a picture of Whot says in words: who is to act, what happened last, what may follow."""

from collections.abc import Sequence
from typing import Any

from turnwise.games.whot.deck import Special
from turnwise.games.whot.look_cards import number_of, symbol_of, value_of
from turnwise.games.whot.notation import (
    ANNOUNCED,
    EFFECTS,
    SENTENCES,
    SYMBOL_CARDS,
    answers,
    drawn,
    followers,
    one_card,
)
from turnwise.games.whot.rules import DRAW
from turnwise.games.whot.state import Event
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, counted, said, sentences

MOST_NAMED = 2
"""Cards just drawn that a notice names."""


def status(view: Seen) -> Said:
    """Who is to act, or who has won."""
    if view.outcome:
        winners, why = tuple(map(Seat, view.outcome.winners)), view.outcome.words
        number = len(winners)
        return counted("{seats} wins: {why}", "{seats} win: {why}", "number", seats=winners, why=why, number=number)
    seat, mine = Seat(view.state["turn"]), view.seat == view.turn
    if view.state["phase"] == "name":
        return said("{seat}, call for a symbol", seat=seat) if mine else said("{seat} is choosing a symbol", seat=seat)
    return said("{seat}, it is your turn", seat=seat) if mine else said("{seat} is to move", seat=seat)


def ask(view: Seen) -> Said | None:
    """What may follow the top card now [W14 to W18]; to the seat on turn also what is left to do if nothing fits."""
    state = view.state
    if view.outcome or state["phase"] == "name":
        return None
    mine, amount = view.seat == view.turn, state["pick"]["amount"] if state["pick"] else 1
    if mine and [action.id for action in view.legal if action.id <= DRAW] == [DRAW]:
        return counted(
            "No card of yours fits: draw one", "No card of yours fits: draw {amount} cards", "amount", amount=amount
        )
    if state["sudden_death"]:
        told = said("Play {fitting}; nobody draws any more") if mine else said("Next: {fitting}; nobody draws any more")
    elif state["pick"]:
        told = (
            said("Answer with {fitting}, or draw {amount} cards")
            if mine
            else said("Next: {fitting}, or {amount} cards")
        )
    else:
        told = said("Play {fitting}, or draw") if mine else said("Next: {fitting}, or a draw")
    return told.given_also(fitting=_fitting(view), amount=amount)


def _fitting(view: Seen) -> Said:
    """The cards that may be played now, in anybody's hand."""
    state = view.state
    if state["pick"]:
        return answers(state["pick"]["number"], view.options["whot_defends_pick"])
    return (
        followers(state["called"]) if state["called"] else followers(symbol_of(state["top"]), number_of(state["top"]))
    )


def latest(view: Seen) -> list[Said]:
    """What happened with the latest entry, and why somebody drew [W56]."""
    found: list[Said] = []
    events = view.events
    draws = [event for event in events if event["event"] == "drew"]
    for event in events:
        seat = Seat(event.get("seat", 0))
        sentence = SENTENCES[Event[event["event"].upper()]]
        match event["event"]:
            case "turned_up":
                found.append(sentence.given_also(card=one_card(event["card"])))
            case "played":
                found.append(sentence.given_also(seat=seat, card=one_card(event["card"])))
                number = number_of(event["card"])
                if number in ANNOUNCED and number not in (Special.MARKET, Special.WHOT):
                    found.append(ANNOUNCED[Special(number)])
            case "named":
                found.append(sentence.given_also(seat=seat, symbol=SYMBOL_CARDS[event["symbol"]]))
            case "caught":
                found.append(sentence.given_also(seat=seat, by=Seat(event["by"])))
            case "last_card" | "called" | "left":
                found.append(sentence.given_also(seat=seat))
            case "put_back" | "reshuffled" | "sudden_death":
                found.append(sentence)
            case "drew" if event is draws[0]:
                found += _drawn(view, draws)
    return found


def _drawn(view: Seen, draws: Sequence[dict[str, Any]]) -> list[Said]:
    """Who drew how many cards [W47], and which card made them; of one's own cards no more than two are named."""
    told = [
        drawn(event["seat"], event["number"], event["hand"] if event["number"] <= MOST_NAMED else None)
        for event in draws
    ]
    kinds = {event["event"] for event in view.events}
    if kinds.isdisjoint({"played", "turned_up"}):
        penalty = draws[0]["number"] > 1 and "caught" not in kinds
        return [_because(number_of(view.state["top"]), told[0])] if penalty else told
    if len(draws) > 1:
        seats = tuple(Seat(event["seat"]) for event in draws)
        own = [one for one, event in zip(told, draws, strict=True) if event["hand"] is not None]
        told = [said("{seats} draw a card each.", seats=seats), *own]
    return [_because(Special.MARKET, told[0]), *told[1:]]


def _because(number: int, told: Said) -> Said:
    """What happened because of a special card."""
    return said("{effect}: {told}", effect=EFFECTS[Special(number)], told=told)


def seat_line(view: Seen, seat: int) -> Said:
    """What stands under a name: how many cards, what they count if that is known, points in a match."""
    state = view.state
    hand = state["hands"][seat]
    if seat in state["left"]:
        return said("left the table")
    if state["out"][seat] and not (view.outcome and hand):
        return said("out in game {game}", game=state["out"][seat])
    if view.outcome:
        return in_hand(worth(hand))
    line = counted("{number} card", "{number} cards", "number", number=size(hand))
    if seat == view.seat:
        line = said("{cards}, worth {value}", cards=line, value=worth(hand))
    if view.options["match"] != "single":
        line = counted("{line}, {total} pt", "{line}, {total} pts", "total", line=line, total=state["totals"][seat])
    return line


def in_hand(value: int) -> Said:
    """What a hand counts at the end."""
    return said("hand worth {value}", value=value)


def match_line(view: Seen) -> Said:
    """Which game of what match it is [W41 to W43]."""
    game, rounds, target = view.state["game"], view.options["match_rounds"], view.options["match_target"]
    if view.options["match"] == "points" and rounds:
        return said("Game {game} of {rounds}, to {target}", game=game, rounds=rounds, target=target)
    if view.options["match"] == "points":
        return said("Game {game}, to {target}", game=game, target=target)
    if view.options["match"] == "knockout":
        return said("Game {game}, knockout", game=game)
    return said("Turn {number}", number=view.state["turn_number"])


def ended_game(view: Seen) -> tuple[Said | None, list[dict[str, Any]]]:
    """The headline of a game that has just ended while the match goes on, and the hands that were shown [W50]."""
    events = view.events
    ended = [event for event in events if event["event"] == "ended"]
    if view.outcome or not ended:
        return None, []
    shown = [event for event in events if event["event"] == "showed"]
    lowest = min(event["value"] for event in shown)
    winners = tuple(Seat(event["seat"]) for event in shown if event["value"] == lowest)
    game, number = ended[0]["game"], len(winners)
    if lowest:
        line = counted(
            "{seats} wins game {game} with the lowest hand.",
            "{seats} win game {game} with the lowest hand.",
            "number",
            seats=winners,
            game=game,
            number=number,
        )
    else:
        line = said("{seat} wins game {game} with an empty hand.", seat=winners[0], game=game)
    out = tuple(Seat(event["seat"]) for event in events if event["event"] == "knocked_out")
    if out:
        line = sentences(line, counted("{seats} is out.", "{seats} are out.", "number", seats=out, number=len(out)))
    return line, shown


def size(hand: list[str] | int) -> int:
    return hand if isinstance(hand, int) else len(hand)


def worth(hand: list[str] | int) -> int:
    """What an open hand counts [W6]."""
    return 0 if isinstance(hand, int) else sum(value_of(card) for card in hand)
