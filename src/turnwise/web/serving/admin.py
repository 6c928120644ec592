"""`turnwise admin`: the host's orders reach the running house through a Unix socket beside its records.

Only users who may read the records can open it, so it needs no password and no network. When the house is closed, the
records are opened here and the same is done.
"""

import argparse
import asyncio
import os
import socket as sockets
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from turnwise.house.hosting.admin import MOST, Admin, Order
from turnwise.house.hosting.orders import peer, this_user
from turnwise.house.house import House
from turnwise.house.store.choice import DATABASE, elsewhere, open_store
from turnwise.house.store.migrations import check
from turnwise.kit.errors import TurnwiseError
from turnwise.web.serving import records
from turnwise.web.serving.opening import house_on, within_earshot

if TYPE_CHECKING:
    from turnwise.house.store.postgres_address import Address

SOCKET = "admin.socket"
SOCKET_OF_WORKER = "admin-{}.socket"
SOCKETS = "admin*.socket"
FIGURES = b"figures\n"
"""A request for metrics by another worker; it is no order."""
LONGEST_ORDER = 10_000
TIME_OUT = 30.0
"""Seconds for an order and its answer."""


class Answer(msgspec.Struct, omit_defaults=True):
    lines: list[dict[str, Any]] = []
    error: str = ""
    message: str = ""


