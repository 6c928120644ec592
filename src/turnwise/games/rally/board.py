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
from turnwise.kit.errors import BadOption
from turnwise.kit.graph import APART, Neighbours, crossings, distances, neighbours, passages, shortest_cycle
from turnwise.kit.words import Said, said

FORMAT = "rally-board-1"
OURS = {"Demo 21": "demo_21.json", "Old Harbour": "old_harbour.json"}
"""Boards that come with the game, by name."""
KINDS = ("plain", "start", "finish", "checkpoint")
ID = re.compile(f"[A-Za-z0-9_-]{{1,{bounds.ID}}}")
TRAP = 7

Json = Any
Board = dict[str, Any]


class BadBoard(BadOption):
    """A board that cannot be used; `messages` says all that is wrong with it."""

    code = "bad_board"

    def __init__(self, messages: list[str]) -> None:
        super().__init__("\n".join(messages))
        self.messages = messages


def read(given: Any) -> Board:
    """The checked board, with known keys only, from an object, its JSON, a path (or its text), or the name of one of ours."""
    board = parsed(given)
    messages = check(board)
    if messages:
        raise BadBoard(messages)
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


def warnings(board: Board) -> list[str]:
    """What a checked board may have and better had not.   [R50]"""
    return [str(caution) for caution in cautions(board)]


def cautions(board: Board) -> list[Said]:
    """The warnings as sentences that name the positions they are about."""
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


def check(board: Json) -> list[str]:
    """The messages that apply to a JSON object, in the order of R48, each once; none for a good board."""
    return [str(fault) for fault in faults(board)]


def faults(board: Json) -> list[Said]:
    """The messages as sentences that name the positions, connections and packs they are about."""
    if board.get("format") != FORMAT:
        value = _text(board.get("format"))
        return [_about("Unknown board format '{value}', expected '{format}'.", value=value, format=FORMAT)]
    if found := beyond(board, bounds.SLACK):
        return found
    told: dict[str, Said] = {}
    for fault in chain(_check_positions(board), _check_connections(board), _check_packs(board)):
        told[str(fault)] = fault
        if len(told) == bounds.MESSAGES:
            break
    return list(told.values())


def beyond(board: Json, slack: int = 1) -> list[Said]:
    """What there is more of than any board may have, so many times: told by counting alone."""
    packs = _packs(board)
    counts = {
        "A board needs 2 to 128 positions, found {n}.": (len(_list(board, "positions")), bounds.POSITIONS),
        "A board has at most {most} connections, found {n}.": (len(_list(board, "connections")), bounds.CONNECTIONS),
        "At most 32 question packs are allowed, found {n}.": (len(packs), bounds.PACKS),
    }
    found = [said(template, n=n, most=most) for template, (n, most) in counts.items() if n > slack * most]
    for name, pack in islice(packs.items(), slack * bounds.PACKS):
        if (n := len(_list(pack, "questions"))) > slack * bounds.QUESTIONS:
            found.append(_about("Pack '{pack}' needs 1 to 200 questions, found {n}.", pack=name, n=n))
    return found


def _about(template: str, **given: Any) -> Said:
    """A sentence about a file, which quotes no more of it than helps."""
    cut = {
        name: value[: bounds.QUOTED - 1] + "…" if isinstance(value, str) and len(value) > bounds.QUOTED else value
        for name, value in given.items()
    }
    return said(template, **cut)


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
        yield _about("Board name must have 1 to 60 characters.")
    if not 2 <= len(entries) <= bounds.POSITIONS:
        yield _about("A board needs 2 to 128 positions, found {n}.", n=len(entries))
    for index, entry in enumerate(entries):
        if not _has_id(entry) or not ID.fullmatch(entry["id"]):
            yield _about("Position {index}: id must have 1 to 12 letters, digits, '_' or '-'.", index=index)
    for name, times in Counter(entry["id"] for entry in named).items():
        if times > 1:
            yield _about("Position id '{id}' is used twice.", id=name)
    for entry in named:
        if not all(_is_whole(entry.get(axis)) and 0 <= entry[axis] <= bounds.SPAN for axis in "xy"):
            yield _about("Position '{id}': x and y must be whole numbers from 0 to 255.", id=entry["id"])
    placed = [entry for entry in named if _is_number(entry.get("x")) and _is_number(entry.get("y"))]
    placed = placed[: bounds.POSITIONS]  # what lies beyond has its message, and all pairs would be many
    for i, one in enumerate(placed):
        for other in placed[i + 1 :]:
            if (one["x"], one["y"]) == (other["x"], other["y"]):
                yield _about("Positions '{a}' and '{b}' have the same place.", a=one["id"], b=other["id"])
    for entry in named:
        if entry.get("kind") not in KINDS:
            yield _about("Position '{id}': unknown kind '{kind}'.", id=entry["id"], kind=_text(entry.get("kind")))
    for kind in ("start", "finish"):
        if (n := len(_of_kind(entries, kind))) != 1:
            yield _about("A board needs exactly one {kind}, found {n}.", kind=kind.upper(), n=n)
    if (n := len(_of_kind(entries, "checkpoint"))) > bounds.CHECKPOINTS:
        yield _about("At most 32 checkpoints are allowed, found {n}.", n=n)


