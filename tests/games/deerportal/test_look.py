"""The picture of DeerPortal, from the sheet's "Hidden information" and "What a player must see"."""

import re
from typing import Any

import pytest

import turnwise as tw
from tests.contract.test_words import assert_sentences, of_picture
from tests.games.deerportal.picture import BOARD, LETTERS, scene
from tests.games.deerportal.scenes import scenes, wandered
from tests.law import law
from turnwise.draw import coached, looked, picture
from turnwise.draw.text import text
from turnwise.games.deerportal.rules import BACKWARD, FORWARD, End
from turnwise.kit.shapes import Label, Picture, Thing
from turnwise.kit.words import Said

NAMES = ("Ann", "Ben", "Cy", "Dora")
ROWS = [line.split() for line in BOARD.split("\n") if line]
PRINTED = {name: (column, row) for row, names in enumerate(ROWS) for column, name in enumerate(names)}
EVERYBODY = (0, 1, 2, 3, None)


def at(figures: str = "", **fields: Any) -> tw.Match:
    """A match that stands in a position."""
    options = {name: fields.pop(name) for name in ("big_diamond",) if name in fields}
    match = tw.Match("deerportal", seed=1, **options)
    match.position = scene(figures, **fields, **options).position
    match._changed()  # it may be over
    return match


def drawn(match: tw.Match, seat: int | None = None) -> Picture:
    return picture(match.view(seat), NAMES)


@law("P50", "P52", "P53")
def test_before_the_roll_the_die_waits_and_after_it_the_message_is_gone() -> None:
    match = tw.Match("deerportal", seed=1)
    match.play("forward")
    roll = match.view(1).state["roll"]
    for seat in EVERYBODY:
        view, key = match.view(seat), "message of card:fire:32"
        at_once = picture(view, NAMES)
        view.opened = False
        waiting = picture(view, NAMES)
        said = {*of_picture(looked(view)), *coached(view)}
        assert_sentences(match.game, {one for one in said if isinstance(one, Said)}, 4, [])
        view.opened = True
        shown = picture(view, NAMES)
        assert (waiting.gesture, waiting.touch) == ("die", {}) and waiting.sounds == ("card", "lose")
        assert not any(thing.key.startswith(("cell:", "way:")) for thing in waiting.things)
        assert things(waiting)["die"].text == ("Die: ?",) and things(waiting)["bubble"].words == "Ben is to roll"
        assert things(shown)["die"].text == (f"Die: {roll}",) and things(shown)["bubble"].words == "Ben is to move"
        assert key in things(waiting) and key in things(at_once) and key not in things(shown)
        assert not shown.gesture and shown.touch == at_once.touch and "dice" in shown.sounds


def things(shown: Picture) -> dict[str, Thing]:
    return {thing.key: thing for thing in shown.things}


def place(name: str) -> tuple[float, float]:
    """Where a cell of the sheet's board lies in the picture: tiles of 46 from (32, 129)."""
    column, row = PRINTED[name]
    return 32 + 46 * (column + 0.5), 129 + 46 * (row + 0.5)


def labels(thing: Thing) -> list[str]:
    return [str(part.text) for part in thing.parts if isinstance(part, Label)]


def outline(thing: Thing) -> list[tuple[Any, ...]]:
    """What is left of a thing without its colours."""
    return [tuple(value for value in part if not isinstance(value, str) or value[:1] == "M") for part in thing.parts]


@law("P19", "example 1")
def test_one_touch_of_a_target_makes_the_move() -> None:
    shown = drawn(at("W3", roll=3), 0)
    assert shown.touch == {FORWARD: ("cell:W6",), BACKWARD: ("cell:W0",)}
    cells = things(shown)
    assert (cells["cell:W6"].x, cells["cell:W6"].y) == place("W06")
    assert (cells["cell:W0"].x, cells["cell:W0"].y) == place("W00")
    assert cells["cell:W0"].words == "W0: you may go back here, to meditate"
    assert drawn(at("W38", roll=5), 0).touch == {FORWARD: ("cell:W40",), BACKWARD: ("cell:W33",)}
    assert drawn(at("W2", roll=5), 0).touch == {FORWARD: ("cell:W7",)}


def test_who_looks_on_sees_the_targets_and_touches_nothing() -> None:
    for seat in (1, 2, 3, None):
        shown = drawn(at("W3", roll=3), seat)
        assert shown.touch == {}
        assert things(shown)["cell:W6"].words == "W6: Ann may go forward here"


