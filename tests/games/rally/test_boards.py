"""Board files: R47 to R51, worked out by hand from the rule sheet."""

import copy
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.games.rally.picture import GAME, HEXAGON, QUIZ, check, network, warnings
from tests.law import law
from turnwise.games.rally.board import BadBoard, edges_of, read, shown
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import BadOption
from turnwise.kit.graph import crossings, diameter, neighbours, shortest_cycle

Change = Callable[[dict[str, Any]], None]
PLACE_FAULT = "x and y must be whole numbers from 0 to 255."
TEXT_FAULT = "text 1 to 300, answers 1 to 120, note up to 600 characters."


def changed(change: Change, board: dict[str, Any] = QUIZ) -> list[str]:
    """The messages about a good board after a change; QUIZ has the positions S Q A F and one pack of two questions."""
    given = copy.deepcopy(board)
    change(given)
    return check(given)


def first(board: dict[str, Any]) -> Any:
    return board["packs"]["quiz"]["questions"][0]


def put(*path: Any, value: Any) -> Change:
    """Sets the entry at a path of keys."""

    def change(board: dict[str, Any]) -> None:
        target: Any = board
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = value

    return change


def extend(key: str, *entries: Any) -> Change:
    return lambda board: board[key].extend(entries)


def position(name: Any, kind: Any = "plain", x: Any = 9, y: Any = 9, **more: Any) -> dict[str, Any]:
    return {"id": name, "x": x, "y": y, "kind": kind, **more}


@law("R47", "option board")
def test_a_board_is_read_from_anything_that_holds_it(tmp_path: Path) -> None:
    text = json.dumps(QUIZ)
    file = tmp_path / "quiz.json"
    file.write_text(text)
    board = read(QUIZ)
    assert all(read(given) == board for given in (text, text.encode(), f"\n {text}", file, str(file), board))
    assert read("Demo 21")["name"] == "Demo 21" and len(read("Demo 21")["positions"]) == 21


@law("R47")
def test_a_missing_file_is_named() -> None:
    with pytest.raises(BadBoard, match=r"There is no board file 'no such board'\."):
        read("no such board")
    with pytest.raises(BadBoard, match="There is no board file"):
        read(Path("/"))


@law("R47")
def test_unknown_keys_are_ignored_and_whole_numbers_may_have_a_point() -> None:
    given = copy.deepcopy(QUIZ) | {"colour": "red", "author": None}
    given["positions"][0] |= {"x": 0.0, "z": 7, "pack": None}
    first(given).update(right=1.0, hint="six")
    assert read(given) == read(QUIZ)
    assert read(QUIZ | {"author": "Me"})["author"] == "Me"


@law("R48")
def test_a_good_board_gets_no_message_and_reads_twice_the_same() -> None:
    assert check(QUIZ) == [] and check(read("Demo 21")) == []
    assert read(read(QUIZ)) == read(QUIZ)


@law("R48")
def test_a_file_too_large_is_not_read() -> None:
    padded = json.dumps(QUIZ).ljust(256 * 1024)
    assert read(padded) == read(QUIZ)
    for given in (padded + " ", (padded + " ").encode(), QUIZ | {"junk": "x" * 256 * 1024}):
        with pytest.raises(BadBoard) as caught:
            read(given)
        assert list(map(str, caught.value.messages)) == ["Board file is larger than 256 KiB."]


@law("R48")
@pytest.mark.parametrize(
    "given",
    ["{", '{"a": NaN}', "[1]", '"text"', b"\xff\xfe", b"5", 5, None, [QUIZ], {"a": float("nan")}, {"a": object()}]
    + ['{"name": "\\ud800"}', "[" * 100_000, '{"a": ' + "9" * 5000 + "}", {"name": "\ud800"}],
)
def test_what_is_no_json_object_is_refused(given: Any) -> None:
    with pytest.raises(BadBoard, match=r"^Board file is not a JSON object: .+\.$") as caught:
        read(given)
    assert len(caught.value.messages) == 1


