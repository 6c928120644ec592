"""Caesar and Cleopatra, the requests of the REST contract: what each reads, and what is to be played then.  [C56]"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from turnwise.games.caesar.board import Reason
from turnwise.games.caesar.notation import GROUP_NAMES, REASONS
from turnwise.games.caesar.rest_words import ACTION_KINDS, PERSONAS, Card, kind_of
from turnwise.kit.errors import BadAction, NotYourTurn, Refused
from turnwise.kit.routes import Act, Sight, Sit
from turnwise.kit.words import said

Group = Literal["PRAETOR", "AEDILE", "QUAESTOR", "CONSUL", "CENSOR"]
Persona = Literal["caesar", "cleopatra"]


class Deck(StrEnum):
    """A deck; capitals make no difference."""

    INFLUENCE = "influence"
    ACTION = "action"

    @classmethod
    def _missing_(cls, value: object) -> "Deck | None":
        """The source document writes Influence and Action."""
        return next((deck for deck in cls if isinstance(value, str) and value.lower() == deck), None)


@dataclass(frozen=True)
class Look:
    game: str | None = None


@dataclass(frozen=True)
class Join:
    game: str
    persona: Persona | None = None


@dataclass(frozen=True)
class Draw:
    playerId: str
    deckType: Deck
    rev: int


@dataclass(frozen=True)
class DrawByGet:
    playerId: str
    deckType: Deck
    rev: int | None = None


@dataclass(frozen=True)
class PlayCard:
    playerId: str
    cardDetails: Card
    deckType: Deck
    rev: int
    target: Group | None = None
    faceUp: bool | None = None
    targetCard: Card | None = None
    secondTarget: Group | None = None
    arrangement: dict[Group, list[Card]] | None = None


@dataclass(frozen=True)
class TakeBust:
    playerId: str
    rev: int


@dataclass(frozen=True)
class PlaceInitialInfluence:
    playerId: str
    placement: dict[Literal["1", "2", "3", "4", "5"], Group]
    rev: int


@dataclass(frozen=True)
class SelectPersona:
    playerId: str
    persona: Persona
    rev: int


@dataclass(frozen=True)
class Veto:
    playerId: str
    use: bool
    rev: int
    deckType: Deck | None = None


@dataclass(frozen=True)
class DiscardActions:
    playerId: str
    cards: list[Card]
    rev: int


@dataclass(frozen=True)
class SpyDiscard:
    playerId: str
    card: Card
    rev: int


def join(asked: Join, sight: Sight) -> Sit:
    """Whoever comes second may choose a persona with it: with a bonus or a first player by lot the match begins then.  [C1]"""
    assert sight.player is not None
    return Sit(sight.seats[sight.player] if asked.persona is None else PERSONAS.index(asked.persona))


def draw(asked: Draw | DrawByGet, sight: Sight) -> Act:
    return Act([{"do": "draw", "deck": asked.deckType}])


def play_card(asked: PlayCard, sight: Sight) -> Act:
    kind = kind_of(asked.cardDetails)
    if (kind in ACTION_KINDS) != (asked.deckType == "action"):
        type, deck = asked.cardDetails.type, str(asked.deckType)
        raise BadAction(said("No card of the type {type} is in the {deck} deck.", type=type, deck=deck))
    match kind:
        case "assassination":
            victim = kind_of(_needed(asked, "targetCard"))
            if victim in ACTION_KINDS:
                raise BadAction(said("Assassination aims at an influence card."))
            return Act([{"do": "assassinate", "group": _needed(asked, "target"), "kind": victim}])
        case "scout" | "wrath":
            return Act([{"do": kind, "group": _needed(asked, "target")}])
        case "castling":
            return _castling(asked, sight)
        case "spy":
            return Act([{"do": "spy"}])
        case "veto":
            _on_turn(sight)
            raise Refused(
                said("A Veto only answers an action of the other player; there is a call of its own."), "wrong_phase"
            )
    face = "up" if _needed(asked, "faceUp") else "down"
    return Act([{"do": "lay", "kind": kind, "group": _needed(asked, "target"), "face": face}])


def _needed(asked: PlayCard, name: str) -> Any:
    """A parameter that not every card has."""
    value = getattr(asked, name)
    if value is None:
        raise BadAction(said("A card of the type {type} needs {name}.", type=asked.cardDetails.type, name=name))
    return value


def _on_turn(sight: Sight) -> None:
    if sight.view.turn != sight.view.seat:
        raise NotYourTurn(REASONS[Reason.NOT_YOUR_TURN])


def _castling(asked: PlayCard, sight: Sight) -> Act:
    """The announcement and the division: a word for each own card, in order of kind, and for equal ones first before second."""
    groups = sorted({_needed(asked, "target"), _needed(asked, "secondTarget")}, key=GROUP_NAMES.index)
    division = {group: Counter(map(kind_of, laid)) for group, laid in _needed(asked, "arrangement").items()}
    if len(groups) < 2 or not set(division) <= set(groups):
        raise BadAction(
            said("Castling is between two groups, target and secondTarget; arrangement has cards for these only.")
        )
    _on_turn(sight)
    state, seat = sight.view.state, sight.view.seat
    own: Counter[str] = Counter()
    for group in groups:
        own.update(state["up"][seat].get(group, {}))
        own.update(state["down"][seat].get(group, {}))
    first, second = (division.get(group, Counter()) for group in groups)
    if first + second != own:
        raise BadAction(said("The arrangement must have each of your cards at the two groups once, and no other."))
    words = [half for kind in sorted(own) for half in ["first"] * first[kind] + ["second"] * second[kind]]
    return Act([{"do": "castle", "group": groups[0], "second": groups[1]}, *({"do": word} for word in words)])


def take_bust(asked: TakeBust, sight: Sight) -> Act:
    return Act([{"do": "bust"}])


def place_initial_influence(asked: PlaceInitialInfluence, sight: Sight) -> Act:
    """All five in one request, early or late.  [C6]"""
    placement = asked.placement
    if len(placement) < len(GROUP_NAMES) or len(set(placement.values())) < len(GROUP_NAMES):
        raise BadAction(said("Place exactly the cards 1 to 5, one at each group."))
    state = sight.view.state
    if state["phase"] != "place" or state["down"][sight.view.seat]:
        raise Refused(said("Your five cards lie already, and what lies there stays."), "already_placed")
    return Act([{"do": "place", "kind": kind, "group": placement[kind]} for kind in sorted(placement)], early=True)


def select_persona(asked: SelectPersona, sight: Sight) -> Sit:
    return Sit(PERSONAS.index(asked.persona))


def veto(asked: Veto, sight: Sight) -> Act:
    return Act([{"do": "veto", "deck": asked.deckType or "none"} if asked.use else {"do": "no veto"}])


def discard_actions(asked: DiscardActions, sight: Sight) -> Act:
    """One choice, in order of kind; it needs no end if no action card is left.  [C15]"""
    chosen = Counter(map(kind_of, asked.cards))
    if not set(chosen) <= set(ACTION_KINDS):
        raise BadAction(said("Only action cards are discarded here."))
    view, end = sight.view, [{"do": "done"}]
    if view.turn == view.seat and view.state["phase"] == "discard":
        hand = Counter({k: n for k, n in view.state["hands"][view.seat].items() if k in ACTION_KINDS})
        if chosen - hand:
            raise Refused(REASONS[Reason.NOT_IN_HAND], "not_in_hand")
        end = end if hand - chosen else []
    return Act([{"do": "discard", "kind": kind} for kind in ACTION_KINDS for _ in range(chosen[kind])] + end)


def spy_discard(asked: SpyDiscard, sight: Sight) -> Act:
    return Act([{"do": "take", "kind": kind_of(asked.card)}])
