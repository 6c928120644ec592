"""Rally in words: `move P5`, `move P5 by P4`, `answer 2`, `no answer`, `luck`."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from turnwise.games.rally.places import Places
from turnwise.games.rally.quiz import BITS, NUMBERS
from turnwise.games.rally.state import ASKED_WORDS, OFF, QUESTIONS, VISITED, Do, End, Event, Phase, Reason
from turnwise.kit.errors import BadAction
from turnwise.kit.game import Frame
from turnwise.kit.sets import members_of
from turnwise.kit.words import Given, Said, Seat, counted, said, sentences

MINUTES = (15, 40)
"""How long people take over a game."""
UNANSWERED = "no answer"
"""What an event has instead of an answer that was not given."""
REASONS: Mapping[Any, Said] = Reason.sentences
ENDS: Mapping[Any, Said] = End.sentences
ON_THE_WAY = said("one is still on the way")
OPTION_WORDS = {
    "win": said("what wins"),
    "points_needed": said("points that open the finish"),
    "half": said("half of them"),
    "all": said("all of them"),
    "after_first": said("after the first arrival"),
    "rounds": said("rounds of the game for points"),
    "max_rounds": said("most rounds"),
    "bot_knowledge": said("what the computer knows"),
    "undo": said("taking back moves"),
    "question_seconds": said("seconds for a question"),
}
"""What people call options, settings and choices whose own names are short for programs."""


def moved(given: dict[str, Any], frame: Frame) -> Said:
    way, left = Places(frame.options).way(given["path"].split()), given["moves_left"]
    if not left:
        return said("{seat} drives {way}.", seat=Seat(given["seat"]), way=way)
    return counted(
        "{seat} drives {way}, with one move left.",
        "{seat} drives {way}, with {left} moves left.",
        "left",
        seat=Seat(given["seat"]),
        way=way,
        left=left,
    )


def earned(given: dict[str, Any], frame: Frame) -> Said:
    """Which point it is of how many that are needed; where the finish asks for none, how many there are. An event by itself, outside
    a log, is not counted.   [R25]"""
    places, so_far = Places(frame.options), given.get("so_far", 0)
    if not so_far:
        told = said("{seat} earns the point of {checkpoint}.")
    elif so_far < places.needed:
        told = said("{seat} earns the point of {checkpoint}, {so_far} of {needed}.")
    elif so_far == places.needed:
        told = said("{seat} earns the point of {checkpoint}, {so_far} of {needed}: the finish is open!")
    else:
        told = counted(
            "{seat} earns the point of {checkpoint} and has one now.",
            "{seat} earns the point of {checkpoint} and has {so_far} now.",
            "so_far",
        )
    checkpoint = places.checkpoint(given["checkpoint"])
    return told.given_also(seat=Seat(given["seat"]), checkpoint=checkpoint, so_far=so_far, needed=places.needed)


def answered(given: dict[str, Any], frame: Frame) -> Said:
    told = given_answer(given)
    return sentences(told, given["note"]) if given["note"] else told


def given_answer(given: dict[str, Any]) -> Said:
    """What was answered, and what is right, without the note.   [R22]"""
    seat, answer, right = Seat(given["seat"]), given["answer"], given["right"]
    if answer == right:
        return said("{seat} answers “{answer}”, and that is right!", seat=seat, answer=answer)
    if answer == UNANSWERED:
        return said("{seat} gives no answer. “{right}” would be right.", seat=seat, right=right)
    return said("{seat} answers “{answer}”. That is wrong: “{right}” is right.", seat=seat, answer=answer, right=right)


def arrived(given: dict[str, Any], frame: Frame) -> Said:
    return arrival(Seat(given["seat"]), given["rank"], frame.seats)


def arrival(seat: Seat, rank: int, seats: int) -> Said:
    if seats == 1:
        return said("{seat} is in!", seat=seat)
    if rank == 1:
        return said("{seat} is in, first of all!", seat=seat)
    return said("{seat} is in, number {rank} to arrive.", seat=seat, rank=rank)


SENTENCES = {Event.MOVED: moved, Event.EARNED: earned, Event.ANSWERED: answered, Event.ARRIVED: arrived}
COUNTED = (Event.EARNED,)
"""Events of which a sentence is told how many of the seat there were `so_far`."""
PLAYERS = {"walker": said("Walker")}
"""What the sheet's further players are called.  [R36]"""
OPENING = ("rolled",)
"""What a turn opens with: a terminal tells it after a pause of its own."""


