"""What whoever opens the house says about Telegram: the bot's token and how updates come. The token comes from the environment or a
file, so that it stands neither in a list of processes nor in a log."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said

TOKEN, TOKEN_FILE = "TURNWISE_TELEGRAM_TOKEN", "TURNWISE_TELEGRAM_TOKEN_FILE"
API, SECRET = "TURNWISE_TELEGRAM_API", "TURNWISE_TELEGRAM_WEBHOOK_SECRET"
LOOKS = re.compile(r"\d+:[A-Za-z0-9_-]{20,}")
NO_TOKEN = said("That is no token of a bot: it is digits, a colon and 35 letters, as @BotFather gave it.")
GOOD_SECRET = re.compile(r"[A-Za-z0-9_-]{16,256}")


class Settings(NamedTuple):
    """`api`: another server of the Bot API than Telegram's own. `secret`: of the webhook; empty for long polling. `address`: where the
    house is found by people, for links and the Mini App; empty if nobody can open it. `sharpness`: pixels of a picture for each of its
    units; half as many cost a quarter of the time."""

    token: str
    api: str = ""
    secret: str = ""
    address: str = ""
    sharpness: float = 1.5

    def __repr__(self) -> str:
        return "Settings(…)"

    @property
    def opens_app(self) -> bool:
        """Whether Telegram opens our page: it does so over https only."""
        return self.address.startswith("https://")


def from_environment(environment: Mapping[str, str], file: Path | None, address: str) -> Settings:
    """The settings, or a sentence that says what is missing."""
    named = file or (Path(environment[TOKEN_FILE]) if environment.get(TOKEN_FILE) else None)
    if named:
        try:
            token = named.read_text().strip()
        except OSError as error:
            why = (error.strerror or "it can't be opened").lower()
            raise TurnwiseError(said("The bot's token can't be read: {why}.", why=why), "bad_token") from None
        except UnicodeDecodeError:
            raise TurnwiseError(NO_TOKEN, "bad_token") from None
    else:
        token = environment.get(TOKEN, "").strip()
    if not token:
        raise TurnwiseError(
            said(
                "Telegram needs the token of a bot: put it into {variable}, or into a file that --telegram-token-file names. "
                "docs/telegram.md tells where it comes from.",
                variable=TOKEN,
            ),
            "no_token",
        )
    if not LOOKS.fullmatch(token):
        raise TurnwiseError(NO_TOKEN, "bad_token")
    secret = environment.get(SECRET, "")
    if secret and not GOOD_SECRET.fullmatch(secret):
        raise TurnwiseError(
            said("The secret of a webhook ({variable}) has 16 to 256 letters, digits, - and _.", variable=SECRET),
            "bad_secret",
        )
    if secret and not address.startswith("https://"):
        raise TurnwiseError(
            said(
                "Telegram calls a webhook over https only: name the address with --address, or leave {variable} out.",
                variable=SECRET,
            ),
            "bad_secret",
        )
    return Settings(token, environment.get(API, "").rstrip("/"), secret, address.rstrip("/"))
