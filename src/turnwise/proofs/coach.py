"""The coach tells a newcomer at every step what can be done now."""

from turnwise.draw import coached
from turnwise.kit.declared import declared
from turnwise.proofs.broken import Broken, Missing
from turnwise.proofs.cases import Case
from turnwise.proofs.look import NEGATIVE, SPOILT
from turnwise.proofs.moments import random_match
from turnwise.proofs.said import who

MOST = 3
"""Sentences at a time."""


def newcomers_are_told_what_to_do(case: Case) -> None:
    """The coach has one to three sentences at every step, others for who waits, none when it is over."""
    if not case.game.has("coach"):
        raise Missing("no coach.py: newcomers are told their moves, and no more")
    on_turn = set()
    for match in random_match(case, 1, case.reach(160)):
        for seat in {match.turn, ((match.turn or 0) + 1) % match.seats, None}:
            told, where = coached(match.view(seat)), f"{case}, after {match.version} entries"
            if match.outcome:
                if told:
                    raise Broken(f"{where}: the match is over, and the coach still speaks: {str(told[0])!r}.", "coach")
                continue
            if not 1 <= len(told) <= MOST:
                raise Broken(
                    f"{where}: the coach tells {who(seat)} {len(told)} sentences; 1 to {MOST} are read.", "coach"
                )
            for sentence in map(str, told):
                if sentence[-1] not in ".!?" or SPOILT.search(sentence) or NEGATIVE.search(sentence):
                    raise Broken(f"{where}: {sentence!r} is no sentence that a coach would say.", "coach")
            if seat == match.turn:
                on_turn.add(tuple(one.template for one in told))
            elif seat is not None and not match.legal_for(seat) and told == coached(match.view(match.turn)):
                raise Broken(f"{where}: seat {seat} waits, and is told what the seat on turn is told.", "coach")
    kinds = [kind for kind in declared(getattr(case.game.rules, "Do", None)) if not kind.act.is_veil]
    if len(on_turn) < 2 and len(kinds) != 1:  # with only one kind of action, one sentence may be enough
        raise Broken(f"{case}: the coach always says the same: {on_turn}.", "coach")
