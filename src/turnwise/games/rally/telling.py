"""What is said of a table on which Rally is played, to those who read it and to those who hear it."""

from collections.abc import Sequence

from turnwise.games.rally.atlas import Mark, Site
from turnwise.games.rally.figures import CARS
from turnwise.games.rally.notation import given_answer
from turnwise.games.rally.places import Places
from turnwise.kit.lettering import plain
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, Words, counted, said, sentences

DICE = " ⚀⚁⚂⚃⚄⚅"
ORDINALS = (said("1st"), said("2nd"), said("3rd"), said("4th"), said("5th"), said("6th"))


class Telling:
    """The sentences about one view."""

    def __init__(self, view: Seen) -> None:
        self._view, self._state, self.places = view, view.state, Places(view.options)
        self.wanted: int = len(self.places.letters) if view.options["win"] == "points" else view.state["needed"]
        """How many points everybody drives for."""

    def status(self) -> Said:
        """Who is to do what, or who has won."""
        if self._view.outcome:
            winners = tuple(map(Seat, self._view.outcome.winners))
            if not winners:
                return said("Nobody wins")
            return counted("{names} wins", "{names} win", "winners", names=winners, winners=len(winners))
        seat = Seat(self._state["turn"])
        if self._state["phase"] == "question":
            return said("{seat} is asked", seat=seat)
        return said("{seat} is to move", seat=seat)

    def table(self) -> Said:
        board = plain(self._view.options["board"]["name"])
        return said("Rally on {board}. {status}. {moves}.", board=board, status=self.status(), moves=self.moves())

    def die(self) -> Said:
        return said("The die shows {die}.", die=self._state["die"])

    def moves(self) -> Said:
        left, die = self._state["moves_left"], self._state["die"]
        if self._view.outcome:
            return said("{why:C}", why=self._view.outcome.words)
        if self._state["phase"] == "question":
            return said("The point is at stake")
        if left < die:
            return said("{left} of {die} moves left", left=left, die=die)
        return counted("One move left", "{left} moves left", "left", left=left)

    def moves_of(self) -> Said:
        """The die and what it gives, in a terminal."""
        return said("{face} {moves}", face=DICE[self._state["die"]], moves=self.moves())

    def goal(self) -> Said:
        """What it takes to win.   [R25] [R28] [R29]"""
        options, points, needed = self._view.options, len(self.places.letters), self.wanted
        if options["win"] == "race":
            return said("The first to finish wins")
        if options["win"] == "points":
            rounds = min(options["rounds"], options["max_rounds"])
            return counted("Most points after one round", "Most points after {rounds} rounds", "rounds", rounds=rounds)
        if needed == points:
            return counted("One point opens the finish", "All {needed} points open the finish", "needed", needed=needed)
        return counted(
            "One of {points} points opens the finish",
            "{needed} of {points} points open the finish",
            "needed",
            needed=needed,
            points=points,
        )

    def caption(self) -> Said:
        """The answer that was given last, and what is right; else the round and the goal.   [R22] [R43]"""
        for event in self._view.events:
            if event["event"] == "answered":
                return given_answer(event | {name: plain(event[name]) for name in ("answer", "right")})
        return said("Round {number} · {goal}", number=self._state["round"], goal=self.goal())

    def question(self) -> Said:
        turn = self._state["turn"]
        letter = self.places.letters[self._state["at"][turn]]
        return said("A question for {seat} at checkpoint {letter}", seat=Seat(turn), letter=letter)

    def standing(self, seat: int) -> Words:
        """How somebody stands who drives no more; and where everybody is if there are no points to be seen."""
        state = self._state
        if seat in state["arrived"]:
            rank = ORDINALS[state["arrived"].index(seat)]
            return said("{rank}, round {number}", rank=rank, number=state["arrival_round"][seat])
        if seat in state["left"]:
            return said("has left")
        if self._view.outcome and state["arrived"]:
            return said("not in")
        return self.places.on(state["at"][seat]) if self._view.options["win"] == "race" else ""

    def result(self, seat: int) -> Words:
        """When somebody came in, or where he is.   [R46]"""
        if seat in self._state["arrived"]:
            return said("in, round {number}", number=self._state["arrival_round"][seat])
        return self.standing(seat) or self.places.on(self._state["at"][seat])

    def score(self, points: int) -> Said:
        return counted("{points} point", "{points} points", "points", points=points)

    def score_of(self, points: int) -> Said:
        """Points of those that are wanted."""
        if points > self.wanted:
            return self.score(points)
        return counted("{points} of one point", "{points} of {total} points", "total", points=points, total=self.wanted)

    def held(self, letters: Sequence[str]) -> Words:
        if not letters:
            return ""
        return counted("checkpoint {held}", "checkpoints {held}", "number", held=tuple(letters), number=len(letters))

    def figure(self, seat: int) -> Said:
        where = self.places.on(self._state["at"][seat])
        told = said("{seat}'s {colour} car {number} {where}")
        if seat == self._state["turn"]:
            told = said("{seat}'s {colour} car {number} {where}, to move")
        return told.given_also(seat=Seat(seat), colour=CARS[seat], number=seat, where=where)

    def drove(self, seat: int, path: Sequence[str]) -> Said:
        return said("{seat} drove {way}.", seat=Seat(seat), way=self.places.way(path))

    def legend(self) -> Words:
        """What the signs at the positions mean in a terminal."""
        return said("+n costs n, =n uses all") if self._state["phase"] == "move" else ""

    def note(self) -> tuple[tuple[Words, ...], Words, tuple[Words, ...]]:
        """What was to be learnt from the question that was answered last; else what the rings mean, and the signs in a terminal.
        [R22] [R39]"""
        for event in self._view.events:
            if event["event"] == "answered" and event["note"]:
                return (plain(event["note"]),), said("Good to know"), ()
        rings = said("blue ring: moves are left"), said("green ring: the last move"), said("red sign: closed now")
        written = said("> start, # finish"), said("A: checkpoint, A? asks"), said("× closed now")
        return rings, plain(self._view.options["board"]["name"]), written


