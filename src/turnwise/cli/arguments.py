"""Arguments that several commands take, and how they are read."""

import argparse
from collections.abc import Callable
from typing import Any, TypeAlias

from turnwise.games import game_names
from turnwise.kit.catalogues import languages
from turnwise.kit.errors import BadOption
from turnwise.kit.words import said

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def language_argument(parser: argparse.ArgumentParser) -> None:
    """Before a command or after it; only one that is given counts."""
    parser.add_argument(
        "--language", choices=languages(), default=argparse.SUPPRESS, help="what is spoken (as your system is set)"
    )


def game_arguments(parser: argparse.ArgumentParser, option: str = "an option of the game") -> None:
    parser.add_argument("game", help=", ".join(game_names()))
    parser.add_argument("--seats", type=whole(1), help="number of seats")
    parser.add_argument("--seed", type=int, default=0, help="seed of all chance (0)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=option)
    language_argument(parser)


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
            raise BadOption(said("An option is name=value, not '{given}'.", given=pair))
        found[name.strip()] = value.strip()
    return found
