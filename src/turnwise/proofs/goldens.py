"""An author's golden files: a playthrough to read, a stored match, counts of lines of play, and scenes as drawings and
text.

They guard against change, not against error. With TURNWISE_BLESS=1 they are rewritten; a stored match only when the
game's VERSION has risen. Review the diff.
"""

import json
import os
from pathlib import Path
from typing import Any

from turnwise.draw import picture, written
from turnwise.draw.plan import TALL, WIDE
from turnwise.draw.svg import svg
from turnwise.draw.text import text
from turnwise.draw.theme import AUTO
from turnwise.kit.game import Game
from turnwise.lab.perft import perft
from turnwise.play.match import Match
from turnwise.play.transcript import read, verified
from turnwise.play.view import View
from turnwise.proofs.broken import Broken, Missing, difference
from turnwise.proofs.cases import Case

SHOWN = 60
"""Entries of a playthrough that are shown with every change on the table; the rest is in words only."""
DEEP = 4
"""The depth of lines of play if the author has not gone deeper."""
SHAPES = {"wide": WIDE, "tall": TALL}
BLESSED = "TURNWISE_BLESS"


def _blesses() -> bool:
    return os.environ.get(BLESSED) == "1"


def _kept(case: Case, name: str) -> Path:
    """A golden file of the author's, if it exists or is to be written."""
    folder = case.evidence.folder
    if folder is None or not (folder / name).exists() and not _blesses():
        raise Missing(f"no {name}: it is not noticed if the game changes")
    return folder / name


def _compare(file: Path, told: str) -> None:
    if _blesses():
        file.write_text(told, "utf-8")
    if not file.exists():
        raise Broken(f"{file.name} is not there; look at what is drawn and keep it (TURNWISE_BLESS=1).")
    if (before := file.read_text("utf-8")) != told:
        found = difference(before, told)
        raise Broken(
            f"{file.name} has changed: {found and found.path.strip()} was {found and found.one}, and is {found and found.two}."
        )


def classic_match(game: Game) -> Match:
    """A match of the classic players, from a fixed seed."""
    low, high = game.seats
    match = Match(game, seats=max(low, min(3, high)), seed=2026)
    while match.turn is not None:
        match.play(match.position.redacted(match.turn).advice(match.turn, match.version))
    return match


def told(match: Match) -> str:
    """A match for a person to read: legal actions, actions, events, and changes on the table."""
    again = Match(match.game, seats=match.seats, secret=match.secret)
    before: dict[str, Any] = {}
    rows = [f"{match.game.title}, {match.seats} seats, {match.secret}"]
    for number, entry in enumerate([None, *match.log]):
        if entry is not None:
            if number <= SHOWN:
                rows.append(f"    may: {' | '.join(str(action) for action in again.legal)}")
            again.play(entry.action, seat=entry.seat)
        rows.append(
            "set-up" if entry is None else f"{number}. seat {entry.seat}: {again.language.action(entry.action)}"
        )
        rows += [f"    {again.language.event(event, _all(again, event))['text']}" for event in again.told[-1]]
        shown = again.game.notation.show(again.position.plain(), again.frame)
        if number <= SHOWN or again.outcome:
            rows += [f"    {key}: {json.dumps(shown[key])}" for key in shown if shown[key] != before.get(key, ...)]
        before = shown
    outcome = match.outcome
    rows += [f"{outcome}", f"places {outcome and outcome.places}, points {outcome and outcome.scores}"]
    return "\n".join(rows) + "\n"


def _all(match: Match, event: tuple[int, ...]) -> frozenset[str]:
    kinds = match.game.rules.Event
    return frozenset(kinds.arguments[kinds(event[0])])


def the_playthrough_is_the_same(case: Case) -> None:
    """A match of the classic players goes as it was read and kept."""
    file = _kept(case, "playthrough.txt")
    _compare(file, told(classic_match(case.game)))


def a_stored_match_still_replays(case: Case) -> None:
    """A match that was stored by these rules replays to its end."""
    file, game = _kept(case, "match.txt"), case.game
    if _blesses() and (not file.exists() or int(read(file.read_text("utf-8")).headers["version"]) < game.version):
        file.write_text(classic_match(game).save(), "utf-8")
    if not verified(file.read_text("utf-8")).outcome:
        raise Broken("match.txt does not replay to an end.", "VERSION", "play")


def lines_of_play_are_as_many(case: Case) -> None:
    """From the start there are as many lines of play as were counted; as deep as the file goes."""
    file = _kept(case, "perft.txt")
    depths = len(file.read_text("utf-8").splitlines()) if file.exists() else DEEP
    counts = [f"depth {depth}: {perft(case.game, depth, compiled=case.compiled)}" for depth in range(1, depths + 1)]
    _compare(file, "\n".join(counts) + "\n")


def scenes_look_as_blessed(case: Case) -> None:
    """Moments that look different are drawn as they were looked at and kept: wide, tall and in text."""
    module, folder = case.evidence.module("scenes"), case.evidence.folder
    if module is None or folder is None:
        raise Missing("no scenes.py: no drawings are kept, so it is not noticed if one changes")
    drawn = {file: text for name, view in module.scenes().items() for file, text in scene(name, view).items()}
    if not drawn:
        raise Broken("scenes.py names no scenes.")
    home = folder / "scenes"
    if _blesses():
        home.mkdir(exist_ok=True)
        for file in home.iterdir():
            if file.name not in drawn:
                file.unlink()
    for name, one in drawn.items():
        _compare(home / name, one)
    if odd := {file.name for file in home.iterdir()} - set(drawn):
        raise Broken(f"{min(odd)} is a picture of a scene that is no more.")


def scene(name: str, view: View) -> dict[str, str]:
    """A scene as stored, wide, tall and in text: an element per line, with the names of its colours and their light and
    dark values."""
    drawn = {f"{name}.{shape}.svg": svg(picture(view, on=on), theme=AUTO) for shape, on in SHAPES.items()}
    return {file: one.replace("><", ">\n<") for file, one in drawn.items()} | {
        f"{name}.txt": text(written(view)) + "\n"
    }
