"""Around the map: whose turn it is and the die, what happened last, and the players."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from turnwise.games.rally.atlas import WIDTH, Map
from turnwise.games.rally.figures import CARS, car, car_ink, digit
from turnwise.games.rally.notation import EARNS, LEAVES, ROLLS, STRANDED, arrival
from turnwise.games.rally.places import Places
from turnwise.kit.lettering import plain, text_width
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Seen, Thing, through
from turnwise.kit.words import Said, Seat, Words, counted, said, sentences

PANEL, PANEL_WIDTH, PANEL_GAP = 76, 386, 8
NEWS = 38  # the strip between map and panels
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
LEFT = said("has left")
DICE = " ⚀⚁⚂⚃⚄⚅"
ORDINALS = (said("1st"), said("2nd"), said("3rd"), said("4th"), said("5th"), said("6th"))
PALETTE = {
    "die": ("#fffdf6", "#f1ede0"),
    "die_low": ("#e4ddca", "#c9c2ae"),
    "die_edge": ("#6e6654", "#0c0e10"),
    "pip": ("#23272e", "#23272e"),
    "panel": ("#fffdf8", "#282d35"),
    "panel_edge": ("#cfc6b3", "#3e4651"),
    "active": ("#fff3cf", "#3a3424"),
    "active_edge": ("#c78a00", "#f0bb45"),
    "empty": ("#eee8da", "#343b45"),
}


# Above the map.


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


def moves(view: Seen) -> Said:
    left, die = view.state["moves_left"], view.state["die"]
    if view.outcome:
        return said("{why:C}", why=view.outcome.words)
    if view.state["phase"] == "question":
        return said("The point is at stake")
    if left < die:
        return said("{left} of {die} moves left", left=left, die=die)
    return counted("One move left", "{left} moves left", "left", left=left)


def goal(view: Seen, here: Map) -> Said:
    """What it takes to win.   [R25] [R28] [R29]"""
    match view.options["win"]:
        case "race":
            return said("The first to finish wins")
        case "points":
            rounds = min(view.options["rounds"], view.options["max_rounds"])
            return counted("Most points after one round", "Most points after {rounds} rounds", "rounds", rounds=rounds)
    needed, points = view.state["needed"], len(here.letters)
    if needed == points:
        return counted("One point opens the finish", "All {needed} points open the finish", "needed", needed=needed)
    return counted(
        "One of {points} points opens the finish",
        "{needed} of {points} points open the finish",
        "needed",
        needed=needed,
        points=points,
    )


def header(view: Seen, here: Map) -> Iterator[Thing]:
    state = view.state
    turn, die = state["turn"], state["die"]
    title, left, aim = status(view), moves(view), goal(view, here)
    at_turn = view.outcome.winners[0] if view.outcome and view.outcome.winners else turn
    arrows = 20 * die + 12 if state["phase"] == "move" else 0
    this_round = said("Round {number}", number=state["round"])
    parts: list[Part] = [
        Label(118, 34, title, 27, bold=True, anchor="start", room=440),
        Label(118 + arrows, 68, left, 21, "muted", anchor="start", room=324 - arrows),
        Label(WIDTH - 24, 28, this_round, 22, bold=True, anchor="end"),
        Label(WIDTH - 24, 54, aim, 19, "muted", anchor="end", room=330),
        Label(WIDTH - 24, 79, plain(view.options["board"]["name"]), 17, "muted", anchor="end", room=330),
    ]
    if state["phase"] == "move":
        parts += _steps(state["moves_left"], die, 118, 68)
    name = plain(view.options["board"]["name"])
    words = said(
        "{status}. {moves}. {round}. {goal}. The board is {board}.",
        status=title,
        moves=left,
        round=this_round,
        goal=aim,
        board=name,
    )
    yield Thing(
        "status",
        words,
        tuple(parts),
        text=(said("{line} · {round} · {goal}", line=_line(view, at_turn), round=this_round, goal=aim),),
        cell=(0, 0),
        columns=here.columns,
        rows=1,
        bold=True,
    )
    if die:
        yield Thing(
            "die",
            said("The die shows {die}.", die=die),
            _die(die),
            58,
            52,
            text=(_legend(die, state["phase"]),),
            cell=(0, 1),
            ink="muted",
            manner="tumbles",
        )
    elif at_turn is not None:
        words = said("{seat}'s car", seat=Seat(at_turn))
        yield Thing("winner", words, car(at_turn), 58, 54, scale=1.5, comes=f"player:{at_turn}")


def _line(view: Seen, at_turn: int | None) -> Said:
    """Who is to do what in the terminal, where there is little room."""
    if at_turn is None:
        return status(view)
    if view.state["phase"] == "move" and not view.outcome:
        return said("{car} {seat} · {moves}", car=digit(at_turn), seat=Seat(at_turn), moves=moves(view))
    return said("{car} {status}", car=digit(at_turn), status=status(view))


def _legend(die: int, phase: str) -> Said:
    """The die in the terminal and, while somebody moves, what the signs at the positions mean."""
    if phase == "move":
        return said("{face} die {die}   +n costs n moves   =n uses all moves   × closed now", face=DICE[die], die=die)
    return said("{face} die {die}", face=DICE[die], die=die)


@cache
def _die(die: int) -> tuple[Part, ...]:
    return (
        Box(-33, -29, 68, 68, "shadow", round=15, opacity=0.22),
        Box(-34, -32, 68, 68, "die_low", "die_edge", 1.5, round=15),
        Box(-34, -34, 68, 64, "die", round=14),
        *(Disc(18 * x, 18 * y - 1, 7.2, "pip") for x, y in PIPS[die]),
    )


def _steps(left: int, die: int, x: float, y: float) -> Iterator[Part]:
    """An arrow for each move of the die, filled while it is left."""
    for i in range(die):
        arrow = [(0, -9), (9, -9), (17, 0), (9, 9), (0, 9), (8, 0)]
        path = through([(x + 20 * i + dx, y + dy) for dx, dy in arrow], closed=True)
        yield Path(path, "exact" if i < left else "empty", "exact_edge" if i < left else "panel_edge", 1.2)


# Below the map.


class Player(NamedTuple):
    """What a player's panel shows."""

    seat: int
    score: str
    standing: Words
    at: Said | None
    to_act: bool
    held: tuple[str, ...]
    letters: tuple[tuple[str, str], ...]
    """The checkpoints of the board, by id."""


