"""What people write to the bot: the commands of a group and of a private chat (W60)."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from aiogram.types import Message

from turnwise.games import game as game_named
from turnwise.house.services.seen import speaker_at
from turnwise.house.tables import playing
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.loaded import LoadedTable, NoSuchTable
from turnwise.house.tables.table import Table
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import BadOption, TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.words import Said, Speaker, said
from turnwise.play.entry import Special
from turnwise.telegram.core import Core, house_speaker, sentence
from turnwise.telegram.guide import how_to_play
from turnwise.telegram.lobby import SETTINGS, Lobbies
from turnwise.telegram.menus import ALONE, DELETE, GROUP, INVITE, RULES, Menus
from turnwise.telegram.records import Chat, Member
from turnwise.telegram.shown import Key, Keys, bold, plain
from turnwise.telegram.tables import Tables, ready

BOTH, IN_GROUP, IN_PRIVATE = "both", "group", "private"


class Heard(NamedTuple):
    """A command: who wrote it, where, and what followed it."""

    chat: int
    private: bool
    member: Member
    user: int
    words: tuple[str, ...]
    update: int

    @property
    def say(self) -> Speaker:
        return house_speaker(self.member.language)


class Command(NamedTuple):
    """Where a command is for, what it does, and who carries it out."""

    where: str
    help: Said
    run: Callable[[Heard], Awaitable[None]]


class Commands:
    """Carries out what people write."""

    def __init__(self, core: Core, tables: Tables, lobbies: Lobbies, menus: Menus) -> None:
        self._core, self._house, self._tables, self._lobbies, self._menus = core, core.house, tables, lobbies, menus
        self.all: dict[str, Command] = {
            "start": Command(IN_PRIVATE, said("open the private chat"), self._start),
            "startgame": Command(IN_GROUP, said("open a table for this group; again to begin"), self._start_game),
            "play": Command(IN_PRIVATE, said("play against bots"), self._play),
            "invite": Command(IN_PRIVATE, said("play a friend, by a link"), self._invite),
            "mycards": Command(BOTH, said("show my hand again"), self._my_cards),
            "table": Command(IN_GROUP, said("show the table again, down here"), self._table),
            "rematch": Command(BOTH, said("play again, when everybody says so"), self._rematch),
            "undo": Command(BOTH, said("take back the last move"), self._undo),
            "hint": Command(BOTH, said("what would a strong player do?"), self._hint),
            "draw": Command(BOTH, said("offer a draw"), self._draw),
            "resign": Command(BOTH, said("give up the match"), self._resign),
            "howtoplay": Command(BOTH, said("how the game is played"), self._how_to_play),
            "help": Command(BOTH, said("what I can do"), self._help),
            "deleteme": Command(IN_PRIVATE, said("forget everything about me"), self._delete_me),
        }

    async def heard(self, name: str, heard: Heard) -> None:
        """Carry out a command; whatever speaks against it is said where it was written."""
        command = self.all[name]
        wrong_place = heard.private if command.where == IN_GROUP else not heard.private
        if command.where != BOTH and wrong_place:
            words = (
                said("This works in a group only.") if heard.private else said("This works in our private chat only.")
            )
            self.reply(heard, heard.say(words))
            return
        try:
            await command.run(heard)
        except TurnwiseError as error:
            self.reply(heard, sentence(error, heard.say))

    def reply(self, heard: Heard, text: str, keys: Keys = (), *, marked_up: bool = False) -> None:
        """Answer in the chat, when its turn comes."""
        self._core.background.start(self._core.send(heard.chat, text if marked_up else plain(text), keys))

    # Groups.

    async def _start_game(self, heard: Heard) -> None:
        running = await self._running(heard.chat)
        if (
            running
            and running.table.status == "lobby"
            and running.table.host == heard.member.person
            and not heard.words
        ):
            if not ready(running.table):
                raise TurnwiseError(said("The table is open, and waits for more players."), "free_seat")
            await self._tables.start(running.table.id, heard.member.person, self._core.note(heard.update))
            self._lobbies.stop(heard.chat)
            await self._lobbies.clear(heard.chat)
            return
        if running:
            title = said(running.table.game.title)
            words = (
                said("A table of {game} is open here already; join that one.", game=title)
                if running.table.to_come
                else said("A match of {game} is being played here; one at a time.", game=title)
            )
            raise TurnwiseError(words, "one_table")
        if not heard.words:
            self.choose_game(heard, GROUP)
            return
        await self.open_group(heard, _game(heard.words[0]), _options(heard.words[1:]))

    async def open_group(self, heard: Heard, game: Game, given: dict[str, Any]) -> None:
        """Open the lobby of a group."""
        if await self._running(heard.chat):
            raise TurnwiseError(said("A table is open here already."), "one_table")
        own = SETTINGS.resolve({name: value for name, value in given.items() if name in SETTINGS})
        seconds = int(own["lobby_seconds"])
        chat = Chat(
            language=heard.member.language,
            lobby_seconds=seconds,
            idle_hours=own["idle_hours"],
            until=self._house.now() + seconds * 1000 if seconds else 0,
        )
        rest = {name: value for name, value in given.items() if name not in SETTINGS} | {
            name: own[name] for name in ("turn_seconds",) if own[name]
        }
        await self._tables.open(game, rest, heard.member, self._core.note(heard.update), (heard.chat, chat))
        self._lobbies.wait(heard.chat)

    async def _running(self, chat: int) -> LoadedTable | None:
        """The table of a group, unless it is over."""
        kept = await self._core.chats.get(str(chat))
        if not kept or not kept.table:
            return None
        try:
            loaded = await self._house.find(kept.table, None)
        except NoSuchTable:
            return None
        return None if loaded.table.status == "over" else loaded

    async def _table(self, heard: Heard) -> None:
        kept = await self._core.chats.get(str(heard.chat))
        if not kept or not kept.table:
            raise TurnwiseError(said("No table is open here; /startgame opens one."), "no_table")
        await self._core.change_chat(heard.chat, message=0, stamp="", gone=False)
        self._tables.follow_group(heard.chat, kept.table)
        self._core.background.start(self._core.delete(heard.chat, kept.message))

    # Private chats.

    async def _start(self, heard: Heard) -> None:
        payload = heard.words[0] if heard.words else ""
        await self.reached(heard)
        if payload[:1] == "j" and payload[1:]:
            await self._tables.sit(payload[1:], heard.member, self._core.note(heard.update))
        elif payload[:1] == "t" and payload[1:]:
            await self._house.find(payload[1:], heard.member.person)
            await self._tables.show_hand(payload[1:], heard.member.person, anew=True)
        else:
            say = heard.say
            keys = [
                [Key(say(said("Add me to a group")), link=f"https://t.me/{self._core.name}?startgroup=play")],
                [
                    self._menus.key(say(said("Play against bots")), ALONE),
                    self._menus.key(say(said("Play a friend")), INVITE),
                ],
            ]
            text = said(
                "Welcome. Add me to a group and write /startgame there: everybody plays with a few taps, and I show your "
                "hand here. /play is a game against bots, /invite one with a friend, /help tells the rest."
            )
            self.reply(heard, say(text), keys)

    async def reached(self, heard: Heard) -> None:
        """Somebody can be written to now: show him what waits for him."""
        for id, hand in await self._core.hands.find("person", heard.member.person):
            if hand.lost:
                await self._core.change_hand(id, lost=False)
                await self._core.unreached(hand.table, hand.person, lost=False)
                await self._tables.show_hand(hand.table, hand.person)

    async def _play(self, heard: Heard) -> None:
        if heard.words:
            await self.choose_opponent(heard, _game(heard.words[0]))
        else:
            self.choose_game(heard, ALONE)

    def choose_game(self, heard: Heard, purpose: str) -> None:
        keys = self._menus.games(purpose, heard.member.language)
        self.reply(heard, heard.say(said("Which game shall it be?")), keys)

    async def choose_opponent(self, heard: Heard, game: Game) -> None:
        say = speaker(game, heard.member.language)
        self.reply(heard, say(said("Against whom?")), self._menus.opponents(game, heard.member.language))

    async def open_alone(self, heard: Heard, game: Game, bot: str) -> None:
        """A table with bots, which begins at once."""
        seats = max(2, game.seats[0])
        note = self._core.note(heard.update)
        await self._tables.open(game, {}, heard.member, note, bots=[bot] * (seats - 1), seats=seats)

    async def _invite(self, heard: Heard) -> None:
        if heard.words:
            await self.open_for_friend(heard, _game(heard.words[0]))
        else:
            self.choose_game(heard, INVITE)

    async def open_for_friend(self, heard: Heard, game: Game) -> None:
        """A table for two, or as few as the game allows, which begins when the friends have come by the link."""
        seats = max(2, game.seats[0])
        await self._tables.open(game, {}, heard.member, self._core.note(heard.update), begins="full", seats=seats)

    async def _delete_me(self, heard: Heard) -> None:
        words = said(
            "This deletes you and your name here for good, and leaves your tables. Finished matches stay without it."
        )
        self.reply(heard, heard.say(words), [[self._menus.key(heard.say(said("Delete me")), DELETE)]])

    # At a table.

    async def _my_cards(self, heard: Heard) -> None:
        shown = 0
        for loaded in await self._own(heard):
            shown += await self._tables.show_hand(loaded.table.id, heard.member.person, anew=True) is not None
        if not shown:
            raise TurnwiseError(said("You sit at no table."), "not_seated")
        if not heard.private:
            words = (
                said("Your hand is in the private chat.")
                if heard.member.writable
                else said("Press /start in the private chat with me, so that I can show your hand.")
            )
            self.reply(heard, heard.say(words), [] if heard.member.writable else [[self._open_private(heard)]])

    def _open_private(self, heard: Heard) -> Key:
        return Key(heard.say(said("Open the private chat")), link=self._core.link("play"))

    async def _rematch(self, heard: Heard) -> None:
        table = (await self._at(heard, over=True)).table
        self._tables.attend(table.id)

        def verb(table: Table) -> Sequence[AnyItem]:
            return asks_rematch(table, heard.member.person, self._house.now())

        await self._house.change(table.id, heard.member.person, verb, self._core.note(heard.update))

    async def _undo(self, heard: Heard) -> None:
        person = heard.member.person

        def verb(table: Table) -> Sequence[AnyItem]:
            return playing.ask(table, person, playing.seat_for(table, person), "undo", self._house.now())

        await self._house.change((await self._at(heard)).table.id, person, verb, self._core.note(heard.update))

    async def _hint(self, heard: Heard) -> None:
        loaded = await self._at(heard)
        if loaded.table.game.hidden and not heard.private:
            raise TurnwiseError(said("Ask me in our private chat: others would read your hand from it."), "hidden")
        self._house.limits.allow("hints", heard.member.person)
        advice = await self._house.hint(loaded.table.id, heard.member.person)
        self.reply(heard, " ".join(map(speaker_at(loaded, heard.member.language), advice.told)))

    async def _draw(self, heard: Heard) -> None:
        person = heard.member.person

        def verb(table: Table) -> Sequence[AnyItem]:
            seat, now = playing.seat_for(table, person), self._house.now()
            return playing.special(table, person, seat, Special.OFFER_DRAW, now)

        await self._house.change((await self._at(heard)).table.id, person, verb, self._core.note(heard.update))

    async def _resign(self, heard: Heard) -> None:
        loaded = await self._at(heard)
        await self._tables.resign(loaded.table.id, heard.member, self._core.note(heard.update))

    async def _own(self, heard: Heard, *, over: bool = False) -> list[LoadedTable]:
        """The tables that somebody plays at from here: the group's, or all of the private chat's."""
        ids = [hand.table for _, hand in await self._core.hands.find("person", heard.member.person)]
        if not heard.private:
            kept = await self._core.chats.get(str(heard.chat))
            ids = [kept.table] if kept and kept.table else []
        found = []
        for id in ids:
            try:
                loaded = await self._house.find(id, heard.member.person)
            except NoSuchTable:
                continue
            if loaded.table.seat_of(heard.member.person) is not None and (over or loaded.table.status != "over"):
                found.append(loaded)
        return found

    async def _at(self, heard: Heard, *, over: bool = False) -> LoadedTable:
        """The table that a command is about; of several the one where it is somebody's turn, else the newest."""
        found = await self._own(heard, over=over)
        if not found:
            raise TurnwiseError(said("You sit at no table."), "not_seated")
        person = heard.member.person
        return max(found, key=lambda one: (one.table.turn == one.table.seat_of(person), one.table.opened_at))

    # Words.

    async def _how_to_play(self, heard: Heard) -> None:
        game = _game(heard.words[0]) if heard.words else None
        if game is None:
            own = await self._own(heard, over=True)
            kept = None if heard.private else await self._running(heard.chat)
            loaded = kept or (own[-1] if own else None)
            if loaded is None:
                self.reply(heard, heard.say(said("Which game?")), self._menus.games(RULES, heard.member.language))
                return
            game = loaded.table.game
        self.explain(heard, game)

    def explain(self, heard: Heard, game: Game) -> None:
        say = speaker(game, heard.member.language)
        text = how_to_play(game, heard.member.language) or plain(say(said(game.title)))
        page = f"{self._core.settings.address}/games/{game.name}/rules" if self._core.settings.address else ""
        keys = [[Key(say(said("With pictures")), link=page)]] if page else []
        self.reply(heard, text, keys, marked_up=True)

    async def _help(self, heard: Heard) -> None:
        here = (BOTH, IN_PRIVATE) if heard.private else (BOTH, IN_GROUP)
        lines = [
            f"/{name} {plain(heard.say(command.help))}" for name, command in self.all.items() if command.where in here
        ]
        self.reply(heard, "\n".join((bold(heard.say(said("What I can do"))), *lines)), marked_up=True)


