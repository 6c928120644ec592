"""What the house writes to people, in their language: a question whether they want mails, and word of their turn."""

from functools import partial
from typing import Protocol
from urllib.parse import urlsplit

from turnwise.house.crew import Crew
from turnwise.house.house import House
from turnwise.house.mailboxes import Asked
from turnwise.house.notices import Notice, patiently
from turnwise.kit.errors import TurnwiseError
from turnwise.web.mailer import Letter
from turnwise.web.words import catalogue, said


class Post(Protocol):
    """Whoever takes letters."""

    async def send(self, letter: Letter) -> bool: ...


class Letters:
    """Writes and sends them. Without somebody who takes them, the house sends no mail."""

    def __init__(self, house: House, post: Post | None = None, *, address: str = "", pace: float = 1.0) -> None:
        self._house, self._post = house, post
        self._address, self._pace = address.rstrip("/"), pace
        self._crew = Crew()

    @property
    def sent(self) -> bool:
        """Whether this house sends mail."""
        return self._post is not None

    async def ask(self, person: str, address: str, language: str, where: str) -> None:
        """Ask whoever reads an address whether notices may go there."""
        if not self._post:
            raise TurnwiseError("This house sends no mail.", "no_mail")
        if asked := await self._house.mailboxes.ask(person, address, language, where):
            self._crew.send(patiently(partial(self._post.send, self._question(asked)), self._pace))

    async def tell(self, person: str, notice: Notice) -> bool:
        """Tell somebody of his turn, unless he wants no mail any more."""
        mailbox = await self._house.mailboxes.of(person)
        if not self._post or not mailbox or not mailbox.address:
            return True
        words, game = catalogue(mailbox.language), said(notice.game, mailbox.language, notice.game.title)
        link = f"{self._address}/mail/{mailbox.stop}"
        text = words["mail.turn"].format(game=game, link=notice.link, stop=link)
        subject = words["mail.turn_subject"].format(game=game)
        return await self._post.send(Letter(mailbox.address, subject, text, self._stop(mailbox.stop)))

    async def settle(self) -> None:
        """Wait until what is due now has been sent or given up."""
        await self._crew.settle()

    async def close(self) -> None:
        await self._crew.close()

    def _question(self, asked: Asked) -> Letter:
        words, house = catalogue(asked.language), urlsplit(self._address).netloc
        text = words["mail.question"].format(house=house, link=f"{self._address}/mail/{asked.code}")
        subject = words["mail.question_subject"].format(house=house)
        return Letter(asked.address, subject, text, self._stop(asked.code))

    def _stop(self, code: str) -> str:
        """What a mail program calls when its user wants no more."""
        return f"{self._address}/api/mail/{code}/stop"
