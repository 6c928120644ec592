"""A glimpse is the part of a view that changes: it agrees with the view, and nobody peeks through it either."""

from collections.abc import Iterator
from itertools import accumulate
from random import Random
from typing import Any

import pytest

import turnwise as tw
from tests.contract.test_proofs_can_fail import opened
from tests.our_cases import our_cases
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.position import SPECTATOR
from turnwise.play.entry import Entry
from turnwise.play.glimpse import Glimpse
from turnwise.play.view import seen_entry
from turnwise.proofs.broken import Peeked, difference
from turnwise.proofs.cases import Case
from turnwise.proofs.twins import twin_of

ALL = [case for case in our_cases(1) if case.seats in (case.game.seats[0], case.game.seats[1], 3)]


def same(what: str, one: Any, two: Any) -> None:
    if found := difference(one, two):
        raise Peeked(f"{what}: {found}")


def begun(case: Case, seed: int, *, compiled: bool = True) -> tw.Match:
    return tw.Match(case.game, seats=case.seats, seed=seed, compiled=compiled, **case.options)


def played(case: Case, seed: int, *, compiled: bool, plies: int) -> Iterator[tw.Match]:
    """The moments of a random match in which people also call out, take back, offer draws and leave."""
    chance = Random(f"{case!r} {seed}")
    match = begun(case, seed, compiled=compiled)
    yield match
    for _ in range(plies):
        if match.turn is None:
            break
        seat = chance.choice([seat for seat in range(case.seats) if match.legal_for(seat)])
        match.play(chance.choice(match.legal_for(seat)), seat=seat)
        yield match
        deeds = ((match.offer_draw, 0.05), (lambda: match.undo(consent=True), 0.1), (lambda: match.leave(0), 0.01))
        for do, often in deeds:
            if match.turn is not None and chance.random() < often:
                try:
                    do()
                except TurnwiseError as error:
                    assert error.code in ("no_draw", "offered", "no_undo", "nothing_to_undo", "has_left")
                yield match


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("case", ALL, ids=repr)
def test_a_glimpse_agrees_with_the_view(case: Case, compiled: bool) -> None:
    seen, chance = 0, Random(5)
    for match in played(case, 1, compiled=compiled, plies=90 if compiled else 20):
        for viewer in (SPECTATOR, *range(case.seats)):
            since = chance.choice((seen, seen, -1))
            glimpse, view = match.glimpse(viewer, since), match.view(None if viewer == SPECTATOR else viewer)
            assert glimpse.state == view.state
            assert tuple(glimpse.lines) == view.lines[since + 1 :]
            assert list(glimpse.legal) == view.legal
            for name in ("version", "turn", "draw_offer", "left", "outcome"):
                assert getattr(glimpse, name) == getattr(view, name), name
            assert match.glimpse(viewer, since) == glimpse
        seen = match.version


def prove_nobody_peeks(case: Case, seed: int, *, compiled: bool, plies: int) -> int:
    """Play a match, and from each moment of it one action more in a twin world. Returns how many actions looked the same."""
    chance = Random(seed)
    done: list[tuple[int, int]] = []
    match, alike = begun(case, seed, compiled=compiled), 0
    for _ in range(plies):
        if match.turn is None:
            break
        mover = match.turn
        action = chance.choice(match.legal).id
        viewer = chance.choice([SPECTATOR, *range(case.seats)])
        worlds = [begun(case, seed, compiled=compiled) for _ in range(2)]
        for world in worlds:
            for seat, number in done:
                world.play(number, seat=seat)
        real, twin = worlds
        twin.position = twin_of(case, twin.position, viewer, chance)
        twin._changed()
        same("moment", *(_seen_last(world, viewer, -1) for world in worlds))
        alike += _look_alike(real, twin, mover, action, viewer)
        match.play(action)
        done.append((mover, action))
    return alike


def _look_alike(real: tw.Match, twin: tw.Match, mover: int, action: int, viewer: int) -> bool:
    """Whether both worlds go on with what looks the same to the viewer; then what he is told must be the same."""
    game, since = real.game, real.version
    veiled = seen_entry(game, Entry(mover, action), viewer, False)
    ways = [a.id for a in twin.legal_for(mover) if seen_entry(game, Entry(mover, a.id), viewer, False) == veiled]
    if not ways:
        return False
    real.play(action, seat=mover)
    twin.play(ways[-1], seat=mover)
    if real.turn is None or twin.turn is None:
        return False
    if real.position.redacted(viewer).pack() != twin.position.redacted(viewer).pack():
        return False
    same("news", *(_seen_last(world, viewer, since) for world in (real, twin)))
    return True


def _seen_last(match: tw.Match, viewer: int, since: int) -> Glimpse:
    """What a viewer is told after everybody else was: nothing that was made for them is handed on to him."""
    for other in {SPECTATOR, *range(match.seats)} - {viewer}:
        match.glimpse(other, since)
    return match.glimpse(viewer, since)


@pytest.mark.parametrize("case", [case for case in ALL if case.game.hidden], ids=repr)
def test_nobody_peeks_through_a_glimpse(case: Case) -> None:
    alike = (prove_nobody_peeks(case, seed, compiled=True, plies=30) for seed in range(3, 9))
    assert any(total > 2 for total in accumulate(alike)), "the twin worlds must look alike, or the proof proves nothing"


def assert_somebody_peeks(name: str) -> None:
    with pytest.raises(Peeked):
        for seed in range(6):
            for case in ALL:
                if case.game.name == name:
                    prove_nobody_peeks(case, seed, compiled=False, plies=12)


@pytest.mark.parametrize(("name", "field"), [("whot", "hand"), ("whot", "pile"), ("caesar", "placed")])
def test_the_proof_notices_a_field_that_is_not_hidden(name: str, field: str) -> None:
    with opened(tw.game(name), 0, field):
        assert_somebody_peeks(name)


def test_the_proof_notices_an_event_that_tells_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    Event: Any = tw.game("whot").rules.Event
    monkeypatch.setitem(Event.private, Event.DREW, frozenset())
    assert_somebody_peeks("whot")
