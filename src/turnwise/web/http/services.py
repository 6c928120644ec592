"""The services of a running house beside its tables; endpoints ask for them by name."""

from turnwise.house.hosting.moderation import finish
from turnwise.house.house import House
from turnwise.house.services.boards import Boards
from turnwise.house.services.judging import Judging
from turnwise.house.services.pairing import Pairing
from turnwise.house.services.past import Past
from turnwise.house.services.ratings import Ratings
from turnwise.house.work.jobs import Jobs
from turnwise.house.work.load import Queue
from turnwise.web.chats.mini_app import MiniApp
from turnwise.web.outgoing.letters import Letters
from turnwise.web.pictures.films import Films
from turnwise.web.pictures.single import Pictures


class Services:
    """One of each. They are started when the house opens, and stopped when it closes."""

    def __init__(
        self, house: House, *, pace: float = 1.0, letters: Letters | None = None, mini_app: MiniApp | None = None
    ) -> None:
        """`pace` scales the wait for other people before a bot is offered; `letters` sends mail, if the house does;
        `mini_app` opens its pages inside Telegram, if the house is there."""
        self.house, self.mini_app = house, mini_app
        self.letters = letters or Letters(house)
        self.pairing = Pairing(house, pace=pace)
        self.ratings = Ratings(house, pace=pace)
        self.past = Past(house)
        self.jobs = Jobs(house.limits, house.load)
        self.pictures = Pictures(house.limits)
        house.load.queues["pictures"] = Queue(lambda: self.pictures.waiting, 50, lambda: self.pictures.refused)
        house.load.queues["past moments"] = Queue(lambda: self.past.turns.waiting, 20)
        self.films = Films(house, self.past, self.pictures, self.jobs)
        self.boards = Boards(house)
        self.judging = Judging(self.jobs)

    async def resume(self) -> None:
        """Resume what was left undone when the house was closed."""
        await finish(self.house)
        await self.ratings.resume()

    async def close(self) -> None:
        await self.letters.close()
        await self.judging.close()
        await self.jobs.close()
        self.pictures.close()
        await self.ratings.close()
