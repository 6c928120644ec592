"""Packages that name games in the entry-point group: which are taken, and what is said of the others."""

import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import turnwise as tw
from tests.kit.test_declared import NIM
from turnwise import games
from turnwise.kit.errors import UnknownGame
from turnwise.kit.game import MissingGame

ROOT = Path(__file__).parent.parent
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Lets a package be installed, as far as Python can tell; all of them are gone afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def install(distribution: str, rules: str = NIM, **named: str) -> None:
        about = tmp_path / f"{distribution.replace('-', '_')}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
        rows = "".join(f"{name} = {package}\n" for name, package in named.items())
        (about / "entry_points.txt").write_text(f"[{games.GROUP}]\n{rows}")
        for package in named.values():
            (tmp_path / package).mkdir(exist_ok=True)
            (tmp_path / package / "__init__.py").write_text(
                '"""Nim: take the last match.\n\nFrom one heap a turn."""\n'
            )
            (tmp_path / package / "rules.py").write_text(rules)
        forget()

    yield install
    shutil.rmtree(tmp_path)
    forget()


def forget() -> None:
    games._shelf.cache_clear()
    games._loaded.cache_clear()


def test_our_games_are_those_of_pyproject_and_every_folder_is_one() -> None:
    """Else this folder was changed after it was installed: scripts/test installs it anew."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"][games.GROUP]
    assert games.ours() == tuple(sorted(listed))
    assert set(listed) == {file.parent.name for file in (ROOT / "src/turnwise/games").glob("*/rules.py")}
    assert all(package == f"turnwise.games.{name}" for name, package in listed.items())


def test_a_game_from_outside_stands_on_the_shelf_and_needs_no_more_than_rules(install: Install) -> None:
    install("turnwise-nim", nim="nim_of_ann")
    one = tw.game("nim")
    assert one in tw.all_games() and (one.name, one.title, one.package) == ("nim", "Nim", "nim_of_ann")
    assert one.rulebook == "# Nim\n\nFrom one heap a turn.\n"
    match = tw.Match("nim", compiled=False)
    match.play("take a 2")
    assert "game: nim\n" in match.save() and tw.Match.load(match.save(), compiled=False) == match
    assert games.left_out() == [] and games.package_of("nim") == "turnwise-nim"


def test_a_name_that_we_have_stays_ours_and_of_two_others_the_first_is_taken(install: Install) -> None:
    install("their-games", connect_four="their_four", nim="their_nim", **{"Bad Name": "their_nim"})
    install("more-games", nim="more_nim")
    assert tw.game("connect_four").package == "turnwise.games.connect_four" and tw.game("nim").package == "more_nim"
    told = [str(one) for one in games.left_out()]
    assert sorted(told) == [
        "The game 'connect_four' of the package their-games is left out: turnwise has one of that name.",
        "The game 'nim' of the package their-games is left out: more-games has one of that name.",
        "The package their-games calls a game 'Bad Name': a name has small letters, digits and _, 60 at most.",
    ]


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise SystemExit('no')", "SystemExit: no"),
        (NIM.replace("\nHEAPS = 3\n", "\nOPTIONS = 3\nHEAPS = 3\n"), "'int' object has no attribute"),
        ("VERSION = 1", "AttributeError"),
        (NIM.replace("VERSION, SEATS, CHANCE = 1, (2, 2), False", "SEATS = 2, 2"), "AttributeError"),
    ],
)
def test_a_game_that_can_t_be_loaded_is_left_out_and_the_others_stay(install: Install, rules: str, why: str) -> None:
    name = f"bad_{len(rules)}"  # a module that failed is not forgotten
    install("turnwise-bad", rules, bad=name)
    assert [one.name for one in tw.all_games() if one.name in games.ours()] == [one.name for one in tw.all_games()]
    (told,) = map(str, games.left_out())
    assert told.startswith("The game 'bad' of the package turnwise-bad can't be loaded: ") and why in told
    with pytest.raises(UnknownGame, match="can't be loaded"):
        tw.game("bad")
    kept = games.recorded("bad")
    assert isinstance(kept, MissingGame) and str(kept.missing) == f"{told} Matches of it can't go on here."


def test_a_house_offers_ours_and_what_its_host_names(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(games.OFFERED, "")  # to be put back
    install("turnwise-nim", nim="nim_of_ben", nim_too="nim_of_ben")
    assert games.game_names() == games.ours() and set(games.installed()) == {*games.ours(), "nim", "nim_too"}
    with pytest.raises(UnknownGame, match="There is no game 'nim'."):
        tw.game("nim")
    assert [str(one) for one in games.offer_only(["nim", "nimm"])] == ["There is no game 'nimm'. Did you mean 'nim'?"]
    assert {*games.game_names()} - {*games.ours()} == {"nim"} and tw.game("nim").name == "nim"
    assert games.recorded("nim_too").missing
