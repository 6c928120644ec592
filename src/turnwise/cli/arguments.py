"""Arguments that several commands take, and how they are read."""

import argparse
from collections.abc import Callable
from typing import Any, TypeAlias

from turnwise.games import GAMES
from turnwise.kit.errors import BadOption

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def game_arguments(parser: argparse.ArgumentParser, option: str = "an option of the game") -> None:
    parser.add_argument("game", help=", ".join(GAMES))
    parser.add_argument("--seats", type=whole(1), help="number of seats")
    parser.add_argument("--seed", type=int, default=0, help="seed of all chance (0)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=option)


def seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 3600:
        raise ValueError
    return value


seconds.__name__ = "number of seconds from 0 to 3600"


def whole(low: int, high: int = 10**12) -> Callable[[str], int]:
    def read(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise ValueError
        return value

    read.__name__ = f"whole number from {low} to {high}"
    return read


def options(pairs: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise BadOption(f"An option is name=value, not '{pair}'.")
        found[name.strip()] = value.strip()
    return found
