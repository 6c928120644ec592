"""What is said of a table on which Rally is played, to those who read it and to those who hear it."""

from collections.abc import Sequence
from typing import Any

from turnwise.games.rally.atlas import Mark, Site
from turnwise.games.rally.figures import CARS
from turnwise.games.rally.notation import given_answer
from turnwise.games.rally.places import Places
from turnwise.kit.lettering import plain
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, Words, counted, said, sentences

DICE = " ⚀⚁⚂⚃⚄⚅"
ORDINALS = (said("1st"), said("2nd"), said("3rd"), said("4th"), said("5th"), said("6th"))


def status(view: Seen) -> Said:
    """Who is to do what, or who has won."""
    if view.outcome:
        winners = tuple(map(Seat, view.outcome.winners))
        if not winners:
            return said("Nobody wins")
        return counted("{names} wins", "{names} win", "winners", names=winners, winners=len(winners))
    seat = Seat(view.state["turn"])
    if view.state["phase"] == "question":
        return said("{seat} is asked", seat=seat)
    return said("{seat} is to move", seat=seat)


def table(view: Seen) -> Said:
    board = plain(view.options["board"]["name"])
    return said("Rally on {board}. {status}. {moves}.", board=board, status=status(view), moves=moves(view))


def moves(view: Seen) -> Said:
    left, die = view.state["moves_left"], view.state["die"]
    if view.outcome:
        return said("{why:C}", why=view.outcome.words)
    if view.state["phase"] == "question":
        return said("The point is at stake")
    if left < die:
        return said("{left} of {die} moves left", left=left, die=die)
    return counted("One move left", "{left} moves left", "left", left=left)


def goal(view: Seen, points: int) -> Said:
    """What it takes to win.   [R25] [R28] [R29]"""
    match view.options["win"]:
        case "race":
            return said("The first to finish wins")
        case "points":
            rounds = min(view.options["rounds"], view.options["max_rounds"])
            return counted("Most points after one round", "Most points after {rounds} rounds", "rounds", rounds=rounds)
    needed = view.state["needed"]
    if needed == points:
        return counted("One point opens the finish", "All {needed} points open the finish", "needed", needed=needed)
    return counted(
        "One of {points} points opens the finish",
        "{needed} of {points} points open the finish",
        "needed",
        needed=needed,
        points=points,
    )


def caption(view: Seen, points: int) -> Said:
    """The answer that was given last, and what is right; else the round and the goal.   [R22] [R43]"""
    for event in view.events:
        if event["event"] == "answered":
            return given_answer(event | {name: plain(event[name]) for name in ("answer", "right")})
    return said("Round {number} · {goal}", number=view.state["round"], goal=goal(view, points))


def question(view: Seen) -> Said:
    turn = view.state["turn"]
    letter = Places(view.options).letters[view.state["at"][turn]]
    return said("A question for {seat} at checkpoint {letter}", seat=Seat(turn), letter=letter)


def standing(view: Seen, seat: int) -> Words:
    """How somebody stands who drives no more; and where everybody is if there are no points to be seen."""
    state = view.state
    if seat in state["arrived"]:
        rank = ORDINALS[state["arrived"].index(seat)]
        return said("{rank}, round {number}", rank=rank, number=state["arrival_round"][seat])
    if seat in state["left"]:
        return said("has left")
    if view.outcome and state["arrived"]:
        return said("not in")
    return Places(view.options).on(state["at"][seat]) if view.options["win"] == "race" else ""


def result(view: Seen, seat: int) -> Words:
    """When somebody came in, or where he is.   [R46]"""
    if seat in view.state["arrived"]:
        return said("in, round {number}", number=view.state["arrival_round"][seat])
    return standing(view, seat) or Places(view.options).on(view.state["at"][seat])


def score(points: int) -> Said:
    return counted("{points} point", "{points} points", "points", points=points)


