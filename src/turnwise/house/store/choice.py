"""Which store a house uses: a file in its folder, or a database that a note in its folder names."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from turnwise.house.store.claim import begun
from turnwise.house.store.interface import Store
from turnwise.house.store.migrations import BadFile, private, sync_folder
from turnwise.house.store.sqlite import Sqlite

if TYPE_CHECKING:
    from turnwise.house.store.postgres_address import Address

DATABASE = "house.sqlite"
NOTE = "house.postgresql"


class Elsewhere(msgspec.Struct):
    """The note in the folder of a house whose records are in a database."""

    house: str
    address: str
    """To be shown to people, without its secrets."""


def elsewhere(folder: Path) -> Elsewhere | None:
    """The database with the records of the house of this folder; None if they are in the folder."""
    with suppress(
        FileNotFoundError, NotADirectoryError, PermissionError
    ):  # opening the folder reports what is wrong with it
        try:
            return msgspec.json.decode((folder / NOTE).read_bytes(), type=Elsewhere)
        except msgspec.MsgspecError:
            raise BadFile(
                f"{folder / NOTE} can't be read. It names the house whose records are in PostgreSQL."
            ) from None
    return None


def write_down(folder: Path, house: str, address: "Address") -> None:
    """Note that the records of a house are in a database, so that no other house begins in its folder."""
    if not elsewhere(folder):
        with open(folder / NOTE, "wb", opener=private) as note:
            note.write(msgspec.json.encode(Elsewhere(house, str(address))))
        sync_folder(folder / NOTE)


def open_store(folder: Path, address: "Address | None", *, new: bool = True) -> Store:
    """The store of the house in a folder; `new`: whether a new house may begin."""
    note = elsewhere(folder)
    if not address:
        if note:
            raise BadFile(
                f"The house in {folder} has its records in {note.address}: name it with --store or in TURNWISE_STORE. "
                "Nothing was changed."
            )
        return Sqlite(folder / DATABASE)
    if not note and begun(folder / DATABASE):
        raise BadFile(
            f"The house in {folder} has its records in {DATABASE}. Copy them first: turnwise migrate {folder} {address}. "
            "For a new house choose another folder: --data."
        )
    from turnwise.house.store.postgres import Postgres

    store = Postgres(address, note.house if note else "", new=new)
    if new:
        write_down(folder, store.house, address)
    return store
