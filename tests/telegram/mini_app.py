"""How Telegram's apps open a Mini App: the address with the launch parameters, signed with the bot's token.

url = await ann.taps(ann.private, "Open the table")
page = opened(ann, url)                                  # what the browser inside Telegram loads
data = init_data(ann, start_param="table-1", at=long_ago)  # or only what is signed, as one pleases
"""

import json
from typing import Any
from urllib.parse import urlencode

from tests.telegram.persons import Person
from tests.telegram.signing import signed
from tests.telegram.wire import user_json


def init_data(person: Person, *, at: float | None = None, token: str = "", **more: Any) -> str:
    """What tells a Mini App who opened it; with another token it is forged."""
    world = person.world
    user = {key: value for key, value in user_json(person).items() if key != "is_bot"}
    fields = {
        "query_id": f"AA{person.id}",
        "user": json.dumps(user | {"allows_write_to_pm": person.started}, separators=(",", ":"), ensure_ascii=False),
        "auth_date": str(int(world.clock() if at is None else at)),
        "signature": "for-others-than-the-bot",
    } | {key: str(value) for key, value in more.items()}
    return signed(fields, token or world.token)


def opened(person: Person, url: str, **more: Any) -> str:
    """The address that an app opens for a web_app button."""
    launch = {"tgWebAppData": init_data(person, **more), "tgWebAppVersion": "9.1", "tgWebAppPlatform": "android"}
    return f"{url}#{urlencode(launch)}"
