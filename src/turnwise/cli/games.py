"""`turnwise games`: the games, their seats, options and facts."""

import argparse
import json
from typing import Any

from turnwise.bots.names import names
from turnwise.cli.arguments import Commands
from turnwise.games import all_games, game
from turnwise.kit.options import Options


def add(commands: Commands) -> None:
    listing = commands.add_parser("games", help="the games, their seats and options")
    listing.add_argument("game", nargs="?", help="one of them, with all its options")
    listing.add_argument("--json", action="store_true", help="facts as JSON")
    listing.set_defaults(run=_games)


def _games(parsed: argparse.Namespace) -> int:
    chosen = [game(parsed.game)] if parsed.game else all_games()
    if parsed.json:
        print(json.dumps([_facts(one) for one in chosen], indent=2))
        return 0
    for one in chosen:
        low, high = one.seats
        facts = [f"{low} seats" if low == high else f"{low} to {high} seats"]
        facts += ["hidden information"] * one.hidden + ["chance"] * one.chance
        print(f"{one.name:13} {one.title}: {one.summary}\n{'':13} {', '.join(facts)}")
        if parsed.game:
            print(f"    bots: {', '.join(names(one))}")
            _list(one.options)
            if one.settings:
                print("    settings of a table (what it shows, how long it waits):")
                _list(one.settings)
    return 0


def _list(options: Options) -> None:
    for name, option in options.items():
        default = option.accept(option.default)
        shown = "" if isinstance(default, dict) else f" [{_shown(default)}]"
        print(f"    {name:20} {option.values()}{shown}\n{'':25}{option.help}")


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _facts(one: Any) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "summary": one.summary,
        "version": one.version,
        "seats": one.seats,
        "hidden": one.hidden,
        "chance": one.chance,
        "longest": one.longest(one.seats[1]),
        "bots": list(names(one)),
        "options": _option_facts(one.options),
        "settings": _option_facts(one.settings),
    }


def _option_facts(options: Options) -> dict[str, Any]:
    return {
        name: {
            **option.facts(),
            "values": option.values(),
            "default": option.accept(option.default),
            "help": option.help,
        }
        for name, option in options.items()
    }
