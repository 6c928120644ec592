"""What a tap on a button does. Whatever a button was for, the tap is answered, and only the player whose button it is can press it.

A whole move, and whatever else needs only the house and an answer, any worker carries out; what is to be shown, and every refusal, is
for the one that leads."""

from collections.abc import Sequence

from aiogram.methods import SendPhoto
from aiogram.types import BufferedInputFile, CallbackQuery, EphemeralMessageParameters

from turnwise.house.services.seen import speaker_at, view_at
from turnwise.house.tables import playing
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.loaded import LoadedTable, NoSuchTable
from turnwise.house.tables.table import Table
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Said, Seat, Speaker, said
from turnwise.play.entry import Special
from turnwise.telegram.buttons import ANYBODY, Pressed, read
from turnwise.telegram.choices import GESTURE, Choices
from turnwise.telegram.commands import asks_rematch
from turnwise.telegram.core import Core, house_speaker, sentence
from turnwise.telegram.faces import (
    AGREE,
    BOT,
    CARDS,
    DRAW_NO,
    DRAW_YES,
    HINT,
    JOIN,
    LEAVE,
    PUBLIC,
    REFUSE,
    REMATCH,
    START,
    UNDO,
    meanings,
)
from turnwise.telegram.lobby import Lobbies
from turnwise.telegram.outbox import Missing, Moved, Refused, Uncertain, Unwritable
from turnwise.telegram.records import Member, hand_id
from turnwise.telegram.surfaces import PICTURE
from turnwise.telegram.tables import Tables

TOO_LATE = said("It is not your turn any more.")
"""To who presses a button of an earlier moment (W65)."""
Answered = tuple[str, bool] | None
"""What a tap is answered with, and whether that must be confirmed; None if the worker that leads is to answer."""
GONE = said("This button belongs to a table that is not there any more.")


