"""Menus of games and opponents: buttons that belong to no table yet."""

from collections.abc import Iterator

from turnwise.bots.names import opponents
from turnwise.games import all_games
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game
from turnwise.kit.words import said
from turnwise.telegram.buttons import ANYBODY, Buttons, Pressed
from turnwise.telegram.shown import Key

NO_TABLE = "-"
GROUP, ALONE, INVITE, RULES, DELETE = "group", "alone", "invite", "rules", "delete me"
"""What a game is chosen for: a group, to play with bots, to play with a friend, to read about; and the account's end."""
ROW = 2


class Menus:
    """Makes and reads the buttons of menus."""

    def __init__(self, buttons: Buttons) -> None:
        self._buttons = buttons

    def key(self, label: str, *means: str) -> Key:
        return Key(label, self._buttons.data(NO_TABLE, 0, ANYBODY, means))

    def games(self, purpose: str, language: str) -> list[list[Key]]:
        """All games that may be chosen for a purpose."""
        keys = [self.key(speaker(game, language)(said(game.title)), purpose, game.name) for game in _fit(purpose)]
        return [keys[at : at + ROW] for at in range(0, len(keys), ROW)]

    def opponents(self, game: Game, language: str) -> list[list[Key]]:
        say = speaker(game, language)
        keys = [self.key(say(name), ALONE, game.name, bot) for bot, name in opponents(game).items()]
        return [keys[at : at + ROW] for at in range(0, len(keys), ROW)]

    def means(self, pressed: Pressed) -> tuple[str, ...] | None:
        return self._buttons.means(pressed, ANYBODY, _every())


def _fit(purpose: str) -> list[Game]:
    """A group and a friend need a game for two at least."""
    return [game for game in all_games() if game.seats[1] > 1 or purpose not in (GROUP, INVITE)]


def _every() -> Iterator[tuple[str, ...]]:
    yield from ((DELETE,), (ALONE,), (INVITE,))
    for game in all_games():
        for purpose in (GROUP, ALONE, INVITE, RULES):
            yield purpose, game.name
        for bot in opponents(game):
            yield ALONE, game.name, bot
