"""What a table of DeerPortal may set of its looks, and the holiday of the day: in the house, at the terminal, in the picture."""

from datetime import date
from io import StringIO
from pathlib import Path
from typing import ClassVar

import pytest

import turnwise as tw
from tests.games.deerportal.scenes import wandered
from tests.law import law
from tests.terminal.quiet import played
from tests.web.hall import Hall, in_hall
from turnwise.draw import picture
from turnwise.draw.keyed import Sketches
from turnwise.kit.shapes import Picture
from turnwise.terminal import sentences
from turnwise.terminal.menu import asked, menu
from turnwise.terminal.plain import Gone, Talk

BOTH = "Today: 1st Cross-Quarter Day and Imbolc (Imbolg, Brighid)"


def drawn(match: tw.Match, **settings: object) -> Picture:
    match.set(settings)
    return picture(match.view(None))


class Clock(date):
    """A calendar that stands still."""

    day_now: ClassVar[tuple[int, int, int]]

    @classmethod
    def today(cls) -> "Clock":
        return cls(*cls.day_now)


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> type[Clock]:
    monkeypatch.setattr(sentences, "date", Clock)
    Clock.day_now = 2027, 2, 2
    return Clock


@law("P55", "setting season_theme")
def test_without_the_theme_the_board_looks_like_spring_and_the_season_is_told_all_the_same() -> None:
    spring, winter = drawn(wandered(1, 0)), wandered(4, 46)
    themed, plain = drawn(winter, season_theme=True), drawn(winter, season_theme=False)
    assert themed.palette != spring.palette == plain.palette
    lands = [next(thing for thing in shown.things if thing.key == "land") for shown in (spring, plain, themed)]
    assert lands[0] == lands[1] != lands[2]
    assert "Season: winter" in {thing.words for thing in plain.things}
    night = wandered(10, 53)
    assert drawn(night, season_theme=False).palette == drawn(night, season_theme=True).palette, "Deer Mode is no season"


@law("P49", "setting animation")
def test_without_animation_a_page_is_told_that_nothing_moves() -> None:
    match = wandered(1, 0)
    assert Sketches().next(drawn(match))["still"] is False
    assert Sketches().next(drawn(match, animation=False))["still"] is True


@law("P38", "P56")
@in_hall
async def test_the_games_page_names_the_holiday_of_the_readers_date(hall: Hall) -> None:
    async def told(day: str, **more: str) -> str:
        answer = await hall.nobody.get(f"/games/deerportal/today/{day}", headers=more)
        assert answer.status_code == 200
        return answer.text.strip()

    page = (await hall.nobody.get("/games/deerportal")).text
    assert 'id="today"' in page and 'data-path="/games/deerportal/today/"' in page
    assert await told("2027-02-02") == BOTH
    assert await told("2027-12-21", **{"Accept-Language": "de"}) == "Heute: Fest der Beiwe und Jul"
    assert await told("2027-07-04") == await told("2027-02-03") == ""
    assert 'id="today"' not in (await hall.nobody.get("/games/differo")).text
    wrong = await hall.client.get("/games/deerportal/today/yesterday")
    assert wrong.status_code == 400 and "A date is written like 2026-02-02." in wrong.text


@law("P56", "setting holiday")
@in_hall
async def test_a_table_names_it_unless_it_is_switched_off(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    for switch, named in ((True, True), (False, False)):
        table = await ann.opened("deerportal", 4, settings={"holiday": switch})
        page = await ann.get(table.removeprefix("/api"))
        assert ('data-path="/games/deerportal/today/"' in page.text) is named
        assert f"Holidays: <b>{'On' if switch else 'Off'}</b>" in page.text


@law("P56")
def test_the_terminals_menu_and_table_name_it(on: type[Clock], tmp_path: Path) -> None:
    def listed() -> str:
        said = StringIO()
        with pytest.raises(Gone):
            asked(Talk(StringIO(""), said), menu())
        return next(line for line in said.getvalue().split("\n") if "DeerPortal: " in line)

    assert listed().endswith(f"wins. {BOTH}.")
    table = "DeerPortal: Player, Random bot 1, Random bot 2, Random bot 3."
    seats = "me,random,random,random"
    assert f"{BOTH}.\n" in played(tmp_path, "deerportal", seats).partition(table)[2]
    assert "Today" not in played(tmp_path, "deerportal", seats, settings={"holiday": False})
    on.day_now = 2027, 2, 3
    assert listed().endswith("wins.") and "Today" not in played(tmp_path, "deerportal", seats)