# Of the map, whoever looks at it.


def position_of(site: Site, mark: Mark, holders: Sequence[int], sharing: Sequence[int]) -> Said:
    """A position for somebody who hears the table: what it is, who is there and has its point, and what it costs."""
    told = [called(site)]
    if names := tuple(map(Seat, sharing)):
        told.append(counted("{names} is here.", "{names} are here.", "number", names=names, number=len(names)))
    if names := tuple(map(Seat, holders)):
        told.append(
            counted("{names} has its point.", "{names} have its point.", "number", names=names, number=len(names))
        )
    match mark.frame:
        case "reach":
            told.append(said("It costs {cost} of {moves} moves.", cost=mark.cost, moves=mark.moves))
        case "exact":
            told.append(counted("It uses the last move.", "It uses all {cost} moves.", "cost", cost=mark.cost))
        case "barred":
            told.append(said("It has been visited in this turn."))
    return sentences(*told)


def called(site: Site) -> Said:
    match site.kind:
        case "start":
            return said("The start, {place}.", place=site.id)
        case "finish":
            return said("The finish, {place}.", place=site.id)
        case "checkpoint" if site.asks:
            return said("Checkpoint {letter}, {place}, with questions.", letter=site.letter, place=site.id)
        case "checkpoint":
            return said("Checkpoint {letter}, {place}.", letter=site.letter, place=site.id)
    return said("{place}.", place=site.id)


def holders_of(letter: str, seats: Sequence[int]) -> Said:
    return said("Point {letter}: {names}", letter=letter, names=tuple(map(Seat, seats)))


BEFORE_ID = {"plain": 0, "start": 6, "finish": 7, "checkpoint": 4}
"""How many letters `sign` puts before an id, in any language of ours."""


def sign(site: Site) -> Words:
    """What is written below a position's sign."""
    match site.kind:
        case "start":
            return said("Start {place}", place=site.id)
        case "finish":
            return said("Finish {place}", place=site.id)
        case "checkpoint":
            return said("{letter} · {place}", letter=site.letter, place=site.id)
    return site.id


def landscape(board: str, places: int, roads: int) -> Said:
    told = counted(
        "The map of {board}: {places} places and one road.",
        "The map of {board}: {places} places and {roads} roads.",
        "roads",
    )
    return told.given_also(board=board, places=places, roads=roads)


def signs(sites: Sequence[Site]) -> Said:
    """Where the start, the finish and the checkpoints are."""
    start, finish = (next(site.id for site in sites if site.kind == kind) for kind in ("start", "finish"))
    words = said("The start is {start}, the finish is {finish}.", start=start, finish=finish)
    stops = [site for site in sites if site.letter]
    if listed := tuple(said("{letter} is {place}", letter=site.letter, place=site.id) for site in stops):
        words = sentences(words, said("Checkpoints: {listed}.", listed=listed))
    return words
