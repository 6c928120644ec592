"""What a player of Whot must see on the table, and what he must not."""

import re
from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.games.whot.scenes import scenes
from turnwise.draw import picture
from turnwise.draw.text import text
from turnwise.kit.shapes import Label, Picture, Thing
from turnwise.play.match import Match
from turnwise.play.view import View

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")


@pytest.fixture(scope="module")
def views() -> dict[str, View]:
    return scenes()


def drawn(view: View) -> tuple[Picture, dict[str, Thing]]:
    shown = picture(view, NAMES)
    return shown, {thing.key: thing for thing in shown.things}


def labels(things: Iterable[Thing]) -> set[str]:
    return {str(part.text) for thing in things for part in thing.parts if isinstance(part, Label)}


def touched(view: View) -> dict[str, tuple[str, ...]]:
    """The keys to touch for each legal action, by its words."""
    touch = picture(view, NAMES).touch
    return {action.words: touch[action.id] for action in view.legal}


def test_own_cards_are_open_and_all_others_face_down_in_their_number(views: dict[str, View]) -> None:
    """W44, W45."""
    view = views["choosing"]
    _, things = drawn(view)
    open_cards = {key for key in things if key.startswith("card:")}
    assert open_cards == {f"card:{card}" for card in [*view.state["hands"][view.seat or 0], view.state["top"]]}
    for seat, hand in enumerate(view.state["hands"]):
        backs = [things[key] for key in things if key.startswith(f"hand:{seat}:")]
        assert len(backs) == (0 if seat == view.seat else hand)
        assert len({back.parts for back in backs}) <= 1, "no back tells more than another"


def test_a_spectator_sees_no_hand(views: dict[str, View]) -> None:
    """W49."""
    _, things = drawn(views["called"])
    assert [key for key in things if key.startswith("card:")] == [f"card:{views['called'].state['top']}"]


def test_cards_are_touched_to_play_and_the_pile_to_draw(views: dict[str, View]) -> None:
    """W13; a card that fits is raised and lit, the others bear a padlock (W55)."""
    view = views["start"]
    assert touched(view) == {"play star_8": ("card:star_8",), "play whot_2": ("card:whot_2",), "draw": ("pile",)}
    shown, things = drawn(view)
    assert things["card:star_8"].words == "Star 8 (Suspension) in Ann's hand, may be played"
    assert things["card:circle_5"].words == "Circle 5 (Pick Three) in Ann's hand, locked"
    assert things["card:star_8"].y < things["card:square_7"].y
    lines = text(shown).splitlines()
    assert "║★8 ║" in "\n".join(lines) and "│●5 │" in "\n".join(lines)


def test_five_symbols_are_there_to_be_named_by_the_mover_alone(views: dict[str, View]) -> None:
    """W21."""
    view = views["naming"]
    symbols = ("circle", "triangle", "cross", "square", "star")
    assert touched(view) == {f"name {symbol}": (f"symbol:{symbol}",) for symbol in symbols}
    _, things = drawn(view)
    assert all(symbol in labels([things[f"symbol:{symbol}"]]) for symbol in symbols)
    assert things["call_bubble"].words == "A symbol is being chosen"
    assert not [key for key in drawn(views["called"])[1] if key.startswith("symbol:")]


def test_the_call_stands_at_the_whot_until_it_is_followed(views: dict[str, View]) -> None:
    """W15, W16."""
    _, things = drawn(views["called"])
    assert things["call_bubble"].words == "Called for: stars"
    assert "star" in labels([things["call_bubble"]])
    assert "call_bubble" not in drawn(views["choosing"])[1]


def test_a_pending_pick_is_stamped_on_the_pile_with_what_a_draw_costs(views: dict[str, View]) -> None:
    """W18, W25, W55."""
    view = views["pick"]
    shown, things = drawn(view)
    assert things["pick"].words == "Pick Two: Ann is to draw 4 cards or to answer"
    assert {"+4", "Draw 4", "No card of yours fits: draw 4 cards"} <= labels(shown.things)
    assert touched(view) == {"draw": ("pile",)}


