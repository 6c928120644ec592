"""Moments of Whot that look different, each reached by seeded play."""

from collections.abc import Callable
from random import Random
from typing import Any

from turnwise.play.match import Match
from turnwise.play.view import View


def scenes() -> dict[str, View]:
    named = Match("whot", seed=5, seats=4)
    naming = _until(named, lambda m: m.view(None).state["phase"] == "name").view(named.turn)
    named.play("name star")
    return {
        "start": Match("whot", seed=1, seats=2).view(0),
        "choosing": _own_turn(_until(Match("whot", seed=2, seats=5), lambda m: m.version == 12)),
        "naming": naming,
        "called": named.view(None),
        "pick": _own_turn(_until(Match("whot", seed=8, seats=3), _pick_of(4))),
        "many_cards": _own_turn(_until(Match("whot", seed=4, seats=2), _large_hand(27), _hoards)),
        "sudden_death": _own_turn(_until(Match("whot", seed=3, seats=3), _in_state("sudden_death"), _draws)),
        "catch": _catch(),
        "eight": _leaver(_until(Match("whot", seed=6, seats=8), lambda m: m.version == 9)),
        "next_game": _until(Match("whot", seed=2, seats=4, match="points", match_target=300), _game(3)).view(2),
        "end": _until(Match("whot", seed=9, seats=4), lambda m: m.outcome is not None).view(1),
        "end_of_match": _until(Match("whot", seed=5, seats=8, match="knockout"), lambda m: m.outcome is not None).view(
            None
        ),
    }


Wanted = Callable[[Match], bool]
Taste = Callable[[Match, Random], Any]


def _plays(match: Match, chance: Random) -> Any:
    """A card where one fits, else a draw."""
    played = [action for action in match.legal if action.words != "draw"]
    return chance.choice(played or match.legal)


def _draws(match: Match, chance: Random) -> Any:
    """Mostly a draw, so that the pile runs out."""
    return chance.choice(match.legal) if chance.random() < 0.3 else match.legal[-1]


def _hoards(match: Match, chance: Random) -> Any:
    """Seat 0 draws whenever it may."""
    return match.legal[-1] if match.turn == 0 else _plays(match, chance)


def _until(match: Match, wanted: Wanted, taste: Taste = _plays) -> Match:
    chance = Random(1)
    while not wanted(match):
        match.play(taste(match, chance))
    return match


def _own_turn(match: Match) -> View:
    return match.view(match.turn)


def _in_state(flag: str) -> Wanted:
    return lambda match: bool(match.view(None).state[flag])


def _pick_of(amount: int) -> Wanted:
    return lambda match: (match.view(None).state["pick"] or {}).get("amount") == amount


def _large_hand(cards: int) -> Wanted:
    return lambda match: match.turn == 0 and match.view(None).state["hands"][0] >= cards


def _game(number: int) -> Wanted:
    return lambda match: bool(match.view(None).state["game"] == number)


def _catch() -> View:
    """Somebody came down to one card without a call; the next seat may catch it."""

    def silent(match: Match, chance: Random) -> Any:
        return chance.choice([action for action in match.legal if action.words not in ("call", "catch")])

    match = Match("whot", seed=7, seats=3, cards_each=3, last_card_call=True)
    return _own_turn(_until(match, lambda m: m.view(None).state["catchable"] not in (None, m.turn), silent))


def _leaver(match: Match) -> View:
    match.leave(3)
    return match.view(0)
