"""The picture of DeerPortal, from the sheet's "Hidden information" and "What a player must see"."""

import re
from functools import cache
from typing import Any

import pytest

import turnwise as tw
from tests.games.deerportal.picture import BOARD, LETTERS, scene
from tests.games.deerportal.scenes import scenes, wandered
from tests.law import law
from turnwise.draw import coached, looked, picture, table, written
from turnwise.draw.boxes import of_thing
from turnwise.draw.plan import Stage, stage
from turnwise.draw.text import text
from turnwise.games.deerportal.pieces import DEER
from turnwise.games.deerportal.rules import BACKWARD, FORWARD, End
from turnwise.kit.pieces import Board
from turnwise.kit.shapes import Group, Label, Part, Picture, Thing
from turnwise.kit.words import Said
from turnwise.proofs.words import of_picture, sentences

NAMES = ("Ann", "Ben", "Cy", "Dora")
ROWS = [line.split() for line in BOARD.split("\n") if line]
PRINTED = {name: (column, row) for row, names in enumerate(ROWS) for column, name in enumerate(names)}
EVERYBODY = (0, 1, 2, 3, None)
meant = tw.game("deerportal").module("look").meant
WINDOWS = (stage(960, 640), stage(390, 640), stage(844, 300))


def at(figures: str = "", **fields: Any) -> tw.Match:
    """A match that stands in a position."""
    options = {name: fields.pop(name) for name in ("big_diamond",) if name in fields}
    match = tw.Match("deerportal", seed=1, **options)
    match.position = scene(figures, **fields, **options).position
    match._changed()  # it may be over
    return match


def drawn(match: tw.Match, seat: int | None = None, on: Stage = WINDOWS[0]) -> Picture:
    return picture(match.view(seat), NAMES, on=on)


@law("P50", "P52", "P53")
def test_before_the_roll_the_die_waits_and_after_it_the_message_is_gone() -> None:
    match = tw.Match("deerportal", seed=1)
    match.play("forward")
    roll = match.view(1).state["roll"]
    for seat in EVERYBODY:
        view, key = match.view(seat), "message:2:30"
        at_once = picture(view, NAMES)
        view.opened = False
        waiting = picture(view, NAMES)
        said = {*of_picture(looked(view)), *coached(view)}
        sentences(match.game, {one for one in said if isinstance(one, Said)}, 4, [])
        view.opened = True
        shown = picture(view, NAMES)
        assert (waiting.gesture, waiting.touch) == ("die", {}) and waiting.sounds == ("card", "lose")
        assert not any(thing.key.startswith(("cell:", "way:")) for thing in waiting.things)
        assert things(waiting)["bubble"].words == "Ben is to roll"
        assert str(roll) in str(things(shown)["die"].words) and things(shown)["bubble"].words == "Ben is to move"
        assert key in things(waiting) and key in things(at_once) and key not in things(shown)
        assert not shown.gesture and shown.touch == at_once.touch and "dice" in shown.sounds


def things(shown: Picture) -> dict[str, Thing]:
    return {thing.key: thing for thing in shown.things}


@cache
def corners() -> tuple[float, float, float]:
    """Where the first cell lies in the picture, and how far it is from one to the next."""
    shown = things(drawn(at()))
    left, right = shown["figure:0"], shown["figure:1"]
    return left.x, left.y, (right.x - left.x) / 15


def place(name: str) -> tuple[float, float]:
    """Where a cell of the sheet's board lies in the picture."""
    (column, row), (x, y, step) = PRINTED[name], corners()
    return x + step * column, y + step * row


def stands(thing: Thing, name: str) -> bool:
    """Whether a thing stands on a cell, by half a pixel."""
    return max(abs(one - other) for one, other in zip((thing.x, thing.y), place(name), strict=True)) < 0.5


def labels(thing: Thing) -> list[str]:
    def of(parts: tuple[Part, ...]) -> list[str]:
        groups = [of(part.parts) if isinstance(part, Group) else [part] for part in parts]
        return [
            str(part.text) if isinstance(part, Label) else part
            for one in groups
            for part in one
            if isinstance(part, str | Label)
        ]

    return of(thing.parts)


def outline(thing: Thing) -> list[tuple[Any, ...]]:
    """What is left of a thing without its colours."""
    return [tuple(value for value in part if not isinstance(value, str) or value[:1] == "M") for part in thing.parts]


@law("P19", "example 1")
def test_one_touch_of_a_target_makes_the_move() -> None:
    shown = drawn(at("W3", roll=3), 0)
    assert shown.touch == {FORWARD: ("cell:W6",), BACKWARD: ("cell:W0",)}
    cells = things(shown)
    assert stands(cells["cell:W6"], "W06") and stands(cells["cell:W0"], "W00")
    assert cells["cell:W0"].words == "W0: Ann may go back here, to meditate"
    assert drawn(at("W38", roll=5), 0).touch == {FORWARD: ("cell:W40",), BACKWARD: ("cell:W33",)}
    assert drawn(at("W2", roll=5), 0).touch == {FORWARD: ("cell:W7",)}


