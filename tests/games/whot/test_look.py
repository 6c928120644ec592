"""What a player of Whot must see on the table, and what he must not."""

from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.games.whot.picture import IDS, match_at
from tests.games.whot.scenes import scenes
from tests.setting import game_named
from turnwise.draw import contract, picture, table, written
from turnwise.draw.plan import CARD, TALL, WIDE, Stage, stage
from turnwise.draw.text import text
from turnwise.games.whot.notation import title
from turnwise.games.whot.rules import Reason
from turnwise.kit.catalogues import speaker
from turnwise.kit.shapes import Picture, Thing
from turnwise.play.match import Match
from turnwise.play.view import View

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
SMALL_PHONE = Stage(360, 480)
MEANT = game_named("whot").module("look").meant


@pytest.fixture(scope="module")
def views() -> dict[str, View]:
    return scenes()


def drawn(view: View, on: Stage = WIDE) -> tuple[Picture, dict[str, Thing]]:
    shown = picture(view, NAMES, on=on)
    return shown, {thing.key: thing for thing in shown.things}


def labels(things: Iterable[Thing]) -> set[str]:
    return {str(label.text) for thing in things for label, _ in contract.labels(thing.parts)}


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
    _, things = drawn(view)
    assert things["card:star_8"].words == "Star 8 (Suspension) in Ann's hand, may be played"
    assert things["card:circle_5"].words == "Circle 5 (Pick Three) in Ann's hand, locked"
    assert len(things["card:circle_5"].parts) > len(drawn(views["naming"])[1]["card:triangle_2"].parts), (
        "the padlock is drawn"
    )
    assert " [★8] " in text(written(view)) and " ●5 " in text(written(view))


def test_every_touch_that_plays_means_that_action(views: dict[str, View]) -> None:
    for name, view in views.items():
        touch = table(view).touch
        assert [MEANT(view, touch[action.id]) for action in view.legal] == [action.id for action in view.legal], name