@law("R48")
def test_an_unknown_format_ends_the_reading() -> None:
    expected = "Unknown board format 'rally-board-2', expected 'rally-board-1'."
    assert changed(put("format", value="rally-board-2")) == [expected]
    assert check({}) == ["Unknown board format '', expected 'rally-board-1'."]
    assert check({"format": 1}) == ["Unknown board format '1', expected 'rally-board-1'."]


@law("R48", "example 11")
@pytest.mark.parametrize(
    ("change", "messages"),
    [
        (put("name", value=""), ["Board name must have 1 to 60 characters."]),
        (put("name", value="ä" * 61), ["Board name must have 1 to 60 characters."]),
        (put("name", value="ä" * 60), []),
        (put("name", value=None), ["Board name must have 1 to 60 characters."]),
        (put("name", value=7), ["Board name must have 1 to 60 characters."]),
        (
            extend("positions", {"x": 1, "y": 300, "kind": "wood", "pack": "none"}, "text", None, position(5)),
            [f"Position {i}: id must have 1 to 12 letters, digits, '_' or '-'." for i in (4, 5, 6, 7)],
        ),
        (
            extend("positions", position("é"), position("a_-9AZ", x=8), position("a" * 13, x=7)),
            [f"Position {i}: id must have 1 to 12 letters, digits, '_' or '-'." for i in (4, 6)]
            + [f"Position '{name}' has no connection." for name in ("é", "a_-9AZ", "a" * 13)],
        ),
        (extend("positions", position("A"), position("A", x=8)), ["Position id 'A' is used twice."]),
        (put("positions", 2, "x", value=256), [f"Position 'A': {PLACE_FAULT}"]),
        (put("positions", 2, "y", value=-1), [f"Position 'A': {PLACE_FAULT}"]),
        (put("positions", 2, "y", value=True), [f"Position 'A': {PLACE_FAULT}"]),
        (put("positions", 2, "y", value=1.5), [f"Position 'A': {PLACE_FAULT}"]),
        (put("positions", 2, "y", value=None), [f"Position 'A': {PLACE_FAULT}"]),
        (put("positions", 2, "y", value=255.0), []),
        (put("positions", 2, "x", value=0.0), ["Positions 'S' and 'A' have the same place."]),
        (put("positions", 2, "kind", value="Plain"), ["Position 'A': unknown kind 'Plain'."]),
        (put("positions", 2, "kind", value=None), ["Position 'A': unknown kind ''."]),
        (put("positions", 0, "kind", value="plain"), ["A board needs exactly one START, found 0."]),
        (put("positions", 2, "kind", value="start"), ["A board needs exactly one START, found 2."]),
        (put("positions", 3, "kind", value="plain"), ["A board needs exactly one FINISH, found 0."]),
        (put("positions", 2, "kind", value="finish"), ["A board needs exactly one FINISH, found 2."]),
        (
            extend("connections", ["S"], "S-A", ["S", 5], ["S", "A", "Q"], None),
            [f"Connection {i} must be a pair of position ids." for i in (4, 5, 6, 7, 8)],
        ),
        (
            extend("connections", ["X", "Y"], ["S", "X"]),
            [f"Connection {i}: unknown position '{end}'." for i, end in ((4, "X"), (4, "Y"), (5, "X"))],
        ),
        (extend("connections", ["A", "A"]), ["Connection 4: 'A' is connected to itself."]),
        (extend("connections", ["A", "S"], ["S", "A"]), ["'S' and 'A' are connected twice."]),
        (extend("positions", position("L")), ["Position 'L' has no connection."]),
        (
            lambda b: (extend("positions", position("L"), position("M", x=8))(b), extend("connections", ["L", "M"])(b)),
            ["Position 'L' cannot be reached from START.", "Position 'M' cannot be reached from START."],
        ),
        (
            lambda b: (extend("positions", position("L"))(b), extend("connections", ["L", "F"])(b)),
            ["Position 'L' can be reached only through FINISH."],
        ),
        (put("positions", 2, "pack", value="quiz"), ["Position 'A': only a checkpoint may carry a question pack."]),
        (put("positions", 1, "pack", value="none"), ["Position 'Q': question pack 'none' is missing."]),
        (put("positions", 1, "pack", value=5), ["Position 'Q': question pack '5' is missing."]),
        (put("positions", 1, "pack", value=None), []),
        (
            put("packs", value=[]),
            ["Position 'Q': question pack 'quiz' is missing.", "Question packs must be an object of packs."],
        ),
        (put("packs", "quiz", value=[]), ["Pack 'quiz' needs 1 to 200 questions, found 0."]),
        (put("packs", "more", value={"questions": []}), ["Pack 'more' needs 1 to 200 questions, found 0."]),
        (
            put("packs", "quiz", "questions", value=[HEXAGON] * 201),
            ["Pack 'quiz' needs 1 to 200 questions, found 201."],
        ),
        (put("packs", "quiz", "questions", value=[HEXAGON] * 200), []),
        (
            lambda b: first(b).update(answers=["5", "6"]),
            ["Pack 'quiz', question 0: 3 to 6 answers are needed, found 2."],
        ),
        (
            lambda b: first(b).update(answers=[*"1234567"]),
            ["Pack 'quiz', question 0: 3 to 6 answers are needed, found 7."],
        ),
        (lambda b: first(b).update(right=3), ["Pack 'quiz', question 0: exactly one right answer is needed."]),
        (lambda b: first(b).update(right=-1), ["Pack 'quiz', question 0: exactly one right answer is needed."]),
        (lambda b: first(b).update(right=True), ["Pack 'quiz', question 0: exactly one right answer is needed."]),
        (lambda b: first(b).pop("right"), ["Pack 'quiz', question 0: exactly one right answer is needed."]),
        (lambda b: first(b).update(answers=["5", "6", "6"]), ["Pack 'quiz', question 0: two answers are the same."]),
        (lambda b: first(b).update(answers=["a", "A", "a "]), []),
        (lambda b: first(b).update(text=""), [f"Pack 'quiz', question 0: {TEXT_FAULT}"]),
        (lambda b: first(b).update(text="x" * 301), [f"Pack 'quiz', question 0: {TEXT_FAULT}"]),
        (lambda b: first(b).update(answers=["5", "6", ""]), [f"Pack 'quiz', question 0: {TEXT_FAULT}"]),
        (lambda b: first(b).update(answers=["5", "6", "x" * 121]), [f"Pack 'quiz', question 0: {TEXT_FAULT}"]),
        (lambda b: first(b).update(answers=["5", "6", 7]), [f"Pack 'quiz', question 0: {TEXT_FAULT}"]),
        (lambda b: first(b).update(note="x" * 601), [f"Pack 'quiz', question 0: {TEXT_FAULT}"]),
        (lambda b: first(b).update(note=None), []),
        (
            put("packs", "quiz", "questions", 1, value="Why?"),
            [
                "Pack 'quiz', question 1: 3 to 6 answers are needed, found 0.",
                "Pack 'quiz', question 1: exactly one right answer is needed.",
                f"Pack 'quiz', question 1: {TEXT_FAULT}",
            ],
        ),
    ],
)
def test_each_fault_has_its_message(change: Change, messages: list[str]) -> None:
    assert changed(change) == messages


