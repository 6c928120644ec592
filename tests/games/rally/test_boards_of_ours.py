"""Boards at a table in the house: those of ours by their names, and whoever made one, shown with it."""

import pytest

import turnwise as tw
from tests.law import law
from tests.web.hall import Hall, in_hall, refusal
from turnwise.games.rally.workshop import blank, samples

SHORT = blank() | {"connections": [["A", "Z"]]}
SIGNED = SHORT | {"name": "Ann's town", "author": "Ann & <b>Ben</b>"}


@law("R47", "R51", "option board")
@in_hall
async def test_a_board_of_ours_is_named_over_http_and_nothing_else_is(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    (board,) = [option for option in (await ann.got("/api/games/rally"))["options"] if option["name"] == "board"]
    assert board["names"] == ["Demo 21", "Old Harbour"] and "name of a board of ours" in board["help"]
    for name in board["names"]:
        table = await ann.opened("rally", options={"board": name}, rated=True)  # nobody wrote it for himself
        shown = (await ann.got(table))["table"]["options"]["board"]
        assert (shown["name"], shown["author"]) == (name, "Turnwise") and "questions" not in str(shown)
    for name in ("demo_21.json", "old_harbour", "pyproject.toml", "/etc/hostname", ""):
        said = refusal(
            await ann.post("/api/tables", {"game": "rally", "seats": 2, "options": {"board": name}}), 400, "bad_option"
        )["message"]
        assert "Demo 21, Old Harbour" in said and repr(name) in said
    assert tw.Match("rally", board="Old Harbour").view(0).options["board"]["name"] == "Old Harbour"


@law("R47", "option board")
@in_hall
async def test_a_table_is_set_up_on_any_board_of_ours(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    page = (await ann.get("/games/rally")).text
    assert "<option>Demo 21</option><option>Old Harbour</option>" in page
    told = await ann.did("/games/rally/tables", {"option-board": "Old Harbour"})
    assert "Old Harbour, by Turnwise" in (await ann.get(f"/tables/{told['id']}")).text


@law("R47", "R52")
@in_hall
async def test_whoever_made_a_board_is_told_with_it(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    kept = await ann.did("/api/boards", {"game": "rally", "document": SIGNED})
    assert (kept["title"], kept["author"]) == ("Ann's town", "Ann & <b>Ben</b>")
    plain = await ann.did("/api/boards", {"game": "rally", "document": SHORT})
    assert plain["author"] == "" and {one["author"] for one in await ann.got("/api/boards")} == {"", kept["author"]}
    for language, by in (("en", "by"), ("de", "von")):
        words = f"Ann&#39;s town, {by} Ann &amp; &lt;b&gt;Ben&lt;/b&gt;"
        head = {"Accept-Language": language}
        assert f">{words}<" in (await ann.get("/games/rally", headers=head)).text, "to be chosen for a table"
        table = await ann.opened("rally", 1, options={"board": SIGNED, "win": "race"})
        assert words in (await ann.get(table.removeprefix("/api"), headers=head)).text, "at the table"
    long = await ann.did("/api/boards", {"game": "rally", "document": SIGNED | {"author": "A" * 5000}})
    assert long["author"] == "A" * 60


@pytest.mark.parametrize("name", list(samples()))
@law("R47")
def test_our_own_boards_say_who_made_them(name: str) -> None:
    assert samples()[name]["author"] == "Turnwise"
