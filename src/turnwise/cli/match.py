"""`turnwise show | replay | verify`: a table drawn, and a match told and checked from its transcript."""

import argparse
from pathlib import Path

from turnwise.cli.arguments import Commands, game_arguments, options, whole
from turnwise.games import game
from turnwise.kit.errors import TurnwiseError, quoted


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
    showing.set_defaults(run=_show, seed=None)

    replaying = commands.add_parser("replay", help="tell a match from its transcript")
    replaying.add_argument("file", type=Path)
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
    verifying.set_defaults(run=_verify)


def _text(file: Path) -> str:
    """The text of a file that a user named."""
    from turnwise.terminal.command import command
    from turnwise.terminal.saves import TITLE

    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError:
        raise TurnwiseError(f"{file} is no text in UTF-8.") from None
    except (OSError, ValueError) as error:
        raise TurnwiseError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    if text.startswith(TITLE):
        raise TurnwiseError(f"{file} is a match that is not over yet. Go on with it: {command('resume', str(file))}")
    return text


def _show(parsed: argparse.Namespace) -> int:
    from turnwise.draw import picture
    from turnwise.draw.show import kind, save, say, seen
    from turnwise.play.match import Match

    one = game(parsed.game)
    given, settings = one.told_apart(options(parsed.option))
    if parsed.output:
        kind(parsed.output)  # a name that cannot be is refused before anything is drawn
    if parsed.transcript:
        if given or parsed.seats is not None or parsed.seed is not None:
            raise TurnwiseError(
                "--seats, --seed and --option are for a new match; those of this one stand in its transcript. Only what no "
                "transcript has may be named: a setting of the table."
            )
        view = seen(one, _text(parsed.transcript), parsed.ply, parsed.seat, settings)
    else:
        if parsed.ply:
            raise TurnwiseError("--ply counts the entries of a transcript: name one with --transcript.")
        one.frame(parsed.seats, given)  # names that are no options of the game are refused here
        view = Match(one, seats=parsed.seats, seed=parsed.seed or 0, settings=settings, **given).view(parsed.seat)
    drawn = picture(view)
    if parsed.output:
        save(drawn, parsed.output, parsed.theme)
        print(f"{parsed.output}: {drawn.words}")
    else:
        say(drawn, parsed.theme)
    return 0


def _replay(parsed: argparse.Namespace) -> int:
    from turnwise.play.match import Match
    from turnwise.play.transcript import read

    text = _text(parsed.file)
    transcript = read(text)
    one = game(transcript.headers["game"])
    if transcript.for_player:
        print(f"{one.title}, as {transcript.headers['saved for']} saw it while it ran")
        for row in transcript.lines:
            print(f"{row.number:4}  seat {row.seat}: {row.words}")
        return 0
    match = Match.load(text)
    print(f"{one.title}, {match.seats} seats")
    if match.outcome is None:
        print("The match is running; only what everybody may know is told.")
    for number, line in enumerate(match.view(None).lines):
        print(f"{number:4}  {f'seat {line.seat}: ' if number else ''}{line.words}")
        for event in line.events:
            print(f"      {event['text']}")
    print(match.outcome or f"Seat {match.turn} is to act.")
    return 0


def _verify(parsed: argparse.Namespace) -> int:
    from turnwise.play.secret import sealed
    from turnwise.play.transcript import verified

    match = verified(_text(parsed.file))
    if parsed.commitment and parsed.commitment.strip().lower() != match.commitment:
        raise TurnwiseError("The commitment that you gave is not this match's: it was published with other dice.")
    known = {sealed(text) for text in (match.secret, *match.nonces)}
    if missing := [seal for seal in parsed.seal if seal.strip().lower() not in known]:
        raise TurnwiseError(f"Neither the secret nor a nonce of this match has the seal {quoted(missing[0])}.")
    print(f"Verified: {len(match.log)} entries replay to the same end, and the secret fits the commitment.")
    if not parsed.commitment:
        print(f"Compare the commitment with what was published at the start: {match.commitment}")
    if not parsed.seal:
        print(f"And the seal with what was shown before anybody added to the dice: {sealed(match.secret)}")
    for nonce in match.nonces:
        print(f"Mixed in from a seat: {nonce}")
    if not match.nonces and match.game.chance:
        print("Nobody but who drew the secret added to the dice.")
    if match.secret.startswith("seed "):
        print("The seed is a small one, for local play: anybody could have guessed it.")
    print(f"Result: {match.outcome}.")
    return 0
