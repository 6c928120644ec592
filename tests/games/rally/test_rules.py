"""Set-up and turn of Rally: R1 to R20, R23 and R24, worked out by hand from the rule sheet."""

from itertools import pairwise

import pytest

from tests.games.rally.picture import GAME, SQUARE, Table, network, opened, seed_giving
from tests.law import law
from turnwise.games.rally.board import read
from turnwise.kit.errors import BadAction, BadOption, BadSeats, Refused
from turnwise.kit.takeback import FREELY, NEVER
from turnwise.play.match import Match


@law("R1")
def test_one_to_six_players_sit_down() -> None:
    assert [opened(seats).show["at"] for seats in (1, 6)] == [["P1"], ["P1"] * 6]
    with pytest.raises(BadSeats):
        GAME.frame(7, {})


@law("R2", "R8")
def test_a_connection_is_walked_in_both_directions() -> None:
    assert Table("P4 | die 1").reach == {"P1": 1, "P5": 1}
    assert Table("P5 | die 1").reach == {"P2": 1, "P4": 1, "P18": 1}


@law("R3")
def test_demo_21_has_a_start_a_finish_and_five_checkpoints() -> None:
    kinds = [entry["kind"] for entry in read("Demo 21")["positions"]]
    assert [kinds.count(kind) for kind in ("start", "finish", "checkpoint")] == [1, 1, 5]


@law("R4", "R7")
def test_all_begin_on_start_without_points_and_the_first_seat_moves() -> None:
    table = opened(3, seed=seed_giving((6, 4)))
    shown = table.show
    assert (shown["turn"], shown["round"], shown["die"], shown["moves_left"]) == (0, 1, 5, 5)
    assert shown["at"] == ["P1"] * 3 and shown["points"] == [[], [], []] and shown["visited"] == []


@law("R5")
def test_nobody_blocks_anybody() -> None:
    table = Table("P1 P4 P5 | die 3")
    assert table.reach["P4"] == 1 and table.reach["P5"] == 2 and table.reach["P2"] == 3
    table.play("move P4", "move P5")
    assert table.show["at"] == ["P5", "P4", "P5"]


@law("R7")
def test_the_die_of_the_next_player_is_rolled_when_his_turn_opens() -> None:
    table = Table("P1 P1 | die 1")
    heard = table.play("move P4", seed=seed_giving((6, 5)))
    assert heard[-1] == ("rolled", {"seat": 1, "die": 6})
    assert (table.turn, table.show["moves_left"]) == (1, 6)


@law("R8", "example 1")
def test_reach_of_a_three_from_start() -> None:
    reach = Table("P1 | die 3").reach
    assert reach == {"P4": 1, "P6": 1, "P5": 2, "P9": 2, "P2": 3, "P18": 3, "P8": 3, "P10": 3}


@law("R9", "R11", "R17", "example 2")
def test_a_partial_move_leaves_one_move_and_three_visited_positions() -> None:
    table = Table("P1 | die 3")
    table.play("move P5")
    assert table.show["moves_left"] == 1 and table.show["at"] == ["P5"]
    assert table.show["visited"] == ["P1", "P4", "P5"]
    assert table.reach == {"P2": 1, "P18": 1}
    assert table.refused("move P4") == "already_visited"


@law("R17", "example 2", "option undo")
def test_undo_gives_back_place_moves_and_visited() -> None:
    seed = next(seed for seed in range(50) if Match(GAME, seats=2, seed=seed).position.state.die == 3)
    match = Match(GAME, seats=2, seed=seed)
    opening = match.view(0).state
    match.play("move P4")
    match.play("move P5")
    match.undo(0)
    assert match.view(0).state["at"][0] == "P4" and match.view(0).state["moves_left"] == 2
    match.undo(0)
    assert match.view(0).state == opening and opening["at"][0] == "P1" and opening["visited"] == []
    with pytest.raises(Refused):
        match.undo(0)


