"""Whot in words: `play circle_5`, `draw`, `name star`, `call`, `catch`. A card is its symbol and number [W4]."""

from collections.abc import Callable
from typing import Any

from turnwise.games.whot.deck import CARDS, DECK, NUMBER, SPECIALS, SYMBOLS, WHOTS, Special
from turnwise.games.whot.rules import ACTIONS, CALL, CATCH, DRAW, NAME
from turnwise.games.whot.state import NONE, End, Event, Phase, Reason
from turnwise.kit.errors import Stale
from turnwise.kit.game import Frame
from turnwise.kit.words import Said, said
from turnwise.kit.sets import has

MINUTES = (5, 20)
"""How long people take over a game."""
PLAYERS = {"anycard": "Any-card bot"}
"""What the sheet's further players are called.  [W53]"""
EFFECTS = {
    Special.HOLD_ON: "Hold On",
    Special.PICK_TWO: "Pick Two",
    Special.PICK_THREE: "Pick Three",
    Special.SUSPENSION: "Suspension",
    Special.MARKET: "General Market",
    Special.WHOT: "Whot",
}
REASONS = {
    Reason.OVER: "The game is over.",
    Reason.NOT_PLAYING: "You are no longer in the game.",
    Reason.NOT_YOUR_TURN: "It is another player's turn; wait for yours.",
    Reason.NAME_FIRST: "Name a symbol for your Whot first: circle, triangle, cross, square or star.",
    Reason.NOTHING_TO_NAME: "A symbol is named only after playing a Whot.",
    Reason.NOT_YOUR_CARD: "That card is not in your hand.",
    Reason.MUST_ANSWER: "A pick is pending: answer with a card of the same number, or draw.",
    Reason.MUST_FOLLOW_CALL: "Play a card of the called symbol or a Whot.",
    Reason.MUST_MATCH: "Play a card with the symbol or the number of the top card, or a Whot.",
    Reason.NO_FINISH_ON_SPECIAL: "A special card may not be your last one; draw instead.",
    Reason.SUDDEN_DEATH: "Nobody draws in Sudden Death; play a card.",
    Reason.NO_CALLS: "'Last card' is announced by itself at this table.",
    Reason.CALLED_ALREADY: "You have called 'last card' already.",
    Reason.CALL_WITH_TWO: "Call 'last card' with exactly two cards in hand.",
    Reason.NOBODY_TO_CATCH: "Nobody can be caught now.",
    Reason.NOT_YOURSELF: "You cannot catch yourself.",
}
ENDS = {
    End.EMPTY_HAND: "an empty hand",
    End.HAND_VALUE: "lowest hand value",
    End.LAST_LEFT: "all others have left",
    End.TARGET: "the target was reached",
    End.ROUNDS: "the last game was played",
    End.LAST_IN: "all others are out",
}
SENTENCES = {
    Event.DEALT: "Seat {seat} is dealt {number} cards.",
    Event.PUT_BACK: "{card} is turned up and goes back into the pile.",
    Event.TURNED_UP: "The first card is {card}.",
    Event.PLAYED: "Seat {seat} plays {card}.",
    Event.SPECIAL: "{effect}!",
    Event.NAMED: "{symbol} is called.",
    Event.DREW: ("Seat {seat} draws {hand}.", "Seat {seat} draws {number}."),
    Event.RESHUFFLED: "The discards have been shuffled into a new pile.",
    Event.SUDDEN_DEATH: "Sudden Death: there are no more cards to draw.",
    Event.LAST_CARD: "Seat {seat} has one card left.",
    Event.CALLED: "Seat {seat} calls 'last card'.",
    Event.CAUGHT: "Seat {by} catches seat {seat}, who did not call 'last card'.",
    Event.LEFT: "Seat {seat} leaves.",
    Event.ENDED: "Game {game} ends: {reason}.",
    Event.SHOWED: "Seat {seat} shows {hand}: {value}.",
    Event.KNOCKED_OUT: "Seat {seat} is out.",
}


def data(action: int, frame: Frame) -> dict[str, Any]:
    if action < CARDS:
        return {"play": DECK.ids[action]}
    if action in range(NAME, NAME + len(SYMBOLS)):
        return {"name": SYMBOLS[action - NAME]}
    return {DRAW: {"draw": True}, CALL: {"call": True}, CATCH: {"catch": True}}[action]


def words(action: int, frame: Frame) -> str:
    [(verb, thing)] = data(action, frame).items()
    return verb if thing is True else f"{verb} {thing}"


def name(argument: str, value: int, frame: Frame) -> Any:
    match argument:
        case "card":
            return DECK.ids[value]
        case "hand":
            return DECK.names(value)
        case "symbol":
            return SYMBOLS[value]
        case "effect":
            return EFFECTS[Special(value)]
        case "reason":
            return ENDS[End(value)]
    return value


def spoken(value: Any) -> Any:
    """What an event names, as a sentence says it: cards not by their ids."""
    if isinstance(value, list):
        return ", ".join(map(title, value)) or "no cards"
    return title(value) if value in DECK.ids else value


def title(card: str) -> str:
    """A card in words: "star 8", "Whot"."""
    return "Whot" if card.startswith("whot") else card.replace("_", " ")


