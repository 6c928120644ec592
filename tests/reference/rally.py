"""Rally in slow, plain Python: a second reading of the rule sheet, for comparison only (see README.md)."""

import json
import re
from collections.abc import Callable, Iterator

Graph = dict[str, set[str]]


def graph_of(ids: list[str], connections: list[list[str]]) -> Graph:
    """Neighbours of each position; a connection joins two different positions, and a double one counts once [R2]."""
    graph: Graph = {name: set() for name in ids}
    for a, b in connections:
        if a != b and a in graph and b in graph:
            graph[a].add(b)
            graph[b].add(a)
    return graph


def distances(graph: Graph, start: str, closed: frozenset[str] = frozenset()) -> dict[str, int]:
    """Steps from start to everything that can be reached without entering a closed position."""
    steps = {start: 0}
    edge = [start]
    while edge:
        place = edge.pop(0)
        for near in graph[place] - closed - steps.keys():
            steps[near] = steps[place] + 1
            edge.append(near)
    return steps


class Reference:
    def __init__(self, seats: int, options: dict, below: Callable[[int], int]) -> None:
        self.seats = range(seats)
        self.options = options
        self.below = below
        self.win: str = options["win"]
        self.read_board(options["board"])
        self.needed = self.points_needed()
        self.at: list[str | None] = [self.start for _ in self.seats]  # [R4]
        self.points: list[set[str]] = [set() for _ in self.seats]
        self.arrived: list[int] = []
        self.arrival_round = [0 for _ in self.seats]
        self.left: list[int] = []
        self.asked: dict[str, set[int]] = {pack: set() for pack in self.packs}
        self.question: tuple[str, int] | None = None
        self.reason: str | None = None
        self.round = 1
        self.open_turn(0)
        if not self.reach():
            self.end_turn()  # [R16]

    def read_board(self, board: dict) -> None:
        positions = board["positions"]
        self.order: list[str] = [position["id"] for position in positions]
        kind = {position["id"]: position["kind"] for position in positions}
        self.start = next(name for name in self.order if kind[name] == "start")
        self.finish = next(name for name in self.order if kind[name] == "finish")
        self.checkpoints = [name for name in self.order if kind[name] == "checkpoint"]
        self.pack_at: dict[str, str | None] = {position["id"]: position.get("pack") for position in positions}
        self.packs: dict[str, dict] = board.get("packs") or {}
        self.graph = graph_of(self.order, board["connections"])
        if not self.checkpoints and self.win != "race":
            raise ValueError(f"Board '{board['name']}' has no checkpoint, only the race can be played.")  # [R49]

    def points_needed(self) -> int:
        """n of R25. The race needs none [R28]; in "points" nobody needs to enter FINISH [R29]."""
        number, asked_for = len(self.checkpoints), self.options["points_needed"]
        if self.win != "rally":
            return 0
        if asked_for == "half":
            return (number + 1) // 2
        if asked_for == "all":
            return number
        if asked_for > number:
            raise ValueError(f"{asked_for} points are needed, but the board has only {number}")
        return asked_for

    def in_board_order(self, names: set[str]) -> list[str]:
        return [name for name in self.order if name in names]

    def racing(self) -> list[int]:
        """The players who still have turns: neither in nor gone [R18, R31]."""
        return [seat for seat in self.seats if seat not in self.arrived and seat not in self.left]

    # The turn

    def open_turn(self, seat: int) -> None:
        self.turn: int | None = seat
        self.die = self.below(6) + 1  # [R7]
        self.moves_left = self.die
        self.visited: set[str] = set()

    def end_turn(self) -> None:
        """Passes the turn on, over every player whose roll is forfeited at once [R16]."""
        while True:
            last = self.turn
            seat = self.seat_after(last)
            if seat <= last:  # a round is over [R18]
                limit = self.limit_reached()
                if limit is not None:
                    self.end(limit)
                    return
                self.round += 1
            self.open_turn(seat)
            if self.reach():
                return

    def seat_after(self, last: int) -> int:
        racing = self.racing()
        return min([seat for seat in racing if seat > last] or racing)

    def limit_reached(self) -> str | None:
        if self.win == "points" and self.round >= self.options["rounds"]:
            return "rounds"  # [R29]
        if self.round >= self.options["max_rounds"]:
            return "max_rounds"  # [R30]
        return None

    def end(self, reason: str) -> None:
        self.reason = reason
        self.turn = None
        self.die = self.moves_left = 0
        self.visited = set()
        self.question = None

    # Reach and path

    def finish_is_special(self) -> bool:
        return self.win != "points"  # there it is a plain position [R29]

    def layers(self) -> list[set[str]]:
        """Layer 0 is the place of the figure, layer k what can be reached with k moves and no fewer [R8]."""
        layers = [{self.at[self.turn]}]
        for cost in range(1, self.moves_left + 1):
            near = set().union(*[self.graph[place] for place in layers[-1]])
            layer = near - set().union(*layers) - self.visited
            if self.finish_is_special():
                layer.discard(self.finish)
                enough = len(self.points[self.turn]) >= self.needed
                # Only the last move may enter FINISH, even if a shorter way to it exists [R23]. As it stands in no
                # layer but the last, nothing is reached through it.
                if enough and cost == self.moves_left and self.finish in near:
                    layer.add(self.finish)
            layers.append(layer)
        return layers

    def reach(self) -> dict[str, int]:
        return {target: cost for cost, layer in enumerate(self.layers()) if cost > 0 for target in layer}

    def path_taken(self, target: str) -> list[str]:
        """Of all ways with one position per layer, the first in board order, position by position [R12]."""
        ways = [[self.at[self.turn]]]
        for layer in self.layers()[1 : self.reach()[target] + 1]:
            ways = [way + [place] for way in ways for place in layer & self.graph[way[-1]]]
        ways = [way for way in ways if way[-1] == target]
        return min(ways, key=lambda way: [self.order.index(place) for place in way])

    # The interface

    @property
    def phase(self) -> str:
        if self.turn is None:
            return "over"
        return "question" if self.question else "move"

    def legal(self, seat: int) -> list[str]:
        if self.turn is None or seat != self.turn:
            return []
        if self.phase == "move":
            return [f"move {target}" for target in self.reach()]
        answers = [f"answer {number}" for number in range(1, len(self.opened()["answers"]) + 1)]
        luck = ["luck"] if seat in self.options["computers"] else []  # [R38]
        return answers + ["no answer"] + luck

    def play(self, seat: int, words: str) -> None:
        if words not in self.legal(seat):
            raise ValueError(f"seat {seat} may not play {words}")
        verb, _, rest = words.partition(" ")
        if verb == "move":
            self.move(rest)
        elif verb == "luck":
            self.answer_by_luck()
        else:
            self.answer(words == f"answer {self.right_answer() + 1}")  # `no answer` is never right [R38]

    def move(self, target: str) -> None:
        cost, path = self.reach()[target], self.path_taken(target)
        self.at[self.turn] = target  # [R9]
        self.moves_left -= cost
        if self.moves_left == 0:
            self.stop_on(target)
            return
        self.visited |= set(path)  # [R11]
        if len(self.graph[target]) == 1:
            self.visited = {target}  # a dead end: he may turn round [R15]
        if not self.reach():
            self.end_turn()  # the rest is forfeited, and a checkpoint earns nothing [R16, R20]

    def stop_on(self, place: str) -> None:
        """The last move of the turn ends here, by an exact stop."""
        if place == self.finish and self.finish_is_special():
            self.arrive()
        elif not self.may_earn(self.turn, place):
            self.end_turn()
        elif self.options["questions"] and self.pack_at[place] is not None:
            self.ask(self.pack_at[place])
        else:
            self.points[self.turn].add(place)  # [R19]
            self.end_turn()

    def may_earn(self, seat: int, place: str) -> bool:
        """In the race checkpoints are plain [R28]; a point already held is not earned again [R19]."""
        return self.win != "race" and place in self.checkpoints and place not in self.points[seat]

    # Questions

    def ask(self, pack: str) -> None:
        everything = range(len(self.packs[pack]["questions"]))
        if len(self.asked[pack]) == len(everything):
            self.asked[pack] = set()  # the pool, shared by all, is refilled only when it is needed [R21]
        pool = [index for index in everything if index not in self.asked[pack]]
        index = pool[self.below(len(pool))]
        self.asked[pack].add(index)
        self.question = (pack, index)

    def opened(self) -> dict:
        pack, index = self.question
        return self.packs[pack]["questions"][index]

    def right_answer(self) -> int:
        return int(self.opened()["right"])  # a board may write 1.0 [R48]

    def answer_by_luck(self) -> None:
        """First luck, then which wrong answer is given: all wrong ones end alike, but each is a draw [R38]."""
        knows = self.below(100) < self.options["bot_knowledge"]
        if not knows:
            self.below(len(self.opened()["answers"]) - 1)
        self.answer(knows)

    def answer(self, right: bool) -> None:
        if right:
            self.points[self.turn].add(self.at[self.turn])  # [R22]
        self.question = None
        self.end_turn()

    # Arriving, leaving, ranking

    def arrive(self) -> None:
        self.arrived.append(self.turn)
        self.arrival_round[self.turn] = self.round
        if self.options["after_first"] == "stop":
            self.end("first_in")  # [R27]
        elif len(self.racing()) <= 1:
            self.end("all_in")  # the last place is certain, or a player alone is in [R26]
        else:
            self.end_turn()

    def leave(self, seat: int) -> None:
        """The figure is taken off; a question asked of this player stays used [R21, R31]."""
        if self.turn is None or seat in self.left:
            raise ValueError(f"seat {seat} cannot leave")
        self.left.append(seat)
        self.at[seat] = None
        if len(self.left) == len(self.seats):
            self.end("all_left")
        elif self.win != "points" and len(self.racing()) == 1:
            self.end("last_left")  # [R31]
        elif seat == self.turn:
            self.question = None
            self.end_turn()

    def rank(self, seat: int) -> tuple[int, ...]:
        """Smaller is better; equal ranks share a place."""
        if seat in self.arrived:
            return 0, self.arrived.index(seat)  # in order of arrival, and kept by one who leaves later [R26, R31]
        if seat in self.left:
            return (2,)  # after everybody else [R31]
        steps = distances(self.graph, self.finish)[self.at[seat]]
        return 1, -len(self.points[seat]), steps  # [R27, R29]

    def result(self) -> dict | None:
        if self.reason is None:
            return None
        ranks = [self.rank(seat) for seat in self.seats]
        places = [1 + sum(other < rank for other in ranks) for rank in ranks]
        nobody = self.reason == "all_left"
        return {
            "places": places,
            "points": [len(held) for held in self.points],
            "winners": [] if nobody else [seat for seat in self.seats if places[seat] == 1],
            "reason": self.reason,
        }

    def snapshot(self) -> dict:
        return {
            "turn": self.turn,
            "phase": self.phase,
            "round": self.round,
            "die": self.die,
            "moves_left": self.moves_left,
            "at": list(self.at),
            "visited": self.in_board_order(self.visited),
            "reach": self.reach() if self.phase == "move" else {},
            "points": [self.in_board_order(held) for held in self.points],
            "arrived": list(self.arrived),
            "arrival_round": list(self.arrival_round),
            "left": list(self.left),
            "question": list(self.question) if self.question else None,
            "asked": {pack: sorted(indexes) for pack, indexes in self.asked.items()},
        }


# Board files


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
