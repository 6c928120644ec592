"""Games of the tests as packages from outside, with some of their lines changed."""

from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from turnwise import games
from turnwise.kit.game import Game

Installed = Callable[[str, str], Game]
"""Installs a game by its name and the text of its rules, as far as Python can tell."""

HERE = Path(__file__).parent
NUMBERS = count(1)
"""A module that was imported stays; so every package has a name of its own."""


def copied(name: str, home: Path, *changes: tuple[str, str], package: str = "") -> Path:
    """A game of this folder as a package in another; each change must find its line."""
    folder = home / (package or f"{name}_{next(NUMBERS)}")
    folder.mkdir()
    for file in sorted((HERE / name).glob("*.py")):
        text = file.read_text()
        for old, new in changes if file.name == "rules.py" else ():
            assert old in text, old
            text = text.replace(old, new)
        (folder / file.name).write_text(text)
    return folder


def game(name: str, home: Path, *changes: tuple[str, str]) -> Game:
    """The same, loaded; the folder must be on Python's path."""
    return Game(copied(name, home, *changes).name, name)


def install(home: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """A way to install games that are gone when the test is over."""
    monkeypatch.syspath_prepend(str(home))
    monkeypatch.setattr(games, "_shelf", cache(games._shelf.__wrapped__))
    monkeypatch.setattr(games, "_loaded", cache(games._loaded.__wrapped__))

    def installed(name: str, rules: str) -> Game:
        package = f"{name}_{next(NUMBERS)}"
        about = home / f"{package}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[{games.GROUP}]\n{name} = {package}\n")
        (home / package).mkdir()
        (home / package / "__init__.py").write_text(f'"""{name.capitalize()}: a game of the tests."""\n')
        (home / package / "rules.py").write_text(rules)
        games._shelf.cache_clear()
        games._loaded.cache_clear()
        return games.game(name)

    return installed
