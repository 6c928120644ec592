"""The command that measures the levels goes on where it stopped."""

from pathlib import Path

import pytest

from bench import ladder
from bench.ladder import Kept, Pairing, measure, pairings, table
from turnwise.bots.names import LEVELS
from turnwise.games import game
from turnwise.kit.levels import Level
from turnwise.lab import arena as arenas

FOUR = game("connect_four")
PAIRING = Pairing(FOUR, "search:1", "random")


def test_every_level_meets_the_one_below_and_the_classic_player() -> None:
    met = {(one.first, one.second) for one in pairings(FOUR)}
    assert met == {
        ("search:1", "random"),
        *((f"search:{level}", "classic") for level in LEVELS),
        *((f"search:{level}", f"search:{level - 1}") for level in LEVELS[1:]),
    }


def test_it_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "pairings", lambda game: [PAIRING])
    at_once, in_parts = tmp_path / "one", tmp_path / "two"
    for folder in (at_once, in_parts):
        folder.mkdir()
    assert measure(at_once, [FOUR], 40, 1)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    assert measure(in_parts, [FOUR], 20, 1)
    with monkeypatch.context() as patch:
        patch.setattr(arenas, "warm_up", interrupted)
        assert not measure(in_parts, [FOUR], 40, 1), "Ctrl-C in the second block"
    assert len(Kept(in_parts, PAIRING).rows) == 20
    assert measure(in_parts, [FOUR], 40, 1)
    whole = Kept(at_once, PAIRING)
    assert len(whole.rows) == 40 and Kept(in_parts, PAIRING).rows == whole.rows, "the same games"
    assert f"| Connect Four | {whole} |" in table(in_parts, [FOUR]) and whole.points.low > 0.5
    monkeypatch.setattr(ladder, "level_of", lambda game, number: Level(plies=3))
    assert Kept(in_parts, PAIRING).rows == [], "another level is measured anew"
