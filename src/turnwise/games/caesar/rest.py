"""Caesar and Cleopatra over HTTP: the rule sheet's REST contract as data and plain functions.  [C56 to C61]

`rest_requests` says what each call reads and plays, `rest_words` how cards, votes and events are told. Whatever is answered comes
from a view.  [C59]
"""

from typing import Any

from turnwise.games.caesar import rest_requests as ask
from turnwise.games.caesar.board import SIZE
from turnwise.games.caesar.notation import DECK_NAMES, GROUP_NAMES
from turnwise.games.caesar.rest_words import (
    COLOURS,
    PERSONAS,
    announcement,
    back_marks,
    bust,
    cards,
    counts,
    event,
    votes,
)
from turnwise.kit.errors import BadOption, Refused, TurnwiseError, quoted
from turnwise.kit.routes import Events, Route, Sight
from turnwise.kit.words import said

SHORTEST_TURN, LONGEST_TURN = 30, 600
FURTHER_OPTIONS: dict[str, dict[str, Any]] = {
    "turn_seconds": {
        "anyOf": [{"const": 0}, {"type": "integer", "minimum": SHORTEST_TURN, "maximum": LONGEST_TURN}],
        "description": "time for a turn or an answer, then the table moves at random for the player; 0 is no limit",
    },
}


