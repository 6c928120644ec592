"""Rally in slow, plain Python: a second reading of the rule sheet, for comparison only (see README.md)."""

from collections.abc import Callable

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