def score_of(points: int, total: int) -> Said:
    """Points of those that are wanted."""
    if points > total:
        return score(points)
    return counted("{points} of one point", "{points} of {total} points", "total", points=points, total=total)


def figure(view: Seen, seat: int) -> Said:
    where = Places(view.options).on(view.state["at"][seat])
    given: dict[str, Any] = {"seat": Seat(seat), "colour": CARS[seat], "number": seat, "where": where}
    if seat == view.state["turn"]:
        return said("{seat}'s {colour} car {number} {where}, to move", **given)
    return said("{seat}'s {colour} car {number} {where}", **given)


def position(site: Site, mark: Mark, view: Seen, holders: Sequence[int], sharing: Sequence[int]) -> Said:
    """A position for somebody who hears the table: what it is, who is there and has its point, and what it costs."""
    told = [called(site)]
    if sharing:
        names = tuple(map(Seat, sharing))
        told.append(counted("{names} is here.", "{names} are here.", "number", names=names, number=len(names)))
    if holders:
        names = tuple(map(Seat, holders))
        told.append(
            counted("{names} has its point.", "{names} have its point.", "number", names=names, number=len(names))
        )
    cost = mark.cost
    match mark.frame:
        case "reach":
            told.append(said("It costs {cost} of {moves} moves.", cost=cost, moves=view.state["moves_left"]))
        case "exact":
            told.append(counted("It uses the last move.", "It uses all {cost} moves.", "cost", cost=cost))
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


def holders(letter: str, seats: Sequence[int]) -> Said:
    names = tuple(map(Seat, seats))
    return said("Point {letter}: {names}", letter=letter, names=names)


BEFORE_ID = {"plain": 0, "start": 6, "finish": 7, "checkpoint": 4}
"""How many letters `sign` puts before an id, in any language of ours."""


def sign(site: Site) -> Said:
    """What is written below a position's sign."""
    match site.kind:
        case "start":
            return said("Start {place}", place=site.id)
        case "finish":
            return said("Finish {place}", place=site.id)
        case "checkpoint":
            return said("{letter} · {place}", letter=site.letter, place=site.id)
    return name(site.id)


def name(id: str) -> Said:
    return said("{place}", place=id)


def landscape(board: str, places: int, roads: int) -> Said:
    return counted(
        "The map of {board}: {places} places and one road.",
        "The map of {board}: {places} places and {roads} roads.",
        "roads",
        board=board,
        places=places,
        roads=roads,
    )


def signs(sites: Sequence[Site]) -> Said:
    """Where the start, the finish and the checkpoints are."""
    start, finish = (next(site.id for site in sites if site.kind == kind) for kind in ("start", "finish"))
    words = said("The start is {start}, the finish is {finish}.", start=start, finish=finish)
    stops = [site for site in sites if site.letter]
    if listed := tuple(said("{letter} is {place}", letter=site.letter, place=site.id) for site in stops):
        words = sentences(words, said("Checkpoints: {listed}.", listed=listed))
    return words


def held(letters: Sequence[str]) -> Words:
    if not letters:
        return ""
    return counted("checkpoint {held}", "checkpoints {held}", "number", held=tuple(letters), number=len(letters))


def legend(view: Seen) -> Words:
    """What the signs at the positions mean in a terminal."""
    return said("+n costs n, =n uses all") if view.state["phase"] == "move" else ""


def note(view: Seen) -> tuple[Words, tuple[Words, ...]]:
    """What was to be learnt from the question that was answered last; else what the rings mean.   [R22] [R39]"""
    for event in view.events:
        if event["event"] == "answered" and event["note"]:
            return said("Good to know"), (plain(event["note"]),)
    rings = said("blue ring: moves are left"), said("green ring: the last move"), said("red sign: closed now")
    return plain(view.options["board"]["name"]), rings


def moves_of(view: Seen) -> Said:
    """The die and what it gives, in a terminal."""
    return said("{face} {moves}", face=DICE[view.state["die"]], moves=moves(view))
