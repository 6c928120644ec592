"""What a chat is shown: a text, a picture and buttons, all of it made from what may be seen there."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from hashlib import blake2b
from html import escape
from typing import NamedTuple

from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup, WebAppInfo

from turnwise.draw import picture
from turnwise.draw.plan import CARD, Stage
from turnwise.draw.png import png
from turnwise.house.services.shelf import cover, players
from turnwise.kit.game import Game
from turnwise.kit.pieces import Table as Drawn
from turnwise.kit.words import Seat, Speaker, said
from turnwise.play.view import View

PUBLIC, HAND = Stage(640, 600), Stage(420, 620)
"""Pictures in a group and in a private chat: as large as a phone shows them."""
CAPTION = 1000
"""Letters of a caption; Telegram takes 1,024."""
LATEST, LINE = 4, 240
"""Lines of the log that are told, and how many letters each may have."""
LABEL = 40
"""Letters on a button."""
COVERS = 64
"""Pictures of games that are kept, a hundred kilobytes each."""


class Key(NamedTuple):
    """A button: what a tap sends back, or what it opens: a link, or our page inside Telegram."""

    label: str
    data: str = ""
    link: str = ""
    app: str = ""

    def made(self) -> InlineKeyboardButton:
        label = self.label if len(self.label) <= LABEL else self.label[: LABEL - 1] + "…"
        if self.app:
            return InlineKeyboardButton(text=label, web_app=WebAppInfo(url=self.app))
        return (
            InlineKeyboardButton(text=label, url=self.link)
            if self.link
            else InlineKeyboardButton(text=label, callback_data=self.data)
        )


Keys = Sequence[Sequence[Key]]


class Shown(NamedTuple):
    """`seen` is all that the picture depends on, so that it need not be drawn to know whether it is another."""

    text: str
    keys: Keys = ()
    draw: Callable[[], bytes] | None = None
    seen: str = ""

    @property
    def stamp(self) -> str:
        told = repr((self.text, [[tuple(key) for key in row] for row in self.keys], self.seen))
        return blake2b(told.encode(), digest_size=9).hexdigest()

    def keyboard(self) -> InlineKeyboardMarkup | None:
        rows = [[key.made() for key in row] for row in self.keys if row]
        return InlineKeyboardMarkup(inline_keyboard=rows) if rows else None


def told(*lines: str, log: Sequence[str] = ()) -> str:
    """A caption of lines and of what happened last below them. If that is more than a caption may have, what happened first goes."""
    kept, latest = [line for line in lines if line], list(log)
    while latest and units(told := "\n".join([*kept, "", *latest])) > CAPTION:
        del latest[0]
    if latest:
        return told
    while units("\n".join(kept)) > CAPTION:
        kept.pop()
    return "\n".join(kept)


def units(text: str) -> int:
    """How long a text is as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def bold(text: str) -> str:
    return f"<b>{escape(text, quote=False)}</b>"


def plain(text: str) -> str:
    return escape(text, quote=False)


def cover_of(game: Game, language: str, sharpness: float) -> tuple[Callable[[], bytes], str]:
    """The picture of a game before anything is played."""
    return partial(_cover, game, language, sharpness), f"cover {game.name} {language}"


@lru_cache(COVERS)
def _cover(game: Game, language: str, sharpness: float) -> bytes:
    return png(picture(cover(game), players(game, language), language, on=CARD), width=round(sharpness * CARD.width))


def picture_of(view: View, say: Speaker, on: Stage, sharpness: float) -> tuple[Callable[[], bytes], str]:
    """The table as a viewer sees it. What it shows follows from the version, the names, and whether the turn has been opened."""

    def draw() -> bytes:
        return png(picture(view, say.names, say.language, on=on), width=round(sharpness * on.width))

    return draw, repr((view.seat, view.version, view.opened, view.outcome is None, say.names, say.language, on))


def seats_told(view: View, drawn: Drawn, say: Speaker) -> list[str]:
    """The players in the order of play, each with what is counted, and a mark at who is to act."""
    facts = {
        plate.seat: [text for text in (say(plate.line), *(say(one.words) for one in plate.counters)) if text]
        for plate in drawn.plates
    }
    return [
        f"{'▸' if seat == view.turn else '·'} {bold(say.name(seat))}"
        + (f": {plain(', '.join(facts[seat]))}" if facts.get(seat) else "")
        for seat in range(view.seats)
    ]


def latest(view: View, say: Speaker, most: int = LATEST) -> list[str]:
    """What happened last, a line for each entry of the log. Of one that tells much, as a new deal, the middle is left out."""
    return [plain(_shortened([say(one) for one in line.told])) for line in view.lines[-most:] if line.told]


def _shortened(sentences: list[str]) -> str:
    first, *others = sentences
    kept: list[str] = []
    for one in reversed(others):
        if len(" ".join([first, one, *kept])) > LINE:
            break
        kept.insert(0, one)
    whole = " ".join([first, *(["…"] if len(kept) < len(others) else []), *kept])
    return whole if len(whole) <= LINE + 2 else whole[: LINE + 1] + "…"


def moment(view: View, drawn: Drawn, say: Speaker, *, players: bool) -> list[str]:
    """How a match stands that runs: the players if they are wanted, and what is to be followed."""
    caption = say(drawn.caption) if drawn.caption else ""
    told = seats_told(view, drawn, say) if players else []
    return [*told, *([f"<i>{plain(caption)}</i>"] if caption else [])]


def whose_turn(view: View, say: Speaker) -> str:
    """To a player, whether it is his turn."""
    if view.turn is None:
        return ""
    return say(said("It is your turn.") if view.turn == view.seat else said("{seat} is to move.", seat=Seat(view.turn)))