def panels(view: Seen, here: Map, top: float) -> Iterator[Thing]:
    """A panel for each player: figure, name, points with the checkpoints held, and how he stands.   [R43]"""
    half, letters, places = here.columns // 2, tuple(here.letters.items()), Places(view.options)
    for seat, at in enumerate(view.state["at"]):
        held, to_act = tuple(view.state["points"][seat]), seat == view.state["turn"]
        score, standing = _score(view, here, len(held)), standing_of(view, seat)
        player = Player(seat, score, standing, at and places.on(at), to_act, held, letters)
        lead = f"{'▶' if to_act else ' '}{digit(seat)} {score} {_marks(player)}".rstrip()
        row = said("{lead} {seat}", lead=lead, seat=Seat(seat))
        if seat in view.state["arrived"]:
            row = said("{lead} {rank} in: {seat}", lead=lead, rank=_rank(view, seat), seat=Seat(seat))
        elif standing:
            row = said("{lead} {standing}: {seat}", lead=lead, standing=standing, seat=Seat(seat))
        column, line = seat % 2, seat // 2
        yield Thing(
            f"player:{seat}",
            _player_words(player, _total(view, here)),
            _panel(player if not letters else player._replace(at=None)),
            WIDTH / 2 if view.seats == 1 else 8 + PANEL_WIDTH / 2 + column * (PANEL_WIDTH + 12),
            top + line * (PANEL + PANEL_GAP) + PANEL / 2,
            text=(row,),
            cell=(column * half, 2 + here.rows + line),
            columns=half - 1,
            rows=1,
            ink=f"car{seat}_ink",
            bold=to_act,
        )


def _marks(player: Player) -> str:
    """The checkpoints held, by their letters, in the terminal: one by one, in pairs if there are many."""
    marks = [letter if id in player.held else "·" for id, letter in player.letters]
    group = 1 if len(marks) <= 10 else 2
    return " ".join("".join(marks[i : i + group]) for i in range(0, len(marks), group))


def _player_words(player: Player, total: int) -> Said:
    seat, points = Seat(player.seat), len(player.held)
    told = [said("{seat}: {colour} car {number}.", seat=seat, colour=CARS[player.seat], number=player.seat)]
    if player.letters and points > total:
        told.append(said("{score}.", score=score_of(points)))
    elif player.letters:
        told.append(
            counted("{points} of one point.", "{points} of {total} points.", "total", points=points, total=total)
        )
    if held := tuple(letter for id, letter in player.letters if id in player.held):
        told.append(counted("Checkpoint {held}.", "Checkpoints {held}.", "points", held=held, points=points))
    if where := player.standing or player.at:
        told.append(said("{where:C}.", where=where))
    if player.to_act:
        told.append(said("It is this player's turn."))
    return sentences(*told)


def score_of(points: int) -> Said:
    return counted("{points} point", "{points} points", "points", points=points)


def _total(view: Seen, here: Map) -> int:
    """The points that are wanted."""
    return len(here.letters) if view.options["win"] == "points" else int(view.state["needed"])


def _score(view: Seen, here: Map, points: int) -> str:
    return f"{points}/{_total(view, here)}" if here.letters else ""


