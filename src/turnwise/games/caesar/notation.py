"""Caesar and Cleopatra in words: `lay 4 CENSOR up`, `assassinate CONSUL P`, `castle PRAETOR CENSOR`, `veto action`.

These are a program's; `phrases` has what people read of events, and the rules declare everything else."""

from collections.abc import Callable
from typing import Any

from turnwise.games.caesar import rules
from turnwise.games.caesar.board import (
    BUST,
    CARD,
    CARD_OF,
    DECK,
    FACE,
    GROUP,
    GROUPS,
    KINDS,
    NO_DECK,
    NUMBERS,
    PAIRS,
    PART,
    Do,
    End,
    Kind,
    Phase,
    Reason,
    State,
)
from turnwise.games.caesar.phrases import NAMES, SENTENCES
from turnwise.kit.game import Frame
from turnwise.kit.notation import Notation
from turnwise.kit.sets import members_of
from turnwise.kit.words import Said, said

__all__ = ["NAMES", "SENTENCES"]

MINUTES = (30, 45)
"""How long people take over a game."""
SEAT_NAMES = ("Caesar", "Cleopatra")
OPTION_WORDS = {
    "first_player": said("who begins"),
    "caesar": said("Caesar"),
    "cleopatra": said("Cleopatra"),
    "random": said("drawn by lot"),
    "philosopher_spent": said("Philosophers are used up"),
    "spy": said("Spies"),
    "secret_bonus": said("secret cards"),
    "veto_seconds": said("seconds for a Veto"),
}
"""What people call options, settings and choices whose own names are short for programs."""
GROUP_NAMES = tuple(GROUP)
BUST_NAMES = BUST
KIND_NAMES = tuple(map(str, CARD.names))
DECK_NAMES = DECK[:NO_DECK]

REASONS = {
    Reason.OVER: said("The game is over."),
    Reason.NOT_YOUR_TURN: said("It is the other player's turn to act."),
    Reason.WRONG_PHASE: said("That is not possible in this step of the turn."),
    Reason.ALREADY_PLACED: said("Place each of the cards 1 to 5 once, one at each group; what lies there stays."),
    Reason.NOT_IN_HAND: said("That card is not in the hand; choose one that is."),
    Reason.GROUP_CLOSED: said("That group has no patricians left; choose another."),
    Reason.GROUP_FULL: said("You may have at most five influence cards at a group; choose another."),
    Reason.FACE_RULE: said("Of two influence cards one lies face up and one face down; turn this one the other way."),
    Reason.MUST_PLAY: said("Lay an influence card before you draw a bust."),
    Reason.ACTION_USED: said("You have played an action card this turn; draw a bust or lay influence."),
    Reason.NO_TARGET: said("There is no such card for this action to act on; the action card stays in your hand."),
    Reason.EQUAL_CARDS: said("Another card like this one goes to the second group already; give this one there too."),
    Reason.NAME_A_DECK: said("Say which deck you draw from with your Veto: influence or action."),
    Reason.DECK_EMPTY: said("That deck is empty; draw from the other."),
    Reason.HAND_FULL: said("Your hand is full with six cards; there is nothing to draw."),
    Reason.DISCARD_ORDER: said("Discard from left to right: this card comes before the last one you discarded."),
    Reason.MUST_DISCARD: said("Six action cards leave no room for influence; discard at least one."),
}
TODO_NOW = {
    Phase.PLACE: said("Place your cards 1 to 5 first, one at each group."),
    Phase.PLAY: said("Now lay influence cards, play an action card or draw a bust."),
    Phase.CASTLE: said("Divide your cards between the two groups first."),
    Phase.VETO: said("Say first whether you veto the action."),
    Phase.SPY: said("Choose a card of the other player's hand first."),
    Phase.DISCARD: said("Discard action cards first, or say that you are done."),
    Phase.DRAW: said("Fill your hand first, from your influence deck or your action deck."),
}
ENDS = {
    End.ALL_TAKEN: said("all patricians are taken"),
    End.NO_INFLUENCE: said("nobody has an influence card left"),
    End.DEAD_BOARD: said("fourteen turns in a row changed nothing"),
}
LISTED = (said("Votes"), "voted")
"""What the page keeps a list of, and the event that makes a line of the log one of them.  [C54]"""