def _check_connections(board: Json) -> Iterator[Said]:
    """B14 to B23."""
    entries, packs = _list(board, "positions"), _packs(board)
    named = [entry for entry in entries if _has_id(entry)]
    number, near = network_of(board)
    connections = _list(board, "connections")
    pairs = [(index, *ends) for index, ends in enumerate(connections) if _is_pair(ends)]
    for index, ends in enumerate(connections):
        if not _is_pair(ends):
            yield _about("Connection {index} must be a pair of position ids.", index=index)
    for index, *ends in pairs:
        for end in ends:
            if end not in number:
                yield _about("Connection {index}: unknown position '{id}'.", index=index, id=end)
    for index, a, b in pairs:
        if a == b:
            yield _about("Connection {index}: '{id}' is connected to itself.", index=index, id=a)
    met: dict[frozenset[str], tuple[str, str]] = {}
    for _, a, b in pairs:
        if (pair := frozenset((a, b))) in met:
            yield _about("'{a}' and '{b}' are connected twice.", a=met[pair][0], b=met[pair][1])
        met.setdefault(pair, (a, b))
    for name in number:
        if (n := len(near[number[name]])) > bounds.DEGREE:
            yield _about("Position '{id}' has {n} connections, at most 8 are allowed.", id=name, n=n)
    yield from _check_ways(entries, number, near)
    for entry in named:
        if entry.get("pack") is not None and entry.get("kind") != "checkpoint":
            yield _about("Position '{id}': only a checkpoint may carry a question pack.", id=entry["id"])
    for entry in named:
        if (pack := entry.get("pack")) is not None and not (isinstance(pack, str) and pack in packs):
            yield _about("Position '{id}': question pack '{pack}' is missing.", id=entry["id"], pack=_text(pack))


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
    yield from (_about("Position '{id}' has no connection.", id=name) for name in number if name in alone)
    yield from (_about("Position '{id}' cannot be reached from START.", id=name) for name in number if name in apart)
    yield from (
        _about("Position '{id}' can be reached only through FINISH.", id=name) for name in number if name in behind
    )


def _check_packs(board: Json) -> Iterator[Said]:
    """B30, B29, B24 to B28."""
    packs = _packs(board)
    if board.get("packs") is not None and not isinstance(board["packs"], dict):
        yield _about("Question packs must be an object of packs.")
    if len(packs) > bounds.PACKS:
        yield _about("At most 32 question packs are allowed, found {n}.", n=len(packs))
    questions = {name: _list(pack, "questions") for name, pack in packs.items()}
    for name, listed in questions.items():
        if not 1 <= len(listed) <= bounds.QUESTIONS:
            yield _about("Pack '{pack}' needs 1 to 200 questions, found {n}.", pack=name, n=len(listed))
    asked = [(name, i, one) for name, listed in questions.items() for i, one in enumerate(listed)]
    checks: tuple[Callable[[Json], str], ...] = (_answers_fault, _right_fault, _same_fault, _text_fault)
    for fault in checks:
        for name, index, question in asked:
            if message := fault(question):
                n = len(_list(question, "answers"))
                yield _about("Pack '{pack}', question {index}: " + message, pack=name, index=index, n=n)


def _answers_fault(question: Json) -> str:
    n = len(_list(question, "answers"))
    return "" if bounds.FEWEST_ANSWERS <= n <= bounds.ANSWERS else "3 to 6 answers are needed, found {n}."


def _right_fault(question: Json) -> str:
    right: Json = question.get("right") if isinstance(question, dict) else None
    good = _is_whole(right) and 0 <= right < len(_list(question, "answers"))
    return "" if good else "exactly one right answer is needed."


def _same_fault(question: Json) -> str:
    answers = [json.dumps(answer) for answer in _list(question, "answers")]
    return "" if len(set(answers)) == len(answers) else "two answers are the same."


def _text_fault(question: Json) -> str:
    entry = question if isinstance(question, dict) else {}
    good = _is_text(entry.get("text"), 1, bounds.TEXT)
    good = good and all(_is_text(answer, 1, bounds.ANSWER) for answer in _list(entry, "answers"))
    good = good and (entry.get("note") is None or _is_text(entry["note"], 0, bounds.NOTE))
    return "" if good else "text 1 to 300, answers 1 to 120, note up to 600 characters."


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
        raise BadBoard([f"Board file is not a JSON object: {error}."]) from None
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
        raise BadBoard([f"There is no board file '{path}'."]) from None


def _parse(source: bytes) -> Board:
    """B1 and B2."""
    if len(source) > bounds.FILE:
        raise BadBoard(["Board file is larger than 256 KiB."])
    try:
        board = json.loads(source.decode("utf-8-sig"), parse_constant=_refuse_constant)
        json.dumps(board, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except UnicodeError:
        raise BadBoard(["Board file is not a JSON object: it is not UTF-8."]) from None
    except RecursionError:
        raise BadBoard(["Board file is not a JSON object: it is nested too deeply."]) from None
    except ValueError as error:
        raise BadBoard([f"Board file is not a JSON object: {error}."]) from None
    if not isinstance(board, dict):
        raise BadBoard([f"Board file is not a JSON object: it is {_text(board)[:40]}."])
    return board


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
