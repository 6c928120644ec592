"""How a match ended, in sentences with the players' names. Everything here is made of views."""

import re
from collections.abc import Sequence

from turnwise.kit.game import Frame
from turnwise.kit.said import Said
from turnwise.play.view import View

SEAT = re.compile(r"\b[Ss]eat (\d+)\b")


def named(text: str, names: Sequence[str]) -> str:
    """A sentence of the house with players in place of seats."""
    return SEAT.sub(lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], text)


def verdict(view: View, frame: Frame) -> list[str]:
    """The game's own words for how it ended, if it has any."""
    own = getattr(view.game.notation, "verdict", None)
    return list(own(view.position.plain(), frame, view.outcome)) if own and view.outcome else []


def titles(view: View) -> list[str]:
    """What each seat has become, in a game that gives titles at the end: its state shows them."""
    return list(view.state.get("titles") or ()) if view.outcome else []


def deeds(view: View) -> list[Said]:
    """What each seat did in the match, in a game that counts it."""
    own = getattr(view.game.notation, "deeds", None)
    if own is None or view.outcome is None:
        return []
    return list(own([event for line in view.lines for event in line.events], view.seats))


def result(view: View, frame: Frame, names: Sequence[str]) -> list[str]:
    """How it ended: the game's own words for it, then the places with points and the reason."""
    outcome = view.outcome
    if outcome is None:
        return []
    lines = verdict(view, frame)
    if outcome.winners:
        winners = " and ".join(names[seat] for seat in outcome.winners)
        lines.append(f"{winners} {'win' if len(outcome.winners) > 1 else 'wins'}: {named(outcome.words, names)}.")
    else:
        lines.append(f"Nobody wins: {named(outcome.words, names)}.")
    for seat in sorted(range(view.seats), key=lambda seat: (outcome.places[seat], seat)):
        points = outcome.scores[seat]
        lines.append(f"  {outcome.places[seat]}. {names[seat]}, {points:g} {'point' if points == 1 else 'points'}")
    return lines