def terms(given: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """The time is the table's matter, not that of the rules."""
    options = dict(given)
    seconds = options.pop("turn_seconds", 0)
    if type(seconds) is not int or seconds and not SHORTEST_TURN <= seconds <= LONGEST_TURN:
        raise BadOption(
            said(
                "turn_seconds is 0, or {low} to {high}, not {given}.",
                low=SHORTEST_TURN,
                high=LONGEST_TURN,
                given=quoted(seconds),
            )
        )
    return options, seconds


def begins_at_once(options: dict[str, Any]) -> bool:
    """Personas are open until the first placement, unless the set-up shows something that chance gave to a seat.  [C1, C40]"""
    return bool(options["secret_bonus"]) or options["first_player"] == "random"


def check_player(parameters: Any, player: int) -> None:
    """`playerId` is only checked.  [C58]"""
    if parameters.playerId != str(player):
        raise Refused(said("That is not your seat: playerId is not the one of your token."), "not_your_seat")


# What is answered.


def welcome(sight: Sight, token: str) -> dict[str, Any]:
    own = {"game": sight.table, "playerId": str(sight.player), "token": token}
    return {"rev": sight.view.version, "delta": []} | own | personas([], sight)


def answer(route: Route, sight: Sight, before: int, after: int) -> dict[str, Any]:
    delta = _delta(sight, before + 1, after + 1)
    return {"rev": after, "delta": delta} | (route.tells(delta, sight) if route.tells else {})


def _delta(sight: Sight, start: int, stop: int) -> Events:
    lines = sight.view.lines[start:stop]
    return [
        event(happened, sentence, rev)
        for rev, line in enumerate(lines, start)
        for happened, sentence in zip(
            line.events, line.told, strict=False
        )  # an entry without events tells what was done
    ]


def _votes(delta: Events, sight: Sight) -> list[dict[str, Any]]:
    if not any(told["event"] == "voted" for told in delta):
        return []
    return votes(delta, _delta(sight, 0, delta[0]["rev"]), sight.view.options["philosopher_spent"])


def card_drawn(delta: Events, sight: Sight) -> dict[str, Any]:
    drawn = [told["card"] for told in delta if told["event"] == "drew"]
    return {"card": drawn[0] if drawn else None, "votes": _votes(delta, sight)}


def bust_drawn(delta: Events, sight: Sight) -> dict[str, Any]:
    """The bust, its vote if it has one, how many busts Black took back, and automatic votes if the turn is over already."""
    drawn = next(told["bust"] for told in delta if told["event"] == "drawn")
    returned = next((told["number"] for told in delta if told["event"] == "returned"), None)
    held = _votes(delta, sight)
    voc = held.pop(0) if drawn["group"] else None
    return {"bust": drawn, "voc": voc, "returned": returned, "votes": held}


def automatic_votes(delta: Events, sight: Sight) -> dict[str, Any]:
    return {"votes": _votes(delta, sight)}


def personas(delta: Events, sight: Sight) -> dict[str, Any]:
    return {"personas": {str(player): PERSONAS[seat] for player, seat in enumerate(sight.seats)}}


def state(sight: Sight) -> dict[str, Any]:
    """The full state; its delta is what happened since the caller acted last, for a spectator the latest request."""
    view, table = sight.view, sight.view.state
    lines = view.lines
    if view.seat is None:
        start = max((rev for rev, line in enumerate(lines) if not line.joined), default=0)
    else:
        start = max((rev for rev, line in enumerate(lines) if line.seat == view.seat), default=-1) + 1
    outcome = view.outcome
    return {
        "rev": view.version,
        "delta": _delta(sight, start, len(lines)) if sight.begun else [],
        "game": sight.table,
        "begun": sight.begun,
        "options": view.options,
        "phase": table["phase"],
        "activePlayer": _player(sight, view.turn),
        "mover": _player(sight, None if outcome else table["mover"]),
        "first": _player(sight, table["first"]) if sight.begun or not begins_at_once(view.options) else None,
        "playerId": None if sight.player is None else str(sight.player),
        "held": sight.held,
        "timeLeft": sight.left,
        "players": [_side(sight, player, seat) for player, seat in enumerate(sight.seats)],
        "board": [_group(table, group) for group in GROUP_NAMES],
        "bag": {
            "concealed": len(table["bag"]),
            "revealed": [bust(name) for name in table["visible"]],
            "gone": [bust(name) for name in table["gone"]],
        },
        "laid": table["laid"],
        "actionUsed": table["acted"],
        "influenceClosed": table["closed"],
        "announced": announcement(table["announced"]),
        "outcome": outcome
        and {
            "winners": [_player(sight, seat) for seat in outcome.winners],
            "points": {_player(sight, seat): points for seat, points in enumerate(outcome.scores)},
            "reason": outcome.reason,
        },
    }


def _player(sight: Sight, seat: int | None) -> str | None:
    return None if seat is None else str(sight.seats.index(seat))


def _side(sight: Sight, player: int, seat: int) -> dict[str, Any]:
    """What may be known of a player beside the board; a hand that is hidden is null."""
    table = sight.view.state
    hand, placed = table["hands"][seat], table["placed"][seat]
    return {
        "playerId": str(player),
        "persona": PERSONAS[seat],
        "hand": None if "influence" in hand else cards(hand),
        "handCounts": counts(hand),
        "deckCounts": counts(table["decks"][seat]),
        "deckBacks": {deck: {"id": f"{PERSONAS[seat]}-{deck}"} | back_marks(seat, deck) for deck in DECK_NAMES},
        "discard": cards(table["discard"][seat]),
        "patricians": table["won"][seat],
        "ready": table["phase"] != "place" or bool(table["down"][seat]),
        "placing": placed and {kind: group for group, kind in placed.items()},
        "secretBonus": table["bonus"][seat] if sight.begun else None,
    }


def _group(table: dict[str, Any], group: str) -> dict[str, Any]:
    """A group; of face-down cards the number, and to their owner the cards.  [C42, C43]"""
    at = GROUP_NAMES.index(group)
    sides = {}
    for seat, persona in enumerate(PERSONAS):
        down = table["down"][seat].get(group, {})
        known = isinstance(down, dict)
        sides[persona] = {
            "faceUp": cards(table["up"][seat].get(group, {})),
            "faceDown": sum(down.values()) if known else down,
            "faceDownCards": cards(down) if known and down else None,
        }
    return {
        "group": group,
        "colour": COLOURS[at],
        "majority": SIZE[at] // 2 + 1,
        "patricians": table["patricians"][group],
        "sides": sides,
    }


# What is refused.

STATUS = {"bad_request": 400, "bad_token": 401, "not_your_seat": 403, "no_such_game": 404} | dict.fromkeys(
    (
        "not_your_turn wrong_phase stale not_in_hand group_full group_closed face_rule action_used no_target deck_empty "
        "hand_full must_play already_placed persona_fixed"
    ).split(),
    409,
)  # [C57]
HERE = {
    "bad_action": "bad_request",
    "bad_option": "bad_request",
    "name_a_deck": "bad_request",
    "no_such_table": "no_such_game",
    "table_full": "wrong_phase",
    "not_begun": "wrong_phase",
    "over": "wrong_phase",
    "must_discard": "hand_full",
    "held": "already_placed",
    "seats_fixed": "persona_fixed",
}
"""Codes of the rules and of the table → the contract's."""
RULES = {
    "bad_token": "C58",
    "not_your_seat": "C58",
    "no_such_game": "C56",
    "stale": "C61",
    "not_your_turn": "C9",
    "group_full": "C12",
    "group_closed": "C12",
    "face_rule": "C11",
    "action_used": "C13",
    "must_play": "C14",
    "already_placed": "C6",
    "persona_fixed": "C1",
    "over": "C35",
}
"""Where a code belongs to one rule; otherwise it is that of the call, or of the card."""
CARD_RULES = {"assassination": "C27", "scout": "C28", "castling": "C29", "wrath": "C30", "veto": "C32", "spy": "C34"}


def refused(error: TurnwiseError, route: Route, parameters: Any) -> tuple[int, dict[str, Any]] | None:
    code = HERE.get(error.code, error.code)
    if code not in STATUS:
        return None
    card = parameters.cardDetails.type if isinstance(parameters, ask.PlayCard) else ""
    rule = RULES.get(error.code) or RULES.get(code) or CARD_RULES.get(card, route.rule)
    return STATUS[code], {"error": code, "message": str(error), "rule": rule}


ROUTES: tuple[Route, ...] = (
    Route("GET", "/api/game", "read", "The full state as the caller may see it", "C56", ask.Look),
    Route("POST", "/api/game", "open", "Open a table, and get the token of its first seat", "C56"),
    Route(
        "POST", "/api/game/join", "join", "Join a table, and get the token of its second seat", "C56",
        ask.Join, ask.join,
    ),
    Route(
        "GET", "/api/game/draw", "act", "Draw a card (kept for compatibility: it changes the game)", "C18",
        ask.DrawByGet, ask.draw, card_drawn,
    ),
    Route("POST", "/api/game/draw", "act", "Draw a card", "C18", ask.Draw, ask.draw, card_drawn),
    Route(
        "POST", "/api/game/action/playCard", "act", "Play an influence card, or announce an action card", "C10",
        ask.PlayCard, ask.play_card,
    ),
    Route(
        "POST", "/api/game/action/takeBust", "act", "End the playing of cards and draw a bust", "C14",
        ask.TakeBust, ask.take_bust, bust_drawn,
    ),
    Route(
        "POST", "/api/game/action/placeInitialInfluence", "act", "Place the cards 1 to 5, one at each group", "C6",
        ask.PlaceInitialInfluence, ask.place_initial_influence,
    ),
    Route(
        "POST", "/api/game/action/selectPersona", "act", "Choose a persona before the first placement", "C1",
        ask.SelectPersona, ask.select_persona, personas,
    ),
    Route(
        "POST", "/api/game/action/veto", "act", "Answer an announced action with a Veto or without", "C31",
        ask.Veto, ask.veto, card_drawn,
    ),
    Route(
        "POST", "/api/game/action/discardActions", "act", "Discard action cards after a turn without influence", "C15",
        ask.DiscardActions, ask.discard_actions, automatic_votes,
    ),
    Route(
        "POST", "/api/game/action/spyDiscard", "act", "The card of the other hand that a Spy discards", "C34",
        ask.SpyDiscard, ask.spy_discard,
    ),
)  # fmt: skip
