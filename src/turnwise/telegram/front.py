"""The bot: it hears what Telegram tells, once and in the order of each chat, and lets the rest of this folder do it."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hmac import compare_digest

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import TelegramAPIError, TelegramUnauthorizedError
from aiogram.methods import DeleteWebhook, GetMe, GetUpdates, SetMyCommands, SetWebhook, TelegramMethod
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    CallbackQuery,
    ChatMemberUpdated,
    Message,
    Update,
    User,
)
from pydantic import ValidationError

from turnwise.games import game as game_named
from turnwise.house.house import House
from turnwise.house.services.notices import Notice, Way
from turnwise.house.store.interface import Conflict, Unavailable
from turnwise.kit.catalogues import languages, speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import ENGLISH, Said, said
from turnwise.telegram.admin import Administration
from turnwise.telegram.arrivals import Arrivals
from turnwise.telegram.buttons import read
from turnwise.telegram.commands import BOTH, IN_GROUP, IN_PRIVATE, Commands, Heard, command_of
from turnwise.telegram.core import Core, house_speaker, sentence
from turnwise.telegram.lobby import Lobbies
from turnwise.telegram.menus import ALONE, DELETE, GROUP, INVITE, NO_TABLE, Menus
from turnwise.telegram.outbox import freely
from turnwise.telegram.records import UPDATE, Member
from turnwise.telegram.settings import Settings
from turnwise.telegram.shown import Key, plain
from turnwise.telegram.tables import Tables
from turnwise.telegram.taps import Taps

log = logging.getLogger("turnwise")

WAIT = 50
"""Seconds that Telegram holds an empty answer back."""
AGAIN = 3.0
"""Seconds after which a house without Telegram asks for it again."""
WANTED = ["message", "callback_query", "my_chat_member"]
RECENT = 10_000
"""Updates that are remembered, so that one that comes twice is done once."""
OUTSIDE = frozenset({"left", "kicked"})


class Front:
    """Telegram in a house. `forget` deletes a person of the house with everything that belongs to him."""

    def __init__(self, house: House, settings: Settings, forget: Callable[[str], Awaitable[None]]) -> None:
        session = AiohttpSession(api=TelegramAPIServer.from_base(settings.api)) if settings.api else AiohttpSession()
        self._bot = Bot(settings.token, session=session)
        self._core = core = Core(house, self._bot, settings)
        self._forget = forget
        self.arrive = Arrivals(house, core.people.person, settings.token)
        """Who it is that Telegram brings to our page."""
        self._tables = Tables(core)
        self._lobbies = Lobbies(core, self._tables)
        self._menus = Menus(core.buttons)
        self._commands = Commands(core, self._tables, self._lobbies, self._menus)
        self._administration = Administration(core, self._tables, self._lobbies, self._commands)
        self._taps = Taps(core, self._tables, self._lobbies)
        self._last: dict[int, asyncio.Task[None]] = {}
        """The latest update of each chat that is being carried out; the next one waits for it."""
        self._seen: OrderedDict[int, asyncio.Task[None]] = OrderedDict()
        house.people.after.append(lambda person: core.background.start(self._gone(person)))

    @property
    def way(self) -> Way:
        """How "your turn" reaches people here who play anywhere in the house."""
        return Way(self._reaches, self._notify)

    # Opening and closing.

    async def open(self) -> None:
        """Go on with what was shown when the house closed, and begin to hear. If Telegram can't be reached, the house opens without
        it and asks again; a token that Telegram does not know is told at once."""
        core = self._core
        try:
            await self._introduce()
        except TelegramUnauthorizedError:
            raise TurnwiseError(
                said("Telegram does not know this bot's token; ask @BotFather for it again."), "bad_token"
            ) from None
        except (TelegramAPIError, TimeoutError):
            log.warning("Telegram can't be reached; it is asked again")
        await self._tables.resume()
        await self._lobbies.resume()
        core.background.start(self._listen())

    async def close(self) -> None:
        await self._lobbies.close()
        await self._tables.close()
        await self._core.background.close()
        for task in list(self._last.values()):
            with suppress(BaseException):
                await task
        self._core.close()
        await self._bot.session.close()

    async def _introduce(self) -> None:
        me = await self._bot(GetMe())
        self._core.name = me.username or ""

    async def _listen(self) -> None:
        while not self._core.name:
            await asyncio.sleep(AGAIN)
            await freely(self._introduce)
        await self._offer_commands()
        settings = self._core.settings
        if settings.secret:
            hook = f"{settings.address}/telegram/webhook"
            await self._insist(SetWebhook(url=hook, secret_token=settings.secret, allowed_updates=WANTED))
            return
        await self._insist(DeleteWebhook())
        await self._poll()

    async def _insist(self, method: TelegramMethod[bool]) -> None:
        while not await freely(lambda: self._bot(method)):
            await asyncio.sleep(AGAIN)

    async def _offer_commands(self) -> None:
        """Tell Telegram's menus which commands there are, in every language of ours."""
        for language in languages():
            say = house_speaker(language)
            code = "" if language == ENGLISH.language else language

            def offered(*places: str, say: Callable[[Said], str] = say) -> list[BotCommand]:
                found = self._commands.all.items()
                return [
                    BotCommand(command=name, description=say(one.help)) for name, one in found if one.where in places
                ]

            own = [
                BotCommand(command=name, description=say(help)) for name, (help, _) in self._administration.all.items()
            ]
            for scope, commands in (
                (BotCommandScopeAllPrivateChats(), offered(BOTH, IN_PRIVATE)),
                (BotCommandScopeAllGroupChats(), offered(BOTH, IN_GROUP)),
                (BotCommandScopeAllChatAdministrators(), offered(BOTH, IN_GROUP) + own),
            ):
                method = SetMyCommands(commands=commands, scope=scope, language_code=code or None)
                await self._core.outbox.free(method)

    # Hearing.

    async def _poll(self) -> None:
        """Ask Telegram for updates. What is not done when the process dies is told again afterwards."""
        offset = 0
        while True:
            waits = 0 if self._under_way() else WAIT
            method = GetUpdates(offset=offset, timeout=waits, allowed_updates=WANTED)
            try:
                updates = await self._bot(method, request_timeout=WAIT + 10)
            except (TelegramAPIError, TimeoutError) as error:
                log.info("Telegram did not answer", extra={"facts": {"error": type(error).__name__}})
                await asyncio.sleep(AGAIN)
                continue
            fresh = [update for update in updates if update.update_id not in self._seen]
            for update in fresh:
                self._take(update)
            under_way = self._under_way()
            if under_way:
                await asyncio.wait(under_way.values(), timeout=1)
            known = [update.update_id for update in updates]
            open = self._under_way()
            offset = min(open) if open else max([offset, *(id + 1 for id in known)])

    def _under_way(self) -> dict[int, "asyncio.Task[None]"]:
        return {id: task for id, task in self._seen.items() if not task.done()}

    async def webhook(self, body: bytes, secret: str) -> bool:
        """Take an update that Telegram sends; False if it does not come from there."""
        if not self._core.settings.secret or not compare_digest(secret.encode(), self._core.settings.secret.encode()):
            return False
        try:
            update = Update.model_validate_json(body, context={"bot": self._bot})
        except ValidationError:
            return False
        if update.update_id not in self._seen:
            await asyncio.shield(self._take(update))
        return True

    def _take(self, update: Update) -> "asyncio.Task[None]":
        """Carry out an update after those of the same chat that came before."""
        chat = _chat_of(update)
        task = asyncio.get_running_loop().create_task(self._after(self._last.get(chat), update))
        self._last[chat] = self._seen[update.update_id] = task
        task.add_done_callback(lambda _: self._last.pop(chat) if self._last.get(chat) is task else None)
        while len(self._seen) > RECENT:
            self._seen.popitem(last=False)
        return task

    async def _after(self, before: "asyncio.Task[None] | None", update: Update) -> None:
        if before:
            await asyncio.wait([before])
        try:
            if await self._core.house.store.get(UPDATE, str(update.update_id)):
                return  # it was done before the process died
            await self._carry_out(update)
        except Conflict:
            return  # it has been done in this moment
        except (TurnwiseError, Unavailable) as error:
            log.info("an update could not be carried out", extra={"facts": {"error": type(error).__name__}})
        except Exception:
            log.exception("an update can't be carried out")

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
            self._commands.choose_game(heard, means[0])
            return
        purpose, name, *more = means
        game = game_named(name)
        if purpose == GROUP:
            await self._commands.open_group(heard, game, {})
        elif purpose == INVITE:
            await self._commands.open_for_friend(heard, game)
        elif purpose == ALONE and more:
            await self._commands.open_alone(heard, game, more[0])
        elif purpose == ALONE:
            await self._commands.choose_opponent(heard, game)
        else:
            self._commands.explain(heard, game)

    async def _delete(self, heard: Heard) -> None:
        """Forget a Telegram person, here and in the house."""
        await self._forget(heard.member.person)
        await self._gone(heard.member.person)
        self._commands.reply(heard, heard.say(said("You are forgotten here. /start begins anew.")))

    async def _gone(self, person: str) -> None:
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
        if name in self._administration.all:
            member = Member("", language=ENGLISH.language)
            if not anonymous and message.from_user:
                member = await self._met(message.from_user)
            heard = Heard(
                message.chat.id, private, member, message.from_user.id if message.from_user else 0, words, update
            )
            await self._administration.heard(name, heard, anonymous=anonymous)
        elif name in self._commands.all and message.from_user and not message.sender_chat:
            member = await self._met(message.from_user, writable=True if private else None)
            heard = Heard(message.chat.id, private, member, message.from_user.id, words, update)
            if private:
                await self._commands.reached(heard)
            await self._commands.heard(name, heard)

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

    # Notices.

    async def _reaches(self, person: str) -> str:
        found = await self._core.people.of(person)
        return str(found[0]) if found and found[1].writable else ""

    async def _notify(self, where: str, notice: Notice) -> bool:
        member = await self._core.people.known(int(where))
        if not member:
            return True
        say = speaker(notice.game, member.language)
        app, label = self._core.app(notice.table), say(said("Open the table"))
        opens = Key(label, app=app) if app else Key(label, link=notice.link)
        text = plain(say(said("It is your turn: {title}.", title=notice.title)))
        keys = [[opens]] if app or self._core.settings.address else []
        await self._core.send(int(where), text, keys)
        return True  # also if nobody knows whether it was sent: never twice


def _chat_of(update: Update) -> int:
    """Where an update belongs: what comes from one chat is carried out one after the other."""
    if update.message:
        return update.message.chat.id
    if update.callback_query:
        message = update.callback_query.message
        return message.chat.id if message else update.callback_query.from_user.id
    return update.my_chat_member.chat.id if update.my_chat_member else 0
