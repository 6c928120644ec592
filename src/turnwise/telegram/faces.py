"""How a table is shown: to a group before, during and after a match, and to a player in his private chat."""

from collections.abc import Iterator, Sequence

from turnwise.draw import table as on_table
from turnwise.draw.ways import Touched
from turnwise.house.services.seen import speaker_at, view_at
from turnwise.house.tables.loaded import LoadedTable
from turnwise.house.tables.playing import may_undo
from turnwise.house.tables.table import Table
from turnwise.kit.words import Said, Seat, Speaker, counted, said
from turnwise.play import ending
from turnwise.telegram.buttons import ANYBODY
from turnwise.telegram.choices import PAGE, Choice, Choices, rows
from turnwise.telegram.core import Core, house_speaker
from turnwise.telegram.records import Chat
from turnwise.telegram.shown import (
    HAND,
    Key,
    Shown,
    bold,
    cover_of,
    latest,
    moment,
    picture_of,
    plain,
    told,
    whose_turn,
)
from turnwise.telegram.shown import PUBLIC as AT_TABLE

JOIN, LEAVE, START, BOT, CARDS, REMATCH = "join", "leave", "start", "bot", "cards", "rematch"
PUBLIC = ((JOIN,), (LEAVE,), (START,), (BOT,), (CARDS,), (REMATCH,))
"""What a button of a group means for whoever presses it."""
UNDO, HINT, AGREE, REFUSE, DRAW_YES, DRAW_NO = "undo", "hint", "agree", "refuse", "draw yes", "draw no"
OWN = ((UNDO,), (HINT,), (AGREE,), (REFUSE,), (DRAW_YES,), (DRAW_NO,))
"""What a button of a player means beside the moves."""
TURN_PAGE = "page"
LEAST = 2
"""Players with whom a group begins, where the game does not need more (W62)."""


def needed(table: Table) -> int:
    """How many must sit down before a match can begin."""
    return max(LEAST, table.game.seats[0])


def seated(table: Table) -> int:
    return sum(map(bool, table.sitters))


