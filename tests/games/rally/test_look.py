"""Rally's picture: what R6, R39, R40 and R43 to R46 ask for, and what a player would miss."""

from math import hypot
from random import Random
from typing import Any

import pytest

import turnwise as tw
from tests.games.rally.picture import HEXAGON, QUIZ, network
from tests.games.rally.picture import Table as Position
from tests.games.rally.samples import largest_board, random_board
from tests.games.rally.scenes import TOWN, city, played, state
from turnwise.draw import contract, looked, picture, table, written
from turnwise.draw.contract import faults, text_faults
from turnwise.draw.plan import TALL, stage
from turnwise.draw.svg import svg
from turnwise.draw.text import cells, text
from turnwise.draw.typed import typed as typeset
from turnwise.games import game
from turnwise.games.rally.atlas import Map, land_of, map_of
from turnwise.games.rally.places import Places
from turnwise.games.rally.state import Reason
from turnwise.kit.catalogues import speaker
from turnwise.kit.pieces import Area
from turnwise.kit.pieces.network import points_along
from turnwise.kit.shapes import Group, Label, Picture, Thing

meant = game("rally").module("look").meant
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")


def drawn(match: tw.Match, seat: int | None = None) -> Picture:
    return picture(match.view(seat), NAMES[: match.seats])


def typed(match: tw.Match, seat: int | None = None) -> Picture:
    return written(match.view(seat), NAMES[: match.seats], columns=80, rows=18)


def thing(shown: Picture, key: str) -> Thing:
    (found,) = [thing for thing in shown.things if thing.key == key]
    return found


def edges(thing: Thing) -> set[str]:
    """The colours of a thing's outlines."""
    return {part.edge for part in thing.parts if not isinstance(part, Label | Group)}


def labels(thing: Thing) -> list[str]:
    return [str(label.text) for label, _ in contract.labels(thing.parts)]


def words(shown: Picture, key: str) -> str:
    return str(thing(shown, key).words)


def rolled(die: int, **options: Any) -> tw.Match:
    """A match whose first die shows this number."""
    matches = (tw.Match("rally", seed=seed, **options) for seed in range(100))
    return next(match for match in matches if match.view(None).state["die"] == die)


def test_the_reach_is_framed_white_blue_and_green_with_its_cost() -> None:
    """Example 1: from P1 with a 3, layers {P4, P6}, {P5, P9}, {P2, P18, P8, P10}."""
    match = rolled(3, seats=2)
    shown, in_text = drawn(match, 0), typed(match, 0)
    assert {"white", "black"} <= edges(thing(shown, "position:P1"))
    for id, colour, cost in (("P4", "reach", "1"), ("P9", "reach", "2"), ("P18", "exact", "3"), ("P10", "exact", "3")):
        position = thing(shown, f"position:{id}")
        assert colour in edges(position) and labels(position) == [cost], id
    assert not {"white", "reach", "exact"} & edges(thing(shown, "position:P3"))
    assert thing(in_text, "position:P5").text == ("P5+2",) and thing(in_text, "position:P2").text == ("P2=3",)
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
    assert words(shown, "moves") == "1 of 3 moves left" and words(shown, "die") == "The die shows 3."
    assert "⚂ 1 of 3 moves left" in text(typed(match, 0))
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
    start = thing(shown, "position:P1")
    radius = 36 * start.scale
    for seat, (dx, dy) in enumerate(slots):
        figure = thing(shown, f"figure:{seat}")
        assert (figure.x - start.x, figure.y - start.y) == pytest.approx((dx * radius, dy * radius), abs=0.1)
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


def test_a_leaver_is_off_the_map_and_marked_on_his_plate() -> None:
    match = tw.Match("rally", seats=3, seed=1)
    match.leave(1)
    shown = drawn(match)
    assert "figure:1" not in {thing.key for thing in shown.things}
    assert "has left" in labels(thing(shown, "plate:1")) and "has left" in text(typed(match))