FIRST = "A: circle_7 star_3 whot_1 | B: cross_3 cross_5 | pile: 20 |"
WRONG = {
    "a card that does not match": (f"{FIRST} top: triangle_10", "card:star_3", "MUST_MATCH"),
    "a card of another symbol than was called": (
        f"{FIRST} top: whot_2 | called: cross",
        "card:star_3",
        "MUST_FOLLOW_CALL",
    ),
    "a card while a pick is pending": (f"{FIRST} top: circle_2 | pick: 2", "card:circle_7", "MUST_ANSWER"),
    "a Whot while a pick is pending": (f"{FIRST} top: circle_2 | pick: 2", "card:whot_1", "MUST_ANSWER"),
    "a card before a symbol is called": (f"{FIRST} top: whot_2 | name", "card:circle_7", "NAME_FIRST"),
    "a draw before a symbol is called": (f"{FIRST} top: whot_2 | name", "pile", "NAME_FIRST"),
    "a draw in Sudden Death": (f"{FIRST} top: circle_10 | sudden", "pile", "SUDDEN_DEATH"),
    "a card out of turn": (f"{FIRST} top: circle_10 | turn: B", "card:circle_7", "NOT_YOUR_TURN"),
    "a draw out of turn": (f"{FIRST} top: circle_10 | turn: B", "pile", "NOT_YOUR_TURN"),
    "a symbol that is not asked for": (f"{FIRST} top: circle_10", "symbol:star", "NOTHING_TO_NAME"),
    "a call with three cards": (f"{FIRST} top: circle_10", "call", "CALL_WITH_TWO"),
    "a catch of nobody": (f"{FIRST} top: circle_10", "catch", "NOBODY_TO_CATCH"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_touch_means_an_action_that_the_rules_refuse_with_their_reason(case: str) -> None:
    text, key, reason = WRONG[case]
    match = match_at(text, last_card_call=True)
    action = MEANT(match.view(0), (key,))
    assert action is not None and Reason(match.position.check(0, action)).name == reason


def test_what_is_only_looked_at_means_nothing(views: dict[str, View]) -> None:
    view = views["start"]
    for key in (f"card:{view.state['top']}", "hand:1:0", "plate:1", "ring", "discards", "caption"):
        assert MEANT(view, (key,)) is None
    assert MEANT(view, ()) is None


def test_five_symbols_are_there_to_be_named_by_the_mover_alone(views: dict[str, View]) -> None:
    """W21."""
    view = views["naming"]
    symbols = ("circle", "triangle", "cross", "square", "star")
    assert touched(view) == {f"name {symbol}": (f"symbol:{symbol}",) for symbol in symbols}
    _, things = drawn(view)
    assert [things[f"symbol:{symbol}"].words for symbol in symbols[:2]] == ["Call for circles", "Call for triangles"]
    assert len({things[f"symbol:{symbol}"].parts for symbol in symbols}) == 5
    assert things["call_bubble"].words == "A symbol is being chosen"
    assert not [key for key in drawn(views["called"])[1] if key.startswith("symbol:")]


def test_the_call_stands_at_the_whot_until_it_is_followed(views: dict[str, View]) -> None:
    """W15, W16."""
    _, things = drawn(views["called"])
    assert things["call_bubble"].words == "Called for: stars"
    assert {"Called for:", "stars"} <= labels([things["discards"]]) or "Called for: stars" in labels(
        [things["discards"]]
    )
    assert "call_bubble" not in drawn(views["choosing"])[1]


def test_a_pending_pick_is_stamped_on_the_pile_with_what_a_draw_costs(views: dict[str, View]) -> None:
    """W18, W25, W55."""
    view = views["pick"]
    _, things = drawn(view)
    assert things["pick"].words == "Pick Two: Ann is to draw 4 cards or to answer"
    for on in (WIDE, TALL, SMALL_PHONE):
        assert {"+4", "Draw 4", "No card of yours fits: draw 4 cards"} <= labels(drawn(view, on)[0].things)
    assert touched(view) == {"draw": ("pile",)}


def test_everybody_sees_and_hears_what_happened_and_what_may_follow(views: dict[str, View]) -> None:
    """W55, W56: what the log tells is heard with the picture; what may follow stands below the middle."""
    view = views["choosing"]
    shown, things = drawn(view)
    assert str(shown.words).startswith("Whot. Ann is to move. ") and "draws a card." in shown.words
    assert things["caption"].words == "Play a circle, a 3 or a Whot, or draw"
    assert drawn(views["called"])[1]["caption"].words == "Next: a star or a Whot, or a draw"
    acting = [key for key, thing in things.items() if str(thing.words).endswith("to move") and key.startswith("plate:")]
    assert acting == [f"plate:{view.turn}"]


def test_sudden_death_is_announced_and_nobody_draws(views: dict[str, View]) -> None:
    """W31, W33."""
    view = views["sudden_death"]
    shown, things = drawn(view)
    assert {"Sudden Death:", "nobody draws"} <= labels([things["pile"]])
    assert all(keys != ("pile",) for keys in shown.touch.values())


def test_a_missing_call_is_tagged_and_can_be_caught(views: dict[str, View]) -> None:
    """W51."""
    view = views["catch"]
    _, things = drawn(view)
    late = view.state["catchable"]
    assert things[f"plate:{late}"].words == f"{NAMES[late]}: 1 card, No call!"
    for on in (WIDE, TALL, SMALL_PHONE):
        assert "No call!" in labels([drawn(view, on)[1][f"plate:{late}"]]), on
    assert touched(view)["catch"] == ("catch",)
    assert things["catch"].words == f"Catch {NAMES[late]}, who did not call 'last card'"


def test_a_played_card_and_a_back_keep_their_keys() -> None:
    """What moves is the same thing: from a hand to the top of the discards, from a place in a fan to another."""
    match = Match("whot", seed=1, seats=2)
    before = drawn(match.view(0))[1]
    match.play("play star_8")
    after = drawn(match.view(0))[1]
    assert before["card:star_8"].y > after["card:star_8"].y, "it went up to the middle of the table"
    assert before["card:circle_5"].key in after and "hand:1:6" in before.keys() & after.keys()
    assert after["card:star_8"].words == "Star 8 on top of the discards"


def test_the_next_game_begins_with_the_hands_of_the_last_one(views: dict[str, View]) -> None:
    """W43, W50: shown hands with their values, and the totals of the match; nobody is kept from playing by them."""
    view = views["next_game"]
    _, things = drawn(view)
    shown: list[dict[str, Any]] = [event for event in view.events if event["event"] == "showed"]
    for event in shown:
        told = f": {event['value']} points." if event["hand"] else " has no cards left."
        assert NAMES[event["seat"]] in things["slip"].words and told in things["slip"].words
        assert str(event["value"]) in labels([things["slip"]])
    assert things["slip"].manner == "lingers"
    for seat, total in enumerate(view.state["totals"]):
        assert f"{total} pts" in things[f"plate:{seat}"].words


def test_at_the_end_all_hands_lie_open_with_their_values(views: dict[str, View]) -> None:
    """W37, W50, W57."""
    view = views["end"]
    shown, things = drawn(view)
    assert view.outcome
    assert not shown.touch
    laid_open = {str(things[key].words) for key in things if key.startswith("hand:")}
    told = str(things["result"].words)
    for seat, hand in enumerate(view.state["hands"]):
        assert all(str(title(card)) in told for card in hand)
        assert seat == view.seat or {f"{NAMES[seat]}'s {title(card)}" for card in hand} <= laid_open
        assert f". {NAMES[seat]}, " in told and f"{view.outcome.scores[seat]:g}" in labels([things["result"]])
    assert str(things["result"].words).startswith("Cid wins: an empty hand, ")
    assert "♛ Cid" in text(written(view, NAMES))


@pytest.mark.parametrize("on", [WIDE, TALL, SMALL_PHONE, Stage(640, 300)], ids=str)
@pytest.mark.parametrize("cards", [8, 16, 30, 40])
def test_a_hand_of_any_size_lies_on_the_table_with_every_number_to_be_seen(cards: int, on: Stage) -> None:
    """Hands grow by picks and markets: no card may cover another's corner, nor leave the table."""
    match, chance = Match("whot", seed=4, seats=2), Random(3)
    while match.turn is not None and len(match.view(0).state["hands"][0]) < cards:
        draw = [action for action in match.legal if action.words == "draw"]
        match.play(chance.choice(draw if match.turn == 0 and draw else match.legal))
    _, things = drawn(match.view(0), on)
    hand = [things[f"card:{card}"] for card in match.view(0).state["hands"][0]]
    assert len(hand) >= cards
    for left, right in pairwise(hand):
        assert right.x - left.x >= 22 or right.y - left.y >= 22
    for thing in hand:
        assert thing.x - 50 * thing.scale >= 0 and thing.x + 50 * thing.scale <= on.width
        assert thing.y + 75 * thing.scale <= on.height


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(1280, 720), (390, 640), (360, 480), (844, 260), (640, 250)], ids=str)
def test_a_hand_of_thirty_keeps_what_holds_for_a_small_one(size: tuple[int, int], language: str) -> None:
    match = match_at(f"A: {' '.join(IDS[4:34])} | B: star_1 star_2 | top: circle_1 | pile: 10")
    shown, by = table(match.view(0)), speaker(match.game, language, NAMES[:2])
    for first in (0, 9, 29):
        assert contract.faults(shown, stage(*size)._replace(first=first), by) == []
    assert contract.text_faults(shown, by, 80, 18) == []


