"""What a tap on a button does. Whatever a button was for, the tap is answered, and only the player whose button it is can press it."""

from aiogram.methods import SendPhoto
from aiogram.types import BufferedInputFile, CallbackQuery, EphemeralMessageParameters

from turnwise.house.services.seen import speaker_at, view_at
from turnwise.house.tables import playing
from turnwise.house.tables.place import NoSuchTable, Place
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Seat, Speaker, said
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
GONE = said("This button belongs to a table that is not there any more.")


class Taps:
    """Carries out what buttons mean."""

    def __init__(self, core: Core, tables: Tables, lobbies: Lobbies) -> None:
        self._core, self._house, self._tables, self._lobbies = core, core.house, tables, lobbies

    async def tapped(self, query: CallbackQuery, member: Member, update: int) -> None:
        """Do what a tap asks for, and answer it."""
        text, alert = "", False
        try:
            text, alert = await self._answer(query, member, update)
        except TurnwiseError as error:
            pressed = read(query.data)
            place = self._house.places.get(pressed.table) if pressed else None
            say = speaker_at(place, member.language) if place else house_speaker(member.language)
            text, alert = sentence(error, say), True
        finally:
            await self._core.answer(query.id, text, alert=alert)

    async def _answer(self, query: CallbackQuery, member: Member, update: int) -> tuple[str, bool]:
        say, pressed = house_speaker(member.language), read(query.data)
        if pressed is None:
            return say(GONE), False
        try:
            place = await self._house.place(pressed.table, member.person)
        except NoSuchTable:
            return say(GONE), False
        means = self._core.buttons.means(pressed, ANYBODY, PUBLIC)
        if means:
            return await self._public(means[0], query, member, place, update)
        return await self._own(pressed, query, member, place)

    # Buttons for everybody in a group.

    async def _public(
        self, means: str, query: CallbackQuery, member: Member, place: Place, update: int
    ) -> tuple[str, bool]:
        id, say, note = place.table.id, speaker_at(place, member.language), self._core.note(update)
        if means == JOIN:
            await self._tables.sit(id, member, note)
            return await self._joined(query, member, place, say)
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
        if means == REMATCH and place.table.followed:
            await self._tables.follow(id, place.table.followed)  # an old button: it leads to where they play now
            return "", False
        if means == REMATCH:
            await self._rematch(id, member)
            return say(said("You would play again. It begins when everybody says so.")), False
        assert means == CARDS
        return await self._cards(query, member, place, say)

    async def _joined(self, query: CallbackQuery, member: Member, place: Place, say: Speaker) -> tuple[str, bool]:
        """Open the private chat for the hand, as far as the player has let us in."""
        if not place.table.game.hidden and query.message and query.message.chat.type != "private":
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

    async def _cards(self, query: CallbackQuery, member: Member, place: Place, say: Speaker) -> tuple[str, bool]:
        """Show a player his hand: in the group for him alone where Telegram can, else in the private chat."""
        table, message = place.table, query.message
        if table.seat_of(member.person) is None:
            return say(said("You have no seat at this table.")), False
        in_group = message is not None and message.chat.type != "private" and self._core.outbox.spares(message.chat.id)
        if in_group and await self._alone(query, member, place.table.id):
            return "", False
        if not member.writable:
            return say(said("Press /start in the private chat with me, so that I can show your hand.")), True
        await self._tables.show_hand(table.id, member.person, anew=True)
        return say(said("Your hand is in the private chat.")), False

    async def _alone(self, query: CallbackQuery, member: Member, id: str) -> bool:
        """Show the hand to one member of the group; whether that worked."""
        async with self._house.at(id, member.person) as place:
            if place.table.seat_of(member.person) is None or place.table.match is None:
                return False
            shown = self._tables.faces.hand(place, member.person, (), member.language)
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

    async def _own(self, pressed: Pressed, query: CallbackQuery, member: Member, place: Place) -> tuple[str, bool]:
        table, say = place.table, speaker_at(place, member.language)
        seat = table.seat_of(member.person)
        if seat is None:
            return say(said("You have no seat at this table.")), False
        if table.status != "running" or pressed.version != table.version:
            return say(TOO_LATE), False
        async with self._house.at(table.id, member.person) as held:
            if held.table.match is None or held.table.version != pressed.version:
                return say(TOO_LATE), False
            choices = Choices(view_at(held, seat))
        means = self._core.buttons.means(pressed, seat, meanings(choices))
        if means is None:
            turn = table.turn
            if turn is not None and turn != seat:
                return say(said("It is {seat}'s turn.", seat=Seat(turn))), False
            return say(TOO_LATE), False
        if len(means) == 1 and means[0] in (UNDO, HINT, AGREE, REFUSE, DRAW_YES, DRAW_NO):
            return await self._beside(means[0], query, member, table.id, seat, say)
        if means == (GESTURE,):
            await self._house.gesture(table.id, member.person, pressed.version)
            return "", False
        action = choices.action(means)
        if action is not None:
            await self._house.act(table.id, member.person, [action], pressed.version, f"telegram {query.id}")
            return "", False
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
        self, means: str, query: CallbackQuery, member: Member, id: str, seat: int, say: Speaker
    ) -> tuple[str, bool]:
        person, now = member.person, self._house.now()
        if means == HINT:
            self._house.limits.allow("hints", person)
            advice = await self._house.hint(id, person)
            return " ".join(map(say, advice.told)), True
        if means == UNDO:
            await self._house.change(id, person, lambda table: playing.ask(table, person, seat, "undo", now))
        elif means in (AGREE, REFUSE):
            yes = means == AGREE
            await self._house.change(id, person, lambda table: playing.answer(table, person, seat, "undo", yes, now))
        else:
            what = Special.ACCEPT_DRAW if means == DRAW_YES else Special.REFUSE_DRAW
            await self._house.change(id, person, lambda table: playing.special(table, person, seat, what, now))
        return "", False
