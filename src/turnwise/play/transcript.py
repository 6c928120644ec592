"""A match as text that people can read: headers, then a line for each entry.

    Turnwise transcript 1
    game: whot
    version: 1
    seats: 3
    option cards_each: 5
    commitment: 5f1c…
    secret: seed 7

    1. seat 0: play circle_5
    2. seat 1: play whot_2
    2+ seat 1: name star

A `+` marks an entry in the same request as the one before. While the match runs, a player's transcript has `saved for`
in place of the secret, and veiled words.
"""

import json
import re
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from turnwise.games import game as game_named
from turnwise.kit.errors import BadTranscript, TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.position import SPECTATOR
from turnwise.kit.words import Words, counted, said
from turnwise.play.entry import Entry, Special
from turnwise.play.match import Match
from turnwise.play.outcome import Outcome
from turnwise.play.view import View, entry_words, seen_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

TITLE = "Turnwise transcript 1"
NAMES = {"game", "version", "seats", "commitment", "secret", "saved for", "result", "fingerprint"}
WHOLE = re.compile(r"[0-9]{1,9}")
ENTRY = re.compile(rf"({WHOLE.pattern})([.+]) seat ({WHOLE.pattern}): (.+)")


class Line(NamedTuple):
    """An entry as in the text."""

    at: int
    number: int
    joined: bool
    seat: int
    words: str


class Transcript(NamedTuple):
    """A parsed transcript, which is not checked against the rules yet."""

    headers: dict[str, str]
    options: dict[str, Any]
    nonces: list[str]
    lines: list[Line]

    @property
    def for_player(self) -> bool:
        return "saved for" in self.headers


def of_match(match: Match) -> str:
    """The whole match, for its keeper."""
    headers = _headers(match.game, match.seats, match.frame.options, match.commitment, match.nonces)
    headers += [("secret", match.secret)]
    if match.outcome:
        headers.append(("result", _result(match.game, match.outcome)))
    headers.append(("fingerprint", match.fingerprint()))
    entries = [(entry.seat, entry_words(match.game, match.language, entry), entry.joined) for entry in match.log]
    return _text(headers, entries)


def _result(game: Game, outcome: Outcome) -> str:
    """The outcome with its reason's own sentence: a transcript stays the same however the game words its end."""
    end = game.rules.End.__members__.get(outcome.reason.upper())
    return str(replace(outcome, words=game.notation.ENDS[end]) if end else outcome)


def of_view(view: View) -> str:
    """A match as a player may keep it."""
    headers = _headers(view.game, view.seats, view.options, view.commitment, view.nonces)
    if view.secret is None:
        headers.append(("saved for", "a spectator" if view.seat is None else f"seat {view.seat}"))
    else:
        result = _result(view.game, view.outcome) if view.outcome else ""
        headers += [("secret", view.secret), ("result", result), ("fingerprint", str(view.fingerprint))]
    written = view._written or [line.words for line in view._lines]
    entries = [(line.seat, words, line.joined) for line, words in zip(view._lines, written, strict=True)]
    return _text(headers, entries[1:])


def read(text: str) -> Transcript:
    """Parse a transcript; an error names the line."""
    if not isinstance(text, str):
        raise BadTranscript(said("A transcript is text, not {kind}.", kind=type(text).__name__))
    rows = text.removeprefix("\ufeff").splitlines()
    if not rows or rows[0].strip() != TITLE:
        raise BadTranscript(said("Line 1: a transcript begins with '{title}'.", title=TITLE))
    found = Transcript({}, {}, [], [])
    in_headers = True
    for at, row in enumerate(rows[1:], 2):
        if not row.strip():
            in_headers = False
        elif in_headers:
            _read_header(found, at, row)
        else:
            _read_entry(found, at, row)
    for name in ("game", "version", "seats", "commitment"):
        if name not in found.headers:
            raise _missing(name)
    for name in ("version", "seats"):
        if not WHOLE.fullmatch(found.headers[name]):
            given = found.headers[name][:60]
            raise BadTranscript(
                said("The header '{name}' must be a whole number, not '{given}'.", name=name, given=given)
            )
    return found


def _missing(header: str) -> BadTranscript:
    return BadTranscript(said("The header '{name}' is missing.", name=header))


