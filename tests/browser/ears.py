"""Everything that the house tells a page over its socket."""

import json
from typing import Any

from playwright.async_api import Page, WebSocket


class Ears:
    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self.picture: dict[str, Any] = {}
        """The latest picture; of one that told differences, what it told."""
        self.drops: dict[str, str] = {}
        """Things that may be dragged to another instead of being touched."""
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._heard)

    def _heard(self, frame: bytes | str) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        self.frames.append(text)
        told = json.loads(text)
        if told["type"] == "picture":
            self.picture = told
            self.drops = told.get("drops", self.drops)

    @property
    def moves(self) -> list[tuple[int, str, list[str]]]:
        return self.picture["moves"] if self.picture else []
