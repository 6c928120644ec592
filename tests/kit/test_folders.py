"""Where this user's things are kept."""

from pathlib import Path

import pytest

from turnwise.kit.folders import cache_folder, data_folder


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("TURNWISE_CACHE", "TURNWISE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


def test_they_lie_where_the_system_wants_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert (cache_folder(), data_folder()) == (tmp_path / ".cache/turnwise", tmp_path / ".local/share/turnwise")
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/tmp/made")
    monkeypatch.setenv("XDG_DATA_HOME", "/srv/kept")
    assert (cache_folder(), data_folder()) == (Path("/var/tmp/made/turnwise"), Path("/srv/kept/turnwise"))


def test_their_owner_may_choose_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNWISE_CACHE", "/var/cache/games")
    monkeypatch.setenv("TURNWISE_HOME", "/srv/tables")
    assert (cache_folder(), data_folder()) == (Path("/var/cache/games"), Path("/srv/tables"))
