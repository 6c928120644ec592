"""Actions and events in words and JSON, for one match of any game."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any, SupportsIndex
from weakref import WeakValueDictionary

from turnwise.kit.errors import BadAction, NotYourTurn, UnknownAction, quoted
from turnwise.kit.game import Frame, Game
from turnwise.kit.position import Told
from turnwise.kit.words import Given, Said, Seat, said


@dataclass(frozen=True)
class Action:
    """Something a seat may do: `str(a)` is a program's words, `a.json()` is JSON, `a.id` a whole number, `a.said` is
    for people."""

    id: int
    words: str
    data: str
    said: Said

    def __str__(self) -> str:
        return self.words

    def json(self) -> dict[str, Any]:
        read: dict[str, Any] = json.loads(self.data)
        return read


Request = Action | str | int | Mapping[str, Any]
"""One action in any of its forms."""
Sentence = tuple[Said, Said] | Callable[[dict[str, Any], Frame], Said]
"""For an event: a sentence for those who may know all of it and one for the others; or a function of what may be
known."""
PLAIN_FORMS = (int, str, dict)
QUOTED = 80
"""Letters of an unknown action that are compared with known ones, and quoted."""


class Language:
    """The notation of a game, bound to the frame of a match."""

    def __init__(self, game: Game, frame: Frame) -> None:
        self.game, self.frame = game, frame
        self._actions: dict[int, Action] = {}
        self.worded: dict[Any, Any] = {}
        """A cache of worded lines, by what may be seen of them: most events occur often."""

    def action(self, id: int) -> Action:
        known = self._actions.get(id)
        if known is None:
            notation = self.game.notation
            words, move = notation.words(id, self.frame), notation.move(id, self.frame)
            known = Action(id, words, _canonical(notation.data(id, self.frame)), move)
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
        """Actions by their words, and regardless of case where that is not ambiguous."""
        exact = {self.game.notation.words(id, self.frame): id for id in self._numbers}
        folded: dict[str, set[int]] = {}
        for words, id in exact.items():
            folded.setdefault(_folded(words), set()).add(id)
        return {words: ids.pop() for words, ids in folded.items() if len(ids) == 1} | exact

    @cached_property
    def _by_data(self) -> dict[str, int]:
        return {_canonical(self.game.notation.data(id, self.frame)): id for id in self._numbers}

    @cached_property
    def _numbers(self) -> range:
        return range(self.game.actions)

    def read(self, request: Request, known: Callable[[], Any], legal: Callable[[], list[int]]) -> list[int]:
        """The actions that a request names. `known` gives what its sender may know, `legal` the legal actions."""
        if isinstance(request, Action):
            if request.id not in self._numbers or self.action(request.id) != request:
                raise BadAction(said("'{action}' is an action of another match.", action=str(request)))
            request = request.id
        if type(request) not in PLAIN_FORMS and not isinstance(request, bool) and isinstance(request, SupportsIndex):
            request = request.__index__()  # a NumPy integer
        if type(request) is int:
            if request in self._numbers:
                return [request]
            last, given = self.game.actions - 1, quoted(request)
            sentence = said(
                "Actions of {game} are numbered from 0 to {last}, not {given}.", game=self.title, last=last, given=given
            )
            raise BadAction(sentence)
        if isinstance(request, str) and request.lstrip().startswith("{"):
            request = _parsed(request)
        if isinstance(request, str):
            found = self._by_words.get(" ".join(request.split()))
            if found is None:
                found = self._by_words.get(_folded(request))
        elif isinstance(request, Mapping):
            found = self._by_data.get(_canonical(request))
        else:
            kind = type(request).__name__
            raise BadAction(said("An action is words, a JSON object or a number, not {kind}.", kind=kind))
        if found is not None:
            return [found]
        if not legal():
            raise NotYourTurn(said("It is not your turn."))
        spelled = getattr(self.game.notation, "read", None)
        run: list[int] | None = spelled(request, known(), self.frame) if spelled else None
        if run is None:
            raise UnknownAction(self._unknown(request, legal()))
        return run

    @property
    def title(self) -> Said:
        return said(self.game.title)

    def _unknown(self, request: Any, legal: list[int]) -> Said:
        text = request if isinstance(request, str) else _canonical(request)
        words = [self.action(id).words for id in legal]
        text = text[:QUOTED]  # the time to compare grows with the length
        near = get_close_matches(text, words, 3, 0.5)
        hint = ", ".join(f"'{word}'" for word in near or words[:5])
        if not hint:
            return said("'{text}' is no action of {game}.", text=text, game=self.title)
        return said("'{text}' is no action of {game}. You may say {hint}.", text=text, game=self.title, hint=hint)

    def event(self, told: Told, seen: frozenset[str], so_far: int = 0) -> dict[str, Any]:
        """An event as data and a sentence, with only the arguments in `seen`; `so_far`: its count, for kinds that are
        counted."""
        kind, names = self._event_names[told[0]]
        event: dict[str, Any] = {"event": kind}
        for name, value in zip(names, told[1:], strict=False):
            event[name] = self.game.notation.name(name, value, self.frame) if name in seen else None
        event["text"] = str(self.said(event, so_far))
        return event

    def said(self, event: Mapping[str, Any], so_far: int = 0) -> Said:
        """The sentence for an event as a viewer may know it: hidden arguments are None."""
        sentence = self._sentences[event["event"]]
        given = {name: value for name, value in event.items() if name not in ("event", "text")}
        if callable(sentence):
            made: Said = sentence(given | {"so_far": so_far} if so_far else given, self.frame)
            return made
        known = {name: self.noun(name, value) for name, value in given.items() if value is not None}
        return sentence[len(known) < len(given)].given_also(**known)

    def noun(self, argument: str, value: Any) -> Given:
        """What an event or an action names, for people: a seat is its player, a game has words for its cards and
        places."""
        found: Given | None = self.game.notation.noun(argument, value, self.frame)
        if found is not None:
            return found
        return Seat(value) if argument == "seat" else value

    @cached_property
    def _event_names(self) -> dict[int, tuple[str, tuple[str, ...]]]:
        """The name and the argument names of each kind of event."""
        return {int(kind): (kind.name.lower(), names) for kind, names in self.game.rules.Event.arguments.items()}

    @cached_property
    def _sentences(self) -> dict[str, Sentence]:
        """For each kind of event its sentences, for those who may know all of it and for others, or the function that
        makes them."""
        found: dict[str, Sentence] = {}
        known = getattr(self.game.notation, "SENTENCES", {})
        for kind in self.game.rules.Event.arguments:
            given = known.get(kind) or _unsaid(kind)
            found[kind.name.lower()] = (given, given) if isinstance(given, Said) else given
        return found


def _unsaid(kind: Any) -> Said:
    """The sentence of an event that a game declares without one: its name, and its seat."""
    what = kind.name.lower().replace("_", " ")
    return said("{seat}: {what}", what=what) if "seat" in type(kind).arguments[kind] else said("{what:C}", what=what)


_LANGUAGES: WeakValueDictionary[tuple[Game, str], Language] = WeakValueDictionary()


def shared_language(game: Game, frame: Frame) -> Language:
    """A language for this frame or an equal one: matches with the same seats, options and settings share a cache of
    words."""
    key = game, json.dumps([frame.seats, frame.options, frame.settings], sort_keys=True)
    return _LANGUAGES.setdefault(key, Language(game, frame))


def _folded(words: str) -> str:
    return " ".join(words.casefold().split())


def _canonical(data: Mapping[str, Any]) -> str:
    try:
        return json.dumps(data, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        raise BadAction(said("An action's JSON holds texts, numbers, lists and objects only.")) from None


def _parsed(text: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError):
        raise BadAction(said("{text} is no JSON.", text=quoted(text))) from None
    return found