def standing_of(view: Seen, seat: int) -> Words:
    state = view.state
    if seat in state["arrived"]:
        return said("{rank} in, round {number}", rank=_rank(view, seat), number=state["arrival_round"][seat])
    if seat in state["left"]:
        return LEFT
    return "" if view.outcome is None or state["arrived"] == [] else said("not in")


def _rank(view: Seen, seat: int) -> Said:
    return ORDINALS[view.state["arrived"].index(seat)]


@lru_cache(1024)
def _panel(player: Player) -> tuple[Part, ...]:
    w, h = PANEL_WIDTH, PANEL
    left, right = -w / 2 + 86, w / 2 - 14
    fill, edge = ("active", "active_edge") if player.to_act else ("panel", "panel_edge")
    name = said("{seat}", seat=Seat(player.seat))
    parts: list[Part] = [
        Box(-w / 2, -h / 2 + 3, w, h, "shadow", round=16, opacity=0.1),
        Box(-w / 2, -h / 2, w, h, fill, edge, 3 if player.to_act else 1.5, round=16),
        *car(player.seat, -w / 2 + 44, 2, 0.95),
        Label(left, -18, name, 20, bold=True, anchor="start", room=150 if player.standing else 270),
        Label(right, -18, player.standing, 16, "good", anchor="end", bold=True, room=130),
    ]
    if player.letters:
        parts.append(Label(left, 15, player.score, 20, "muted", anchor="start", bold=True))
        parts += _badges(player, left + 6 + text_width(player.score, 21), right)
    elif player.at:
        parts.append(Label(left, 15, player.at, 18, "muted", anchor="start", room=right - left))
    if player.standing == LEFT:
        parts.append(Box(-w / 2, -h / 2, w, h, "paper", round=16, opacity=0.5))
    return tuple(parts)


def _badges(player: Player, left: float, right: float) -> Iterator[Part]:
    """The board's checkpoints, filled where the player holds the point."""
    lines = 1 if len(player.letters) <= 12 else 2
    each = -(-len(player.letters) // lines)
    pitch = min(27.0, (right - left) / each)
    size = min(pitch - 2, 24 if lines == 1 else 18.5)
    for i, (id, letter) in enumerate(player.letters):
        x = left + (i % each + 0.5) * pitch
        y = 15 if lines == 1 else 4.5 + 20.5 * (i // each)
        has = id in player.held
        fill, edge = (f"car{player.seat}", f"car{player.seat}_edge") if has else ("empty", "panel_edge")
        yield Box(x - size / 2, y - size / 2, size, size, fill, edge, 1.6 if has else 1, round=5)
        yield Label(x, y, letter, 15 if lines == 1 else 14, car_ink(player.seat) if has else "muted", bold=has)


def news(view: Seen, here: Map, top: float) -> Iterator[Thing]:
    """What happened last, in a line between map and panels."""
    told = [sentence for event in view.events if (sentence := _told(event, view))]
    if not told:
        return
    line = sentences(*told)
    yield Thing(
        "news",
        line,
        (Label(WIDTH / 2, NEWS / 2 - 2, line, 20, "ink", room=WIDTH - 40),),
        0,
        top,
        text=(line,),
        cell=(0, 2 + here.rows + (view.seats + 1) // 2),
        columns=here.columns,
        rows=1,
    )


def _told(event: dict[str, Any], view: Seen) -> Said | None:
    """What happened in fewer words than in the log; of an answer a card tells."""
    places = Places(view.options)
    seat = Seat(event.get("seat", 0))
    match event["event"]:
        case "rolled":
            return ROLLS.given_also(seat=seat, die=event["die"])
        case "moved" if not any(one["event"] == "earned" for one in view.events):
            return said("{seat} drives {way}.", seat=seat, way=places.to(event["path"].split()[-1]))
        case "earned":
            return _earned(seat, places.checkpoint(event["checkpoint"]), view)
        case "forfeited":
            return STRANDED.given_also(seat=seat, moves=event["moves"])
        case "arrived":
            return arrival(seat, event["rank"], view.seats)
        case "left":
            return LEAVES.given_also(seat=seat)
    return None


def _earned(seat: Seat, checkpoint: Said, view: Seen) -> Said:
    """A point, and what it is good for."""
    points, needed = len(view.state["points"][seat]), view.state["needed"]
    if view.options["win"] == "points" or points > needed:
        return EARNS.given_also(seat=seat, checkpoint=checkpoint)
    if points == needed:
        return said("{seat} reaches {checkpoint}, and the finish is open!", seat=seat, checkpoint=checkpoint)
    given: dict[str, Any] = {"checkpoint": checkpoint, "points": points, "needed": needed}
    return said("{seat} reaches {checkpoint}: point {points} of {needed}!", seat=seat, **given)
