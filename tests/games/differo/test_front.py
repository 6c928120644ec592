"""What a table of Differo may set, at the terminal and in the house: its labels, and what it shows."""

import re
from pathlib import Path

import pytest

import turnwise as tw
from tests.games.differo.scenes import WON, after, moves_in, wandered
from tests.law import law
from tests.terminal.driver import terminal
from tests.terminal.quiet import played
from tests.web.hall import Hall, in_hall
from turnwise.cli import main
from turnwise.draw import coached, picture, written
from turnwise.draw.text import text
from turnwise.kit.errors import BadAction, Refused
from turnwise.terminal.saves import load

NAMES = ("Ann", "Ben")
OFFICIAL = {"coordinates": "official"}
OFFICIAL_WON = ("D3-C3", "F6-E6", "D4-F6", "H8-H4", "F6-I9")
"""The sheet's full game in its own labels: example 8."""


def at_a_table(match: tw.Match, **settings: object) -> tw.Match:
    match.set(settings)
    return match


def keys(match: tw.Match, seat: int | None = 0) -> set[str]:
    return {thing.key for thing in picture(match.view(seat), NAMES).things}


@law("D10", "D10a", "D11", "setting coordinates", "example 8")
def test_a_game_in_official_labels_is_recorded_in_the_sources() -> None:
    match, source = tw.Match("differo", seed=1, settings=OFFICIAL), tw.Match("differo", seed=1)
    for official, words in zip(OFFICIAL_WON, WON, strict=True):
        assert official in [str(action) for action in match.legal]
        assert match.legal[0].json() == source.legal[0].json(), "JSON is the same at every table"
        match.play(official)
        source.play(words)
        assert match.view(0).state == source.view(0).state
    assert match.save() == source.save() and match.view(0).transcript() == source.view(0).transcript()
    assert match.fingerprint() == source.fingerprint()
    told = [line.words for line in match.view(0).lines[1:]]
    assert tuple(told) == OFFICIAL_WON
    assert [line.events[0]["text"] for line in match.view(0).lines[1:]][
        -1
    ] == "Seat 0 moves from F6 to I9, 3 steps along a line worth +3, right into the goal."


@law("D11")
def test_a_label_is_read_only_in_the_system_that_is_switched_on() -> None:
    match = tw.Match("differo", seed=1, settings=OFFICIAL)
    with pytest.raises(Refused) as refused:
        match.play("F3-G3")  # Black's, in these labels
    assert refused.value.code == "not_your_piece"
    with pytest.raises(Refused) as refused:
        match.play("A9-A8")  # row i = 8 has the numbers 1 to 5
    assert refused.value.code == "no_piece"
    with pytest.raises(BadAction, match="D2-D8"):
        match.play("K1-D8")
    match.play({"from": "F2", "to": "f8"})  # JSON is the source's
    assert str(match.view(0).lines[-1].words) == "D2-D8"


@law("D10", "D35", "D38", "D40")
def test_the_picture_is_in_the_tables_labels() -> None:
    match = at_a_table(wandered(30), **OFFICIAL)
    shown = picture(match.view(0), NAMES)
    things = {thing.key: thing for thing in shown.things}
    typed = text(written(match.view(0), NAMES))
    board = typed.split("\n")
    assert [line[10] for line in board[:17:2]] == list("IHGFEDCBA")
    assert str(things["caption"].words).startswith("Black threatens to win by C1-A1. ")
    heard = {thing.key: thing for thing in picture(match.view(None), NAMES).things}["moves"].words
    assert moves_in(str(heard).removeprefix("White has 24 moves, ")) == [str(move) for move in match.legal]
    assert str(match.legal[0]) in typed and "C1-A1" in typed and "I  0   I5 −1   1 −2" in typed
    assert "White's goal is row I, Black's goal is row A. Row A is at the bottom." in things["board"].words
    assert things["E1"].words == "E1, empty" and things["I1"].words == "A1, empty, in Black's goal, threatened"
    assert str(things["D2-I2"].words).startswith('"\\" line F2-A2: ')
    assert str(coached(match.view(0))[-1]).startswith("Seat 1 could win by moving from C1 to A1")
    source = {thing.key for thing in picture(wandered(30).view(0), NAMES).things}
    assert set(things) == source, "a thing keeps its key"


@law("D38", "D39", "D40", "setting show_differences", "setting show_moves", "setting warn_goal")
def test_what_is_switched_off_is_not_shown() -> None:
    everything = keys(wandered(30))
    lines = {key for key in everything if re.fullmatch(r"[A-I]\d-[A-I]\d", key)}
    assert len(lines) == 27
    assert everything - keys(at_a_table(wandered(30), show_differences=False)) == lines | {"differences"}
    assert everything - keys(at_a_table(wandered(30), show_moves=False)) == {"moves"}
    quiet = at_a_table(wandered(30), warn_goal=False)
    assert everything - keys(quiet) == {"threat:G1-I1"} and "threatens" not in picture(quiet.view(0), NAMES).words
    quiet = at_a_table(wandered(30), warn_goal=False, show_differences=False)
    assert [str(one) for one in coached(quiet.view(0))] == [
        "Touch a piece with a ring, then a point that lights up.",
        "The first piece in its goal row wins; yours is row A.",
    ]
    assert not any("row +" in thing.words or ", row " in thing.words for thing in picture(quiet.view(0), NAMES).things)


