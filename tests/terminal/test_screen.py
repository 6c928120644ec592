"""The full-screen table: the real program in a pseudo-terminal."""

import json
import os
import re
import signal
import sys
from functools import partial
from pathlib import Path
from random import Random
from shutil import rmtree

import pytest

import turnwise as tw
from tests.games.rally.samples import largest_board
from tests.terminal.driver import FAST, SETTINGS, Terminal, piped, processor_seconds, terminal
from tests.terminal.reading import answered, discs, finished, holes, moves_listed, settled_now
from turnwise.draw import written
from turnwise.draw.text import text
from turnwise.terminal.dialogs import KEYS


def test_arrows_touch_a_piece_and_its_target(tmp_path: Path) -> None:
    with terminal(
        tmp_path, "play", "differo", "--seats", "me,me:Ben", "--seed", "3", *FAST, columns=130, rows=44
    ) as screen:
        screen.until_shown("20 moves")
        screen.type("\r")
        screen.until_shown("Escape: back")
        screen.type("\x1b")
        screen.until(lambda seen: "20 moves" in seen and "Escape: back" not in seen)
        screen.type("\x1b[C")  # F3
        screen.type("\r")
        screen.until(lambda seen: "2 moves" in seen and "1 Move from F3 to E3" in seen)
        screen.type("\x1b[A\r")
        screen.until_shown("Player moves from F3 to E3")
        screen.until_shown("Ben is to act.")
        screen.type("Q")
        assert screen.ends() == 0 and screen.restored()


def test_a_board_that_is_too_large_is_rolled_by_the_cursor_and_one_touch_drives(tmp_path: Path) -> None:
    """128 positions in 60 columns and 18 rows, from the upper left: C…-5 is below the edge until somebody goes there."""
    file = tmp_path / "country.json"
    file.write_text(json.dumps(largest_board(Random(7))))
    options = ("--option", f"board={file}", "--seed", "2", *FAST)
    with terminal(tmp_path, "play", "rally", "--seats", "me:Ann,me:Ben", *options, columns=60, rows=18) as screen:
        seen = screen.until_shown("moves left")
        assert "C…-4" in seen and "C…-5" not in seen and "▾" in seen and "Ben" in seen
        for _ in range(12):
            if "C…-5" in screen.until(lambda seen: "Ann" in seen):
                break
            screen.type("\x1b[B")
        seen = screen.until_shown("C…-5")
        assert "▴" in seen and "C…-4" not in seen and "Ben" in seen, "the players stay where they are"
        screen.type("\r")
        screen.until_shown("Ann drives")
        screen.type("Q")
        assert screen.ends() == 0 and screen.restored()


def test_a_piece_and_its_target_by_mouse(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "differo", "--seats", "me:Ann,me:Ben", *FAST, columns=130, rows=44) as screen:
        screen.until_shown("20 moves")
        _, row = screen.place_of("i = 5   F")
        line = screen.screen.display[row]
        first, last = line.index("W"), line.rindex("o", 0, line.rindex("W") + 6)
        screen.click(first, row)
        screen.until_shown("Escape: back")
        screen.click(last, row)
        screen.until_shown("Ann moves from F2 to F8")
        screen.type("\x03")
        assert screen.ends() == 130 and screen.restored()


def test_wrong_keys_change_nothing(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "connect_four", "--seats", "me,classic", *FAST) as screen:
        screen.until(settled_now)
        screen.type("9zé!\x1b[5~")
        screen.type("U")
        screen.until_shown("nothing to take back")
        screen.type("A")
        screen.until_shown("No draw has been")
        screen.type("I")
        screen.until_shown("Nobody may act out of turn")
        assert discs(screen.seen) == 0
        screen.type("4")
        screen.until(lambda seen: settled_now(seen) and discs(seen) == 2)
        screen.type("U")
        screen.until(lambda seen: settled_now(seen) and discs(seen) == 0 and "takes back" in seen)
        screen.type("Q")
        assert screen.ends() == 0


def test_pages_themes_and_resigning(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "connect_four", "--seats", "me:Ann,classic", *FAST) as screen:
        screen.until_shown("Ann is to act.")
        screen.type("?")
        screen.until_shown("take back your last move")
        screen.type("\x1b")
        screen.until(lambda seen: "take back your last move" not in seen)
        screen.type("R")
        screen.until_shown("seven columns")
        screen.type("\x1b")
        screen.until(lambda seen: "seven columns" not in seen)
        screen.type("L")
        screen.until_shown("Nothing has been played yet.")
        screen.type("\x1b")
        screen.until(lambda seen: "Nothing has been played" not in seen)
        before = len(screen.stream)
        screen.type("T")
        screen.until(lambda seen: len(screen.stream) > before + 500)
        screen.type("X")
        screen.until_shown("Resign?")
        screen.type("2")
        screen.until_shown("Classic bot wins: Ann resigned.")
        screen.type("3")
        assert screen.ends() == 0 and screen.restored()
    assert finished(tmp_path).outcome is not None


