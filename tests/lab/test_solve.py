"""Small games have known values, which are found through the rules themselves; large ones are refused with their size."""

import json
from pathlib import Path

import pytest

from turnwise.bots.bot import Thought
from turnwise.cli import main
from turnwise.games import game
from turnwise.kit.game import Game
from turnwise.lab.solve import exploitability, solve
from turnwise.lab.tree import TooLarge


def test_kuhn_poker_is_worth_what_kuhn_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "strategy.json"
    assert main(["solve", "kuhn_poker", "--json", str(file)]) == 0
    told = capsys.readouterr().out
    assert "With hands=1" in told and "58 histories, 12 moments" in told
    kept = json.loads(file.read_text())
    assert kept["values"][0] == pytest.approx(-1 / 18, abs=1e-3)
    assert sum(kept["gains"]) / 2 < 1e-3
    for moment in kept["moments"]:
        assert sum(moment["actions"].values()) == pytest.approx(1)


def test_leduc_poker_is_as_large_and_worth_as_much_as_in_the_papers() -> None:
    found = solve("leduc_poker", target=5e-3)
    assert (found.tree.histories, len(found.tree.moments)) == (9457, 936)
    assert found.values[0] == pytest.approx(-0.0856, abs=5e-3) and found.exploitability <= 5e-3


def test_three_players_are_no_different() -> None:
    found = solve("kuhn_poker", seats=3, target=0.02, iterations=200)
    assert sum(found.values) == pytest.approx(0, abs=1e-9) and found.exploitability <= 0.02


class Stubborn:
    """Always the last of its actions: it bets, and calls."""

    name, game = "stubborn", None

    def think(self, known: object, seat: int, **more: object) -> Thought:
        return Thought(known.legal(seat)[-1])  # type: ignore[attr-defined]


def test_how_far_a_bot_is_from_perfect_is_one_call() -> None:
    """Who always bets and calls is beaten by betting and calling with a king, and giving up a jack: worked out by hand."""
    found = exploitability("kuhn_poker", Stubborn(), tries=1)
    assert found.values == [0, 0]
    # against it, of six deals: with a king +2 twice, with a queen +2 and -2, with a jack -1 twice
    assert found.gains == pytest.approx([2 / 6, 2 / 6])
    perfect = exploitability("kuhn_poker", "classic", tries=400)
    anybody = exploitability("kuhn_poker", "random", tries=400)
    assert perfect.exploitability < 0.03 < 0.4 < anybody.exploitability


@pytest.mark.parametrize("one", [game("connect_four"), game("whot")], ids=lambda one: one.name)
def test_a_game_that_is_too_large_is_refused_with_its_size(one: Game) -> None:
    with pytest.raises(TooLarge, match=r"about 10\^\d+ histories"):
        solve(one)


def test_what_is_misspelt_is_said_before_anything_is_reckoned(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "kuhn_poker", "--option", "hends=1"]) == 2
    assert "hands" in capsys.readouterr().err
    assert main(["solve", "kuhn_poker", "--bot", "nobody"]) == 2
    assert "There is no bot" in capsys.readouterr().err
