"""Tables that chats play at: opened, joined, begun and followed by the messages that show them."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from turnwise.house.ids import new_id
from turnwise.house.store.interface import Conflict, Put
from turnwise.house.tables import items, playing, seating
from turnwise.house.tables.clock import LIVE, NO_CLOCK, USUAL, Control
from turnwise.house.tables.items import AnyItem, Begins, Terms
from turnwise.house.tables.loaded import LoadedTable, NoSuchTable
from turnwise.house.tables.table import Table
from turnwise.kit.errors import BadOption, TurnwiseError
from turnwise.kit.game import Game
from turnwise.play.entry import Special
from turnwise.telegram.core import Core
from turnwise.telegram.faces import Faces, needed, seated
from turnwise.telegram.records import Chat, Hand, Member, hand_id
from turnwise.telegram.surfaces import GroupSurface, HandSurface

log = logging.getLogger("turnwise")

STAND_IN = "search:2"
TURN_SECONDS = "turn_seconds"
HANDS_SECONDS, HANDS_MOST = 8, 15
"""A turn's clock begins anew after so many seconds while the first hands are on their way, and so many times at most (W66)."""


class Tables:
    """The tables of a bot, and the messages that show them."""

    def __init__(self, core: Core) -> None:
        self._core, self._house = core, core.house
        self.faces = Faces(core)
        self.groups: dict[int, GroupSurface] = {}
        self.hands: dict[str, HandSurface] = {}
        self._of: dict[str, list[GroupSurface | HandSurface]] = {}
        core.changed = self.look
        core.house.after.append(self._after)

    # Messages.

    async def resume(self) -> None:
        """Show every table again that was shown when the house closed."""
        shown = set[str]()
        for id, chat in await self._core.chats.find("live", "yes"):
            shown.add(chat.table)
            if not chat.gone:
                self.follow_group(int(id), chat.table)
        for _, hand in await self._core.hands.find("live", "yes"):
            shown.add(hand.table)
            self.follow_hand(hand)
        for table in shown:
            await self._catch_up(table)

    async def _catch_up(self, id: str) -> None:
        """The process may have died before every player had a hand, or when a rematch was agreed on that no chat plays yet."""
        with suppress(NoSuchTable):
            table = (await self._house.find(id, None)).table
            if table.followed:
                await self.follow(id, table.followed)
            else:
                await self._show_hands(table)

    async def close(self) -> None:
        surfaces = [*self.groups.values(), *self.hands.values()]
        for task in [surface.close() for surface in surfaces]:
            with suppress(BaseException):
                await task
        for id in self._of:
            self._house.followed.pop(id, None)
        self.groups, self.hands, self._of = {}, {}, {}

    def attend(self, table: str) -> "list[GroupSurface | HandSurface]":
        """Follow a table from now on, whatever shows it."""
        self._house.followed.setdefault(table, 0)
        return self._of.setdefault(table, [])

    def forget_old(self) -> None:
        """Follow no table any more that nothing shows and nobody has asked for lately."""
        for id, surfaces in list(self._of.items()):
            if id not in self._house.loaded and all(one.done for one in surfaces):
                del self._of[id]
                self._house.followed.pop(id, None)

    def follow_group(self, chat: int, table: str) -> GroupSurface:
        if before := self.groups.get(chat):
            self._leave(before)
        surface = self.groups[chat] = GroupSurface(self._core, chat, table, self.faces.group)
        self.attend(table).append(surface)
        return surface

    def follow_hand(self, hand: Hand) -> HandSurface:
        id = hand_id(hand.table, hand.person)
        if before := self.hands.get(id):
            self._leave(before)
        surface = self.hands[id] = HandSurface(self._core, hand, self.faces.hand)
        self.attend(hand.table).append(surface)
        return surface

    def _leave(self, surface: GroupSurface | HandSurface) -> None:
        surface.close()
        with suppress(ValueError):
            self._of.get(surface.table, []).remove(surface)

    def look(self, table: str) -> None:
        """Let everything that shows a table look at it again."""
        for surface in self._of.get(table, ()):
            surface.look()

    def _after(self, loaded: LoadedTable, happened: Sequence[AnyItem]) -> None:
        table = loaded.table
        if table.id not in self._of:
            return
        self._house.followed[table.id] = table.n
        self.look(table.id)
        if any(isinstance(item, items.Started) for item in happened):
            self._core.background.start(self._begun(table))
        for item in happened:
            if isinstance(item, items.Followed):
                self._core.background.start(self.follow(table.id, item.table))

    async def _begun(self, table: Table) -> None:
        """Let everybody have his hand, also who sat down at another worker; and nobody lose time while it is on its way."""
        if not self._house.duties.alone:
            await self._show_hands(table)
        if table.clock.control.kind in LIVE:
            await self._deliver(table.id)

    async def _deliver(self, id: str) -> None:
        """Let the first turn's clock begin when all hands have been delivered (W66)."""
        for _ in range(HANDS_MOST):
            hands = [one for one in self._of.get(id, ()) if isinstance(one, HandSurface)]
            for _ in range(HANDS_SECONDS * 10):
                if all(one.delivered for one in hands):
                    break
                await asyncio.sleep(0.1)
            with suppress(TurnwiseError):
                await self._house.change(id, None, lambda table: _begins_anew(table, self._house.now()))
            if all(one.delivered for one in hands):
                return

    async def follow(self, before: str, after: str) -> None:
        """The rematch is played where the match was."""
        for id, _ in await self._core.chats.find("table", before):
            await self._core.change_chat(int(id), table=after, message=0, stamp="", until=0, told=())
            self.follow_group(int(id), after)
        await self._show_hands((await self._house.find(after, None)).table)

    async def _show_hands(self, table: Table) -> None:
        """Whatever is not shown in a group alone is shown to every player, as long as it is played."""
        if table.status != "over" and (table.game.hidden or not self._in_group(table.id)):
            for person in table.people:
                await self.show_hand(table.id, person)

    def _in_group(self, table: str) -> bool:
        return any(isinstance(one, GroupSurface) for one in self._of.get(table, ()))

    # What people do.

    async def open(
        self,
        game: Game,
        options: Mapping[str, Any],
        member: Member,
        note: Put,
        chat: tuple[int, Chat] | None = None,
        *,
        bots: Sequence[str] = (),
        begins: Begins = "host",
        seats: int = 0,
    ) -> str:
        """Open a table and sit down at it, for a group or for a private chat; kept in one commit with what is kept of the chats."""
        self._house.limits.allow("tables", member.person)
        now = self._house.now()
        terms = _terms(game, options, seats or game.seats[1], exact=bool(seats), alone=bool(bots))
        happened: list[AnyItem] = [seating.opened(terms, member.person, now, begins=begins)]
        table = Table(new_id())
        table.fold(happened[0])
        for verb in (
            lambda: seating.sit(table, member.person, None, now, silent=True),
            *((lambda bot=bot: seating.add_bot(table, member.person, None, bot, now)) for bot in bots),
        ):
            for item in verb():
                table.fold(item)
                happened.append(item)
        if bots:
            for item in seating.start(table, member.person, now):
                table.fold(item)
                happened.append(item)
        others, done = [note], list[Callable[[], object]]()
        if chat:
            number, kept = chat
            put, known = await self._core.chats.together(str(number), lambda _: replace(kept, table=table.id))
            others.append(put)
            done += known, lambda: self.follow_group(number, table.id)
        if game.hidden or not chat:
            others += await self._hand(table.id, member.person, done)
        id = await self._house.begin(happened, *others, table=table)
        for one in done:
            one()
        return id

    async def _hand(self, table: str, person: str, done: list[Callable[[], object]]) -> list[Put]:
        """What is kept of a new player's hand, to be committed with his seat; `done` is told what is to be done then."""
        found, id = await self._core.people.of(person), hand_id(table, person)
        if not found or await self._core.hands.get(id):
            return []
        hand = Hand(table, person, found[0])
        put, known = await self._core.hands.together(id, lambda _: hand)
        done += known, lambda: self.follow_hand(hand)
        return [put]

    async def show_hand(self, table: str, person: str, *, anew: bool = False) -> HandSurface | None:
        """Show somebody's own view of a table in his private chat; None if he is no Telegram person."""
        found = await self._core.people.of(person)
        if not found:
            return None
        user, _ = found
        id = hand_id(table, person)
        hand = await self._core.hands.change(id, lambda kept: kept or Hand(table, person, user))
        assert hand
        surface = self.hands.get(id)
        if surface is None or surface.done:
            surface = self.follow_hand(hand)
        if anew:
            surface.again = True
        surface.look()
        return surface

    async def sit(self, id: str, member: Member, note: Put) -> None:
        self._house.limits.allow("joins", member.person)
        loaded = await self._house.find(id, member.person)
        disliked = await self._house.people.disliked(member.person, loaded.table.people)
        if loaded.table.terms.for_strangers:
            await self._house.newcomers.among_strangers(member.person)
        now, done = self._house.now(), list[Callable[[], object]]()
        in_private = loaded.table.game.hidden or not self._in_group(id)
        hand = await self._hand(id, member.person, done) if in_private else []
        await self._house.change(
            id,
            member.person,
            lambda table: seating.sit(table, member.person, None, now, disliked=disliked, silent=True),
            note,
            *hand,
        )
        for one in done:
            one()

    async def get_up(self, id: str, member: Member, note: Put) -> None:
        def verb(table: Table) -> Sequence[AnyItem]:
            return seating.get_up(table, member.person, playing.seat_for(table, member.person), self._house.now())

        await self._house.change(id, member.person, verb, note)

    async def add_bot(self, id: str, member: Member, note: Put) -> None:
        now = self._house.now()
        await self._house.change(
            id, member.person, lambda table: seating.add_bot(table, member.person, None, STAND_IN, now), note
        )

    async def start(self, id: str, person: str | None, *notes: Put) -> None:
        """Begin with those who are here; None: the house does it, because time is over or an administrator said so."""

        def verb(table: Table) -> Sequence[AnyItem]:
            return seating.start(table, person or table.host, self._house.now(), narrow=True)

        await self._house.change(id, person, verb, *notes)

    async def resign(self, id: str, member: Member, note: Put) -> None:
        def verb(table: Table) -> Sequence[AnyItem]:
            seat = playing.seat_for(table, member.person)
            return playing.special(table, member.person, seat, Special.LEAVE, self._house.now())

        await self._house.change(id, member.person, verb, note)

    async def end(self, id: str, why: str, *notes: Put) -> None:
        """End a table without a result, whatever it is at."""

        def verb(table: Table) -> Sequence[AnyItem]:
            return [] if table.status == "over" else [items.Closed(self._house.now(), "", why)]

        with suppress(Conflict):
            await self._house.change(id, None, verb, *notes)


def ready(table: Table) -> bool:
    """Whether a match could begin now."""
    return table.status == "lobby" and seated(table) >= needed(table)


def _begins_anew(table: Table, now: int) -> Sequence[AnyItem]:
    first = table.status == "running" and table.match is not None and not any(table.moves)
    return [items.Resumed(now, "")] if first and table.clock.running is not None else []


def _terms(game: Game, given: Mapping[str, Any], seats: int, *, exact: bool, alone: bool) -> Terms:
    """The terms of a table, with as many seats as its options allow; what is given is an option of the rules or a setting."""
    options = {name: value for name, value in given.items() if name not in game.settings and name != TURN_SECONDS}
    settings = {name: value for name, value in given.items() if name in game.settings}
    while True:
        try:
            game.frame(seats, dict(options))
            break
        except BadOption:
            if exact or seats <= game.seats[0]:
                raise
            seats -= 1
    clock = NO_CLOCK if alone else USUAL
    if seconds := int(given.get(TURN_SECONDS) or 0):
        clock = Control("move", seconds)
    return Terms(game.name, seats, options, access="link", clock=clock, settings=settings)
