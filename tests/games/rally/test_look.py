"""Rally's picture: what R6, R39, R40 and R43 to R46 ask for, and what a player would miss."""

from math import hypot
from typing import Any

import pytest

import turnwise as tw
from tests.games.rally.picture import HEXAGON, QUIZ, network
from tests.games.rally.scenes import TOWN, city, played
from turnwise.draw import looked, picture
from turnwise.draw.svg import svg
from turnwise.draw.text import cells, text
from turnwise.games.rally.atlas import map_of, points_along
from turnwise.kit.shapes import Label, Picture, Thing

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")


def drawn(match: tw.Match, seat: int | None = None) -> Picture:
    return picture(match.view(seat), NAMES[: match.seats])


def thing(shown: Picture, key: str) -> Thing:
    (found,) = [thing for thing in shown.things if thing.key == key]
    return found


def edges(thing: Thing) -> set[str]:
    """The colours of a thing's outlines."""
    return {part.edge for part in thing.parts if not isinstance(part, Label)}


def labels(thing: Thing) -> list[str]:
    return [str(part.text) for part in thing.parts if isinstance(part, Label)]


def words(shown: Picture, key: str) -> str:
    return str(thing(shown, key).words)


def rolled(die: int, **options: Any) -> tw.Match:
    """A match whose first die shows this number."""
    matches = (tw.Match("rally", seed=seed, **options) for seed in range(100))
    return next(match for match in matches if match.view(None).state["die"] == die)


def test_the_reach_is_framed_white_blue_and_green_with_its_cost() -> None:
    """Example 1: from P1 with a 3, layers {P4, P6}, {P5, P9}, {P2, P18, P8, P10}."""
    shown = drawn(rolled(3, seats=2), 0)
    assert "here" in edges(thing(shown, "position:P1"))
    for id, colour, cost in (("P4", "reach", "1"), ("P9", "reach", "2"), ("P18", "exact", "3"), ("P10", "exact", "3")):
        position = thing(shown, f"position:{id}")
        assert colour in edges(position) and labels(position) == [cost], id
    assert not {"here", "reach", "exact"} & edges(thing(shown, "position:P3"))
    assert thing(shown, "position:P5").text == ("P5+2",) and thing(shown, "position:P2").text == ("P2=3",)
    assert words(shown, "position:P2") == "P2. It uses all 3 moves."


def test_visited_positions_are_barred_until_the_turn_ends() -> None:
    """Example 2: P1 to P5 with a 3 leaves V = {P1, P4, P5} and the reach {P2, P18}."""
    match = rolled(3, seats=2)
    match.play("move P5")
    shown = drawn(match, 0)
    assert {t.key for t in shown.things if str(t.words).endswith("visited in this turn.")} == {
        "position:P1",
        "position:P4",
    }
    assert {way[1] for way in shown.touch.values()} == {"position:P2", "position:P18"}
    assert "1 of 3 moves left" in labels(thing(shown, "status"))
    assert words(shown, "trace") == "Ann drove to P5 by way of P4."
    match.play("move P2")
    assert "visited" not in " ".join(str(thing.words) for thing in drawn(match, 1).things)


def test_a_move_is_touched_as_figure_then_position() -> None:
    match = rolled(2, seats=3)
    shown = drawn(match, 0)
    for action in match.legal:
        assert shown.touch[action.id] == ("figure:0", f"position:{action.words.removeprefix('move ')}")
    assert thing(shown, "figure:0").trail and not thing(shown, "figure:1").trail
    for other in (1, None):
        watched = drawn(match, other)
        assert watched.touch == {} and not any(thing.trail for thing in watched.things)
        assert labels(thing(watched, "position:P4")) == [], "what it costs is for the one who may go there"


