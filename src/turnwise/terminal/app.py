"""The full-screen program: its themes, its menu, and how it ends."""

import asyncio
import signal
from contextlib import ExitStack
from typing import ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.theme import Theme

from turnwise.draw.theme import PALETTE
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Game
from turnwise.terminal.beside import compiling
from turnwise.terminal.dialogs import Choose, Say
from turnwise.terminal.menu import Party, Question, menu
from turnwise.terminal.sentences import saved
from turnwise.terminal.start import Wishes
from turnwise.terminal.table import Table
from turnwise.terminal.table_screen import TableScreen
from turnwise.terminal.waits import PACE

LIGHT, DARK = "turnwise-light", "turnwise-dark"
STYLE = """
TableScreen, Curtain { background: $background; color: $foreground; }
#status { height: 1; background: $panel; color: $foreground; }
#room { layout: vertical; height: 1fr; }
#room.side { layout: horizontal; }
#board { width: 1fr; height: 1fr; background: $background; scrollbar-size: 1 1; }
#side { layout: horizontal; background: $surface; }
#side #notice { width: 4fr; height: 100%; color: $warning; padding: 0 1; border: round $warning 40%; overflow-y: auto; }
#side #moves { width: 2fr; height: 100%; }
#side #log { width: 3fr; height: 100%; }
.side #side { layout: vertical; }
.side #side #notice { width: 100%; height: auto; max-height: 50%; }
.side #side #moves { width: 100%; height: 1fr; }
.side #side #log { width: 100%; height: 1fr; }
#moves { border: round $foreground 30%; background: $surface; padding: 0 1; scrollbar-size: 1 1; }
#moves:focus { border: round $accent; }
#log { border: round $foreground 30%; padding: 0 1; scrollbar-size: 1 1; }
#log Vertical { height: auto; }
#room.slim #notice, #room.slim #moves, #room.slim #log { border-bottom: none; }
#told { height: auto; }
Choose, Say, Page { align: center middle; }
.dialog { width: 72; max-width: 95%; height: auto; max-height: 95%; border: round $accent; background: $surface; padding: 1 2; }
.dialog .title { text-style: bold; margin-bottom: 1; }
.dialog .above { height: auto; max-height: 12; margin-bottom: 1; }
.dialog OptionList { height: auto; max-height: 16; border: none; background: $surface; }
.page { width: 96; max-width: 95%; height: 95%; border: round $accent; background: $surface; padding: 0 2; }
.page VerticalScroll { height: 1fr; }
.page .foot { height: 1; color: $foreground 60%; }
Curtain { align: center middle; }
.curtain { width: 100%; height: 100%; content-align: center middle; text-align: center; text-style: bold; }
"""


def _theme(name: str, at: int) -> Theme:
    paint = {word: pair[at] for word, pair in PALETTE.items()}
    return Theme(
        name,
        primary=paint["accent"],
        accent=paint["accent"],
        warning=paint["warn"],
        success=paint["good"],
        foreground=paint["ink"],
        background=paint["paper"],
        surface=paint["card"],
        panel=paint["line"],
        dark=bool(at),
    )


class TableApp(App[None]):
    """A menu, and one match after the other."""

    CSS = STYLE
    TITLE = "Turnwise"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False),
    ]

    def __init__(self, wishes: Wishes, table: Table | None) -> None:
        super().__init__()
        self.wishes = wishes
        self.children_at_work = ExitStack()
        self.compiled: set[str] = set()
        self.table = table

    def on_mount(self) -> None:
        self.register_theme(_theme(LIGHT, 0))
        self.register_theme(_theme(DARK, 1))
        self.theme = DARK
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self.exit, None, 128 + number)
        self.evening()

    @work
    async def evening(self) -> None:
        """Match after match until a player quits."""
        self.table = self.table or await self.ask_for_a_table()
        pace = PACE if self.wishes.pace is None else self.wishes.pace
        while self.table:
            self.call_after_refresh(self.compile, self.table.game)
            self.table = await self.push_screen_wait(TableScreen(self.table, pace, self.ask_for_a_table))
        self.exit(return_code=0)

    def compile(self, game: Game) -> None:
        """Compile a game once, however many matches of it are begun."""
        if game.name not in self.compiled:
            self.compiled.add(game.name)
            self.children_at_work.enter_context(compiling(game))

    async def ask_for_a_table(self, now: Table | None = None) -> Table | None:
        """The table chosen in the menu; `now` is the current one."""
        while party := await self.ask_for_a_party(Party(now.game, now.sitters) if now else None):
            try:
                return self.wishes.table(party)
            except TurnwiseError as error:
                self._refuse(error, party.game)
        return None

    async def ask_for_a_party(self, before: Party | None) -> Party | None:
        """The questions of the menu; Escape goes back to the one before, and from the first one out."""
        given: list[int | str] = []
        while True:
            asking = menu(self.wishes.language, before)
            try:
                question = next(asking)
                for answer in given:
                    question = asking.send(answer)
            except StopIteration as done:
                party: Party = done.value
                return party
            except TurnwiseError as error:
                self._refuse(error)
                given.pop()
                continue
            answer_now = await self._answer(question)
            if answer_now is not None:
                given.append(answer_now)
            elif given:
                given.pop()
            else:
                return None

    def _refuse(self, error: TurnwiseError, game: Game | None = None) -> None:
        self.notify(speaker(game, self.wishes.language)(error.sentence), severity="error")

    async def _answer(self, question: Question) -> int | str | None:
        if question.choices:
            screen = Choose(question.words, question.choices, question.usual, first=question.first)
            return await self.push_screen_wait(screen)
        return await self.push_screen_wait(Say(question.words))

    def action_light_or_dark(self) -> None:
        self.theme = LIGHT if self.theme == DARK else DARK
        if isinstance(self.screen, TableScreen):
            self.screen.redraw()

    def action_leave(self) -> None:
        self.exit(return_code=0)

    def action_interrupt(self) -> None:
        self.exit(return_code=130)


def run(wishes: Wishes, table: Table | None) -> int:
    """Run the program and return its exit code. The terminal is restored in any case."""
    app = TableApp(wishes, table)
    with app.children_at_work:
        app.run()
    left = app.table
    if left and left.match.log and not left.over:
        print(left.speak(saved(left.keeper.resume)))
    return app.return_code or 0
