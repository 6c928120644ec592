"""What Telegram's service keeps: people, chats, messages with their buttons, and everything that was ever shown to somebody."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from aiogram.types import BufferedInputFile

Json = dict[str, Any]

ANONYMOUS_ID = 1087968824
"""Telegram's own account in whose name administrators speak who hide theirs."""


@dataclass(eq=False)
class User:
    """An account, of a person or of a bot."""

    id: int
    name: str
    username: str = ""
    language: str = ""
    is_bot: bool = False
    started: bool = False
    """Whether they have written to the bot in private, so that it may write to them."""
    blocked: bool = False
    offline: bool = False
    """Whether ephemeral messages get lost on their way to them, as Telegram says they may."""


ANONYMOUS = User(ANONYMOUS_ID, "Group", "GroupAnonymousBot", is_bot=True)


@dataclass
class Member:
    """What somebody is in a group: creator, administrator, member, left or kicked."""

    user: User
    status: str = "member"
    anonymous: bool = False

    @property
    def is_in(self) -> bool:
        return self.status not in ("left", "kicked")

    @property
    def is_administrator(self) -> bool:
        return self.status in ("creator", "administrator")


@dataclass(frozen=True)
class Photo:
    """A picture as it was uploaded."""

    file_id: str
    name: str
    data: bytes = field(repr=False)
    width: int
    height: int


@dataclass(frozen=True)
class Button:
    """A button under a message: what it says, its kind (callback_data, url, web_app, …) and what that holds."""

    label: str
    kind: str
    value: str


@dataclass(eq=False)
class Chat:
    """A private chat with the bot, a group or a supergroup."""

    id: int
    type: str
    title: str = ""
    members: dict[int, Member] = field(default_factory=dict)
    messages: dict[int, "Message"] = field(default_factory=dict)
    whispers: dict[int, "Message"] = field(default_factory=dict)
    """Ephemeral messages by their ids."""
    timeline: list["Message"] = field(default_factory=list)
    """All messages in order, the ephemeral ones among them."""
    pinned: list["Message"] = field(default_factory=list)
    last_id: int = 0
    """Of a supergroup's messages; all other chats share one count."""
    upgraded_to: "Chat | None" = None

    @property
    def is_private(self) -> bool:
        return self.type == "private"

    def member(self, user: User) -> Member:
        return self.members.get(user.id) or Member(user, "left")

    def present(self) -> list[User]:
        """The people who see what is written now."""
        return [member.user for member in self.members.values() if member.is_in and not member.user.is_bot]


@dataclass(eq=False)
class Message:
    """A message as it stands now."""

    chat: Chat
    id: int
    sender: User
    date: float
    text: str = ""
    """Of the message, or the caption of its picture."""
    entities: list[Json] = field(default_factory=list)
    photo: Photo | None = None
    markup: Json | None = None
    reply_to: "Message | None" = None
    origin: Json | None = None
    """Where it was forwarded from."""
    service: Json = field(default_factory=dict)
    """The fields of a service message: somebody came, the group was upgraded."""
    edited: float = 0
    deleted: bool = False
    receiver: User | None = None
    """Of an ephemeral message."""
    whisper_id: int = 0
    silent: bool = False
    unseen: set[int] = field(default_factory=set)
    """Those who do not see it: it got lost, or another is shown in its place."""

    @property
    def rows(self) -> tuple[tuple[Button, ...], ...]:
        keyboard = (self.markup or {}).get("inline_keyboard", [])
        return tuple(tuple(button_of(one) for one in row) for row in keyboard)

    def is_seen_by(self, user: User) -> bool:
        if self.deleted or user.id in self.unseen:
            return False
        return self.receiver is None or user in (self.receiver, self.sender)


def button_of(given: Json) -> Button:
    """A button by what makes it one."""
    kind = next((key for key in given if key not in ("text", "style", "icon_custom_emoji_id")), "")
    value = given.get(kind, "")
    return Button(given["text"], kind, value["url"] if kind in ("web_app", "login_url") else str(value))


@dataclass(frozen=True)
class Shown:
    """Something that people saw: a message when it came, was edited or deleted, or the answer to a tap."""

    what: str
    """new, edit, delete, pin, unpin, toast or alert"""
    chat: int
    message: int
    """Its number in the chat; 0 if it is ephemeral."""
    sender: str
    text: str
    photo: bytes | None = field(default=None, repr=False)
    file_name: str = ""
    rows: tuple[tuple[Button, ...], ...] = ()
    entities: str = ""
    silent: bool = False
    """Whether it came without a sound."""
    ephemeral: bool = False
    whisper: int = field(default=0, compare=False)
    """The number of an ephemeral message."""
    to: frozenset[int] = frozenset()
    """Who saw it."""
    at: float = field(default=0, compare=False)

    def __iter__(self) -> Iterator[Button]:
        return (button for row in self.rows for button in row)

    @property
    def labels(self) -> list[str]:
        return [button.label for button in self]

    def button(self, label: str) -> Button:
        for button in self:
            if button.label == label:
                return button
        raise AssertionError(f"there is no button {label!r} but {self.labels}")


@dataclass(eq=False)
class Query:
    """A tap on a button, until it is answered."""

    id: str
    user: User
    chat: Chat
    message: Message
    data: str
    at: float
    answer: "asyncio.Future[str]"
    alert: bool = False
    """Whether the answer was shown in a window."""


class Upload(BufferedInputFile):
    """A file in a request."""

    def __init__(self, file: bytes, filename: str) -> None:
        super().__init__(file, filename)
        self.name = filename

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Upload) and (self.name, self.data) == (other.name, other.data)

    def __hash__(self) -> int:
        return hash((self.name, self.data))

    def __repr__(self) -> str:
        return f"Upload({self.name!r}, {len(self.data)} bytes)"


@dataclass(frozen=True)
class Call:
    """A request of the bot and what it was answered."""

    method: str
    params: Json
    """As Telegram reads them: plain values, and Uploads for files."""
    status: int
    answer: Json
    at: float = field(default=0, compare=False)