@pytest.mark.parametrize(
    ("seats", "slots"),
    [
        (1, [(0, 0)]),
        (2, [(-0.45, 0), (0.45, 0)]),
        (3, [(-0.45, 0.3), (0.45, 0.3), (0, -0.45)]),
        (4, [(-0.45, -0.45), (0.45, -0.45), (-0.45, 0.45), (0.45, 0.45)]),
        (5, [(-0.45, -0.45), (0.45, -0.45), (-0.45, 0.45), (0.45, 0.45), (0, 0)]),
        (6, [(-0.6, -0.4), (0, -0.4), (0.6, -0.4), (-0.6, 0.4), (0, 0.4), (0.6, 0.4)]),
    ],
    ids=lambda value: str(value) if isinstance(value, int) else "",
)
def test_figures_that_share_a_position_stand_in_slots(seats: int, slots: list[tuple[float, float]]) -> None:
    shown = drawn(tw.Match("rally", seats=seats, seed=1))
    start, radius = thing(shown, "position:P1"), 36
    for seat, (dx, dy) in enumerate(slots):
        figure = thing(shown, f"figure:{seat}")
        assert (figure.x - start.x, figure.y - start.y) == pytest.approx((dx * radius, dy * radius), abs=0.01)
        assert str(seat) in labels(figure), "figures are told apart without their colours"


def test_a_figure_that_moves_keeps_its_key_and_its_parts() -> None:
    match = rolled(2, seats=2)
    before = looked(match.view(0))
    match.play("move P9")
    after = looked(match.view(0))
    one, other = thing(before, "figure:0"), thing(after, "figure:0")
    assert one.parts is other.parts and (one.x, one.y) != (other.x, other.y)
    assert (other.x, other.y) == (thing(after, "position:P9").x, thing(after, "position:P9").y)
    assert [thing.key for thing in after.things if thing.key[:8] == "position"] == [
        thing.key for thing in before.things if thing.key[:8] == "position"
    ]


def test_a_leaver_is_off_the_map_and_marked_in_his_panel() -> None:
    match = tw.Match("rally", seats=3, seed=1)
    match.leave(1)
    shown = drawn(match)
    assert "figure:1" not in {thing.key for thing in shown.things}
    assert "has left" in labels(thing(shown, "player:1")) and "has left" in text(shown)


def test_points_are_shown_at_the_checkpoint_and_in_the_panel() -> None:
    match = rolled(4, seats=2)
    match.play("move P3")
    shown = drawn(match)
    assert words(shown, "position:P3").startswith("Checkpoint A, P3. Ann is here. Ann has its point.")
    assert "0" in labels(thing(shown, "position:P3"))
    assert words(shown, "player:0") == "Ann: white car 0. 1 of 3 points. Checkpoint A. On checkpoint A."
    assert "3 of 5 points open the finish" in labels(thing(shown, "status"))
    assert words(shown, "player:1").endswith("It is this player's turn.")
    assert words(shown, "news").startswith("Ann reaches checkpoint A: point 1 of 3! Ben rolls a ")


def asked(seats: int = 2, right: int = 1, **options: Any) -> tw.Match:
    """Seat 0 has stopped on Q, where the one question is about the hexagon."""
    board = network("S> Q*quiz A F#", "S-Q S-A A-Q Q-F", quiz=[HEXAGON | {"right": right}])
    match = rolled(1, board=board, seats=seats, **options)
    match.play("move Q")
    return match


def test_a_question_is_read_by_all_and_answered_by_one() -> None:
    match = asked()
    for seat in (0, 1, None):
        shown = drawn(match, seat)
        assert "How many sides has a hexagon?" in words(shown, "question")
        assert [thing(shown, f"answer:{i}").words for i in (1, 2, 3)] == ["Answer 1: 5", "Answer 2: 6", "Answer 3: 8"]
        assert "Hex is six" not in svg(shown), "the note comes with the right answer"
        ways = set(shown.touch.values())
        mine = {("answer:1",), ("answer:2",), ("answer:3",), ("button:no_answer",)}
        assert ways == (mine if seat == 0 else set())
        assert ("accent" in edges(thing(shown, "answer:2"))) == (seat == 0)
        assert ("button:no_answer" in {thing.key for thing in shown.things}) == (seat == 0)
    assert ("button:luck",) in drawn(asked(computers=[0]), 0).touch.values()


def test_an_open_question_looks_the_same_whatever_is_right() -> None:
    for seat in (0, 1, None):
        one, other = (drawn(asked(right=right), seat) for right in (0, 2))
        assert one == other