def asks_rematch(table: Table, person: str, now: int) -> Sequence[AnyItem]:
    """Ask for a rematch, or agree to one that somebody has asked for."""
    seat = playing.seat_for(table, person)
    if table.asking and table.asking.for_ == "rematch" and seat in table.waiting_for:
        return playing.answer(table, person, seat, "rematch", True, now)
    return playing.ask(table, person, seat, "rematch", now)


def _game(name: str) -> Game:
    """A game by its name, however that is written."""
    return game_named(name.lower().replace("-", "_"))


def _options(words: Sequence[str]) -> dict[str, Any]:
    """A word without = goes on with the value before it, which may be several."""
    found, name = dict[str, Any](), ""
    for word in words:
        first, equals, value = word.partition("=")
        if equals and first and value:
            name, found[first] = first, value
        elif name and not equals:
            found[name] += f" {word}"
        else:
            raise BadOption(said("An option is name=value, not '{given}'.", given=word[:40]))
    return found


def command_of(message: Message, name: str) -> tuple[str, tuple[str, ...]] | None:
    """The command of a message with the words that follow it; None if it is none, or meant for another bot."""
    first, *rest = (message.text or "").split() or [""]
    word, at, whom = first.partition("@")
    if not word.startswith("/") or at and whom.lower() != name.lower():
        return None
    return word[1:].lower(), tuple(rest)