@law("D10", "D11", "D36", "D42")
def test_the_terminal_shows_reads_and_lists_the_official_labels(tmp_path: Path) -> None:
    lines = "D3-C3\nF6\nE6\nF6-E6\nf4 d6\nlog\n"
    said = played(tmp_path, "differo", "me:Ann,me:Ben", lines, settings=OFFICIAL)
    assert "Ann moves from D3 to C3, one step" in said and "Ben moves from F6 to E6, one step" in said
    assert "That piece is your opponent's" in said, "F4 is Black's in these labels"
    assert "   1. Ann moves from D3 to C3" in said and "   2. Ben moves from F6 to E6" in said
    kept = (tmp_path / "match.table").read_text()
    assert "setting coordinates=official" in kept and "1. seat 0: F3-G3\n2. seat 1: D6-E6" in kept


@law("D10", "D38", "D42", "setting show_moves")
def test_the_full_screen_lists_the_moves_of_a_piece_that_was_chosen_and_a_saved_table_keeps_its_labels(
    tmp_path: Path,
) -> None:
    wishes = ("--option", "coordinates=official", "--option", "show_moves=off")
    with terminal(tmp_path, "play", "differo", "--seats", "me:Ann,me:Ben", *wishes, columns=130, rows=36) as screen:
        screen.until_shown("▸W Ann")
        screen.until_shown("─ moves ─")
        assert not re.search(r"[A-I]\d-[A-I]\d$", screen.seen, re.M)
        screen.type("\r")
        screen.until_shown("1 Move from D2 to D8")
        screen.type("\r")
        screen.until_shown("Ann moves from D2 to D8")
        screen.type("L")
        screen.until_shown("1. Ann moves from D2 to D8")
    [file] = tmp_path.glob("*.table")
    again, _ = load(file)
    assert again.settings["coordinates"] == "official" and again.view(0).lines[-1].words == "D2-D8"


@law("D38", "D40")
def test_the_terminal_lists_and_warns_only_if_it_is_wanted(tmp_path: Path) -> None:
    threat = "F5-E6\nC4-F1\nH3-G3\nF1-G1\nF3-E3\nG1-H1\n"
    loud = played(tmp_path, "differo", "me,me:Ben", threat)
    quiet = played(
        tmp_path, "differo", "me,me:Ben", threat + "moves\n", settings={"show_moves": False, "warn_goal": False}
    )
    assert loud.count(" legal moves:") == 7 and "Warning: Ben could" in loud
    assert quiet.count(" legal moves:") == 1, "only where it is asked for"
    assert "Warning" not in quiet


@law("D10", "D10a", "D11", "D42")
@in_hall
async def test_a_table_in_the_house_speaks_its_own_labels(hall: Hall) -> None:
    ann, ben = await hall.two()
    table = await ann.opened("differo", settings=OFFICIAL)
    moves = table.removeprefix("/api") + "/moves"
    assert "Nothing has been played yet." in (await ann.get(moves)).text
    await ben.did(f"{table}/seats")
    await ann.did(f"{table}/start")
    first, second = (ann, ben) if (await ann.got(table))["seat"] == 0 else (ben, ann)
    told = await first.did(f"{table}/actions", {"actions": ["D3-C3"], "version": 0})
    assert told["version"] == 1
    refused = (await second.post(f"{table}/actions", {"actions": ["D3-C3"], "version": 1})).json()
    assert refused["error"] == "no_piece" and "F6-E6" in refused["legal"]
    now = await second.got(table)
    assert now["table"]["settings"]["coordinates"] == "official"
    assert "Ann moves from D3 to C3" in (await second.get(moves)).text
    assert now["lines"][-1]["words"] == "D3-C3" and now["lines"][-1]["events"][0]["text"].startswith(
        "Seat 0 moves from D3 to C3"
    )
    assert "C3" in (await second.get(f"{table}/picture.txt")).text.partition("The last move")[2]
    assert "G3" in now["state"]["white"], "data for programs is the source's"
    assert "1. seat 0: F3-G3" in (await second.get(f"{table}/transcript")).text


@law("D10", "setting coordinates")
def test_a_match_is_drawn_from_its_transcript_in_the_labels_that_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "won.txt"
    file.write_text(after(*WON).save())
    for option, last in ((), "D6 to A9"), (("--option", "coordinates=official"), "F6 to I9"):
        assert main(["show", "differo", "--transcript", str(file), *option]) == 0
        assert f"The last move: White from {last}" in capsys.readouterr().out
    assert main(["show", "differo", "--option", "coordinates=official"]) == 0
    assert "D2-D8" in capsys.readouterr().out
    assert main(["show", "differo", "--transcript", str(file), "--option", "swap=on"]) == 2
    assert "a setting of the table" in capsys.readouterr().err


@law("setting coordinates")
def test_what_is_no_setting_is_refused_with_a_hint() -> None:
    with pytest.raises(tw.TurnwiseError, match="Setting 'coordinates' must be source, official, not 'chess'"):
        tw.Match("differo", settings={"coordinates": "chess"})
    with pytest.raises(tw.TurnwiseError, match="There is no setting 'cordinates': did you mean 'coordinates'"):
        tw.Match("differo", settings={"cordinates": "official"})
