"""`turnwise show`: the real program, as a user runs it."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

import turnwise as tw
from tests.draw.test_png import size
from turnwise.draw import picture
from turnwise.draw.svg import svg
from turnwise.kit.errors import BadTranscript
from turnwise.play.transcript import moment

START = ["○ Seat 1", "▸● Seat 0", *(f"{row} · · · · · · ·" for row in range(6, 0, -1)), "a b c d e f g"]
"""The lines of it, however far apart."""


def show(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "turnwise", "show", *arguments], capture_output=True, text=True)


def shown(*arguments: str) -> str:
    done = show(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def lines(written: str) -> list[str]:
    """What is written in each line that is not empty, without the room between."""
    return [" ".join(line.split()) for line in written.splitlines() if line.strip()]


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What the program writes when its output is a terminal of many colours."""
    ours, theirs = pty.openpty()
    around = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | environment
    program = [sys.executable, "-m", "turnwise", "show", *arguments]
    with subprocess.Popen(program, stdout=theirs, stdin=subprocess.DEVNULL, env=around) as process:
        os.close(theirs)
        written = b""
        try:
            while part := os.read(ours, 65536):
                written += part
        except OSError:  # the other end is closed
            pass
    os.close(ours)
    assert process.returncode == 0
    return written.decode()


@pytest.fixture
def won(tmp_path: Path) -> str:
    """The transcript of a match that is over after seven entries."""
    match = tw.Match("connect_four", seed=1)
    for column in "abababa":
        match.play(f"drop {column}")
    file = tmp_path / "won.txt"
    file.write_text(match.save())
    return str(file)


@pytest.fixture
def dealt() -> tw.Match:
    """A running match of hidden hands."""
    match = tw.Match("whot", seats=2, seed=3)
    match.play("draw")
    return match


def test_the_start_of_a_new_match_in_a_pipe_is_plain_text() -> None:
    assert lines(shown("connect_four")) == START
    assert lines(shown("connect_four", "--seat", "0"))[0] == "▾ ▾ ▾ ▾ ▾ ▾ ▾ ○ Seat 1"
    board = [line for line in shown("connect_four").splitlines() if "·" in line]
    assert board[0].index("·") > 6, "it is spread out as in a window of the usual size"


def test_on_a_terminal_it_is_coloured_in_its_theme() -> None:
    dark, light = on_a_terminal("connect_four"), on_a_terminal("connect_four", "--theme", "light")
    assert "\x1b[48;2;27;30;35m" in dark and "\x1b[48;2;246;242;233m" in light
    for written in (dark, light):
        assert lines(re.sub("\x1b\\[[0-9;]*m", "", written)) == START
    assert "\x1b" not in on_a_terminal("connect_four", NO_COLOR="1")


def test_a_match_from_its_transcript_at_its_end_and_before(won: str) -> None:
    over = lines(shown("connect_four", "--transcript", won))
    assert "● Seat 0" in over and "has won" in over and "▸● Seat 0" not in over
    assert lines(shown("connect_four", "--transcript", won, "--ply", "0")) == START
    second = lines(shown("connect_four", "--transcript", won, "--ply", "2"))
    assert "1 ██████ │░░░░│ · · · · ·" in second and second[1] == "▸● Seat 0"
    assert shown("connect_four", "--transcript", won, "--ply", "7") == shown("connect_four", "--transcript", won)


def test_as_svg_and_as_png(won: str, tmp_path: Path) -> None:
    drawing, image = tmp_path / "board.svg", tmp_path / "BOARD.PNG"
    said = shown("connect_four", "--transcript", won, "-o", str(drawing))
    assert said == f"{drawing}: Connect Four. Seat 0 wins.\n"
    assert fromstring(drawing.read_text()).get("aria-label") == "Connect Four. Seat 0 wins."
    assert "#f6f2e9" in drawing.read_text()
    images = []
    for theme in ("light", "dark"):
        shown("connect_four", "--theme", theme, "-o", str(image))
        images.append(image.read_bytes())
    assert [size(data) for data in images] == [(1200, 800)] * 2 and images[0] != images[1]


@pytest.mark.parametrize(
    ("shape", "window"), [("wide", (960, 640)), ("tall", (390, 640)), ("low", (844, 260)), ("card", (400, 500))]
)
def test_a_file_has_the_shape_that_is_wished(shape: str, window: tuple[int, int], tmp_path: Path) -> None:
    drawing = tmp_path / "board.svg"
    shown("connect_four", "--shape", shape, "-o", str(drawing))
    assert fromstring(drawing.read_text()).get("viewBox") == f"0 0 {window[0]} {window[1]}"