class Taps:
    """Carries out what buttons mean."""

    def __init__(self, core: Core, tables: Tables, lobbies: Lobbies) -> None:
        self._core, self._house, self._tables, self._lobbies = core, core.house, tables, lobbies

    async def tapped(self, query: CallbackQuery, member: Member, update: int) -> bool:
        """Do what a tap asks for, and answer it. False: it is for the worker that leads."""
        answer: Answered = ("", False)
        try:
            answer = await self._answer(query, member, update)
        except TurnwiseError as error:
            if await self._core.carried(update):
                return True  # in this moment, and answered there
            pressed = read(query.data)
            loaded = self._house.loaded.get(pressed.table) if pressed else None
            say = speaker_at(loaded, member.language) if loaded else house_speaker(member.language)
            answer = sentence(error, say), True
        finally:
            if answer:
                text, alert = answer
                await self._core.answer(query.id, text, alert=alert)
        return answer is not None

    async def _answer(self, query: CallbackQuery, member: Member, update: int) -> Answered:
        say, pressed, leads = house_speaker(member.language), read(query.data), self._core.leads
        if pressed is None:
            return say(GONE), False
        try:
            loaded = await self._house.find(pressed.table, member.person)
        except NoSuchTable:
            return say(GONE), False
        means = self._core.buttons.means(pressed, ANYBODY, PUBLIC)
        if means:
            return await self._public(means[0], query, member, loaded, update) if leads else None
        return await self._own(pressed, query, member, update)

    # Buttons for everybody in a group.

    async def _public(
        self, means: str, query: CallbackQuery, member: Member, loaded: LoadedTable, update: int
    ) -> tuple[str, bool]:
        id, say, note = loaded.table.id, speaker_at(loaded, member.language), self._core.note(update)
        if means == JOIN:
            await self._tables.sit(id, member, note)
            return await self._joined(query, member, loaded, say)
        if means == LEAVE:
            await self._tables.get_up(id, member, note)
            return say(said("You have left the table.")), False
        if means == START:
            await self._tables.start(id, member.person, note)
            await self._begun(id)
            return "", False
        if means == BOT:
            await self._tables.add_bot(id, member, note)
            return "", False
        if means == REMATCH:
            self._tables.attend(id)
        if means == REMATCH and loaded.table.followed:
            await self._tables.follow(id, loaded.table.followed)  # an old button: it leads to where they play now
            return "", False
        if means == REMATCH:
            await self._rematch(id, member)
            return say(said("You would play again. It begins when everybody says so.")), False
        assert means == CARDS
        return await self._cards(query, member, loaded, say)

    async def _joined(
        self, query: CallbackQuery, member: Member, loaded: LoadedTable, say: Speaker
    ) -> tuple[str, bool]:
        """Open the private chat for the hand, as far as the player has let us in."""
        if not loaded.table.game.hidden and query.message and query.message.chat.type != "private":
            return say(said("You have a seat.")), False
        if member.writable:
            return say(said("You have a seat. Your hand comes in the private chat.")), False
        return say(
            said("You have a seat. Press /start in the private chat with me, so that I can show your hand.")
        ), True

    async def _begun(self, id: str) -> None:
        for chat, _ in await self._core.chats.find("table", id):
            self._lobbies.stop(int(chat))
            await self._lobbies.clear(int(chat))

    async def _rematch(self, id: str, member: Member) -> None:
        await self._house.change(id, member.person, lambda table: asks_rematch(table, member.person, self._house.now()))

    async def _cards(self, query: CallbackQuery, member: Member, loaded: LoadedTable, say: Speaker) -> tuple[str, bool]:
        """Show a player his hand: in the group for him alone where Telegram can, else in the private chat."""
        table, message = loaded.table, query.message
        if table.seat_of(member.person) is None:
            return say(said("You have no seat at this table.")), False
        in_group = message is not None and message.chat.type != "private" and self._core.outbox.spares(message.chat.id)
        if in_group and await self._alone(query, member, loaded.table.id):
            return "", False
        if not member.writable:
            return say(said("Press /start in the private chat with me, so that I can show your hand.")), True
        await self._tables.show_hand(table.id, member.person, anew=True)
        return say(said("Your hand is in the private chat.")), False

    async def _alone(self, query: CallbackQuery, member: Member, id: str) -> bool:
        """Show the hand to one member of the group; whether that worked."""
        async with self._house.at(id, member.person) as loaded:
            if loaded.table.seat_of(member.person) is None or loaded.table.match is None:
                return False
            shown = self._tables.faces.hand(loaded, member.person, (), member.language)
        assert shown.draw and query.message
        keys = [[key for key in row if not key.app] for row in shown.keys]  # our page opens in private chats only
        photo = BufferedInputFile(await self._core.drawn(shown.draw), PICTURE)
        chat = query.message.chat.id
        method = SendPhoto(
            chat_id=chat,
            photo=photo,
            caption=shown.text,
            parse_mode="HTML",
            reply_markup=shown._replace(keys=keys).keyboard(),
            ephemeral_message_parameters=EphemeralMessageParameters(
                receiver_user_id=query.from_user.id, callback_query_id=query.id
            ),
        )
        try:
            await self._core.outbox.call(chat, method)
        except (Missing, Moved, Refused, Uncertain, Unwritable):
            return False
        return True

    # A player's own buttons.

    async def _own(self, pressed: Pressed, query: CallbackQuery, member: Member, update: int) -> Answered:
        leads = self._core.leads
        async with self._house.at(pressed.table, member.person) as loaded:
            if pressed.version != loaded.table.version and not self._house.duties.alone:
                await self._house.reading.behind(loaded)
            table, say = loaded.table, speaker_at(loaded, member.language)
            seat, turn = table.seat_of(member.person), table.turn
            current = seat is not None and table.status == "running" and pressed.version == table.version
            choices = Choices(view_at(loaded, seat)) if current and seat is not None and table.match else None
        means = None
        if choices is not None and seat is not None:
            means = self._core.buttons.means(pressed, seat, meanings(choices))
        if means is None or choices is None or seat is None:
            return (say(_why_not(seat, turn, current)), False) if leads else None
        if len(means) == 1 and means[0] in (UNDO, HINT, AGREE, REFUSE, DRAW_YES, DRAW_NO):
            return await self._beside(means[0], member, table.id, seat, say, update)
        if means == (GESTURE,):
            await self._house.gesture(table.id, member.person, pressed.version)
            return "", False
        action = choices.action(means)
        if action is not None:
            await self._house.act(table.id, member.person, [action], pressed.version, f"telegram {query.id}")
            return "", False
        if not leads:
            return None
        self._walk(query, member, table.id, pressed.version, means)
        return "", False

    def _walk(self, query: CallbackQuery, member: Member, id: str, version: int, touched: tuple[str, ...]) -> None:
        """One touch of several: the message whose button it was shows what may follow."""
        message = query.message
        private = message is None or message.chat.type == "private"
        surface = (
            self._tables.hands.get(hand_id(id, member.person))
            if private
            else self._tables.groups.get(message.chat.id if message else 0)
        )
        if surface:
            surface.touched = version, touched
            surface.look()

    async def _beside(
        self, means: str, member: Member, id: str, seat: int, say: Speaker, update: int
    ) -> tuple[str, bool]:
        person, now, note = member.person, self._house.now(), self._core.note(update)
        if means == HINT:
            self._house.limits.allow("hints", person)
            advice = await self._house.hint(id, person)
            return " ".join(map(say, advice.told)), True

        def verb(table: Table) -> Sequence[AnyItem]:
            if means == UNDO:
                return playing.ask(table, person, seat, "undo", now)
            if means in (AGREE, REFUSE):
                return playing.answer(table, person, seat, "undo", means == AGREE, now)
            what = Special.ACCEPT_DRAW if means == DRAW_YES else Special.REFUSE_DRAW
            return playing.special(table, person, seat, what, now)

        await self._house.change(id, person, verb, note)
        return "", False


def _why_not(seat: int | None, turn: int | None, current: bool) -> Said:
    """Why a button does nothing."""
    if seat is None:
        return said("You have no seat at this table.")
    if current and turn is not None and turn != seat:
        return said("It is {seat}'s turn.", seat=Seat(turn))
    return TOO_LATE