@law("P7")
def test_figures_and_items_stand_on_their_cells_in_both_pictures() -> None:
    match = at("W36 E21 F1 A39", roll=1, areas="W: 33d 7e | A: 31f")
    shown = things(drawn(match))
    lines = [line.ljust(99) for line in text(drawn(match)).split("\n")]
    for key, name, letter in (
        ("figure:0", "W36", "W"),
        ("figure:1", "E21", "E"),
        ("figure:2", "F01", "F"),
        ("figure:3", "A39", "A"),
        ("diamond:W33", "W33", "♦"),
        ("rune:W7:earth", "W07", "e"),
        ("rune:A31:fire", "A31", "f"),
    ):
        x, y = place(name)
        assert (shown[key].x, round(shown[key].y - y)) == (x, -1 if "figure" in key else 0)
        column, row = PRINTED[name]
        assert lines[1 + 2 * row][2 + 4 * column] == letter
    assert sum(key.split(":")[0] in ("diamond", "rune") for key in shown) == 3


def test_a_figure_the_die_and_a_card_keep_their_keys_when_they_move() -> None:
    match = at("W5", roll=1, areas="W: 6e", piles="E: card 8 7 8 8")
    before = things(drawn(match, 0))
    match.play("forward")
    after = things(drawn(match, 0))
    assert before["figure:0"].parts == after["figure:0"].parts
    assert (after["figure:0"].x, before["figure:0"].x) == (place("W06")[0], place("W05")[0])
    assert after["figure:0"].y - before["figure:0"].y == 46
    assert before["die"].x < 400 < after["die"].x, "the die lies on the side of the seat on turn"
    assert "rune:W6:earth" in before and "rune:W6:earth" not in after
    used, pile = "card:earth:32", (before["card:earth:32"].x, before["card:earth:32"].y)
    assert before[used].parts == after[used].parts
    assert (after[used].x, after[used].y) == (after[f"message of {used}"].x, after[f"message of {used}"].y) != pile
    assert (after["card:earth:31"].x, after["card:earth:31"].y) == pile


@law("P53")
def test_a_card_message_tells_the_card_both_sides_and_what_happened() -> None:
    match = at("W5 E20", roll=1, areas="W: 6e | E: 9d", piles="E: double 8 8 8 7")
    match.play("forward")
    for seat in EVERYBODY:
        told = things(drawn(match, seat))["message of card:earth:32"]
        assert told.words == "Card message: Ann turns “Diamond × 2” against Ben and takes one diamond."
        assert labels(told) == ["Ann", "Ben"]
    match = at("W5", roll=1, areas="W: 6w")
    match.play("forward")
    assert not [key for key in things(drawn(match)) if "message of" in key], "a rune of the own element gives none"


@law("P43")
def test_everybody_sees_everything_on_the_table() -> None:
    match = wandered(5, 18)
    state = match.view(None).state
    wanted = {f"diamond:{LETTERS[area]}{cell}" for area in range(4) for cell in state["diamonds"][area]}
    pictures = [things(drawn(match, seat)) for seat in EVERYBODY]
    for shown in pictures:
        assert shown.keys() == pictures[0].keys()
        assert {key for key in shown if key.startswith("diamond:")} == wanted
        for seat, count in enumerate(state["counts"]):
            diamonds = "one diamond" if count == 1 else f"{count} diamonds"
            assert (
                shown[f"count:{seat}"].words == diamonds and f": {diamonds}, on step" in shown[f"plaque:{seat}"].words
            )


@law("P43", "P31")
def test_a_pile_tells_what_is_left_and_a_dead_one_shows_none() -> None:
    shown = things(drawn(at(piles="E: double 1 0 8 7 | A: dead")))
    assert (
        shown["pile:1"].words
        == "17 cards against Ben; below the open one lie 1 of “Stop”, 8 of “Diamond” and 7 of “Diamond × 2”"
    )
    assert labels(shown["left:1"]) == ["17"]
    assert labels(shown["card:earth:17"]) == ["Diamond", "× 2"]
    assert shown["pile:3"].words == "The cards against Dora are used up"
    assert not [key for key in shown if key.startswith(("card:air", "left:3"))]


@law("P37")
@pytest.mark.parametrize(
    ("round", "season"), [(4, "spring"), (5, "summer"), (12, "fall"), (16, "winter"), (17, "spring")]
)
def test_the_light_is_that_of_the_season(round: int, season: str) -> None:
    shown, first = drawn(at("W1", round=round)), drawn(at("W1"))
    assert things(shown)["season"].words == f"Season: {season}"
    assert things(shown)["round"].words == f"Round: {round}"
    same = season == "spring"
    assert (shown.palette == first.palette) is same
    assert (things(shown)["land"].parts == things(first)["land"].parts) is (season in ("spring", "summer"))


