"""Around the map: whose turn it is and the die, what happened last, and the players."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from turnwise.games.rally.atlas import WIDTH, Map
from turnwise.games.rally.figures import CARS, car, car_ink, digit
from turnwise.kit.lettering import cells_of, plain, shortened, text_width
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Seen, Thing, through

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
LEFT = "has left"
DICE = " ⚀⚁⚂⚃⚄⚅"
ORDINALS = ("", "1st", "2nd", "3rd", "4th", "5th", "6th")
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


def status(view: Seen, names: Sequence[str]) -> str:
    """Who is to do what, or who has won."""
    if view.outcome:
        won = " and ".join(names[seat] for seat in view.outcome.winners)
        return f"{won} {'win' if len(view.outcome.winners) > 1 else 'wins'}" if won else "Nobody wins"
    who = names[view.state["turn"]]
    return f"{who} is asked" if view.state["phase"] == "question" else f"{who} is to move"


def moves(view: Seen) -> str:
    left, die = view.state["moves_left"], view.state["die"]
    if view.outcome:
        return str(view.outcome.words).capitalize()
    if view.state["phase"] == "question":
        return "The point is at stake"
    return f"{left} {'move' if left == 1 else 'moves'} left" + (f" of {die}" if left < die else "")


def goal(view: Seen, here: Map) -> str:
    """What it takes to win.   [R25] [R28] [R29]"""
    match view.options["win"]:
        case "race":
            return "The first on FINISH wins"
        case "points":
            return f"Most points after {min(view.options['rounds'], view.options['max_rounds'])} rounds"
    return f"{view.state['needed']} of {len(here.letters)} points open FINISH"


def header(view: Seen, names: Sequence[str], here: Map) -> Iterator[Thing]:
    state = view.state
    turn, die = state["turn"], state["die"]
    title, left = status(view, names), moves(view)
    headline = status(view, [shortened(name, 230, 27) for name in names])
    at_turn = view.outcome.winners[0] if view.outcome and view.outcome.winners else turn
    parts: list[Part] = [
        Label(118, 34, shortened(headline, 440, 27), 27, bold=True, anchor="start"),
        Label(118, 68, left, 21, "muted", anchor="start"),
        Label(WIDTH - 24, 28, f"Round {state['round']}", 22, bold=True, anchor="end"),
        Label(WIDTH - 24, 54, shortened(goal(view, here), 330, 19), 19, "muted", anchor="end"),
        Label(WIDTH - 24, 79, shortened(view.options["board"]["name"], 330, 17), 17, "muted", anchor="end"),
    ]
    if state["phase"] == "move":
        parts += _steps(state["moves_left"], die, 118 + text_width(left, 21) + 22, 68)
    name = plain(view.options["board"]["name"])
    words = f"{title}. {left}. Round {state['round']}. {goal(view, here)}. Board {name}."
    right = f"Round {state['round']} · {goal(view, here)}"
    line = f"{digit(at_turn) + ' ' if at_turn is not None else ''}{title}: {left}"
    line = shortened(line, here.columns - cells_of(right) - 2)
    yield Thing(
        "status",
        words,
        tuple(parts),
        text=(line + " " * (here.columns - cells_of(line) - cells_of(right)) + right,),
        cell=(0, 0),
        bold=True,
    )
    if die:
        legend = " +n costs n moves   =n uses all moves   × visited this turn" if state["phase"] == "move" else ""
        yield Thing(
            "die",
            f"The die shows {die}",
            _die(die),
            58,
            52,
            text=(f"{DICE[die]} die {die}" + legend,),
            cell=(0, 1),
            ink="muted",
            manner="tumbles",
        )
    elif at_turn is not None:
        yield Thing("winner", f"{names[at_turn]}'s car", car(at_turn), 58, 54, scale=1.5, comes=f"player:{at_turn}")


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
    name: str
    score: str
    standing: str
    at: str | None
    to_act: bool
    held: tuple[str, ...]
    letters: tuple[tuple[str, str], ...]
    """The checkpoints of the board, by id."""


def panels(view: Seen, names: Sequence[str], here: Map, top: float) -> Iterator[Thing]:
    """A panel for each player: figure, name, points with the checkpoints held, and how he stands.   [R43]"""
    half, letters = here.columns // 2, tuple(here.letters.items())
    for seat in range(view.seats):
        held, to_act = tuple(view.state["points"][seat]), seat == view.state["turn"]
        score, standing = _score(view, here, len(held)), standing_of(view, seat)
        player = Player(seat, names[seat], score, standing, view.state["at"][seat], to_act, held, letters)
        marks = "".join(letter if id in held else "·" for id, letter in letters)
        name = shortened(names[seat], half - len(marks) - len(score) - len(standing) - 8)
        column, row = seat % 2, seat // 2
        yield Thing(
            f"player:{seat}",
            _player_words(player),
            _panel(player if not letters else player._replace(at=None)),
            WIDTH / 2 if view.seats == 1 else 8 + PANEL_WIDTH / 2 + column * (PANEL_WIDTH + 12),
            top + row * (PANEL + PANEL_GAP) + PANEL / 2,
            text=(f"{'▶' if to_act else ' '}{digit(seat)} {name} {score} {marks} {standing}".rstrip(),),
            cell=(column * half, 2 + here.rows + row),
            ink=f"car{seat}_ink",
            bold=to_act,
        )


def _player_words(player: Player) -> str:
    words = f"{player.name}, {CARS[player.seat]} car {player.seat}"
    if player.letters:
        words += f": {player.score} points"
    if held := [f"{letter} ({id})" for id, letter in player.letters if id in player.held]:
        words += f", checkpoints {', '.join(held)}"
    words += f"; {player.standing or f'on {player.at}'}"
    return words + "; to act" * player.to_act


def _score(view: Seen, here: Map, points: int) -> str:
    if not here.letters:
        return ""
    return f"{points}/{len(here.letters) if view.options['win'] == 'points' else view.state['needed']}"


def standing_of(view: Seen, seat: int) -> str:
    state = view.state
    if seat in state["arrived"]:
        return f"{ORDINALS[state['arrived'].index(seat) + 1]} in, round {state['arrival_round'][seat]}"
    if seat in state["left"]:
        return LEFT
    return "" if view.outcome is None or state["arrived"] == [] else "not in"


@lru_cache(1024)
def _panel(player: Player) -> tuple[Part, ...]:
    w, h = PANEL_WIDTH, PANEL
    left, right = -w / 2 + 86, w / 2 - 14
    fill, edge = ("active", "active_edge") if player.to_act else ("panel", "panel_edge")
    parts: list[Part] = [
        Box(-w / 2, -h / 2 + 3, w, h, "shadow", round=16, opacity=0.1),
        Box(-w / 2, -h / 2, w, h, fill, edge, 3 if player.to_act else 1.5, round=16),
        *car(player.seat, -w / 2 + 44, 2, 0.95),
        Label(left, -18, shortened(player.name, 150 if player.standing else 270, 20), 20, bold=True, anchor="start"),
        Label(right, -18, player.standing, 16, "good", anchor="end", bold=True),
    ]
    if player.letters:
        parts.append(Label(left, 15, player.score, 20, "muted", anchor="start", bold=True))
        parts += _badges(player, left + 6 + text_width(player.score, 21), right)
    elif player.at:
        parts.append(Label(left, 15, f"on {player.at}", 18, "muted", anchor="start"))
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


def news(events: Sequence[dict[str, Any]], names: Sequence[str], here: Map, top: float) -> Iterator[Thing]:
    """What happened last, in a line between map and panels."""
    told = [sentence for event in events if (sentence := _told(event, names, here))]
    if not told:
        return
    line = " ".join(told)
    row = 2 + here.rows + (len(names) + 1) // 2
    yield Thing(
        "news",
        line,
        (Label(WIDTH / 2, NEWS / 2 - 2, shortened(line, WIDTH - 40, 20), 20, "ink"),),
        0,
        top,
        text=(shortened(line, here.columns),),
        cell=(0, row),
    )


def _told(event: dict[str, Any], names: Sequence[str], here: Map) -> str:
    who = names[event["seat"]] if "seat" in event else ""
    match event["event"]:
        case "rolled":
            return f"{who} rolls a {event['die']}."
        case "moved":
            start, *rest = event["path"].split()
            return f"{who} drives from {start} to {rest[-1]}."
        case "earned":
            return f"{who} earns point {here.letters[event['checkpoint']]}!"
        case "forfeited":
            moves = "1 move" if event["moves"] == 1 else f"{event['moves']} moves"
            return f"{who} has no way on and forfeits {moves}."
        case "arrived":
            return f"{who} is in, {ORDINALS[event['rank']]}!"
        case "left":
            return f"{who} leaves the game."
    return ""
