"""What a player may do, as buttons: the ways to touch a table, walked one touch after the other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from turnwise.draw import table as on_table
from turnwise.draw.ways import Touched, Ways
from turnwise.kit.pieces import Button, Card, Table
from turnwise.kit.words import Said, Speaker
from turnwise.play.language import Action
from turnwise.play.view import View

Given = dict[str, Any]
"""What a sentence is filled with, by name."""
GESTURE = "gesture"
"""Stands for what a turn opens with, which is no action."""
ROW, MANY, FULL = 3, 24, 8
"""Buttons in a row; beyond so many they stand closer, as close as Telegram lets them."""
PAGE = 88
"""Choices of one keyboard, which may have a hundred buttons."""


class Choice(NamedTuple):
    """A button: what stands on it, and what has been touched once it is pressed."""

    label: str
    touched: Touched


class Choices:
    """All that a viewer may do at one moment."""

    def __init__(self, view: View, drawn: Table | None = None) -> None:
        drawn = drawn or on_table(view)
        self._view, self._named = view, dict(_named(drawn))
        waits = view.opened is False and bool(drawn.gesture)
        self.gesture = waits and view.seat is not None and view.seat == view.turn
        """Whether the player shows first what the turn opens with."""
        self._actions: dict[int, Action] = {} if waits else {action.id: action for action in view.legal}
        self._ways = Ways({id: (drawn.touch[id],) for id in self._actions if drawn.touch.get(id)})
        self._silent = [action for id, action in self._actions.items() if not drawn.touch.get(id)]
        """Actions that no touch means: they are chosen by their sentence."""

    def __bool__(self) -> bool:
        return self.gesture or bool(self._actions)

    def walked(self, touched: Touched) -> Touched:
        """Go on as long as only one thing can be touched and that is not the last."""
        while len(keys := self._ways.next(touched)) == 1 and self.action((*touched, keys[0])) is None:
            if not touched and self._silent:
                break  # there is something else to choose
            touched = (*touched, keys[0])
        return touched

    def after(self, touched: Touched, say: Speaker) -> list[Choice]:
        """What may be pressed when this has been touched."""
        if self.gesture:
            return [Choice(say(self._view.game.gesture), (GESTURE,))]
        branches = self._ways.branches(touched)
        labels = self._told_apart({key: [self._actions[id] for id in ways] for key, ways in branches.items()}, say)
        found = [Choice(labels[key], _whole((*touched, key), ways.values())) for key, ways in branches.items()]
        return found if touched else found + [Choice(say(one.said), (f"say:{one.id}",)) for one in self._silent]

    def every(self) -> Iterator[Touched]:
        """All that any button of this moment can mean: each way and each beginning of one."""
        if self.gesture:
            yield (GESTURE,)
            return
        yield ()
        seen = set[Touched]()
        for ways in self._ways.every.values():
            for way in ways:
                for size in range(1, len(way) + 1):
                    if way[:size] not in seen:
                        seen.add(way[:size])
                        yield way[:size]
        yield from ((f"say:{one.id}",) for one in self._silent)

    def action(self, touched: Touched) -> int | None:
        """The action that is complete with these touches."""
        if len(touched) == 1 and touched[0].startswith("say:"):
            return int(touched[0].removeprefix("say:"))
        return next((id for id, ways in self._ways.every.items() if touched in ways), None)

    def _told_apart(self, branches: dict[str, list[Action]], say: Speaker) -> dict[str, str]:
        """What stands on each button. Two that would read alike are told by the whole sentence."""
        beside: dict[str, list[Given]] = {}
        for action in (action for actions in branches.values() for action in actions):
            beside.setdefault(action.said.template, []).append(dict(action.said.given))
        labels = {key: self._label(key, branches[key], beside, say) for key in branches}
        counted = Counter(labels.values())
        doubled = {label for label, number in counted.items() if number > 1}
        return {
            key: say(branches[key][0].said) if label in doubled and len(branches[key]) == 1 else label
            for key, label in labels.items()
        }

    def _label(self, key: str, actions: list[Action], beside: dict[str, list[Given]], say: Speaker) -> str:
        """The thing's own short name; else what is said of these moves and not of the others beside them; else the sentence."""
        if named := self._named.get(key):
            return say(named).strip("[] ")
        own = [action.said for action in actions]
        given, alike = [dict(one.given) for one in own], beside[own[0].template]
        if all(one.template == own[0].template for one in own):
            settled = [name for name in given[0] if all(one[name] == given[0][name] for one in given)]
            telling = [name for name in settled if any(one[name] != given[0][name] for one in alike)]
            if names := telling if len(alike) > len(own) else settled if len(own) > 1 else []:
                return "–".join(say.filled(given[0][name]) for name in names)
        return say(own[0])


def _whole(touched: Touched, ways: Iterable[Sequence[Touched]]) -> Touched:
    """What can only be gone on with in one way is touched at once."""
    found = [way for one in ways for way in one]
    return found[0] if len(found) == 1 else touched


def _named(drawn: Table) -> Iterator[tuple[str, "str | Said"]]:
    """Cards and buttons, which have a short name of their own."""
    held = drawn.hand.cards if drawn.hand else ()
    for one in (*held, *(drawn.tray or ()), *(drawn.panel.choices if drawn.panel else ())):
        if isinstance(one, Card) and one.text:
            yield one.key, one.text
        elif isinstance(one, Button):
            yield one.key, one.label


def rows(choices: Sequence[Choice]) -> list[list[Choice]]:
    """Three a row; where there are many and all are short, closer."""
    short = all(len(one.label) <= 4 for one in choices)
    size = FULL if len(choices) > MANY and short else ROW
    return [list(choices[at : at + size]) for at in range(0, len(choices), size)]
