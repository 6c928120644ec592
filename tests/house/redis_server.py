"""A Redis server of a test's own, on a Unix socket in a folder of its own; it keeps nothing."""

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

SETTINGS = {"port": "0", "save": "", "appendonly": "no", "daemonize": "no", "loglevel": "warning"}


def program() -> str:
    """Debian's tools for Redis are the server, too, if they are called by its name."""
    found = shutil.which("redis-server") or shutil.which("redis-check-rdb")
    assert found, "Redis is not here: scripts/test installs it"
    return found


class RedisServer:
    """Started, killed and started again at the same address."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="turnwise-redis-", dir="/tmp"))
        self._socket = self.folder / "socket"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"unix://{self._socket}"

    def start(self) -> None:
        self._socket.unlink(missing_ok=True)
        given = [part for name, value in SETTINGS.items() for part in (f"--{name}", value)]
        self._process = subprocess.Popen(
            ["redis-server", "--unixsocket", str(self._socket), "--dir", str(self.folder), *given],
            executable=program(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        until = time.monotonic() + 30
        while True:
            try:
                with socket.socket(socket.AF_UNIX) as wire:
                    wire.connect(str(self._socket))
                return
            except OSError:
                assert self._process.poll() is None and time.monotonic() < until, "Redis did not start"
                time.sleep(0.01)

    def kill(self) -> None:
        if self._process:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait(30)

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self.folder)
