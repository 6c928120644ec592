"""The standings of an arena for people: tables in the terminal, a file with everything, a picture."""

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from turnwise.draw.show import kind, save
from turnwise.kit.errors import TurnwiseError
from turnwise.lab.standings import Standings

ORDINALS = ("1st", "2nd", "3rd", *(f"{n}th" for n in range(4, 9)))


def can_be_written(data: Path | None, picture: Path | None) -> None:
    """Refuse a file that could not be written, before hours of play."""
    if picture:
        kind(picture)
    for file in filter(None, (data, picture)):
        if not file.parent.is_dir() or file.is_dir():
            raise TurnwiseError(f"{file} cannot be written: it needs the name of a file in a folder that exists.")


def write(standings: Standings, command: str, data: Path | None, picture: Path | None) -> None:
    """Keep everything as JSON, with the command that made it, and a chart."""
    if data:
        try:
            data.write_text(json.dumps({"command": command, **standings.json()}, indent=2) + "\n", "utf-8")
        except OSError as error:
            raise TurnwiseError(f"{data} cannot be written: {error.strerror}.") from None
    if picture and standings.bouts:
        save(standings.picture(), picture, None)


def report(standings: Standings) -> None:
    console = Console(width=None if sys.stdout.isatty() else 140, highlight=False)
    if standings.bouts:
        console.print(_standings(standings))
        console.print(_seats(standings))
        if len(standings.bots) > 2:
            console.print(_pairs(standings))
    for remark in standings.remarks():
        console.print(remark)


def _standings(standings: Standings) -> Table:
    table = Table(title=standings.headline, title_justify="left")
    places = ORDINALS[: standings.setting.seats]
    for heading in ("bot", "games", "points", "95 % interval", "wins", *places, "rating", "s a move", "iterations"):
        table.add_column(heading, justify="left" if heading == "bot" else "right", no_wrap=True)
    for line in standings.standings:
        table.add_row(
            line.bot,
            f"{line.games:,}",
            str(line.points),
            line.points.interval,
            str(line.wins),
            *(f"{share:.0%}" for share in line.places),
            f"{line.rating.mu:.1f} ± {2 * line.rating.sigma:.1f}",
            f"{line.seconds:.3f}",
            f"{line.iterations:,.0f}" if line.iterations else "–",
        )
    return table


def _seats(standings: Standings) -> Table:
    """Points of each bot in each seat, and of each seat."""
    table = Table(title="Points by seat", title_justify="left")
    table.add_column("bot", no_wrap=True)
    for seat in range(standings.setting.seats):
        table.add_column(f"seat {seat}", justify="right", no_wrap=True)
    for line in standings.standings:
        table.add_row(line.bot, *(f"{one}\n{one.interval}" for one in line.by_seat))
    table.add_section()
    table.add_row("whoever sits there", *(f"{one}\n{one.interval}" for one in standings.seats))
    return table


def _pairs(standings: Standings) -> Table:
    """Row ahead of column."""
    table = Table(title="How often the bot of the row comes out ahead of the column's", title_justify="left")
    bots = [line.bot for line in standings.standings]
    for heading in ("", *bots):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for one in bots:
        met = [standings.pairs.get((one, two)) for two in bots]
        table.add_row(one, *(f"{pair[1]}\n{pair[1].interval}" if pair else "–" for pair in met))
    return table
