"""Devices: a browser keeps a random token for ever, also when nobody is signed in. A device that was signed in to an
account before is known to that account, so that strangers' attempts elsewhere do not affect it."""

import re
import secrets

from turnwise.house.people.sessions import TOKEN_BYTES, hashed

MOST_DEVICES = 10
"""Devices of an account; the one that signed in longest ago makes way."""
TOKEN = re.compile(r"[\w-]{32}", re.ASCII)


def is_token(text: str) -> bool:
    return bool(TOKEN.fullmatch(text))


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def device_of(token: str) -> str:
    """The hash by which a device is stored; the same for all who use it."""
    return hashed(token) if is_token(token) else ""


def with_device(devices: tuple[str, ...], device: str) -> tuple[str, ...]:
    """The devices of an account after this one signed in."""
    return (*(one for one in devices if one != device), device)[-MOST_DEVICES:]


def only(devices: tuple[str, ...], device: str) -> tuple[str, ...]:
    """The devices that stay known when all others are signed out: only the current one."""
    return tuple(one for one in devices if one == device)
