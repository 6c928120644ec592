"""`turnwise games`: the games, their seats, options and facts."""

import argparse
import json
import sys
from typing import Any

from turnwise.bots.names import names
from turnwise.cli.arguments import Commands, language_argument
from turnwise.games import all_games, game, left_out, ours, package_of
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game
from turnwise.kit.options import Options
from turnwise.kit.words import Speaker, counted, said


def add(commands: Commands) -> None:
    listing = commands.add_parser("games", help="the games, their seats and options")
    listing.add_argument("game", nargs="?", help="one of them, with all its options")
    listing.add_argument("--json", action="store_true", help="facts as JSON")
    language_argument(listing)
    listing.set_defaults(run=_games)


def _games(parsed: argparse.Namespace) -> int:
    chosen = [game(parsed.game)] if parsed.game else all_games()
    if parsed.json:
        print(json.dumps([_facts(one) for one in chosen], indent=2))
        return 0
    broad = max(len(one.name) for one in chosen)
    for one in chosen:
        _describe(one, speaker(one, parsed.language), broad, with_options=bool(parsed.game))
    for words in [] if parsed.game else left_out():
        print(speaker(None, parsed.language)(words), file=sys.stderr)
    return 0


def _describe(one: Game, speak: Speaker, broad: int, *, with_options: bool) -> None:
    low, high = one.seats
    span = said("{low} to {high} seats", low=low, high=high)
    facts = [counted("{number} seat", "{number} seats", "number", number=low) if low == high else span]
    facts += [said("hidden information")] * one.hidden + [said("chance")] * one.chance
    if one.name not in ours():
        facts.append(said("from the package {package}", package=package_of(one.name)))
    title = f"{speak(said(one.title))}: {speak(said(one.summary))}"
    print(f"{one.name:{broad}} {title}\n{'':{broad}} {', '.join(map(speak, facts))}")
    if with_options:
        print(f"    {speak(said('bots: {names}', names=', '.join(names(one))))}")
        _list(one.options, speak)
        if one.settings:
            print(f"    {speak(said('settings of a table (what it shows, how long it waits):'))}")
            _list(one.settings, speak)


def _list(options: Options, speak: Speaker) -> None:
    for name, option in options.items():
        default = option.accept(option.default)
        shown = "" if isinstance(default, dict) else f" [{_shown(default)}]"
        print(f"    {name:20} {speak(option.values())}{shown}\n{'':25}{speak(option.help)}")


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
        "package": package_of(one.name),
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
            "values": str(option.values()),
            "default": option.accept(option.default),
            "help": str(option.help),
        }
        for name, option in options.items()
    }
