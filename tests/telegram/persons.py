"""People at their phones: they do what Telegram's apps let them do, and see what those would show."""

import asyncio
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from tests.telegram import wire
from tests.telegram.formatting import read
from tests.telegram.things import Button, Chat, Json, Message, Query, Shown, User

if TYPE_CHECKING:
    from tests.telegram.world import World

PARAMETER = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What may follow ?start= and ?startapp= in a link."""
PATIENCE = 20.0
"""Seconds after which an app says that the bot does not answer."""


@dataclass(eq=False)
class Person(User):
    """Somebody whom a test tells what to do."""

    world: "World" = field(kw_only=True, repr=False)

    @property
    def private(self) -> Chat:
        """The private chat with the bot."""
        return self.world.chats[self.id]

    # Looking

    def sees(self, chat: Chat) -> list[Shown]:
        """The messages that she can see now, the oldest first; those of Telegram itself are left out."""
        assert chat.member(self).is_in, f"{self.name} is not in this chat"
        seen = [one for one in chat.timeline if one.is_seen_by(self) and not one.service]
        return [self.world.snapshot("new", one) for one in seen]

    def last(self, chat: Chat) -> Shown:
        """The newest message from the bot."""
        return [one for one in self.sees(chat) if one.sender == self.world.bot.name][-1]

    def commands(self, chat: Chat) -> list[str]:
        """What the menu of commands offers: the first list that fits, as Telegram looks for it."""
        return [command["command"] for command in self._menu(chat)]

    def _menu(self, chat: Chat) -> list[Json]:
        member, kind = chat.member(self), "all_private_chats" if chat.is_private else "all_group_chats"
        scopes: list[Json] = []
        if not chat.is_private:
            scopes.append({"type": "chat_member", "chat_id": chat.id, "user_id": self.id})
            if member.is_administrator:
                scopes.append({"type": "chat_administrators", "chat_id": chat.id})
        scopes.append({"type": "chat", "chat_id": chat.id})
        if not chat.is_private and member.is_administrator:
            scopes.append({"type": "all_chat_administrators"})
        scopes += [{"type": kind}, {"type": "default"}]
        for scope in scopes:
            for language in (self.language, ""):
                if found := self.world.commands.get((wire.scope_key(scope), language)):
                    return found
        return []

    # Writing

    async def start(self, payload: str = "") -> Message:
        """Press Start in the private chat, perhaps by a link; it ends a block."""
        assert not payload or PARAMETER.fullmatch(payload), f"no link can carry {payload!r}"
        self.started = True
        if self.blocked:
            self.blocked = False
            self.world.tell_blocked(self)
        return self.world.write(self.private, self, f"/start {payload}".strip())

    async def follows(self, url: str) -> Message:
        """Open a link to the bot, as t.me/bot?start=…, and press Start there."""
        parts = urlsplit(url)
        assert parts.hostname == "t.me" and parts.path == f"/{self.world.bot.username}", f"{url} leads somewhere else"
        (payload,) = parse_qs(parts.query).get("start", [""])
        return await self.start(payload)

    async def brings(self, url: str, chat: Chat) -> None:
        """Open a link to the bot, as t.me/bot?startgroup=…, and choose a group: Telegram adds the bot and writes for us."""
        (payload,) = parse_qs(urlsplit(url).query)["startgroup"]
        self.world.add_bot(chat, self)
        self.world.write(chat, self, f"/start@{self.world.bot.username} {payload}")

    async def writes(self, chat: Chat, text: str, *, reply_to: Shown | None = None) -> Message:
        assert chat.member(self).is_in and not chat.upgraded_to, f"{self.name} can't write there"
        assert not (chat.is_private and self.blocked), f"{self.name} has to press Start first"
        answered = self.world.find(reply_to) if reply_to else None
        if chat.is_private:
            self.started = True
        whispered = not chat.is_private and self._is_whispered(chat, text)
        return self.world.write(chat, self, text, reply_to=answered, receiver=self.world.bot if whispered else None)

    def _is_whispered(self, chat: Chat, text: str) -> bool:
        """Whether the menu says that a command is seen by nobody but the bot."""
        word = text.split()[0].partition("@")[0]
        return any(f"/{one['command']}" == word and one.get("is_ephemeral", False) for one in self._menu(chat))

    async def edits(self, message: Message, text: str) -> None:
        """Change an own message."""
        assert message.sender is self
        shown, entities = read(text, None, None)
        self.world.edit(message, text=shown, entities=entities)
        self.world.deliver(message, "edited_message")

    async def forwards(self, shown: Shown, chat: Chat) -> Message:
        """Forward a message to another chat: buttons that call the bot stay behind."""
        source = self.world.find(shown)
        assert source.is_seen_by(self)
        origin = {"type": "user", "sender_user": wire.user_json(source.sender), "date": int(source.date)}
        links = [[one for one in row if "url" in one] for row in (source.markup or {}).get("inline_keyboard", [])]
        markup = {"inline_keyboard": kept} if (kept := [row for row in links if row]) else None
        message = self.world.post(
            chat, self, source.text, entities=source.entities, photo=source.photo, markup=markup, origin=origin
        )
        if chat.is_private:
            self.started = True
        self.world.deliver(message)
        return message

    async def deletes(self, shown: Shown | Message) -> None:
        """Delete an own message, or any as an administrator; the bot is not told."""
        message = self.world.find(shown) if isinstance(shown, Shown) else shown
        chat = message.chat
        assert message.sender is self or chat.is_private or chat.member(self).is_administrator
        self.world.delete(message)

    # Tapping

    def presses(self, where: Chat | Shown, label: str = "", *, data: str = "") -> Query:
        """Tap a button and do not wait for an answer. Of a message seen before, it is the button that was there then;
        `data` is what a forged app would send."""
        shown, button = self._button(where, label) if not data else (self._any(where), None)
        assert button is None or button.kind == "callback_data", f"{button} does not call the bot"
        return self.world.tap(self, self.world.find(shown), data or (button.value if button else ""))

    async def taps(self, where: Chat | Shown, label: str) -> str:
        """Tap a button and return what the bot answers, or where the button leads."""
        shown, button = self._button(where, label)
        if button.kind != "callback_data":
            return button.value
        query = self.world.tap(self, self.world.find(shown), button.value)
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(query.answer)
        except TimeoutError:
            raise AssertionError(f"nobody answered {self.name}'s tap on {label!r}") from None

    def _button(self, where: Chat | Shown, label: str) -> tuple[Shown, Button]:
        if isinstance(where, Shown):
            return where, where.button(label)
        seen = [one for one in self.sees(where) if label in one.labels]
        assert seen, f"{self.name} sees no button {label!r} but {[one.labels for one in self.sees(where)]}"
        return seen[-1], seen[-1].button(label)

    def _any(self, where: Chat | Shown) -> Shown:
        return self.last(where) if isinstance(where, Chat) else where

    # Coming and going

    async def blocks(self) -> None:
        """Stop the bot: it can write no more until Start is pressed again."""
        self.blocked = True
        self.world.tell_blocked(self)

    async def joins(self, chat: Chat) -> None:
        self.world.change_member(chat, self, "member")

    async def leaves(self, chat: Chat) -> None:
        self.world.change_member(chat, self, "left")

    async def makes(self, person: "Person", status: str, chat: Chat, *, anonymous: bool = False) -> None:
        """Make somebody an administrator or a mere member, or throw them out (kicked)."""
        assert chat.member(self).is_administrator
        self.world.change_member(chat, person, status, self, anonymous=anonymous)

    async def adds_bot(self, chat: Chat, status: str = "member") -> None:
        self.world.add_bot(chat, self, status)

    async def removes_bot(self, chat: Chat) -> None:
        assert chat.member(self).is_administrator
        self.world.remove_bot(chat, self)