@law("R48")
def test_numbers_of_positions_checkpoints_and_packs_are_limited() -> None:
    def chain(positions: int, mark: str = "") -> dict[str, Any]:
        middle = [f"N{i}" for i in range(positions - 2)]
        names = ["S", *middle, "F"]
        listed = " ".join(["S>", *(name + mark for name in middle), "F#"])
        return network(listed, " ".join(f"{a}-{b}" for a, b in pairwise(names)))

    assert check(chain(128)) == [] and check(chain(2)) == []
    assert check(chain(129)) == ["A board needs 2 to 128 positions, found 129."]
    assert check(chain(34, "*")) == []
    assert check(chain(35, "*")) == ["At most 32 checkpoints are allowed, found 33."]
    packs = {f"p{i}": [HEXAGON] for i in range(33)}
    assert check(network("S> F#", "S-F", **packs)) == ["At most 32 question packs are allowed, found 33."]


@law("R48")
def test_an_empty_board_gets_everything_that_applies_in_order() -> None:
    assert check({"format": "rally-board-1", "positions": "many", "connections": {}}) == [
        "Board name must have 1 to 60 characters.",
        "A board needs 2 to 128 positions, found 0.",
        "A board needs exactly one START, found 0.",
        "A board needs exactly one FINISH, found 0.",
    ]


