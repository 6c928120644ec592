"""The real program, as a user runs it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import turnwise as tw


def run(*arguments: str, **around: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "turnwise", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | around)


def test_games_are_listed_with_seats_and_options() -> None:
    done = run("games")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[::2]] == [game.name for game in tw.all_games()]
    assert len({len(line) - len(line.lstrip()) for line in lines[1::2]}) == 1, (
        "what is said of all games begins in one column"
    )
    whot = run("games", "whot").stdout
    assert "2 to 8 seats, hidden information, chance" in whot and "cards_each" in whot and "[auto]" in whot
    assert "settings of a table" in whot and "0 or 5 to 60 seconds [15]" in whot
    facts = json.loads(run("games", "--json").stdout)
    assert [fact["name"] for fact in facts] == [game.name for game in tw.all_games()]
    tender = next(fact for fact in facts if fact["name"] == "whot")["options"]["tender"]
    assert tender["default"] is False and tender["values"] == "on or off" and isinstance(tender["help"], str)


def test_the_version_is_told_in_one_line() -> None:
    assert run("--version").stdout == f"turnwise {tw.__version__}\n"


def test_perft_ends_with_the_count_alone() -> None:
    assert run("perft", "connect_four", "4").stdout == "2401\n"
    divided = run("perft", "connect_four", "3", "--divide").stdout.splitlines()
    assert divided == [f"drop {c}: 49" for c in "abcdefg"] + ["343"]
    assert run("perft", "differo", "2").stdout.splitlines()[-1] == "396"
    one, two = (run("perft", "whot", "4", "--seats", "3", "--seed", seed).stdout for seed in ("1", "2"))
    assert one != two and one.strip().isdecimal()


def test_simulate_sums_up_in_words_and_in_json() -> None:
    words = run(
        "simulate", "whot", "--games", "500", "--seats", "3", "--bots", "classic,random,random", "--option", "tender=on"
    )
    assert words.returncode == 0
    for part in ("Whot, 500 games", "classic", "95 % interval", "Turns:", "Ends:", "games and"):
        assert part in words.stdout
    summary = json.loads(run("simulate", "whot", "--games", "500", "--seats", "3", "--json").stdout)
    assert summary["games"] == 500 and summary["seats"] == 3 and len(summary["win_shares"]) == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("perft", "chess", "2"), "There is no game 'chess'."),
        (("perft", "wot", "2"), "Did you mean 'whot'?"),
        (("simulate", "whot", "--seats", "9"), "Whot is for 2 to 8 seats, not 9."),
        (("simulate", "whot", "--option", "tender"), "An option is name=value, not 'tender'."),
        (("simulate", "whot", "--option", "tender=7"), "Option 'tender' must be on or off, not '7'."),
        (("simulate", "whot", "--option", "colour=7"), "There is no option 'colour'"),
        (
            ("simulate", "whot", "--option", "symbol_seconds=5"),
            "'symbol_seconds' in the rules: it is a setting of a table",
        ),
        (("show", "whot", "--option", "symbl_seconds=5"), "There is no setting 'symbl_seconds': did you mean"),
        (("simulate", "whot", "--bots", "genius"), "There is no bot 'genius'."),
        (("simulate", "whot", "--games", "0"), "invalid whole number from 1 to 1000000000000 value: '0'"),
        (("perft", "differo", "many"), "invalid whole number from 0 to 100 value: 'many'"),
        (("simulate", "whot", "--option", "seats=3"), "There is no option 'seats'"),
        (("perft", "differo", "99999999999999999999"), "invalid whole number from 0 to 100"),
        (("simulate", "whot", "--seed", "99999999999999999999"), "A seed is a whole number of up to 18 digits"),
        (("replay", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("verify", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("dance",), "invalid choice: 'dance'"),
    ],
)
def test_bad_input_gets_a_sentence_and_a_code(arguments: tuple[str, ...], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr and "Traceback" not in done.stderr and done.stdout == ""


def test_replay_and_verify(tmp_path: Path) -> None:
    match = tw.Match("connect_four", seed=1)
    for column in "abababa":
        match.play(f"drop {column}")
    file = tmp_path / "match.txt"
    file.write_text(match.save())
    told = run("replay", str(file)).stdout
    assert "   1  Seat 0 drops a disc into column a.\n   2  Seat 1 drops" in told
    assert told.endswith("Seat 0 wins: four in a line.\n")
    verified = run("verify", str(file))
    assert (
        verified.returncode == 0
        and "Verified: 7 entries" in verified.stdout
        and "anybody could have guessed" in verified.stdout
    )
    file.write_text(match.save().replace("drop a", "drop z", 1))
    broken = run("verify", str(file))
    assert broken.returncode == 2 and "Line 10" in broken.stderr
    file.write_bytes(b"\xff\xfe\x00")
    assert run("replay", str(file)).stderr == f"{file} is no text in UTF-8.\n"


def test_replay_of_a_running_match_tells_only_what_everybody_may_know(tmp_path: Path) -> None:
    match = tw.Match("whot", seats=2, seed=3)
    match.play("draw")
    (drawn,) = match.view(0).events[0]["hand"]
    file = tmp_path / "match.txt"
    for text in (match.save(), match.view(1).transcript()):
        file.write_text(text)
        told = run("replay", str(file)).stdout
        assert "draw" in told.casefold() and drawn not in told


def test_verify_compares_with_the_commitment_that_was_published(tmp_path: Path) -> None:
    """A host who forges secret and commitment alike is found out by whoever kept the published one."""
    honest, forged = (tw.Match("connect_four", secret=secret * 32) for secret in ("ab", "cd"))
    for match in (honest, forged):
        match.leave(0)
    file = tmp_path / "match.txt"
    file.write_text(forged.save())
    assert run("verify", str(file), "--commitment", forged.commitment).returncode == 0
    refused = run("verify", str(file), "--commitment", honest.commitment)
    assert refused.returncode == 2 and "not this match's" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "around"),
    [
        (("play", "connect_four", "--seats", "me"), {"LC_ALL": "de_AT.UTF-8"}),
        (("play", "connect_four", "--seats", "me"), {"LC_ALL": "", "LC_MESSAGES": "de_DE", "LANG": "en_GB"}),
        (("play", "connect_four", "--seats", "me"), {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de"}),
        (("play", "connect_four", "--seats", "me", "--language", "de"), {"LC_ALL": "en_GB.UTF-8"}),
        (("--language", "de", "play", "connect_four", "--seats", "me"), {"LC_ALL": "C"}),
    ],
)
def test_what_goes_wrong_is_said_in_the_users_language(arguments: tuple[str, ...], around: dict[str, str]) -> None:
    done = run(*arguments, **around)
    assert done.returncode == 2
    assert done.stderr.startswith("Vier gewinnt ist für 2 Plätze; nenne für jeden, wer dort sitzt")


@pytest.mark.parametrize("language", ["fr_FR.UTF-8", "C", "POSIX", "", "\xff"])
def test_a_language_that_nobody_has_written_is_english(language: str) -> None:
    done = run("play", "chess", LC_ALL=language, LC_MESSAGES="", LANG="")
    assert done.stderr.startswith("There is no game 'chess'.")
    assert "invalid choice: 'fr'" in run("play", "connect_four", "--language", "fr").stderr


def test_a_match_is_told_verified_and_drawn_in_another_language_and_its_data_stay(tmp_path: Path) -> None:
    match = tw.Match("connect_four", seed=1)
    for column in "abababa":
        match.play(f"drop {column}")
    file = tmp_path / "match.txt"
    file.write_text(match.save())
    german = {"LC_ALL": "de_DE.UTF-8"}
    told = run("replay", str(file), **german).stdout
    assert "   1  Platz 0 wirft eine Scheibe in Spalte a.\n" in told
    assert told.endswith("Platz 0 gewinnt: vier in einer Reihe.\n")
    assert "Geprüft: 7 Einträge" in run("verify", str(file), **german).stdout
    drawn = run("show", "connect_four", "--transcript", str(file), **german).stdout
    assert "● Platz 0" in drawn and "hat gewonnen" in drawn
    assert "Vier gewinnt: Wirf Scheiben" in run("games", "connect_four", **german).stdout
    for command in (("games", "connect_four", "--json"), ("perft", "connect_four", "2", "--divide")):
        assert run(*command, **german).stdout == run(*command).stdout


def test_a_reader_that_has_seen_enough_ends_the_program_quietly() -> None:
    command = f"{sys.executable} -m turnwise games --json | head -c 10; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.stderr == "" and done.stdout.endswith(("141\n", "0\n"))


def started(*arguments: str) -> "subprocess.Popen[str]":
    """A program that hears Ctrl-C even if the tests themselves run where it is ignored."""
    return subprocess.Popen(
        [sys.executable, "-u", "-m", "turnwise", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_ctrl_c_stops_a_simulation_and_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TURNWISE_HOME", str(tmp_path))
    process = started("simulate", "connect_four", "--games", "2000000000", "--json")
    assert process.stderr is not None
    assert process.stderr.readline().startswith("Connect Four: ")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=300)
    assert process.returncode == 130
    assert json.loads(out)["games"] > 0


def test_ctrl_c_stops_a_count_in_the_middle_of_a_branch() -> None:
    process = started("perft", "connect_four", "14", "--divide")
    assert process.stderr is not None
    assert process.stderr.readline() == "counting …\n"
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=300)
    assert (process.returncode, out, errors) == (130, "", "Stopped.\n")
