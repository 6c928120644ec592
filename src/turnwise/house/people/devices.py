"""Devices: a browser keeps a random token for ever, also when nobody is signed in there. Whoever was signed in to an account on it
before is no stranger to that account, whatever strangers do elsewhere."""

import re
import secrets

from turnwise.house.people.sessions import TOKEN_BYTES, hashed

MOST_DEVICES = 10
"""Of an account; the one that was signed in longest ago makes way."""
TOKEN = re.compile(r"[\w-]{32}", re.ASCII)


def is_token(text: str) -> bool:
    return bool(TOKEN.fullmatch(text))


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def device_of(token: str) -> str:
    """What is kept of a device: the same for all who use it."""
    return hashed(token) if is_token(token) else ""


def with_device(devices: tuple[str, ...], device: str) -> tuple[str, ...]:
    """The devices of an account after one was signed in."""
    return (*(one for one in devices if one != device), device)[-MOST_DEVICES:]


def only(devices: tuple[str, ...], device: str) -> tuple[str, ...]:
    """When all others are sent away: the one that somebody is at stays known."""
    return tuple(one for one in devices if one == device)
