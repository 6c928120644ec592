"""Screens over the table: questions, pages to read, the curtain."""

from collections.abc import Sequence
from functools import partial
from textwrap import shorten
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from turnwise.kit.words import Seat, Speaker, said

CURTAIN = said("Pass the keyboard to {seat}.\n\n{seat}: press Enter when nobody else is looking.")
KEYS = "123456789bcefgjkpsvyz"
"""The keys of a list. The other letters are commands, in either case: asking for a hint must not make a move."""


MANY, LINE = 8, 62
"""With more answers than these each gets one line of so many letters, so that all of them are seen."""


def keyed(at: int, words: str) -> Text:
    """An entry of a list with the key that chooses it."""
    return Text.assemble((f"{KEYS[at]} " if at < len(KEYS) else "  ", "bold"), words)


class Choose(ModalScreen[int | None]):
    """A question with a list of answers; the answer's number, or None to go back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "Back"), Binding("q,Q", "app.leave", show=False)]

    def __init__(
        self, words: str, choices: Sequence[str], usual: int = 0, *, above: Sequence[str] = (), first: int = 1
    ) -> None:
        """`first` is the key of the first answer."""
        super().__init__()
        self.words, self.choices, self.usual, self.above = words, choices, usual, above
        self.before = first - 1

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            if self.above:
                with VerticalScroll(classes="above", can_focus=False):
                    yield Static(Content("\n".join(self.above)))
            yield Static(Content(self.words), classes="title")
            cut = partial(shorten, width=LINE, placeholder=" …") if len(self.choices) > MANY else str
            yield OptionList(*(Option(keyed(at, cut(words))) for at, words in enumerate(self.choices, self.before)))

    def on_mount(self) -> None:
        answers = self.query_one(OptionList)
        answers.highlighted = self.usual
        answers.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def on_key(self, event: Key) -> None:
        if event.character and event.character in KEYS[self.before : self.before + len(self.choices)]:
            event.stop()
            self.dismiss(KEYS.index(event.character) - self.before)

    def action_back(self) -> None:
        self.dismiss(None)


class Say(ModalScreen[str | None]):
    """A question that is answered in words."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "Back")]

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Content(self.words), classes="title")
            yield Input()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)

    def action_back(self) -> None:
        self.dismiss(None)


class Page(ModalScreen[None]):
    """Something to read: the rules, the log, the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,Q,enter,question_mark,R,L", "back", "Back"),
        Binding("C", "copy", "Copy"),
    ]

    def __init__(self, text: str, speak: Speaker, *, markdown: bool = False) -> None:
        super().__init__()
        self.text, self.speak, self.markdown = text, speak, markdown

    def compose(self) -> ComposeResult:
        from textual.widgets import Markdown  # its parser would delay the first board by a tenth of a second

        with Vertical(classes="page"):
            with VerticalScroll():
                yield Markdown(self.text) if self.markdown else Static(Content(self.text))
            yield Static(Content(self.speak(said("Escape: back   ↑ ↓: scroll   C: copy"))), classes="foot")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self.text)
        self.notify(self.speak(said("Copied.")), timeout=2)

    def action_back(self) -> None:
        self.dismiss(None)


class Curtain(Screen[None]):
    """Hides all hands while the keyboard changes hands."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "up", "Go on"), Binding("q,Q", "app.leave", show=False)]

    def __init__(self, seat: int, speak: Speaker) -> None:
        super().__init__()
        self.words = speak(CURTAIN.given_also(seat=Seat(seat)))

    def compose(self) -> ComposeResult:
        yield Static(Content(self.words), classes="curtain")

    def action_up(self) -> None:
        self.dismiss(None)
