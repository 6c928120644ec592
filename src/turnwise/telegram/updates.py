"""What Telegram tells, carried out once and in the order of each chat."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress

from aiogram.types import CallbackQuery, ChatMemberUpdated, Message, Update, User

from turnwise.games import game as game_named
from turnwise.house.store.interface import Conflict, Unavailable
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import ENGLISH, said
from turnwise.telegram.admin import Administration
from turnwise.telegram.buttons import read
from turnwise.telegram.commands import Commands, Heard, command_of
from turnwise.telegram.core import Core, house_speaker, sentence
from turnwise.telegram.lobby import Lobbies
from turnwise.telegram.menus import ALONE, DELETE, GROUP, INVITE, NO_TABLE, Menus
from turnwise.telegram.records import Member
from turnwise.telegram.tables import Tables
from turnwise.telegram.taps import Taps

log = logging.getLogger("turnwise")

RECENT = 10_000
"""Updates that are remembered, so that one that comes twice is done once."""
OUTSIDE = frozenset({"left", "kicked"})


class Updates:
    """Carries out what Telegram tells. `forget` deletes a person of the house with everything that belongs to him."""

    def __init__(self, core: Core, tables: Tables, lobbies: Lobbies, forget: Callable[[str], Awaitable[None]]) -> None:
        self._core, self._tables, self._lobbies, self._forget = core, tables, lobbies, forget
        self._menus = Menus(core.buttons)
        self.commands = Commands(core, tables, lobbies, self._menus)
        self.administration = Administration(core, tables, lobbies, self.commands)
        self._taps = Taps(core, tables, lobbies)
        self._last: dict[int, asyncio.Task[bool]] = {}
        """The latest update of each chat that is being carried out; the next one waits for it."""
        self._seen: OrderedDict[int, asyncio.Task[bool]] = OrderedDict()

    # Once, and in order.

    def take(self, update: Update) -> "asyncio.Task[bool]":
        """Carry out an update after those of the same chat that came before. False: it is to be tried again."""
        number, chat = update.update_id, _chat_of(update)
        if number in self._seen:
            return self._seen[number]
        task = asyncio.get_running_loop().create_task(self._after(self._last.get(chat), update))
        self._last[chat] = self._seen[number] = task
        task.add_done_callback(lambda _: self._over(number, chat, task))
        while len(self._seen) > RECENT:
            self._seen.popitem(last=False)
        return task

    async def carried_out(self, update: Update) -> bool:
        """Carry out an update, whoever stops waiting for it. False: it is to be tried again, perhaps by another worker."""
        task = self.take(update)
        await asyncio.wait([task])
        return not task.cancelled() and task.result()

    def _over(self, number: int, chat: int, task: "asyncio.Task[bool]") -> None:
        if self._last.get(chat) is task:
            del self._last[chat]
        if (task.cancelled() or not task.result()) and self._seen.get(number) is task:
            del self._seen[number]

    def under_way(self) -> "list[asyncio.Task[bool]]":
        return [task for task in self._seen.values() if not task.done()]

    def done(self, number: int) -> bool:
        return number in self._seen and self._seen[number].done()

    async def settle(self) -> None:
        """Wait until what has begun is done."""
        for task in self.under_way():
            with suppress(BaseException):
                await task

    async def stop(self) -> None:
        """Another worker may lead now: it hears again of whatever is not done."""
        for task in self.under_way():
            task.cancel()
        await self.settle()
        self._seen.clear()

    async def _after(self, before: "asyncio.Task[bool] | None", update: Update) -> bool:
        if before:
            await asyncio.wait([before])
        try:
            if not await self._core.carried(update.update_id):  # else it was done before the process died
                await self._carry_out(update)
        except Conflict:
            pass  # it has been done in this moment
        except Unavailable as error:
            log.info("an update could not be carried out", extra={"facts": {"error": type(error).__name__}})
            return False
        except TurnwiseError as error:
            log.info("an update could not be carried out", extra={"facts": {"error": error.code}})
        except Exception:
            log.exception("an update can't be carried out")
        return True

    async def here(self, update: Update) -> bool:
        """Carry out an update at a worker that does not lead, if it is a tap that needs only the house and an answer."""
        query = update.callback_query
        pressed = read(query.data) if query else None
        if not query or not pressed or pressed.table == NO_TABLE:
            return False
        if await self._core.carried(update.update_id):
            return True
        with suppress(TurnwiseError):
            return await self._taps.tapped(query, await self._met(query.from_user), update.update_id)
        return False

    # One update.

    async def _carry_out(self, update: Update) -> None:
        if update.callback_query:
            await self._tapped(update.callback_query, update.update_id)
        elif update.message:
            await self._written(update.message, update.update_id)
        elif update.my_chat_member:
            await self._moved(update.my_chat_member)

    async def _tapped(self, query: CallbackQuery, update: int) -> None:
        private = query.message is not None and query.message.chat.type == "private"
        try:
            member = await self._met(query.from_user, writable=True if private else None)
        except TurnwiseError as error:
            await self._core.answer(
                query.id, sentence(error, house_speaker(query.from_user.language_code or "")), alert=True
            )
            return
        pressed = read(query.data)
        if pressed and pressed.table == NO_TABLE:
            await self._chosen(query, member, update)
        else:
            await self._taps.tapped(query, member, update)

    async def _chosen(self, query: CallbackQuery, member: Member, update: int) -> None:
        """Something was chosen in a menu."""
        pressed, say = read(query.data), house_speaker(member.language)
        means = self._menus.means(pressed) if pressed else None
        if means is None or query.message is None:
            await self._core.answer(query.id, say(said("This menu is out of date; ask for it again.")))
            return
        chat = query.message.chat
        heard = Heard(chat.id, chat.type == "private", member, query.from_user.id, (), update)
        try:
            await self._choose(means, heard)
            await self._core.answer(query.id)
        except TurnwiseError as error:
            await self._core.answer(query.id, sentence(error, say), alert=True)
            return
        if len(means) > 1 or means == (DELETE,):  # the greeting stays
            self._core.background.start(self._core.delete(chat.id, query.message.message_id))

    async def _choose(self, means: tuple[str, ...], heard: Heard) -> None:
        if means == (DELETE,):
            await self._delete(heard)
            return
        if len(means) == 1:
            self.commands.choose_game(heard, means[0])
            return
        purpose, name, *more = means
        game = game_named(name)
        if purpose == GROUP:
            await self.commands.open_group(heard, game, {})
        elif purpose == INVITE:
            await self.commands.open_for_friend(heard, game)
        elif purpose == ALONE and more:
            await self.commands.open_alone(heard, game, more[0])
        elif purpose == ALONE:
            await self.commands.choose_opponent(heard, game)
        else:
            self.commands.explain(heard, game)

    async def _delete(self, heard: Heard) -> None:
        """Forget a Telegram person, here and in the house."""
        await self._forget(heard.member.person)
        await self.gone(heard.member.person)
        self.commands.reply(heard, heard.say(said("You are forgotten here. /start begins anew.")))

    async def gone(self, person: str) -> None:
        """Keep nothing of a Telegram person whom the house does not know any more."""
        if await self._core.house.people.get(person):
            return  # he has another name
        for id, _ in await self._core.hands.find("person", person):
            await self._core.hands.change(id, lambda _: None)
        if found := await self._core.people.of(person):
            await self._core.people.forget(found[0])

    async def _written(self, message: Message, update: int) -> None:
        if message.migrate_to_chat_id:
            await self._migrated(message.chat.id, message.migrate_to_chat_id)
            return
        found = command_of(message, self._core.name)
        if not found or message.forward_origin:
            return
        name, words = found
        private = message.chat.type == "private"
        anonymous = message.sender_chat is not None and message.sender_chat.id == message.chat.id
        if name == "start" and not private:
            name, words = "startgame", ()
        if name in self.administration.all:
            member = Member("", language=ENGLISH.language)
            if not anonymous and message.from_user:
                member = await self._met(message.from_user)
            heard = Heard(
                message.chat.id, private, member, message.from_user.id if message.from_user else 0, words, update
            )
            await self.administration.heard(name, heard, anonymous=anonymous)
        elif name in self.commands.all and message.from_user and not message.sender_chat:
            member = await self._met(message.from_user, writable=True if private else None)
            heard = Heard(message.chat.id, private, member, message.from_user.id, words, update)
            if private:
                await self.commands.reached(heard)
            await self.commands.heard(name, heard)

    async def _moved(self, change: ChatMemberUpdated) -> None:
        """We were let into a chat, or sent away from it."""
        chat, inside = change.chat, change.new_chat_member.status not in OUTSIDE
        if chat.type == "private":
            await self._met(change.from_user, writable=inside)
            return
        kept = await self._core.chats.get(str(chat.id))
        if kept and kept.gone == inside:
            await self._core.change_chat(chat.id, gone=not inside, **({"message": 0, "stamp": ""} if inside else {}))
            if inside and kept.table:
                self._tables.follow_group(chat.id, kept.table)

    async def _migrated(self, chat: int, to: int) -> None:
        if surface := self._tables.groups.pop(chat, None):
            await surface.move(to)
            self._tables.groups[to] = surface
        self._lobbies.stop(chat)
        kept = await self._core.chats.get(str(to))
        if kept and kept.until:
            self._lobbies.wait(to)

    async def _met(self, user: User, *, writable: bool | None = None) -> Member:
        return await self._core.people.met(user.id, user.full_name, user.language_code or "", writable=writable)


def _chat_of(update: Update) -> int:
    """Where an update belongs: what comes from one chat is carried out one after the other."""
    if update.message:
        return update.message.chat.id
    if update.callback_query:
        message = update.callback_query.message
        return message.chat.id if message else update.callback_query.from_user.id
    return update.my_chat_member.chat.id if update.my_chat_member else 0
