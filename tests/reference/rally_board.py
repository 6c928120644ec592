"""Rally's board files, R48 and R50, in slow, plain Python: part of the second reading (see README.md)."""

import json
import re
from collections.abc import Iterator

from tests.reference.rally import Graph, distances, graph_of


def is_text(value: object, shortest: int, longest: int) -> bool:
    return isinstance(value, str) and shortest <= len(value) <= longest


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_whole(value: object, lowest: int, highest: int) -> bool:
    """5.0 is a whole number, true is not."""
    return is_number(value) and lowest <= value <= highest and value == int(value)


def as_list(value: object) -> list:
    return value if isinstance(value, list) else []


def as_object(value: object) -> dict:
    return value if isinstance(value, dict) else {}


def shown(value: object) -> str:
    """A faulty value as it stands in a message: text as it is, nothing for an absent one, else its JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def check_board(text: str) -> list[str]:
    """All messages of R48 for a board file, in order, each once; none for a valid board."""
    if len(text.encode("utf-8", "surrogatepass")) > 256 * 1024:
        return ["Board file is larger than 256 KiB."]  # B1
    try:
        board = json.loads(text, parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        return [f"Board file is not a JSON object: {error}."]  # B2
    if not isinstance(board, dict):
        return ["Board file is not a JSON object: it is something else."]
    if board.get("format") != "rally-board-1":
        return [f"Unknown board format '{shown(board.get('format'))}', expected 'rally-board-1'."]  # B3
    messages = [*check_positions(board), *check_connections(board), *check_packs(board)]
    return list(dict.fromkeys(messages))


def check_positions(board: dict) -> Iterator[str]:
    """B4 to B13. The counts of B5 and B11 to B13 take in the positions without a proper id."""
    if not is_text(board.get("name"), 1, 60):
        yield "Board name must have 1 to 60 characters."
    positions = [as_object(position) for position in as_list(board.get("positions"))]
    if not 2 <= len(positions) <= 128:
        yield f"A board needs 2 to 128 positions, found {len(positions)}."
    for index, position in enumerate(positions):
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,12}", position["id"] if isinstance(position.get("id"), str) else ""):
            yield f"Position {index}: id must have 1 to 12 letters, digits, '_' or '-'."
    named = named_positions(board)  # the others get B6 only
    ids = [position["id"] for position in named]
    for index, name in enumerate(ids):
        if name in ids[:index]:
            yield f"Position id '{name}' is used twice."
    for position in named:
        if not (is_whole(position.get("x"), 0, 255) and is_whole(position.get("y"), 0, 255)):
            yield f"Position '{position['id']}': x and y must be whole numbers from 0 to 255."
    for index, position in enumerate(named):
        for earlier in named[:index]:
            if same_place(earlier, position):
                yield f"Positions '{earlier['id']}' and '{position['id']}' have the same place."
    for position in named:
        if position.get("kind") not in ("plain", "start", "finish", "checkpoint"):
            yield f"Position '{position['id']}': unknown kind '{shown(position.get('kind'))}'."
    kinds = [position.get("kind") for position in positions]
    for kind in ("start", "finish"):
        if kinds.count(kind) != 1:
            yield f"A board needs exactly one {kind.upper()}, found {kinds.count(kind)}."
    if kinds.count("checkpoint") > 32:
        yield f"At most 32 checkpoints are allowed, found {kinds.count('checkpoint')}."


def named_positions(board: dict) -> list[dict]:
    positions = [as_object(position) for position in as_list(board.get("positions"))]
    return [position for position in positions if isinstance(position.get("id"), str)]


def same_place(a: dict, b: dict) -> bool:
    places = [a.get("x"), a.get("y"), b.get("x"), b.get("y")]
    return all(is_number(value) for value in places) and places[:2] == places[2:]


def is_pair(connection: object) -> bool:
    return isinstance(connection, list) and len(connection) == 2 and all(isinstance(end, str) for end in connection)


def check_connections(board: dict) -> Iterator[str]:
    """B14 to B21."""
    connections = list(enumerate(as_list(board.get("connections"))))
    ids = [position["id"] for position in named_positions(board)]
    for index, connection in connections:
        if not is_pair(connection):
            yield f"Connection {index} must be a pair of position ids."
    pairs = [(index, connection) for index, connection in connections if is_pair(connection)]
    for index, pair in pairs:
        for end in pair:
            if end not in ids:
                yield f"Connection {index}: unknown position '{end}'."
    for index, (a, b) in pairs:
        if a == b:
            yield f"Connection {index}: '{a}' is connected to itself."
    seen: list[list[str]] = []
    for _, (a, b) in pairs:
        for first in seen:
            if first in ([a, b], [b, a]):
                yield f"'{first[0]}' and '{first[1]}' are connected twice."
                break
        seen.append([a, b])
    graph = graph_of(ids, seen)
    for name in ids:
        if len(graph[name]) > 8:
            yield f"Position '{name}' has {len(graph[name])} connections, at most 8 are allowed."
    for name in ids:
        if not graph[name]:
            yield f"Position '{name}' has no connection."
    yield from check_ways(board, graph, [name for name in ids if graph[name]])


def check_ways(board: dict, graph: Graph, connected: list[str]) -> Iterator[str]:
    """B20 and B21, asked only when it is clear which START and FINISH are meant."""
    positions = [as_object(position) for position in as_list(board.get("positions"))]
    starts = [position.get("id") for position in positions if position.get("kind") == "start"]
    finishes = [position.get("id") for position in positions if position.get("kind") == "finish"]
    if len(starts) != 1:
        return
    # A START whose id is no text has no connections, so nothing can be reached from it.
    reached = distances(graph, starts[0]).keys() if isinstance(starts[0], str) else set()
    for name in connected:
        if name not in reached:
            yield f"Position '{name}' cannot be reached from START."
    if len(finishes) != 1 or not reached or not isinstance(finishes[0], str):
        return
    before = distances(graph, starts[0], frozenset(finishes)).keys()
    for name in connected:
        if name in reached and name not in before and name not in finishes:
            yield f"Position '{name}' can be reached only through FINISH."


def check_packs(board: dict) -> Iterator[str]:
    """B22 to B30, in the order of the table."""
    packs = as_object(board.get("packs"))
    carriers = [position for position in named_positions(board) if position.get("pack") is not None]
    for position in carriers:
        if position.get("kind") != "checkpoint":
            yield f"Position '{position['id']}': only a checkpoint may carry a question pack."
    for position in carriers:
        if position["pack"] not in list(packs):
            yield f"Position '{position['id']}': question pack '{shown(position['pack'])}' is missing."
    if board.get("packs") is not None and not isinstance(board["packs"], dict):
        yield "Question packs must be an object of packs."
    if len(packs) > 32:
        yield f"At most 32 question packs are allowed, found {len(packs)}."
    questions = []
    for pack, content in packs.items():
        asked = as_list(as_object(content).get("questions"))
        if not 1 <= len(asked) <= 200:
            yield f"Pack '{pack}' needs 1 to 200 questions, found {len(asked)}."
        questions += [(f"Pack '{pack}', question {index}", as_object(one)) for index, one in enumerate(asked)]
    for where, question in questions:
        number = len(as_list(question.get("answers")))
        if not 3 <= number <= 6:
            yield f"{where}: 3 to 6 answers are needed, found {number}."
    for where, question in questions:
        if not is_whole(question.get("right"), 0, len(as_list(question.get("answers"))) - 1):
            yield f"{where}: exactly one right answer is needed."
    for where, question in questions:
        texts = [answer for answer in as_list(question.get("answers")) if isinstance(answer, str)]
        if len(set(texts)) < len(texts):
            yield f"{where}: two answers are the same."
    for where, question in questions:
        fits = is_text(question.get("text"), 1, 300)
        fits = fits and all(is_text(answer, 1, 120) for answer in as_list(question.get("answers")))
        if not (fits and (question.get("note") is None or is_text(question["note"], 0, 600))):
            yield f"{where}: text 1 to 300, answers 1 to 120, note up to 600 characters."


# Warnings about a valid board [R50]


def warnings(board: dict) -> list[str]:
    places = {position["id"]: (position["x"], position["y"]) for position in board["positions"]}
    lines = board["connections"]
    found = []
    for index, (c, d) in enumerate(lines):
        for a, b in lines[:index]:
            if crosses(places[a], places[b], places[c], places[d]):
                found.append(f"The connections {a} to {b} and {c} to {d} cross.")
    for a, b in lines:
        for name, place in places.items():
            if name not in (a, b) and lies_between(place, places[a], places[b]):
                found.append(f"The connection {a} to {b} runs through {name}.")
    shortest = shortest_cycle(board)
    if shortest is not None and shortest < 7:
        found.append(f"There is a cycle of only {shortest} connections: players will often be trapped.")
    return found


def side(a: tuple, b: tuple, point: tuple) -> float:
    """Positive on one side of the line from a to b, negative on the other, zero on it."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def crosses(a: tuple, b: tuple, c: tuple, d: tuple) -> bool:
    """Each line parts the ends of the other; lines that meet in an end or lie in one another don't cross."""
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def lies_between(point: tuple, a: tuple, b: tuple) -> bool:
    behind = (point[0] - a[0]) * (point[0] - b[0]) + (point[1] - a[1]) * (point[1] - b[1])
    return side(a, b, point) == 0 and behind < 0


def shortest_cycle(board: dict) -> int | None:
    """Take one connection away: the shortest other way between its ends closes a cycle with it."""
    ids = [position["id"] for position in board["positions"]]
    lengths = []
    for index, (a, b) in enumerate(board["connections"]):
        others = board["connections"][:index] + board["connections"][index + 1 :]
        detour = distances(graph_of(ids, others), a).get(b)
        if detour is not None:
            lengths.append(detour + 1)
    return min(lengths, default=None)
