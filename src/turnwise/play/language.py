"""Actions and events in words and JSON, for one match of any game."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any, SupportsIndex

from turnwise.kit.errors import BadAction, NotYourTurn, quoted
from turnwise.kit.game import Frame, Game
from turnwise.kit.position import Told


@dataclass(frozen=True)
class Action:
    """Something a seat may do: `str(a)` is words, `a.json()` is JSON, `a.id` a whole number."""

    id: int
    words: str
    data: str

    def __str__(self) -> str:
        return self.words

    def json(self) -> dict[str, Any]:
        read: dict[str, Any] = json.loads(self.data)
        return read


Request = Action | str | int | Mapping[str, Any]
"""One action in any of its forms."""


class Language:
    """The notation of a game, bound to the frame of a match."""

    def __init__(self, game: Game, frame: Frame) -> None:
        self.game, self.frame = game, frame
        self._actions: dict[int, Action] = {}

    def action(self, id: int) -> Action:
        if id not in self._actions:
            notation = self.game.notation
            self._actions[id] = Action(id, notation.words(id, self.frame), _canonical(notation.data(id, self.frame)))
        return self._actions[id]

    @cached_property
    def _by_words(self) -> dict[str, int]:
        """Words as they are, and in any case where that is not ambiguous."""
        exact = {self.action(id).words: id for id in range(self.game.actions)}
        folded: dict[str, set[int]] = {}
        for words, id in exact.items():
            folded.setdefault(_folded(words), set()).add(id)
        return {words: ids.pop() for words, ids in folded.items() if len(ids) == 1} | exact

    @cached_property
    def _by_data(self) -> dict[str, int]:
        return {self.action(id).data: id for id in range(self.game.actions)}

    def read(self, request: Request, known: Callable[[], Any], legal: list[int]) -> list[int]:
        """The run of actions that a request names. `known` gives what its sender may know, `legal` is what he may do."""
        if isinstance(request, Action):
            if not 0 <= request.id < self.game.actions or self.action(request.id) != request:
                raise BadAction(f"'{request}' is an action of another match.")
            request = request.id
        if isinstance(request, SupportsIndex) and not isinstance(request, bool):
            number = request.__index__()
            if 0 <= number < self.game.actions:
                return [number]
            raise BadAction(
                f"Actions of {self.game.title} are numbered from 0 to {self.game.actions - 1}, not {quoted(number)}."
            )
        if isinstance(request, str) and request.lstrip().startswith("{"):
            request = _parsed(request)
        if isinstance(request, str):
            found = self._by_words.get(" ".join(request.split()), self._by_words.get(_folded(request)))
        elif isinstance(request, Mapping):
            found = self._by_data.get(_canonical(request))
        else:
            raise BadAction(f"An action is words, a JSON object or a number, not {type(request).__name__}.")
        if found is not None:
            return [found]
        if not legal:
            raise NotYourTurn("It is not your turn.")
        spelled = getattr(self.game.notation, "read", None)
        run: list[int] | None = spelled(request, known(), self.frame) if spelled else None
        if run is None:
            raise BadAction(self._unknown(request, legal))
        return run

    def _unknown(self, request: Any, legal: list[int]) -> str:
        text = request if isinstance(request, str) else _canonical(request)
        words = [self.action(id).words for id in legal]
        near = get_close_matches(text, words, 3, 0.5)
        hint = " or ".join(f"'{word}'" for word in near or words[:5])
        return f"'{text[:80]}' is no action of {self.game.title}." + (f" You may say {hint}." if hint else "")

    def event(self, told: Told, seen: frozenset[str]) -> dict[str, Any]:
        """An event as data and a sentence, with only the arguments in `seen`."""
        Event = self.game.rules.Event
        kind = Event(told[0])
        names = Event.arguments[kind]
        values = {
            name: self.game.notation.name(name, value, self.frame) if name in seen else None
            for name, value in zip(names, told[1:], strict=False)
        }
        template = self.game.notation.SENTENCES[kind]
        if not isinstance(template, str):
            template = template[len(seen) < len(names)]
        return {"event": kind.name.lower(), **values, "text": template.format(**values)}


def _folded(words: str) -> str:
    return " ".join(words.casefold().split())


def _canonical(data: Mapping[str, Any]) -> str:
    try:
        return json.dumps(data, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        raise BadAction("An action's JSON holds texts, numbers, lists and objects only.") from None


def _parsed(text: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError):
        raise BadAction(f"{quoted(text)} is no JSON.") from None
    return found