def test_a_table_that_fills_the_screen_in_german(tmp_path: Path) -> None:
    german = ("--language", "de", "--seats", "me:Ann,classic")
    with terminal(tmp_path, "play", "connect_four", *german, *FAST, columns=100, rows=30) as screen:
        seen = screen.until(lambda seen: "Ann ist dran." in seen and "7 Züge" in seen)
        assert seen.startswith(" Vier gewinnt") and "1 Wirf eine Scheibe in Spalte a" in seen
        assert "H Tipp" in seen.splitlines()[-1] and "Q Beenden" in seen.splitlines()[-1]
        screen.type("?")
        screen.until_shown("den letzten Zug zurücknehmen")
        screen.until_shown("Escape: zurück")
        screen.type("\x1b")
        screen.until(lambda seen: "zurücknehmen" not in seen)
        screen.type("W")
        screen.until_shown("Seit du hier sitzt")
        screen.type("4")
        screen.until(lambda seen: "Klassischer Bot wirft" in seen and "2 Einträge im Verlauf" in seen)
        screen.type("X")
        screen.until_shown("Aufgeben?")
        screen.type("2")
        screen.until_shown("Klassischer Bot gewinnt: Ann hat aufgegeben.")
        screen.type("3")
        assert screen.ends() == 0 and screen.restored()


def test_the_menu_leads_to_a_table_and_a_new_game_to_the_menu(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", *FAST) as screen:
        screen.until(lambda seen: all(one.title in seen for one in tw.all_games()))
        names = [one.name for one in tw.all_games()]
        screen.type(KEYS[names.index("differo")])
        screen.until_shown("Who plays White?")
        screen.type("\x1b")
        screen.until_shown("What would you like to play?")
        screen.type(KEYS[names.index("whot")])
        seen = screen.until_shown("How many players?")
        assert "2 two players" in seen and "8 eight players" in seen, "the key is the number"
        screen.type("3")
        screen.until_shown("Who takes seat 1?")
        screen.type("\r")
        screen.until_shown("Who takes seat 2?")
        screen.type("2")
        screen.until_shown("Who takes seat 3?")
        screen.type("3")
        screen.until(lambda seen: seen.startswith(" Whot") and "Player is to act." in seen)
        screen.type("N")
        screen.until_shown("What would you like to play?")
        screen.type("\x1b")
        screen.until(lambda seen: seen.startswith(" Whot") and "Player is to act." in seen and "play?" not in seen)
        screen.type("N")
        screen.until_shown("What would you like to play?")
        screen.type(KEYS[names.index("connect_four")])
        screen.until_shown("Who takes seat 1?")
        screen.type("\r")
        screen.until_shown("Who takes seat 2?")
        screen.type("\r")
        screen.until(lambda seen: seen.startswith(" Connect Four") and "Player is to act." in seen)
        screen.type("Q")
        assert screen.ends() == 0 and screen.restored()


def test_a_dumb_terminal_gets_plain_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SETTINGS, "TERM", "dumb")
    with terminal(tmp_path, "play", "connect_four", "--seats", "me,classic", *FAST) as screen:
        screen.until_shown("your move:")
        screen.type("quit\r")
        assert screen.ends() == 0 and b"\x1b" not in screen.stream


def test_resizing_keeps_the_cursor_and_what_was_touched(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "differo", "--seats", "me,classic", *FAST) as screen:
        screen.until_shown("20 moves")
        screen.type("\x1b[C\r")  # F3
        screen.until(lambda seen: "2 moves" in seen and "Escape: back" in seen)
        screen.resize(120, 45)
        screen.until(lambda seen: "╰" in seen and "Lead of the side to move" in seen and "Q Quit" in last_row(seen))
        assert "─ 2 moves ─" in screen.seen and "1 Move from F3 to E3" in screen.seen and "Escape: back" in screen.seen
        screen.resize(80, 24)
        screen.until(lambda seen: "2 moves ─ Escape: back" in seen and "Q Quit" in last_row(seen))
        screen.resize(40, 10)
        screen.resize(100, 30)
        screen.until(lambda seen: "─ 2 moves ─" in seen and "j=0 j=1" in seen and "Q Quit" in last_row(seen))
        screen.type("?")
        screen.until_shown("take back your last move")
        screen.resize(80, 24)
        screen.type("\x1b")
        screen.until(lambda seen: "2 moves ─ Escape: back" in seen and "Q Quit" in last_row(seen))
        screen.type("\x1b[A\r")
        screen.until_shown("─ 2 entries")
        screen.type("L")
        screen.until_shown("1. Player moves from F3 to E3")
        screen.type("q")
        screen.until(lambda seen: "1. Player" not in seen)
        screen.type("Q")
        assert screen.ends() == 0 and screen.restored()


