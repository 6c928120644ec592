"""Whot in words: `play circle_5`, `draw`, `name star`, `call`, `catch`. A card is its symbol and number [W4].

For people the same moves are sentences: "Play the circle 5", "Draw from the pile", "Call for stars"."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from turnwise.games.whot.deck import CARDS, DECK, NUMBER, SPECIALS, SYMBOLS, WHOTS, Special
from turnwise.games.whot.state import NONE, Do, End, Event, Phase, Reason
from turnwise.kit.errors import Stale, quoted
from turnwise.kit.game import Frame
from turnwise.kit.sets import has, members_of
from turnwise.kit.words import Given, Said, Seat, counted, said

MINUTES = (5, 20)
"""How long people take over a game."""
PLAYERS = {"anycard": said("Any-card bot")}
"""What the sheet's further players are called.  [W53]"""
OPTION_WORDS = {
    "tender": said("short game"),
    "whot_defends_pick": said("a Whot answers a penalty"),
    "no_finish_on_special": said("no special card at the end"),
    "last_card_call": said("calling 'last card'"),
    "first_card_acts": said("the first card acts"),
    "market_keeps_turn": said("another turn after General Market"),
    "single": said("one game"),
    "points": said("for points"),
    "match_target": said("points that end the match"),
    "match_rounds": said("number of games"),
    "symbol_seconds": said("seconds to name a symbol"),
}
"""What people call options, settings and choices whose own names are short for programs."""
SYMBOL = {
    "circle": said("circle"),
    "triangle": said("triangle"),
    "cross": said("cross"),
    "square": said("square"),
    "star": said("star"),
}
SYMBOL_CARDS = {
    "circle": said("circles"),
    "triangle": said("triangles"),
    "cross": said("crosses"),
    "square": said("squares"),
    "star": said("stars"),
}
"""All the cards of a symbol, as somebody calls for them."""
EFFECTS = {
    Special.HOLD_ON: said("Hold On"),
    Special.PICK_TWO: said("Pick Two"),
    Special.PICK_THREE: said("Pick Three"),
    Special.SUSPENSION: said("Suspension"),
    Special.MARKET: said("General Market"),
    Special.WHOT: said("Whot"),
}
ANNOUNCED = {
    Special.HOLD_ON: said("Hold On: another turn!"),
    Special.PICK_TWO: said("Pick Two: answer or draw!"),
    Special.PICK_THREE: said("Pick Three: answer or draw!"),
    Special.SUSPENSION: said("Suspension: the next player is skipped!"),
    Special.MARKET: said("General Market: everybody else draws a card!"),
    Special.WHOT: said("Whot: a wild card!"),
}
"""What a card does, by its number [W23]."""
REASONS: Mapping[Any, Said] = Reason.sentences
ENDS: Mapping[Any, Said] = End.sentences
MOVES = {card: said("Play Whot no. {number}", number=number) for number, card in enumerate(members_of(WHOTS), 1)}
"""Whots are alike, and are numbered where two moves must be told apart."""
DATA = [
    {kind.word: next(iter(kind.named(action).values()), True)}
    for kind in Do.kinds
    for action in range(kind.start, kind.stop)
]
"""The JSON of every action."""


def _special(given: dict[str, Any], frame: Frame) -> Said:
    [number] = [number for number, effect in EFFECTS.items() if str(effect) == given["effect"]]
    return ANNOUNCED[number]


def _drew(given: dict[str, Any], frame: Frame) -> Said:
    return drawn(given["seat"], given["number"], given["hand"])


def drawn(seat: int, number: int, hand: list[str] | None) -> Said:
    """More than one card is drawn as a penalty only [W18, W51]; which cards, only their owner may know [W47]."""
    who = Seat(seat)
    if hand is None:
        return counted("{seat} draws a card.", "{seat} has to draw {number} cards.", "number", seat=who, number=number)
    if number == 1:
        return said("{seat} draws {card}.", seat=who, card=one_card(hand[0]))
    return said("{seat} has to draw {number} cards: {cards}.", seat=who, number=number, cards=listed(hand))


