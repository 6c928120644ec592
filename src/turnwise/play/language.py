"""Actions and events in words and JSON, for one match of any game."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any, SupportsIndex
from weakref import WeakValueDictionary

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
PLAIN_FORMS = (int, str, dict)
QUOTED = 80
"""Letters of an unknown action that are compared with the known ones, and told back."""


class Language:
    """The notation of a game, bound to the frame of a match."""

    def __init__(self, game: Game, frame: Frame) -> None:
        self.game, self.frame = game, frame
        self._actions: dict[int, Action] = {}
        self.worded: dict[Any, Any] = {}
        """Lines that were worded already, by what may be seen of them: much that happens has happened before."""

    def action(self, id: int) -> Action:
        known = self._actions.get(id)
        if known is None:
            notation = self.game.notation
            known = Action(id, notation.words(id, self.frame), _canonical(notation.data(id, self.frame)))
            self._actions[id] = known
        return known

    def words(self, ids: Sequence[int]) -> list[str]:
        """The words of actions."""
        known = self._actions
        return [known[id].words if id in known else self.action(id).words for id in ids]

    @cached_property
    def shown_options(self) -> dict[str, Any]:
        """The options as a player may see them while the match runs."""
        return self.game.shown_options(self.frame.options)

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

    @cached_property
    def _numbers(self) -> range:
        return range(self.game.actions)

    def read(self, request: Request, known: Callable[[], Any], legal: Callable[[], list[int]]) -> list[int]:
        """The run of actions that a request names. `known` gives what its sender may know, `legal` what he may do."""
        if isinstance(request, Action):
            if request.id not in self._numbers or self.action(request.id) != request:
                raise BadAction(f"'{request}' is an action of another match.")
            request = request.id
        if type(request) not in PLAIN_FORMS and not isinstance(request, bool) and isinstance(request, SupportsIndex):
            request = request.__index__()  # a number of NumPy's
        if type(request) is int:
            if request in self._numbers:
                return [request]
            raise BadAction(
                f"Actions of {self.game.title} are numbered from 0 to {self.game.actions - 1}, not {quoted(request)}."
            )
        if isinstance(request, str) and request.lstrip().startswith("{"):
            request = _parsed(request)
        if isinstance(request, str):
            found = self._by_words.get(" ".join(request.split()))
            if found is None:
                found = self._by_words.get(_folded(request))
        elif isinstance(request, Mapping):
            found = self._by_data.get(_canonical(request))
        else:
            raise BadAction(f"An action is words, a JSON object or a number, not {type(request).__name__}.")
        if found is not None:
            return [found]
        if not legal():
            raise NotYourTurn("It is not your turn.")
        spelled = getattr(self.game.notation, "read", None)
        run: list[int] | None = spelled(request, known(), self.frame) if spelled else None
        if run is None:
            raise BadAction(self._unknown(request, legal()))
        return run

    def _unknown(self, request: Any, legal: list[int]) -> str:
        text = request if isinstance(request, str) else _canonical(request)
        words = [self.action(id).words for id in legal]
        text = text[:QUOTED]  # comparing takes time by the length
        near = get_close_matches(text, words, 3, 0.5)
        hint = " or ".join(f"'{word}'" for word in near or words[:5])
        return f"'{text}' is no action of {self.game.title}." + (f" You may say {hint}." if hint else "")

    def event(self, told: Told, seen: frozenset[str]) -> dict[str, Any]:
        """An event as data and a sentence, with only the arguments in `seen`."""
        kind, names, whole, partial = self._event_facts[told[0]]
        notation, frame = self.game.notation, self.frame
        event: dict[str, Any] = {"event": kind}
        for name, value in zip(names, told[1:], strict=False):
            event[name] = notation.name(name, value, frame) if name in seen else None
        sentence, spoken = partial if len(seen) < len(names) else whole, getattr(notation, "spoken", None)
        event["text"] = sentence.format_map({name: spoken(event[name]) for name in event} if spoken else event)
        return event

    @cached_property
    def _event_facts(self) -> dict[int, tuple[str, tuple[str, ...], str, str]]:
        """Of each kind of event: its name, its arguments, and its sentences for who may know all of them and who may not."""
        facts = {}
        for kind, names in self.game.rules.Event.arguments.items():
            sentences = self.game.notation.SENTENCES[kind]
            whole, partial = (sentences, sentences) if isinstance(sentences, str) else sentences
            facts[int(kind)] = (kind.name.lower(), names, whole, partial)
        return facts


_LANGUAGES: WeakValueDictionary[tuple[Game, str], Language] = WeakValueDictionary()


def shared_language(game: Game, frame: Frame) -> Language:
    """A language for this frame or one like it: matches with the same seats, options and settings share what they have in words."""
    key = game, json.dumps([frame.seats, frame.options, frame.settings], sort_keys=True)
    return _LANGUAGES.setdefault(key, Language(game, frame))


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