_declared = Notation(rules, State, None)


def data(action: int, frame: Frame | None = None) -> dict[str, Any]:
    """An action as JSON: what is done, and with what."""
    kind = _declared.kind(action)
    named = kind.named(action)
    if "pair" in named:
        return {"do": kind.word, **dict(zip(("group", "second"), str(named["pair"]).split(), strict=True))}
    return {"do": kind.word, **named}


def overdue(s: Any, legal: list[int], choose: Callable[[list[int]], int]) -> int | None:
    """Who does not say whether he vetoes does not; otherwise the computer player moves."""
    return int(Do.NO_VETO) if s.phase == Phase.VETO else None


def show(s: Any, frame: Frame) -> dict[str, Any]:
    castling = not s.over and s.announced and CARD_OF[s.announced - 1] == Kind.CASTLING
    return {
        "turn": None if s.over else s.turn,
        "phase": "over" if s.over else Phase(s.phase).name.lower(),
        "mover": s.mover,
        "first": s.first,
        "hands": [_hand(s, seat) for seat in range(2)],
        "decks": [_cards(s.deck, seat) for seat in range(2)],
        "discard": [_cards(s.discard, seat) for seat in range(2)],
        "up": [_sides(s.up, seat) for seat in range(2)],
        "down": [_sides(s.down, seat) for seat in range(2)],
        "placed": [_placed(s, seat) for seat in range(2)],
        "patricians": dict(zip(GROUP_NAMES, s.patricians, strict=True)),
        "won": [dict(zip(GROUP_NAMES, _row(s.won, seat), strict=True)) for seat in range(2)],
        "bag": _busts(s.bag),
        "visible": _busts(s.visible),
        "gone": _busts(s.gone),
        "bonus": [GROUP_NAMES[s.bonus[seat] - 1] if s.bonus[seat] > 0 else None for seat in range(2)],
        "laid": [] if s.over else [FACE.name(face) for face in s.laid if face],
        "acted": bool(s.acted) and not s.over,
        "closed": bool(s.closed) and not s.over,
        "announced": _declared.words(s.announced - 1, frame) if s.announced else None,
        "division": _division(s) if castling else None,
        "quiet": s.quiet,
    }


def _busts(busts: int) -> list[str]:
    return [BUST_NAMES[bust] for bust in members_of(busts)]


def _row(block: Any, *index: int) -> list[int]:
    """The cells of a block along its last dimension."""
    at = 0
    for i, extent in zip(index, block.shape, strict=False):
        at = at * extent + i
    width = block.shape[-1]
    row: list[int] = block.cells[at * width : (at + 1) * width]
    return row


def _numbers(numbers: list[int]) -> dict[str, int]:
    """Numbers of cards by kind, without zeros."""
    return {kind: number for kind, number in zip(KIND_NAMES, numbers, strict=False) if number}


def _cards(zone: Any, seat: int) -> dict[str, int]:
    """The cards of a zone by kind; if they are hidden, the numbers of influence and of action cards."""
    numbers = _row(zone, seat)
    if numbers[0] < 0:
        return {"influence": ~numbers[0], "action": ~numbers[PART]}
    return _numbers(numbers)


def _hand(s: Any, seat: int) -> dict[str, int]:
    """A Spy's owner sees the other hand while he chooses."""
    seen = s.phase == Phase.SPY and s.mover != seat and s.hand[seat, 0] < 0 and s.spied[s.mover, 0] >= 0
    return _cards(s.spied, s.mover) if seen else _cards(s.hand, seat)


def _sides(zone: Any, seat: int) -> dict[str, Any]:
    """The cards at each group by kind; if they are hidden, their number."""
    sides: dict[str, Any] = {}
    for group, title in enumerate(GROUP_NAMES):
        numbers = _row(zone, seat, group)
        sides[title] = _numbers(numbers) if numbers[0] >= 0 else ~numbers[0]
    return {title: side for title, side in sides.items() if side}


