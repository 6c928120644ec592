"""What a chat service sends to the house by itself: its updates, each with the secret that was agreed on."""

from typing import Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

SECRET = "x-telegram-bot-api-secret-token"
LARGEST = 1024 * 1024
"""Bytes of an update."""


class Hears(Protocol):
    """Who takes updates of a chat service."""

    async def webhook(self, body: bytes, secret: str) -> bool:
        """Take one; False if it does not come from there."""


def route(chat: Hears) -> Route:
    """Where Telegram sends its updates to."""

    async def take(request: Request) -> Response:
        body = b""
        async for piece in request.stream():
            body += piece
            if len(body) > LARGEST:
                return Response(status_code=413)
        return Response(status_code=200 if await chat.webhook(body, request.headers.get(SECRET, "")) else 403)

    return Route("/telegram/webhook", take, methods=["POST"])
