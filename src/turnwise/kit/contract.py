"""The contract: what the `rules.py` of every game offers, each promise beside its name.

Game-blind algorithms import their rules from here; `bind` redirects that import to one game. A game's function takes
only the arguments it needs, by these names and in any order: Connect Four's is `play(s, action)`, Differo's `play(s,
beside, action)`.

Beside the functions a game's `rules.py` has
    VERSION    raised whenever the same record would replay to another state
    SEATS      lowest and highest number of seats
    ACTIONS    actions are the whole numbers 0 … ACTIONS - 1
    CHANCE     whether anything in the game is random
    OPTIONS    the game's options, if any
    State      the record of its state;  Beside: the record of what stands beside it, if any
    Event      what can happen;  Reason: why an action is refused;  End: why the game is over (all enumerations from 1)
    longest(seats, options)   a bound on the number of actions in a game, interjections aside
"""

from typing import Any

from turnwise.kit.takeback import NEVER


def setup(s: Any, beside: Any, tell: Any) -> None:
    """Set up a blank state: `seats`, options and `seed` are filled in, everything else is 0. Afterwards a seat is on
    turn."""
    raise NotImplementedError


def legal(s: Any, beside: Any, seat: Any, moves: Any) -> int:
    """Write the actions that `seat` may take into `moves`, ascending, and return their number.

    The seat on turn has at least one while the game runs; nobody has any after it. Those of another seat are
    interjections. They depend only on what that seat may know."""
    raise NotImplementedError


def some_action(s: Any, beside: Any, seat: Any, moves: Any, dice: Any) -> int:
    """Any action of the seat on turn, by the seed of another record. Absent: one of those that `legal` lists, or a member of
    `allowed`. A game that knows a shorter way writes it down: random games are then faster."""
    raise NotImplementedError


def open_to(s: Any, beside: Any, seat: Any, moves: Any, mask: Any) -> int:
    """A 1 in a mask of zeros for every action of the seat on turn; returns how many of them `moves` lists.

    Where the rules have the actions that are allowed as a set, or a set for each action (`allowed_move`), these are spread over the
    whole mask, and none are listed. A game that knows a shorter way writes it down: it then writes every cell, whatever was there,
    lists none and returns 0."""
    raise NotImplementedError


def check(s: Any, beside: Any, seat: Any, action: Any) -> int:
    """0 if `legal` lists the action for the seat, else a `Reason`. It depends only on what the seat may know."""
    raise NotImplementedError


def play(s: Any, beside: Any, seat: Any, action: Any, tell: Any) -> None:
    """Carry out a legal action with everything that follows from it, until a seat must choose again or the game is
    over.

    Whenever a turn opens, in the sense of the rule book, `turns` rises by one."""
    raise NotImplementedError


def leave(s: Any, beside: Any, seat: Any, tell: Any) -> None:
    """Take a seat out of a running game for good. A game for two may omit it: leaving is then resigning.

    A seat that has left and is on turn has one legal action, which the match plays for it."""
    raise NotImplementedError


def scores(s: Any, beside: Any, places: Any, points: Any) -> int:
    """Write each seat's place (1 is best, equals share) and points when the game is over; return the set of winners."""
    raise NotImplementedError


def imagine(s: Any, beside: Any, seat: Any) -> None:
    """Fill the hidden part of redacted records with something that the seat cannot rule out, using the state's seed.

    Redacting the result gives the same records again. Every state that the seat considers possible can result. A game
    without hidden fields omits it."""


def interruptible(s: Any) -> bool:
    """Whether a seat that is not on turn may have a legal action now. Absent: never."""
    return False


def takeback(s: Any, beside: Any, seat: Any) -> int:
    """Whether the seat may take back its last action: NEVER, BY_CONSENT or FREELY. Absent: NEVER.

    The match itself refuses it across chance, a reveal, or news to another seat."""
    return NEVER


def veil(action: Any) -> int:
    """The action as the other seats see it: itself, or a number from ACTIONS up that tells less. Absent: itself."""
    return int(action)


def classic(s: Any, beside: Any, seat: Any, moves: Any, n: Any) -> int:
    """From `hints.py`: the rule sheet's own computer player. It gets redacted records with a seed of its own.

    Absent: in an open game, the action after which `evaluate` is highest; else the one with the highest `appeal`."""
    raise NotImplementedError


def advised(s: Any, beside: Any, seat: Any, moves: Any, n: Any, player: Any) -> int:
    """Generated from `hints.py`: what one of the rule sheet's players would do. Player 0 is `classic`, the others are
    those of `PLAYERS`, a dict from a bot's name to its function, in their order: each takes the arguments of
    `classic`."""
    raise NotImplementedError


def duty(s: Any, beside: Any, seat: Any) -> int:
    """From `hints.py`: what every computer player must do at once by the rule sheet, on its turn or out of it, or -1.

    It is legal, and depends only on what the seat may know. Absent: -1."""
    return -1