def test_the_notice_says_why_somebody_drew() -> None:
    """W56: a penalty and a market are named; which cards others drew stays theirs (W47)."""
    match, chance, found = Match("whot", seed=8, seats=3), Random(1), dict[str, str]()
    while match.turn is not None:
        before = match.view(None).state
        match.play(chance.choice([action for action in match.legal if action.words != "draw"] or match.legal))
        drew = [event for event in match.view(None).events if event["event"] == "drew"]
        if drew and match.turn is not None:
            why = "market" if len(drew) > 1 else str(before["pick"] and before["pick"]["number"])
            found[why] = str(drawn(match.view(None))[1]["notice"].words)
    assert "General Market: " in found["market"] and " draw a card each." in found["market"]
    assert re.match(r"Pick Two: \w+ has to draw \d cards\. ", found["2"])
    assert re.match(r"\w+ draws a card\. ", found["None"])


def test_sudden_death_is_announced_and_nobody_draws(views: dict[str, View]) -> None:
    """W31, W33."""
    view = views["sudden_death"]
    shown, things = drawn(view)
    assert {"Sudden", "Death:", "nobody", "draws"} <= labels([things["pile"]])
    assert all(keys != ("pile",) for keys in shown.touch.values())


def test_a_missing_call_is_tagged_and_can_be_caught(views: dict[str, View]) -> None:
    """W51."""
    view = views["catch"]
    _, things = drawn(view)
    late = view.state["catchable"]
    assert things[f"tag:{late}"].words == f"{NAMES[late]}: No call!"
    assert touched(view)["catch"] == ("catch",)
    assert things["catch"].words == f"Catch {NAMES[late]}, who did not call 'last card'"


def test_a_played_card_and_a_back_keep_their_keys() -> None:
    """What moves is the same thing: from a hand to the top of the discards, from a place in a fan to another."""
    match = Match("whot", seed=1, seats=2)
    before = drawn(match.view(0))[1]
    match.play("play star_8")
    after = drawn(match.view(0))[1]
    assert before["card:star_8"].y > after["card:star_8"].y, "it went up to the middle of the table"
    assert before["card:circle_5"].key in after and before["hand:1:6"] == after["hand:1:6"]
    assert after["card:star_8"].words == "Star 8 on top of the discards"


def test_the_next_game_begins_with_the_hands_of_the_last_one(views: dict[str, View]) -> None:
    """W43, W50: shown hands with their values, and the totals of the match."""
    view = views["next_game"]
    _, things = drawn(view)
    shown: list[dict[str, Any]] = [event for event in view.events if event["event"] == "showed"]
    for event in shown:
        told = f": {event['value']} points." if event["hand"] else " has no cards left."
        assert NAMES[event["seat"]] in things["slip"].words and told in things["slip"].words
        assert str(event["value"]) in labels([things["slip"]])
    for seat, total in enumerate(view.state["totals"]):
        assert f"{total} pts" in things[f"seat:{seat}"].words
    assert "Game 3, to 300" in labels([things["status"]])


def test_at_the_end_all_hands_lie_open_with_their_values(views: dict[str, View]) -> None:
    """W37, W50, W57."""
    view = views["end"]
    shown, things = drawn(view)
    assert view.outcome
    assert not [key for key in things if key.startswith("hand:")] and not shown.touch
    for seat, hand in enumerate(view.state["hands"]):
        assert {f"card:{card}" for card in hand} <= set(things)
        assert f"hand worth {view.outcome.scores[seat]:g}" in labels([things[f"seat:{seat}"]])
    assert str(things["result"].words).startswith("Cid wins! An empty hand. 1. Cid, hand worth 0.")
    assert "♛ Cid:" in text(shown)


@pytest.mark.parametrize("cards", [8, 16, 30, 40])
def test_a_hand_of_any_size_lies_on_the_table_with_every_number_to_be_seen(cards: int) -> None:
    """Hands grow by picks and markets: no card may cover another's corner, nor leave the table."""
    match, chance = Match("whot", seed=4, seats=2), Random(3)
    while match.turn is not None and len(match.view(0).state["hands"][0]) < cards:
        draw = [action for action in match.legal if action.words == "draw"]
        match.play(chance.choice(draw if match.turn == 0 and draw else match.legal))
    _, things = drawn(match.view(0))
    hand = [things[f"card:{card}"] for card in match.view(0).state["hands"][0]]
    assert len(hand) >= cards
    for thing in hand:
        assert 60 * thing.scale < thing.x < 840 - 60 * thing.scale and thing.y + 70 * thing.scale < 1060
    for left, right in pairwise(hand):
        assert right.x - left.x >= 32 * left.scale or right.y - left.y >= 38 * left.scale