def test_in_a_thumbnail_is_the_middle_alone(views: dict[str, View]) -> None:
    _, things = drawn(views["eight"], CARD)
    assert {"pile", f"card:{views['eight'].state['top']}"} <= set(things)
    assert not any(key.startswith(("plate:", "hand:")) for key in things), "no small print"


def test_nothing_moves_when_a_turn_passes_or_a_symbol_is_called(views: dict[str, View]) -> None:
    match, chance = Match("whot", seed=5, seats=4, last_card_call=True), Random(2)
    places: set[tuple[Any, ...]] = set()
    while match.turn is not None:
        _, things = drawn(match.view(0), TALL)
        places.add(
            tuple((things[key].x, things[key].y, things[key].scale) for key in ("pile", "ring", "plate:0", "plate:2"))
        )
        match.play(chance.choice(match.legal))
    assert len(places) == 1


def test_cards_grow_with_a_terminal(views: dict[str, View]) -> None:
    sizes = ((80, 18), (120, 34), (200, 50))
    shown = [text(written(views["called"], NAMES, columns=columns, rows=rows)) for columns, rows in sizes]
    widths = [len(lines.splitlines()[0].split("┐")[0]) for lines in shown]
    assert widths[0] < widths[1] < widths[2] and all("Called for:" in lines and "W" in lines for lines in shown)


def test_a_table_says_how_it_is_laid(views: dict[str, View]) -> None:
    """A spectator has neither hand nor tray; whoever plays keeps room for both at every moment."""
    for name, view in views.items():
        shown = table(view)
        assert (shown.hand is None) == (shown.tray is None) == (view.seat is None), name