def test_points_are_shown_at_the_checkpoint_and_on_the_plate() -> None:
    match = rolled(4, seats=2)
    match.play("move P3")
    shown = drawn(match)
    assert words(shown, "position:P3").startswith("Checkpoint A, P3. Ann is here. Ann has its point.")
    assert labels(thing(shown, "held:P3")) == ["0"]
    assert words(shown, "plate:0") == "Ann: checkpoint A" and words(shown, "plate:1") == "Ben, to move"
    assert [*"ABCDE"] == [label for label in labels(thing(shown, "plate:0")) if label in "ABCDE" and label]
    assert words(shown, "caption") == "Round 1 · 3 of 5 points open the finish"
    assert "A····" in text(typed(match))


def test_many_points_are_counted_on_the_plate() -> None:
    """More checkpoints than there is room for letters: how many of how many are needed, and which are held."""
    match = played(3, 6, until=lambda match: any(match.view(None).state["points"]), board=city())
    seat = next(seat for seat, held in enumerate(match.view(None).state["points"]) if held)
    shown = drawn(match)
    assert "1/7" in labels(thing(shown, f"points:{seat}")) and words(shown, f"points:{seat}") == "1 of 7 points"
    assert f"1 of 7 points, checkpoint {text(typed(match)).split('◆1/7')[1].split()[0]}" in words(
        shown, f"plate:{seat}"
    )


def asked(seats: int = 2, right: int = 1, **options: Any) -> tw.Match:
    """Seat 0 has stopped on Q, where the one question is about the hexagon."""
    board = network("S> Q*quiz A F#", "S-Q S-A A-Q Q-F", quiz=[HEXAGON | {"right": right}])
    match = rolled(1, board=board, seats=seats, **options)
    match.play("move Q")
    return match


def test_a_question_is_read_by_all_and_answered_by_one() -> None:
    match = asked()
    for seat in (0, 1, None):
        shown, in_text = drawn(match, seat), text(typed(match, seat))
        assert "How many sides has a hexagon?" in words(shown, "question")
        read = labels(thing(shown, "question")) if seat != 0 else [words(shown, f"answer:{i}") for i in (1, 2, 3)]
        assert {"1. 5", "2. 6", "3. 8"} <= set(read), seat
        assert all(one in in_text for one in ("How many sides has a hexagon?", "1. 5", "2. 6", "3. 8"))
        assert "Hex is six" not in svg(shown), "the note comes with the right answer"
        ways = set(shown.touch.values())
        mine = {("answer:1",), ("answer:2",), ("answer:3",), ("button:no_answer",)}
        assert ways == (mine if seat == 0 else set())
        assert ("button:no_answer" in {thing.key for thing in shown.things}) == (seat == 0)
    assert ("button:luck",) in drawn(asked(computers=[0]), 0).touch.values()


def test_the_longest_question_can_be_read_and_answered_in_every_window() -> None:
    """R48 allows 300 letters and six answers of 120."""
    answers = [(f"{letter * 11} " * 10)[:119] for letter in "abcdef"]
    question = {"text": "Which of these ? " * 17, "answers": answers, "right": 0}
    board = network("S> Q*quiz A F#", "S-Q S-A A-Q Q-F", quiz=[question])
    match = rolled(1, board=board, seats=2, computers=[0])
    match.play("move Q")
    for size in ((960, 640), (390, 640), (844, 300), (640, 250)):
        assert not faults(table(match.view(0)), stage(*size), speaker(match.game, "de", NAMES[:2])), size
    shown = picture(match.view(0), NAMES[:2], on=TALL)
    for i, answer in enumerate(answers, 1):
        assert " ".join(labels(thing(shown, f"answer:{i}"))).split() == f"{i}. {answer}".split(), "whole, if in lines"


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
    assert said in words(shown, "caption")
    assert "Hex is six." in words(shown, "note")
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
    rounds, points = end.state["arrival_round"], end.state["points"]
    for place, seat in enumerate((first, second, last), 1):
        came = "not in" if seat == last else f"in, round {rounds[seat]}"
        row = {f"{place}. {NAMES[seat]}", f"{len(points[seat])} points", came}
        assert row <= set(card) and card.index(f"{place}. {NAMES[seat]}") == 3 * place - 1
    assert card[1] == "One is still on the way"
    assert f"1. {NAMES[first]}" in text(typed(match)), "over the map in a terminal, too"
    assert "1st, round" in " ".join(labels(thing(shown, f"plate:{first}")))


