"""Promises about playing: legal actions are accepted, games end, nothing is lost, and compiled rules equal the
interpreted ones."""

from random import Random

from turnwise.lab.simulate import simulate
from turnwise.proofs.broken import Broken, Missing, difference
from turnwise.proofs.cases import Case, Ply, played, walk
from turnwise.proofs.said import action_said, at, field_of

WHOLE_SPACE = 20
"""At so many plies in a thousand actions all actions are checked; else a sample."""


def games_end(case: Case) -> None:
    """Games end within `longest`; until then somebody can act, afterwards nobody; places and winners fit."""
    bound = case.game.longest(case.seats, **case.options)
    for seed in case.games(3):
        plies, turns = played(case, seed), 0
        for number, ply in enumerate(plies):
            if ply.position.turns < turns:
                raise Broken(f"{at(case, seed, number)}: turns went down from {turns} to {ply.position.turns}.", "play")
            turns = ply.position.turns
        last = plies[-1].position
        if not last.over and not last.legal(last.turn):
            where = at(case, seed, len(plies) - 1)
            raise Broken(f"{where}: seat {last.turn} is on turn and has no move.", "legal", "play")
        actions = sum(ply.seat == ply.position.turn for ply in plies if ply.legal)
        if not last.over or actions > bound:
            raise Broken(
                f"{case}: random game {seed} is not over after {actions} actions; longest promises {bound}.", "longest"
            )
        if acting := [seat for seat in range(case.seats) if last.legal(seat)]:
            raise Broken(f"{at(case, seed, actions)}: the game is over, and seat {acting[0]} may still act.", "legal")
        if not 0 < turns <= bound:
            told = (
                "forgets to count turns: s.turns is 0"
                if not turns
                else f"counts {turns} turns, and longest promises {bound}"
            )
            raise Broken(f"{case}: random game {seed} {told}.", "setup" if not turns else "longest", "play")
        _places_fit(case, seed, plies[-1])


def _places_fit(case: Case, seed: int, last: Ply) -> None:
    places, points, winners = last.position.scores(case.seats)
    fit = min(places) == 1 and len(points) == case.seats and all(places[seat] == 1 for seat in winners)
    if not fit or any(1 + sum(other < place for other in places) != place for place in places):
        raise Broken(
            f"{case}: random game {seed} ends with places {places} and winners {winners}; equals share a place, as in 1, 2, 2, 4, "
            "and winners have the first.",
            "scores",
            "winner",
            "points",
        )


def legal_is_accepted(case: Case) -> None:
    """`check` allows exactly what `legal` lists, in ascending order."""
    chance, everything = Random(5), range(case.game.actions)
    for number, ply in enumerate(played(case, 1)):
        position = ply.position
        for seat in range(case.seats):
            legal = position.legal(seat)
            if legal != sorted(set(legal)):
                raise Broken(
                    f"{at(case, 1, number)}: legal lists {legal[:12]} for seat {seat}, which must ascend.", "legal"
                )
            asks_all = chance.random() < WHOLE_SPACE / len(everything)
            asked = everything if asks_all else chance.sample(everything, min(9, len(everything)))
            listed = set(legal)
            for action in {*asked, *legal}:
                refused = position.check(seat, action)
                if (refused == 0) != (action in listed):
                    words = action_said(case, action)
                    code = "" if not refused else f" ({_reason(case, refused)})"
                    how = (
                        f"is listed by legal and refused by check{code}"
                        if refused
                        else "is allowed by check and not listed by legal"
                    )
                    verb = words.split()[0].strip("'")
                    raise Broken(
                        f"{at(case, 1, number)}: {words} of seat {seat} {how}.", f"check_{verb}", "check", "legal"
                    )


def _reason(case: Case, code: int) -> str:
    try:
        return str(case.game.rules.Reason(code).name)
    except ValueError:
        return f"{code}, which is no Reason"


def asking_changes_nothing(case: Case) -> None:
    """`legal`, `check`, `takeback` and the gate only look; past states stay what they were."""
    past = []
    for number, ply in enumerate(walk(case, 8, plies=case.reach(40))):
        before = ply.position.pack()
        for seat in range(case.seats):
            (
                ply.position.legal(seat),
                ply.position.check(seat, 0),
                ply.position.takeback(seat),
                ply.position.redacted(seat),
            )
        if (after := ply.position.pack()) != before:
            names = field_of(case, before, after)
            raise Broken(
                f"{at(case, 8, number)}: asking what is legal changes {names[0]}.", "legal", "check", "takeback"
            )
        past.append((ply.position.copy(), before[0]))
    if any(position.pack()[0] != before for position, before in past):
        raise Broken(f"{case}: a state that was copied changes when the game is played on.", "play")


def compiled_is_interpreted(case: Case) -> None:
    """Compiled rules go the same way as interpreted ones, bit for bit."""
    for seed in case.games(2):
        plain = walk(case, seed, compiled=False, plies=150)
        for number, (fast, slow) in enumerate(zip(played(case, seed), plain, strict=False)):
            _same_ply(case, seed, number, fast, slow, "Compiled")


def bounds_are_kept(case: Case) -> None:
    """Compiled with bounds checks, nothing reads or writes past the end of a field, and the game goes the same way."""
    try:
        for number, (fast, slow) in enumerate(zip(played(case, 1), walk(case, 1, boundscheck=True), strict=False)):
            _same_ply(case, 1, number, fast, slow, "With bounds checks")
            if slow.legal:
                known = slow.position.redacted(slow.position.turn)
                known.imagined(slow.position.turn, 9).advice(slow.position.turn, 9)
    except IndexError as error:
        raise Broken(f"{case}: a rule reads or writes past the end of a field ({error}).", "play") from error


def _same_ply(case: Case, seed: int, number: int, fast: Ply, slow: Ply, how: str) -> None:
    where = at(case, seed, number)
    if fast.position.pack() != slow.position.pack():
        names = field_of(case, fast.position.pack(), slow.position.pack())
        raise Broken(f"{where}: {how} the field {names[0]} is {names[1]}, else {names[2]}.", "play", "setup")
    if slow.legal and (fast.seat, fast.action, fast.legal) != (slow.seat, slow.action, slow.legal):
        raise Broken(f"{where}: {how} other moves are legal: {difference(fast.legal, slow.legal)}.", "legal")
    if fast.position.over and fast.position.scores(case.seats) != slow.position.scores(case.seats):
        raise Broken(f"{where}: {how} the scores are others.", "scores")


def cores_play_alike(case: Case) -> None:
    """Many games at once are the same on one core and on two."""
    one, two = (simulate(case.game, 600, seats=case.seats, bots=["classic"], seed=4, cores=cores) for cores in (1, 2))
    if (one.wins, one.places, one.ends, one.actions) != (two.wins, two.places, two.ends, two.actions):
        raise Broken(
            f"{case}: 600 games of the classic players end otherwise on two cores than on one.", "classic", "play"
        )


def nothing_is_lost(case: Case) -> None:
    """What the author's `pieces` counts stays the same: zones are disjoint and together hold everything."""
    zones = case.evidence.module("zones")
    if zones is None:
        raise Missing("no zones.py: whether a card or a man is lost or doubled is not counted")
    for seed in case.games(2):
        first = None
        for number, ply in enumerate(played(case, seed)):
            count = zones.pieces(ply.position.plain())
            if count is None:
                continue
            first = count if first is None else first
            if count != first:
                raise Broken(
                    f"{at(case, seed, number)}: something is lost or doubled: {difference(first, count)}.", "play"
                )
        if first is None:
            raise Broken(f"{case}: pieces of zones.py never counts anything.", "pieces")
