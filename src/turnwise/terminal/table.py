"""One match at one keyboard: the sitters, whose turn it is, and everything they may do. It knows no screen."""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from turnwise.bots import Budget, Thought, bot
from turnwise.bots.explain import explained
from turnwise.bots.manners import plies_of, takes_a_draw
from turnwise.draw import meant
from turnwise.games import game as game_named
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import Refused
from turnwise.kit.game import Game
from turnwise.kit.words import ENGLISH, Said, Seat, Words, said
from turnwise.play import timing
from turnwise.play.ending import headline
from turnwise.play.front import move_list
from turnwise.play.language import Request
from turnwise.play.match import Match
from turnwise.play.view import View
from turnwise.terminal import saves
from turnwise.terminal.sitters import Sitter, called_at_table

ADVISER, ADVICE_SECONDS = "search:5", 1.0


def never() -> bool:
    return False


class Table:
    """A match with its sitters, saved after every action."""

    def __init__(
        self,
        match: Match,
        sitters: Sequence[Sitter],
        *,
        keeper: saves.Keeper,
        seconds: float | None = None,
        seed: int | None = None,
        language: str = ENGLISH.language,
    ) -> None:
        self.match, self.sitters = match, list(sitters)
        self.game: Game = match.game
        self.names = called_at_table(self.game, sitters, speaker(self.game, language))
        self.speak = speaker(self.game, language, self.names)
        self.budget = None if seconds is None else Budget(seconds=seconds)
        self.seed = seed
        self.keeper = keeper
        self.transcript: Path | None = None
        self._opened = -1  # the turn whose opening was shown, by a gesture of its player
        self._reasons: tuple[int, Thought] | None = None

    # Queries.

    @property
    def people(self) -> list[int]:
        """The seats of people who are still in the match."""
        return [seat for seat, one in enumerate(self.sitters) if not one.bot and seat not in self.match.left]

    @property
    def over(self) -> bool:
        return self.match.outcome is not None

    @property
    def turn(self) -> int | None:
        return self.match.turn

    @property
    def needs_curtain(self) -> bool:
        return self.game.has_hands and len(self.people) > 1

    @property
    def opened(self) -> bool | None:
        """Whether the opening of the turn has been shown; None if no gesture shows it."""
        return None if self.turn is None or not self.game.gesture else self._opened == self.match.position.turns

    def open_turn(self) -> None:
        """Show it from now on."""
        self._opened = self.match.position.turns

    def view(self, seat: int | None) -> View:
        view = self.match.view(seat)
        view.opened = self.opened
        return view

    def viewer(self, before: int | None) -> int | None:
        """Whose view the screen shows: that of the person on turn, else the previous one."""
        people = self.people
        if self.turn in people:
            return self.turn
        return before if before in people else people[0] if len(people) == 1 else None

    def bot_to_act(self) -> int | None:
        """The bot that is to act: one that may interject, else the one on turn."""
        for seat, one in enumerate(self.sitters):
            if one.bot and seat != self.turn and self.match.legal_for(seat):
                return seat
        return self.turn if self.turn is not None and self.sitters[self.turn].bot else None

    def interjectors(self) -> list[int]:
        """The people who may act now out of turn."""
        return [seat for seat in self.people if seat != self.turn and self.match.legal_for(seat)]

    # Actions of people.

    def meant(self, text: str) -> Request:
        """What was typed: an action by its sentence for people, or else by its words for programs."""
        return self._by_sentence.get(_folded(text), text)

    @cached_property
    def _by_sentence(self) -> dict[str, int]:
        """Actions by their sentences, in the reader's language and in English, except those that are words for
        programs."""
        actions = [self.match.spoken.action(id) for id in range(self.game.actions)]
        english = speaker(self.game, ENGLISH.language, self.names)
        found = {_folded(speak(action.said)): action.id for speak in (english, self.speak) for action in actions}
        for action in actions:
            found.pop(_folded(action.words), None)
        return found

    def why_not(self, seat: int | None, keys: Sequence[str]) -> Words:
        """Why the action that touching things one after the other would mean is refused; empty if it is not."""
        if seat is None or self.over or (action := meant(self.view(seat), keys)) is None:
            return ""
        refused = self.match.refusal(action, seat)
        return refused.sentence if refused else ""

    def act(self, seat: int, request: Request) -> None:
        self.match.play(request, seat=seat)
        self._changed()

    def time_over(self, seat: int) -> None:
        """Let the rule sheet decide for a player who has not decided in time."""
        self.act(seat, timing.overdue(self.match, seat, self._chance(seat)))

    def undo(self, seat: int) -> None:
        """Bots agree whenever the rules allow it, and people at one keyboard are taken to agree."""
        self.match.undo(seat, consent=True)
        self._changed()

    def resign(self, seat: int) -> None:
        self.match.leave(seat)
        self._changed()

    def offer_draw(self, seat: int) -> None:
        self.match.offer_draw(seat)
        self._changed()

    def answer_draw(self, seat: int, accept: bool) -> None:
        self.match.answer_draw(seat, accept)
        self._changed()

    # Actions of bots.

    def thinking(self, seat: int) -> Callable[[Callable[[], bool]], Thought]:
        """A bot's thought, for another thread: it has only what the bot's seat may know."""
        name, known = self.sitters[seat].bot, self.view(seat).position
        budget, seed, game, limit = self.budget, self._seed(seat), self.game, timing.thinking(self.match)
        if budget is None and limit and plies_of(name, game):
            budget = Budget(seconds=limit)
        return lambda stop: bot(name, game).think(known, seat, seed=seed, budget=budget, stop=stop)

    def settle(self, seat: int, thought: Thought) -> None:
        """Carry out a bot's thought."""
        offered = self.match.draw_offer not in (None, seat)
        if offered and takes_a_draw(thought):
            self.match.answer_draw(seat, True)
        else:
            self.match.play(thought.action, seat=seat)
        self._reasons = seat, thought
        self._changed()

    def _chance(self, seat: int) -> Random:
        return SystemRandom() if self.seed is None else Random(f"{self.seed} {self.match.version} {seat}")

    def _seed(self, seat: int) -> int:
        return self._chance(seat).getrandbits(62)

    # Words of bots.

    def advising(self, seat: int) -> Callable[[Callable[[], bool]], list[Said]]:
        """A hint, for another thread: what a strong bot would do with what the asking seat knows."""
        known, seed = self.view(seat).position, self._seed(seat)
        if not self.match.legal_for(seat):
            raise Refused(said("There is nothing for you to do now."), "nothing_to_do")
        seconds = min(ADVICE_SECONDS, self.budget.seconds or ADVICE_SECONDS) if self.budget else ADVICE_SECONDS
        return lambda stop: explained(
            bot(ADVISER).think(known, seat, seed=seed, budget=Budget(seconds=seconds), stop=stop),
            self.match.spoken,
            said("A fierce player"),
        )

    def why(self) -> list[Said]:
        """Why a bot did its latest action. Its reasons would reveal its hand, so with hidden hands they wait for the
        end."""
        if self._reasons is None:
            raise Refused(said("No bot has acted since you sat down."), "no_reasons")
        seat, thought = self._reasons
        if self.game.has_hands and not self.over:
            late = said("{seat} tells its reasons when the match is over: they would show its hand.", seat=Seat(seat))
            raise Refused(late, "hidden")
        return explained(thought, self.match.spoken, Seat(seat))

    # Saving.

    def _changed(self) -> None:
        """Save before anything is shown."""
        if self.over:
            self.transcript = self.keeper.finish(self.match)
        else:
            self.keeper.save(self.match, self.sitters)

    def close(self) -> None:
        self.keeper.close()

    # Shorthand for the screens.

    def log_text(self, seat: int | None) -> str:
        return move_list(self.view(seat), self.speak) or self.speak(said("Nothing has been played yet."))


