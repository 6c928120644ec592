"""One game as an environment needs it: observations, legal actions, and rewards. All environments use this."""

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.envs.batch import Rewards
from turnwise.envs.direct import direct
from turnwise.games import game as game_named
from turnwise.kit.bind import bind
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.events import buffer
from turnwise.kit.game import Game
from turnwise.kit.observation import size_of_all
from turnwise.kit.position import SPECTATOR, Engine, Position, rows_of
from turnwise.kit.words import said
from turnwise.play.law import law
from turnwise.play.outcome import shares
from turnwise.play.standing import standing
from turnwise.play.view import View

PIXELS = 480
"""The width of a picture."""


class Table:
    """One game. It can be copied and pickled, and a copy continues with the same chance."""

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        rewards: Rewards = "win",
        compiled: bool | None = True,
        **options: Any,
    ) -> None:
        self.game = game if isinstance(game, Game) else game_named(game)
        self.frame = self.game.frame(seats, options)
        self.seats, self.rewards, self._compiled = self.frame.seats, rewards, compiled
        self._given = options
        self._engine: Engine = law(self.game, compiled)
        self._cells, self._pad = size_of_all(self.game.observed), self._engine.pad()
        self._silence = buffer(False, compiled=self._engine.compiled)
        bound: Any = bind("turnwise.envs.one", self.game.package, compiled=self._engine.compiled)
        blank = self._engine.blank(self.frame, 0)
        scratch, scratch_beside = rows_of(blank, 1)
        self._act = direct(bound.act, blank.states, blank.besides, 0, self._silence)
        self._glance = direct(
            bound.glance, blank.states, blank.besides, scratch, scratch_beside, 0, self._pad, *self._sheets()
        )
        self.lost: tuple[int, str] | None = None
        """Who took an illegal action, and why it was illegal."""
        self.reset(0)

    def reset(self, seed: int) -> None:
        """A new game; all its chance comes from the seed."""
        self._stand(self._engine.position(self.frame, seed)[0])
        self.lost = None

    def _stand(self, position: Position) -> None:
        self.position = position
        self._scratch, self._scratch_beside = rows_of(position, 1)

    @property
    def turn(self) -> int:
        """The seat to act."""
        return self.position.turn

    @property
    def over(self) -> bool:
        return self.lost is not None or bool(self.position.over)

    def glance(self, seat: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """A seat's observation, and its legal actions; new arrays."""
        cells, mask = self._sheets()
        at = self.position
        self._glance(at.states, at.besides, self._scratch, self._scratch_beside, seat, self._pad, cells, mask)
        if self.lost:
            mask[:] = 0
        return cells, mask

    def _sheets(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        return np.zeros(self._cells, np.int8), np.zeros(self.game.actions, np.int8)

    def act(self, action: int) -> None:
        """Take a legal action for the seat on turn; the caller has checked it."""
        self._act(self.position.states, self.position.besides, action, self._silence)

    def lose(self, action: Any) -> None:
        """The seat on turn chose an illegal action, and has lost."""
        match = standing(self.position, self.seats, self._given)
        try:
            refused: TurnwiseError | None = match.refusal(action, self.turn)
        except TurnwiseError as error:
            refused = error
        self.lost = self.turn, str(refused or said("This action is not legal."))

    def returns(self) -> list[float]:
        """What each seat has won: 0 while the game runs."""
        if self.lost:
            return [-1.0 if seat == self.lost[0] else 1 / max(self.seats - 1, 1) for seat in range(self.seats)]
        if not self.position.over:
            return [0.0] * self.seats
        _, points, winners = self.position.scores(self.seats)
        if self.rewards == "points":
            return points
        return shares(winners, self.seats)

    def fingerprint(self) -> str:
        """Equal for equal positions of the same game."""
        around = f"{self.game.name} {self.game.version} {self.seats} {self.frame.options} {self.lost}"
        return hashlib.blake2b(b"".join(self.position.pack()) + around.encode(), digest_size=16).hexdigest()

    def view(self, seat: int | None) -> View:
        """The table as a seat, or a spectator, sees it."""
        return standing(self.position, self.seats, self._given).view(seat)

    def render(self, mode: str | None, seat: int | None = None) -> Any:
        """The table as text (`ansi`), or as rows of pixels (`rgb_array`), as a spectator or a seat sees it."""
        if mode == "ansi":
            return self.view(seat).text()
        if mode == "rgb_array":
            return _pixels(self.view(seat))
        return None

    def known(self, seat: int) -> Position:
        """What a seat may know, for a bot to think about."""
        return self.position.redacted(seat)

    def __getstate__(self) -> dict[str, Any]:
        return {
            "made": (self.game, self.seats, self.rewards, self._compiled, self._given),
            "position": self.position.pack(),
            "lost": self.lost,
        }

    def __setstate__(self, held: dict[str, Any]) -> None:
        game, seats, rewards, compiled, options = held["made"]
        self.__init__(game, seats=seats, rewards=rewards, compiled=compiled, **options)  # type: ignore[misc]
        self._stand(Position(self._engine, *held["position"]))
        self.lost = held["lost"]


def _pixels(view: View) -> NDArray[np.uint8]:
    from io import BytesIO

    from PIL import Image

    from turnwise.draw import picture
    from turnwise.draw.png import png

    with Image.open(BytesIO(png(picture(view), width=PIXELS))) as image:
        return np.asarray(image.convert("RGB"), np.uint8).copy()


__all__ = ["SPECTATOR", "Table"]