def _placed(s: Any, seat: int) -> dict[str, str] | None:
    kinds = _row(s.placed, seat)
    if kinds[0] < 0:
        return None
    return {GROUP_NAMES[group]: KIND_NAMES[kind - 1] for group, kind in enumerate(kinds) if kind > 0}


def _division(s: Any) -> list[dict[str, int]] | None:
    if s.division[s.mover, 0, 0] < 0:
        return None
    return [_numbers(_row(s.division, s.mover, half)) for half in range(2)]


def refusal(code: int, s: Any, frame: Frame, action: int) -> Said:
    """What would be right in this phase."""
    if code == Reason.WRONG_PHASE and s.phase == Phase.PLAY and Do.LAY <= action < Do.ASSASSINATE:
        if s.closed:
            return said("No more influence is laid after your action card; draw a bust.")
        return said("You have laid two influence cards, and two are the most; draw a bust or play an action card.")
    if code == Reason.WRONG_PHASE and Do.VETO <= action < Do.TAKE:
        return said("There is nothing to veto now; a Veto answers an action card of the other player.")
    if code == Reason.WRONG_PHASE:
        return TODO_NOW[Phase(s.phase)]
    return REASONS[Reason(code)]


def read(request: str | dict[str, Any], s: Any, frame: Frame) -> list[int] | None:
    """Further spellings, each a run of actions in one request.

    `place 3 1 2 5 4`, the five cards in board order of the groups, or {"do": "place", "groups": {"3": "PRAETOR", …}};
    `castle PRAETOR CENSOR: 1 4 P`, the cards for the first group, or {"do": "castle", …, "first": ["1", "4", "P"]};
    `discard scout, veto`, all discards of one choice, or {"do": "discard", "kinds": ["scout", "veto"]}."""
    try:
        wish = _spelt(request) if isinstance(request, str) else request
        match wish["do"]:
            case "place":
                return _placement(wish["groups"])
            case "castle":
                return _castling(s, (wish["group"], wish["second"]), wish["first"])
            case "discard":
                return _discards(s, wish["kinds"])
    except (KeyError, ValueError, AttributeError, TypeError):
        pass
    return None


def _spelt(text: str) -> dict[str, Any]:
    verb, _, rest = text.partition(" ")
    match verb:
        case "place":
            return {"do": verb, "groups": dict(zip(rest.split(), GROUP_NAMES, strict=True))}
        case "castle":
            groups, _, cards = rest.partition(":")
            group, second = groups.split()
            return {"do": verb, "group": group, "second": second, "first": cards.split()}
    return {"do": verb, "kinds": [card.strip() for card in rest.split(",")]}


def _placement(groups: dict[str, str]) -> list[int] | None:
    if sorted(groups) != list(KIND_NAMES[:NUMBERS]):
        return None
    return [Do.PLACE + GROUPS * (int(kind) - 1) + GROUP_NAMES.index(groups[kind]) for kind in sorted(groups)]


def _castling(s: Any, groups: tuple[str, str], first: list[str]) -> list[int] | None:
    pair = [GROUP_NAMES.index(group) for group in groups]
    run = [int(Do.CASTLE) + at for at, names in enumerate(PAIRS) if names.split() == list(groups)]
    for kind, title in enumerate(KIND_NAMES[:PART]):
        own = sum(s.up[s.turn, group, kind] + s.down[s.turn, group, kind] for group in pair)
        run += [int(Do.FIRST)] * first.count(title) + [int(Do.SECOND)] * (own - first.count(title))
    number = 1 + sum(s.lying[s.turn, group] for group in pair)
    return run if len(run) == number else None


def _discards(s: Any, cards: list[str]) -> list[int] | None:
    kinds = sorted(KIND_NAMES.index(card) for card in cards)
    if kinds[0] < PART:
        return None
    left = sum(s.hand[s.turn, kind] for kind in range(PART, KINDS)) - len(kinds)
    return [int(Do.DISCARD) + kind - PART for kind in kinds] + [int(Do.DONE)] * (left > 0)
