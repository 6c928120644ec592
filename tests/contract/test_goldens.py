"""Golden files: a playthrough to read, a stored match, and counts of lines of play, for every game.

They guard against change, not against error. `scripts/bless` writes them anew; a stored match is written anew only when the game's
VERSION has risen.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

import turnwise as tw
from turnwise.games import ours
from turnwise.lab.perft import perft
from turnwise.play.transcript import read, verified

HOME = Path(__file__).parent.parent / "games"
BLESS = os.environ.get("TURNWISE_BLESS") == "1"
SHOWN = 60
"""Entries of a playthrough that are told with every change on the table; the rest in words only."""


def assert_golden(file: Path, text: str) -> None:
    if BLESS:
        file.write_text(text)
    assert file.exists(), f"{file.parent.name} has no {file.name}; look at it and write it with scripts/bless"
    assert file.read_text() == text


def classic_match(name: str) -> tw.Match:
    """A match of the classic players, from a fixed seed."""
    low, high = tw.game(name).seats
    match = tw.Match(name, seats=max(low, min(3, high)), seed=2026)
    while match.turn is not None:
        match.play(match.position.redacted(match.turn).advice(match.turn, match.version))
    return match


def told(match: tw.Match) -> str:
    """A match for a person to read: who may do what, what was done, what happened, what changed on the table."""
    again = tw.Match(match.game, seats=match.seats, secret=match.secret)
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
        table = again.game.notation.show(again.position.plain(), again.frame)
        if number <= SHOWN or again.outcome:
            rows += [f"    {key}: {json.dumps(table[key])}" for key in table if table[key] != before.get(key, ...)]
        before = table
    rows += [
        f"{match.outcome}",
        f"places {match.outcome and match.outcome.places}, points {match.outcome and match.outcome.scores}",
    ]
    return "\n".join(rows) + "\n"


def _all(match: tw.Match, event: tuple[int, ...]) -> frozenset[str]:
    kinds = match.game.rules.Event
    return frozenset(kinds.arguments[kinds(event[0])])


@pytest.mark.parametrize("name", ours())
def test_the_playthrough_is_the_same(name: str) -> None:
    assert_golden(HOME / name / "playthrough.txt", told(classic_match(name)))


@pytest.mark.parametrize("name", ours())
def test_a_stored_match_still_replays(name: str) -> None:
    file = HOME / name / "match.txt"
    if BLESS and (not file.exists() or int(read(file.read_text()).headers["version"]) < tw.game(name).version):
        file.write_text(classic_match(name).save())
    assert verified(file.read_text()).outcome


@pytest.mark.parametrize("name", ours())
def test_lines_of_play_are_as_many_as_before(name: str) -> None:
    depths = {"connect_four": 7, "whot": 7, "deerportal": 12, "rally": 6}.get(name, 4)  # as deep as a moment allows
    counts = [f"depth {depth}: {perft(tw.game(name), depth)}" for depth in range(1, depths + 1)]
    assert_golden(HOME / name / "perft.txt", "\n".join(counts) + "\n")