@law("R17", "option undo")
def test_undo_is_offered_while_moves_are_left_and_only_to_the_mover() -> None:
    table = Table("P1 P1 | die 3")
    assert table.position.takeback(0) == NEVER
    table.play("move P4")
    assert (table.position.takeback(0), table.position.takeback(1)) == (FREELY, NEVER)
    table.play("move P2")
    assert table.position.takeback(0) == table.position.takeback(1) == NEVER
    without = Table("P1 P1 | die 3", undo=False)
    without.play("move P4")
    assert without.position.takeback(0) == NEVER


@law("R9")
def test_putting_the_figure_back_is_no_move() -> None:
    table = Table("P1 | die 3")
    assert "move P1" not in table.legal() and table.refused("move P1") == "same_place"
    assert table.show == Table("P1 | die 3").show


@law("R10")
def test_what_is_out_of_reach_is_refused() -> None:
    table = Table("P1 P1 | die 3")
    assert table.refused("move P3") == "out_of_reach"
    assert table.refused("move P14") == "finish_closed"
    assert table.refused("move #21") == "no_position"
    assert table.refused("answer 1") == "no_question"
    assert table.refused("move P4", seat=1) == "not_your_turn"


@law("R12", "example 9")
def test_of_two_ways_the_first_in_board_order_is_walked() -> None:
    table = Table("A | die 3", board=SQUARE)
    assert table.reach == {"B": 1, "C": 1, "D": 2}
    heard = table.play("move D")
    assert heard == [("moved", {"seat": 0, "path": "A B D", "moves_left": 1})]
    assert table.reach == {"C": 1}


@law("R12")
def test_paths_are_compared_from_their_first_position_on() -> None:
    """A B E T comes before A C D T, although D stands before E."""
    board = network("A> T* B C D E F#", "A-B A-C B-E C-D D-T E-T A-F")
    table = Table("A | die 4", board=board)
    table.play("move T")
    assert table.show["visited"] == ["A", "T", "B", "E"] and table.reach == {"D": 1}


@law("R12")
def test_a_led_path_goes_its_own_way() -> None:
    table = Table("A | die 3", board=SQUARE)
    for request in ("move D by C", {"to": "D", "path": ["A", "C", "D"]}):
        steps = GAME.notation.read(request, table.position.plain(), table.frame)
        assert [GAME.notation.words(step, table.frame) for step in steps] == ["move C", "move D"]
    table.play("move C", "move D")
    assert table.show["visited"] == ["A", "C", "D"] and table.reach == {"B": 1}


@law("R12")
@pytest.mark.parametrize(
    ("line", "target", "steps"),
    [
        ("P1 P1 | die 3", "move P5", ["move P4", "move P5"]),  # moves are left over
        ("P1 P1 | die 6", "move P11", ["move P6", "move P9", "move P10", "move P11"]),
        (
            "P1 P1 | die 4",
            "move P3",
            ["move P4", "move P5", "move P2", "move P3"],
        ),  # all moves are used, a point is earned
        ("P7 P1 | die 2 | points P3 P7 P11 /", "move P14", ["move P15", "move P14"]),  # into FINISH
        ("P7 P1 | die 5", "move P10", ["move P8", "move P9", "move P10"]),
        ("P5 P1 | die 4 | left 3 | visited P4 P5", "move P21", ["move P2", "move P3", "move P21"]),
    ],
)
def test_a_led_path_leaves_the_same_state_as_the_request_for_its_end(line: str, target: str, steps: list[str]) -> None:
    at_once, led = Table(line, seed=7), Table(line, seed=7)
    at_once.play(target)
    led.play(*steps)
    assert at_once.position.pack() == led.position.pack()


@law("R11", "R12", "R21")
def test_while_a_question_is_open_a_led_path_differs_in_nothing_but_visited_positions() -> None:
    """The last move joins nothing to V, the steps before it do; V is cleared with the answer."""
    board = network("S> A Q*quiz B F#", "S-A A-Q Q-B B-F", quiz=[{"text": "?", "answers": ["a", "b", "c"], "right": 0}])
    at_once, led = Table("S | die 2", board=board), Table("S | die 2", board=board)
    at_once.play("move Q", seed=5)
    led.play("move A", "move Q", seed=5)
    assert at_once.show["visited"] == [] and led.show["visited"] == ["S", "A"]
    assert at_once.show | {"visited": 0} == led.show | {"visited": 0}
    for table in (at_once, led):
        table.play("answer 1", seed=6)
    assert at_once.position.pack() == led.position.pack()


