"""A match is its record: it can be saved, loaded, replayed and verified, and every form of an action reads back."""

import json
from random import Random

from turnwise.kit.errors import Refused, TurnwiseError
from turnwise.play.language import Request
from turnwise.play.match import Match
from turnwise.play.transcript import verified
from turnwise.proofs.broken import Broken, difference
from turnwise.proofs.cases import Case
from turnwise.proofs.said import who

WHOLE = 10_000
"""More entries than a match has."""
LONG = 300
"""Entries of a match above which it is loaded compiled only."""


def begun(case: Case, seed: int) -> Match:
    return Match(case.game, seats=case.seats, seed=seed, compiled=case.compiled, **case.options)


def _played(case: Case, seed: int, plies: int) -> Match:
    """A random match with every kind of request that a player may send."""
    chance, match = Random(seed), begun(case, seed)
    for _ in range(plies):
        if match.turn is None:
            break
        action = chance.choice(match.legal)
        forms: list[Request] = [action, str(action), action.json(), action.id]
        match.play(chance.choice(forms))
        if match.turn is not None and chance.random() < 0.1:
            try:
                match.undo(consent=True)
            except TurnwiseError as error:
                if error.code not in ("no_undo", "nothing_to_undo"):
                    raise
        if match.turn is not None and chance.random() < 0.01:
            match.leave(chance.choice([seat for seat in range(case.seats) if seat not in match.left]))
    return match


def saved_matches_load(case: Case) -> None:
    """A saved match loads to the same state, log, events and outcome."""
    for seed, plies in ((1, 25), (2, WHOLE)):
        match = _played(case, seed, plies)
        text = match.save()
        ways = {case.compiled, False} if len(match.log) < LONG else {case.compiled}
        for compiled in ways:
            again = Match.load(text, compiled=compiled)
            parts = [(one.log, one.told, one.turn, one.outcome) for one in (match, again)]
            found = difference(*parts)
            if found or again.fingerprint() != match.fingerprint() or again.save() != text:
                raise Broken(
                    f"{case}: random match {seed}, saved and loaded, is another one: {found or 'its state differs'}.",
                    "play",
                    "setup",
                )


def finished_matches_verify(case: Case) -> None:
    """A finished match verifies from any seat; a running one keeps its secret."""
    secret = "5e" * 32
    match = Match(case.game, seats=case.seats, secret=secret, compiled=case.compiled, **case.options)
    chance = Random(3)
    while match.turn is not None:
        if match.version % 40 == 0:
            for seat in (None, *range(case.seats)):
                view = match.view(seat)
                if "5e5e5e" in view.transcript() or "5e5e5e" in json.dumps(view.json()):
                    raise Broken(f"{case}: {who(seat)} can read the secret of a running match.", "show")
        match.play(chance.choice(match.legal))
    for seat in (None, *range(case.seats)):
        if verified(match.view(seat).transcript()).outcome != match.outcome:
            raise Broken(f"{case}: the transcript that {who(seat)} may keep replays to another end.", "play")


def actions_read_back(case: Case) -> None:
    """Every action reads back from its words, its JSON and its number."""
    language, seen = begun(case, 1).language, dict[str, int]()
    for id in range(case.game.actions):
        action = language.action(id)
        if (other := seen.setdefault(action.words, id)) != id:
            raise Broken(f"{case}: actions {other} and {id} have the same words, {action.words!r}.", "words", "Do")
        forms = (action, str(action), str(action).upper(), action.json(), json.loads(json.dumps(action.json())), id)
        for form in forms:
            try:
                read = language.read(form, lambda: None, list)
            except TurnwiseError as error:
                raise Broken(
                    f"{case}: the action {action.words!r} can't be read from {form!r}: {error}", "words", "data", "Do"
                ) from None
            if read != [id]:
                raise Broken(f"{case}: {form!r} reads back as action {read}, not {id}.", "words", "data", "Do")


def refusals_are_sentences(case: Case) -> None:
    """What is not legal is refused with a sentence and a code, for the reason that is told before, and changes nothing."""
    chance, match = Random(6), begun(case, 6)
    for _ in range(case.reach(60)):
        if match.turn is None:
            break
        before = match.fingerprint()
        for seat in range(case.seats):
            legal = {action.id for action in match.legal_for(seat)}
            for id in chance.sample(range(case.game.actions), min(12, case.game.actions)):
                told, caught = match.refusal(id, seat), None
                if (told is None) != (id in legal):
                    raise Broken(
                        f"{case}: action {id} of seat {seat} is refused beforehand and legal, or the reverse.", "check"
                    )
                if told is None:
                    continue
                try:
                    match.play(id, seat=seat)
                except Refused as error:
                    caught = error
                if caught is None or (caught.code, caught.sentence) != (told.code, told.sentence):
                    raise Broken(
                        f"{case}: action {id} of seat {seat} is refused as {told.code!r} beforehand, then otherwise.",
                        "check",
                    )
                if not str(caught).endswith((".", "?", ")", "!")) or not caught.code:
                    raise Broken(
                        f"{case}: the refusal {str(caught)!r} is no sentence.", caught.code.upper(), "REASONS", "Reason"
                    )
        if match.fingerprint() != before:
            raise Broken(f"{case}: an action that was refused has changed the state.", "check", "play")
        match.play(chance.choice(match.legal))
