"""What a game's rules leave out is written for it, from what it declares: as source, so that it runs compiled and interpreted.

Of a game with declared actions (`kit/declared.py`) these follow if they are absent:
    play     the function with the name of the action: `drop(s, seat, column, tell)`
    check    over, not on turn, then `check_drop(s, seat, column)`; an action without such a function is always allowed
    legal    every action that `check` allows; where a game writes `legal` and no `check_…`, `check` asks whether it is listed
and of every game
    setup    the first seat is on turn, and that turn is the first
    scores   from the field `winner` (a seat, or NOBODY_WON), or from the field `points`: the most of them win
    classic  the best by `evaluate` after each action; any action where there is no `evaluate`
"""

from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

from turnwise.kit.declared import Kind, declared
from turnwise.kit.record import Record
from turnwise.kit.scoring import NOBODY_WON

Calls = Callable[[str, Callable[..., Any], Sequence[str], dict[str, str]], str]
"""Makes the call of a function of the rules, with the arguments that it takes of those there are."""


class Derived:
    """What is written for one game."""

    def __init__(self, rules: ModuleType, hints: Any, state: Record, call: Calls) -> None:
        self._rules, self._hints, self._state, self._call = rules, hints, state, call
        self._kinds = [kind for kind in declared(getattr(rules, "Do", None)) if not kind.act.is_veil]

    def body(self, name: str, arguments: Sequence[str]) -> list[str] | None:
        """The lines of a function that the game goes without; None where nothing follows from what it declares."""
        if name in ("play", "check", "legal") and not self._kinds:
            return None
        make = getattr(self, f"_{name}", None)
        return list(make(arguments)) if make else None

    def _setup(self, arguments: Sequence[str]) -> Iterator[str]:
        yield "s.turns = 1"

    def _play(self, arguments: Sequence[str]) -> Iterator[str]:
        yield from self._dealt_out("", arguments)

    def _check(self, arguments: Sequence[str]) -> Iterator[str]:
        yield "if s.over:"
        yield f"    return {int(self._rules.Reason.OVER)}"
        if not hasattr(self._rules, "interruptible"):
            yield "if seat != s.turn:"
            yield f"    return {int(self._rules.Reason.NOT_YOUR_TURN)}"
        if hasattr(self._rules, "legal") and not any(
            hasattr(self._rules, f"check_{kind.name}") for kind in self._kinds
        ):
            yield f"moves = scratch({self._kinds[-1].stop + 1})"
            yield "n = legal(s, beside, seat, moves)"
            yield "for i in range(n):"
            yield "    if moves[i] == action:"
            yield "        return 0"
            yield f"return {int(self._rules.Reason.NOT_ALLOWED)}"
            return
        yield from self._dealt_out("check_", arguments)
        yield "return 0"

    def _legal(self, arguments: Sequence[str]) -> Iterator[str]:
        yield "n = 0"
        yield "if s.over:" if hasattr(self._rules, "interruptible") else "if s.over or seat != s.turn:"
        yield "    return n"
        given = [one for one in arguments if one != "moves"]
        for kind in self._kinds:
            yield f"for action in range({kind.start}, {kind.stop}):"
            if function := getattr(self._rules, f"check_{kind.name}", None):
                call = self._call(f"check_{kind.name}", function, [*given, *kind.act.arguments], _split(kind))
                yield f"    if {call} == 0:"
                yield "        moves[n] = action"
                yield "        n += 1"
            else:
                yield "    moves[n] = action"
                yield "    n += 1"
        yield "return n"

    def _dealt_out(self, prefix: str, arguments: Sequence[str]) -> Iterator[str]:
        """To each kind of action its own function, if the game has one."""
        given = [one for one in arguments if one != "action"]
        for kind in self._kinds:
            yield f"if action < {kind.stop}:"
            name = f"check_{kind.name}" if prefix else kind.verb
            function = getattr(self._rules, name, None)
            if function is None and not prefix:
                raise TypeError(
                    f"{self._rules.__name__} declares the action {kind.name!r} and has no function {name}(s, seat, …, tell)"
                )
            if function is None:
                yield "    return 0"
            else:
                yield f"    return {self._call(name, function, [*given, *kind.act.arguments], _split(kind))}"

    def _scores(self, arguments: Sequence[str]) -> Iterator[str]:
        if "winner" in self._state.fields:
            yield "for seat in range(s.seats):"
            yield f"    places[seat] = 1 if s.winner == seat or s.winner == {NOBODY_WON} else 2"
            yield f"    points[seat] = 1.0 if s.winner == seat else 0.5 if s.winner == {NOBODY_WON} else 0.0"
            yield f"return 0 if s.winner == {NOBODY_WON} else 1 << s.winner"
        elif "points" in self._state.fields:
            yield "winners = 0"
            yield "for seat in range(s.seats):"
            yield "    places[seat] = 1"
            yield "    points[seat] = s.points[seat]"
            yield "    for other in range(s.seats):"
            yield "        places[seat] += s.points[other] > s.points[seat]"
            yield "    if places[seat] == 1:"
            yield "        winners |= 1 << seat"
            yield "return winners"
        else:
            raise TypeError(
                f"{self._rules.__name__} has no scores(s, places, points), and no field `winner` or `points` to make them from"
            )

    def _classic(self, arguments: Sequence[str]) -> Iterator[str]:
        if hasattr(self._hints, "appeal"):
            yield "best, at = appeal(s, beside, seat, moves[0]), 0"
            yield "for i in range(1, n):"
            yield "    worth = appeal(s, beside, seat, moves[i])"
            yield "    if worth > best:"
            yield "        best, at = worth, i"
            yield "return moves[at]"
        else:
            yield "return moves[below(s, n)]"


def _split(kind: Kind) -> dict[str, str]:
    """The arguments of an action as they are reckoned from its number."""
    found, rest = dict[str, str](), 1
    for name, one in reversed([*kind.act.arguments.items()]):
        number = f"(action - {kind.start})" if kind.start else "action"
        number += f" // {rest}" if rest > 1 else ""
        size = len(one.names)
        found[name] = (f"{number} % {size}" if rest * size < kind.act.size else number) + f" + {one.lowest}"
        rest *= size
    return found