@law("R12")
def test_a_figure_led_by_hand_walks_that_path_or_straight_to_where_it_was_let_go() -> None:
    table = Table("A | die 3", board=SQUARE)
    places = {position["id"]: number for number, position in enumerate(table.frame.texts["positions"])}

    def walked(over: str) -> list[str]:
        steps = GAME.notation.read({"led": [places[name] for name in over]}, table.position.plain(), table.frame)
        return [GAME.notation.words(step, table.frame) for step in steps]

    assert walked("CD") == ["move C", "move D"]
    assert walked("BCD") == ["move D"], "a hand that wandered wastes no moves"
    for nonsense in ([], "CD", [99], [None], 3):
        with pytest.raises(BadAction):
            GAME.notation.read({"led": nonsense}, table.position.plain(), table.frame)


@law("R12")
@pytest.mark.parametrize(
    "request_made",
    [
        "move D by Z",
        "move D by B, C",
        "move D by A",
        "move F by B",
        {"to": "D", "path": ["B", "D"]},
        {"to": "D", "path": ["A", "D"]},
        {"to": "D", "path": ["A", "B"]},
        {"to": "D", "path": "ABD"},
        {"to": "D", "path": []},
        {"to": "D", "path": ["A", ["B"], "D"]},
    ],
)
def test_a_path_that_is_none_of_the_shortest_is_refused(request_made: object) -> None:
    table = Table("A | die 3", board=SQUARE)
    with pytest.raises(BadAction):
        GAME.notation.read(request_made, table.position.plain(), table.frame)


@law("R12")
def test_a_led_path_must_be_a_shortest_one_also_when_it_would_use_all_moves() -> None:
    """Die 3, A to C: one move is enough, so A B D C is no path of that request; a path by D is one after the step to B."""
    table = Table("A | die 3", board=SQUARE)
    with pytest.raises(BadAction, match="it is one move now, not 3"):
        GAME.notation.read("move C by B D", table.position.plain(), table.frame)
    table.play("move B")
    steps = GAME.notation.read("move C by D", table.position.plain(), table.frame)
    assert [GAME.notation.words(step, table.frame) for step in steps] == ["move D", "move C"]


@law("R13")
def test_the_cost_is_the_shortest_way_and_a_detour_goes_step_by_step() -> None:
    table = Table("A | die 3", board=SQUARE)
    assert table.reach["C"] == 1
    table.play("move B")
    assert table.reach == {"D": 1, "C": 2}
    heard = table.play("move C")
    assert heard[0] == ("moved", {"seat": 0, "path": "B D C", "moves_left": 0})


@law("R14")
def test_the_turn_goes_on_until_all_moves_are_used() -> None:
    table = Table("P1 P1 | die 3")
    table.play("move P4")
    assert table.turn == 0 and "move P5" in table.legal()
    table.play("move P5")
    assert table.turn == 0
    table.play("move P2")
    assert table.turn == 1


@law("R15", "example 8")
def test_a_dead_end_lets_the_player_turn_round() -> None:
    board = read("Demo 21")
    board["positions"] = [
        entry | {"kind": "plain"} if entry["kind"] == "checkpoint" else entry for entry in board["positions"]
    ]
    board["positions"] += [{"id": name, "x": x, "y": 2, "kind": "plain"} for name, x in (("P22", 4), ("P23", 5))]
    board["connections"] += [["P21", "P22"], ["P22", "P23"]]
    table = Table("P21 | die 5", board=board, win="race")
    table.play("move P23")
    assert table.show["visited"] == ["P23"] and table.show["moves_left"] == 3
    assert table.reach == {"P22": 1, "P21": 2, "P3": 3, "P20": 3}
    table.play("move P22", "move P21")
    assert table.reach == {"P3": 1, "P20": 1}


@law("R15")
def test_a_dead_end_forgets_what_was_visited_before() -> None:
    board = network("S> A D C* F#", "S-A A-D S-C C-F")
    table = Table("S | die 5", board=board)
    table.play("move A", "move D")
    assert table.show["visited"] == ["D"] and table.reach == {"A": 1, "S": 2, "C": 3}


