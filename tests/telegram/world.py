"""The world behind the Bot API: people, their chats and groups, and all that they and the bot say to each other.

world = World()
ann, ben = world.user("Ann", language="de"), world.user("Ben")
group = world.group("Friday", ann, ben)               # the first is its creator; the bot is a member
async with serving(world) as url:                     # tests/telegram/server.py; a bot works at that address
    await ann.start()
    await ann.writes(group, "/startgame")
    assert await ben.taps(group, "Join") == "Welcome!"
    assert "Ben" in ben.sees(group)[-1].text
assert world.faults == [] and not world.limits.refused
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Any

from tests.telegram import wire
from tests.telegram.disturbances import Disturbances
from tests.telegram.formatting import read, said
from tests.telegram.limits import Limits
from tests.telegram.persons import Person
from tests.telegram.things import ANONYMOUS, Call, Chat, Json, Member, Message, Photo, Query, Shown, User
from tests.telegram.updates import Updates

TOKEN = "7000001:double-of-the-bot-api"
LIFE = 15.0
"""Seconds in which a tap can be answered, and somebody written to because of it."""


class World:
    """All that the service knows. Everything happens on one event loop."""

    def __init__(
        self, clock: Callable[[], float] = time.time, *, token: str = TOKEN, username: str = "table_bot"
    ) -> None:
        """`clock` tells the seconds since 1970; a loop with virtual time brings its own."""
        self.clock, self.token = clock, token
        self.bot = User(int(token.partition(":")[0]), "Table", username, is_bot=True)
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.faults: list[str] = []
        """What the bot asked for that Telegram does not allow."""
        self.updates, self.limits, self.disturbances = Updates(self.faults), Limits(clock), Disturbances()
        self.calls: list[Call] = []
        self.shown: list[Shown] = []
        """Everything that anybody could see, in order."""
        self.photos: dict[str, Photo] = {}
        self.queries: dict[str, Query] = {}
        self.commands: dict[tuple[str, str], list[Json]] = {}
        """By scope (as JSON) and language."""
        self.menu_buttons: dict[int, Json] = {}
        """By private chat; 0 has what holds for the others."""
        self._changes = asyncio.Event()
        self._last_id = self._last_whisper = self._last_chat = self._last_query = 0

    @property
    def refused(self) -> int:
        """Calls that were beyond a limit."""
        return len(self.limits.refused)

    @property
    def disobeyed(self) -> int:
        """Calls that came before retry_after was over."""
        return len(self.limits.disobeyed)

    # People and chats

    def user(self, name: str, *, language: str = "en", username: str = "", started: bool = False) -> Person:
        """Somebody with Telegram on their phone; `started`: they have written to the bot some day."""
        person = Person(5_000_001 + len(self.people), name, username, language, started=started, world=self)
        self.people[person.id] = person
        self.chats[person.id] = Chat(person.id, "private", members=self._with_bot(person))
        return person

    def group(
        self,
        title: str,
        *people: Person,
        administrators: Iterable[Person] = (),
        anonymous: Iterable[Person] = (),
        bot_is_administrator: bool = False,
        supergroup: bool = False,
        with_bot: bool = True,
    ) -> Chat:
        """A group that the first of these people makes; `anonymous` administrators hide behind the group's name."""
        chat = Chat(self._new_chat_id(supergroup), "supergroup" if supergroup else "group", title)
        administrators, anonymous = set(administrators), set(anonymous)
        for person in people:
            status = "administrator" if person in administrators | anonymous else "member"
            chat.members[person.id] = Member(person, "creator" if person is people[0] else status, person in anonymous)
        self.chats[chat.id] = chat
        if with_bot:
            self.add_bot(chat, people[0], "administrator" if bot_is_administrator else "member")
        return chat

    def _new_chat_id(self, supergroup: bool) -> int:
        self._last_chat += 1
        return (-1_002_000_000_000 if supergroup else -4_000_000) - self._last_chat

    def _with_bot(self, person: Person) -> dict[int, Member]:
        return {person.id: Member(person), self.bot.id: Member(self.bot)}

    def add_bot(self, chat: Chat, by: User, status: str = "member") -> None:
        before = chat.member(self.bot)
        chat.members[self.bot.id] = Member(self.bot, status)
        self._tell_member("my_chat_member", chat, by, before)
        if not before.is_in:
            self.serve(chat, by, new_chat_members=[wire.user_json(self.bot)])

    def remove_bot(self, chat: Chat, by: User | None = None) -> None:
        """Somebody removes the bot from a group; by itself, it leaves."""
        before = chat.member(self.bot)
        chat.members[self.bot.id] = Member(self.bot, "kicked" if by else "left")
        self._tell_member("my_chat_member", chat, by or self.bot, before)
        self.serve(chat, by or self.bot, left_chat_member=wire.user_json(self.bot))

    def change_member(
        self, chat: Chat, user: User, status: str, by: User | None = None, *, anonymous: bool = False
    ) -> None:
        """Somebody comes, goes, or becomes something else in a group."""
        before = chat.member(user)
        chat.members[user.id] = Member(user, status, anonymous)
        after = chat.members[user.id]
        if chat.member(self.bot).is_administrator:
            self._tell_member("chat_member", chat, by or user, before)
        if after.is_in and not before.is_in:
            self.serve(chat, by or user, new_chat_members=[wire.user_json(user)])
        elif before.is_in and not after.is_in:
            self.serve(chat, by or user, left_chat_member=wire.user_json(user))

    def tell_blocked(self, person: Person) -> None:
        before, after = Member(self.bot), Member(self.bot, "kicked")
        chat = self.chats[person.id]
        if person.blocked:
            self._tell_member("my_chat_member", chat, person, before, after)
        else:
            self._tell_member("my_chat_member", chat, person, after, before)

    def _tell_member(self, kind: str, chat: Chat, by: User, before: Member, after: Member | None = None) -> None:
        after = after or chat.member(before.user)
        told = {"old_chat_member": wire.member_json(before), "new_chat_member": wire.member_json(after)}
        who = {"chat": wire.chat_json(chat), "from": wire.user_json(by), "date": int(self.clock())}
        self.updates.add(kind, who | told)

    def upgrade(self, chat: Chat) -> Chat:
        """A group becomes a supergroup: another id, and the count of messages begins anew."""
        assert chat.type == "group" and not chat.upgraded_to
        new = Chat(self._new_chat_id(True), "supergroup", chat.title, dict(chat.members))
        self.chats[new.id] = new
        creator = next(member.user for member in chat.members.values() if member.status == "creator")
        self.serve(chat, creator, migrate_to_chat_id=new.id)
        chat.upgraded_to = new
        self.serve(new, creator, migrate_from_chat_id=chat.id)
        return new

    # Messages

    def post(self, chat: Chat, sender: User, text: str = "", **more: Any) -> Message:
        """A new message, which everybody sees who is there, or its receiver alone."""
        message = Message(chat, 0, sender, self.clock(), text, **more)
        if message.receiver:
            self._last_whisper += 1
            message.whisper_id = self._last_whisper
            chat.whispers[message.whisper_id] = message
        else:
            message.id = self._number(chat)
            chat.messages[message.id] = message
        chat.timeline.append(message)
        self.show("new", message)
        return message

    def _number(self, chat: Chat) -> int:
        """Supergroups count their own messages; private chats and groups share one count."""
        if chat.type == "supergroup":
            chat.last_id += 1
            return chat.last_id
        self._last_id += 1
        return self._last_id

    def serve(self, chat: Chat, sender: User, **fields: Any) -> Message:
        """A service message: Telegram itself says what happened."""
        message = self.post(chat, sender, service=fields)
        self.deliver(message)
        return message

    def write(self, chat: Chat, person: Person, text: str, **more: Any) -> Message:
        """Somebody writes; the bot hears of it if it may."""
        shown, entities = read(text, None, None)
        assert shown, "Telegram's apps send nothing empty"
        anonymous = chat.member(person).anonymous
        message = self.post(chat, ANONYMOUS if anonymous else person, shown, entities=entities, **more)
        self.deliver(message)
        return message

    def deliver(self, message: Message, kind: str = "message") -> None:
        if self._is_heard(message):
            self.updates.add(kind, wire.message_json(message, self.bot))

    def _is_heard(self, message: Message) -> bool:
        """Privacy mode: in a group the bot gets commands, its name, answers to it, and what Telegram itself says."""
        chat, bot = message.chat, self.bot
        if message.sender is bot or not chat.member(bot).is_in:
            return False
        if chat.is_private or message.service or message.receiver is bot or chat.member(bot).is_administrator:
            return True
        if message.reply_to and message.reply_to.sender is bot:
            return True
        for entity in message.entities:
            word = said(entity, message.text)
            command, _, name = word.partition("@")
            if entity["type"] == "bot_command" and command and name.lower() in ("", bot.username.lower()):
                return True
            if entity["type"] == "mention" and name.lower() == bot.username.lower():
                return True
        return False

    def edit(self, message: Message, **fields: Any) -> None:
        for name, value in fields.items():
            setattr(message, name, value)
        message.edited = self.clock()
        self.show("edit", message)

    def delete(self, message: Message) -> None:
        message.deleted = True
        message.chat.messages.pop(message.id, None)
        message.chat.whispers.pop(message.whisper_id, None)
        if message in message.chat.pinned:
            message.chat.pinned.remove(message)
        self.show("delete", message)

    def pin(self, message: Message, by: User) -> None:
        message.chat.pinned.append(message)
        self.show("pin", message)
        pinned = wire.message_json(message, self.bot, with_reply=False)
        self.post(message.chat, by, service={"pinned_message": pinned})

    # What people see

    def show(self, what: str, message: Message) -> None:
        self.note(self.snapshot(what, message))

    def note(self, happened: Shown | Call) -> None:
        """Keep what somebody saw, or what the bot asked for."""
        if isinstance(happened, Shown):
            self.shown.append(happened)
        else:
            self.calls.append(happened)
        self._changes.set()

    async def until(self, condition: Callable[[], Any], seconds: float = 60.0) -> Any:
        """Wait until something holds, and return it. What is not there yet (an empty list, no such button) does not hold."""
        wrong: Exception | None = None
        try:
            async with asyncio.timeout(seconds):
                while True:
                    self._changes.clear()
                    try:
                        if found := condition():
                            return found
                    except (AssertionError, LookupError) as error:
                        wrong = error
                    await self._changes.wait()
        except TimeoutError:
            raise AssertionError(f"it did not come about: {wrong or condition()}") from wrong

    def snapshot(self, what: str, message: Message) -> Shown:
        if message.receiver:
            people: list[User] = [user for user in (message.receiver, message.sender) if not user.is_bot]
        else:
            people = message.chat.present()
        photo = message.photo
        return Shown(
            what,
            message.chat.id,
            message.id,
            message.sender.name,
            message.text or (str(message.service) if message.service else ""),
            photo.data if photo else None,
            photo.name if photo else "",
            message.rows,
            str(message.entities) if message.entities else "",
            message.silent,
            message.receiver is not None,
            message.whisper_id,
            frozenset(user.id for user in people if user.id not in message.unseen),
            self.clock(),
        )

    def shown_to(self, user: User) -> list[Shown]:
        """Everything that somebody could see, in order."""
        return [one for one in self.shown if user.id in one.to]

    def shown_in(self, chat: Chat) -> list[Shown]:
        """Everything that all members of a chat could see, in order."""
        return [
            one
            for one in self.shown
            if one.chat == chat.id and not one.ephemeral and one.what not in ("toast", "alert")
        ]

    def find(self, shown: Shown) -> Message:
        """The message that somebody saw, as it stands now; it may be deleted."""
        timeline = self.chats[shown.chat].timeline
        return next(one for one in timeline if (one.id, one.whisper_id) == (shown.message, shown.whisper))

    # Taps

    def tap(self, user: Person, message: Message, data: str) -> Query:
        """Somebody taps a button that is under a message, or was."""
        self._last_query += 1
        id = str(4_000_000_000_000_000 + self._last_query)
        query = Query(id, user, message.chat, message, data, self.clock(), asyncio.get_running_loop().create_future())
        self.queries[id] = query
        gone = message.deleted
        told = wire.inaccessible_json(message) if gone else wire.message_json(message, self.bot)
        if message.chat.member(self.bot).is_in:
            instance = str(8_000_000_000 + abs(message.chat.id))
            body = {"id": id, "from": wire.user_json(user), "message": told, "chat_instance": instance, "data": data}
            self.updates.add("callback_query", body)
        return query

    def is_fresh(self, query: Query) -> bool:
        return self.clock() - query.at <= LIFE

    def answer(self, query: Query, text: str, alert: bool) -> None:
        query.alert = alert
        if text:
            to = frozenset([query.user.id])
            told = Shown(
                "alert" if alert else "toast", query.chat.id, query.message.id, "", text, to=to, at=self.clock()
            )
            self.note(told)
        if not query.answer.done():
            query.answer.set_result(text)
