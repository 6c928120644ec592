"""Arguments that several commands take, and how they are parsed."""

import argparse
import os
from collections.abc import Callable
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, TypeAlias

from turnwise.games import game_names
from turnwise.kit.catalogues import languages
from turnwise.kit.errors import BadOption
from turnwise.kit.words import said

if TYPE_CHECKING:
    from turnwise.house.store.postgres_address import Address

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def language_argument(parser: argparse.ArgumentParser) -> None:
    """Before a command or after it; the one that is given counts."""
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


def address(text: str) -> str:
    """An address of a machine."""
    try:
        return str(ip_address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no address, as 192.0.2.7.") from None


def options(pairs: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise BadOption(said("An option is name=value, not '{given}'.", given=pair))
        found[name.strip()] = value.strip()
    return found


def store_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--store",
        default="",
        metavar="URL",
        help="keep the records in a PostgreSQL database, postgresql://USER@HOST/DATABASE; or in TURNWISE_STORE",
    )

    parser.add_argument(
        "--bus",
        default="",
        metavar="URL",
        help="its workers tell each other news by this Redis server, redis://HOST, and not by the database; or in TURNWISE_BUS",
    )


def bus_of(parsed: argparse.Namespace) -> str:
    """The Redis server named here or in the environment, from which it is removed for child processes."""
    named = os.environ.pop("TURNWISE_BUS", "")
    if not parsed.bus and not named:
        return ""
    from turnwise.house.bus.choice import check_bus

    check_bus(parsed.bus or named, everybody_reads=bool(parsed.bus))
    return parsed.bus or named


def store_of(parsed: argparse.Namespace) -> "Address | None":
    """The database named here or in the environment, from which it is removed for child processes."""
    named = os.environ.pop("TURNWISE_STORE", "")
    if not parsed.store and not named:
        return None
    from turnwise.house.store.postgres_address import Address, from_command_line

    return from_command_line(parsed.store) if parsed.store else Address(named)
