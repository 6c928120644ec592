"""How a table begins: from the command line, from the menu, or from a saved match."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from turnwise.games import game
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import ENGLISH, Speaker, said, sentences
from turnwise.terminal import saves
from turnwise.terminal.beside import compiling
from turnwise.terminal.command import command
from turnwise.terminal.menu import Party, Question, asked, menu
from turnwise.terminal.plain import Gone, PlainTable, Talk
from turnwise.terminal.signals import ending_in_order
from turnwise.terminal.sitters import sitters, usual
from turnwise.terminal.table import Table, new_table, resumed_table
from turnwise.terminal.waits import PACE

NO_TEXTUAL = said(
    "The table that fills the screen needs Textual: {command}. Line by line it goes without.",
    command="pip install 'turnwise[terminal]'",
)


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for."""

    plain: bool = False
    pace: float | None = None
    seconds: float | None = None
    seed: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    language: str = ENGLISH.language

    @property
    def speak(self) -> Speaker:
        """The user's speaker before there is a table."""
        return speaker(None, self.language)

    def table(self, party: Party) -> Table:
        return new_table(
            party.game,
            party.sitters,
            seed=self.seed,
            seconds=self.seconds,
            options=self.options,
            language=self.language,
        )


def play(name: str | None, seats: Sequence[str] | None, wishes: Wishes) -> int:
    """`turnwise play`: at once if the game is named, else through the menu."""
    if name is None and (seats or wishes.options):
        example = command("play", "differo", "--seats", "me,search:3")
        raise TurnwiseError(said("Name a game first, as in: {example}", example=example))
    party = None
    if name is not None:
        one = game(name)
        party = Party(one, sitters(one, seats or usual(one), wishes.speak))
    if _full_screen(wishes):
        from turnwise.terminal.app import run

        return run(wishes, wishes.table(party) if party else None)
    talk = Talk(speak=wishes.speak)
    try:
        table = wishes.table(party or asked(talk, menu(wishes.language)))
    except Gone as gone:
        talk.say(sentences(gone.sentence, said("Nothing was played.")))
        return 0
    return _plainly(table, talk, wishes)


def resume(file: Path | None, wishes: Wishes) -> int:
    """`turnwise resume`: the named file, or one of the unfinished ones."""
    talk = Talk(speak=wishes.speak)
    try:
        table = resumed_table(file or _chosen(talk), seconds=wishes.seconds, language=wishes.language)
    except Gone as gone:
        talk.say(sentences(gone.sentence, said("Nothing was resumed.")))
        return 0
    if _full_screen(wishes):
        from turnwise.terminal.app import run

        return run(wishes, table)
    return _plainly(table, talk, wishes)


def _chosen(talk: Talk) -> Path:
    """The only unfinished match, one chosen by the user, or the latest for a script."""
    files = saves.unfinished()
    if not files:
        raise TurnwiseError(said("There is no unfinished match. Begin one with: {command}", command=command("play")))
    if len(files) == 1 or not talk.with_a_person:
        return files[0]
    listed = tuple(saves.summary(file, talk.speak.language) for file in files)
    question = Question(talk.speak(said("Which match shall go on?")), listed)

    def asking() -> Any:
        return files[int((yield question))]

    chosen: Path = asked(talk, asking())
    return chosen


def _full_screen(wishes: Wishes) -> bool:
    """Whether the terminal can be drawn on; others get plain text."""
    streams = (sys.stdin, sys.stdout)
    if wishes.plain or not all(stream is not None and stream.isatty() for stream in streams):
        return False
    if os.environ.get("TERM") in ("dumb", "unknown"):
        return False
    if find_spec("textual") is None:
        print(wishes.speak(NO_TEXTUAL), file=sys.stderr)
        return False
    return True


def _plainly(table: Table, talk: Talk, wishes: Wishes) -> int:
    pace = wishes.pace if wishes.pace is not None else PACE if talk.with_a_person else 0
    with ending_in_order(), compiling(table.game):
        return PlainTable(table, talk, pace=pace).play()
