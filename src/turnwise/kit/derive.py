"""Generates the functions that a game's rules omit, from its declarations: as source, so that it runs compiled and
interpreted.

For a game with declared actions (`kit/declared.py`) these are generated if they are absent:
    play     the function with the name of the action, or the one it is carried out `by`: `drop(s, seat, column, tell)`
    check    over, a seat that may do nothing (`check_seat(s, seat)`), not on turn (unless it can be done `out_of_turn`), not in this
             phase (`not_now(s, seat, action)`, if the game has words for that), then what a single argument decides,
             `check_lay_card(s, seat, card)`, or that it is not `held`, in the order of the arguments, and at last
             `check_lay(s, seat, card, place)`; an action without such functions is always allowed
    legal    every action that `check` allows: what an argument forbids is passed over with all that follows it;
             where a game writes `legal` and no `check_…`, `check` asks whether it is listed
             where a game has `allowed(s, seat)`, the actions of the seat on turn as a set, it is those; of any seat where some can be
             taken `out_of_turn`
             where it has `allowed_move(s, seat, base)`, the set of targets of an action `move` with a `base` and a `target` (of one
             without arguments: 1 if it is allowed), it is those, while the phase is right; if every action has such a set, the masks of
             a batch are written from these without a list; `check` asks whether it is in the set where there is no `check_move`
    veil     what is declared as seen `of` other actions
and of every game
    setup    the first seat is on turn, and that turn is the first
    scores   from `points_of(s, seat)` and `ranks_before(s, seat, other)`, which may ask for all `points`, if the game has these, and
             nobody has won where `nobody_wins(s)`; else from the field `winner` (a seat, or NOBODY_WON), or from the field
             `points`: the most of them win
    imagine  while the game runs, `imagine_seat(s, seat)` for every seat but the one that imagines; or, where cards lie in zones
             (`kit/zones.py`) and nothing else is hidden: what a seat cannot see is dealt anew
    observe  what the fields of its record say to a seat (`kit/observation.py`)
    classic  where nothing is hidden, the action after which `evaluate` thinks best of the game, of equals the one that `appeal` likes
             best; where something is hidden or there is no `evaluate`, what `appeal` likes best; any action where there is neither
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import prod
from types import ModuleType
from typing import Any, NamedTuple

from turnwise.kit.declared import Kind, declared
from turnwise.kit.faults import Fault
from turnwise.kit.observation import observing
from turnwise.kit.record import ALL, NOBODY, OWNER, Field, Record
from turnwise.kit.scoring import NOBODY_WON

Calls = Callable[[str, Callable[..., Any], Sequence[str], dict[str, str]], str]
"""Makes the call of a function of the rules, with those of the available arguments that it takes."""


THROWS, DECIDED = 8, 1_000_000
"""How often an action that is followed by dice is tried; and the value of a win, above any evaluation."""
BITS, MOST_ROWS = 64, 64
"""Members of a word; and how many sets an action may have for a mask to be written from them."""


class Check(NamedTuple):
    """A possible refusal of an action: source of the reason, 0 if it does not apply; and the argument after which it is
    known."""

    reason: str
    after: str = ""


class Derived:
    """What is generated for one game."""

    def __init__(self, rules: ModuleType, hints: Any, records: tuple[Record, Record], call: Calls) -> None:
        self._rules, self._hints, self._state, self._call = rules, hints, records[0], call
        self._is_open = not any(record.hidden for record in records)
        listed = declared(getattr(rules, "Do", None))
        self._kinds = [kind for kind in listed if not kind.act.is_veil]
        self._veils = [kind for kind in listed if kind.act.of]

    def body(self, name: str, arguments: Sequence[str]) -> list[str] | None:
        """The lines of a function that the game omits; None if nothing can be derived."""
        if name in ("play", "check", "legal") and not self._kinds or name == "veil" and not self._veils:
            return None
        if name in ("legal", "some_action", "open_to") and hasattr(self._rules, "allowed"):
            return list(self._of_allowed(name, arguments))
        make = getattr(self, f"_{name}", None)
        return list(make(arguments)) if make else None

    def _fault(self, sentence: str) -> Fault:
        return Fault(sentence, self._rules.__file__ or "", 1)

    def _setup(self, arguments: Sequence[str]) -> Iterator[str]:
        yield "s.turns = 1"

    def _observe(self, arguments: Sequence[str]) -> Iterator[str]:
        return observing(self._state, self._rules)

    def _play(self, arguments: Sequence[str]) -> Iterator[str]:
        for kind in self._kinds:
            function = getattr(self._rules, kind.verb, None)
            if function is None:
                raise self._fault(f"The action `{kind.name}` has no function `{kind.verb}(s, seat, …, tell)`.")
            yield f"if action < {kind.stop}:"
            yield f"    return {self._call(kind.verb, function, [*arguments, *kind.act.arguments], _split(kind))}"

    def _check(self, arguments: Sequence[str]) -> Iterator[str]:
        yield "if s.over:"
        yield f"    return {int(self._rules.Reason.OVER)}"
        if function := getattr(self._rules, "check_seat", None):
            yield f"reason = {self._call('check_seat', function, arguments, {})}"
            yield "if reason:"
            yield "    return reason"
        free = [f"({kind.start} <= action < {kind.stop})" for kind in self._kinds if kind.act.out_of_turn]
        yield f"if {' and not '.join(['seat != s.turn', *free])}:"
        yield f"    return {int(self._rules.Reason.NOT_YOUR_TURN)}"
        if (hasattr(self._rules, "legal") or hasattr(self._rules, "allowed")) and not any(
            self._checks(kind, arguments, _split(kind)) for kind in self._kinds
        ):
            yield f"moves = scratch({self._kinds[-1].stop + 1})"
            yield "n = legal(s, beside, seat, moves)"
            yield "for i in range(n):"
            yield "    if moves[i] == action:"
            yield "        return 0"
            yield f"return {int(self._rules.Reason.NOT_ALLOWED)}"
            return
        for kind in self._kinds:
            yield f"if action < {kind.stop}:"
            if kind.act.phase is not None:
                yield f"    if s.phase != {int(kind.act.phase)}:"
                yield f"        return {self._not_now(arguments)}"
            for check in self._checks(kind, arguments, _split(kind)):
                yield f"    reason = {check.reason}"
                yield "    if reason:"
                yield "        return reason"
            yield "    return 0"
        yield "return 0"

    def _of_allowed(self, name: str, arguments: Sequence[str]) -> Iterator[str]:
        """From the set of allowed actions."""
        call = self._call("allowed", self._rules.allowed, arguments, {})
        if name == "legal":
            anybody = any(kind.act.out_of_turn for kind in self._kinds)
            yield "if s.over:" if anybody else "if s.over or seat != s.turn:"
            yield "    return 0"
            yield f"return listed({call}, moves)"
        elif name == "some_action":
            yield f"return any_of(dice, {call})"
        else:
            yield f"spread_all(mask, 0, {call}, {self._kinds[-1].stop})"
            yield "return 0"

    @property
    def spreads(self) -> bool:
        """Whether `open_to` writes the whole mask from sets, and lists nothing."""
        return hasattr(self._rules, "allowed") or hasattr(self._rules, "open_to") or self.by_sets

    @property
    def by_sets(self) -> bool:
        """Whether it does so from a set for each action."""
        if not self._kinds or hasattr(self._rules, "allowed") or hasattr(self._rules, "open_to"):
            return False
        return all(self._set_of(kind) and _rows(kind) <= MOST_ROWS for kind in self._kinds)

    def _set_of(self, kind: Kind) -> str:
        """The function of the game with the allowed values of the last argument of a kind, if there is one."""
        names = (f"allowed_{name}" for name in (kind.name, kind.verb.rstrip("_")))
        found = next((name for name in names if hasattr(self._rules, name)), "")
        if found and kind.act.arguments and len(kind.act.arguments[_last(kind)].names) > BITS:
            raise self._fault(f"`{found}` is a set of at most {BITS} things, and `{_last(kind)}` has more values.")
        return found

    def _allowed_of(self, kind: Kind, arguments: Sequence[str], known: dict[str, str]) -> str:
        """The call of that function, as a set whose first member is the lowest value."""
        name, last = self._set_of(kind), kind.act.arguments.get(_last(kind))
        given = [*(one for one in arguments if one != "action"), *[*kind.act.arguments][:-1]]
        call = f"int({self._call(name, getattr(self._rules, name), given, known)})"
        return f"down({call}, {last.lowest})" if last and last.lowest else call

    def _open_to(self, arguments: Sequence[str]) -> Iterator[str]:
        if self.by_sets:
            yield from self._packed(arguments)
            return
        yield "n = legal(s, beside, seat, moves)"
        yield "for k in range(n):"
        yield "    mask[moves[k]] = 1"
        yield "return n"

    def _packed(self, arguments: Sequence[str]) -> Iterator[str]:
        """From the sets of all actions, which are packed into words of 64 before they are spread: that takes fewer stores."""
        rows, total = list[tuple[str, int, int]](), self._kinds[-1].stop
        for condition, kinds in groupby(self._kinds, _in_phase):
            calls = dict[str, str]()
            for kind in kinds:
                size = len(kind.act.arguments[_last(kind)].names) if kind.act.arguments else 1
                for start in range(kind.start, kind.stop, size):
                    known = {name: str(value) for name, value in kind.values(start).items()}
                    calls[f"row_{start}"] = self._allowed_of(kind, arguments, known)
                    rows.append((f"row_{start}", start, start + size))
            yield f"if {condition}:"
            yield from indented((f"{name} = {call}" for name, call in calls.items()), 1)
            yield "else:"
            yield from indented([" = ".join([*calls, "0"])], 1)
        for start in range(0, total, BITS):
            parts = [
                f"{name} << {first - start}" if first >= start else f"down({name}, {start - first})"
                for name, first, stop in rows
                if first < start + BITS and stop > start
            ]
            yield f"spread(mask, {start}, {' | '.join(parts)}, {min(BITS, total - start)})"
        yield "return 0"

    def _some_action(self, arguments: Sequence[str]) -> Iterator[str]:
        yield "n = legal(s, beside, seat, moves)"
        yield "return moves[below(dice, n)]"

    def _legal(self, arguments: Sequence[str]) -> Iterator[str]:
        yield "n = 0"
        yield "if s.over:"
        yield "    return n"
        if function := getattr(self._rules, "check_seat", None):
            yield f"if {self._call('check_seat', function, arguments, {})} != 0:"
            yield "    return n"
        for condition, kinds in groupby(self._kinds, _when):
            yield f"if {condition}:"
            for kind in kinds:
                yield from indented(self._listed(kind, [*arguments, "action"]), 1)
        yield "return n"

    def _listed(self, kind: Kind, arguments: Sequence[str]) -> Iterator[str]:
        """Lines that list the allowed actions of a kind: a loop for each argument, inside what the earlier ones
        allow."""
        known = {name: str(one.lowest) if one.is_silent else f"at_{name}" for name, one in kind.act.arguments.items()}
        if self._set_of(kind):
            yield from self._listed_from_sets(kind, arguments, known)
            return
        checks, depth = self._checks(kind, arguments, known), 0
        for name, one in kind.act.arguments.items():
            if not one.is_silent:
                yield from indented([f"for at_{name} in range({one.lowest}, {one.lowest + len(one.names)}):"], depth)
                depth += 1
            for check in (check for check in checks if check.after == name):
                yield from indented([f"if {check.reason} == 0:"], depth)
                depth += 1
        yield from indented([f"action = {kind.start}{_joined(kind, known)}"], depth)
        for check in (check for check in checks if not check.after):
            yield from indented([f"if {check.reason} == 0:"], depth)
            depth += 1
        yield from indented(["moves[n] = action", "n += 1"], depth)

    def _listed_from_sets(self, kind: Kind, arguments: Sequence[str], known: dict[str, str]) -> Iterator[str]:
        """The same from the sets of what the last argument may be: a loop for each other argument."""
        last, depth, first = _last(kind), 0, known.copy()
        for name, one in kind.act.arguments.items():
            if name == last:
                first[name] = str(one.lowest)
            elif not one.is_silent:
                yield from indented([f"for at_{name} in range({one.lowest}, {one.lowest + len(one.names)}):"], depth)
                depth += 1
        call = self._allowed_of(kind, arguments, known)
        yield from indented([f"n = listed({call}, moves, n, {kind.start}{_joined(kind, first)})"], depth)

    def _checks(self, kind: Kind, arguments: Sequence[str], known: dict[str, str]) -> list["Check"]:
        """The possible refusals of an action of a kind, in order; `known` has expressions for its arguments."""
        names, found = list(kind.act.arguments), list[Check]()
        for at, name in enumerate(names):
            if place := kind.act.arguments[name].place:
                has = (
                    f"(s.{place}[seat] >> {known[name]}) & 1"
                    if self._state.fields[place].is_set
                    else f"s.{place}[seat, {known[name]}]"
                )
                found.append(Check(f"(0 if {has} else {int(self._rules.Reason.NOT_IN_HAND)})", name))
            given = [*(one for one in arguments if one != "action"), *names[: at + 1]]
            found += [Check(call, name) for call in self._refusal(kind, f"_{name}", given, known)]
        calls = self._refusal(kind, "", [*arguments, *names], known)
        if calls or not self._set_of(kind):
            return found + [Check(call) for call in calls]
        number = f"{known[names[-1]]} - {kind.act.arguments[names[-1]].lowest}" if names else "0"
        is_in = f"has({self._allowed_of(kind, arguments, known)}, {number})"
        return [*found, Check(f"(0 if {is_in} else {int(self._rules.Reason.NOT_ALLOWED)})")]

    def _refusal(self, kind: Kind, end: str, given: Sequence[str], known: dict[str, str]) -> list[str]:
        """The call of a function that may refuse actions of a kind, if the game has one: by the name of the action or
        of its verb."""
        names = [f"check_{name}{end}" for name in (kind.name, kind.verb.rstrip("_"))]
        return [
            self._call(name, getattr(self._rules, name), given, known) for name in names if hasattr(self._rules, name)
        ][:1]

    def _not_now(self, arguments: Sequence[str]) -> str:
        if not hasattr(self._rules, "not_now"):
            return str(int(self._rules.Reason.NOT_ALLOWED))
        return self._call("not_now", self._rules.not_now, arguments, {})

    def _veil(self, arguments: Sequence[str]) -> Iterator[str]:
        for veil in self._veils:
            for kind in (kind for kind in self._kinds if veil.act.of in (kind.name, kind.verb)):
                known = _split(kind)
                same = [f"{known[name]} == {one.lowest}" for name, one in veil.act.arguments.items() if one.is_silent]
                yield f"if {' and '.join([f'{kind.start} <= action < {kind.stop}', *same])}:"
                yield f"    return {veil.start}{_joined(veil, known)}"
        yield "return action"

    def _scores(self, arguments: Sequence[str]) -> Iterator[str]:
        if before := getattr(self._rules, "ranks_before", None):
            turned = {"seat": "other", "other": "seat"}
            yield from self._ranked(self._call("ranks_before", before, [*arguments, *turned], turned), arguments)
        elif "winner" in self._state.fields:
            yield "for seat in range(s.seats):"
            yield f"    places[seat] = 1 if s.winner == seat or s.winner == {NOBODY_WON} else 2"
            yield f"    points[seat] = 1.0 if s.winner == seat else 0.5 if s.winner == {NOBODY_WON} else 0.0"
            yield f"return 0 if s.winner == {NOBODY_WON} else 1 << s.winner"
        elif "points" in self._state.fields:
            yield from self._ranked("s.points[other] > s.points[seat]", arguments)
        else:
            raise self._fault(
                "There is no `scores(s, places, points)`, and no field `winner` or `points` to make them from."
            )

    def _ranked(self, before: str, arguments: Sequence[str]) -> Iterator[str]:
        """Places by who ranks before whom; the seats before which nobody ranks have won."""
        points = "s.points[seat]"
        if function := getattr(self._rules, "points_of", None):
            points = self._call("points_of", function, [*arguments, "seat"], {})
        yield "winners = 0"
        yield "for seat in range(s.seats):"
        yield f"    points[seat] = {points}"
        yield "for seat in range(s.seats):"
        yield "    places[seat] = 1"
        yield "    for other in range(s.seats):"
        yield f"        if {before}:"
        yield "            places[seat] += 1"
        yield "    if places[seat] == 1:"
        yield "        winners |= 1 << seat"
        if nobody := getattr(self._rules, "nobody_wins", None):
            yield f"return 0 if {self._call('nobody_wins', nobody, arguments, {})} else winners"
        else:
            yield "return winners"

    def _imagine(self, arguments: Sequence[str]) -> Iterator[str]:
        if guess := getattr(self._rules, "imagine_seat", None):
            yield "if s.over:"
            yield "    return"
            yield "for other in range(s.seats):"
            yield "    if other != seat:"
            yield f"        {self._call('imagine_seat', guess, arguments, {'seat': 'other'})}"
            return
        zones = {name: field for name, field in self._state.fields.items() if field.is_zone}
        if not any(field.see != ALL for field in zones.values()):
            return
        for name in self._state.hidden:
            if name not in zones:
                raise self._fault(
                    f"The field `{name}` is hidden and no zone of cards, and there is no `imagine_seat(s, seat)` that makes it up."
                )
        yield "if s.over:"
        yield "    return"
        for deck in dict.fromkeys(field.of for field in zones.values()):
            yield from self._dealt_anew(
                deck, {name: field for name, field in zones.items() if field.of is deck}, arguments
            )

    def _dealt_anew(self, deck: Any, zones: Mapping[str, Field], arguments: Sequence[str]) -> Iterator[str]:
        """Deal the cards of one deck that the seat cannot see: to each hand, the mover's first, then to what nobody
        sees."""
        in_play = getattr(self._rules, "in_play", None)
        yield f"unseen = {self._call('in_play', in_play, arguments, {}) if in_play else deck.cards}"
        hidden = [name for name, field in zones.items() if field.see != ALL]
        for name, field in zones.items():
            if field.see != NOBODY:
                *loops, place, indent = _cells(name, field)
                yield from loops
                if field.see == OWNER:
                    yield f"{indent}if i == seat:"
                    indent += "    "
                yield f"{indent}unseen &= ~{place}"
        for name in sorted(hidden, key=lambda name: (zones[name].see == NOBODY, zones[name].is_stock)):
            *loops, place, indent = _cells(name, zones[name], from_turn=zones[name].see == OWNER)
            yield from loops
            if zones[name].is_stock:
                yield f"{indent}{place} = unseen"
                continue
            if zones[name].see == OWNER:
                yield f"{indent}if i != seat:"
                indent += "    "
            yield f"{indent}cards = some_of(s, unseen, ~{place})"
            if put_right := getattr(self._rules, f"imagine_{name}", None):
                given = [*arguments, "cards", "unseen"]
                yield f"{indent}cards = {self._call(f'imagine_{name}', put_right, given, {'seat': 'i'})}"
            yield f"{indent}{place} = cards"
            yield f"{indent}unseen &= ~cards"

    def _classic(self, arguments: Sequence[str]) -> list[str]:
        if self._is_open and hasattr(self._hints, "evaluate"):
            return [*self._by_worth()]
        return self.by_appeal() if hasattr(self._hints, "appeal") else ["return moves[below(s, n)]"]

    def by_appeal(self) -> list[str]:
        """Choose the action with the highest `appeal`."""
        return [
            "best, at = appeal(s, beside, seat, moves[0]), 0",
            "for i in range(1, n):",
            "    worth = appeal(s, beside, seat, moves[i])",
            "    if worth > best:",
            "        best, at = worth, i",
            "return moves[at]",
        ]

    def _by_worth(self) -> Iterator[str]:
        """Try every action, with the same dice for all, and choose the one after which the game is worth most."""
        yield "tried, unheard, places, points = room_to_try(), room_to_tell(), scratch(s.seats), scratch(s.seats)"
        yield "unheard[0].told = SILENT"
        yield "best, charm, at = 0, 0, -1"
        yield "for i in range(n):"
        yield "    worth = 0"
        yield f"    for throw in range({THROWS if self._rules.CHANCE else 1}):"
        yield "        tried[0] = s"
        yield "        tried[0].seed = mix(s.seed, throw)"
        yield "        play(tried[0], beside, seat, moves[i], unheard[0])"
        yield "        if tried[0].over:"
        yield "            winners = scores(tried[0], beside, places, points)"
        yield f"            worth += 0 if winners == 0 else {DECIDED} if (winners >> seat) & 1 else {-DECIDED}"
        yield "        else:"
        yield "            worth += evaluate(tried[0], beside, seat)"
        yield "    liked = appeal(s, beside, seat, moves[i])"
        yield "    if at < 0 or worth > best or (worth == best and liked > charm):"
        yield "        best, charm, at = worth, liked, i"
        yield "return moves[at]"


def _when(kind: Kind) -> str:
    """The condition for any action of a kind, as source."""
    on_turn = [] if kind.act.out_of_turn else ["seat == s.turn"]
    in_phase = [] if kind.act.phase is None else [_in_phase(kind)]
    return " and ".join([*on_turn, *in_phase]) or "True"


def _in_phase(kind: Kind) -> str:
    """The condition for any action of a kind by the seat on turn, as source."""
    return "True" if kind.act.phase is None else f"s.phase == {int(kind.act.phase)}"


def _last(kind: Kind) -> str:
    """The last argument of a kind, if it has any."""
    return ["", *kind.act.arguments][-1]


def _rows(kind: Kind) -> int:
    """How often the last argument of a kind runs through its values."""
    return prod(len(one.names) for name, one in kind.act.arguments.items() if name != _last(kind))


def indented(lines: Iterable[str], depth: int) -> Iterator[str]:
    """Indent lines of source."""
    return ("    " * depth + line for line in lines)


def _cells(name: str, field: Field, *, from_turn: bool = False) -> Iterator[str]:
    """Loops over the cells of a field, then the cell, then the indentation of the loop's body."""
    indent, indices = "", list[str]()
    for index, extent in zip("ijkl", field.shape, strict=False):
        if index == "i" and from_turn:
            yield f"for step in range({extent}):"
            yield f"    i = (s.turn + step) % {extent}"
        else:
            yield f"{indent}for {index} in range({extent}):"
        indent += "    "
        indices.append(index)
    yield f"s.{name}[{', '.join(indices)}]" if indices else f"s.{name}"
    yield indent


def _split(kind: Kind) -> dict[str, str]:
    """Expressions for the arguments of an action, from its number."""
    found, rest = dict[str, str](), 1
    for name, one in reversed([*kind.act.arguments.items()]):
        number = f"(action - {kind.start})" if kind.start else "action"
        number += f" // {rest}" if rest > 1 else ""
        size = len(one.names)
        number = f"{number} % {size}" if rest * size < kind.act.size else number
        found[name] = str(one.lowest) if one.is_silent else f"{number} + {one.lowest}"
        rest *= size
    return found


def _joined(kind: Kind, known: Mapping[str, str]) -> str:
    """The offset of an action within its kind, from its arguments."""
    terms, rest = list[str](), 1
    for name, one in reversed([*kind.act.arguments.items()]):
        if not one.is_silent:
            terms.append(f" + {rest} * ({known[name]} - {one.lowest})")
        rest *= len(one.names)
    return "".join(terms)