def last_row(seen: str) -> str:
    return seen.splitlines()[-1]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)])
def test_signals_leave_the_terminal_as_it_was(number: signal.Signals, code: int, tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "connect_four", "--seats", "me,classic", *FAST) as screen:
        screen.until(settled_now)
        screen.type("4")
        screen.until(lambda seen: settled_now(seen) and discs(seen) == 2)
        assert not screen.restored(), "raw while it runs"
        screen.process.send_signal(number)
        assert screen.ends() == code and screen.restored()
        assert screen.stream.rstrip().endswith(f"{sys.executable} -m turnwise resume".encode())
        assert b"\x1b[?1049l" in screen.stream and b"\x1b[?25h" in screen.stream
        assert screen.stream.rindex(b"\x1b[?1000l") > screen.stream.rindex(b"\x1b[?1000h")
    assert "1. Player drops a disc into column d." in piped(tmp_path, "resume", "--plain", lines="log\n").stdout


def test_nothing_that_was_seen_is_lost_with_the_process(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "connect_four", "--seats", "me,classic", "--seed", "4", *FAST) as screen:
        screen.until(settled_now)
        for turn in range(1, 4):
            screen.type("4")
            screen.until(partial(answered, discs_now=2 * turn))
        board = holes(screen.seen)
        screen.process.kill()
        screen.process.wait()
    with terminal(tmp_path, "resume", *FAST) as screen:
        screen.until(lambda seen: settled_now(seen) and discs(seen) == 6)
        assert holes(screen.seen) == board and len(board) == 6
        screen.type("Q")
        assert screen.ends() == 0


def test_no_hand_is_on_the_screen_while_the_keyboard_changes_hands(tmp_path: Path) -> None:
    """Every byte that is written from Ann's move until Ben's Enter is searched, and every cell of the screen."""
    players = ("--seats", "me:Ann,me:Ben", "--seed", "8")
    with terminal(tmp_path, "play", "whot", *players, *FAST, columns=100, rows=40) as screen:
        match = tw.Match("whot", seats=2, seed=8, compiled=False)
        seen = screen.until_shown("Pass the keyboard to Ann.")
        assert not faces(seen) and len(seen.split()) < 25, "nothing but the curtain"
        screen.type("\r")
        seen = screen.until(lambda seen: "Ann is to act." in seen and moves_listed(seen))
        assert faces(text(written(match.view(0)))) <= faces(seen)
        mark = len(screen.stream)
        screen.type(key_of(screen, "Draw"))
        seen = screen.until_shown("Pass the keyboard to Ben.")
        match.play("draw")
        (drawn,) = match.view(0).events[0]["hand"]
        assert not faces(seen) and len(seen.split()) < 25, "nothing but the curtain"
        his = faces(text(written(match.view(1)))) - faces(text(written(match.view(0))))
        told = plain_text(screen.stream[mark:])
        assert len(his) > 4 and not faces(told) & his and drawn not in told
        mark = len(screen.stream)
        screen.type("x4\t?\r")
        screen.until(lambda seen: "Ben is to act." in seen and "Ann draws a card." in seen)
        shown = plain_text(screen.stream[mark:])
        hers = faces(text(written(match.view(0)))) - faces(text(written(match.view(1))))
        assert len(hers) > 4 and not faces(shown) & hers and drawn not in shown
        screen.type("L")
        screen.until_shown("1. Ann draws")
        screen.type("\x1b")
        screen.until(lambda seen: "1. Ann draws" not in seen)
        screen.type("Q")
        assert screen.ends() == 0


def test_a_hint_is_for_whoever_asked(tmp_path: Path) -> None:
    """Ann does not wait for it: Ben must not find in it what she holds."""
    players = ("--seats", "me:Ann,me:Ben", "--seed", "8", "--pace", "0")
    with terminal(tmp_path, "play", "whot", *players, columns=100, rows=40) as screen:
        screen.until_shown("Pass the keyboard to Ann.")
        screen.type("\r")
        screen.until(lambda seen: "Ann is to act." in seen and moves_listed(seen))
        draw = key_of(screen, "Draw")
        screen.type("h")
        screen.until_shown("A strong player is thinking")
        screen.type(draw)
        screen.until_shown("Pass the keyboard to Ben.")
        screen.type("\r")
        screen.until(lambda seen: "Ben is to act." in seen and moves_listed(seen))
        screen.type("w")
        screen.until_shown("No bot has acted")
        assert b"A fierce player" not in screen.stream
        screen.type("q")
        assert screen.ends() == 0