def test_signs_tell_kinds_apart_and_the_race_knows_no_checkpoint() -> None:
    match = tw.Match("rally", seed=1, seats=2, board=TOWN)
    signs = labels(thing(drawn(match), "signs"))
    assert {"Start Gate", "Finish Castle", "A · Bridge", "B · Market"} <= set(signs) and signs.count("?") == 3
    row = text(typed(match))
    assert "A?Bridge" in row and "B:Market" in row and ">Gate" in row and "#Castle" in row
    quiet = drawn(tw.Match("rally", seed=1, seats=2, board=TOWN, questions=False))
    assert "?" not in labels(thing(quiet, "signs"))
    race = drawn(tw.Match("rally", seed=1, seats=2, win="race"))
    assert words(race, "position:P3").startswith("P3. ") and "heckpoint" not in words(race, "signs")
    assert words(race, "plate:0") == "Ann: at the start, to move"


def test_the_map_takes_the_shape_of_its_room() -> None:
    match = tw.Match("rally", seed=1, seats=3)
    ratios = []
    for on in (stage(1280, 720), TALL):
        shown = picture(match.view(0), NAMES, on=on)
        places = [(one.x, one.y) for one in shown.things if one.key.startswith("position:")]
        broad, high = (max(line) - min(line) for line in zip(*places, strict=True))
        ratios.append(broad / high)
        assert nearest(shown) > 24 and broad * high > 0.25 * on.width * on.height
    assert ratios[0] > 1.3 > 1 > ratios[1]


def nearest(shown: Picture) -> float:
    """How far the two positions that are nearest to each other are apart."""
    places = [(one.x, one.y) for one in shown.things if one.key.startswith("position:")]
    return min(hypot(a - c, b - d) for i, (a, b) in enumerate(places) for c, d in places[:i])


WINDOWS = ((960, 640), (1280, 720), (3800, 1900), (390, 640), (360, 480), (768, 900), (844, 300), (640, 250))
TERMINALS = ((80, 18), (120, 34), (200, 50))


@pytest.mark.parametrize("seed", range(10))
def test_boards_of_users_can_be_read_and_touched_in_every_window(seed: int) -> None:
    board = random_board(Random(seed))
    win = "rally" if any(one["kind"] == "checkpoint" for one in board["positions"]) else "race"
    match = played(1 + seed % 6, seed, until=lambda match: match.version > 12, board=board, win=win)
    for seat in (match.turn, None):
        shown, by = table(match.view(seat)), speaker(match.game, "en" if seed % 2 else "de", NAMES[: match.seats])
        assert not [wrong for size in WINDOWS for wrong in faults(shown, stage(*size), by)]
        assert not [wrong for size in TERMINALS for wrong in text_faults(shown, by, *size)]


@pytest.mark.parametrize("board", [largest_board(Random(7)), city()], ids=["128 anywhere", "120 in rows"])
def test_the_largest_boards_can_be_read_and_touched_too(board: dict[str, Any]) -> None:
    """Six players, and a reach of half the board."""
    match = played(6, 6, until=lambda match: match.version > 30 and state(match)["die"] > 4, board=board)
    for seat in (match.turn, None):
        shown, by = table(match.view(seat)), speaker(match.game, "en", NAMES)
        assert not [wrong for size in WINDOWS for wrong in faults(shown, stage(*size), by)]
        assert not [wrong for size in TERMINALS for wrong in text_faults(shown, by, *size)]
    on_a_phone = picture(match.view(match.turn), NAMES, on=stage(360, 480))
    assert nearest(on_a_phone) > 24
    in_text = written(match.view(match.turn), NAMES, columns=120, rows=34)
    read = {cell.thing.key for row in cells(in_text) for cell in row if cell.thing}
    wanted = {one.key for one in on_a_phone.things if one.key.startswith(("position:", "figure:"))}
    assert len(wanted) == len(board["positions"]) + 6 and wanted <= read


