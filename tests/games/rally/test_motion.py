"""What goes and sounds on a Rally map, and what a page is told of it."""

from random import Random

import msgspec

import turnwise as tw
from tests.games.rally.scenes import TOWN, city, phase, played
from tests.games.rally.test_look import NAMES, drawn, rolled, thing
from turnwise.draw import picture
from turnwise.draw.keyed import Sketches, keyed


def test_the_die_tumbles_and_what_happens_is_heard() -> None:
    match = tw.Match("rally", seats=2, seed=1)
    shown = drawn(match)
    assert shown.sounds == ("dice",) and thing(shown, "die").manner == "tumbles"
    partial = [action for action in match.legal if match.view(0).state["reach"][action.words.split()[1]] == 1]
    match.play(partial[0])
    assert drawn(match).sounds == ("step",), "moves are left, so nobody rolls"


def test_a_car_drives_from_place_to_place() -> None:
    """Example 1: from P1 to P18 with a 3 by P4 and P5."""
    match = rolled(3, seats=2)
    match.play("move P18")
    shown = drawn(match)
    places = [(one.x, one.y) for key in ("P4", "P5") for one in [thing(shown, f"position:{key}")]]
    assert list(thing(shown, "figure:0").by) == places and not thing(shown, "figure:1").by
    told = keyed(shown)["things"]
    assert [way.split()[0] for way in told["figure:0"]["by"]] == [f"translate({x:g}px,{y:g}px)" for x, y in places]
    assert "by" not in told["figure:1"]


def test_a_question_goes_to_what_became_of_it() -> None:
    match = played(2, 4, until=lambda match: phase(match) == "question", board=TOWN)
    asked = drawn(match)
    at = match.view(None).state["at"][match.turn or 0]
    assert thing(asked, "question").comes == f"position:{at}" and "calm" in asked.sounds
    match.play("no answer")
    shown = drawn(match)
    assert shown.gone == {"question": "caption"} and shown.sounds[0] == "wrong"
    assert "question" not in {thing.key for thing in shown.things}


def test_who_leaves_drives_off_to_his_plate() -> None:
    match = tw.Match("rally", seats=3, seed=1)
    match.leave(1)
    shown = drawn(match)
    assert shown.gone == {"figure:1": "plate:1"} and "lose" in shown.sounds


def test_the_end_is_a_great_moment_with_a_cup_for_the_winner() -> None:
    match = played(4, 2)
    assert match.outcome
    shown, winner = drawn(match), match.outcome.winners[0]
    assert shown.sounds[-1] == "glory" and "die" not in {thing.key for thing in shown.things}
    assert thing(shown, f"winner:{winner}").words == f"{NAMES[winner]}'s car"


def test_a_page_is_told_little_even_of_a_large_board_and_of_the_end() -> None:
    for rounds, board in ((8, "Demo 21"), (3, city())):
        match = tw.Match("rally", seats=6, seed=2, win="points", rounds=rounds, board=board)
        sketches, chance = Sketches(), Random(1)
        sketches.next(picture(match.view(0), NAMES))
        sizes = []
        while not match.outcome:
            match.play(chance.choice(match.legal))
            sizes.append(len(msgspec.json.encode(sketches.next(picture(match.view(0), NAMES)))))
        assert sorted(sizes)[len(sizes) // 2] < 4000 and max(sizes) < 16_000
