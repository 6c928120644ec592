"""The mails to people, in their language: the question whether they want mails, and notices of their turn."""

from functools import partial
from typing import Protocol
from urllib.parse import urlsplit

from turnwise.house.house import House
from turnwise.house.people.mailboxes import Asked
from turnwise.house.services.notices import Notice, patiently
from turnwise.house.work.background import BackgroundTasks
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said
from turnwise.web.outgoing.mailer import Letter

QUESTION = said(
    """Hello,

somebody who plays at {house} would like to be told at this address when it is their turn.
If that is you, open this page and say yes. The link is good for a day:

{link}

If it is not you, do nothing: no more mails come.
On the same page you can have us never write to you again.
"""
)
TURN = said(
    """It is your turn in {game}:

{link}

You get this mail because you asked for it. No more of them:
{stop}
"""
)


class Post(Protocol):
    """Sends letters."""

    async def send(self, letter: Letter) -> bool: ...


class Letters:
    """Writes and sends mails. Without a `Post` the house sends none."""

    def __init__(self, house: House, post: Post | None = None, *, address: str = "", pace: float = 1.0) -> None:
        self._house, self._post = house, post
        self._address, self._pace = address.rstrip("/"), pace
        self._background = BackgroundTasks()

    @property
    def sent(self) -> bool:
        """Whether this house sends mail."""
        return self._post is not None

    async def ask(self, person: str, address: str, language: str, where: str) -> None:
        """Ask the owner of an address whether notices may go there."""
        if not self._post:
            raise TurnwiseError(said("This house sends no mail."), "no_mail")
        if asked := await self._house.mailboxes.ask(person, address, language, where):
            self._background.start(patiently(partial(self._post.send, self._question(asked)), self._pace))

    async def tell(self, person: str, notice: Notice) -> bool:
        """Send a person a notice of their turn, unless they want no mail any more."""
        mailbox = await self._house.mailboxes.of(person)
        if not self._post or not mailbox or not mailbox.address:
            return True
        say, game = speaker(notice.game, mailbox.language), said(notice.game.title)
        text = say(TURN.given_also(game=game, link=notice.link, stop=f"{self._address}/mail/{mailbox.stop}"))
        subject = say(said("It is your turn in {game}", game=game))
        return await self._post.send(Letter(mailbox.address, subject, text, self._stop(mailbox.stop)))

    async def settle(self) -> None:
        """Wait until all due mails have been sent or given up."""
        await self._background.settle()

    async def close(self) -> None:
        await self._background.close()

    def _question(self, asked: Asked) -> Letter:
        say, house = speaker(None, asked.language), urlsplit(self._address).netloc
        text = say(QUESTION.given_also(house=house, link=f"{self._address}/mail/{asked.code}"))
        subject = say(said("Mails about your turn at {house}?", house=house))
        return Letter(asked.address, subject, text, self._stop(asked.code))

    def _stop(self, code: str) -> str:
        """The address that a mail program calls to unsubscribe."""
        return f"{self._address}/api/mail/{code}/stop"
