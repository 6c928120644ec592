"""A player whose touch does nothing is told why, in the rules' own sentence, and nothing that they may not know."""

from random import Random

from turnwise.draw import look_of, looked, meant
from turnwise.kit.catalogues import languages, speaker
from turnwise.kit.shapes import Picture
from turnwise.play.match import Match
from turnwise.proofs.broken import Broken, Missing, Peeked, difference
from turnwise.proofs.cases import Case
from turnwise.proofs.look import SPOILT, own_look
from turnwise.proofs.moments import NAMES, moments, standing
from turnwise.proofs.said import who
from turnwise.proofs.twins import differ, twin_of

TRIES = 12
"""Touches that are tried at each moment."""


def touches(shown: Picture, chance: Random) -> list[tuple[str, ...]]:
    """Possible touches: any thing at once, or after the beginning of a move."""
    keys, ways = [thing.key for thing in shown.things], [*shown.touch.values()]
    begun = [way[: chance.randrange(len(way))] for way in chance.choices(ways, k=TRIES)] if ways else [()] * TRIES
    return [(*way, chance.choice(keys)) for way in begun]


def why(match: Match, seat: int, keys: tuple[str, ...]) -> str:
    action = meant(match.view(seat), keys)
    return "" if action is None else told(match, seat, action)


def told(match: Match, seat: int, action: int) -> str:
    """Why an action is refused to a seat, in another language if the house has one."""
    refused = match.refusal(action, seat)
    return speaker(match.game, languages()[-1], NAMES)(refused.sentence) if refused else ""


def _named(match: Match, action: int | None) -> str:
    """An action as its author knows it."""
    if action is None:
        return "nothing"
    return repr(match.language.action(action).words) if 0 <= action < match.game.actions else f"action {action}"


def touches_have_meanings(case: Case) -> None:
    """Every way to touch means its action, and every other has a reason; asking changes nothing."""
    own_look(case)
    if not hasattr(look_of(case.game), "meant"):
        raise Missing("no meant in look.py: who touches something in vain is not told why")
    chance, reasons = Random(5), set()
    for moment in moments(case, 1):
        match = moment.match
        before = match.fingerprint()
        for seat in range(case.seats) if match.outcome is None else ():
            view = moment.view(seat)
            shown = moment.seen[seat].looked if seat in moment.seen else looked(view)
            for action, keys in shown.touch.items():
                if (found := meant(view, keys)) != action:
                    wanted, given = (_named(match, one) for one in (action, found))
                    raise Broken(
                        f"{case}: who touches {', then '.join(keys)} does {wanted}, and meant takes it for {given}.",
                        "meant",
                    )
            for keys in touches(shown, chance):
                sentence = why(match, seat, keys)
                if SPOILT.search(sentence):
                    raise Broken(
                        f"{case}: touching {keys} is refused with {sentence!r}, which is no sentence.",
                        "meant",
                        "REASONS",
                    )
                reasons.add(sentence)
        if match.fingerprint() != before:
            raise Broken(f"{case}: asking why changes the state.", "meant", "check")
    if len(reasons) < 2:
        raise Broken(f"{case}: nothing that was touched was ever refused.", "meant")


def reasons_tell_nothing(case: Case) -> None:
    """A reason tells nobody what he may not know."""
    different = reasons_compared(case, 1)
    if case.game.records[0].hidden and case.compiled and different <= 5:
        raise Broken(f"{case}: the twin worlds hardly ever differ, so nothing is proved.", "twin", "imagine")


def reasons_compared(case: Case, seed: int) -> int:
    """Ask the same in every moment and in its twin worlds; returns how many of these differed."""
    chance, different, explains = Random(seed), 0, hasattr(look_of(case.game), "meant")
    for moment in moments(case, seed):
        match = moment.match
        for seat in moment.seen if match.outcome is None else ():
            if seat is None:
                continue
            twin = twin_of(case, match.position, seat, chance)
            different += differ(match.position, twin)
            asked = touches(moment.seen[seat].looked, chance) if explains else []
            actions = chance.sample(range(case.game.actions), min(TRIES, case.game.actions))
            answers = []
            for world in (match.position, twin):
                with standing(match, world):
                    touched = {" ".join(keys): why(match, seat, keys) for keys in asked}
                    answers.append(touched | {f"action {action}": told(match, seat, action) for action in actions})
            if found := difference(*answers):
                raise Peeked(
                    f"{case}: {who(seat)} can tell two worlds apart by a refusal: {found}.", "refusal", "check"
                )
    return different
