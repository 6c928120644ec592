"""The texts of the full-screen table: the line at the top, and the log."""

import time
from math import ceil

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from turnwise.kit.words import Given, Speaker, counted, said, sentences
from turnwise.play.view import View
from turnwise.terminal.sentences import status
from turnwise.terminal.table import Table

LONGEST_LOG = 300


class StatusLine(Static):
    """The game, who is to act, and how long a bot has been thinking."""

    def __init__(self, table: Table) -> None:
        super().__init__(id="status")
        self._table, self._written = table, Text()
        self.thinking: tuple[Given, float] | None = None
        """Who thinks, and since when."""
        self.due: float | None = None
        """The deadline of the current decision, if it has a time limit of its own."""

    def clear(self) -> None:
        """Empty, for a curtain."""
        self._written = Text()
        self.update("")

    def tell(self, viewer: int | None) -> None:
        """Show the present status."""
        table, speak = self._table, self._table.speak
        words = Text(f" {speak(said(table.game.title))}   ", "bold")
        if self.thinking:
            who, since = self.thinking
            seconds = int(time.monotonic() - since)
            thinking = said("{who} is thinking … {seconds} s (M: move now)", who=who, seconds=seconds)
            words.append(speak(thinking if seconds else said("{who} is thinking …", who=who)))
        else:
            stand = status(table.view(viewer))
            alone = not table.people and not table.over
            words.append(speak(sentences(stand, said("Bots play by themselves.")) if alone else stand))
            if self.due is not None:
                words.append(f" {max(0, ceil(self.due - time.monotonic()))} s")
        if words != self._written:  # do not write to the terminal without need
            self._written = words
            self.update(words)


class Log(VerticalScroll, can_focus=False):
    """The log; what is older than the viewer's latest turn is dimmed."""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="told")

    def clear(self) -> None:
        """Empty, for a curtain."""
        self.border_title = ""
        self.query_one("#told", Static).update("")

    def tell(self, view: View, speak: Speaker, held: int) -> None:
        """Everything that a viewer may read; so many of the latest sentences are still held back."""
        told = [(sentence, at) for at, line in enumerate(view.lines) for sentence in line.told]
        told = told[: len(told) - held][-LONGEST_LOG:]
        latest = max((at for at, line in enumerate(view.lines) if line.seat == view.seat), default=0)
        text = Text("\n").join(Text(speak(words), "" if at >= latest else "dim") for words, at in told)
        self.query_one("#told", Static).update(text)
        entries = counted("{number} entry in the log", "{number} entries in the log", "number", number=view.version)
        self.border_title = speak(entries if view.version else said("log"))
        self.scroll_end(animate=False)
