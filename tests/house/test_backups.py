"""Backups that only a key opens, and a row of them of which the oldest make room: through the command line, on real files."""

import asyncio
import fcntl
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyrage
import pytest

from tests.house.opened import opened, run
from turnwise.cli import main
from turnwise.house.store.interface import Append
from turnwise.house.store.sqlite import Sqlite

Admin = Callable[..., tuple[int, str]]
SECRET = b"the secret of a match that is being played"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    folder = tmp_path / "house"

    async def fill(store: Sqlite) -> None:
        await store.commit([Append("table a", 0, SECRET)])

    run(fill, folder / "house.sqlite")
    return folder


@pytest.fixture
def admin(house: Path, capsys: pytest.CaptureFixture[str]) -> Admin:
    def order(*words: object) -> tuple[int, str]:
        code = main(["admin", "--data", str(house), *map(str, words)])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out + err

    return order


def keys(folder: Path) -> tuple[str, Path]:
    """A public key, and the file with the secret one as `age-keygen` writes it."""
    secret = pyrage.x25519.Identity.generate()
    file = folder / "key.txt"
    file.write_text(f"# created: today\n# public key: {secret.to_public()}\n{secret}\n")
    return str(secret.to_public()), file


def items(path: Path) -> list[bytes]:
    async def read() -> list[bytes]:
        async with opened(path) as store:
            return await store.read("table a")

    return asyncio.run(read())


def test_only_the_key_opens_a_encrypted_backup(tmp_path: Path, house: Path, admin: Admin) -> None:
    public, secret = keys(tmp_path)
    others = tmp_path / "others"
    others.mkdir()
    encrypted = others / "monday.age"
    assert admin("backup", encrypted, "--to", public) == (
        0,
        f"{encrypted}: {encrypted.stat().st_size:,} bytes, and sound, encrypted for 1.\n",
    )
    assert SECRET in (house / "house.sqlite").read_bytes() and SECRET not in encrypted.read_bytes()
    assert [file.name for file in others.iterdir()] == ["monday.age"] and encrypted.stat().st_mode & 0o777 == 0o600
    assert not list(house.glob("*.backup")), "nothing readable is left behind"

    async def go_on(store: Sqlite) -> None:
        await store.commit([Append("table a", 1, b"after it")])

    run(go_on, house / "house.sqlite")
    assert "is encrypted. Open it with its key first" in admin("check", encrypted)[1]
    code, said = admin("restore", encrypted)
    assert code == 2 and "is encrypted: name the file with its secret key, --identity FILE." in said
    other = tmp_path / "other"
    other.mkdir()
    code, said = admin("restore", encrypted, "--identity", keys(other)[1])
    assert code == 2 and "does not open monday.age" in said
    code, said = admin("restore", encrypted, "--identity", encrypted)
    assert code == 2 and "holds no secret key of age" in said
    spoiled = bytearray(encrypted.read_bytes())
    spoiled[-1000] ^= 1
    (tmp_path / "spoiled.age").write_bytes(spoiled)
    code, said = admin("restore", tmp_path / "spoiled.age", "--identity", secret)
    assert code == 2 and "is not as it was written" in said
    assert items(house / "house.sqlite") == [SECRET, b"after it"] and not list(house.glob("*.new"))
    assert admin("restore", encrypted, "--identity", secret)[0] == 0
    assert items(house / "house.sqlite") == [SECRET]


def test_keys_that_are_none_are_refused_before_anything_is_copied(tmp_path: Path, admin: Admin) -> None:
    target = tmp_path / "a.age"
    nothing = tmp_path / "nothing.txt"
    nothing.write_text("# nobody\n")
    secret = keys(tmp_path)[1].read_text().split()[-1]
    for given, told in (
        (("--to", "age1nonsense"), "is no public key of age"),
        (("--to-file", nothing), "There is no key in"),
        (("--to", secret), "That is a secret key"),
        (("--to-file", keys(tmp_path)[1]), "That is a secret key"),
        (("--keep", 3), "--keep is for a row of backups in a folder: --into FOLDER."),
        (("--to-file", tmp_path / "missing"), "can't be read: No such file"),
    ):
        code, said = admin("backup", target, *given)
        assert code == 2 and told in said and secret[20:] not in said
    assert not target.exists()
    assert admin("backup", tmp_path / "nowhere" / "a.sqlite") == (2, f"There is no folder {tmp_path / 'nowhere'}.\n")


def test_a_row_of_backups_keeps_the_newest_and_touches_nothing_else(tmp_path: Path, house: Path, admin: Admin) -> None:
    row = tmp_path / "row"
    public = tmp_path / "public.txt"
    public.write_text(f"# the other machine\n{keys(tmp_path)[0]}\n")
    row.mkdir()
    others = [row / name for name in ("turnwise-000000-mine.sqlite", "turnwise-1.sqlite", "house.sqlite", "z.age")]
    for file in others:
        file.touch()
    (row / "turnwise-000007-20261117T040000Z.sqlite.age.draft").touch()  # of one that was killed
    made = []
    for n in range(1, 6):
        encrypted = ("--to-file", public) if n % 2 else ()
        code, said = admin("backup", "--into", row, "--keep", 2, *encrypted)
        assert code == 0
        (new,) = (file for file in row.iterdir() if file.name.startswith(f"turnwise-00000{n}-2"))
        made.append(new)
        assert said.count("is removed") == (n > 2)
    assert sorted(row.iterdir()) == sorted([*others, *made[-2:]])
    assert [file.suffix for file in made] == [".age", ".sqlite"] * 2 + [".age"]
    (house / "house.sqlite").write_bytes(b"x" * 9000)
    code, said = admin("backup", "--into", row, "--keep", 1)
    assert code == 2 and f"{house / 'house.sqlite'} can't be read: file is not a database" in said
    assert sorted(row.iterdir()) == sorted([*others, *made[-2:]]), "a backup that fails costs none of the old ones"
    assert admin("backup", tmp_path / "nowhere" / "a.sqlite")[0] == 2


def test_a_backup_waits_for_another_of_the_same_row(tmp_path: Path, house: Path) -> None:
    row, public = tmp_path / "row", keys(tmp_path)[0]
    order = ["backup", "--into", str(row), "--to", public]
    command = [sys.executable, "-m", "turnwise", "admin", "--data", str(house), *order]
    with (house / "house.sqlite.backup-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        waiting = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        while not row.exists():
            assert waiting.poll() is None
            time.sleep(0.01)
        (row / "turnwise-000041-20261117T040000Z.sqlite.age").touch()  # what the other has made meanwhile
    told = waiting.communicate(timeout=60)[0].decode()
    assert waiting.returncode == 0 and "turnwise-000042-" in told
