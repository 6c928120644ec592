"""A house in Telegram whose pages there may be framed by one other site: `python -m tests.browser.telegram_house ORIGIN serve …`."""

import sys
from functools import partial

from turnwise.cli import main
from turnwise.web.chats.mini_app import MiniApp
from turnwise.web.serving import serve

if __name__ == "__main__":
    serve.MiniApp = partial(MiniApp, frames=(sys.argv[1],))  # type: ignore[assignment,attr-defined]
    sys.exit(main(sys.argv[2:]))
