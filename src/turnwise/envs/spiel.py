"""Games in OpenSpiel: `pyspiel.load_game("turnwise_differo")` after importing this.

Chance is explicit: each draw of the rules is a chance node with equally likely outcomes (`kit/draws.py`), so that a
state is its history, and OpenSpiel's own solvers run on the small games. Interjections are not asked for.
"""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from turnwise.envs.batch import named
from turnwise.envs.extra import missing
from turnwise.games import all_games
from turnwise.games import game as game_named
from turnwise.kit.bind import interpreted
from turnwise.kit.draws import Next, Settled, acted, begun, taped
from turnwise.kit.game import Game
from turnwise.kit.observation import size_of_all
from turnwise.kit.options import Choice, Switch, Whole
from turnwise.kit.position import SPECTATOR, Engine, Position
from turnwise.play.entry import Entry
from turnwise.play.language import shared_language
from turnwise.play.outcome import shares
from turnwise.play.recall import learned
from turnwise.play.view import seen_entry

try:
    import pyspiel
except ImportError as error:
    raise missing("OpenSpiel", "openspiel") from error

PREFIX = "turnwise_"
MOST_CELLS = 1 << 16
"""The largest information state as numbers: it has a row for every action of a game, which is too much for long
ones."""
MOST_OUTCOMES = 1 << 15
"""A draw of the rules has fewer outcomes (`kit/chance.py`)."""
WIDEST = float(1 << 15)
"""No game's points are beyond this: they fit into a field of 16 bits."""


def _kind(game: Game, *, adds_up: bool) -> Any:
    """OpenSpiel's facts about a game; `adds_up`: whether it is zero-sum."""
    kind = pyspiel.GameType
    low, high = game.seats
    defaults = {name: game.options[name].default for name in _simple(game)}
    usual = game.frame(None, {}).seats
    history = game.longest(usual) * _width(game, usual) <= MOST_CELLS
    return kind(
        short_name=f"{PREFIX}{game.name}",
        long_name=f"Turnwise {game.title}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if game.chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game.hidden else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if adds_up else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=history,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": usual, "rewards": "win", "compiled": True, **defaults},
    )


def _simple(game: Game) -> list[str]:
    """The options that can be OpenSpiel parameters."""
    return [name for name, option in game.options.items() if isinstance(option, Choice | Switch | Whole)]


def _width(game: Game, seats: int) -> int:
    """Cells for one entry of a history: its seat, and what was seen of it."""
    return seats + game.veiled


