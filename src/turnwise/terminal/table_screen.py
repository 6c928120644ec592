"""The full-screen table: board, moves, log and status of one match."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import Event
from typing import ClassVar, TypeVar

from textual import work
from textual.app import ComposeResult
from textual.binding import ActiveBinding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from turnwise import draw
from turnwise.draw.ways import Ways
from turnwise.kit import pieces
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.shapes import Picture
from turnwise.kit.words import Given, Said, Seat, Words, said
from turnwise.play import timing
from turnwise.play.ending import result
from turnwise.play.front import lists_moves
from turnwise.play.language import Action
from turnwise.play.view import View
from turnwise.terminal.beside import on_thread
from turnwise.terminal.board import Board
from turnwise.terminal.dialogs import KEYS, Choose, Curtain, Page, keyed
from turnwise.terminal.division import Division, divided
from turnwise.terminal.keys import ANSWERS, COMMANDS, HELP, WORDS
from turnwise.terminal.saves import NotSaved
from turnwise.terminal.sentences import moves_title, offers, portions, today, warnings
from turnwise.terminal.table import Table
from turnwise.terminal.told import Log, StatusLine
from turnwise.terminal.waits import lock, pauses

BESIDE, SLIM = "side", "slim"
"""CSS classes of the room, by where the panels are."""
BARS = 2
"""Rows of the screen above and below the room: the status, and the keys."""
GESTURE = -1
"""In the list of moves: no action, but the gesture that shows the opening of the turn."""
INTERJECTION = 4
"""How many times the pace people have to interject before a bot goes on."""

Result = TypeVar("Result")


class TableScreen(Screen[Table]):
    """Plays one match; it is dismissed with the table of another one."""

    BINDINGS: ClassVar[list[BindingType]] = COMMANDS

    def __init__(self, table: Table, pace: float, another: Callable[[Table], Awaitable[Table | None]]) -> None:
        """`another` asks for a new game, and returns None if the player changes their mind."""
        super().__init__()
        self.table, self.pace, self.another, self.speak = table, pace, another, table.speak
        self.viewer: int | None = None
        self.touched: tuple[str, ...] = ()
        self.notices: Sequence[Words] = []
        self._moves: list[Action] = []
        self._shown: pieces.Table | None = None
        self._division: Division | None = None
        self._focus = ""  # the cursor's thing on a board that is shown in part; else where it is played
        self._held = 0  # sentences of the log that are not shown yet
        self._stop = Event()
        self._hurry = asyncio.Event()
        self._locked = 0.0  # until when nobody may act
        self._due: tuple[int, int, float] | None = None  # the seat, the turn and the deadline of a decision
        self.status_line, self.log_panel = StatusLine(table), Log(id="log")

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """With the effects of the keys in the last row, in the player's language."""
        named = {}
        for key, (node, binding, enabled, tooltip) in super().active_bindings.items():
            words = self.speak(WORDS.get(binding.action, binding.description))
            named[key] = ActiveBinding(node, replace(binding, description=words), enabled, tooltip)
        return named

    def compose(self) -> ComposeResult:
        yield self.status_line
        with Container(id="room"):
            yield Board(id="board")
            with Container(id="side"):
                yield Static(id="notice")
                yield OptionList(id="moves")
                yield self.log_panel
        yield Footer()

    def on_mount(self) -> None:
        self.board = self.query_one(Board)
        self.moves = self.query_one("#moves", OptionList)
        self.board.focus()
        self.set_interval(0.5, self._tick)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        if not self.table.needs_curtain:
            self.viewer = self.table.viewer(None)
        self.notices = today(self.table.game, self.table.match.settings)
        self.show()
        self.go_on()

    def on_unmount(self) -> None:
        self._stop.set()
        self.table.close()

    # Display.

    def show(self) -> None:
        """Show everything as the viewer may see it now."""
        view = self.table.view(self.viewer)
        self._shown = draw.table(view)
        self._moves = view.legal
        if view.opened is False:
            own = self.viewer is not None and self.viewer == self.table.turn
            gesture = said("{gesture}", gesture=self.table.game.gesture)
            self._moves = [Action(GESTURE, str(gesture), "{}", gesture)] if own else []
        self.touched, self._focus = (), ""
        self._lay_out()
        self._show_moves()
        self._show_words(view)

    def blank(self) -> None:
        """Clear the screen."""
        self._shown, self._division, self._moves, self.touched = None, None, [], ()
        self.notices = []
        self.board.clear()
        self.moves.clear_options()
        self.status_line.clear()
        self.log_panel.clear()
        self.query_one("#notice", Static).update("")

    @property
    def _picture(self) -> Picture | None:
        return self._division.picture if self._division else None

    @property
    def _ways(self) -> Ways:
        if not (shown := self._picture):
            return Ways({})
        return Ways({m.id: [(shown.gesture,)] if m.id == GESTURE else shown.ways(m.id) for m in self._moves})

    def _show_touch(self) -> None:
        """What may be done after a touch."""
        self._show_board()
        self._show_moves()

    def _show_board(self) -> None:
        if self._picture:
            keys, dark = self._ways.open(self.touched), self.app.current_theme.dark
            self.board.show(self._picture, dark=dark, open_keys=keys, touched=self.touched)

    @property
    def _lists(self) -> bool:
        return bool(self.touched) or lists_moves(self.table.game, self.table.match.settings)

    def _show_moves(self) -> None:
        ways = self._ways.after(self.touched)
        shown = [move for move in self._moves if move.id in ways and self._lists]
        self.moves.clear_options()
        texts = [(keyed(at, self.speak(move.said)), str(move.id)) for at, move in enumerate(shown)]
        self.moves.add_options([Option(*one) for one in texts])
        self._entitle_moves()

    def _entitle_moves(self) -> None:
        number = self.moves.option_count
        title = self.speak(moves_title(number, self._lists))
        how = self.speak(said("Escape: back") if self.touched else said("arrows, Enter or key") if number else "")
        if how and self._division and self._division.slim:
            title, how = f"{title} ─ {how}", ""
        self.moves.border_title, self.moves.border_subtitle = title, how

    def _show_words(self, view: View) -> None:
        self.log_panel.tell(view, self.speak, self._held)
        self._notice([*offers(view, ANSWERS), *warnings(view, self.table.match.spoken.frame), *self.notices])
        self._tick()

    def _notice(self, lines: Sequence[Words]) -> None:
        notice = self.query_one("#notice", Static)
        notice.update(Content("\n".join(map(self.speak, lines))))
        if notice.display != bool(lines):
            notice.display = bool(lines)
            self._lay_out()
            self._entitle_moves()

    def _tick(self) -> None:
        if self._picture is not None:
            self.status_line.due = self._due[2] if self._due else None
            self.status_line.tell(self.viewer)

    def say(self, *lines: Words) -> None:
        """A notice that stays until the next action."""
        self.notices = lines
        if self._picture is not None:
            self._show_words(self.table.view(self.viewer))

    def redraw(self) -> None:
        """After a change of theme."""
        self._show_board()

    def on_resize(self, event: Resize) -> None:
        """Draw the board anew for the available room; the cursor and the touches stay."""
        self._lay_out()
        self._entitle_moves()

    def _lay_out(self) -> None:
        """The picture for the room that the panels leave."""
        room = self.size.width, self.size.height - BARS
        if self._shown is None or min(room) < 1:
            return
        reading = self.query_one("#notice").display
        way = self._division = divided(
            self._shown, self.speak, room, reading=reading, before=self._division, focus=self._focus
        )
        around, side = self.query_one("#room"), self.query_one("#side")
        around.set_class(way.beside, BESIDE)
        around.set_class(way.slim, SLIM)
        side.styles.width = way.panels if way.beside else "1fr"
        side.styles.height = "1fr" if way.beside else way.panels
        self._show_board()

    # The course of the match.

    @work(exclusive=True, group="course")
    async def go_on(self) -> None:
        """Let bots act until a person is to act, who then sees the table."""
        table = self.table
        try:
            while not table.over:
                seat = table.bot_to_act()
                if seat is None:
                    await self._person()
                    return
                await self._bot(seat)
        except NotSaved as trouble:
            self._fail(trouble)
            return
        self.show()
        self._finish()

    def _fail(self, trouble: NotSaved) -> None:
        """End the program before anybody relies on what would be lost."""
        self.app.exit(return_code=2, message=self.speak(trouble.sentence))

    async def _person(self) -> None:
        seat = self.table.turn
        if self.table.needs_curtain and seat != self.viewer and seat is not None:
            self.blank()
            while self.app.screen is not self:
                self.app.pop_screen()  # another player's page or question
            await self.app.push_screen_wait(Curtain(seat, self.speak))
        self.viewer = self.table.viewer(self.viewer)
        self._held = 0
        if self.table.opened is False:
            self._locked = time.monotonic() + lock(self.table.match, self.pace)
            view = self.table.view(self.viewer)
            self._held = len(portions(view, view.lines[-1])[1])
        self._set_limit(seat)
        self.show()

    def _set_limit(self, seat: int | None) -> None:
        """The current decision may have a time limit of its own, which runs on within one turn."""
        match = self.table.match
        limit, turns = timing.limit(match), match.position.turns
        if not limit or seat is None:
            self._due = None
        elif self._due is None or self._due[:2] != (seat, turns):
            due = self._due = seat, turns, time.monotonic() + limit
            self.set_timer(limit, lambda: self._time_over(due))

    def _time_over(self, due: tuple[int, int, float]) -> None:
        if self._due is due:
            self._do(lambda viewer: self.table.time_over(due[0]))
            self.say(said("Time is up."))

    def _open_turn(self) -> None:
        """The gesture of the player on turn: the opening of the turn is shown."""
        if (left := self._locked - time.monotonic()) > 0:
            self.say(timing.locked_for(left))
            return
        self.table.open_turn()
        self._held, self.notices = 0, []
        self.show()

    async def _bot(self, seat: int) -> None:
        """Show the opening of the bot's turn after a pause, and let it act after another."""
        table = self.table
        if self.viewer not in table.people:
            self.viewer = None if table.needs_curtain else table.viewer(self.viewer)
        view, self._due = table.view(self.viewer), None
        out_of_turn = seat != table.turn
        first, last = pauses(table.match, self.pace, out_of_turn=out_of_turn)
        locked = lock(table.match, self.pace)
        self._held = len(portions(view, view.lines[-1])[1])
        self.show()
        await asyncio.sleep(locked)
        if self._held:
            await self._pause(first - locked)
            self._held = 0
            table.open_turn()
            self.show()
        await self._pause(last if out_of_turn else self.pace * INTERJECTION if view.legal else last)
        version, think = table.match.version, table.thinking(seat)
        thought = await self._thought(Seat(seat), think)
        if table.match.version == version:
            self.notices = []
            table.settle(seat, thought)

    async def _thought(self, who: Given, think: Callable[[Callable[[], bool]], Result]) -> Result:
        """Think in a thread, which stops when told to or when the waiter is cancelled."""
        stop = self._stop = Event()
        thinking = self.status_line.thinking = who, time.monotonic()
        self._tick()
        try:
            return await asyncio.wrap_future(on_thread(lambda: think(stop.is_set)))
        finally:
            stop.set()
            if self.status_line.thinking is thinking:
                self.status_line.thinking = None

    async def _pause(self, seconds: float) -> None:
        self._hurry.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), seconds)

    def _finish(self) -> None:
        table = self.table
        lines = result(table.view(self.viewer), table.match.spoken.frame)
        self.notices = lines[:1]
        self.show()
        choices = (said("Look at the board"), said("A new game"), said("Quit"))

        def chosen(at: int | None) -> None:
            if at == 1:
                self.action_new()
            elif at == 2:
                self.app.exit(return_code=0)

        kept = said("The transcript is in {file}.", file=str(table.transcript))
        self._ask(said("The match is over."), choices, chosen, above=[*lines, "", kept])

    def _ask(
        self,
        question: Said,
        choices: Sequence[Words],
        chosen: Callable[[int | None], None],
        above: Sequence[Words] = (),
    ) -> None:
        """A question over the table; `chosen` is called with the answer's number."""
        answers = [self.speak(choice) for choice in choices]
        self.app.push_screen(Choose(self.speak(question), answers, above=[*map(self.speak, above)]), chosen)

    # Actions of people.

    def _do(self, deed: Callable[[int], None]) -> None:
        """Carry out something for the viewer, or show why not."""
        if self.viewer is None or self._picture is None:
            return
        try:
            deed(self.viewer)
        except NotSaved as trouble:
            self._fail(trouble)
            return
        except TurnwiseError as refusal:
            self.say(refusal.sentence)
            return
        self.notices, self.touched = [], ()
        self._stop.set()
        self.go_on()

    def _choose(self, action: int) -> None:
        if action == GESTURE:
            self._open_turn()
            return
        self._do(lambda seat: self.table.act(seat, action))

    def on_board_touched(self, event: Board.Touched) -> None:
        before, ways = self.touched, self._ways
        self.touched = ways.with_one_more(before, event.key)
        if event.key in before:
            self.touched = before[: before.index(event.key)]
        elif done := [action for action, every in ways.after(self.touched).items() if self.touched in every]:
            self._choose(done[0])
            return
        elif not ways.after(self.touched):
            if why := self.table.why_not(self.viewer, self.touched):
                self.say(why)
            self.touched = before
        self._show_touch()

    def on_board_roamed(self, event: Board.Roamed) -> None:
        self._focus = self.board.cursor or ""
        self._lay_out()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._choose(int(event.option.id or 0))

    def on_key(self, event: Key) -> None:
        if event.character and event.character in KEYS[: self.moves.option_count]:
            event.stop()
            self._choose(int(self.moves.get_option_at_index(KEYS.index(event.character)).id or 0))

    def action_back(self) -> None:
        """Take the latest touch back; the cursor returns to it."""
        if self.touched:
            *before, self.board.cursor = self.touched
            self.touched = tuple(before)
            self._show_touch()

    def action_undo(self) -> None:
        self._do(self.table.undo)

    def action_offer(self) -> None:
        self._do(self.table.offer_draw)

    def action_answer(self, accept: bool) -> None:
        self._do(lambda seat: self.table.answer_draw(seat, accept))

    def action_resign(self) -> None:
        question = said("Leave the game for good?") if self.table.game.has_leave else said("Resign?")

        def chosen(at: int | None) -> None:
            if at == 1:
                self._do(self.table.resign)

        if self.viewer is not None and not self.table.over:
            self._ask(question, (said("No, play on"), said("Yes")), chosen)

    def action_interject(self) -> None:
        """For people whose hand is not on the screen; interjections are known to all."""
        table = self.table
        deeds = [(seat, action) for seat in table.interjectors() for action in table.match.legal_for(seat)]
        if not deeds:
            self.say(said("Nobody may act out of turn now."))
            return

        def chosen(at: int | None) -> None:
            if at is not None:
                seat, action = deeds[at]
                self._do(lambda viewer: table.act(seat, action.id))

        choices = [said("{seat}: {move}", seat=Seat(seat), move=action.said) for seat, action in deeds]
        self._ask(said("Who acts?"), choices, chosen)

    def action_move_now(self) -> None:
        self._stop.set()
        self._hurry.set()

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Only for the player who asked: the next player at the keyboard would learn a hand from it."""
        viewer, version = self.viewer, self.table.match.version
        try:
            if viewer is not None:
                advice = await self._thought(said("A strong player"), self.table.advising(viewer))
                if (viewer, version) == (self.viewer, self.table.match.version):
                    self.say(*advice)
        except TurnwiseError as refusal:
            self.say(refusal.sentence)

    def action_why(self) -> None:
        try:
            self.say(*self.table.why())
        except TurnwiseError as refusal:
            self.say(refusal.sentence)

    @work(exclusive=True, group="new")
    async def action_new(self) -> None:
        while self.app.screen is not self:
            self.app.pop_screen()  # the same question, if the match has ended meanwhile
        if new := await self.another(self.table):
            self.dismiss(new)

    def action_help(self) -> None:
        self._read(self.speak(HELP.given_also(resume=self.table.keeper.resume)))

    def action_rules(self) -> None:
        self._read(self.table.game.rulebook, markdown=True)

    def action_log(self) -> None:
        self._read(self.table.log_text(self.viewer))

    def _read(self, text: str, *, markdown: bool = False) -> None:
        self.app.push_screen(Page(text, self.speak, markdown=markdown))