def _ended(given: dict[str, Any], frame: Frame) -> Said:
    [why] = [why for why in ENDS.values() if str(why) == given["reason"]]
    if frame.options["match"] == "single":
        return said("The game is over: {why}.", why=why)
    return said("End of game {game}: {why}.", game=given["game"], why=why)


def _showed(given: dict[str, Any], frame: Frame) -> Said:
    return hand_shown(given["seat"], given["hand"], given["value"])


def hand_shown(seat: int, hand: Sequence[str], value: int) -> Said:
    """A hand laid open at the end of a game [W50]."""
    if not hand:
        return said("{seat} has no cards left.", seat=Seat(seat))
    return counted(
        "{seat} shows {cards}: one point.",
        "{seat} shows {cards}: {value} points.",
        "value",
        seat=Seat(seat),
        cards=listed(hand),
        value=value,
    )


SENTENCES = {Event.SPECIAL: _special, Event.DREW: _drew, Event.ENDED: _ended, Event.SHOWED: _showed}


def name(argument: str, value: int, frame: Frame) -> Any:
    match argument:
        case "card":
            return DECK.ids[value]
        case "hand":
            return DECK.names(value)
        case "symbol":
            return SYMBOLS[value]
        case "effect":
            return str(EFFECTS[Special(value)])
        case "reason":
            return str(ENDS[End(value)])
    return value


def noun(argument: str, value: Any, frame: Frame) -> Given | None:
    match argument:
        case "card":
            return one_card(value)
        case "symbol":
            return SYMBOL_CARDS[value]
        case "by":
            return Seat(value)
    return None


def symbol_of(card: str) -> str:
    return card.partition("_")[0]


def number_of(card: str) -> int:
    return DECK.number[DECK.ids.index(card)]


def title(card: str) -> Said:
    """A card as it is listed or written on something: "star 8", "Whot"."""
    symbol = symbol_of(card)
    if symbol == "whot":
        return EFFECTS[Special.WHOT]
    return said("{symbol} {number}", symbol=SYMBOL[symbol], number=number_of(card))


def one_card(card: str) -> Said:
    """A card in a sentence: "the star 8", "a Whot"."""
    symbol = symbol_of(card)
    if symbol == "whot":
        return said("a Whot")
    return said("the {symbol} {number}", symbol=SYMBOL[symbol], number=number_of(card))


def listed(hand: Iterable[str]) -> tuple[Said, ...]:
    return tuple(title(card) for card in hand)


def a_number(number: int) -> Said:
    """Any card of a number: "a 7", "an 8"."""
    return said("an {number}", number=number) if number in (8, 11) else said("a {number}", number=number)


def answers(number: int, whot_defends: bool) -> Said:
    """What answers a pick [W17]."""
    return said("{number} or a Whot", number=a_number(number)) if whot_defends else a_number(number)


def followers(symbol: str, number: int = 0) -> Said:
    """What may follow a card, or a call, which has no number [W14, W15]."""
    if number:
        return said("a {symbol}, {number} or a Whot", symbol=SYMBOL[symbol], number=a_number(number))
    return said("a {symbol} or a Whot", symbol=SYMBOL[symbol])


def read(request: Any, s: Any, frame: Frame) -> list[int] | None:
    """A play with all that belongs to it (`play whot_3 star last card`), and JSON with the turn that was seen [W22]."""
    if isinstance(request, str):
        return _compound(_spoken(request), s)
    if not isinstance(request, dict):
        return None
    asked = dict(request)
    turn = asked.pop("turn", s.turns)
    if turn != s.turns:
        raise Stale(said("That was for turn {turn}; it is turn {now} now.", turn=quoted(turn), now=int(s.turns)))
    if asked in DATA:
        return [DATA.index(asked)]
    return _compound(asked, s)


