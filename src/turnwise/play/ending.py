"""How a match ended, in sentences, all made from views."""

from turnwise.kit.game import Frame
from turnwise.kit.words import Said, Seat, counted, said
from turnwise.play.view import View


def verdict(view: View, frame: Frame) -> list[Said]:
    """The game's own sentences about the end, if it has any."""
    own = getattr(view.game.notation, "verdict", None)
    return list(own(view.position.plain(), frame, view.outcome)) if own and view.outcome else []


def titles(view: View) -> list[str]:
    """Each seat's title, in a game that gives titles at the end: its state shows them."""
    return list(view.state.get("titles") or ()) if view.outcome else []


def deeds(view: View) -> list[Said]:
    """What each seat did in the match, in a game that counts it."""
    own = getattr(view.game.notation, "deeds", None)
    if own is None or view.outcome is None:
        return []
    return list(own([event for line in view.lines for event in line.events], view.seats))


def headline(view: View) -> Said:
    """Who has won, and why."""
    assert view.outcome
    winners, why = tuple(map(Seat, view.outcome.winners)), view.outcome.words
    if not winners:
        return said("Nobody wins: {why}.", why=why)
    return counted(
        "{names} wins: {why}.", "{names} win: {why}.", "winners", names=winners, why=why, winners=len(winners)
    )


def places(view: View) -> list[Said]:
    """The seats by place, with points, the best first."""
    outcome = view.outcome
    if outcome is None:
        return []
    found = []
    for seat in sorted(range(view.seats), key=lambda seat: (outcome.places[seat], seat)):
        points = outcome.scores[seat]
        score = counted(
            "{points} point", "{points} points", "number", points=points, number=int(points) if points == 1 else 2
        )
        found.append(said("{place}. {seat}, {score}", place=outcome.places[seat], seat=Seat(seat), score=score))
    return found


def result(view: View, frame: Frame) -> list[Said]:
    """The end in sentences: the game's own, then the places with points and the reason."""
    return [*verdict(view, frame), headline(view), *places(view)] if view.outcome else []
