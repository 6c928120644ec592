"""A PostgreSQL server of the tests' own: in a folder of its own, on a Unix socket, by a user who is not root.

    python -m tests.house.postgres_server FOLDER

keeps one open in a folder until nobody holds a shared lock on its file `users` any more, however they ended.
"""

import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from turnwise.kit.folders import cache_folder

ROOT = Path(__file__).parents[2]
OWNER = "owner"
ACCESS = "local all locked scram-sha-256\nlocal all all trust\n"
SETTINGS = {
    "listen_addresses": "",
    "shared_buffers": "32MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "log_min_messages": "fatal",
}
CLEANS_UP = """
import os, shutil, signal, sys
sys.stdin.read()
try:
    pid = int(open(f"{sys.argv[1]}/data/postmaster.pid").readline())
    if sys.argv[1] in open(f"/proc/{pid}/cmdline").read():
        os.kill(pid, signal.SIGQUIT)
except (OSError, ValueError):
    pass
shutil.rmtree(sys.argv[1], ignore_errors=True)
"""


def binaries() -> Path:
    """Where PostgreSQL's programs are, the newest if there are several."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    here = shutil.which("initdb")
    assert here, "PostgreSQL is not here: scripts/test installs it"
    return Path(here).resolve().parent


def user() -> dict[str, Any]:
    """As whom its programs run: as this user, or, since it refuses root, as another."""
    if os.getuid():
        return {}
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    raise AssertionError("There is no user but root")


def own(folder: Path) -> None:
    """Give a folder with all that is in it to whoever runs the server."""
    if given := user():
        for path in (folder, *folder.rglob("*")):
            os.chown(path, given["user"], given["group"], follow_symlinks=False)


def run(*command: object) -> None:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd="/", **user())
    assert not done.returncode, done.stdout + done.stderr


def new_cluster(folder: Path) -> None:
    """The files of a server, copied from those that were made once."""
    made = cache_folder() / f"postgres-{binaries().parts[-2]}"
    if not made.exists():
        made.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir="/tmp") as draft:
            own(Path(draft))
            data = Path(draft) / "data"
            options = ("--username", OWNER, "--encoding=UTF8", "--no-locale", "--wal-segsize=1", "--no-sync")
            run(binaries() / "initdb", "--pgdata", data, *options)
            (data / "pg_hba.conf").write_text(ACCESS)
            beside = Path(tempfile.mkdtemp(dir=made.parent))
            shutil.copytree(data, beside / "data", symlinks=True)
            try:
                (beside / "data").rename(made)
            except OSError:
                assert made.exists()  # somebody else was quicker
            shutil.rmtree(beside, ignore_errors=True)
    shutil.copytree(made, folder, symlinks=True)
    folder.chmod(0o700)


class Cluster:
    """A server in a folder."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder, self._settings = folder, SETTINGS | settings
        self._process: subprocess.Popen[bytes] | None = None
        folder.chmod(0o700)
        new_cluster(folder / "data")
        own(folder)
        # Whoever is killed leaves nothing running: another process cleans up as soon as this one holds the pipe no longer.
        self._watcher = subprocess.Popen(
            [sys.executable, "-c", CLEANS_UP, str(folder)], stdin=subprocess.PIPE, start_new_session=True
        )

    def close(self) -> None:
        """Stop it and remove its folder."""
        self.stop()
        if self._watcher.poll() is None:
            self._watcher.communicate(timeout=60)

    def start(self) -> None:
        given = [f"--{name}={value}" for name, value in self._settings.items()]
        with (self.folder / "log").open("w") as log:
            self._process = subprocess.Popen(
                [str(binaries() / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), *given],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd="/",
                start_new_session=True,
                **user(),
            )
        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(address(self.folder, "postgres")).close()
                return
            except psycopg.OperationalError:
                told = (self.folder / "log").read_text()
                assert self._process.poll() is None and time.monotonic() < until, told
                time.sleep(0.02)

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def stop(self, way: int = signal.SIGQUIT) -> None:
        """At once by default, as if the power had failed; it puts itself in order when it starts again."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(way)
            self._process.wait(60)

    def kill(self) -> None:
        """kill -9 of the postmaster."""
        self.stop(signal.SIGKILL)

    def start_again(self) -> None:
        """After a kill: what the postmaster had started ends by itself, and until then the next refuses to start."""
        until = time.monotonic() + 60
        while True:
            try:
                return self.start()
            except AssertionError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)


def address(folder: Path, database: str, user: str = OWNER) -> str:
    return f"postgresql://{user}@/{database}?host={folder}"


@contextmanager
def shared(folder: Path) -> Iterator[Path]:
    """The folder of the one server that all processes of a run of the tests share."""
    with (folder / "starting").open("w") as starting, (folder / "users").open("w") as users:
        fcntl.flock(starting, fcntl.LOCK_EX)
        fcntl.flock(users, fcntl.LOCK_SH)  # waits for one that is just being stopped
        ready = folder / "ready"
        if not ready.exists():
            with subprocess.Popen(
                [sys.executable, "-m", "tests.house.postgres_server", str(folder)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                cwd=ROOT,
                start_new_session=True,
                pass_fds=(),
            ) as keeper:
                assert keeper.stdout and keeper.stdout.readline(), "PostgreSQL did not start"
                keeper.stdout.close()
                keeper.returncode = 0  # it goes on, and ends by itself
        fcntl.flock(starting, fcntl.LOCK_UN)
        yield Path(ready.read_text())


def keep(folder: Path) -> None:
    cluster = Cluster(home(), fsync="off", full_page_writes="off")
    try:
        cluster.start()
        (folder / "ready").write_text(str(cluster.folder))
        print("ready", flush=True)
        with (folder / "users").open("w") as users:
            fcntl.flock(users, fcntl.LOCK_EX)
            (folder / "ready").unlink(missing_ok=True)
            cluster.close()
    finally:
        cluster.close()


def home() -> Path:
    """A new folder for a server; a socket's name must be short."""
    return Path(tempfile.mkdtemp(prefix="turnwise-postgres-", dir="/tmp"))


def own_database() -> str:
    """The name of the database of this process, where several run the tests."""
    return os.environ.get("PYTEST_XDIST_WORKER", "alone")


def emptied(folder: Path, name: str) -> str:
    """The address of a database without a house in it."""
    with closing(psycopg.connect(address(folder, "postgres"), autocommit=True)) as server:
        if not server.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchall():
            server.execute(f'CREATE DATABASE "{name}"'.encode())
    with closing(psycopg.connect(address(folder, name), autocommit=True)) as database:
        database.execute("SET client_min_messages = error")
        database.execute("DROP SCHEMA IF EXISTS turnwise CASCADE")
    return address(folder, name)


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
