"""A house of one process, or of two workers on one database who are asked in turn, as the running test is for."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.stores import arguments_of_house, of_running_test
from tests.web.server import Client, Server


class Pair:
    """What a test asks of a `Server`, where there may be two."""

    def __init__(self, folder: Path, *arguments: str, **more: Any) -> None:
        self._open = ExitStack()
        number = 2 if of_running_test() == "two workers" else 1
        # However slow the machine is, a worker that lives is taken for alive.
        store = [*arguments_of_house(folder), *(["--lease", "60"] if number > 1 else ())]
        # The path of a worker's socket may have a hundred letters or so, and folders of tests have long names.
        short = [Path(self._open.enter_context(TemporaryDirectory())) for _ in range(number)]
        folders = short if number > 1 else [folder / "worker 0"]
        self.servers = [self._open.enter_context(Server(one, *arguments, *store, **more)) for one in folders]

    def __enter__(self) -> "Pair":
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    @property
    def log(self) -> list[str]:
        return [line for server in self.servers for line in server.log]

    def stop(self) -> int:
        code = max(server.stop() for server in self.servers)
        self._open.close()
        return code

    def client(self, token: str = "") -> "EitherClient":
        return EitherClient([server.client(token) for server in self.servers])

    def guest(self, name: str) -> "EitherClient":
        made = self.client().post("/api/guests", {"name": name})
        client = self.client(made["token"])
        client.person = made["person"]["id"]
        return client


class EitherClient(Client):
    """Somebody whose requests and sockets are at the other worker each time."""

    def __init__(self, clients: Sequence[Client]) -> None:
        self.clients, self._turns = clients, cycle(clients)
        self.token, self.person = clients[0].token, ""

    @property
    def url(self) -> str:  # type: ignore[override]
        return next(self._turns).url

    def call(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, bytes]:
        return next(self._turns).call(method, path, body, headers)

    def close(self) -> None:
        """The servers hang up."""
