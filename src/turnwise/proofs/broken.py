"""A broken promise: a sentence, the first difference, and where in the author's files to look."""

import ast
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from turnwise.kit.game import Game

SHOWN = 60
"""Letters of a value that are shown."""


class Broken(AssertionError):
    """A promise of the contract that a game does not keep; `names` are what to look for in its files, the likeliest
    first."""

    def __init__(self, sentence: str, *names: str) -> None:
        super().__init__(sentence)
        self.sentence, self.names = sentence, names
        self.where = ""

    def __str__(self) -> str:
        return f"{self.sentence} ({self.where})" if self.where else self.sentence


class Peeked(Broken):
    """A seat could distinguish two worlds that must look the same to it."""


class Missing(Exception):
    """There is nothing to prove for this game; the sentence says why."""


class Difference(NamedTuple):
    """The first place in which two things differ."""

    path: str
    one: str
    two: str

    def __str__(self) -> str:
        at = f"{self.path.lstrip('.')} is " if self.path else ""
        return f"{at}{self.one} in one and {self.two} in the other"


def difference(one: Any, two: Any, *, path: str = "") -> Difference | None:
    """The first difference of two things: fields, keys, members, lines of a text."""
    if one == two:
        return None
    if type(one) is type(two):
        if isinstance(one, dict):
            return _of_members(one, two, path, [(key, f"{path}.{key}") for key in {**one, **two}])
        if names := getattr(type(one), "_fields", ()):
            one, two = dict(zip(names, one, strict=True)), dict(zip(names, two, strict=True))
            return _of_members(one, two, path, [(name, f"{path}.{name}") for name in names])
        if isinstance(one, list | tuple):
            return _of_list(one, two, path)
        if is_dataclass(one):
            names = [field.name for field in fields(one)]
            one, two = ({name: getattr(part, name) for name in names} for part in (one, two))
            return _of_members(one, two, path, [(name, f"{path}.{name}") for name in names])
        if isinstance(one, str) and "\n" in one + two:
            return _of_list(one.splitlines(), two.splitlines(), path, "line")
    return None if one == two else Difference(path, _told(one), _told(two))


def _of_members(one: Any, two: Any, path: str, paths: list[tuple[Any, str]]) -> Difference | None:
    for key, at in paths:
        if key not in one or key not in two:
            return Difference(at, *("there" if key in part else "not there" for part in (one, two)))
        if found := difference(one[key], two[key], path=at):
            return found
    return None


def _of_list(one: Any, two: Any, path: str, word: str = "") -> Difference | None:
    for at, (left, right) in enumerate(zip(one, two, strict=False)):
        if found := difference(left, right, path=f"{path} {word} {at + 1}" if word else f"{path}{_called(left, at)}"):
            return found
    if len(one) != len(two):
        longer, at = max(one, two, key=len), min(len(one), len(two))
        there = _told(longer[at])
        return Difference(f"{path}[{at}]", *(there if len(part) > at else "not there" for part in (one, two)))
    return None


def _called(member: Any, at: int) -> str:
    """The name of a list's member: an event, a thing with a key, else its index."""
    if isinstance(member, dict) and "event" in member:
        return f" event {member['event']!r}"
    key = getattr(member, "key", None)
    return f" {key!r}" if isinstance(key, str) else f"[{at}]"


def _told(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


class Place(NamedTuple):
    """A line of an author's file."""

    file: Path
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def place_of(game: Game, *names: str) -> Place | None:
    """Where the first of these names that occurs in a game's files is defined or declared: a function, a field, an
    event."""
    known = _defined(game)
    return next((known[name] for name in names if name in known), None)


@cache
def _defined(game: Game) -> dict[str, Place]:
    """Every name that a game's files define or declare; those of `rules.py` first, functions before declarations."""
    found: dict[str, Place] = {}
    files = sorted(game.folder.glob("*.py"), key=lambda file: (file.name != "rules.py", file.name))
    trees = [(file, ast.parse(file.read_text("utf-8"))) for file in files]
    for kind in (ast.FunctionDef, ast.Name, ast.keyword):
        for file, tree in trees:
            for node in ast.walk(tree):
                if not isinstance(node, kind) or isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
                    continue
                name = getattr(node, "name", "") or getattr(node, "id", "") or getattr(node, "arg", "") or ""
                found.setdefault(name, Place(file, getattr(node, "lineno", 1)))
                found.setdefault(f"{file.stem}.{name}", Place(file, getattr(node, "lineno", 1)))
    return found