@law("R16", "R14", "example 7")
def test_a_trap_forfeits_the_rest_of_the_moves() -> None:
    table = Table("P7 P1 | die 3 | points P3 P7 /")
    heard = table.play("move P15")
    assert heard[1] == ("forfeited", {"seat": 0, "moves": 2})
    assert table.turn == 1 and table.show["at"][0] == "P15"


@law("R16", "R7", "R18")
def test_who_cannot_move_at_the_opening_forfeits_the_turn_at_once() -> None:
    """On a board of START and FINISH alone only a 1 moves the figure."""
    board = network("S> F#", "S-F")
    table = opened(1, board=board, win="race", seed=seed_giving((6, 2), (6, 5), (6, 0)))
    assert (table.show["round"], table.show["die"], table.reach) == (3, 1, {"F": 1})
    table.play("move F")
    assert table.result == ([1], [0], "all_in")


@law("R18")
def test_the_next_seat_opens_its_turn_with_nothing_visited() -> None:
    table = Table("P1 P6 | die 2 | left 1 | visited P1 P4")
    table.play("move P6")
    assert (table.turn, table.show["visited"], table.show["round"]) == (1, [], 1)


@law("R18")
def test_a_round_ends_when_the_turn_does_not_pass_to_a_later_seat() -> None:
    table = Table("P1 P1 P1 | die 1 | turn 2 | round 4")
    table.play("move P4")
    assert (table.turn, table.show["round"]) == (0, 5)


@law("R18")
def test_players_in_or_gone_are_passed_over() -> None:
    table = Table("P14 P1 - P1 | die 1 | turn 1 | round 4 | in 0 | gone 2")
    table.play("move P4")
    assert (table.turn, table.show["round"]) == (3, 4)
    table = Table("P14 P1 - P1 | die 1 | turn 3 | round 4 | in 0 | gone 2")
    table.play("move P4")
    assert (table.turn, table.show["round"]) == (1, 5)


@law("R18", "R1")
def test_a_player_alone_ends_a_round_with_every_turn() -> None:
    table = Table("P1 | die 1 | round 7")
    table.play("move P4")
    assert (table.turn, table.show["round"]) == (0, 8)


@law("example 3")
def test_distances_from_start() -> None:
    beside = Table("P1").position.besides[0]
    ids = [entry["id"] for entry in read("Demo 21")["positions"]]
    assert beside.to_finish[ids.index("P1")] == 6
    checkpoints = [entry["id"] for entry in read("Demo 21")["positions"] if entry["kind"] == "checkpoint"]
    steps = {name: beside.away[i, 0] for i, name in enumerate(checkpoints)}
    assert steps == {"P3": 4, "P7": 4, "P11": 4, "P17": 4, "P20": 6}


@law("R19", "example 4")
def test_the_last_move_onto_a_checkpoint_earns_its_point() -> None:
    table = Table("P1 P1 | die 4")
    heard = table.play("move P3")
    assert ("earned", {"seat": 0, "checkpoint": "P3"}) in heard
    assert table.show["points"] == [["P3"], []] and table.turn == 1


@law("R20", "example 4")
def test_stopping_on_a_checkpoint_with_moves_left_earns_nothing() -> None:
    table = Table("P1 P1 | die 5")
    table.play("move P3")
    assert table.show["points"][0] == [] and table.reach == {"P21": 1}
    table.play("move P21")
    assert table.show["points"][0] == [] and table.show["at"][0] == "P21" and table.turn == 1


@law("R20")
def test_passing_a_checkpoint_earns_nothing() -> None:
    table = Table("P1 P1 | die 5")
    table.play("move P21")
    assert table.show["points"][0] == []


@law("R20", "R16")
def test_ending_on_a_checkpoint_by_forfeit_earns_nothing() -> None:
    table = Table("S S | die 2", board=network("S> C* F#", "S-C C-F"))
    heard = table.play("move C")
    assert heard[1] == ("forfeited", {"seat": 0, "moves": 1})
    assert table.show["points"] == [[], []] and table.turn == 1


