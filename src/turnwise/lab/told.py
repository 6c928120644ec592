"""Added-up games for people: a table in the terminal, with caveats."""

import sys
from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from turnwise.games import game
from turnwise.kit.game import Game
from turnwise.kit.words import Said, Speaker, Words, row, said
from turnwise.lab.compare import Comparison, apart, shown
from turnwise.lab.report import BOT, INTERVAL, ORDINALS, POINTS, WINS
from turnwise.lab.shares import failures, repeated
from turnwise.lab.standings import games_played
from turnwise.lab.sums import FORFEIT, Tally, spread


def tell(tally: Tally, wanted: int, speak: Speaker) -> None:
    """Everything in the terminal."""
    console = Console(width=None if sys.stdout.isatty() else 120, highlight=False)
    console.print(_table(tally, speak))
    for remark in remarks(tally, wanted):
        console.print(speak(remark))


def tell_comparison(found: Comparison, speak: Speaker) -> None:
    """Both sides and what differs, in the terminal."""
    console = Console(width=None if sys.stdout.isatty() else 120, highlight=False)
    headline = row([said(found.game.title), games_played(found.games)], ", ")
    table = Table(title=speak(headline), title_justify="left")
    for heading in ("", *found.labels, said("difference"), said("told from nothing?")):
        table.add_column(speak(heading), justify="right" if heading else "left")
    for one in found.differences:
        table.add_row(speak(one.words), *shown(one), apart(one), speak(said("yes") if one.told else said("no")))
    console.print(table)
    for sentence in (*found.sentences(), *found.remarks()):
        console.print(speak(sentence))


def _table(tally: Tally, speak: Speaker) -> Table:
    headline = row([said(game(tally.game).title), games_played(tally.games)], ", ")
    table = Table(title=speak(headline), title_justify="left")
    for heading in (said("seat"), BOT, WINS, INTERVAL, *ORDINALS[: tally.seats], POINTS):
        table.add_column(speak(heading), justify="left" if heading == BOT else "right")
    for seat in range(tally.seats):
        share = tally.wins_of(seat)
        table.add_row(
            str(seat),
            tally.bots[seat],
            str(share),
            share.interval,
            *(f"{n / max(tally.games, 1):.1%}" for n in tally.places[seat]),
            f"{tally.mean_points(seat):.2f}",
        )
    return table


def remarks(tally: Tally, wanted: int) -> Iterator[Said]:
    """Further remarks, in sentences."""
    one, games = game(tally.game), max(tally.games, 1)
    if tally.games < wanted:
        played = f"{tally.games:,}"
        yield said("Stopped after {number} of {planned} games.", number=played, planned=f"{wanted:,}")
        yield said("The same command with --resume goes on.")
    if tally.different < tally.games:
        yield repeated(tally.different, tally.games)
    if tally.nobody:
        yield said("No winner in {share} of the games.", share=f"{tally.nobody / games:.1%}")
    turns = spread(tally.turns)
    yield said(
        "Turns: {mean} on average, median {median}, {shortest} to {longest}; {actions} actions a game.",
        mean=f"{turns['mean']:.1f}",
        median=int(turns["median"]),
        shortest=int(turns["shortest"]),
        longest=int(turns["longest"]),
        actions=f"{tally.actions / games:.1f}",
    )
    yield from _ends(tally, one)
    yield from failures(tally.faults)
    if tally.seconds:
        yield said(
            "{games} games and {moves} moves a second.",
            games=f"{tally.games / tally.seconds:,.0f}",
            moves=f"{tally.actions / tally.seconds:,.0f}",
        )


def _ends(tally: Tally, one: Game) -> Iterator[Said]:
    if not tally.ends:
        yield said("No game ended.")
        return
    often = sorted(tally.ends.items(), key=lambda end: -end[1])
    parts = [said("{end} {share}", end=end_of(one, end), share=f"{n / tally.games:.1%}") for end, n in often]
    yield said("Ends: {ends}.", ends=row(parts, ", "))


def end_of(one: Game, end: str) -> Words:
    """Why games were over, in words; the code, if the sentence needs more of the game than was counted."""
    if end == FORFEIT:
        return said("a bot failed")
    words: Words = one.notation.ENDS[one.rules.End[end.upper()]]
    return end.replace("_", " ") if isinstance(words, Said) and words.fields else words
