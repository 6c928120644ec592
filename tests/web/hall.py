"""The whole application on a store in memory, and people who call it."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from itertools import cycle
from typing import Any

import httpx
from httpx import Response

from tests.house.heads import until
from tests.house.kept_store import KeptStore
from tests.house.town import Counting
from tests.house.workers import Ear
from tests.stores import of_running_test
from turnwise.house.house import House
from turnwise.house.people.newcomers import SignUps
from turnwise.house.work.limits import RATES, Rate
from turnwise.web.chats.mini_app import MiniApp
from turnwise.web.http.services import Services
from turnwise.web.serving.app import app

SITE = "http://turnwise.test"
PASSWORD = "correct horse"


class Somebody:
    """A person with a token; without one, anybody."""

    def __init__(self, hall: "Hall", id: str = "", token: str = "") -> None:
        self.hall, self.id, self.token = hall, id, token

    async def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Response:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= more.pop("headers", {})
        if body is not None:
            more["json"] = body
        response = await self.hall.client.request(method, path, headers=headers, **more)
        assert response.status_code < 500 or response.status_code == 503, response.text
        if response.status_code >= 400:
            told = response.json()
            assert told["error"] and told["message"].endswith((".", "?")), told
        return response

    async def get(self, path: str, **more: Any) -> Response:
        return await self.ask("GET", path, **more)

    async def post(self, path: str, body: Any = None, **more: Any) -> Response:
        return await self.ask("POST", path, body, **more)

    async def delete(self, path: str, **more: Any) -> Response:
        return await self.ask("DELETE", path, **more)

    async def got(self, path: str, **more: Any) -> Any:
        return good(await self.get(path, **more))

    async def did(self, path: str, body: Any = None, **more: Any) -> Any:
        return good(await self.post(path, body, **more))

    async def opened(self, game: str = "connect_four", seats: int = 2, **terms: Any) -> str:
        """The address of a new table."""
        told = await self.did("/api/tables", {"game": game, "seats": seats, **terms})
        return f"/api/tables/{told['id']}"


class Spread(httpx.AsyncBaseTransport):
    """Asks the workers of a house in turn, each when it has heard of all that was written at the others."""

    def __init__(self, houses: Sequence[House], transports: Sequence[httpx.AsyncBaseTransport]) -> None:
        self._houses, self._transports, self._met = houses, cycle(transports), len(houses) == 1

    async def handle_async_request(self, request: httpx.Request) -> Response:
        if not self._met:
            self._met = True
            for house in self._houses:
                await house.colleagues.meet()
        if len(self._houses) > 1:
            await until(self._level)
        return await next(self._transports).handle_async_request(request)

    def _level(self) -> bool:
        loaded = [(id, one) for house in self._houses for id, one in house.loaded.items()]
        longest = Counter[str]()
        for id, one in loaded:
            longest[id] = max(longest[id], one.table.n)
        return all(max(one.table.n, one.heard) >= longest[id] for id, one in loaded)


class Hall:
    """A house that nobody else uses; the clock stands still unless a test winds it. Where a test is for two workers, it has two."""

    def __init__(
        self,
        rates: Mapping[str, Rate] = RATES,
        *,
        pace: float = 0,
        sign_ups: SignUps = "open",
        mini_app: Callable[[House], MiniApp] | None = None,
    ) -> None:
        self.at = 1_700_000_000_000
        self.store, ends = KeptStore(), list[Ear]()
        stores = [self.store, KeptStore(self.store)] if of_running_test() == "two workers" else [self.store]
        houses = [
            House(
                store,
                now=lambda: self.at,
                rates=rates,
                hasher=Counting(),
                pace=pace,
                sign_ups=sign_ups,
                leases=store.leases() if len(stores) > 1 else None,
                bus=Ear(ends),
            )
            for store in stores
        ]
        self.house = houses[0]
        self._all = [Services(one, pace=0, mini_app=mini_app(one) if mini_app else None) for one in houses]
        apps = [app(services.house, services=services) for services in self._all]
        self.services, self.app = self._all[0], apps[0]
        spread = Spread(houses, list(map(httpx.ASGITransport, apps)))
        self.client = httpx.AsyncClient(transport=spread, base_url=SITE)
        self.nobody = Somebody(self)

    async def close(self) -> None:
        await self.client.aclose()
        for services in (self.services, *self._all[1:]):
            await services.close()
            await services.house.close()

    async def guest(self, name: str) -> Somebody:
        told = await self.nobody.did("/api/guests", {"name": name})
        return Somebody(self, told["person"]["id"], told["token"])

    async def two(self) -> tuple[Somebody, Somebody]:
        return await self.guest("Ann"), await self.guest("Ben")

    async def match(self, **terms: Any) -> tuple[Somebody, Somebody, str]:
        """Two people at a table where a match of Connect Four has begun."""
        ann, ben = await self.two()
        table = await ann.opened(**terms)
        await ben.did(f"{table}/seats")
        await ann.did(f"{table}/start")
        return ann, ben, table


def good(response: Response) -> Any:
    assert response.status_code in (200, 201), response.text
    return response.json()


def refusal(response: Response, status: int, code: str) -> dict[str, Any]:
    told: dict[str, Any] = response.json()
    assert (response.status_code, told["error"]) == (status, code), response.text
    return told


def in_hall(test: Callable[[Hall], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test in a hall of its own."""

    async def visit() -> None:
        hall = Hall()
        try:
            await test(hall)
        finally:
            await hall.close()

    def run() -> None:
        asyncio.run(visit())

    run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
    return run