@law("R20")
def test_each_player_collects_for_himself_and_keeps_his_points() -> None:
    table = Table("P2 P2 | die 1 | turn 1 | points P3 /")
    table.play("move P3", seed=seed_giving((6, 0)))
    assert table.show["points"] == [["P3"], ["P3"]]
    heard = table.play("move P3")
    assert [kind for kind, _ in heard] == ["moved", "rolled"] and table.show["points"][0] == ["P3"]


@law("R23", "R10", "example 5")
def test_with_enough_points_the_finish_is_entered_with_the_last_move() -> None:
    points = "points P3 P7 P11 /"
    table = Table(f"P7 P1 | die 2 | {points}")
    assert table.reach == {"P15": 1, "P8": 1, "P14": 2, "P9": 2}
    for die in (1, 3):
        assert Table(f"P7 P1 | die {die} | {points}").refused("move P14") == "finish_exactly"
    table.play("move P14")
    assert table.show["arrived"] == [0]


@law("R23", "example 6")
def test_without_enough_points_the_finish_is_closed() -> None:
    table = Table("P7 P1 | die 2 | points P3 P7 /")
    assert table.reach == {"P15": 1, "P8": 1, "P9": 2}
    assert table.refused("move P14") == "finish_closed"
    sentence = GAME.notation.refusal(
        table.position.check(0, table.action("move P14")), table.position.plain(), table.frame, 13
    )
    assert str(sentence) == "The finish opens with 3 points; you have 2."


@law("R23", "R8")
def test_the_finish_is_never_passed_through() -> None:
    table = Table("P13 P1 | die 2 | points P3 P7 P11 /")
    assert table.reach == {"P16": 1, "P17": 2}


@law("R8", "R23", "example 9a")
def test_the_finish_stands_in_the_last_layer_even_if_a_shorter_way_exists() -> None:
    board = network("S> F# A* B", "S-F S-A A-B B-F")
    points = "points A"
    assert Table(f"S | die 1 | {points}", board=board).reach == {"F": 1, "A": 1}
    assert Table(f"S | die 2 | {points}", board=board).reach == {"A": 1, "B": 2}
    table = Table(f"S | die 3 | {points}", board=board)
    assert table.reach == {"A": 1, "B": 2, "F": 3}
    assert table.play("move F")[0] == ("moved", {"seat": 0, "path": "S A B F", "moves_left": 0})


@law("R24")
def test_start_and_checkpoints_are_passed_and_stopped_on_freely() -> None:
    assert Table("P4 | die 3").reach == {"P1": 1, "P5": 1, "P6": 2, "P2": 2, "P18": 2, "P9": 3, "P3": 3, "P17": 3}
    assert Table("P2 | die 2").reach["P21"] == 2


@law("R25", "example 10", "option points_needed")
def test_half_of_the_points_rounded_up_open_the_finish() -> None:
    def board(checkpoints: int) -> dict[str, object]:
        ring = [f"C{i}" for i in range(checkpoints)]
        chain = ["S", *ring, "F"]
        return network("S> " + "* ".join(ring) + "* F#", " ".join(f"{a}-{b}" for a, b in pairwise(chain)))

    needed = {n: opened(board=board(n)).position.state.needed for n in (5, 6, 1)}
    assert needed == {5: 3, 6: 3, 1: 1}
    assert opened(points_needed="all").position.state.needed == 5
    assert opened(points_needed=4).position.state.needed == 4


@law("R25", "option points_needed")
def test_more_points_than_the_board_has_are_refused_in_the_rally_only() -> None:
    with pytest.raises(BadOption, match="5 checkpoints"):
        GAME.frame(2, {"points_needed": 6})
    assert GAME.frame(2, {"points_needed": 5}) and GAME.frame(2, {"points_needed": 6, "win": "race"})
    assert GAME.frame(2, {"points_needed": 6, "win": "points"})


@law("option computers")
def test_a_computer_needs_a_seat() -> None:
    with pytest.raises(BadOption, match="seat 2"):
        GAME.frame(2, {"computers": [2]})


@law("option undo")
def test_a_game_is_bounded_by_seven_actions_a_turn() -> None:
    assert GAME.longest(4) == 4 * 200 * 7 and GAME.longest(2, win="points", rounds=5) == 2 * 5 * 7
