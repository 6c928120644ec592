"""Whoever opens a house for Telegram and has forgotten something reads what to do; the token is told to nobody."""

from pathlib import Path

import pytest

from tests.telegram.club import Club, in_club
from turnwise.cli import main
from turnwise.kit.errors import TurnwiseError
from turnwise.telegram import settings
from turnwise.telegram.front import Front

TOKEN = "7000001:double-of-the-bot-api-and-more"
NO_TOKEN = "That is no token of a bot: it is digits, a colon and 35 letters"


def opened(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What somebody reads whose house does not open."""
    assert main([*arguments]) == 2
    told = capsys.readouterr()
    assert told.out == "" and TOKEN not in told.err and told.err.count("\n") == 1
    return told.err


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (settings.TOKEN, settings.TOKEN_FILE, settings.API, settings.SECRET):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("arguments", [("telegram",), ("serve", "--telegram")], ids=" ".join)
def test_without_a_token(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert "put it into TURNWISE_TELEGRAM_TOKEN, or into a file" in opened(capsys, *arguments)
    monkeypatch.setenv(settings.TOKEN, "  ")
    assert "docs/telegram.md tells where it comes from" in opened(capsys, *arguments)
    for wrong in ("hello", TOKEN.replace(":", ""), f"{TOKEN} {TOKEN}", "7000001:short"):
        monkeypatch.setenv(settings.TOKEN, wrong)
        assert NO_TOKEN in opened(capsys, *arguments)


def test_a_file_without_a_token(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "token"
    telegram = "telegram", "--telegram-token-file", str(file)
    assert "can't be read: no such file or directory." in opened(capsys, *telegram)
    file.write_text("\n")
    assert "Telegram needs the token of a bot" in opened(capsys, *telegram)
    file.write_text("a letter to Ann")
    assert NO_TOKEN in opened(capsys, *telegram)
    file.write_bytes(b"\xff\xfe\x00")
    assert NO_TOKEN in opened(capsys, *telegram)
    monkeypatch.setenv(settings.TOKEN_FILE, str(tmp_path))
    assert "can't be read: is a directory." in opened(capsys, "telegram")
    file.unlink()
    monkeypatch.setenv(settings.TOKEN, TOKEN)  # a file that is named is meant
    assert "can't be read" in opened(capsys, *telegram)


def test_a_webhook_that_could_not_work(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(settings.TOKEN, TOKEN)
    for secret in ("short", "sixteen letters, but not all of them", "é" * 20):
        monkeypatch.setenv(settings.SECRET, secret)
        assert "has 16 to 256 letters, digits, - and _" in opened(capsys, "serve", "--telegram")
    monkeypatch.setenv(settings.SECRET, "sixteen-letters-and-more")
    assert "over https only: name the address with --address" in opened(capsys, "serve", "--telegram")
    assert "over https only" in opened(capsys, "telegram")


def test_a_token_in_a_file_is_taken_as_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    found = settings.from_environment({}, file, "https://games.example.org/")
    assert (found.token, found.address, found.secret) == (TOKEN, "https://games.example.org", "")
    assert TOKEN not in repr(found) and TOKEN not in str(found)


@in_club
async def test_a_token_that_telegram_does_not_know(club: Club) -> None:
    house = club.house
    front = Front(house, club.front._core.settings._replace(token=TOKEN), club._forget)
    with pytest.raises(TurnwiseError, match="Telegram does not know this bot's token"):
        await front.open()
    await front.close()


@in_club
async def test_telegram_cannot_be_reached_when_the_house_opens(club: Club) -> None:
    """The house opens all the same, and plays in Telegram when that is there."""
    club.kill()
    club.world.disturbances.fail("getMe", 502, times=2)
    club.world.disturbances.cut("deleteWebhook")
    await club.open()
    (ann,) = club.people("Ann")
    await ann.start()
    await club.later(30)
    assert "Welcome" in ann.last(ann.private).text