def replayed(text: str, *, compiled: bool | None = None) -> Match:
    """The match of a transcript, replayed."""
    transcript = read(text)
    match = _begun(transcript, Match, compiled)
    _play_lines(match, transcript.lines)
    if "fingerprint" in transcript.headers and transcript.headers["fingerprint"] != match.fingerprint():
        raise BadTranscript(said("The fingerprint does not fit: replaying leads to another state than was saved."))
    return match


class Moment(Match):
    """A match at a moment of its past: it may stop where a match would play for a seat that has left."""

    def _play_for_leavers(self) -> None:
        pass

    def everything(self) -> View:
        """The moment with nothing hidden: only for a match that is over by now."""
        view = self.view(None)
        view.position = self.position.opened()
        view.state = self.game.notation.show(view.position.plain(), self.frame)
        view.options = deepcopy(self.frame.options)
        log = [Entry(SPECTATOR, Special.SET_UP), *self.log]
        view._lines = tuple(seen_lines(self.game, self.spoken, log, self.told, SPECTATOR, over=True))
        return view


def moment(text: str, entries: int) -> Match:
    """A match after the first entries of its transcript; the others are ignored."""
    transcript = read(text)
    number = len(transcript.lines)
    if not 0 <= entries <= number:
        raise BadTranscript(
            counted(
                "The transcript has one entry, so a ply is 0 or 1, not {given}.",
                "The transcript has {number} entries, so a ply is 0 to {number}, not {given}.",
                "number",
                number=number,
                given=entries,
            )
        )
    match = _begun(transcript, Moment, None)
    _play_lines(match, transcript.lines[:entries])
    return match


def _begun(transcript: Transcript, kind: type[Match], compiled: bool | None) -> Match:
    """The match of a transcript before its first entry."""
    headers = transcript.headers
    if transcript.for_player:
        raise BadTranscript(
            said(
                "This transcript was saved for {whom} while the match ran, without its secret: it can be read, not replayed.",
                whom=headers["saved for"],
            )
        )
    if "secret" not in headers:
        raise _missing("secret")
    try:
        game = game_named(headers["game"])
        game.frame(int(headers["seats"]), transcript.options)
    except TurnwiseError as error:
        raise BadTranscript(said("In the headers: {error}", error=error.sentence)) from error
    if other := other_rules(transcript, game):
        raise BadTranscript(other)
    return kind(
        game,
        seats=int(headers["seats"]),
        secret=headers["secret"],
        nonces=transcript.nonces,
        compiled=compiled,
        **transcript.options,
    )


def other_rules(transcript: Transcript, game: Game) -> Words:
    """Why a match can't be replayed under the present rules; empty if it can."""
    then, now = int(transcript.headers["version"]), game.version
    if game.missing or then == now:
        return game.missing
    return said("The match was played by version {old} of the rules; these are version {now}.", old=then, now=now)


def verified(text: str) -> Match:
    """A finished match whose secret matches the commitment, and whose log replays to its result."""
    match = replayed(text)
    headers = read(text).headers
    if match.commitment != headers["commitment"]:
        raise BadTranscript(said("The secret does not fit the commitment: these are not the dice that were promised."))
    if match.outcome is None:
        raise BadTranscript(said("The match is not over; its dice can be verified when it is."))
    result = _result(match.game, match.outcome)
    if headers.get("result", result) != result:
        raise BadTranscript(said("The result does not fit: replaying gives '{result}'.", result=result))
    return match


def _headers(
    game: Game, seats: int, options: dict[str, Any], commitment: str, nonces: "Iterable[str]"
) -> list[tuple[str, str]]:
    return [
        ("game", game.name),
        ("version", str(game.version)),
        ("seats", str(seats)),
        *((f"option {name}", json.dumps(value)) for name, value in options.items()),
        ("commitment", commitment),
        *(("nonce", nonce) for nonce in nonces),
    ]


def _text(headers: list[tuple[str, str]], entries: list[tuple[int, str, bool]]) -> str:
    rows = [TITLE, *(f"{name}: {value}" for name, value in headers), ""]
    number = 0
    for seat, words, joined in entries:
        number += not joined
        rows.append(f"{number}{'+' if joined else '.'} seat {seat}: {words}")
    return "\n".join(rows) + "\n"