def read(request: Any, s: Any, frame: Frame) -> list[int] | None:
    """A play with all that belongs to it (`play whot_3 star last card`), and JSON with the turn that was seen [W22]."""
    if isinstance(request, str):
        return _compound(_spoken(request), s)
    if not isinstance(request, dict):
        return None
    asked = dict(request)
    turn = asked.pop("turn", s.turns)
    if turn != s.turns:
        raise Stale(f"That was for turn {turn}; it is turn {s.turns} now.")
    for action in range(ACTIONS):
        if asked == data(action, frame):
            return [action]
    return _compound(asked, s)


def _spoken(request: str) -> dict[str, Any]:
    """`play whot_3 star last card` as JSON."""
    text = " ".join(request.casefold().split())
    said = {"last_card": True} if text.endswith(" last card") else {}
    match text.removesuffix(" last card").split():
        case [verb, card]:
            return {verb: card, **said}
        case [verb, card, symbol]:
            return {verb: card, "symbol": symbol, **said}
    return {}


def _compound(asked: dict[str, Any], s: Any) -> list[int] | None:
    """A play with its symbol [W21], the call [W51] or both; the symbol of a last card is dropped [W36]."""
    play, symbol, last_card = asked.get("play"), asked.get("symbol"), asked.get("last_card", False)
    if asked.keys() - {"play", "symbol", "last_card"} or play not in DECK.ids or not isinstance(last_card, bool):
        return None
    card = DECK.ids.index(play)
    actions = [CALL, card] if last_card and not s.said else [card]
    if symbol is None:
        return actions
    if symbol not in SYMBOLS or not has(WHOTS, card):
        return None
    return actions if s.hand[s.turn] == 1 << card else [*actions, NAME + SYMBOLS.index(symbol)]


def overdue(s: Any, legal: list[int], choose: Callable[[list[int]], int]) -> int:
    """The move of somebody whose time is up [W64]: a draw, or any card where a draw is not allowed or would bring nothing but
    Sudden Death; any symbol for a Whot. `choose` draws lots, `s` is what the seat knows."""
    cards = [action for action in legal if action < CARDS]
    if DRAW in legal and not (cards and _only_starts_sudden_death(s)):
        return DRAW
    return choose(cards or [action for action in legal if NAME <= action < NAME + len(SYMBOLS)])


def _only_starts_sudden_death(s: Any) -> bool:
    no_pile = s.pile in (0, ~0)  # the set itself, or how many cards it has
    return no_pile and not s.tender and bool(s.reshuffled or s.discards == 1 << s.top)


def refusal(code: int, s: Any, frame: Frame, action: int) -> str:
    """The sentence for a reason, with the cards at hand."""
    if code == Reason.MUST_ANSWER:
        return f"A pick of {s.pick} is pending: answer with a {NUMBER[s.top]}, or draw."
    if code == Reason.MUST_FOLLOW_CALL:
        return f"The {title(DECK.ids[action])} does not follow the call: play a {SYMBOLS[s.called]} or a Whot, or draw."
    if code == Reason.MUST_MATCH:
        symbol = DECK.symbols[DECK.symbol[s.top]]
        right = f"play a {symbol}, a {NUMBER[s.top]} or a Whot, or draw"
        return f"The {title(DECK.ids[action])} does not match the {title(DECK.ids[s.top])}: {right}."
    return REASONS[Reason(code)]


def deeds(events: list[dict[str, Any]], seats: int) -> list[Said]:
    """How many cards each seat has played, and how many of them were special ones [W57]."""
    played: list[list[str]] = [[] for _ in range(seats)]
    for event in events:
        if event["event"] == "played":
            played[event["seat"]].append(event["card"])
    special = [sum(has(SPECIALS, DECK.ids.index(card)) for card in cards) for cards in played]
    told = "cards played: {cards}, special ones: {special}"
    return [said(told, cards=len(cards), special=number) for cards, number in zip(played, special, strict=True)]


def show(s: Any, frame: Frame) -> dict[str, Any]:
    """The table; a hand or a pile that may not be seen is its number of cards."""
    seats = range(frame.seats)
    pick = {"number": NUMBER[s.top], "amount": s.pick, "target": s.target}
    return {
        "turn": None if s.over else s.turn,
        "phase": "over" if s.over else Phase(s.phase).name.lower(),
        "turn_number": s.turns,
        "hands": [_cards(s.hand[seat]) for seat in seats],
        "pile": _cards(s.pile),
        "discards": _cards(s.discards),
        "aside": _cards(s.aside),
        "top": DECK.ids[s.top],
        "called": None if s.called == NONE else SYMBOLS[s.called],
        "pick": pick if s.pick else None,
        "reshuffled": bool(s.reshuffled),
        "sudden_death": bool(s.sudden),
        "said_last": bool(s.said and not s.over),  # a call lapses with its turn [W51], also with the last
        "catchable": None if s.over or s.catchable == NONE else s.catchable,
        "left": sorted((seat for seat in seats if s.left[seat]), key=lambda seat: s.left[seat]),
        "out": [s.out[seat] for seat in seats],
        "totals": [s.totals[seat] for seat in seats],
        "game": s.game,
        "starter": s.starter,
    }


def _cards(cards: int) -> list[str] | int:
    return ~cards if cards < 0 else DECK.names(cards)