class AdminSocket:
    """Takes the host's orders. Each of several workers has one, and any of them can carry an order out."""

    def __init__(self, house: House, folder: Path, figures: Callable[[], Awaitable[bytes]] | None = None) -> None:
        name = SOCKET if house.duties.alone else SOCKET_OF_WORKER.format(house.duties.worker)
        self._admin, self._path, self._figures = Admin(house), folder / name, figures
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Open it; a socket that does not answer was left by a dead process."""
        for path in sockets_in(self._path.parent):
            with sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM) as wire:
                try:
                    wire.connect(str(path))
                except OSError:
                    path.unlink(missing_ok=True)
        listener = sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM)
        before = os.umask(0o177)
        try:
            listener.bind(str(self._path))
        except OSError as error:
            listener.close()
            raise TurnwiseError(f"{self._path} can't be made: {error}. Choose a folder with a shorter name.") from None
        finally:
            os.umask(before)
        self._server = await asyncio.start_unix_server(self._serve, sock=listener, limit=LONGEST_ORDER)

    async def close(self) -> None:
        if self._server:
            self._server.close()
            await self._server.wait_closed()
            self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(TIME_OUT):
                who, line = peer(writer.get_extra_info("socket")), await _line(reader)
                if line == FIGURES and self._figures:
                    writer.write(await self._figures())
                else:
                    writer.write(msgspec.json.encode(await self._answer(line, who)))
                await writer.drain()
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    async def _answer(self, line: bytes, who: str) -> Answer:
        try:
            order = msgspec.json.decode(line, type=Order)
            return Answer(await self._admin.carry_out(order, who))
        except TurnwiseError as error:
            return Answer(error=error.code, message=str(error))
        except msgspec.MsgspecError as error:
            return Answer(error="bad_request", message=f"That is no order: {error}.")


async def _line(reader: asyncio.StreamReader) -> bytes:
    """The request; empty if it is too long."""
    try:
        return await reader.readline()
    except ValueError:
        return b""


def sockets_in(folder: Path) -> list[Path]:
    """The sockets in the folder of a house, of live and dead workers."""
    return sorted(folder.glob(SOCKETS))


def _connected(folder: Path) -> sockets.socket | None:
    """A connection to any worker that answers."""
    for path in sockets_in(folder):
        wire = sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM)
        wire.settimeout(TIME_OUT)
        try:
            wire.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError):
            wire.close()
        else:
            return wire
    return None


def ask(folder: Path, order: Order, store: "Address | None" = None, bus: str = "") -> list[dict[str, Any]]:
    """Have an order carried out, whether the house is open or not."""
    records.must_be_ours(folder)
    if not (found := _connected(folder)):
        return asyncio.run(_do_here(folder, order, store, bus))
    with found as wire:
        wire.sendall(msgspec.json.encode(order) + b"\n")
        told = b""
        try:
            while part := wire.recv(1 << 16):
                told += part
        except OSError:
            told = b""
    if not told:
        raise TurnwiseError("The house did not answer; look at its log, and whether the order was carried out.", "busy")
    answer = msgspec.json.decode(told, type=Answer)
    if answer.error:
        raise TurnwiseError(answer.message, answer.error)
    return answer.lines


async def _do_here(folder: Path, order: Order, store: "Address | None", bus: str) -> list[dict[str, Any]]:
    """Workers on other machines may have the house open: they are told."""
    if not store and not elsewhere(folder):
        records.found(folder / DATABASE)
    house = house_on(open_store(folder, store, new=False), bus)
    try:
        await house.colleagues.meet()
        await within_earshot(house)
        return await Admin(house).carry_out(order, this_user())
    finally:
        await house.close()


# The command line.


def run(folder: Path, parsed: argparse.Namespace, store: "Address | None" = None, bus: str = "") -> None:
    """Carry out an order of the command line and print its result."""
    if parsed.order in records.ORDERS:
        _about_the_file(folder, parsed, store)
    elif parsed.order in ("end", "hide"):
        ask(folder, Order(parsed.order, table=parsed.table), store, bus)
        print(f"{parsed.table}: {'ended' if parsed.order == 'end' else 'hidden'}.")
    elif parsed.order == "password":
        (made,) = ask(
            folder, Order("password", person=parsed.person, second_factor=not parsed.no_second_factor), store, bus
        )
        print(f"{made['name']}'s password is {made['password']} until {when(made['until'])}.")
        if parsed.no_second_factor:
            print("There is no second factor any more.")
        print("All devices and programs are signed out. Whoever signs in with it should choose another at /me.")
    elif parsed.order == "add":
        (made,) = ask(folder, Order("add", person=parsed.person), store, bus)
        print(f"{made['name']}'s password is {made['password']} until {when(made['until'])}.")
        print("Whoever signs in with it should choose another at /me.")
    else:
        lines = ask(folder, Order(parsed.order, status=getattr(parsed, "status", None)), store, bus)
        for line in lines:
            print(SHOWN[parsed.order](line))
        if len(lines) == MOST:
            print(f"There may be more than these {MOST:,}.")
        if not lines:
            print(f"No {parsed.order}.")


def _about_the_file(folder: Path, parsed: argparse.Namespace, store: "Address | None") -> None:
    """Orders about the file are carried out here, and then recorded like the others, also if refused."""
    if parsed.order != "check" or not parsed.file:
        records.must_be_ours(folder)
        records.must_be_in_a_file(folder, store)
    do = records.ORDERS[parsed.order]
    if parsed.order == "check":
        return do(folder / DATABASE, parsed)
    order = Order(parsed.order, file=str(getattr(parsed, "file", None) or getattr(parsed, "into", None) or ""))
    try:
        do(folder / DATABASE, parsed)
    except TurnwiseError as error:
        if not check(folder / DATABASE):  # a damaged file is left as it is
            with suppress(TurnwiseError):
                ask(folder, replace(order, refused=str(error)))
        raise
    _write_down(folder, order)


def _write_down(folder: Path, order: Order) -> None:
    """Record an order that was carried out here. A backup is valid even if nothing can be written."""
    try:
        ask(folder, order)
    except TurnwiseError as error:
        print(f"It is done, but it could not be written down who did it: {error}", file=sys.stderr)


def when(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(milliseconds / 1000))


def _table(line: dict[str, Any]) -> str:
    sitters = ", ".join(name or "free" for name in line["names"])
    marks = [line["access"]] + ["hidden"] * line.get("hidden", False) + ["rated"] * line.get("rated", False)
    title = f"  “{line['title']}”" if line.get("title") else ""
    shown = f"{line['status']:8} {line['game']:13} {', '.join(marks):15} {sitters}{title}"
    return f"{line['id']}  {when(line['opened'])}  {shown}"


def _person(line: dict[str, Any]) -> str:
    seen = f"  (last seen at {line['seen']})" if line["seen"] else ""
    return f"{line['id']}  {when(line['made'])}  {'account' if line['account'] else 'guest':8} {line['name']}{seen}"


def _report(line: dict[str, Any]) -> str:
    where = f" at table {line['table']}" if line["table"] else ""
    text = "\n".join(f"    {row}" for row in line["text"].splitlines())
    about = f"{line['about_name']} ({line['about']})" if line["about"] else "a table"
    return f"{line['id']}  {when(line['at'])}  {line['by_name']} about {about}{where}\n{text}"


SHOWN = {"tables": _table, "people": _person, "reports": _report}