def test_who_looks_on_sees_the_targets_and_touches_nothing() -> None:
    for seat in (1, 2, 3, None):
        shown = drawn(at("W3", roll=3), seat)
        assert shown.touch == {}
        assert things(shown)["cell:W6"].words == "W6: Ann may go forward here"


def test_what_is_touched_means_what_it_does() -> None:
    for match in (at("W3", roll=3), at("W2", roll=5), at("W38", roll=5), at("W3", roll=3, left="W")):
        view = match.view(0)
        touch = looked(view).touch
        assert touch.keys() == {action.id for action in view.legal}
        assert [meant(view, keys) for keys in touch.values()] == list(touch)


@pytest.mark.parametrize(
    ("figures", "roll", "seat", "key", "reason"),
    [
        ("W2", 5, 0, "diamond:W1", "You are on step 2 and cannot go back 5; go forward to step 7."),
        (
            "W2",
            5,
            0,
            "die",
            "The die shows a 5, and you choose where to go; the computer moves only for players who have left.",
        ),
        ("W2 E4", 5, 1, "cell:W7", "It is another player's turn."),
        ("W2 E4", 5, 1, "rune:E9:fire", "It is another player's turn."),
        ("W2 E4", 5, 1, "die", "It is another player's turn."),
        ("W2", 5, 0, "rune:E9:fire", None),
        ("W2", 5, 0, "season", None),
    ],
)
def test_what_is_touched_in_vain_is_explained(figures: str, roll: int, seat: int, key: str, reason: str | None) -> None:
    match = at(figures, roll=roll, areas="W: 1d | E: 9f")
    assert key in things(drawn(match, seat))
    action = meant(match.view(seat), (key,))
    assert (action is None) is (reason is None)
    if action is not None:
        code = match.position.check(seat, action)
        assert str(match.game.notation.refusal(code, match.position.plain(), match.frame, action)) == reason


@law("P7")
def test_figures_and_items_stand_on_their_cells_in_both_pictures() -> None:
    match = at("W36 E21 F1 A39", roll=1, areas="W: 33d 7e | A: 31f")
    shown = things(drawn(match))
    lines = [line.ljust(99) for line in text(written(match.view(None), NAMES, columns=80, rows=18)).split("\n")]
    for key, name, letter in (
        ("figure:0", "W36", "W"),
        ("figure:1", "E21", "E"),
        ("figure:2", "F01", "F"),
        ("figure:3", "A39", "A"),
        ("diamond:W33", "W33", "♦"),
        ("rune:W7:earth", "W07", "e"),
        ("rune:A31:fire", "A31", "f"),
    ):
        column, row = PRINTED[name]
        assert stands(shown[key], name) and lines[row][1 + 3 * column] == letter
    assert sum(key.split(":")[0] in ("diamond", "rune") for key in shown) == 3


def test_a_figure_and_the_die_keep_their_keys_when_they_move_and_a_card_comes_from_its_pile() -> None:
    match = at("W5", roll=1, areas="W: 6e", piles="E: card 8 7 8 8")
    before = things(drawn(match, 0))
    match.play("forward")
    after = things(drawn(match, 0))
    assert before["figure:0"].parts == after["figure:0"].parts
    assert stands(before["figure:0"], "W05") and stands(after["figure:0"], "W06")
    assert before["die"].x < before["season"].x < after["die"].x, "the die lies on the side of the seat on turn"
    assert "rune:W6:earth" in before and "rune:W6:earth" not in after
    used, told, pile = after["shown:1:30"], after["message:1:30"], after["pile:1"]
    assert labels(used) == labels(before["card:1"]) == ["Broken", "Rune"]
    assert (used.x, used.y) == (told.x, told.y) != (pile.x, pile.y) and used.comes == pile.key
    assert (before["card:1"].x, before["card:1"].y) == (after["card:1"].x, after["card:1"].y)


@law("P53")
def test_a_card_message_tells_the_card_both_sides_and_what_happened() -> None:
    match = at("W5 E20", roll=1, areas="W: 6e | E: 9d", piles="E: double 8 8 8 7")
    medals = [plate.emblem for seat in range(4) for plate in table(match.view(None)).plates if plate.seat == seat]
    match.play("forward")
    for seat in EVERYBODY:
        shown = things(drawn(match, seat))
        told = shown["message:1:30"]
        assert told.words == (
            "Ann picks up a rune and turns “Diamond × 2” against Ben. Ann steals the diamond on step 9 of Ben's path."
        )
        both = [part.parts for part in told.parts if isinstance(part, Group)]
        assert both == [medals[0], medals[1]], "the emblems of both, as on their plates"
        assert labels(shown["shown:1:30"]) == ["Diamond", "× 2"] and labels(told) == ["one diamond won"]
    match = at("W5", roll=1, areas="W: 6w")
    match.play("forward")
    assert not [key for key in things(drawn(match)) if key.startswith("message:")], (
        "a rune of the own element gives none"
    )


