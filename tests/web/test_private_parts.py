"""`web/protocol.py` stands on parts of uvicorn and websockets that their authors may change without a word.

If this fails after `scripts/lock`, read what changed in them, mend `web/protocol.py`, then raise the bounds in pyproject.toml.
"""

import ast
import inspect
import textwrap
from asyncio import Event, Transport
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]
from websockets.server import ServerProtocol

from turnwise.web.protocol import Inbox, Protocol


def asked_of(owner: str, by: type) -> set[str]:
    """The names that follow `owner.` in the source of a class."""
    source = ast.walk(ast.parse(textwrap.dedent(inspect.getsource(by))))
    return {node.attr for node in source if isinstance(node, ast.Attribute) and ast.unparse(node.value) == owner}


def version(name: str) -> str:
    return f"{name} {metadata.version(name)}"


def test_what_we_use_of_a_connection_is_there() -> None:
    there = set(dir(WebSocketsSansIOProtocol)) | asked_of("self", WebSocketsSansIOProtocol)
    of_our_own = {name for name in vars(Protocol) if name not in there}
    used = {name for name in asked_of("self", Protocol) - of_our_own if not name.startswith("_")}
    used |= asked_of("super()", Protocol)
    assert {"queue", "conn", "writable", "read_paused", "close_sent", "handshake_complete"} <= used
    assert used <= there, f"{version('uvicorn')} has no {used - there} any more"


@pytest.mark.parametrize("name", sorted(asked_of("super()", Protocol) - {"__init__"}))
def test_what_we_override_is_called_as_we_think(name: str) -> None:
    ours, theirs = getattr(Protocol, name), getattr(WebSocketsSansIOProtocol, name)
    assert [*inspect.signature(ours).parameters] == [*inspect.signature(theirs).parameters], version("uvicorn")
    assert inspect.iscoroutinefunction(ours) == inspect.iscoroutinefunction(theirs), version("uvicorn")


@pytest.mark.parametrize(
    ("part", "kind"), [("conn", ServerProtocol), ("writable", Event), ("transport", Transport)], ids=lambda it: str(it)
)
def test_its_parts_are_what_we_take_them_for(part: str, kind: type) -> None:
    asked = asked_of(f"self.{part}", Protocol)
    assert asked and asked <= set(dir(kind)) | asked_of("self", kind), (
        f"{version('websockets')}: no {asked - set(dir(kind))}"
    )
    assert kind.__name__ in inspect.getsource(WebSocketsSansIOProtocol), (
        f"{version('uvicorn')}: {part} is something else"
    )


def test_our_inbox_has_all_that_is_asked_of_a_queue() -> None:
    asked = asked_of("self.queue", WebSocketsSansIOProtocol)
    assert asked and asked <= set(vars(Inbox)), f"{version('uvicorn')} asks for {asked - set(vars(Inbox))} of its queue"


def test_a_frame_and_its_mask_are_what_they_were() -> None:
    assert apply_mask(b"Whot", b"\x01\x02\x03\x04") == bytes(
        a ^ b for a, b in zip(b"Whot", b"\x01\x02\x03\x04", strict=True)
    )
    assert {"fin", "data"} <= set(Frame.__annotations__), version("websockets")


@pytest.mark.parametrize("name", ["uvicorn", "websockets"])
def test_no_version_is_installed_that_nobody_has_tried(name: str) -> None:
    [bound] = [one.specifier for one in map(Requirement, metadata.requires("turnwise") or ()) if one.name == name]
    assert any(part.operator == "<" for part in bound), f"{name}{bound} has no upper bound"
    assert bound.contains(metadata.version(name)), version(name)
