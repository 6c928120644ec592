"""The pages' own script stays small: what a page loads, and all of it together, in bytes as they are served, comments included.

What is loaded only when it is needed (`import("./…")`) counts in all of it, but not for each page that might need it.
"""

import re

import pytest

from turnwise.web.pages.site import HERE

A_PAGE = 61_000
ALL = 95_000
SCRIPTS = HERE / "static"
PAGES = sorted(page.name for page in (HERE / "templates").glob("*.html") if "extends" in page.read_text())


AT_ONCE = r'(?:from|import) "\./(\w+\.js)"'
LATER = r'import\("\./(\w+\.js)"\)'


def loaded(page: str, ways: str = AT_ONCE) -> set[str]:
    """The scripts of a page: those that its template and the one it extends name, and whatever these import."""
    text = (HERE / "templates" / page).read_text()
    if extends := re.search(r'{% extends "(.+?)" %}', text):
        text += (HERE / "templates" / extends[1]).read_text()
    found, new = set[str](), set(re.findall(r'(?:src="/static/|set script = ")(\w+\.js)"', text))
    while new:
        found |= new
        imported = (re.finditer(ways, (SCRIPTS / name).read_text()) for name in new)
        new = {next(filter(None, one.groups())) for names in imported for one in names} - found
    return found


def size(names: set[str]) -> int:
    return sum((SCRIPTS / name).stat().st_size for name in names)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_loads_little_script(page: str) -> None:
    scripts = loaded(page)
    assert "site.js" in scripts and size(scripts) < A_PAGE, size(scripts)


def test_all_script_together_is_small_and_none_of_it_is_left_over() -> None:
    every = {file.name for file in SCRIPTS.glob("*.js")}
    assert size(every) < ALL, size(every)
    assert set[str]().union(*(loaded(page, f"{AT_ONCE}|{LATER}") for page in PAGES)) == every


def test_the_table_is_followed_through_its_imports() -> None:
    assert {"table.js", "touch.js", "motion.js", "words.js"} <= loaded("table.html")
