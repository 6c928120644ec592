"""Board files: read, checked with every message that applies, and shown without their secrets.   [R47] to [R51]"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Any

from turnwise.games.rally import bounds
from turnwise.games.rally.state import BOARDS
from turnwise.kit.errors import BadOption
from turnwise.kit.graph import APART, Neighbours, crossings, distances, neighbours, passages, shortest_cycle
from turnwise.kit.words import Said, Words, row, said

FORMAT = "rally-board-1"
OURS = {name: f"{name.lower().replace(' ', '_')}.json" for name in BOARDS}
"""Boards that come with the game: their files by name."""
KINDS = ("plain", "start", "finish", "checkpoint")
ID = re.compile(f"[A-Za-z0-9_-]{{1,{bounds.ID}}}")
TRAP = 7

Json = Any
Board = dict[str, Any]


class BadBoard(BadOption):
    """A board that cannot be used; `messages` says all that is wrong with it."""

    code = "bad_board"

    def __init__(self, messages: list[Said]) -> None:
        super().__init__(row(messages, "\n"))
        self.messages = messages


def read(given: Any) -> Board:
    """The checked board, with known keys only, from an object, its JSON, a path (or its text), or the name of one of ours."""
    board = parsed(given)
    if found := faults(board):
        raise BadBoard(found)
    return _known(board)


def parsed(given: Any) -> Board:
    """The JSON object in what `read` takes, not checked any further than B1 and B2."""
    return _parse(_source(given))


def shown(board: Board) -> Board:
    """The board as players may see it: of a question pack only its title.   [R32]"""
    if "packs" not in board:
        return board
    titles = {name: {"title": pack["title"]} if "title" in pack else {} for name, pack in board["packs"].items()}
    return board | {"packs": titles}


def cautions(board: Board) -> list[Said]:
    """What a checked board may have and better had not; the sentences name the positions they are about.   [R50]"""
    names = [position["id"] for position in board["positions"]]
    places = [(position["x"], position["y"]) for position in board["positions"]]
    edges = edges_of(board)
    found = [
        said("Connections '{a}' to '{b}' and '{c}' to '{d}' cross.", a=names[a], b=names[b], c=names[c], d=names[d])
        for (a, b), (c, d) in crossings(places, edges)
    ]
    found += [
        said("Connection '{a}' to '{b}' runs through '{id}'.", a=names[a], b=names[b], id=names[node])
        for (a, b), node in passages(places, edges)
    ]
    cycle = shortest_cycle(neighbours(len(names), edges))
    if 0 < cycle < TRAP:
        found.append(said("There is a cycle of {n} connections: below {least}, traps are likely.", n=cycle, least=TRAP))
    return found


def edges_of(board: Board) -> list[tuple[int, int]]:
    """The connections of a checked board as pairs of numbers in board order."""
    number = {position["id"]: i for i, position in enumerate(board["positions"])}
    return [(number[a], number[b]) for a, b in board["connections"]]


def faults(board: Json) -> list[Said]:
    """The messages that apply to a JSON object, in the order of R48, each once; none for a good board.

    What a message is about is known by the names of its arguments: positions by `id`, `a`, `b`, `c`, `d` or by their number, a
    `connection` by its number, all positions of a `kind`."""
    if board.get("format") != FORMAT:
        value = _text(board.get("format"))
        return [_brief(said("Unknown board format '{value}', expected '{format}'.", value=value, format=FORMAT))]
    if found := beyond(board, bounds.SLACK):
        return found
    told: dict[Said, None] = {}
    for fault in chain(_check_positions(board), _check_connections(board), _check_packs(board)):
        told[_brief(fault)] = None
        if len(told) == bounds.MESSAGES:
            break
    return list(told)


def beyond(board: Json, slack: int = 1) -> list[Said]:
    """What there is more of than any board may have, so many times: told by counting alone."""
    packs = _packs(board)
    positions, connections = len(_list(board, "positions")), len(_list(board, "connections"))
    found = []
    if positions > slack * bounds.POSITIONS:
        found.append(said("A board needs 2 to 128 positions, found {n}.", n=positions))
    if connections > slack * bounds.CONNECTIONS:
        most = bounds.CONNECTIONS
        found.append(said("A board has at most {most} connections, found {n}.", most=most, n=connections))
    if len(packs) > slack * bounds.PACKS:
        found.append(said("At most 32 question packs are allowed, found {n}.", n=len(packs)))
    for name, pack in islice(packs.items(), slack * bounds.PACKS):
        if (n := len(_list(pack, "questions"))) > slack * bounds.QUESTIONS:
            found.append(_brief(said("Pack '{pack}' needs 1 to 200 questions, found {n}.", pack=name, n=n)))
    return found


def _brief(message: Said) -> Said:
    """A sentence about a file, which quotes no more of it than helps."""
    cut = {
        name: value[: bounds.QUOTED - 1] + "…"
        for name, value in message.given
        if isinstance(value, str) and len(value) > bounds.QUOTED
    }
    return message.given_also(**cut) if cut else message


def network_of(board: Json) -> tuple[dict[str, int], Neighbours]:
    """The positions that have an id, numbered in board order, and the neighbours of each, of a board that may be faulty."""
    named = (entry["id"] for entry in _list(board, "positions") if _has_id(entry))
    number = {name: i for i, name in enumerate(dict.fromkeys(named))}
    pairs = [ends for ends in _list(board, "connections") if _is_pair(ends)]
    good = [(number[a], number[b]) for a, b in pairs if a != b and a in number and b in number]
    return number, neighbours(len(number), good)


def _check_positions(board: Json) -> Iterator[Said]:
    """B4 to B13."""
    entries = _list(board, "positions")
    named = [entry for entry in entries if _has_id(entry)]
    if not _is_text(board.get("name"), 1, bounds.NAME):
        yield said("Board name must have 1 to 60 characters.")
    if not 2 <= len(entries) <= bounds.POSITIONS:
        yield said("A board needs 2 to 128 positions, found {n}.", n=len(entries))
    for index, entry in enumerate(entries):
        if not _has_id(entry) or not ID.fullmatch(entry["id"]):
            yield said("Position {number}: id must have 1 to 12 letters, digits, '_' or '-'.", number=index)
    for name, times in Counter(entry["id"] for entry in named).items():
        if times > 1:
            yield said("Position id '{id}' is used twice.", id=name)
    for entry in named:
        if not all(_is_whole(entry.get(axis)) and 0 <= entry[axis] <= bounds.SPAN for axis in "xy"):
            yield said("Position '{id}': x and y must be whole numbers from 0 to 255.", id=entry["id"])
    placed = [entry for entry in named if _is_number(entry.get("x")) and _is_number(entry.get("y"))]
    placed = placed[: bounds.POSITIONS]  # what lies beyond has its message, and all pairs would be many
    for i, one in enumerate(placed):
        for other in placed[i + 1 :]:
            if (one["x"], one["y"]) == (other["x"], other["y"]):
                yield said("Positions '{a}' and '{b}' have the same place.", a=one["id"], b=other["id"])
    for entry in named:
        if entry.get("kind") not in KINDS:
            yield said("Position '{id}': unknown kind '{other}'.", id=entry["id"], other=_text(entry.get("kind")))
    if (n := len(_of_kind(entries, "start"))) != 1:
        yield said("A board needs exactly one START, found {n}.", n=n, kind="start")
    if (n := len(_of_kind(entries, "finish"))) != 1:
        yield said("A board needs exactly one FINISH, found {n}.", n=n, kind="finish")
    if (n := len(_of_kind(entries, "checkpoint"))) > bounds.CHECKPOINTS:
        yield said("At most 32 checkpoints are allowed, found {n}.", n=n)


def _check_connections(board: Json) -> Iterator[Said]:
    """B14 to B23."""
    entries, packs = _list(board, "positions"), _packs(board)
    named = [entry for entry in entries if _has_id(entry)]
    number, near = network_of(board)
    connections = _list(board, "connections")
    pairs = [(index, *ends) for index, ends in enumerate(connections) if _is_pair(ends)]
    for index, ends in enumerate(connections):
        if not _is_pair(ends):
            yield said("Connection {connection} must be a pair of position ids.", connection=index)
    for index, *ends in pairs:
        for end in ends:
            if end not in number:
                yield said("Connection {connection}: unknown position '{id}'.", connection=index, id=end)
    for index, a, b in pairs:
        if a == b:
            yield said("Connection {connection}: '{id}' is connected to itself.", connection=index, id=a)
    met: dict[frozenset[str], tuple[str, str]] = {}
    for _, a, b in pairs:
        if (pair := frozenset((a, b))) in met:
            yield said("'{a}' and '{b}' are connected twice.", a=met[pair][0], b=met[pair][1])
        met.setdefault(pair, (a, b))
    for name in number:
        if (n := len(near[number[name]])) > bounds.DEGREE:
            yield said("Position '{id}' has {n} connections, at most 8 are allowed.", id=name, n=n)
    yield from _check_ways(entries, number, near)
    for entry in named:
        if entry.get("pack") is not None and entry.get("kind") != "checkpoint":
            yield said("Position '{id}': only a checkpoint may carry a question pack.", id=entry["id"])
    for entry in named:
        if (pack := entry.get("pack")) is not None and not (isinstance(pack, str) and pack in packs):
            yield said("Position '{id}': question pack '{pack}' is missing.", id=entry["id"], pack=_text(pack))


def _check_ways(entries: list[Json], number: dict[str, int], near: list[list[int]]) -> Iterator[Said]:
    """B19 to B21: for one position the first of them."""
    starts, finishes = _of_kind(entries, "start"), _of_kind(entries, "finish")
    alone = {name for name in number if not near[number[name]]}
    apart: set[str] = set()
    behind: set[str] = set()
    if len(starts) == 1 and not _has_id(starts[0]):
        apart = set(number) - alone  # no connection can name a START without an id
    elif len(starts) == 1:
        start = number[starts[0]["id"]]
        steps = distances(near, start)
        apart = {name for name in number if steps[number[name]] == APART} - alone
        if len(finishes) == 1 and _has_id(finishes[0]):
            finish = number[finishes[0]["id"]]
            steps = distances(near, start, avoid=finish)
            behind = {name for name in number if steps[number[name]] == APART} - alone - apart - {finishes[0]["id"]}
    yield from (said("Position '{id}' has no connection.", id=name) for name in number if name in alone)
    yield from (said("Position '{id}' cannot be reached from START.", id=name) for name in number if name in apart)
    yield from (
        said("Position '{id}' can be reached only through FINISH.", id=name) for name in number if name in behind
    )


def _check_packs(board: Json) -> Iterator[Said]:
    """B30, B29, B24 to B28."""
    packs = _packs(board)
    if board.get("packs") is not None and not isinstance(board["packs"], dict):
        yield said("Question packs must be an object of packs.")
    if len(packs) > bounds.PACKS:
        yield said("At most 32 question packs are allowed, found {n}.", n=len(packs))
    questions = {name: _list(pack, "questions") for name, pack in packs.items()}
    for name, listed in questions.items():
        if not 1 <= len(listed) <= bounds.QUESTIONS:
            yield said("Pack '{pack}' needs 1 to 200 questions, found {n}.", pack=name, n=len(listed))
    asked = [(name, i, one) for name, listed in questions.items() for i, one in enumerate(listed)]
    for is_faulty, message in QUESTION_FAULTS:
        for name, index, question in asked:
            if is_faulty(question):
                yield message.given_also(pack=name, question=index, n=len(_list(question, "answers")))


def _has_odd_number(question: Json) -> bool:
    return not bounds.FEWEST_ANSWERS <= len(_list(question, "answers")) <= bounds.ANSWERS


def _has_no_right(question: Json) -> bool:
    right: Json = question.get("right") if isinstance(question, dict) else None
    return not (_is_whole(right) and 0 <= right < len(_list(question, "answers")))


def _has_the_same_twice(question: Json) -> bool:
    answers = [json.dumps(answer) for answer in _list(question, "answers")]
    return len(set(answers)) < len(answers)


def _has_bad_text(question: Json) -> bool:
    entry = question if isinstance(question, dict) else {}
    good = _is_text(entry.get("text"), 1, bounds.TEXT)
    good = good and all(_is_text(answer, 1, bounds.ANSWER) for answer in _list(entry, "answers"))
    return not (good and (entry.get("note") is None or _is_text(entry["note"], 0, bounds.NOTE)))


QUESTION_FAULTS: tuple[tuple[Callable[[Json], bool], Said], ...] = (
    (_has_odd_number, said("Pack '{pack}', question {question}: 3 to 6 answers are needed, found {n}.")),
    (_has_no_right, said("Pack '{pack}', question {question}: exactly one right answer is needed.")),
    (_has_the_same_twice, said("Pack '{pack}', question {question}: two answers are the same.")),
    (
        _has_bad_text,
        said("Pack '{pack}', question {question}: text 1 to 300, answers 1 to 120, note up to 600 characters."),
    ),
)
"""B25 to B28."""


def _source(given: Any) -> bytes:
    """The bytes of what a user gave, and never more of them than a board may have by one."""
    if isinstance(given, bytes | bytearray):
        return bytes(given)
    if isinstance(given, Path):
        return _file(given)
    if isinstance(given, str):
        if given in OURS:
            return _ours(given)
        if given.lstrip()[:1] in ("{", "[", '"') or "\n" in given:
            return given.encode("utf-8", "surrogatepass")
        return _file(Path(given))
    try:
        text = json.dumps(given, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise _no_object(str(error)) from None
    return text.encode("utf-8", "surrogatepass")


@cache
def _ours(name: str) -> bytes:
    return Path(__file__).with_name(OURS[name]).read_bytes()


def _file(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise FileNotFoundError
        with path.open("rb") as file:
            return file.read(bounds.FILE + 1)
    except (OSError, ValueError):
        raise BadBoard([said("There is no board file '{path}'.", path=str(path))]) from None


def _parse(source: bytes) -> Board:
    """B1 and B2."""
    if len(source) > bounds.FILE:
        raise BadBoard([said("Board file is larger than 256 KiB.")])
    try:
        board = json.loads(source.decode("utf-8-sig"), parse_constant=_refuse_constant)
        json.dumps(board, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except UnicodeError:
        raise _no_object(said("it is not UTF-8")) from None
    except RecursionError:
        raise _no_object(said("it is nested too deeply")) from None
    except ValueError as error:
        raise _no_object(str(error)) from None
    if not isinstance(board, dict):
        raise _no_object(said("it is {value}", value=_text(board)[:40]))
    return board


def _no_object(reason: Words) -> BadBoard:
    return BadBoard([said("Board file is not a JSON object: {reason}.", reason=reason)])


def _refuse_constant(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _known(board: Board) -> Board:
    """A good board with its known keys only, whole numbers as such."""
    known: Board = {"format": FORMAT, "name": board["name"]}
    if isinstance(board.get("author"), str):
        known["author"] = board["author"]
    known["positions"] = [
        {"id": entry["id"], "x": int(entry["x"]), "y": int(entry["y"]), "kind": entry["kind"]}
        | ({"pack": entry["pack"]} if entry.get("pack") is not None else {})
        for entry in board["positions"]
    ]
    known["connections"] = [list(ends) for ends in board["connections"]]
    if board.get("packs") is not None:
        known["packs"] = {name: _known_pack(pack) for name, pack in board["packs"].items()}
    return known


def _known_pack(pack: Json) -> Json:
    title = {"title": pack["title"]} if isinstance(pack.get("title"), str) else {}
    questions = [
        {"text": question["text"], "answers": question["answers"], "right": int(question["right"])}
        | ({"note": question["note"]} if question.get("note") is not None else {})
        for question in pack["questions"]
    ]
    return title | {"questions": questions}


def _list(entry: Json, key: str) -> list[Json]:
    value = entry.get(key) if isinstance(entry, dict) else None
    return value if isinstance(value, list) else []


def _packs(board: Json) -> dict[str, Json]:
    packs = board.get("packs")
    return packs if isinstance(packs, dict) else {}


def _of_kind(entries: Iterable[Json], kind: str) -> list[Json]:
    return [entry for entry in entries if isinstance(entry, dict) and entry.get("kind") == kind]


def _has_id(entry: Json) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("id"), str)


def _is_pair(ends: Json) -> bool:
    return isinstance(ends, list) and len(ends) == 2 and all(isinstance(end, str) for end in ends)


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_whole(value: Json) -> bool:
    return _is_number(value) and value == value // 1


def _is_text(value: Json, shortest: int, longest: int) -> bool:
    return isinstance(value, str) and shortest <= len(value) <= longest


def _text(value: Json) -> str:
    """A JSON value inside a message: texts as they stand, nothing for what is absent."""
    return value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
