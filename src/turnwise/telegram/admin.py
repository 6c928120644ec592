"""What administrators of a group may do with its table, and nobody else (W61). They see nothing of other groups."""

from collections.abc import Awaitable, Callable

from aiogram.methods import GetChatMember

from turnwise.house.tables.loaded import LoadedTable, NoSuchTable
from turnwise.house.tables.table import Status
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Said, Words, counted, said
from turnwise.telegram.commands import Commands, Heard
from turnwise.telegram.core import Core, sentence
from turnwise.telegram.faces import seated
from turnwise.telegram.lobby import Lobbies
from turnwise.telegram.tables import Tables

RIGHTS = ("creator", "administrator")
STATES: dict[Status, Said] = {
    "lobby": said("waiting for players"),
    "beginning": said("ready to start"),
    "running": said("in progress"),
    "over": said("ended"),
}
NO_TABLE = said("This group has no table.")


class Administration:
    """The commands of administrators."""

    def __init__(self, core: Core, tables: Tables, lobbies: Lobbies, commands: Commands) -> None:
        self._core, self._house, self._tables, self._lobbies = core, core.house, tables, lobbies
        self._commands = commands
        self.all: dict[str, tuple[Said, Callable[[Heard], Awaitable[Words]]]] = {
            "tables": (said("the table of this group"), self._list),
            "endgame": (said("end the table without a result"), self._end),
            "forcestart": (said("begin with those who are here"), self._force),
            "cleanup": (said("remove a table that is over or idle"), self._clean_up),
            "storage": (said("how the records are"), self._storage),
        }

    async def heard(self, name: str, heard: Heard, *, anonymous: bool) -> None:
        """Carry out a command, if an administrator of this very group wrote it."""
        say = heard.say
        try:
            if heard.private:
                raise TurnwiseError(said("This works in a group only."), "group_only")
            if not anonymous and not await self._may(heard):
                raise TurnwiseError(said("Only administrators of this group may do that."), "not_administrator")
            words = await self.all[name][1](heard)
            self._commands.reply(heard, say(words))
        except TurnwiseError as error:
            self._commands.reply(heard, sentence(error, say))

    async def _may(self, heard: Heard) -> bool:
        found = await self._core.outbox.free(GetChatMember(chat_id=heard.chat, user_id=heard.user))
        return found is not None and found.status in RIGHTS

    async def _table_of(self, heard: Heard) -> LoadedTable | None:
        kept = await self._core.chats.get(str(heard.chat))
        if not kept or not kept.table:
            return None
        try:
            return await self._house.find(kept.table, None)
        except NoSuchTable:
            return None

    async def _list(self, heard: Heard) -> Words:
        loaded = await self._table_of(heard)
        if loaded is None:
            return NO_TABLE
        table = loaded.table
        return counted(
            "{game}: {state}, one player, {moves} moves so far.",
            "{game}: {state}, {players} players, {moves} moves so far.",
            "players",
            game=said(table.game.title),
            state=STATES[table.status],
            players=seated(table),
            moves=table.version,
        )

    async def _end(self, heard: Heard) -> Words:
        loaded = await self._table_of(heard)
        if loaded is None or loaded.table.status == "over":
            return NO_TABLE
        await self._tables.end(loaded.table.id, "an administrator of the group ended it", self._core.note(heard.update))
        self._lobbies.stop(heard.chat)
        await self._lobbies.clear(heard.chat)
        return said("The table is closed; nobody has won.")

    async def _force(self, heard: Heard) -> Words:
        loaded = await self._table_of(heard)
        if loaded is None or loaded.table.status != "lobby":
            return said("No table waits for players here.")
        await self._tables.start(loaded.table.id, None, self._core.note(heard.update))
        self._lobbies.stop(heard.chat)
        await self._lobbies.clear(heard.chat)
        return said("The match begins.")

    async def _clean_up(self, heard: Heard) -> Words:
        removed = await self._lobbies.remove_idle(heard.chat)
        loaded = await self._table_of(heard)
        if not removed and loaded and loaded.table.status == "over":
            await self._core.chats.change(str(heard.chat), lambda _: None)
            removed = 1
        return said("The table is removed.") if removed else said("There is nothing to remove.")

    async def _storage(self, heard: Heard) -> Words:
        health = await self._house.store.health()
        kept = await self._core.chats.get(str(heard.chat))
        state = said("The records are in order.") if not health.fault else said("Nothing can be kept right now.")
        hours = kept.idle_hours if kept else 24
        return said(
            "{state} Tables of this group: {tables}. A table that nobody touches for {hours} hours is removed.",
            state=state,
            tables=1 if kept and kept.table else 0,
            hours=hours,
        )
