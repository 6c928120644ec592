"""A study says what the games say: its figures worked out by hand, its page whole in itself, for every game."""

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import turnwise as tw
from turnwise.cli import main
from turnwise.games import all_games
from turnwise.kit.errors import BadOption, TurnwiseError
from turnwise.kit.game import Game
from turnwise.lab.charts import Bar, bars, columns, line, ticks
from turnwise.lab.compare import Comparison, compare, side
from turnwise.lab.data import Data, seats_file
from turnwise.lab.page import LISTED, SHOWN
from turnwise.lab.shares import Share
from turnwise.lab.simulate import plan_of, run
from turnwise.lab.study import Study, judged, study
from turnwise.lab.tally import BINS, COLUMNS, LEADS, LOWEST, SETTLED, WINNERS, follow

EVERY_GAME = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


class Page(HTMLParser):
    """A page taken apart: its tags, whether they close, and its text."""

    VOID = frozenset({"meta"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@EVERY_GAME
def test_every_game_has_a_page_that_is_whole_in_itself(game: Game) -> None:
    found = study(game, 40, bots="random", cores=1, skill=False)
    text = found.html("de")
    page = Page(text)
    assert page.open == [] and page.tags.count("svg") >= 5 and "script" not in page.tags and "link" not in page.tags
    assert not re.search(r"(?:src|href|url\()\s*=?\s*[\"'(]?https?:", text)
    assert "prefers-color-scheme: dark" in text and "@media print" in text and 'lang="de"' in text
    assert sum(found.tally.acts.values()) >= found.tally.actions and found.tally.games == 40
    assert page.tags.count("tr") == min(max(len(found.tally.acts) - SHOWN, 0), LISTED), "every action is there"
    assert found._repr_html_().count("<svg") == page.tags.count("svg") and str(found).startswith("40 games")


@pytest.mark.parametrize(
    ("wins", "fair", "meaning"),
    [
        (Share(0.531, 0.526, 0.536), 0.5, "53.1 % (52.6 to 53.6): a small but real edge."),
        (Share(0.469, 0.464, 0.474), 0.5, "46.9 % (46.4 to 47.4): a small but real burden."),
        (Share(0.51, 0.49, 0.53), 0.5, "51.0 % (49.0 to 53.0): no edge that can be told from chance."),
        (Share(0.35, 0.34, 0.36), 0.25, "35.0 % (34.0 to 36.0): a clear edge."),
        (Share(0.1, 0.09, 0.11), 0.5, "10.0 % (9.0 to 11.0): a large burden."),
    ],
)
def test_a_share_is_judged_by_its_interval_and_its_size(wins: Share, fair: float, meaning: str) -> None:
    assert str(judged("Seat 0", wins, fair)) == f"Seat 0 wins {meaning}"


def test_the_lead_is_followed_as_worked_out_by_hand() -> None:
    """Seat 1 leads, seat 0 takes it at the fourth of eight plies and wins; a doubt of one thousandth is no change."""
    series = np.array([[400, 600], [380, 620], [501, 500], [700, 300], [499, 501], [800, 200], [900, 100], [990, 10]])
    rows, curve = np.zeros((1, COLUMNS), np.int64), np.zeros((BINS, 2), np.int64)
    rows[0, WINNERS] = 0b01
    follow(series, 8, 2, rows, 0, curve)
    assert (rows[0, LEADS], rows[0, SETTLED], rows[0, LOWEST]) == (1, 3 * BINS // 8, 380)
    assert curve[:, 1].sum() == 8 and curve[0].tolist() == [400, 1]
    rows[0, WINNERS] = 0b10  # who was ahead did not win: it was decided by the last action
    follow(series, 8, 2, rows, 0, curve)
    assert (rows[0, SETTLED], rows[0, LOWEST]) == (BINS, 10)
    rows[0, WINNERS] = 0
    follow(series, 8, 2, rows, 0, curve)
    assert (rows[0, LEADS], rows[0, SETTLED]) == (1, -1)


def test_bots_say_themselves_what_they_expect() -> None:
    """A game that evaluates nothing is followed by those who look ahead."""
    silent = study("whot", 4, bots="classic", skill=False)
    assert silent.followed == 0 and any("Nobody said who was ahead" in str(one) for one in silent.remarks())
    found = study("whot", 4, bots="search:1", cores=1, skill=False)
    assert found.followed == 4 == sum(found.tally.settled.values()) + found.tally.nobody
    assert any("The winner is ahead for good after" in str(one) for one in found.sentences())


def test_luck_and_skill_are_told_apart_on_the_same_deals() -> None:
    found = study("connect_four", 600, bots="classic", cores=1)
    assert found.skill and found.skill.deals == 30 == sum(found.skill.by_wins.values())
    assert found.skill.wins.share > 0.7 and found.skill.fair == 0.5
    assert any(str(one).startswith("Skill: search:2 gets ") for one in found.sentences())
    assert any(str(one).startswith("The rules have no luck") for one in found.sentences())
    assert study("rally", 2, seats=1).skill is None


def test_what_it_is_worth_to_begin_is_not_told_by_a_bot_that_always_does() -> None:
    alike, apart = (
        study("connect_four", 60, bots=bots, cores=1, skill=False) for bots in ("classic", ["classic", "random"])
    )
    assert "To begin is worth" in alike.html() and "whoever begins" in alike.html()
    assert "To begin is worth" not in apart.html() and "whoever begins" not in apart.html()
    assert "do not tell what it is worth to begin" in apart.html()


def test_minutes_are_reckoned_at_a_pace() -> None:
    plan = plan_of("connect_four", options={}, watch=True)
    found = Study(plan, run(plan, 512, cores=1), 512, pace=30)
    tally = found.tally
    seconds = (tally.choices * 30 + (tally.actions - tally.choices) * 2) / tally.actions
    assert found.minutes(20) == pytest.approx(20 * seconds / 60)


def test_nothing_is_told_from_nothing_and_a_difference_is_what_the_games_say() -> None:
    """A side against itself differs in no single game; two numbers of cards differ by what two runs say by themselves."""
    same = study("whot", 600, compare=("cards_each=5", "cards_each=5"), bots="classic", seats=3)
    assert isinstance(same, Comparison) and all(one.apart == one.low == one.high == 0 for one in same.differences)
    assert [str(one) for one in same.sentences()] == [
        "In 600 pairs of games nothing tells cards_each=5 from cards_each=5."
    ]
    other = study("whot", 1024, compare=("cards_each=3", "cards_each=7"), bots="classic", seats=3)
    three, eight = (study("whot", 1024, bots="classic", seats=3, skill=False, cards_each=cards) for cards in (3, 7))
    actions = next(one for one in other.differences if one.name == "actions")
    assert actions.one * 1024 == pytest.approx(three.tally.actions) and actions.two * 1024 == pytest.approx(
        eight.tally.actions
    )
    assert actions.told and actions.low < actions.apart < actions.high
    assert actions.apart == pytest.approx(actions.two - actions.one)
    assert any(str(one).startswith("Actions a game: ") for one in other.sentences())
    assert Page(other.html()).open == [] and other._repr_html_().count("<svg") >= 4


def test_games_and_bots_are_compared_too() -> None:
    bots = study("connect_four", 6, compare=("classic", "search:1"), cores=1)
    assert [plan.names for plan in bots.plans] == [["classic"] * 2, ["search:1"] * 2] and bots.games == 6
    games = study("connect_four", 512, compare=("connect_four", "reversi"))
    assert [plan.game for plan in games.plans] == ["connect_four", "reversi"]
    assert next(one for one in games.differences if one.name == "actions").told
    with pytest.raises(BadOption, match="There is no option 'colour'"):
        side("colour=red", tw.game("connect_four"), ["random"], {})


def test_one_core_and_two_compare_alike() -> None:
    plans = tuple(plan_of("connect_four", bots=bot, options={}, watch=True) for bot in ("random", "classic"))
    one, two = (compare(("a", "b"), (plans[0], plans[1]), 1500, cores=cores) for cores in (1, 2))
    assert one.sums == two.sums


@pytest.mark.parametrize("kind", [".csv", ".parquet"])
def test_single_games_are_data_that_add_up(kind: str, tmp_path: Path) -> None:
    plan = plan_of("whot", seats=3, bots=["classic", "random", "classic"], options={}, rows=True)
    file = tmp_path / f"games{kind}"
    data = Data(file, plan)
    tally = run(plan, 700, cores=2, each=data.add)
    data.close()
    games, seats = (_read(one) for one in (file, seats_file(file)))
    assert len(games) == 700 and len(seats) == 2100 and [int(row["game"]) for row in games] == list(range(700))
    assert sum(int(row["actions"]) for row in games) == tally.actions
    assert [
        sum(row["won"] in (True, "true") for row in seats if int(row["seat"]) == seat) for seat in range(3)
    ] == tally.wins
    points = sum(float(row["points"]) for row in seats if row["bot"] == "random")
    assert points / 700 == pytest.approx(tally.mean_points(1))
    assert {row["end"] for row in games} == set(tally.ends)


def _read(file: Path) -> list[dict[str, Any]]:
    if file.suffix == ".csv":
        with file.open(newline="") as rows:
            return [dict(row) for row in csv.DictReader(rows)]
    from pyarrow import parquet

    found: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
    return found


def test_labels_that_are_long_keep_both_ends_and_axes_are_round() -> None:
    drawn = bars([Bar(f"Drop a disc into the column with the number {n}", n, str(n)) for n in (1, 2)], "two & more")
    assert re.findall(r">Drop a[^<]*…[^<]*number (\d)<", drawn) == ["1", "2"] and "two &amp; more" in drawn
    assert ticks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1.0] and ticks(3, 47, whole=True) == [10, 20, 30, 40]
    assert ticks(5, 5) == [5]
    assert columns({}, "", "").startswith("<svg") and line([], "", "").startswith("<svg")
    many = columns(dict.fromkeys(range(1000), 1), "", "actions")
    assert many.count("<rect") <= 50


def test_the_command_writes_a_report_and_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TURNWISE_HOME", str(tmp_path))
    page, data = tmp_path / "report.html", tmp_path / "games.csv"
    words = ["simulate", "connect_four", "--games", "600", "--bots", "classic", "--cores", "1", "--json"]
    assert main([*words, "--report", str(page), "--data", str(data)]) == 0
    out, errors = capsys.readouterr()
    assert f"The report is in {page}." in errors
    assert json.loads(out)["games"] == 600 == len(data.read_text().splitlines()) - 1
    assert "Seat 0 wins " in page.read_text() and not [*(tmp_path / "runs").iterdir()]
    words = ["simulate", "whot", "--compare", "cards_each=4", "cards_each=7", "--games", "512", "--bots", "classic"]
    assert main([*words, "--report", str(page), "--language", "de"]) == 0
    assert "Aktionen je Partie" in capsys.readouterr().out and "Unterschied" in page.read_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--report", "nowhere/report.html"), "nowhere/report.html cannot be written"),
        (("--report", "report.txt"), "A report is a page: name it report.html."),
        (("--data", "games.json"), "Data are written as .csv or .parquet, not as games.json."),
        (("--compare", "colour=1", "colour=2"), "There is no option 'colour'"),
        (("--compare", "classic", "clever"), "There is no bot 'clever'"),
        (
            ("--compare", "classic", "random", "--json"),
            "--compare has a --report, and neither --data nor --moves nor --json.",
        ),
        (("--option", "colour=1"), "There is no option 'colour': this game has none."),
    ],
)
def test_bad_input_is_told_before_a_game_is_played(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "connect_four", "--games", "10", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_parquet_is_an_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("turnwise.lab.data.find_spec", lambda name: None)
    plan = plan_of("connect_four", options={}, rows=True)
    with pytest.raises(TurnwiseError, match="pip install 'turnwise\\[lab\\]'"):
        Data(tmp_path / "games.parquet", plan)
