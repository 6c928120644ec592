"""Line by line, through pipes: the real program."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import turnwise as tw
from tests.terminal.driver import PATIENCE, PROGRAM, Begin, piped, play_at_random, processor_seconds, surroundings
from tests.terminal.quiet import played
from turnwise.cli import main
from turnwise.games import game, ours
from turnwise.kit.catalogues import languages, speaker
from turnwise.kit.game import Game
from turnwise.play.language import Language
from turnwise.terminal.plain import PlainTable
from turnwise.terminal.sitters import sitters
from turnwise.terminal.table import new_table

ESCAPE = "\x1b"


def party(one: Game) -> str:
    """Somebody among bots: where cards are hidden the second seat, so that another begins."""
    seated = ["classic", "random", "random"][: max(one.seats[0], 2) - 1]
    seated.insert(int(one.hidden), "me")
    return ",".join(seated)


@pytest.mark.parametrize("name", ours())
def test_a_whole_game_of_each_kind_from_a_script(name: str, table: Begin, tmp_path: Path) -> None:
    pipe = table(name, "--seats", party(game(name)), "--seed", "3")
    assert play_at_random(pipe, 1) > 3
    assert pipe.close() == 0
    assert ESCAPE not in pipe.said and "Traceback" not in pipe.said
    assert not re.search(r"\bseat \d", pipe.said, re.I), "players are called by their names"
    (file,) = tmp_path.glob("*.txt")
    match = tw.Match.load(file.read_text(), compiled=False)
    assert match.outcome is not None and str(file) in pipe.said
    assert [one.name for one in tmp_path.iterdir()] == [file.name], "nothing is left behind but the transcript"


def test_people_share_the_keyboard_and_bots_play_alone(table: Begin, tmp_path: Path) -> None:
    two = table("connect_four", "--seats", "me:Ann,me:Ben", "--seed", "3")
    assert play_at_random(two, 2) > 6 and two.close() == 0
    assert "Ann, your move:" in two.said and "Ben, your move:" in two.said and "Pass the keyboard" not in two.said
    alone = piped(tmp_path, "play", "deerportal", "--plain", "--seats", "classic,random,classic,random", "--seed", "4")
    assert alone.returncode == 0 and "Classic bot 2 rolls" in alone.stdout and "The transcript is in" in alone.stdout


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    told = [piped(tmp_path, "play", "whot", "--plain", "--seats", "classic,random", "--seed", "5").stdout for _ in "ab"]
    assert told[0].rpartition("The transcript")[0] == told[1].rpartition("The transcript")[0] != ""


def test_wrong_input_is_named_and_asked_again(table: Begin) -> None:
    pipe = table("connect_four", "--seats", "me:Ann,me:Ben")
    pipe.until_asked()
    assert "“zebra” is no move. Say one of the moves, or help." in pipe.answer("zebra")
    near = pipe.answer("drop a disk in column c")
    assert "“drop a disk in column c” is no move. Did you mean “Drop a disc into column c”?" in near
    assert "“8” is no move" in pipe.answer("8")
    assert "Say a move, its number, or help." in pipe.answer("")
    assert "is no JSON" in pipe.answer("{")
    assert "is no move" in pipe.answer(b"drop \xff\xfe")
    for _ in range(6):
        assert "drops a disc into column a." in pipe.answer(" DROP  a ")
    for typed in ("drop a", "Drop a disc into column a"):
        full = pipe.answer(typed)
        assert "That column is full; choose another." in full and full.endswith("Ann, your move: ")
    assert pipe.close() == 0


def test_commands(table: Begin, tmp_path: Path) -> None:
    pipe = table("connect_four", "--seats", "me:Ann,classic", "--seed", "1", "--time", "0.05")
    pipe.until_asked()
    assert "no bot has acted" in pipe.answer("why").lower()
    assert "nothing to take back" in pipe.answer("undo")
    assert "nothing to save yet" in pipe.answer("save")
    assert "Nothing has been played yet." in pipe.answer("log")
    for words in ("help", "?", "HELP"):
        assert "turnwise resume" in pipe.answer(words)
    assert "A fierce player would choose “Drop a disc into column" in pipe.answer("hint")
    assert "7 legal moves" in pipe.answer("moves") and re.search("a +b +c +d +e +f +g", pipe.answer("board"))
    assert "# Connect Four" in pipe.answer("rules")
    pipe.answer("4")
    assert "Classic bot would choose “Drop a disc into column" in pipe.answer("why")
    assert "   1. Ann drops a disc into column d.\n   2. Classic bot drops" in pipe.answer("log")
    assert "in " + str(tmp_path) in pipe.answer("save")
    taken_back = pipe.answer("undo")
    assert (
        "Ann takes back the last move." in taken_back and "●" not in taken_back.split("Ann is to move")[0].split("▾")[1]
    )
    assert "No draw has been offered to you." in pipe.answer("accept")
    assert "You have offered a draw" in pipe.answer("offer")
    assert "offered a draw in this turn already" in pipe.answer("offer")
    assert pipe.answer("resign").endswith("Resign? Say yes, or anything else to play on: ")
    assert "You play on." in pipe.answer("no") and "outcome" not in pipe.answer("log")
    pipe.answer("resign")
    over = pipe.answer("yes")
    assert "Ann resigns." in over and "Classic bot wins: Ann resigned." in over
    assert pipe.close() == 0


@pytest.mark.parametrize("one", tw.all_games(), ids=lambda one: one.name)
def test_no_command_hides_an_action(one: Game) -> None:
    language = Language(one, one.frame(None, {}))
    actions = [language.action(id) for id in range(one.actions)]
    for code in languages():
        speak = speaker(one, code)
        words = {text.casefold() for action in actions for text in (action.words, speak(action.said))}
        assert not words & {speak(word).casefold() for word in PlainTable.commands}


def test_a_move_may_be_typed_as_people_say_it(table: Begin) -> None:
    pipe = table("connect_four", "--seats", "me:Ann,me:Ben", "--language", "de")
    assert "  4. Wirf eine Scheibe in Spalte d\n" in pipe.until_asked()
    for typed in ("wirf  eine Scheibe in Spalte D.", "Drop a disc into column d", "drop d", "4"):
        assert re.search(r"(Ann|Ben) wirft eine Scheibe in Spalte d\.", pipe.answer(typed))
    assert pipe.close() == 0


@pytest.mark.parametrize("given", [[], ["5"], ["5", "2"], ["5", "2", "5"]])
@pytest.mark.parametrize("typed", ["F2-F8", "f2 f8", "Move from F2 to F8"])
def test_a_whole_move_is_taken_at_any_question(given: list[str], typed: str, tmp_path: Path) -> None:
    told = played(tmp_path, "differo", "me:Ann,me:Ben", "\n".join([*given, typed, ""]))
    assert "Ann moves from F2 to F8" in told and told.count("Ann, I of the base:") == 1
    assert "Ann, J of the target:" in told or len(given) < 3


def test_a_faulty_answer_is_named_and_only_that_question_is_asked_again(tmp_path: Path) -> None:
    told = played(tmp_path, "differo", "me:Ann,me:Ben", "5\nzebra\n1\n5\n7\n")
    assert told.count("Ann, I of the base:") == 1 and told.count("Ann, J of the base:") == 2
    assert "J of the base is a whole number from 0 to 8, not 'zebra'." in told and "Ann moves from F2 to F8" in told


def test_a_whole_evening_in_german(table: Begin, tmp_path: Path) -> None:
    """All that is said passes through the catalogues; what is saved does not."""
    pipe = table("connect_four", "--seats", "me:Ann,classic", "--seed", "1", "--time", "0.05", "--language", "de")
    said = pipe.until_asked()
    assert said.startswith("Vier gewinnt: Ann, Klassischer Bot. Sag hilfe") and said.endswith("Ann, dein Zug: ")
    assert "„zebra“ ist kein Zug." in pipe.answer("zebra")
    for words in ("hilfe", "help", "?", "HILFE"):
        assert "tipp      was ein starker Spieler täte" in pipe.answer(words)
    assert "Seit du hier sitzt, hat noch kein Bot gezogen." in pipe.answer("warum")
    assert "Klassischer Bot wirft eine Scheibe in Spalte" in pipe.answer("4")
    assert "Klassischer Bot würde „Wirf eine Scheibe" in pipe.answer("why")
    assert "   1. Ann wirft eine Scheibe in Spalte d.\n" in pipe.answer("verlauf")
    (file,) = tmp_path.glob("*.table")
    assert "\nperson Ann\nclassic Classic bot\n" in file.read_text() and "1. seat 0: drop d\n" in file.read_text()
    pipe.answer("aufgeben")
    over = pipe.answer("j")
    assert "Ann gibt auf." in over and "Klassischer Bot gewinnt: Ann hat aufgegeben." in over
    assert "1. Klassischer Bot, 1 Punkt\n2. Ann, 0 Punkte\nDas Protokoll steht in" in over
    assert pipe.close() == 0
    (kept,) = tmp_path.glob("*.txt")
    assert "\n2. seat 1: drop " in kept.read_text() and "result: seat 1 wins: seat 0 resigned\n" in kept.read_text()


def test_a_match_that_was_begun_in_one_language_goes_on_in_another(tmp_path: Path) -> None:
    seats = ("--seats", "me,classic", "--seed", "1")
    begun = piped(tmp_path, "play", "connect_four", "--plain", *seats, "--language", "de", lines="4\n")
    assert "Spieler, dein Zug:" in begun.stdout and "Die Partie ist gespeichert; weiter geht es mit:" in begun.stdout
    english = piped(tmp_path, "resume", "--plain", lines="log\n").stdout
    assert "Classic bot drops a disc into column" in english and "Spieler drops" in english, "he is called what he was"
    german = piped(tmp_path, "resume", "--plain", "--language", "de", lines="verlauf\n").stdout
    assert "Klassischer Bot wirft eine Scheibe" in german


def test_the_menu_in_german(tmp_path: Path) -> None:
    number = 1 + [game.name for game in tw.all_games()].index("connect_four")
    done = piped(tmp_path, "play", "--language", "de", lines=f"x\n{number}\n1\n1\nAnn\n\nende\n").stdout
    assert done.startswith("Was möchtest du spielen?\n  1  ")
    assert f"\n  {number}  Vier gewinnt: Wirf Scheiben in sieben Spalten" in done
    assert (
        f"„x“ ist keine Zahl von 1 bis {len(tw.all_games())}." in done
        and "Wer nimmt Platz 1?\n  1  Spieler\n  2  Zufallsbot: spielt" in done
    )
    assert "Wie heißt, wer auf Platz 2 sitzt? (Enter: Spieler 2)" in done
    assert "Vier gewinnt: Ann, Spieler 2. Sag hilfe" in done and "Auf Wiedersehen. Es wurde nichts gespielt." in done


def test_a_draw_is_offered_and_answered_between_people(table: Begin) -> None:
    pipe = table("connect_four", "--seats", "me:Ann,me:Ben")
    pipe.until_asked()
    pipe.answer("offer")
    assert "Ann has offered a draw" in pipe.answer("1")
    assert "Ben refuses the draw." in pipe.answer("refuse")
    pipe.answer("1")
    pipe.answer("offer")
    pipe.answer("1")
    over = pipe.answer("accept")
    assert "Ben accepts the draw." in over and "Nobody wins: a draw was agreed." in over
    assert pipe.close() == 0


def test_the_end_of_input_saves_and_resuming_goes_on(tmp_path: Path) -> None:
    first = piped(tmp_path, "play", "whot", "--plain", "--seats", "me,classic", "--seed", "2", lines="draw\ndraw\n")
    assert first.returncode == 0 and "The input has ended. The match is saved" in first.stdout
    (file,) = tmp_path.glob("*.table")
    assert file.stat().st_mode & 0o777 == 0o600
    again = piped(tmp_path, "resume", "--plain", lines="log\n")
    assert again.returncode == 0 and re.search("   1\\. Player draws", again.stdout)
    named = piped(tmp_path, "resume", str(file), "--plain")
    assert named.returncode == 0 and "legal moves:" in named.stdout
    for said in (first, again, named):
        assert "seed 2" not in said.stdout, "the secret is never shown"
    told = piped(tmp_path, "replay", str(file))
    assert told.returncode == 2 and "is a match that is not over yet. Go on with it:" in told.stderr


def test_the_command_that_is_told_is_the_one_that_was_used(tmp_path: Path) -> None:
    """As `./turnwise` in a clone, as the script that pip installs, and as a module."""
    clone, bin = tmp_path / "clone", tmp_path / "venv" / "bin"
    for folder in (clone / "scripts", bin):
        folder.mkdir(parents=True)
    shutil.copy(Path(__file__).parents[2] / "turnwise", clone)
    (clone / "scripts" / "environment").write_text(f"venv={shlex.quote(str(bin.parent))}\nprepare() {{ :; }}\n")
    (bin / "python").symlink_to(sys.executable)
    (bin / "turnwise").write_text(f"#!{sys.executable}\nfrom turnwise.cli import main\nraise SystemExit(main())\n")
    (bin / "turnwise").chmod(0o755)
    found = [str(Path(tw.__file__).parents[1]), *sys.path]
    around = surroundings(tmp_path / "home") | {"PYTHONPATH": os.pathsep.join(found)}
    on_path = around | {"PATH": f"{bin}{os.pathsep}{around['PATH']}"}
    for started, env, told in (
        (["./turnwise"], around, "./turnwise"),
        ([str(bin / "turnwise")], around, str(bin / "turnwise")),
        (["turnwise"], on_path, "turnwise"),
        ([sys.executable, "-m", "turnwise"], around, f"{sys.executable} -m turnwise"),
    ):
        done = subprocess.run([*started, "resume"], cwd=clone, env=env, capture_output=True, text=True)
        assert done.stderr == f"There is no unfinished match. Begin one with: {told} play\n"


def test_nothing_played_leaves_nothing(tmp_path: Path) -> None:
    done = piped(tmp_path, "play", "whot", "--plain", lines="quit\n")
    assert done.returncode == 0 and "Good-bye. Nothing was played." in done.stdout
    assert list(tmp_path.iterdir()) == []
    assert "There is no unfinished match." in piped(tmp_path, "resume", "--plain").stderr


def test_an_interrupt_saves_and_leaves(table: Begin, tmp_path: Path) -> None:
    pipe = table("connect_four", "--seats", "me,classic")
    pipe.until_asked()
    pipe.answer("4")
    pipe.process.send_signal(signal.SIGINT)
    assert pipe.process.wait(20) == 130
    assert pipe.process.stdout and "Stopped. The match is saved" in pipe.process.stdout.read().decode()
    pipe.process.stdout.close()
    assert "1. Player drops a disc into column d." in piped(tmp_path, "resume", "--plain", lines="log\n").stdout


def test_nothing_that_was_acknowledged_is_lost_with_the_process(table: Begin, tmp_path: Path) -> None:
    pipe = table("caesar", "--seats", "me,random", "--seed", "6")
    said = pipe.until_asked()
    for _ in range(12):
        said = pipe.answer("1")
    told = pipe.answer("log")
    pipe.process.kill()
    pipe.process.wait()
    pipe.close()
    again = piped(tmp_path, "resume", "--plain", lines="log\n").stdout
    entries = [line for line in told.splitlines() if re.match(r" +\d+[.+] ", line)]
    assert len(entries) > 12 and "\n".join(entries) in again
    assert said


def test_a_match_is_open_in_one_window_only(table: Begin, tmp_path: Path) -> None:
    pipe = table("connect_four", "--seats", "me,classic")
    pipe.until_asked()
    pipe.answer("4")
    other = piped(tmp_path, "resume", "--plain")
    assert other.returncode == 2 and "is being played in another window" in other.stderr
    assert pipe.close() == 0
    assert piped(tmp_path, "resume", "--plain").returncode == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is no saved table"),
        ("Turnwise transcript 1\ngame: whot\n", "is no saved table"),
        ("Turnwise table 1\nperson Ann\n\nTurnwise transcript 1\n", "cannot be gone on with."),
        ("Turnwise table 1\nwizard Ann\n\n", "'wizard Ann' is nobody who could sit"),
        ("Turnwise table 1\nperson Ann\nwalker Bot\n\n{match}", "cannot be gone on with. There is no bot 'walker'."),
        ("Turnwise table 1\nperson Ann\n\n{match}", "it names one sitter for 2 seats"),
        ("Turnwise table 1\nperson A\nperson B\n\n{match}1. seat 0: drop z\n", "cannot be gone on with. Line"),
    ],
)
def test_a_broken_file_gets_a_sentence(
    text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TURNWISE_HOME", str(tmp_path))
    file = tmp_path / "broken.table"
    file.write_text(text.format(match=tw.Match("connect_four", seed=1).save()))
    assert main(["resume", str(file), "--plain"]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "There is no game 'chess'."),
        (("whot", "--seats", "me"), "Whot is for 2 to 8 seats; name one sitter for each, as in --seats me,search:3."),
        (("deerportal", "--seats", "me,classic"), "as in --seats me,search:3,search:3,search:3"),
        (("whot", "--seats", "me,genius"), "There is no bot 'genius'."),
        (("whot", "--seats", "me,,me"), "A sitter has no name."),
        (("whot", "--seats", "me:Maximilian the Great,classic"), "16 characters are the most"),
        (("whot", "--option", "tender=7"), "Option 'tender' must be on or off"),
        (("--seats", "me,classic"), "Name a game first"),
        (("whot", "--pace", "-1"), "invalid number of seconds from 0 to 3600 value"),
        (("whot", "--seed", "99999999999999999999"), "A seed is a whole number of up to 18 digits"),
    ],
)
def test_bad_arguments_get_a_sentence(
    arguments: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TURNWISE_HOME", str(tmp_path))
    try:
        code: object = main(["play", "--plain", *arguments])
    except SystemExit as refused:  # the parser's own way
        code = refused.code
    assert code == 2 and sentence in capsys.readouterr().err and list(tmp_path.iterdir()) == []


def test_the_menu_asks_game_seats_and_sitters(tmp_path: Path) -> None:
    names = [one.name for one in tw.all_games()]
    lines = f"99\nwhot\n{1 + names.index('whot')}\n1\n3\n1\n1\n2\nAnn\n\nquit\n"
    done = piped(tmp_path, "play", lines=lines)
    assert done.returncode == 0
    for one in tw.all_games():
        assert f"{one.title}: {one.summary}" in done.stdout
    for wrong in ("99", "whot"):
        assert f"'{wrong}' is no number from 1 to {len(names)}." in done.stdout
    assert "How many players?\n  2  two players\n  3  three players\n" in done.stdout
    assert "'1' is no number from 2 to 8." in done.stdout
    assert "Whot: Ann, Player 2, Random bot." in done.stdout
    assert "Gentle bot" in done.stdout and "Fierce bot" in done.stdout
    gone = piped(tmp_path, "play", lines="3\n")
    assert gone.returncode == 0 and gone.stdout.endswith("The input has ended. Nothing was played.\n")


def test_hands_stay_behind_the_curtain(table: Begin) -> None:
    pipe = table("whot", "--seats", "me:Ann,me:Ben", "--seed", "8")
    match = tw.Match("whot", seats=2, seed=8)
    assert pipe.until_asked().endswith("Pass the keyboard to Ann, who presses Enter. ")
    mine = pipe.answer("")
    assert "your move:" in mine
    between = pipe.answer("draw")
    match.play("draw")
    (drawn,) = match.view(0).events[0]["hand"]
    assert between.strip() == "Pass the keyboard to Ben, who presses Enter."
    theirs = pipe.answer("")
    assert "Ann draws a card." in theirs and drawn not in theirs
    assert pipe.close() == 0


def test_somebody_may_act_out_of_turn(table: Begin) -> None:
    """Whot's catch: whoever did not call 'last card' is caught by a person whose turn it is not."""
    pipe = table("whot", "--seats", "me:Ann,me:Ben,me:Cid", "--seed", "1",
        "--option", "last_card_call=on", "--option", "cards_each=3",
    )  # fmt: skip
    said = pipe.until_asked()
    for _ in range(200):
        if re.search(r"you may act out of turn: 1\. Catch", said.splitlines()[-1]):
            break
        listed = re.findall(r"(\d+)\. Play", said.partition(" legal move")[2])
        last = said.splitlines()[-1]
        said = pipe.answer("" if "Enter" in last else listed[0] if listed else "1")
    assert "you may act out of turn: 1. Catch" in said
    assert "“zebra” is no move" in pipe.answer("zebra")
    pipe.answer("1")
    pipe.answer("")
    assert re.search(r"(Ann|Ben|Cid) catches (Ann|Ben|Cid)\b", pipe.said)
    assert pipe.close() == 0


