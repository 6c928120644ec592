"""The bot in a house: which worker leads, how it hears of Telegram's updates, and how notices reach people there.

Every worker has a front. The one that holds the lease leads: it alone polls, shows tables, waits for lobbies and makes the calls that
Telegram counts. All of them take what Telegram posts to the webhook, answer taps, and let people in through the Mini App.
"""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
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
    Update,
)
from pydantic import ValidationError

from turnwise.games import game as game_named
from turnwise.house.house import House
from turnwise.house.services.notices import Notice, Way
from turnwise.house.store.interface import Unavailable
from turnwise.house.work.background import BackgroundTasks
from turnwise.kit.catalogues import languages, speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import ENGLISH, Said, said
from turnwise.telegram.arrivals import Arrivals
from turnwise.telegram.commands import BOTH, IN_GROUP, IN_PRIVATE
from turnwise.telegram.core import Core, house_speaker
from turnwise.telegram.inbox import HandedNotice, Inbox
from turnwise.telegram.lobby import Lobbies
from turnwise.telegram.outbox import freely
from turnwise.telegram.settings import Settings
from turnwise.telegram.shown import Key, plain
from turnwise.telegram.tables import Tables
from turnwise.telegram.updates import Updates

log = logging.getLogger("turnwise")

WAIT = 50
"""Seconds that Telegram holds an empty answer back."""
AGAIN = 3.0
"""Seconds after which a house without Telegram asks for it again."""
WANTED = ["message", "callback_query", "my_chat_member"]


class Front:
    """Telegram in a house. `forget` deletes a person of the house with everything that belongs to him."""

    def __init__(self, house: House, settings: Settings, forget: Callable[[str], Awaitable[None]]) -> None:
        session = AiohttpSession(api=TelegramAPIServer.from_base(settings.api)) if settings.api else AiohttpSession()
        self._bot = Bot(settings.token, session=session)
        self._core = core = Core(house, self._bot, settings)
        self.arrive = Arrivals(house, core.people.person, settings.token)
        """Who it is that Telegram brings to our page."""
        self._tables = Tables(core)
        self._lobbies = Lobbies(core, self._tables)
        self._updates = Updates(core, self._tables, self._lobbies, forget)
        self._inbox = Inbox(house, core.background, lambda body: self._updates.take(self._read(body)), self._tell)
        self._background = BackgroundTasks()
        """What every worker does, whether it leads or not."""
        house.people.after.append(self._changed)
        house.colleagues.after.append(self._changed)

    @property
    def way(self) -> Way:
        """How "your turn" reaches people here who play anywhere in the house."""
        return Way(self._reaches, self._notify)

    def _changed(self, person: str) -> None:
        self._background.start(self._updates.gone(person))

    # Opening, leading and closing.

    async def open(self) -> None:
        """Go on with what was shown when the house closed, and begin to hear; among several workers as soon as it is this one's to do.
        If Telegram can't be reached, the house opens without it and asks again; a token that Telegram does not know is told at once."""
        try:
            await self._introduce()
        except TelegramUnauthorizedError:
            raise TurnwiseError(
                said("Telegram does not know this bot's token; ask @BotFather for it again."), "bad_token"
            ) from None
        except (TelegramAPIError, TimeoutError):
            log.warning("Telegram can't be reached; it is asked again")
        if self._core.house.duties.alone:
            await self._begin()
        else:
            await self._core.role.seek()
            self._background.start(self._lead())

    async def _lead(self) -> None:
        """Lead whenever nobody else does."""
        role = self._core.role
        while True:
            await role.begins()
            try:
                await self._begin()
                log.info("this worker speaks with Telegram", extra={"facts": {"process": os.getpid()}})
                await role.ends()
                log.warning("another worker may speak with Telegram now")
            except (TurnwiseError, Unavailable):
                log.warning("the chats can't be taken up; it is tried again")
                await asyncio.sleep(AGAIN)
            self._core.leads = False
            await self._updates.stop()
            await self._stop()

    async def _begin(self) -> None:
        core = self._core
        await core.paces.begin()
        await self._tables.resume()
        await self._lobbies.resume()
        core.leads = True
        core.background.start(self._listen())
        if not core.house.duties.alone:
            core.background.start(self._inbox.watch())

    async def _stop(self) -> None:
        await self._lobbies.close()
        await self._tables.close()
        await self._core.background.close()

    async def close(self) -> None:
        """Let go; another worker leads at once then."""
        core = self._core
        await self._background.close()
        await self._stop()
        await self._updates.settle()
        core.leads = False
        if core.role.mine:
            await core.paces.end()
        await core.role.give_up()
        core.close()
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
                found = self._updates.commands.all.items()
                return [
                    BotCommand(command=name, description=say(one.help)) for name, one in found if one.where in places
                ]

            own = [
                BotCommand(command=name, description=say(help))
                for name, (help, _) in self._updates.administration.all.items()
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
            waits = 0 if self._updates.under_way() else WAIT
            method = GetUpdates(offset=offset, timeout=waits, allowed_updates=WANTED)
            try:
                updates = await self._bot(method, request_timeout=WAIT + 10)
            except (TelegramAPIError, TimeoutError) as error:
                log.info("Telegram did not answer", extra={"facts": {"error": type(error).__name__}})
                await asyncio.sleep(AGAIN)
                continue
            if not self._core.role.mine:
                return
            tasks = [self._updates.take(update) for update in updates]
            if under_way := self._updates.under_way():
                await asyncio.wait(under_way, timeout=1)
            if any(task.done() and not task.result() for task in tasks):
                await asyncio.sleep(AGAIN)  # nothing can be kept right now
            numbers = [update.update_id for update in updates]
            left = [number for number in numbers if not self._updates.done(number)]
            offset = min(left) if left else max([offset, *(number + 1 for number in numbers)])

    async def webhook(self, body: bytes, secret: str) -> bool:
        """Take an update that Telegram sends; False if it does not come from there. Raises Unavailable if it can't be kept: then
        Telegram sends it again."""
        if not self._core.settings.secret or not compare_digest(secret.encode(), self._core.settings.secret.encode()):
            return False
        try:
            update = self._read(body)
        except ValidationError:
            return False
        if self._core.leads and self._core.role.mine:
            if not self._core.house.duties.alone:
                await self._inbox.look()  # what came before, and was handed over
            if not await self._updates.carried_out(update):
                raise Unavailable
        elif not await self._updates.here(update):
            await self._inbox.put_update(update.update_id, body.decode())
        return True

    def _read(self, body: bytes | str) -> Update:
        return Update.model_validate_json(body, context={"bot": self._bot})

    # Notices.

    async def _reaches(self, person: str) -> str:
        found = await self._core.people.of(person)
        return str(found[0]) if found and found[1].writable else ""

    async def _notify(self, where: str, notice: Notice) -> bool:
        try:
            if self._core.leads:
                told = HandedNotice(int(where), notice.table, notice.game.name, notice.title, notice.link)
                await self._tell(told)
            else:
                await self._inbox.put_notice(int(where), notice)
        except Unavailable:
            return False
        return True  # also if nobody knows whether it was sent: never twice

    async def _tell(self, notice: HandedNotice) -> None:
        member = await self._core.people.known(notice.user)
        if not member:
            return
        say = speaker(game_named(notice.game), member.language)
        app, label = self._core.app(notice.table), say(said("Open the table"))
        opens = Key(label, app=app) if app else Key(label, link=notice.link)
        text = plain(say(said("It is your turn: {title}.", title=notice.title)))
        keys = [[opens]] if app or self._core.settings.address else []
        await self._core.send(notice.user, text, keys)