def test_a_small_terminal_shows_the_part_of_a_large_board_where_it_is_played_or_where_somebody_looks() -> None:
    match = played(6, 6, until=lambda match: match.version > 30, board=largest_board(Random(7)))

    def read(focus: str = "") -> set[str]:
        by = speaker(match.game, "en", NAMES)
        return {
            cell.thing.key
            for row in cells(typeset(table(match.view(None)), by, 80, 18, focus=focus))
            for cell in row
            if cell.thing
        }

    for _ in range(12):
        assert {f"figure:{match.turn}", *(f"plate:{seat}" for seat in range(6))} <= read()
        assert {"more:▸", "more:◂"} & read(), "where it goes on is told"
        match.play(match.legal[-1])
    for id in ("Crossing-0", "Crossing-64", "Crossing-127"):
        assert f"position:{id}" in read(f"position:{id}")


def test_crowded_positions_are_parted_and_roads_run_around_others() -> None:
    """Corners far away, and four positions on neighbouring points of the grid; S-A passes Q on the straight line."""
    far = network("S> Q*quiz A F#", "S-Q S-A A-Q Q-F", quiz=[HEXAGON])
    for position in far["positions"]:
        position["x"] *= 1 if position["id"] != "F" else 80

    def drawn_in(board: dict[str, Any]) -> Map:
        options = tw.Match("rally", seed=1, seats=2, board=board).view(0).options
        return map_of(land_of(options, Places(options)), Area(0, 0, 800, 700))

    map = drawn_in(far)
    places = {site.id: (site.x, site.y) for site in map.sites}
    gaps = [hypot(places[a][0] - places[b][0], places[a][1] - places[b][1]) for a, b in ("SQ", "QA", "AF")]
    assert min(gaps) > 2 * map.net.radius
    line = drawn_in(QUIZ)
    assert [site.id for site in line.sites[:3]] == ["S", "Q", "A"]
    passed, road = line.net.places[1], line.net.roads[0, 2]
    assert min(hypot(x - passed[0], y - passed[1]) for x, y in points_along(road, 40)) > line.net.radius


@pytest.mark.parametrize(
    ("line", "keys", "reason"),
    [
        ("P1 P1 | die 3", ("position:P3",), Reason.OUT_OF_REACH),
        ("P1 P1 | die 3", ("figure:0", "position:P3"), Reason.OUT_OF_REACH),
        ("P1 P1 | die 3", ("position:P14",), Reason.FINISH_CLOSED),
        ("P5 P1 | die 3 | left 1 | visited P1 P4 P5", ("position:P4",), Reason.ALREADY_VISITED),
        ("P1 P11 | die 2", ("figure:1",), Reason.OUT_OF_REACH),
        ("P1 P1 | die 2 | turn 1", ("position:P4",), Reason.NOT_YOUR_TURN),
        ("P1 P1 | die 2 | turn 1", ("figure:0",), Reason.NOT_YOUR_TURN),
        ("P1 P1 | die 2", ("plate:1",), None),
    ],
)
def test_a_touch_in_vain_means_an_action_that_is_refused_for_a_reason(
    line: str, keys: tuple[str, ...], reason: Reason | None
) -> None:
    setting = Position(line)
    view = tw.Match("rally", seats=2, seed=1).view(0)
    view.state = setting.show
    action = meant(view, keys)
    assert (None if action is None else setting.position.check(0, action)) == reason


def test_every_move_is_meant_by_what_is_touched_for_it() -> None:
    for match in (rolled(4, seats=2), asked(computers=[0])):
        view = match.view(0)
        ways = picture(view).touch
        assert ways and all(meant(view, way) == action for action, way in ways.items())
        assert all(meant(view, way[-1:]) == action for action, way in ways.items()), "the car need not be touched"
    assert match.position.check(0, meant(view, ("position:A",)) or 0) == Reason.ANSWER_FIRST
