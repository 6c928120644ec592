"""A front end in a chat service, as the web knows it: opened and closed with the house, it receives the service's
updates."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turnwise.house.services.notices import Way
from turnwise.house.store.interface import Unavailable
from turnwise.web.chats.mini_app import Arrive

SECRET = "x-telegram-bot-api-secret-token"
LARGEST = 1024 * 1024
"""Bytes of an update."""


Forgets = Callable[[str], Awaitable[None]]
"""Deletes a person with everything that belongs to them."""


class ChatFront(Protocol):
    """Plays at the tables of a house."""

    @property
    def way(self) -> Way:
        """The channel for "your turn" notices there."""

    @property
    def arrive(self) -> Arrive:
        """Identifies a person whom the service brings to our page."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def webhook(self, body: bytes, secret: str) -> bool:
        """Take an update of the service, with the secret that was agreed on; False if it does not come from there. Raises Unavailable
        if it can't be kept."""


def route(chat: ChatFront) -> Route:
    """The route to which the service sends its updates."""

    async def take(request: Request) -> Response:
        body = b""
        async for piece in request.stream():
            body += piece
            if len(body) > LARGEST:
                return Response(status_code=413)
        try:
            taken = await chat.webhook(body, request.headers.get(SECRET, ""))
        except Unavailable:
            return Response(status_code=503)  # the service sends it again
        return Response(status_code=200 if taken else 403)

    return Route("/telegram/webhook", take, methods=["POST"])