def _read_header(found: Transcript, at: int, row: str) -> None:
    name, colon, value = (part.strip() for part in row.partition(":"))
    if not colon:
        raise BadTranscript(
            said("Line {line}: a header is 'name: value', not '{given}'.", line=at, given=row.strip()[:60])
        )
    if name == "nonce":
        found.nonces.append(value)
    elif name.startswith("option "):
        option = name.removeprefix("option ").strip()
        if option in found.options:
            raise BadTranscript(
                said("Line {line}: the option '{option}' stands there twice.", line=at, option=option[:60])
            )
        try:
            found.options[option] = json.loads(value)
        except (ValueError, RecursionError):
            sentence = said("Line {line}: '{given}' is no value for an option.", line=at, given=value[:60])
            raise BadTranscript(sentence) from None
    elif name not in NAMES:
        raise BadTranscript(
            said(
                "Line {line}: there is no header '{name}'; a blank line stands between headers and entries.",
                line=at,
                name=name[:60],
            )
        )
    elif name in found.headers:
        raise BadTranscript(said("Line {line}: the header '{name}' stands there twice.", line=at, name=name))
    else:
        found.headers[name] = value


def _read_entry(found: Transcript, at: int, row: str) -> None:
    parts = ENTRY.fullmatch(row.strip())
    if not parts:
        raise BadTranscript(
            said("Line {line}: an entry is '1. seat 0: words', not '{given}'.", line=at, given=row.strip()[:60])
        )
    number, joined = int(parts[1]), parts[2] == "+"
    expected = (found.lines[-1].number if found.lines else 0) + (not joined)
    if number != expected or joined and not found.lines:
        raise BadTranscript(
            said(
                "Line {line}: entry {number} stands where {expected} should.",
                line=at,
                number=number,
                expected=expected or 1,
            )
        )
    if joined and int(parts[3]) != found.lines[-1].seat:
        raise BadTranscript(
            said(
                "Line {line}: a request is one seat's, and this one began with seat {seat}.",
                line=at,
                seat=found.lines[-1].seat,
            )
        )
    found.lines.append(Line(at, number, joined, int(parts[3]), parts[4].strip()))


def _play_lines(match: Match, lines: list[Line]) -> None:
    """Replay a log, request by request, and check that the match logs the same.

    The log includes what the match plays for a seat that has left."""
    at = 0
    while at < len(lines):
        request = [lines[at], *_joined(lines, at + 1)]
        if len(match.log) == at:
            try:
                _play_request(match, request)
            except BadTranscript:
                raise
            except TurnwiseError as error:
                raise BadTranscript(said("Line {line}: {error}", line=request[0].at, error=error.sentence)) from error
        kept = match.log[at : at + len(request)]
        for line, entry in zip(request, kept, strict=False):
            if (line.seat, line.words, line.joined) != (
                entry.seat,
                entry_words(match.game, match.language, entry),
                entry.joined,
            ):
                raise BadTranscript(
                    said(
                        "Line {line}: '{words}' is not how the log of this match goes on.",
                        line=line.at,
                        words=line.words[:60],
                    )
                )
        if len(kept) < len(request):
            raise BadTranscript(said("Line {line}: this belongs to no request.", line=request[len(kept)].at))
        at += len(request)
    if len(match.log) > at:
        seat = match.log[at].seat
        raise BadTranscript(said("The log ends too early: seat {seat} goes on by the rules.", seat=seat))


def _joined(lines: list[Line], start: int) -> list[Line]:
    end = start
    while end < len(lines) and lines[end].joined:
        end += 1
    return lines[start:end]


def _play_request(match: Match, request: list[Line]) -> None:
    seat, first = request[0].seat, request[0].words
    special = first.upper().replace(" ", "_")
    if first == "resign" or special in Special.__members__:
        if len(request) > 1:
            raise BadTranscript(
                said("Line {line}: nothing can be joined to '{words}'.", line=request[1].at, words=first)
            )
    if first == "resign" or special == Special.LEAVE.name:
        match.leave(seat)
    elif special == Special.UNDO.name:
        match.undo(seat, consent=True)
    elif special == Special.OFFER_DRAW.name:
        match.offer_draw(seat)
    elif special in (Special.ACCEPT_DRAW.name, Special.REFUSE_DRAW.name):
        match.answer_draw(seat, special == Special.ACCEPT_DRAW.name)
    else:
        match.play([line.words for line in request], seat=seat)
