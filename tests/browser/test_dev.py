"""An author writes a game with its page open: files change on the disk, and the page follows."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.authors.shelf import installed
from tests.browser.conftest import Visit
from tests.browser.hands import Hands
from turnwise.authors.new import kind_of, package


class Dev:
    """`turnwise dev` for a game that has just been begun."""

    def __init__(self, folder: Path, *arguments: str, cards: bool = False) -> None:
        package("mine", kind_of(None if cards else "5x4", cards, False), folder / "mine")
        installed(folder / "mine")
        self.rules = folder / "mine" / "turnwise_mine" / "rules.py"
        command = [sys.executable, "-m", "turnwise", "dev", "mine", "--port", "0", *arguments]
        around = os.environ | {"PYTHONPATH": str(folder / "mine")}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=around)
        assert self._process.stdout
        found = re.search(r"http://\S+\d", self._process.stdout.readline())
        assert found
        self.url = found[0]

    def write(self, old: str, new: str) -> None:
        """Save the rules with other words in them."""
        text = self.rules.read_text()
        assert old in text
        self.rules.write_text(text.replace(old, new, 1))

    def stop(self) -> None:
        assert self._process.stdout
        self._process.send_signal(signal.SIGINT)
        assert self._process.wait(20) == 0
        self._process.stdout.close()


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Dev]:
    dev = Dev(tmp_path, "--seats", "me,me")
    yield dev
    dev.stop()


@pytest.fixture
def cards(tmp_path: Path) -> Iterator[Dev]:
    dev = Dev(tmp_path, "--seats", "me,me", cards=True)
    yield dev
    dev.stop()


async def test_files_change_and_the_page_stays_at_the_same_position(board: Dev, visitors: Visit) -> None:
    async with visitors(board) as ann:
        page, hands = ann.page, Hands(ann.page)
        await ann.open("/")
        await hands.touch("point:a4", "point:b4")
        await hands.sees(1)
        await hands.touch("point:a3", "point:b3")
        await hands.sees(2)
        second = page.locator("#entries li").nth(2)
        await expect(second).to_contain_text("Seat 1 takes on b3 with the man from a3.")

        board.write("{seat} takes on {goal} with the man from {point}.", "{seat} jumps from {point} to {goal}.")
        await expect(second).to_contain_text("Seat 1 jumps from a3 to b3.")
        await expect(page.locator("#loaded")).to_contain_text("Loaded again")
        await expect(page.locator("[data-key^='man:']")).to_have_count(18)

        board.write("def can_take(own, other):", "def can_take(own other):")
        fault = page.locator(".fault")
        line = board.rules.read_text().split("\n").index("def can_take(own other):") + 1
        await expect(fault.locator(".said")).to_contain_text("Python can't read this: invalid syntax")
        await expect(fault.locator(".where")).to_have_text(f"{board.rules}:{line}")
        await expect(fault.locator(".here")).to_contain_text("def can_take(own other):")
        await expect(page.locator("[data-key^='man:']")).to_have_count(18)  # never a dead page

        board.write("def can_take(own other):", "def can_take(own, other):")
        await expect(fault).to_have_count(0)
        await expect(page.locator("#stopped")).to_be_hidden()
        await hands.sees(2)

        board.write("    return 0 if goal != OFF", "    return 0 if point != 5 and goal != OFF")
        await expect(page.locator("#stopped")).to_contain_text("From move 2 on (“take a3 right” by seat 1)")
        await expect(page.locator("#stopped")).to_contain_text("one action is kept")
        await expect(page.locator("#board")).to_have_attribute("data-version", "1")
        await expect(page.locator("[data-key^='man:']")).to_have_count(19)
        await hands.touch("point:a3")  # a touch in vain is told why, by the new rules
        await expect(page.locator("#bubble")).to_have_text("A man can only go where he takes one of the other's men.")


async def test_switches_show_the_table_otherwise(cards: Dev, visitors: Visit) -> None:
    async with visitors(cards) as ann:
        page, hands = ann.page, Hands(ann.page)
        await ann.open("/")
        await expect(page.locator("#board [data-key^='card:']")).to_have_count(6)
        await page.locator("#moves button").first.click()
        await expect(page.locator("#entries li")).to_have_count(2)
        for button, length in (("random", 3), ("undo", 2), ("undo", 1), ("redo", 2), ("restart", 1), ("random", 2)):
            await page.locator(f"#{button}").click()
            await expect(page.locator("#entries li")).to_have_count(length)

        await page.select_option("#seat", "1")
        await expect(page.locator("#record tr", has_text="hand").locator(".seen")).to_contain_text("5 hidden")
        await page.select_option("#seat", "watch")
        await expect(page.locator("#board [data-key^='hand:']")).to_have_count(11)
        await expect(page.locator("#moves-count")).to_have_text("0")
        await expect(page.locator("#record tr", has_text="pile").locator(".see")).to_have_text("nobody")

        await page.select_option("#shape", "terminal")
        await expect(page.locator("#text")).to_contain_text("Seat 1")
        for shape, size in (("tall", "0 0 390 640"), ("low", "0 0 740 360"), ("card", "0 0 400 500")):
            await page.select_option("#shape", shape)
            await expect(page.locator("#board")).to_have_attribute("viewBox", size)

        await page.select_option("#seats", "3")
        await page.fill("#seed", "7")
        await page.get_by_role("button", name="Play with these").click()
        await expect(page.locator("#seat option")).to_have_count(5)
        await expect(page.locator("#record tr", has_text="seats").locator("td").last).to_have_text("3")
        await page.locator("#restart").click()
        await expect(page.locator("#entries li")).to_have_count(1)
        for length in range(2, 14):  # the house plays on once in half a second
            await page.locator("#random").click()
            await expect(page.locator("#entries li")).to_have_count(length)
        await page.locator("#play-on").click()
        await expect(page.locator("#status")).to_contain_text("all cards are played", timeout=60_000)
        await expect(page.locator("#play-on")).to_have_attribute("aria-pressed", "false")
        await hands.sees(18)


async def test_pages_of_other_sites_and_names_are_turned_away(board: Dev, visitors: Visit) -> None:
    async with visitors(board, forgiving=True) as ann:
        answer = await ann.context.request.get(board.url, headers={"Host": "games.example"})
        assert answer.status == 421
        await ann.page.goto("data:text/html,<title>elsewhere</title>")
        opened = await ann.page.evaluate(
            """(url) => new Promise((told) => { const line = new WebSocket(url);
               line.onopen = () => told(true); line.onclose = () => told(false); })""",
            board.url.replace("http", "ws") + "/socket",
        )
        assert opened is False