def test_what_one_was_reading_is_gone_when_the_next_sits_down(tmp_path: Path) -> None:
    players = ("--seats", "me:Ann,classic,me:Ben", "--seed", "8", "--pace", "2")
    with terminal(tmp_path, "play", "whot", *players, columns=100, rows=40) as screen:
        screen.until_shown("Pass the keyboard to Ann.")
        screen.type("\r")
        screen.until(lambda seen: "Ann is to act." in seen and moves_listed(seen))
        screen.type(key_of(screen, "Draw"))
        screen.until_shown("Classic bot is to act.")
        screen.type("x")
        screen.until_shown("Leave the game for good?")
        screen.until_shown("Pass the keyboard to Ben.")
        screen.type("\r")
        screen.until(lambda seen: "Ben is to act." in seen and moves_listed(seen))
        assert "Leave the game" not in screen.seen
        screen.type("Q")
        assert screen.ends() == 0


def faces(words: str) -> set[str]:
    """The cards of Whot that can be read in a text."""
    return set(re.findall(r"[●▲✚■★W]\d+", words))


def key_of(screen: Terminal, words: str) -> str:
    found = re.search(rf"│ (\w) {words}\b", screen.seen)
    assert found, screen.seen
    return found[1]


def plain_text(written: bytes) -> str:
    return re.sub(rb"\x1b\[[0-9;?<>=]*[a-zA-Z]", b"", written).decode(errors="replace")


def test_bots_alone_play_by_themselves(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "connect_four", "--seats", "classic,random", "--seed", "3", *FAST) as screen:
        screen.until_shown("The transcript is in")
        screen.type("1")
        screen.until(lambda seen: discs(seen) > 6)
        screen.type("Q")
        assert screen.ends() == 0 and screen.restored()
    finished(tmp_path)


def test_small_letters_are_commands_as_well(tmp_path: Path) -> None:
    """In a list of more than sixteen moves a small h was a move, not a hint."""
    with terminal(tmp_path, "play", "differo", "--seats", "me,classic", *FAST, columns=110, rows=44) as screen:
        screen.until_shown("20 moves")
        screen.type("h")
        screen.until_shown("A fierce player")
        screen.type("l")
        screen.until_shown("Nothing has been played yet.")
        screen.type("q")
        screen.until(lambda seen: "Nothing has been played" not in seen)
        screen.type("x")
        screen.until_shown("Resign?")
        screen.type("q")
        assert screen.ends() == 0 and list(tmp_path.iterdir()) == [], "Q quits from a question, too"


def test_an_idle_table_writes_nothing(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "connect_four", "--seats", "me,classic", *FAST) as screen:
        screen.until(settled_now)
        assert any(screen.is_quiet(1.2) for _ in range(20))
        screen.type("Q")
        assert screen.ends() == 0


def test_the_first_board_comes_quickly(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "differo", "--seats", "me,search:3", columns=100, rows=32) as screen:
        screen.until_shown("i = 5   F")
        assert processor_seconds(screen.process.pid) < 5
        assert "llvmlite" not in Path(f"/proc/{screen.process.pid}/maps").read_text()
        os.write(screen.master, b"Q")
        assert screen.ends() == 0


def test_a_long_think_is_cut_short(tmp_path: Path) -> None:
    slow = ("--seats", "me,search:5", "--pace", "0", "--time", "3600")
    with terminal(tmp_path, "play", "connect_four", *slow) as screen:
        screen.until(settled_now)
        screen.type("4")
        screen.until(re.compile(r"Fierce bot is thinking … \d+ s \(M: move now\)").search)
        screen.type("M")
        screen.until(lambda seen: settled_now(seen) and discs(seen) == 2)
        screen.type("3")
        screen.until_shown("is thinking")
        screen.type("Q")
        assert screen.ends() == 0 and screen.restored(), "a thinking bot keeps nobody from leaving"
        assert b"Traceback" not in screen.stream


def test_when_the_disk_refuses_nothing_is_shown_that_would_be_lost(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with terminal(home, "play", "connect_four", "--seats", "me,classic", *FAST) as screen:
        screen.until(settled_now)
        rmtree(home)
        screen.type("4")
        assert screen.ends() == 2 and screen.restored()
        told = plain_text(screen.stream)
        assert "cannot be saved" in told and "drops a disc" not in told and "Traceback" not in told
