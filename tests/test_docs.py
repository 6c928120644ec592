"""What the documents say is run and checked."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.reference import REFERENCE, reference
from scripts.site import PAGES as ON_THE_SITE

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "examples").glob("*.md")])


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/train.md"])
def test_a_session_runs_as_printed(page: str) -> None:
    result = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted >= 6 and result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_paths_lead_somewhere(page: Path) -> None:
    text = page.read_text()
    for link in re.findall(r"\]\((?!http|<play:)([^)#]+)", text):
        assert (page.parent / link).exists(), link
    for path in re.findall(
        r"`((?:src|tests|docs|examples|scripts|bench|kit|play|bots|draw|house|web|terminal|lab|games)/[\w./-]+)`", text
    ):
        homes = (ROOT, ROOT / "src" / "turnwise")
        assert any((home / path).exists() for home in homes), path


GUIDES = sorted((ROOT / "src" / "turnwise" / "games").glob("*/guide.*.md"))


@pytest.mark.parametrize(
    "page", [*(ROOT / "docs").glob("*.md"), *GUIDES], ids=lambda page: f"{page.parent.name}/{page.name}"
)
def test_no_line_of_prose_is_over_120_characters(page: Path) -> None:
    """What is printed, a table and the moment of a picture may be longer."""
    prose = re.sub(r"(?ms)^ *```.*?^ *```", "", page.read_text())
    assert [line for line in prose.splitlines() if len(line) > 120 and not line.startswith(("|", "!["))] == []


def test_no_file_of_ours_is_much_over_500_lines() -> None:
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    long = {name: n for name in listed.split() if (n := len((ROOT / name).read_text().splitlines())) > 520}
    assert long == {}


def test_the_reference_is_what_the_docstrings_say() -> None:
    assert REFERENCE.read_text() == reference(), "scripts/docs brings it up to date"


def test_the_site_is_built_from_the_same_pages_and_no_link_leads_nowhere(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "scripts.site", "--into", tmp_path], cwd=ROOT, check=True, capture_output=True
    )
    page = (tmp_path / "site" / "tutorial.html").read_text()
    assert "noughts/rules.py" in page and "_images/tutorial_5.png" in page and 'href="reference.html"' in page
    assert {*ON_THE_SITE} <= {file.stem for file in (tmp_path / "site").glob("*.html")}
    documents = {str(file.relative_to(ROOT)) for file in (ROOT / "docs").glob("*.md")}
    assert documents <= {*ON_THE_SITE.values()}, "a page that is not on the site"
