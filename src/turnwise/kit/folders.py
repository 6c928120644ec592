"""The user's folders for Turnwise, where the operating system wants them."""

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

NAME = "turnwise"


def cache_folder() -> Path:
    """For what can be made again, above all compiled games: $TURNWISE_CACHE, else the user's cache folder."""
    return Path(os.environ.get("TURNWISE_CACHE") or user_cache_path(NAME))


def data_folder() -> Path:
    """For matches and houses: $TURNWISE_HOME, else the user's data folder."""
    return Path(os.environ.get("TURNWISE_HOME") or user_data_path(NAME))
