"""A house that may be framed by one other site, as by Telegram's clients: `python -m tests.browser.telegram_house ORIGIN serve …`."""

import sys
from typing import Any

from tests.telegram.guests import mini_app
from turnwise.cli import main
from turnwise.house.house import House
from turnwise.web import serve
from turnwise.web.staff import Staff


class InTelegram(Staff):
    frames: tuple[str, ...] = ()

    def __init__(self, house: House, **more: Any) -> None:
        super().__init__(house, mini_app=mini_app(house, self.frames), **more)


if __name__ == "__main__":
    InTelegram.frames = (sys.argv[1],)
    serve.Staff = InTelegram  # type: ignore[attr-defined]
    sys.exit(main(sys.argv[2:]))
