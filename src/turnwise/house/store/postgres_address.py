"""The address of a PostgreSQL database: read, checked, and shown without anything secret."""

import os
import re
from typing import Any

from turnwise.house.store.migrations import BadFile
from turnwise.kit.errors import TurnwiseError

SCHEMES = ("postgresql://", "postgres://")
HOST = re.compile(r"[\w.:\[\]/,~+-]*")
PORT = re.compile(r"[\d,]*")
FORM = "postgresql://USER@HOST:PORT/DATABASE"

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict, make_conninfo
except ImportError as error:
    raise TurnwiseError(
        f"PostgreSQL needs a library that is not here ({error.name}): install turnwise[postgres].", "no_postgres"
    ) from None


class Address:
    """The address of a database. No text made from it holds the password."""

    def __init__(self, text: str) -> None:
        try:
            self._given: dict[str, Any] = conninfo_to_dict(text) if text.startswith(SCHEMES) else {}
        except psycopg.Error:  # its message may quote any part of the text
            self._given = {}
        given = {name: str(self._given.get(name) or "") for name in ("host", "port", "dbname", "user", "password")}
        fits = HOST.fullmatch(given["host"]) and PORT.fullmatch(given["port"]) and "@" not in given["dbname"]
        if not self._given or not fits:
            raise BadFile(
                f"The address of the database can't be read. It is written {FORM}; in a password, the characters "
                "@ / : ? # % are written as %40 %2F %3A %3F %23 %25."
            )
        self._password = given["password"]
        port = f":{given['port']}" if given["port"] else ""
        name = given["dbname"] or os.environ.get("PGDATABASE") or given["user"] or "the default database"
        self._shown = f"postgresql://{given['host']}{port}/{name}"

    @property
    def has_password(self) -> bool:
        return bool(self._password)

    def __str__(self) -> str:
        return self._shown

    def connection_string(self, *settings: str, **more: object) -> str:
        """For libpq, with session settings; those in the address take precedence."""
        options = " ".join([*(f"-c {one}" for one in settings), str(self._given.get("options") or "")])
        return make_conninfo("", **{**more, **self._given, "options": options})

    def told(self, error: BaseException) -> str:
        """An error in one line, without the password even if the server repeats it."""
        line = " ".join(str(error).split()) or type(error).__name__
        return line.replace(self._password, "…") if self._password else line


def is_address(text: str) -> bool:
    return text.startswith(SCHEMES)


def from_command_line(text: str) -> Address:
    """An address given where everybody on the machine can read it, so without a password."""
    found = Address(text)
    if found.has_password:
        raise BadFile(
            "Everybody on this machine can read a command line, so it may hold no password: write the whole address into "
            "TURNWISE_STORE, or the password into the file that PGPASSFILE names (~/.pgpass)."
        )
    return found