def test_at_a_rune_that_may_be_reached_there_is_what_its_card_would_do() -> None:
    shown = things(drawn(at("W5", roll=1, areas="W: 4w 6e", piles="E: card 8 7 8 8")))
    omens = {key: thing for key, thing in shown.items() if key.startswith("omen:")}
    assert [(key, thing.words) for key, thing in omens.items()] == [("omen:W6", "Its card: “Broken Rune” against Ben")]
    x, y = place("W06")
    box = of_thing(omens["omen:W6"])
    assert box and abs(x - omens["omen:W6"].x) < 40 and abs(y - omens["omen:W6"].y) < 40


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
            assert shown[f"count:{seat}"].words == diamonds
            assert f"{diamonds}, on step {state['index'][seat]} of 40" in shown[f"plate:{seat}"].words


@law("P43", "P31")
def test_a_pile_tells_what_is_left_and_a_dead_one_shows_none() -> None:
    shown = things(drawn(at(piles="E: double 1 0 8 7 | A: dead")))
    assert shown["pile:1"].words == "17 cards against Ben: 1 of “Stop”, 8 of “Diamond” and 8 of “Diamond × 2”"
    assert labels(shown["pile:1"]) == ["17"]
    assert labels(shown["card:1"]) == ["Diamond", "× 2"]
    assert shown["card:1"].words == "The open card against Ben: “Diamond × 2”"
    assert shown["pile:3"].words == "The cards against Dora are used up"
    assert labels(shown["pile:3"]) == [] and "card:3" not in shown


@law("P50")
@pytest.mark.parametrize("on", WINDOWS, ids=str)
def test_everybody_has_a_plate_at_their_own_corner_of_the_board(on: Stage) -> None:
    for seat in EVERYBODY:
        shown = things(drawn(at("W3 E5", turn="F"), seat, on))
        middle = shown["season"].x, (shown["season"].y + shown["round"].y) / 2
        for one, (left, above) in enumerate(((True, True), (False, True), (False, False), (True, False))):
            box = of_thing(shown[f"plate:{one}"])
            assert box, one
            at_left, at_top = box.left + box.right < 2 * middle[0], box.top < middle[1]
            assert (at_left, at_top) == (left, above), (seat, one)
            assert NAMES[one] in labels(shown[f"plate:{one}"])
        assert shown["season"].y < middle[1] < shown["round"].y
        assert [one for one in range(4) if str(shown[f"plate:{one}"].words).endswith("to move")] == [2]


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
    board = table(at("W1 F1").view(None)).board
    assert isinstance(board, Board)
    figures = {thing.key: thing.x for thing in board.things}
    assert "46 units" in tw.game("deerportal").rulebook and figures["figure:2"] - figures["figure:0"] == 13 * 46


@law("P51")
def test_in_deer_mode_it_is_night_and_the_rounds_left_are_counted() -> None:
    shown = drawn(at("W40#1+9 E5", turn="E", deer=11, first="W", round=3))
    assert things(shown)["season"].words == "Deer Mode"
    assert things(shown)["round"].words == "Rounds left: 3"
    assert all(shown.palette != drawn(at("W1", round=1 + 4 * season)).palette for season in range(4))
    assert labels(things(shown)["season"]) == ["Deer Mode"] and labels(things(shown)["round"]) == ["3 left"]
    assert "first in the portal" in things(shown)["plate:0"].words


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
    assert stands(shown["ice:3"], "A07")
    assert "misses 2 turns" in str(shown["plate:3"].words) and "2" in labels(shown["plate:3"])
    assert "played by the computer" in str(shown["plate:2"].words)
    assert [key for key in shown if key.startswith("ice:")] == ["ice:3"]


@law("P42", "example 10")
def test_the_end_names_the_winner_the_monks_and_the_digested() -> None:
    shown = things(drawn(at("W40#1+6 F40#2+9 E5+12 A3+3", deer=-1, over=End.DEER_MODE_OVER)))
    assert shown["end"].words == (
        "End of the Game. Winner: Cy (Fire). Deer God with 9 diamonds. Monks: Ann (Water): 6. "
        "Digested by The Elements: Ben (Earth): 12 and Dora (Air): 3."
    )
    assert " ".join(labels(shown["end"])) == str(shown["end"].words)[:-1].replace(". ", " ")
    assert DEER[2] in [one.parts for part in shown["end"].parts if isinstance(part, Group) for one in part.parts[1:]]
    titles = [
        next(one for one in ("Deer God", "Monk", "Heritage") if one in shown[f"plate:{seat}"].words)
        for seat in range(4)
    ]
    assert titles == ["Monk", "Heritage", "Deer God", "Heritage"]
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
    match = at("W5 E20", roll=1, areas="W: 6e | E: 9f", piles="E: card 8 7 8 8")
    match.play("forward")
    assert drawn(match).gone == {"rune:W6:earth": "pile:1", "rune:E9:fire": "pile:1"}


def test_the_things_of_a_table_keep_their_order_whatever_happens() -> None:
    """A page would have to be told all of it anew."""
    match, before = wandered(4, 0), list[str]()
    while match.outcome is None:
        keys = [thing.key for thing in drawn(match, 0).things]
        assert [key for key in keys if key in before] == [key for key in before if key in keys], match.version
        before = keys
        match.play(match.legal[-1] if match.version % 3 == 0 else match.legal[0])
