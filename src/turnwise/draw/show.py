"""One moment of a match as a picture, for a terminal or a file: `turnwise show`."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turnwise.draw.plan import CARD, LOW, TALL, WIDE
from turnwise.draw.png import png
from turnwise.draw.svg import svg
from turnwise.draw.text import text
from turnwise.draw.theme import DARK, LIGHT
from turnwise.kit.errors import BadTranscript, TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.shapes import Picture
from turnwise.kit.words import said
from turnwise.play.transcript import moment, read, replayed

if TYPE_CHECKING:
    from turnwise.play.view import View

SUFFIXES = (".svg", ".png")
SHAPES = {"wide": WIDE, "tall": TALL, "low": LOW, "card": CARD}
"""The windows that a picture in a file may be made for."""


def seen(
    game: Game, transcript: str, ply: int | None, seat: int | None, settings: Mapping[str, Any] | None = None
) -> "View":
    """What a seat, or a spectator, saw of a match after the first `ply` entries of its transcript; by default, after
    all. At a table with these settings, if any are named.

    The transcript of a running match holds its secret; a picture of it still shows nobody's hand."""
    told = read(transcript)
    if told.headers["game"] != game.name:
        raise BadTranscript(
            said(
                "This is the transcript of a match of {given}, not of {game}.",
                given=told.headers["game"][:60],
                game=game.name,
            )
        )
    if told.for_player:
        raise BadTranscript(
            said(
                "This transcript was saved for {whom} while the match ran, without its secret, so the table cannot be set up "
                "from it. `turnwise replay` tells it in words; save it again when the match is over.",
                whom=told.headers["saved for"],
            )
        )
    match = replayed(transcript)
    if seat is not None and game.hidden and match.outcome is None:
        raise TurnwiseError(
            said("The match is running: until it is over, only what everybody may know is shown. Leave out --seat.")
        )
    shown = match if ply is None else moment(transcript, ply)
    shown.set(settings or {})
    return shown.view(seat)


def save(picture: Picture, file: Path, theme: str | None) -> None:
    """Write a picture as SVG or PNG, by the file's suffix."""
    drawn = svg(picture, theme=theme or LIGHT).encode() if kind(file) == ".svg" else png(picture, theme=theme or LIGHT)
    try:
        file.write_bytes(drawn)
    except (OSError, ValueError) as error:
        raise unwritable(file, error) from None


def unwritable(file: Path, error: OSError | ValueError) -> TurnwiseError:
    """The sentence for a file that can't be written."""
    why = getattr(error, "strerror", None) or str(error)
    return TurnwiseError(said("{file} cannot be written: {why}.", file=str(file), why=why), "unwritable")


def kind(file: Path) -> str:
    """The format of a file, by its suffix."""
    suffix = file.suffix.lower()
    if suffix not in SUFFIXES:
        sentence = said("A picture is saved as .svg or .png: '{name}' is neither.", name=file.name)
        raise TurnwiseError(sentence, "bad_suffix")
    return suffix


def say(picture: Picture, theme: str | None) -> None:
    """Print the text picture, coloured as far as the terminal can, plain elsewhere."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    if console.color_system and not console.no_color:
        console.print(Text.from_ansi(text(picture, theme=theme or DARK)), soft_wrap=True)
    else:
        print(text(picture))