def ending(end: End, s: Any, frame: Frame) -> Said:
    """Why it is over: with the last but one the race is run, and then not everybody is in.   [R26]"""
    on_the_way = any(s.at[seat] != OFF and s.arrival_round[seat] == 0 for seat in range(s.seats))
    return ON_THE_WAY if end == End.ALL_IN and on_the_way else ENDS[end]


def read(request: Any, s: Any, frame: Frame) -> list[int] | None:
    """A led path, `move P5 by P4` or {"to": "P5", "path": ["P1", "P4", "P5"]}, as its single steps.   [R12]"""
    if isinstance(request, dict) and set(request) == {"led"}:
        return _led(request["led"], s, frame)
    if isinstance(request, dict) and set(request) == {"to", "path"}:
        to, path = request["to"], request["path"]
        if not isinstance(path, list) or not path or path[-1] != to:
            raise BadAction(said("A path is a list of positions that ends with the target."))
    elif isinstance(request, str) and request.startswith("move ") and " by " in request:
        to, _, between = request.removeprefix("move ").partition(" by ")
        path = [_id(s.at[s.turn], frame), *between.replace(",", " ").split(), to.strip()]
    else:
        return None
    ids = _ids(frame)
    for position in path:
        if position not in ids:
            raise BadAction(said("The board has no place “{place}”.", place=str(position)))
    return _steps([ids.index(position) for position in path], s, frame)


def _led(places: Any, s: Any, frame: Frame) -> list[int]:
    """A figure that a hand has led over some places: along them if that is a path of R12, else straight to the last.   [R41]"""
    if not isinstance(places, list) or not places or any(place not in range(len(_ids(frame))) for place in places):
        raise BadAction(said("A figure is led over positions, by their numbers."))
    try:
        return _steps([s.at[s.turn], *places], s, frame)
    except BadAction:
        return [places[-1]]


def _steps(path: list[int], s: Any, frame: Frame) -> list[int]:
    here, to = _id(s.at[s.turn], frame), _id(path[-1], frame)
    if s.phase != Phase.MOVE or s.layer[path[-1]] <= 0:
        raise BadAction(said("{place} is out of reach.", place=to))
    if path[0] != s.at[s.turn]:
        start = _id(path[0], frame)
        raise BadAction(said("The path starts from {start}, and the figure stands on {here}.", start=start, here=here))
    cost = s.layer[path[-1]]
    if len(path) - 1 != cost:
        sentence = counted(
            "From {here} to {to} it is one move now, not {given}.",
            "From {here} to {to} it is {cost} moves now, not {given}.",
            "cost",
        )
        raise BadAction(sentence.given_also(here=here, to=to, cost=cost, given=len(path) - 1))
    joined = {frozenset(ends) for ends in frame.texts["connections"]}
    for layer, (before, after) in enumerate(pairwise(path), 1):
        a, b = _id(before, frame), _id(after, frame)
        if frozenset((a, b)) not in joined:
            raise BadAction(said("{a} and {b} are not connected.", a=a, b=b))
        if s.layer[after] != layer:
            raise BadAction(said("No path to {to} leads by {place} now.", to=to, place=b))
    return path[1:]


def name(argument: str, value: int, frame: Frame) -> Any:
    if argument in ("to", "checkpoint"):
        return _id(value, frame)
    if argument == "path":
        return " ".join(_id(position - 1, frame) for position in value.to_bytes(8, "little").rstrip(b"\0"))
    if argument == "pack":
        return list(frame.texts["packs"])[value]
    if argument in ("question", "answers", "note"):
        return _wording(argument, _question(value, frame))
    if argument in ("answer", "right"):
        code, number = divmod(value, NUMBERS)
        answers = _question(code, frame)["answers"]
        return answers[number - 1] if number <= len(answers) else UNANSWERED
    return value


