"""The standings of an arena for people: tables in the terminal, a file with everything, a picture."""

import json
import os
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from turnwise.draw.lettered import lettered
from turnwise.draw.show import kind, save, unwritable
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Speaker, said
from turnwise.lab.standings import Standings

ORDINALS = (
    said("1st"),
    said("2nd"),
    said("3rd"),
    said("4th"),
    said("5th"),
    said("6th"),
    said("7th"),
    said("8th"),
)
BOT, POINTS, WINS, INTERVAL = said("bot"), said("points"), said("won"), said("95 % interval")


def can_be_written(*files: Path | None, picture: Path | None = None) -> None:
    """Refuse a file that can't be written, before hours of play."""
    if picture:
        kind(picture)
    for file in filter(None, (*files, picture)):
        if not file.parent.is_dir() or file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
            raise TurnwiseError(
                said("{file} cannot be written: it needs the name of a file in a folder that exists.", file=str(file))
            )


def write(standings: Standings, command: str, data: Path | None, picture: Path | None, speak: Speaker) -> None:
    """Write everything as JSON, with the command that made it, and a chart."""
    if data:
        try:
            data.write_text(json.dumps({"command": command, **standings.json()}, indent=2) + "\n", "utf-8")
        except OSError as error:
            raise unwritable(data, error) from None
    if picture and standings.bouts:
        save(lettered(standings.picture(), speak), picture, None)


def report(standings: Standings, speak: Speaker) -> None:
    console = Console(width=None if sys.stdout.isatty() else 140, highlight=False)
    if standings.bouts:
        console.print(_standings(standings, speak))
        console.print(_seats(standings, speak))
        if len(standings.bots) > 2:
            console.print(_pairs(standings, speak))
    for remark in standings.remarks():
        console.print(speak(remark))


def _standings(standings: Standings, speak: Speaker) -> Table:
    table = Table(title=speak(standings.headline), title_justify="left")
    places = ORDINALS[: standings.setting.seats]
    spent = (said("rating"), said("s a move"), said("iterations"))
    for heading in (BOT, said("games"), POINTS, INTERVAL, WINS, *places, *spent):
        table.add_column(speak(heading), justify="left" if heading == BOT else "right", no_wrap=True)
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


def _seats(standings: Standings, speak: Speaker) -> Table:
    """Points of each bot in each seat, and of each seat."""
    table = Table(title=speak(said("Points by seat")), title_justify="left")
    table.add_column(speak(BOT), no_wrap=True)
    for seat in range(standings.setting.seats):
        table.add_column(speak(said("seat {number}", number=seat)), justify="right", no_wrap=True)
    for line in standings.standings:
        table.add_row(line.bot, *(f"{one}\n{one.interval}" for one in line.by_seat))
    table.add_section()
    table.add_row(speak(said("whoever sits there")), *(f"{one}\n{one.interval}" for one in standings.seats))
    return table


def _pairs(standings: Standings, speak: Speaker) -> Table:
    """Row ahead of column."""
    title = speak(said("How often the bot of the row comes out ahead of the column's"))
    table = Table(title=title, title_justify="left")
    bots = [line.bot for line in standings.standings]
    for heading in ("", *bots):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for one in bots:
        met = [standings.pairs.get((one, two)) for two in bots]
        table.add_row(one, *(f"{pair[1]}\n{pair[1].interval}" if pair else "–" for pair in met))
    return table
