"""The orders of `turnwise admin` about strangers, and how their results are printed."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from turnwise.house.hosting.admin import MOST, Order
from turnwise.web.serving.admin import ask, when

if TYPE_CHECKING:
    from turnwise.house.store.postgres_address import Address

Line = dict[str, Any]
MOMENTS = "until", "since"
"""The fields of an order that are times."""


def run(folder: Path, parsed: argparse.Namespace, store: "Address | None" = None, bus: str = "") -> None:
    """Carry out an order of the command line and print its result."""
    given = {"do": parsed.order} | {
        name: value for name, value in vars(parsed).items() if name in Order.__struct_fields__ and value is not None
    }
    lines = ask(folder, msgspec.convert(given, Order), store, bus)
    if parsed.order in LISTS:
        shown, nothing = LISTS[parsed.order]
        print("\n".join(map(shown, lines)) if lines else nothing)
        if len(lines) == MOST:
            print(f"There may be more than these {MOST:,}.")
    elif parsed.order == "unban":
        print(f"{lines[0]['name']} is not banned any more.")
    elif parsed.order == "answer":
        kept = f"stays banned {_until(lines[0])}" if parsed.verdict == "keep" else "is not banned any more"
        print(f"{lines[0]['name']} {kept}.")
    elif parsed.order == "settle" and parsed.act != "ban":
        print(f"{parsed.id}: settled.")
    else:
        _print_ban(*lines)


def _print_ban(ban: Line, *concerned: Line) -> None:
    print(f"{ban['id']}: {_what(ban)} is banned {_until(ban)}. Lift it with: unban {ban['id']}")
    if ban["seen"]:
        print(f"Last seen at {ban['seen']}, which is not banned by this.")
    guests = [line["name"] for line in concerned if not line["account"]]
    accounts = [line["name"] for line in concerned if line["account"]]
    if guests:
        print(f"Guests with such names were signed out: {', '.join(guests)}.")
    if accounts:
        print(f"Accounts keep their names; ban them as persons if you mean them: {', '.join(accounts)}.")


def _ban(line: Line) -> str:
    rows = [f"{line['id']}  {when(line['since'])}  {_what(line)} {_until(line)}, by {line['by']}"]
    if line.get("over"):
        rows[0] += f"; over since {when(line['over'])}"
    rows += [f"    why: {line['why']}"] if line.get("why") else []
    rows += [f"    appeal: {_indented(line['appeal'])}"] if line.get("appeal") else []
    rows += [f"    answer: {line['answer']} {_indented(line.get('said', ''))}".rstrip()] if line.get("answer") else []
    return "\n".join(rows)


def _appeal(line: Line) -> str:
    return f"{_ban(line)}\n    answer {line['id']} lift|keep [--say TEXT]"


def _order(line: Line) -> str:
    asked = {name: when(value) if name in MOMENTS else value for name, value in line["order"].items() if name != "do"}
    given = " ".join(f"{name}={value}" for name, value in asked.items())
    return (
        f"{when(line['at'])}  {line['who']:12} {line['order']['do']} {given}".rstrip()
        + f"  -> {line.get('came', 'done')}"
    )


def _what(line: Line) -> str:
    if line["kind"] == "person":
        return f"{line['name']} ({line['what']})"
    return f"the pattern '{line['what']}'" if line["kind"] == "name" else f"the address {line['what']}"


def _until(line: Line) -> str:
    return f"until {when(line['until'])}" if line.get("until") else "for good"


def _indented(text: str) -> str:
    return text.replace("\n", "\n      ")


LISTS = {"bans": (_ban, "No bans."), "appeals": (_appeal, "No appeals."), "orders": (_order, "No orders.")}