def noun(argument: str, value: Any, frame: Frame) -> Given | None:
    if argument == "to":
        return Places(frame.options).to(value)
    if argument == "checkpoint":
        return Places(frame.options).checkpoint(value)
    if argument == "pack":
        return str(frame.texts["packs"][value].get("title") or value)
    return None


def _wording(argument: str, question: dict[str, Any]) -> str:
    if argument == "answers":
        return " ".join(f"({i}) {answer}" for i, answer in enumerate(question["answers"], 1))
    return str(question["text"] if argument == "question" else question.get("note", ""))


def _question(code: int, frame: Frame) -> dict[str, Any]:
    pack, index = divmod(code, QUESTIONS)
    question: dict[str, Any] = list(frame.texts["packs"].values())[pack]["questions"][index]
    return question


def show(s: Any, frame: Frame) -> dict[str, Any]:
    """Everything but the seed, the question packs and their right answers, which are not in the state."""
    ids, seats = _ids(frame), range(s.seats)
    checkpoints = [entry["id"] for entry in frame.texts["positions"] if entry["kind"] == "checkpoint"]
    packs = list(frame.texts.get("packs", {}))
    asked = s.phase == Phase.QUESTION
    return {
        "turn": None if s.over else s.turn,
        "phase": Phase(s.phase).name.lower(),
        "round": s.this_round,
        "die": s.die,
        "moves_left": s.moves_left,
        "at": [None if s.at[seat] == OFF else ids[s.at[seat]] for seat in seats],
        "visited": [position for i, position in enumerate(ids) if s.layer[i] == VISITED],
        "reach": {position: s.layer[i] for i, position in enumerate(ids) if s.layer[i] > 0},
        "points": [[checkpoints[i] for i in members_of(s.held[seat])] for seat in seats],
        "needed": s.needed,
        "arrived": [s.arrived[i] for i in range(s.arrivals)],
        "arrival_round": [s.arrival_round[seat] for seat in seats],
        "left": [s.gone[i] for i in range(s.leavers)],
        "question": [frame.texts["positions"][s.at[s.turn]]["pack"], s.question] if asked else None,
        "asking": _asking(s, frame) if asked else None,
        "asked": {
            pack: [BITS * word + i for word in range(ASKED_WORDS) for i in members_of(s.asked[number, word])]
            for number, pack in enumerate(packs)
        },
    }


def _asking(s: Any, frame: Frame) -> dict[str, Any]:
    """The open question as everybody reads it, without its right answer.   [R32]"""
    question = frame.texts["packs"][frame.texts["positions"][s.at[s.turn]]["pack"]]["questions"][s.question]
    return {"text": question["text"], "answers": question["answers"]}


def overdue(s: Any, legal: list[int], choose: Callable[[list[int]], int]) -> int | None:
    """A question that is not answered in time has no answer; otherwise the computer player moves.   [R38]"""
    return int(Do.NO_ANSWER) if s.phase == Phase.QUESTION else None


def refusal(code: int, s: Any, frame: Frame, action: int) -> Said:
    """A sentence with the numbers of the case."""
    if code == Reason.FINISH_CLOSED:
        return counted(
            "The finish opens with a point, and you have none yet.",
            "The finish opens with {needed} points; you have {held}.",
            "needed",
            needed=s.needed,
            held=s.held[s.turn].bit_count(),
        )
    if code == Reason.OUT_OF_REACH:
        return counted(
            "The one move left does not lead {to}; choose a marked place.",
            "The {left} moves left do not lead {to}; choose a marked place.",
            "left",
            left=s.moves_left,
            to=Places(frame.options).to(_id(action, frame)),
        )
    return REASONS[Reason(code)]


def _ids(frame: Frame) -> list[str]:
    return [position["id"] for position in frame.texts["positions"]]


def _id(position: int, frame: Frame) -> str:
    """The id of a position; `#57`, which no board can use, beyond the last."""
    positions = frame.texts["positions"]
    return str(positions[position]["id"]) if position < len(positions) else f"#{position}"