@law("R48")
def test_a_position_has_at_most_eight_connections_and_double_ones_count_once() -> None:
    names = [f"N{i}" for i in range(8)]
    star = network("S> " + " ".join(names) + " F#", " ".join(f"S-{name}" for name in names) + " N0-F S-N3")
    assert check(star) == ["'S' and 'N3' are connected twice."]
    star["connections"][-1] = ["S", "F"]
    assert check(star) == ["Position 'S' has 9 connections, at most 8 are allowed."]


@law("R48")
def test_messages_come_in_the_order_of_the_table_then_of_the_file() -> None:
    def change(board: dict[str, Any]) -> None:
        board["positions"][2] |= {"kind": "wood", "x": 999}
        board["positions"][1]["x"] = 999
        board["connections"] += [["S", "S"], ["S"]]

    assert changed(change) == [
        f"Position 'Q': {PLACE_FAULT}",
        f"Position 'A': {PLACE_FAULT}",
        "Positions 'Q' and 'A' have the same place.",
        "Position 'A': unknown kind 'wood'.",
        "Connection 5 must be a pair of position ids.",
        "Connection 4: 'S' is connected to itself.",
    ]


@law("R48")
def test_a_bad_board_is_refused_with_all_its_messages() -> None:
    board = QUIZ | {"name": "", "connections": []}
    with pytest.raises(BadOption) as caught:
        GAME.frame(2, {"board": board})
    assert isinstance(caught.value, BadBoard)
    messages = list(map(str, caught.value.messages))
    assert messages[0] == "Board name must have 1 to 60 characters."
    assert str(caught.value) == "\n".join(messages) and len(messages) == 5
    german = speaker(GAME, "de")(caught.value.sentence).splitlines()
    assert german[0] == "Der Name des Bretts braucht 1 bis 60 Zeichen." and len(german) == 5


@law("R50")
def test_crossing_lines_passages_and_short_cycles_are_warned_of() -> None:
    places = {"S": (0, 0), "A": (4, 4), "B": (0, 4), "F": (4, 0), "M": (2, 0)}
    board = network("S> A B F# M", "S-A B-F S-B S-F M-A")
    board["positions"] = [
        entry | {"x": places[entry["id"]][0], "y": places[entry["id"]][1]} for entry in board["positions"]
    ]
    assert warnings(read(board)) == [
        "Connections 'S' to 'A' and 'B' to 'F' cross.",
        "Connections 'B' to 'F' and 'M' to 'A' cross.",
        "Connection 'S' to 'F' runs through 'M'.",
        "There is a cycle of 3 connections: below 7, traps are likely.",
    ]


@law("R51")
def test_demo_21_is_as_the_sheet_describes_it() -> None:
    board = read("Demo 21")
    edges = edges_of(board)
    near = neighbours(21, edges)
    ids = [entry["id"] for entry in board["positions"]]
    assert len(edges) == 22 and ids == [f"P{i}" for i in range(1, 22)]
    assert {ids[i]: len(others) for i, others in enumerate(near) if len(others) != 2} == {"P5": 3, "P9": 3}
    assert diameter(near) == 9 and shortest_cycle(near) == 13
    assert crossings([(entry["x"], entry["y"]) for entry in board["positions"]], edges) == []
    assert warnings(board) == [] and "packs" not in board and shown(board) == board