def test_a_running_match_shows_what_everybody_may_know(dealt: tw.Match, tmp_path: Path) -> None:
    file, drawing = tmp_path / "match.txt", tmp_path / "table.svg"
    file.write_text(dealt.save())
    shown("whot", "--transcript", str(file), "-o", str(drawing))
    spectators, seats = (svg(picture(dealt.view(seat))) for seat in (None, 0))
    assert drawing.read_text() == spectators != seats
    refused = show("whot", "--transcript", str(file), "--seat", "0", "-o", str(drawing))
    assert refused.returncode == 2 and "until it is over, only what everybody may know is shown" in refused.stderr


def test_a_match_that_is_over_is_shown_as_each_seat_saw_it(dealt: tw.Match, tmp_path: Path) -> None:
    """At an earlier ply the view is that of that moment: its own cards are for seat 0 alone; at the end all is open."""
    file, drawing = tmp_path / "match.txt", tmp_path / "table.svg"
    cards = [f'data-key="card:{card}"' for card in dealt.view(0).state["hands"][0]]
    hidden = [f'data-key="card:{card}"' for card in dealt.view(1).state["hands"][1]]
    while dealt.turn is not None:
        dealt.play(dealt.legal[0])
    file.write_text(dealt.save())
    found = {}
    for seat in ("0", "1", ""):
        shown("whot", "--transcript", str(file), "--ply", "1", *(("--seat", seat) if seat else ()), "-o", str(drawing))
        drawn = drawing.read_text()
        found[seat] = (all(card in drawn for card in cards), any(card in drawn for card in hidden))
    assert found["0"] == (True, False) and found["1"][0] is False and not any(found[""])


def test_a_match_of_an_open_game_is_shown_to_its_seats_while_it_runs(tmp_path: Path) -> None:
    match = tw.Match("connect_four", seed=1)
    match.play("drop d")
    file = tmp_path / "match.txt"
    file.write_text(match.save())
    assert "▾" in shown("connect_four", "--transcript", str(file), "--seat", "1")
    assert "▾" not in shown("connect_four", "--transcript", str(file), "--seat", "0")


def test_what_was_saved_for_a_player_cannot_be_drawn(dealt: tw.Match, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(dealt.view(1).transcript())
    refused = show("whot", "--transcript", str(file))
    assert refused.returncode == 2
    assert "saved for seat 1" in refused.stderr and "`turnwise replay` tells it in words" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "There is no game 'chess'."),
        (("connect_four", "--ply", "2"), "--ply counts the entries of a transcript"),
        (("connect_four", "--ply", "-1"), "invalid whole number from 0"),
        (("connect_four", "--seat", "2"), "This match has seats 0 to 1, not 2."),
        (("connect_four", "--theme", "pink"), "invalid choice: 'pink'"),
        (("connect_four", "--option", "seats=3"), "There is no option 'seats'"),
        (("connect_four", "-o", "board.gif"), "A picture is saved as .svg or .png: 'board.gif' is neither."),
        (("connect_four", "-o", "board"), "'board' is neither"),
        (("connect_four", "--shape", "round", "-o", "board.svg"), "invalid choice: 'round'"),
        (("connect_four", "--shape", "tall"), "--shape is that of a picture in a file: name one with -o."),
        (
            ("connect_four", "-o", "nowhere/board.svg"),
            "nowhere/board.svg cannot be written: No such file or directory.",
        ),
        (("connect_four", "--transcript", "nowhere.txt"), "nowhere.txt cannot be read"),
    ],
)
def test_bad_input_gets_a_sentence_and_a_code(arguments: tuple[str, ...], sentence: str) -> None:
    done = show(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr and "Traceback" not in done.stderr and done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("connect_four", "--ply", "8"), "The transcript has 7 entries, so a ply is 0 to 7, not 8."),
        (("connect_four", "--seed", "2"), "--seats, --seed and --option are for a new match"),
        (("differo",), "This is the transcript of a match of connect_four, not of differo."),
    ],
)
def test_what_does_not_fit_the_transcript_gets_a_sentence(won: str, arguments: tuple[str, ...], sentence: str) -> None:
    done = show(*arguments, "--transcript", won)
    assert done.returncode == 2
    assert sentence in done.stderr and "Traceback" not in done.stderr and done.stdout == ""


def test_a_moment_before_the_rules_go_on_for_a_leaver() -> None:
    """In DeerPortal the match plays on for a seat that has left; each of these entries is a moment of its own."""
    match = tw.Match("deerportal", seats=4, seed=5)
    prints = [match.fingerprint()]
    match.leave(match.turn or 0)
    while len(match.log) < 30 and match.turn is not None:
        match.play(match.legal[0])
    text = match.save()
    again = [moment(text, entries) for entries in range(len(match.log) + 1)]
    assert [one.version for one in again] == list(range(len(match.log) + 1))
    assert again[0].fingerprint() == prints[0] and again[-1].fingerprint() == match.fingerprint()
    for entries, one in enumerate(again):
        assert match.log[:entries] == one.log and match.told[: entries + 1] == one.told
    with pytest.raises(BadTranscript, match="so a ply is 0 to"):
        moment(text, len(match.log) + 1)