class Faces:
    """Makes what is shown; it knows no chat and no call."""

    def __init__(self, core: Core) -> None:
        self._core, self._sharpness = core, core.settings.sharpness

    # A group.

    def group(self, loaded: LoadedTable, chat: Chat, touched: Touched) -> Shown:
        table = loaded.table
        if table.outdated:
            return self._closed(loaded, chat, house_speaker(chat.language)(table.outdated))
        if table.match is None:
            return (
                self._lobby(loaded, chat)
                if table.to_come
                else self._closed(loaded, chat, self._why_closed(table, chat))
            )
        return self._public(loaded, chat, touched)

    def _lobby(self, loaded: LoadedTable, chat: Chat) -> Shown:
        table, say = loaded.table, speaker_at(loaded, chat.language)
        names = [say.name(seat) for seat, who in enumerate(table.sitters) if who]
        ready = len(names) >= needed(table)
        lines = [
            bold(say(said(table.game.title))),
            plain(say(said("Ready to start.") if ready else said("Waiting for players."))),
            plain(
                say(
                    said(
                        "{here} of {seats} seats are taken: {names}.",
                        here=len(names),
                        seats=len(table.sitters),
                        names=tuple(names),
                    )
                )
                if names
                else say(said("Nobody sits here yet."))
            ),
            *([plain(say(self._starts(table, chat)))] if chat.lobby_seconds else []),
        ]
        lacking = self._unreached(loaded, chat)
        draw, seen = cover_of(table.game, chat.language, self._sharpness)
        keys = [
            [self._public_key(table, say(said("Join")), JOIN), self._public_key(table, say(said("Leave")), LEAVE)],
            [
                *([self._public_key(table, say(said("Start")), START)] if ready else []),
                *([self._public_key(table, say(said("Add a bot")), BOT)] if len(names) < len(table.sitters) else []),
            ],
            *lacking[1],
        ]
        return Shown(told(*lines, *lacking[0]), keys, draw, seen)

    def _starts(self, table: Table, chat: Chat) -> Said:
        return said(
            "It starts by itself after {seconds} seconds if {needed} or more play.",
            seconds=chat.lobby_seconds,
            needed=needed(table),
        )

    def _public(self, loaded: LoadedTable, chat: Chat, touched: Touched) -> Shown:
        table, say = loaded.table, speaker_at(loaded, chat.language)
        view = view_at(loaded, None)
        draw, seen = picture_of(view, say, AT_TABLE, self._sharpness)
        title = bold(say(said(table.game.title)))
        if view.outcome or table.status == "over":
            return Shown(self._ended(loaded, title, say), self._afterwards(table, chat, say), draw, seen)
        lacking = self._unreached(loaded, chat)
        keys: list[Sequence[Key]] = []
        if table.game.hidden:
            keys.append([self._public_key(table, say(said("My cards")), CARDS)])
        elif table.turn is not None and not table.bot_of(table.turn):
            choices = Choices(view_at(loaded, table.turn))
            for seat in self._answering(table)[:1]:
                keys += self._asked(table, say, seat)
            keys += self._moves(table, choices, table.turn, touched, say)
        keys += [*lacking[1], *self._page(table, say, private=False)]
        lines = moment(view, on_table(view), say, players=True)
        return Shown(told(title, *lines, *lacking[0], log=latest(view, say)), keys, draw, seen)

    def _ended(self, loaded: LoadedTable, title: str, say: Speaker) -> str:
        table, view = loaded.table, view_at(loaded, None)
        if view.outcome is None or table.match is None:
            return told(title, plain(say(said("The table was closed; nobody has won."))))
        head, *others = ending.result(view, table.match.spoken.frame)
        deeds = [plain(say(one)) for one in ending.deeds(view)]
        return told(title, bold(say(head)), *(plain(say(one)) for one in others), log=deeds)

    def _afterwards(self, table: Table, chat: Chat, say: Speaker) -> list[Sequence[Key]]:
        keys: list[Sequence[Key]] = []
        if table.match is not None and not table.followed:
            agreed = len(table.agreed) if table.asking and table.asking.for_ == "rematch" else 0
            people = len(table.people)
            label = said("Rematch ({agreed} of {people})", agreed=agreed, people=people) if agreed else said("Rematch")
            keys.append([self._public_key(table, say(label), REMATCH)])
        if self._core.settings.address:
            keys.append([Key(say(said("Watch the replay")), link=self._web(table, "/replay"))])
        return keys

    def _closed(self, loaded: LoadedTable, chat: Chat, why: str) -> Shown:
        draw, seen = cover_of(loaded.table.game, chat.language, self._sharpness)
        say = house_speaker(chat.language)
        return Shown(told(bold(say(said(loaded.table.game.title))), plain(why)), (), draw, seen)

    def _why_closed(self, table: Table, chat: Chat) -> str:
        return house_speaker(chat.language)(said("Nobody plays: the table is closed. /startgame opens another one."))

    def _unreached(self, loaded: LoadedTable, chat: Chat) -> tuple[list[str], list[Sequence[Key]]]:
        """Those who can't be written to must open the private chat (W66)."""
        table, say = loaded.table, speaker_at(loaded, chat.language)
        lost = [Seat(seat) for seat, who in enumerate(table.sitters) if who in chat.told]
        if not lost or table.status == "over":
            return [], []
        words = counted(
            "{names} must press /start in the private chat with me, or I can't show the hand.",
            "{names} must press /start in the private chat with me, or I can't show their hands.",
            "number",
            names=tuple(lost),
            number=len(lost),
        )
        link = Key(say(said("Open the private chat")), link=self._core.link(f"t{table.id}"))
        return [plain(say(words))], [[link]]

    # A player.

    def hand(self, loaded: LoadedTable, person: str, touched: Touched, language: str) -> Shown:
        table, say = loaded.table, speaker_at(loaded, language)
        seat = table.seat_of(person)
        assert seat is not None
        title = bold(say(said(table.game.title)))
        if table.match is None:
            draw, seen = cover_of(table.game, language, self._sharpness)
            waits = said("You have a seat. Your hand will be shown here when the match begins.")
            words = waits if table.to_come else said("The table was closed; nobody has won.")
            link = said("Send this link to your friend: {link}", link=self._core.link(f"j{table.id}"))
            more = [plain(say(link))] if table.to_come and table.begins == "full" else []
            return Shown(told(title, plain(say(words)), *more), self._waiting(table, say), draw, seen)
        view = view_at(loaded, seat)
        draw, seen = picture_of(view, say, HAND, self._sharpness)
        if view.outcome or table.status == "over":
            return Shown(self._ended(loaded, title, say), self._over(table, seat, say), draw, seen)
        drawn = on_table(view)
        choices = Choices(view, drawn)
        keys: list[Sequence[Key]] = [*self._asked(table, say, seat), *self._moves(table, choices, seat, touched, say)]
        keys += [self._beside(table, seat, say), *self._page(table, say, private=True)]
        turn = whose_turn(view, say)
        lines = moment(view, drawn, say, players=False)
        if turn and not (drawn.caption and say(drawn.caption) == turn):
            lines.insert(0, bold(turn))
        return Shown(told(title, *lines, log=latest(view, say)), keys, draw, seen)

    def _waiting(self, table: Table, say: Speaker) -> list[Sequence[Key]]:
        return [[self._public_key(table, say(said("Leave")), LEAVE)]] if table.to_come else []

    def _over(self, table: Table, seat: int, say: Speaker) -> list[Sequence[Key]]:
        if table.match is None or table.followed:
            return []
        return [[self._public_key(table, say(said("Rematch")), REMATCH)]]

    def _moves(
        self, table: Table, choices: Choices, seat: int, touched: Touched, say: Speaker
    ) -> Iterator[Sequence[Key]]:
        """What a seat may do next, and the way back."""
        if not choices:
            return
        page = int(touched[1]) if touched[:1] == (TURN_PAGE,) else 0
        touched = choices.walked(() if touched[:1] == (TURN_PAGE,) else touched)
        found = choices.after(touched, say)
        for row in rows(found[page * PAGE : (page + 1) * PAGE]):
            yield [self._key(table, seat, choice) for choice in row]
        if len(found) > PAGE:
            other = (page + 1) % -(-len(found) // PAGE)
            yield [self._key(table, seat, Choice(say(said("More …")), (TURN_PAGE, str(other))))]
        if touched != choices.walked(()):
            yield [self._key(table, seat, Choice(say(said("‹ Back")), ()))]

    def _beside(self, table: Table, seat: int, say: Speaker) -> list[Key]:
        keys = []
        if may_undo(table, seat):
            keys.append(self._own_key(table, seat, say(said("Take back")), UNDO))
        if table.gives_hints and table.turn == seat:
            keys.append(self._own_key(table, seat, say(said("Hint")), HINT))
        return keys

    def _answering(self, table: Table) -> list[int]:
        """Who has yet to answer what somebody asks for."""
        offer = table.match.draw_offer if table.match else None
        return [*table.waiting_for, *(seat for seat in table.playing if offer not in (None, seat))]

    def _asked(self, table: Table, say: Speaker, seat: int) -> Iterator[Sequence[Key]]:
        """What somebody asks the others for, to those who have yet to answer."""
        asking, match = table.asking, table.match
        if asking and asking.for_ == "undo" and seat in table.waiting_for:
            yield [
                self._own_key(table, seat, say(said("Let {seat} take it back", seat=Seat(asking.seat))), AGREE),
                self._own_key(table, seat, say(said("No")), REFUSE),
            ]
        if match and match.draw_offer not in (None, seat) and seat in table.playing:
            yield [
                self._own_key(table, seat, say(said("Accept the draw")), DRAW_YES),
                self._own_key(table, seat, say(said("Play on")), DRAW_NO),
            ]

    def _page(self, table: Table, say: Speaker, *, private: bool) -> list[Sequence[Key]]:
        """The table in the browser: inside Telegram where that is possible."""
        label, app = say(said("Open the table")), self._core.app(table.id)
        if app and private:
            return [[Key(label, app=app)]]
        if app:
            return [[Key(label, link=f"https://t.me/{self._core.name}?startapp={table.id}")]]
        return [[Key(label, link=self._web(table))]] if self._core.settings.address else []

    # Buttons.

    def _web(self, table: Table, more: str = "") -> str:
        return f"{self._core.settings.address}/tables/{table.id}{more}"

    def _public_key(self, table: Table, label: str, means: str) -> Key:
        return Key(label, self._core.buttons.data(table.id, 0, ANYBODY, (means,)))

    def _own_key(self, table: Table, seat: int, label: str, means: str) -> Key:
        return Key(label, self._core.buttons.data(table.id, table.version, seat, (means,)))

    def _key(self, table: Table, seat: int, choice: Choice) -> Key:
        return Key(choice.label, self._core.buttons.data(table.id, table.version, seat, choice.touched))


def meanings(choices: Choices) -> Iterator[Touched]:
    """All that a button of a player can mean now."""
    yield from OWN
    yield from choices.every()
    yield from ((TURN_PAGE, str(page)) for page in range(3))
