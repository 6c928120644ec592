"""What flies and sounds at a table of Whot, and what a page is told of it."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from tests.games.whot.test_look import NAMES, drawn
from turnwise.draw import picture
from turnwise.draw.keyed import Sketches
from turnwise.play.match import Match


def until(match: Match, event: str, seed: int = 1) -> Match:
    """Play on until something happens."""
    chance = Random(seed)
    while all(told["event"] != event for told in match.view(None).events):
        match.play(chance.choice(match.legal))
    return match


def test_a_drawn_card_comes_from_the_pile_and_a_played_one_from_its_hand() -> None:
    match = Match("whot", seed=1, seats=2)
    before = drawn(match.view(0))[1]
    match.play("draw")
    shown, after = drawn(match.view(0))
    [new] = after.keys() - before.keys()
    assert after[new].comes == "pile" and shown.sounds == ("card",)
    until(match, "played")
    seat = match.view(None).latest("played")[0]["seat"]
    for viewer in (1 - seat, None):
        things = drawn(match.view(viewer))[1]
        assert things[f"card:{match.view(viewer).state['top']}"].comes == f"hand:{seat}:0"


def test_a_penalty_goes_to_who_draws_it_and_a_symbol_to_its_whot() -> None:
    match, chance = Match("whot", seed=8, seats=3), Random(1)
    while not match.view(None).state["pick"]:
        match.play(chance.choice([action for action in match.legal if action.words != "draw"] or match.legal))
    paying = match.turn
    assert "pick" in drawn(match.view(0))[1]
    match.play("draw")
    shown, things = drawn(match.view(0))
    assert shown.gone == {"pick": f"plate:{paying}"} and "pick" not in things
    named = Match("whot", seed=5, seats=4)
    while named.view(None).state["phase"] != "name":
        named.play(chance.choice(named.legal))
    who = named.turn
    named.play("name star")
    assert drawn(named.view(who))[0].gone == {"symbol:star": "call_bubble"}
    assert drawn(named.view(None))[0].gone == {}, "nobody else had the symbols before him"


def test_a_new_game_is_dealt_from_the_pile_that_the_old_hands_went_to() -> None:
    match = until(Match("whot", seed=2, seats=4, match="points", match_target=300), "ended")
    shown, things = drawn(match.view(2))
    assert {"shuffle", "glory"} <= set(shown.sounds)
    assert shown.gone and set(shown.gone.values()) == {"pile"} and not shown.gone.keys() & things.keys()
    hand: list[str] = match.view(2).state["hands"][2]
    assert {things[f"card:{card}"].comes for card in hand} == {"pile"}


def told(match: Match, viewer: int, seed: int) -> Iterator[int]:
    """How much a page is told with each entry after the first."""
    sketches, chance = Sketches(), Random(seed)
    sketches.next(picture(match.view(viewer), NAMES[: match.seats]))
    while not match.outcome and match.version < 260:
        match.play(chance.choice(match.legal))
        difference: dict[str, Any] = sketches.next(picture(match.view(viewer), NAMES[: match.seats]))
        yield len(msgspec.json.encode(difference))


def test_a_page_is_told_little_even_when_all_hands_are_laid_open() -> None:
    sizes = [size for seed in range(3) for size in told(Match("whot", seats=4, seed=seed), 0, seed)]
    sizes += told(Match("whot", seats=8, seed=1, match="knockout"), 3, 1)
    assert sorted(sizes)[len(sizes) // 2] < 3000 and max(sizes) < 16_000
