"""`turnwise show | replay | verify`: a table drawn, and a match printed and checked from its transcript."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from turnwise.cli.arguments import Commands, game_arguments, language_argument, options, whole
from turnwise.games import game, recorded
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError, quoted
from turnwise.kit.game import Game
from turnwise.kit.words import Said, Seat, Speaker, counted, said

if TYPE_CHECKING:
    from turnwise.play.transcript import Transcript


def add(commands: Commands) -> None:
    showing = commands.add_parser("show", help="draw a table: in the terminal, as SVG or as PNG")
    game_arguments(showing, "an option of the game or of its table")
    showing.add_argument(
        "--transcript", type=Path, metavar="FILE", help="of a match; without it, the start of a new one"
    )
    showing.add_argument("--ply", type=whole(0), help="after that many entries of the transcript (all)")
    showing.add_argument("--seat", type=whole(0), help="as this seat sees it (a spectator)")
    showing.add_argument("--theme", choices=("light", "dark"), help="(dark in a terminal, light in a file)")
    showing.add_argument("-o", "--output", type=Path, metavar="FILE", help="board.svg or board.png")
    showing.add_argument("--shape", choices=("wide", "tall", "low", "card"), help="of the picture in a file (wide)")
    showing.set_defaults(run=_show, seed=None)

    replaying = commands.add_parser("replay", help="tell a match from its transcript")
    replaying.add_argument("file", type=Path)
    language_argument(replaying)
    replaying.set_defaults(run=_replay)

    verifying = commands.add_parser("verify", help="check a finished match: its dice, its moves, its result")
    verifying.add_argument("file", type=Path)
    verifying.add_argument("--commitment", help="what was published when the match began; without it, compare by eye")
    verifying.add_argument(
        "--seal",
        action="append",
        default=[],
        metavar="SHA-256",
        help="of the secret or a nonce, as it was shown before the match; as often as there are any",
    )
    language_argument(verifying)
    verifying.set_defaults(run=_verify)


def _text(file: Path) -> str:
    """The text of a file that a user named."""
    from turnwise.terminal.command import command
    from turnwise.terminal.saves import TITLE

    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError:
        raise TurnwiseError(said("{file} is no text in UTF-8.", file=str(file))) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise TurnwiseError(said("{file} cannot be read: {why}.", file=str(file), why=why)) from None
    if text.startswith(TITLE):
        how = command("resume", str(file))
        raise TurnwiseError(
            said("{file} is a match that is not over yet. Go on with it: {command}", file=str(file), command=how)
        )
    return text


def _show(parsed: argparse.Namespace) -> int:
    from turnwise.draw import picture, written
    from turnwise.draw.show import SHAPES, kind, save, say, seen
    from turnwise.draw.typed import room
    from turnwise.play.match import Match

    one = game(parsed.game)
    given, settings = one.told_apart(options(parsed.option))
    if parsed.output:
        kind(parsed.output)  # an invalid name is refused before anything is drawn
    elif parsed.shape:
        raise TurnwiseError(said("--shape is that of a picture in a file: name one with -o."))
    if parsed.transcript:
        if given or parsed.seats is not None or parsed.seed is not None:
            raise TurnwiseError(
                said(
                    "--seats, --seed and --option are for a new match; those of this one stand in its transcript. Only what no "
                    "transcript has may be named: a setting of the table."
                )
            )
        view = seen(one, _text(parsed.transcript), parsed.ply, parsed.seat, settings)
    else:
        if parsed.ply:
            raise TurnwiseError(said("--ply counts the entries of a transcript: name one with --transcript."))
        one.frame(parsed.seats, given)  # unknown options are refused here
        view = Match(one, seats=parsed.seats, seed=parsed.seed or 0, settings=settings, **given).view(parsed.seat)
    if parsed.output:
        drawn = picture(view, language=parsed.language, on=SHAPES[parsed.shape or "wide"])
        save(drawn, parsed.output, parsed.theme)
        print(f"{parsed.output}: {drawn.words}")
    else:
        columns, rows = room(sys.stdout)
        say(written(view, language=parsed.language, columns=columns, rows=rows), parsed.theme)
    return 0


def _replay(parsed: argparse.Namespace) -> int:
    from turnwise.play.ending import headline
    from turnwise.play.match import Match
    from turnwise.play.transcript import other_rules, read
    from turnwise.terminal.sentences import status

    text = _text(parsed.file)
    transcript = read(text)
    one = recorded(transcript.headers["game"])
    speak, title = speaker(one, parsed.language), said(one.title)
    if transcript.for_player:
        whom = transcript.headers["saved for"]
        print(speak(said("{game}, as {whom} saw it while it ran", game=title, whom=whom)))
        _tell(transcript, speak, _moves(one, transcript))
        return 0
    if (why := other_rules(transcript, one)) and "result" in transcript.headers:  # else it may have secrets
        print(speak(why))
        print(speak(said("This is what was written down of it:")))
        _tell(transcript, speak, {})
        print(speak(said("Result: {result}", result=transcript.headers["result"])))
        return 0
    match = Match.load(text)
    view = match.view(None)
    print(speak(counted("{game}, one seat", "{game}, {seats} seats", "seats", game=title, seats=match.seats)))
    if match.outcome is None:
        print(speak(said("The match is running; only what everybody may know is told.")))
    for number, line in enumerate(view.lines):
        for at, told in enumerate(line.told):
            print(f"{'' if at else number:4}  {speak(told)}")
    print(speak(headline(view) if view.outcome else status(view)))
    return 0


def _tell(transcript: "Transcript", speak: Speaker, moves: Mapping[str, Said]) -> None:
    """The entries of a transcript that is not replayed, in words for people if there are any."""
    for row in transcript.lines:
        move = said("{seat}: {move}", seat=Seat(row.seat), move=moves.get(row.words, row.words))
        print(f"{row.number:4}  {speak(move)}")


def _moves(one: Game, transcript: "Transcript") -> dict[str, Said]:
    """The sentences for the words of a transcript that can't be replayed; empty if its options are partly hidden."""
    from turnwise.play.language import Language

    try:
        language = Language(one, one.frame(int(transcript.headers["seats"]), transcript.options))
    except TurnwiseError:
        return {}
    actions = map(language.action, range(one.veiled))
    return {action.words: action.said for action in actions}