def test_computers_of_rally_answer_by_luck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rally = game("rally")
    monkeypatch.setenv("TURNWISE_HOME", str(tmp_path))
    begun = new_table(rally, sitters(rally, ["me", "classic"]), seed=1, seconds=None, options={})
    begun.close()
    assert begun.match.frame.options["computers"] == [1]


def test_a_board_comes_quickly_and_needs_no_compiler(table: Begin) -> None:
    pipe = table("differo", "--seats", "me,search:3")
    assert "i = 8   I" in pipe.until_asked()
    assert processor_seconds(pipe.process.pid) < 5
    loaded = Path(f"/proc/{pipe.process.pid}/maps").read_text()
    assert "llvmlite" not in loaded and "numba" not in loaded
    assert pipe.close() == 0


def test_replay_and_verify_read_what_a_table_leaves_behind(tmp_path: Path) -> None:
    piped(tmp_path, "play", "connect_four", "--plain", "--seats", "classic,random", "--seed", "1")
    (file,) = tmp_path.glob("*.txt")
    assert piped(tmp_path, "verify", str(file)).returncode == 0
    assert "Classic bot" not in piped(tmp_path, "replay", str(file)).stdout


@pytest.mark.parametrize("closed", ["<&-", "<&- >&-"])
def test_streams_that_are_closed_are_empty(closed: str, tmp_path: Path) -> None:
    command = f"exec {shlex.join(PROGRAM)} play connect_four --seats me,classic {closed}"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, env=surroundings(tmp_path), check=False
    )
    assert done.returncode == 0 and done.stderr == "" and list(tmp_path.iterdir()) == []


def test_a_reader_who_goes_at_once_leaves_no_lock_behind(tmp_path: Path) -> None:
    command = f"{shlex.join(PROGRAM)} play connect_four --plain --seats classic,random | true"
    subprocess.run(["sh", "-c", command], env=surroundings(tmp_path), check=True, stderr=subprocess.DEVNULL)
    assert not list(tmp_path.glob("*.lock"))


def test_whoever_is_told_to_end_ends_in_order(table: Begin, tmp_path: Path) -> None:
    pipe = table("connect_four", "--seats", "me,classic")
    pipe.until_asked()
    pipe.answer("4")
    pipe.process.terminate()
    assert pipe.process.wait(PATIENCE) == 143
    assert [one.suffix for one in tmp_path.iterdir()] == [".table"], "the match is free"
