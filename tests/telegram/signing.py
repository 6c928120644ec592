"""Telegram, as far as a Mini App needs it: what it signs about who opens a page."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

TOKEN = "7000000001:test-token-of-a-bot-that-is-none"
ANN: Mapping[str, Any] = {"id": 4000000001, "first_name": "Ann", "last_name": "Lee", "language_code": "en"}


def init_data(user: Mapping[str, Any] | None = ANN, at: float = 0, *, token: str = TOKEN, **more: str) -> str:
    """Somebody opens the Mini App `at` this time, in seconds."""
    fields = {"query_id": "AAF0", "auth_date": str(int(at)), "chat_instance": "1", "signature": "AbC_-"} | more
    if user is not None:
        fields["user"] = json.dumps(user, separators=(",", ":"))
    return signed(fields, token)


def signed(fields: Mapping[str, str], token: str = TOKEN) -> str:
    """As Telegram's documentation says: the fields in the order of their names, by the key that is made of the bot's token."""
    told = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    key = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    return urlencode({**fields, "hash": hmac.digest(key, told.encode(), hashlib.sha256).hex()})


def behind_the_hash(data: str, *, dark: bool = False, **more: str) -> str:
    """What Telegram puts behind the # of the address that it opens."""
    colours = {"bg_color": "#17212b" if dark else "#ffffff", "text_color": "#000000"}
    told = {"tgWebAppData": data, "tgWebAppVersion": "9.1", "tgWebAppPlatform": "weba"} | more
    return urlencode(told | {"tgWebAppThemeParams": json.dumps(colours)})