def _folded(text: str) -> str:
    """A sentence as it may be typed: in any case, with or without a full stop."""
    return " ".join(text.casefold().split()).rstrip(".")


def new_table(
    game: str | Game,
    sitters: Sequence[Sitter],
    *,
    seed: int | None,
    seconds: float | None,
    options: dict[str, Any],
    language: str = ENGLISH.language,
) -> Table:
    """A new match, interpreted, without waiting for a compiler. `options`: the rules' options and the table's
    settings."""
    one = game if isinstance(game, Game) else game_named(game)
    options, settings = one.told_apart((one.timing("SHARED") or {}) | options)
    options = one.with_computers(options, (seat for seat, sitter in enumerate(sitters) if sitter.bot))
    match = Match(one, seats=len(sitters), seed=seed, compiled=False, settings=settings, **options)
    keeper = saves.Keeper(saves.new_file(one.name))
    return Table(match, sitters, keeper=keeper, seconds=seconds, seed=seed, language=language)


def resumed_table(file: Path, *, seconds: float | None, language: str = ENGLISH.language) -> Table:
    keeper, match, sitters = saves.taken_up(file)
    if match.outcome is not None:
        keeper.close()
        ended = said("{file} is over. {result}", file=file.name, result=headline(match.view(None)))
        names = called_at_table(match.game, sitters, speaker(match.game, language))
        raise Refused(speaker(match.game, language, names)(ended), "over")
    return Table(match, sitters, keeper=keeper, seconds=seconds, language=language)