def _spoken(request: str) -> dict[str, Any]:
    """`play whot_3 star last card` as JSON."""
    text = " ".join(request.casefold().split())
    call = {"last_card": True} if text.endswith(" last card") else {}
    match text.removesuffix(" last card").split():
        case [verb, card]:
            return {verb: card, **call}
        case [verb, card, symbol]:
            return {verb: card, "symbol": symbol, **call}
    return {}


def _compound(asked: dict[str, Any], s: Any) -> list[int] | None:
    """A play with its symbol [W21], the call [W51] or both; the symbol of a last card is dropped [W36]."""
    play, symbol, last_card = asked.get("play"), asked.get("symbol"), asked.get("last_card", False)
    if asked.keys() - {"play", "symbol", "last_card"} or play not in DECK.ids or not isinstance(last_card, bool):
        return None
    card = DECK.ids.index(play)
    actions = [Do.CALL, card] if last_card and not s.said else [card]
    if symbol is None:
        return actions
    if symbol not in SYMBOLS or not has(WHOTS, card):
        return None
    return actions if s.hand[s.turn] == 1 << card else [*actions, Do.NAME + SYMBOLS.index(symbol)]


def overdue(s: Any, legal: list[int], choose: Callable[[list[int]], int]) -> int:
    """The move of somebody whose time is up [W64]: a draw, or any card where a draw is not allowed or would bring nothing but
    Sudden Death; any symbol for a Whot. `choose` draws lots, `s` is what the seat knows."""
    cards = [action for action in legal if action < CARDS]
    if Do.DRAW in legal and not (cards and _only_starts_sudden_death(s)):
        return int(Do.DRAW)
    return choose(cards or [action for action in legal if Do.NAME <= action < Do.NAME + len(SYMBOLS)])


def _only_starts_sudden_death(s: Any) -> bool:
    no_pile = s.pile in (0, ~0)  # the set itself, or how many cards it has
    return no_pile and not s.tender and bool(s.reshuffled or s.discards == 1 << s.top)


def refusal(code: int, s: Any, frame: Frame, action: int) -> Said:
    """The sentence for a reason, with the cards at hand."""
    if code == Reason.MUST_ANSWER:
        answer = answers(int(NUMBER[s.top]), frame.options["whot_defends_pick"])
        if s.sudden:
            told = said("{card:C} cannot answer the penalty: play {fitting}.")
        else:
            told = said("{card:C} cannot answer the penalty: play {fitting}, or draw {amount} cards.")
        return told.given_also(card=one_card(DECK.ids[action]), fitting=answer, amount=int(s.pick))
    if code == Reason.MUST_FOLLOW_CALL:
        if s.sudden:
            told = said("{card:C} cannot follow the call: play {fitting}.")
        else:
            told = said("{card:C} cannot follow the call: play {fitting}, or draw.")
        return told.given_also(card=one_card(DECK.ids[action]), fitting=followers(SYMBOLS[s.called]))
    if code == Reason.MUST_MATCH:
        if s.sudden:
            told = said("{card:C} cannot follow {top}: play {fitting}.")
        else:
            told = said("{card:C} cannot follow {top}: play {fitting}, or draw.")
        top = DECK.ids[s.top]
        fitting = followers(top.partition("_")[0], int(NUMBER[s.top]))
        return told.given_also(card=one_card(DECK.ids[action]), top=one_card(top), fitting=fitting)
    return REASONS[Reason(code)]


def deeds(events: list[dict[str, Any]], seats: int) -> list[Said]:
    """How many cards each seat has played, and how many of them were special ones [W57]."""
    played: list[list[str]] = [[] for _ in range(seats)]
    for event in events:
        if event["event"] == "played":
            played[event["seat"]].append(event["card"])
    return [_deeds(len(cards), sum(has(SPECIALS, DECK.ids.index(card)) for card in cards)) for cards in played]


def _deeds(cards: int, special: int) -> Said:
    if not cards:
        return said("no card played")
    number = counted("one card played", "{number} cards played", "number", number=cards)
    if not special:
        return said("{cards}, none of them special", cards=number)
    return counted(
        "{cards}, one of them special", "{cards}, {special} of them special", "special", cards=number, special=special
    )


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