def _verify(parsed: argparse.Namespace) -> int:
    from turnwise.play.ending import headline
    from turnwise.play.secret import sealed
    from turnwise.play.transcript import verified

    match = verified(_text(parsed.file))
    if parsed.commitment and parsed.commitment.strip().lower() != match.commitment:
        raise TurnwiseError(said("The commitment that you gave is not this match's: it was published with other dice."))
    known = {sealed(text) for text in (match.secret, *match.nonces)}
    if missing := [seal for seal in parsed.seal if seal.strip().lower() not in known]:
        raise TurnwiseError(
            said("Neither the secret nor a nonce of this match has the seal {seal}.", seal=quoted(missing[0]))
        )
    lines = [
        counted(
            "Verified: one entry replays to the same end, and the secret fits the commitment.",
            "Verified: {number} entries replay to the same end, and the secret fits the commitment.",
            "number",
            number=len(match.log),
        )
    ]
    if not parsed.commitment:
        kept = match.commitment
        lines.append(said("Compare the commitment with what was published at the start: {kept}", kept=kept))
    if not parsed.seal:
        seal = sealed(match.secret)
        lines.append(said("And the seal with what was shown before anybody added to the dice: {seal}", seal=seal))
    lines += [said("Mixed in from a seat: {nonce}", nonce=nonce) for nonce in match.nonces]
    if not match.nonces and match.game.chance:
        lines.append(said("Nobody but who drew the secret added to the dice."))
    if match.secret.startswith("seed "):
        lines.append(said("The seed is a small one, for local play: anybody could have guessed it."))
    lines.append(said("Result: {result}", result=headline(match.view(None))))
    print(*map(speaker(match.game, parsed.language), lines), sep="\n")
    return 0