def evaluate(s: Any, beside: Any, seat: Any) -> int:
    """From `hints.py`: the value of a running game for a seat, higher is better; well within ±100,000.

    The winning chances of the seats are proportional to exp(evaluate / SCALE). Absent: 0, nobody is ahead."""
    return 0


def urgent(s: Any, beside: Any, seat: Any, moves: Any) -> int:
    """From `hints.py`: write the urgent moves of the seat on turn, and return their number.

    A search that has reached its depth still searches these. A negative number says that only these need to be
    considered. Absent: 0, nothing is urgent."""
    return 0


def appeal(s: Any, beside: Any, seat: Any, action: Any) -> int:
    """From `hints.py`: how good a legal action looks before it is tried, higher is better. Absent: 0, all alike."""
    return 0


def taste(s: Any, beside: Any, seat: Any, moves: Any, n: Any) -> int:
    """From `hints.py`: a quick choice among n legal actions, for the games that a search simulates.

    Absent: a random one."""
    raise NotImplementedError


def rival(s: Any, beside: Any, seat: Any, moves: Any, n: Any) -> int:
    """From `hints.py`: what other seats are expected to choose in a search that thinks for one seat; it may use chance.
    Such a search does not weigh their choices. Absent: it does."""
    raise NotImplementedError


def observe(s: Any, beside: Any, seat: Any, into: Any) -> None:
    """From `hints.py`: write what a seat knows into cells from -128 to 127, for learning. It gets redacted records.

    `OBSERVED` there has the names and shapes of what it writes, in that order. Absent: made from the record's fields
    (`kit/observation.py`)."""
    raise NotImplementedError


def sure_win(s: Any, seat: Any) -> int:
    """From `hints.py`, and the only one that is never compiled: an action of the seat on turn that is proved to win
    whatever the others do, or -1. It gets a redacted record. The strongest bot asks here before it searches. Absent:
    -1."""
    return -1


def identity(s: Any) -> int:
    """Generated from the record: a hash of the state without its seed."""
    raise NotImplementedError


def redact(s: Any, beside: Any, seat: Any) -> None:
    """Generated by the gate from the audiences in the records: hide what the seat (-1: a spectator) may not know."""
    raise NotImplementedError


STATE: Any = None
"""The dtype of the bound game's state."""

BESIDE: Any = None
"""The dtype of what is beside it."""

SCALE = 100.0
"""From `hints.py`: the unit of `evaluate`."""

LISTED = True
"""Whether `open_to` lists what it finds."""

BY_SETS = False
"""Whether it writes the mask from a set for each action (`allowed_move`). A batch then draws from what `legal` lists."""

WEIGHED = 1_000_000
"""From `hints.py`: how many choices in a row tree search weighs; later ones are left to `taste`."""

HORIZON = 1_000_000
"""From `hints.py`: after how many actions a simulated game is stopped and evaluated."""

BOLDNESS = 0.7
"""From `hints.py`: how much a search explores actions that it knows little of."""

FORESEEN = False
"""Whether `hints.py` has a `rival`."""

SECRETS_BESIDE = False
"""Whether something beside the state is hidden from some seat."""

ARGUMENTS = {
    "setup": ("s", "beside", "tell"),
    "legal": ("s", "beside", "seat", "moves"),
    "some_action": ("s", "beside", "seat", "moves", "dice"),
    "open_to": ("s", "beside", "seat", "moves", "mask"),
    "check": ("s", "beside", "seat", "action"),
    "play": ("s", "beside", "seat", "action", "tell"),
    "leave": ("s", "beside", "seat", "tell"),
    "scores": ("s", "beside", "places", "points"),
    "imagine": ("s", "beside", "seat"),
    "interruptible": ("s",),
    "takeback": ("s", "beside", "seat"),
    "veil": ("action",),
    "classic": ("s", "beside", "seat", "moves", "n"),
    "duty": ("s", "beside", "seat"),
    "evaluate": ("s", "beside", "seat"),
    "urgent": ("s", "beside", "seat", "moves"),
    "appeal": ("s", "beside", "seat", "action"),
    "taste": ("s", "beside", "seat", "moves", "n"),
    "rival": ("s", "beside", "seat", "moves", "n"),
    "observe": ("s", "beside", "seat", "into"),
}

HINTS = ("classic", "duty", "evaluate", "urgent", "appeal", "taste", "rival", "observe")
"""The functions of `hints.py`."""

ABSENT = {
    "leave": "pass",
    "imagine": "pass",
    "interruptible": "return False",
    "takeback": "return 0",
    "veil": "return action",
    "duty": "return -1",
    "evaluate": "return 0",
    "urgent": "return 0",
    "appeal": "return 0",
    "taste": "return moves[below(s, n)]",
    "rival": "return taste(s, beside, seat, moves, n)",
}
"""What a function does that a game omits."""