class Home:
    """What all states of a loaded game share; it is not copied with them."""

    def __init__(self, game: Game, given: dict[str, Any]) -> None:
        self.game, self.given, self.rewards = game, given, given.get("rewards", "win")
        options = {name: given[name] for name in _simple(game) if name in given}
        self.frame = game.frame(given.get("players", game.frame(None, {}).seats), options)
        self.seats = self.frame.seats
        self.engine: Engine = taped(game, compiled=bool(given.get("compiled", True)) and not interpreted())
        self.language = shared_language(game, self.frame)
        self.longest = game.longest(self.seats, **options)

    def __deepcopy__(self, memo: Any) -> "Home":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Home, (self.game, self.given)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours, as OpenSpiel loads it; its parameters are `players`, `rewards` (win or points), and the game's
    options."""

    game: ClassVar[Game]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        home = self.home = Home(self.game, dict(params or {}))
        wins, several = home.rewards == "win", home.seats > 1
        info = pyspiel.GameInfo(
            num_distinct_actions=home.game.actions,
            max_chance_outcomes=MOST_OUTCOMES if home.game.chance else 0,
            num_players=home.seats,
            min_utility=-float(several) if wins else -WIDEST,
            max_utility=1.0 if wins else WIDEST,
            utility_sum=0.0 if wins and several else None,
            max_game_length=home.longest,
        )
        super().__init__(_kind(home.game, adds_up=wins and several), info, home.given)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.home, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Standing:
    """The content of a state. OpenSpiel often copies states deeply; only what changes is copied."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.position: Position = home.engine.blank(home.frame, 0)
        self.begun = False
        self.pending: tuple[int, int] | None = None
        """The seat and action whose draws are being made."""
        self.draws: tuple[int, ...] = ()
        self.out_of = 0
        """How many outcomes the next draw has; 0: there is none."""
        self.log: tuple[tuple[int, int], ...] = ()
        self.heard: tuple[tuple[str, ...], ...] = ((),) * home.seats
        """For each seat what it has learned from each entry, as a digest of its view and its events."""
        self.go_on()

    def __deepcopy__(self, memo: Any) -> "Standing":
        twin = Standing.__new__(Standing)
        vars(twin).update(vars(self), position=self.position.copy())
        return twin

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "position": self.position.pack()}

    def __setstate__(self, held: dict[str, Any]) -> None:
        vars(self).update(held)
        self.position = Position(self.home.engine, *held["position"])

    def go_on(self) -> None:
        """Play on with the draws so far, as far as they suffice."""
        home = self.home
        if not self.begun:
            after = begun(home.engine, home.frame, self.draws)
        else:
            assert self.pending
            after = acted(self.position, *self.pending, self.draws)
        if isinstance(after, Next):
            self.out_of = after.out_of
            return
        self._settle(after)

    def _settle(self, after: Settled) -> None:
        self.position, self.draws, self.out_of = after.position, (), 0
        entry = Entry(*self.pending) if self.pending else None
        if self.pending:
            self.log += (self.pending,)
        self.begun, self.pending = True, None
        game = self.home.game
        if game.hidden:
            self.heard = tuple((*heard, learned(game, entry, after, seat)) for seat, heard in enumerate(self.heard))

    def seen(self, seat: int) -> list[Entry]:
        """The log as a seat, or SPECTATOR, sees it."""
        over = bool(self.position.over)
        return [seen_entry(self.home.game, Entry(*entry), seat, over) for entry in self.log]


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game, as OpenSpiel steps it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.standing = Standing(game.home)

    def current_player(self) -> int:
        at = self.standing
        if at.out_of:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if at.position.over else at.position.turn

    def _legal_actions(self, player: int) -> list[int]:
        at = self.standing
        return at.position.legal(player) if not at.out_of and player == at.position.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        n = self.standing.out_of
        return [(outcome, 1 / n) for outcome in range(n)]

    def _apply_action(self, action: int) -> None:
        at = self.standing
        if at.out_of:
            at.draws += (action,)
        else:
            at.pending = at.position.turn, action
        at.go_on()

    def _action_to_string(self, player: int, action: int) -> str:
        at = self.standing
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action} of {at.out_of}"
        return str(at.home.language.action(action))

    def is_terminal(self) -> bool:
        return not self.standing.out_of and bool(self.standing.position.over)

    def returns(self) -> list[float]:
        at = self.standing
        if not self.is_terminal():
            return [0.0] * at.home.seats
        _, points, winners = at.position.scores(at.home.seats)
        return points if at.home.rewards == "points" else shares(winners, at.home.seats)

    def __str__(self) -> str:
        """The complete log in words, for debugging; it is not limited to a seat's view."""
        at = self.standing
        words = [f"{seat}: {at.home.language.action(action)}" for seat, action in at.log]
        return " ".join([*words, *(f"draw {draw}" for draw in at.draws)])


class Observer:
    """What a seat knows: the pieces of `turnwise.game(…).observed`, as text the shown table; with perfect recall the
    actions, and what was learned from them. Without private information it is what a spectator knows."""

    def __init__(self, home: Home, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observation takes no parameters, not {params}")
        self._home, self._recalls, self._public = home, kind.perfect_recall, kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        width, cells = _width(home.game, home.seats), size_of_all(home.game.observed)
        rows = home.longest if self._recalls and home.longest * width <= MOST_CELLS else 0
        self.tensor = np.zeros(cells + rows * width, np.float32)
        self.dict: dict[str, Any] = named(home.game, self.tensor[:cells])
        if rows:
            self.dict["history"] = self.tensor[cells:].reshape(rows, width)

    def _eyes(self, player: int) -> int:
        return player if self._private else SPECTATOR

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        at, eyes = state.standing, self._eyes(player)
        if not at.begun:
            return
        cells = at.position.observed(eyes)
        self.tensor[: len(cells)] = cells
        history = self.dict.get("history")
        if history is not None:
            for row, entry in enumerate(at.seen(eyes)):
                history[row, entry.seat] = history[row, self._home.seats + entry.action] = 1

    def string_from(self, state: SpielState, player: int) -> str:
        at, eyes = state.standing, self._eyes(player)
        if not self._public and not self._home.game.hidden:
            return ""  # nothing is private
        if not at.begun:
            return "nobody has anything yet"
        if not self._recalls:
            known = at.position.redacted(eyes)
            return json.dumps(self._home.game.notation.show(known.plain(), self._home.frame), default=str)
        words = [f"{entry.seat}:{entry.action}" for entry in at.seen(eyes)]
        learned = at.heard[eyes] if eyes != SPECTATOR else ()
        return f"seat {eyes} " + " ".join([*words, *learned])


def _load(name: str) -> None:
    """Register a game with OpenSpiel, which keeps a class beyond Python's own end, when nothing else exists."""
    game = game_named(name)
    loaded = type(f"Turnwise_{name}", (SpielGame,), {"game": game})
    pyspiel.register_game(_kind(game, adds_up=game.frame(None, {}).seats > 1), loaded)


for _one in all_games():
    _load(_one.name)
