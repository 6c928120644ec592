"""Matches on disk: the sitters, and the transcript of the match. A file has the match's secret, so only its owner may
read it.

Turnwise table 1
person Ann
search:3 Steady bot
setting card_lock=4.0

Turnwise transcript 1
…
"""

import fcntl
import os
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from turnwise.bots.names import BadBot, Named, names, read
from turnwise.games import all_games, game
from turnwise.house.names import is_visible
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.folders import data_folder
from turnwise.kit.words import Words, counted, said
from turnwise.play.match import Match
from turnwise.play.transcript import read as read_transcript
from turnwise.terminal.command import command
from turnwise.terminal.sitters import Sitter, called_at_table

TITLE = "Turnwise table 1"
SETTING = "setting"
UNFINISHED, FINISHED = ".table", ".txt"


def new_file(name: str) -> Path:
    """A file for a new match, named by its game and the time."""
    return data_folder() / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}{UNFINISHED}"


def unfinished() -> list[Path]:
    """The matches that can be resumed, the latest first."""
    files = data_folder().glob(f"*{UNFINISHED}")
    return sorted(files, key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)


class NotSaved(TurnwiseError):
    """The disk refuses: nothing may be shown that would be lost."""

    code = "not_saved"


def _is_ours(file: Path) -> bool:
    """Whether a file is in the folder of saved matches; any other may be from another person."""
    return file.resolve().parent == data_folder().resolve()


class Keeper:
    """Keeps one match in its file, locked against other programs."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock: int | None = self._locked()

    @property
    def resume(self) -> str:
        """The command that resumes it; a file that is not among the unfinished is named."""
        is_found = self.file.suffix == UNFINISHED and _is_ours(self.file)
        return command("resume") if is_found else command("resume", str(self.file))

    def _locked(self) -> int:
        """Lock the file for this program; the system releases the lock when the process ends."""
        with _writing(self.file):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            lock = os.open(self._lock_file, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(lock), self._lock_file.stat()):
                return lock  # else its owner removed it just now, and there may be a new one
        except OSError:
            pass
        os.close(lock)
        raise TurnwiseError(said("{file} is being played in another window.", file=self.file.name))

    def save(self, match: Match, sitters: Sequence[Sitter]) -> None:
        seats = [f"{sitter.bot or 'person'} {sitter.name}" for sitter in sitters]
        chosen = [f"{SETTING} {name}={value}" for name, value in match.settings.items()]
        _write(self.file, "\n".join([TITLE, *seats, *chosen, "", match.save()]))

    def finish(self, match: Match) -> Path:
        """Replace the table by the transcript of the finished match."""
        done = self.file.with_suffix(FINISHED)
        _write(done, match.save())
        if done != self.file:
            self.file.unlink(missing_ok=True)
        return done

    def close(self) -> None:
        if self._lock is not None:
            with suppress(OSError):
                self._lock_file.unlink()
            os.close(self._lock)
            self._lock = None

    @property
    def _lock_file(self) -> Path:
        return self.file.with_suffix(".lock")


class _writing:
    """Names the file when the disk refuses."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            folder, why = str(self.file.parent), error.strerror or str(error)
            raise NotSaved(said("The match cannot be saved in {folder}: {why}.", folder=folder, why=why)) from None


def _write(file: Path, text: str) -> None:
    """Write the file atomically: a draft gets its name once it is on the disk."""
    draft = file.with_name(f"{file.name}.draft")
    with _writing(file):
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)


def load(file: Path) -> tuple[Match, list[Sitter]]:
    """The match in a file and its sitters, interpreted, without waiting for a compiler."""
    sitters, settings, transcript = _parts(file)
    try:
        match = Match.load(transcript, compiled=False)
        match.set(settings)
        for bot in filter(None, (sitter.bot for sitter in sitters)):
            if read(bot, match.game).own and not _is_ours(file):
                raise BadBot(said("It names the agent {bot}, which only a match that was saved here may.", bot=bot))
    except TurnwiseError as error:
        sentence = said("{file} cannot be gone on with. {error}", file=file.name, error=error.sentence)
        raise TurnwiseError(sentence) from error
    if len(sitters) != match.seats:
        sentence = counted(
            "{file} is broken: it names one sitter for {seats} seats.",
            "{file} is broken: it names {number} sitters for {seats} seats.",
            "number",
            file=file.name,
            number=len(sitters),
            seats=match.seats,
        )
        raise TurnwiseError(sentence)
    return match, sitters


def taken_up(file: Path) -> tuple[Keeper, Match, list[Sitter]]:
    """A saved match to resume. It is locked before it is read, because another program may have played on until
    then."""
    _parts(file)  # anything else is refused before a lock file is made beside it
    keeper = Keeper(file)
    try:
        return keeper, *load(file)
    except BaseException:
        keeper.close()
        raise


def summary(file: Path, language: str) -> str:
    """One line about an unfinished match, for a list."""
    try:
        sitters, _, transcript = _parts(file)
        found = read_transcript(transcript)
        one = game(found.headers["game"])
    except TurnwiseError as error:
        return f"{file.name}: {speaker(None, language)(error.sentence)}"
    from babel.dates import format_datetime

    when = format_datetime(datetime.fromtimestamp(file.stat().st_mtime), "dd MMM y HH:mm", locale=language)
    speak = speaker(one, language)
    players: Words
    players, *others = called_at_table(one, sitters, speak)
    for other in others:
        players = said("{one} against {other}", one=players, other=other)
    return speak(
        counted(
            "{game}, {players}, one entry, {when}",
            "{game}, {players}, {number} entries, {when}",
            "number",
            game=said(one.title),
            players=players,
            number=len(found.lines),
            when=when,
        )
    )


def _parts(file: Path) -> tuple[list[Sitter], dict[str, str], str]:
    """Who sits there, the table's settings, and the transcript."""
    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError:
        raise TurnwiseError(said("{file} is no text in UTF-8.", file=str(file))) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise TurnwiseError(said("{file} cannot be read: {why}.", file=str(file), why=why)) from None
    head, blank, transcript = text.partition("\n\n")
    title, *rows = head.splitlines() or [""]
    if title.strip() != TITLE or not blank:
        sentence = said("{file} is no saved table: it should begin with '{title}'.", file=file.name, title=TITLE)
        raise TurnwiseError(sentence)
    chosen = [row.partition(" ")[2].partition("=") for row in rows if row.startswith(f"{SETTING} ")]
    seated = [_sitter(file, row) for row in rows if not row.startswith(f"{SETTING} ")]
    return seated, {name: value for name, _, value in chosen}, transcript


def _sitter(file: Path, row: str) -> Sitter:
    kind, _, name = row.partition(" ")
    known = kind == "person" or Named.of(kind).own or any(Named.of(kind).bot in names(one) for one in all_games())
    if not is_visible(name) or not name.strip() or not known:
        sentence = said("{file} is broken: '{row}' is nobody who could sit at a table.", file=file.name, row=row[:60])
        raise TurnwiseError(sentence)
    return Sitter(name, "" if kind == "person" else kind)
