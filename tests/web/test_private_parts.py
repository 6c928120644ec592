"""The protocols in `web/http/` stand on parts of uvicorn and websockets that their authors may change without a word.

If this fails after `scripts/lock`, read what changed in them, mend those two, then raise the bounds in pyproject.toml.
"""

import ast
import inspect
import textwrap
from asyncio import Event, Transport
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]
from websockets.server import ServerProtocol

from turnwise.web.http.http_protocol import HttpProtocol
from turnwise.web.http.websocket_protocol import Inbox, Protocol


def asked_of(owner: str, by: type) -> set[str]:
    """The names that follow `owner.` in the source of a class."""
    source = ast.walk(ast.parse(textwrap.dedent(inspect.getsource(by))))
    return {node.attr for node in source if isinstance(node, ast.Attribute) and ast.unparse(node.value) == owner}


def version(name: str) -> str:
    return f"{name} {metadata.version(name)}"


@pytest.mark.parametrize(
    ("ours", "theirs", "needed"),
    [
        (Protocol, WebSocketsSansIOProtocol, {"queue", "conn", "writable", "read_paused", "close_sent", "close_timer"}),
        (HttpProtocol, HttpToolsProtocol, {"cycle", "pipeline", "headers", "flow", "client", "loop", "transport"}),
    ],
    ids=["socket", "HTTP"],
)
def test_what_we_use_of_a_connection_is_there(ours: type, theirs: type, needed: set[str]) -> None:
    there = set(dir(theirs)) | asked_of("self", theirs)
    of_our_own = {name for name in vars(ours) if name not in there}
    used = {name for name in asked_of("self", ours) - of_our_own if not name.startswith("_")}
    used |= asked_of("super()", ours)
    assert needed <= used
    assert used <= there, f"{version('uvicorn')} has no {used - there} any more"


OVERRIDDEN = [
    (ours, theirs, name)
    for ours, theirs in ((Protocol, WebSocketsSansIOProtocol), (HttpProtocol, HttpToolsProtocol))
    for name in sorted(set(vars(ours)) & set(vars(theirs)))
    if inspect.isfunction(getattr(ours, name)) and name != "__init__"
]


@pytest.mark.parametrize(("ours", "theirs", "name"), OVERRIDDEN, ids=lambda it: it if isinstance(it, str) else "")
def test_what_we_override_is_called_as_we_think(ours: type, theirs: type, name: str) -> None:
    own, other = getattr(ours, name), getattr(theirs, name)
    assert [*inspect.signature(own).parameters] == [*inspect.signature(other).parameters], version("uvicorn")
    assert inspect.iscoroutinefunction(own) == inspect.iscoroutinefunction(other), version("uvicorn")


def test_all_that_we_hook_into_is_overridden() -> None:
    hooks = {name for ours, _, name in OVERRIDDEN if ours is HttpProtocol}
    assert hooks >= {"on_header", "on_headers_complete", "on_body", "on_message_complete", "send_400_response"}
    assert hooks >= {"handle_websocket_upgrade", "_start_asgi_task", "pause_writing", "resume_writing"}
    assert {"on_body", "on_header"} <= set(dir(HttpToolsProtocol)) and "_start_asgi_task" in asked_of(
        "self", HttpToolsProtocol
    )


@pytest.mark.parametrize(
    ("ours", "part", "kind"),
    [
        (Protocol, "conn", ServerProtocol),
        (Protocol, "writable", Event),
        (Protocol, "transport", Transport),
        (HttpProtocol, "transport", Transport),
        (HttpProtocol, "flow", FlowControl),
        (HttpProtocol, "cycle", RequestResponseCycle),
    ],
    ids=lambda it: it if isinstance(it, str) else "",
)
def test_its_parts_are_what_we_take_them_for(ours: type, part: str, kind: type) -> None:
    asked = asked_of(f"self.{part}", ours)
    there = set(dir(kind)) | {name for one in kind.__mro__[:-1] for name in asked_of("self", one)}
    assert asked and asked <= there, f"{version('websockets')}, {version('uvicorn')}: no {asked - there}"
    assert kind.__name__ in inspect.getsource(ours.__mro__[1]), f"{version('uvicorn')}: {part} is something else"


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