@pytest.mark.parametrize(
    ("given", "said"), [("answer 2", "Ann answers “6”, and that is right!"), ("answer 1", "“6” is right.")]
)
def test_the_right_answer_and_the_note_follow_the_answer(given: str, said: str) -> None:
    match = asked()
    match.play(given)
    shown = drawn(match, 1)
    assert said in words(shown, "answered") and "Hex is six." in words(shown, "answered")
    assert "question" not in {thing.key for thing in shown.things}


def test_a_question_stays_on_the_table_when_somebody_else_leaves() -> None:
    match = asked(seats=3)
    match.leave(2)
    assert "hexagon" in thing(drawn(match, 0), "question").words


def test_the_end_shows_the_ranking_with_points_and_rounds() -> None:
    match = played(3, 2)
    shown, end = drawn(match), match.view(None)
    assert end.outcome and sorted(end.outcome.places) == [1, 2, 3]
    card = labels(thing(shown, "ranking"))
    first, second, last = (end.outcome.places.index(place) for place in (1, 2, 3))
    assert card[0] == f"{NAMES[first]} wins!"
    assert [word for word in card if word in NAMES] == [NAMES[first], NAMES[second], NAMES[last]]
    rounds = end.state["arrival_round"]
    assert [word for word in card if "in" in word.split(",")[0].split() or word == "not in"] == [
        f"in, round {rounds[first]}",
        f"in, round {rounds[second]}",
        "not in",
    ]
    assert f"{len(end.state['points'][first])} points" in card
    assert "One is still on the way" in card


def test_signs_tell_kinds_apart_and_the_race_knows_no_checkpoint() -> None:
    town = drawn(tw.Match("rally", seed=1, seats=2, board=TOWN))
    assert "Start Gate" in labels(thing(town, "signs")) and "Finish Castle" in labels(thing(town, "signs"))
    assert labels(thing(town, "position:Bridge")) == ["?"] and labels(thing(town, "position:Market")) == []
    row = text(town)
    assert "A?Bridge" in row and "B:Market" in row and ">Gate" in row and "#Castle" in row
    quiet = drawn(tw.Match("rally", seed=1, seats=2, board=TOWN, questions=False))
    assert labels(thing(quiet, "position:Bridge")) == []
    race = drawn(tw.Match("rally", seed=1, seats=2, win="race"))
    assert words(race, "position:P3").startswith("P3. ") and "heckpoint" not in words(race, "signs")


def test_a_board_of_many_positions_stays_readable() -> None:
    match = played(6, 6, until=lambda match: match.version > 30, board=city())
    shown = drawn(match, match.turn)
    places = [(thing.x, thing.y) for thing in shown.things if thing.key.startswith("position:")]
    assert len(places) == 120
    nearest = min(hypot(a - c, b - d) for i, (a, b) in enumerate(places) for c, d in places[:i])
    assert nearest > 40 and all(0 < x < shown.width and 0 < y < shown.height for x, y in places)
    in_text = {cell.thing.key for row in cells(shown) for cell in row if cell.thing}
    assert {thing.key for thing in shown.things if thing.key.startswith(("position:", "figure:"))} <= in_text
    high = [part.height * thing.scale for thing in shown.things for part in thing.parts if isinstance(part, Label)]
    assert min(high) > 10


def test_crowded_positions_are_parted_and_roads_run_around_others() -> None:
    """Corners far away, and four positions on neighbouring points of the grid; S-A passes Q on the straight line."""
    far = network("S> Q*quiz A F#", "S-Q S-A A-Q Q-F", quiz=[HEXAGON])
    for position in far["positions"]:
        position["x"] *= 1 if position["id"] != "F" else 80
    options = tw.Match("rally", seed=1, seats=2, board=far).view(0).options
    map = map_of(options, 2, 700)
    places = {site.id: (site.x, site.y) for site in map.sites}
    gaps = [hypot(places[a][0] - places[b][0], places[a][1] - places[b][1]) for a, b in ("SQ", "QA", "AF")]
    assert min(gaps) > 2 * map.radius
    line = map_of(tw.Match("rally", seed=1, seats=2, board=QUIZ).view(0).options, 2, 700)
    q = next((site.x, site.y) for site in line.sites if site.id == "Q")
    road = line.roads[frozenset("SA")]
    assert min(hypot(x - q[0], y - q[1]) for x, y in points_along(road, 40)) > line.radius