@law("P1", "P2")
def test_the_elements_have_the_colours_that_the_rules_print() -> None:
    shown = drawn(at("W1"))
    rows = re.findall(r"^\| \d \| (\w+) \| (#\w+) \|", tw.game("deerportal").rulebook, re.M)
    assert [element for element, _ in rows] == ["Water", "Earth", "Fire", "Air"]
    for element, colour in rows:
        assert shown.palette[element.lower()] == (colour.lower(), colour.lower())
    assert "46 units" in tw.game("deerportal").rulebook and place("W00")[0] - place("W01")[0] == -46


@law("P51")
def test_in_deer_mode_it_is_night_and_the_rounds_left_are_counted() -> None:
    shown = drawn(at("W40#1+9 E5", turn="E", deer=11, first="W", round=3))
    assert things(shown)["season"].words == "Deer Mode"
    assert things(shown)["round"].words == "Rounds left: 3"
    assert all(shown.palette != drawn(at("W1", round=1 + 4 * season)).palette for season in range(4))
    assert "first in the portal" in things(shown)["plaque:0"].words


@law("P16", "option big_diamond")
@pytest.mark.parametrize(
    ("leader", "turn", "option", "shown"),
    [
        (True, "W", "any", True), (False, "W", "any", False), (True, "F", "fire", True),
        (True, "W", "fire", False), (True, "F", "off", False),
    ],
)  # fmt: skip
def test_the_big_diamond_floats_over_the_portal_for_the_leader_whom_it_pays(
    leader: bool, turn: str, option: str, shown: bool
) -> None:
    assert ("big diamond" in things(drawn(at("W3", turn=turn, leader=leader, big_diamond=option)))) is shown


@law("P26", "P41")
def test_ice_stands_around_a_frozen_deer_and_a_seat_that_left_is_named() -> None:
    shown = things(drawn(at("W3 A7!2", left="F")))
    assert shown["ice:3"].words == "Ice around Dora's deer: it will miss 2 turns"
    assert (shown["ice:3"].x, shown["ice:3"].y) == place("A07")
    assert str(shown["plaque:3"].words).endswith("misses 2 turns")
    assert str(shown["plaque:2"].words).endswith("played by the computer")
    assert [key for key in shown if key.startswith("ice:")] == ["ice:3"]


@law("P42", "example 10")
def test_the_end_names_the_winner_the_monks_and_the_digested() -> None:
    shown = things(drawn(at("W40#1+6 F40#2+9 E5+12 A3+3", deer=-1, over=End.DEER_MODE_OVER)))
    assert shown["end"].words == (
        "End of the Game. Winner: Cy (Fire), Deer God with 9 diamonds. Monks: Ann (Water): 6. "
        "Digested by The Elements: Ben (Earth): 12 and Dora (Air): 3."
    )
    assert shown["message"].words == "Cy is the Deer God!"
    assert not {"die", "bubble", "halo"} & shown.keys()


@pytest.mark.parametrize("kind", ["figure", "rune"])
def test_elements_differ_without_their_colours(kind: str) -> None:
    shown = things(drawn(at("W1 E1 F1 A1", areas="W: 5w 6e 7f 8a")))
    outlines = [outline(thing) for key, thing in shown.items() if key.startswith(f"{kind}:")]
    assert len(outlines) == 4
    assert all(outlines.count(one) == 1 for one in outlines)


def test_scenes_show_what_they_are_for() -> None:
    shown = {name: things(picture(view)) for name, view in scenes().items()}
    assert "big diamond" in shown["fall"] and "ice:3" in shown["summer"]
    banners = [(name, found[key].words) for name, found in shown.items() for key in found if key.startswith("banner:")]
    assert banners == [("meditation", "Meditation"), ("deer_mode", "Deer Mode")]
    assert [name for name, found in shown.items() if "end" in found] == ["end"]


def test_what_is_taken_flies_to_who_has_it_now_and_is_heard() -> None:
    match = at("W5", roll=1, areas="W: 6d")
    match.play("forward")
    assert (drawn(match).gone, drawn(match).sounds) == ({"diamond:W6": "count:0"}, ("collect", "dice"))
    match = at("W5 E20", roll=1, areas="W: 6e | E: 9d", piles="E: double 8 8 8 7")
    match.play("forward")
    assert drawn(match).gone == {"rune:W6:earth": "pile:1", "diamond:E9": "count:0"}
    assert drawn(match).sounds == ("card", "collect", "dice")
    match = at("W5", roll=1)
    match.play("forward")
    assert (drawn(match).gone, drawn(match).sounds) == ({}, ("step", "dice"))


def test_the_things_of_a_table_keep_their_order_whatever_happens() -> None:
    """A page would have to be told all of it anew."""
    match, before = wandered(4, 0), list[str]()
    while match.outcome is None:
        keys = [thing.key for thing in drawn(match, 0).things]
        assert [key for key in keys if key in before] == [key for key in before if key in keys], match.version
        before = keys
        match.play(match.legal[-1] if match.version % 3 == 0 else match.legal[0])
