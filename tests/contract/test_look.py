"""Every game's picture can be drawn, read, heard and touched, and shows nobody what he may not know."""

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from xml.etree.ElementTree import fromstring

import pytest
from rich.cells import cell_len

import turnwise as tw
from tests.contract.cases import Case, cases
from tests.contract.test_gate import SECRETIVE, Peeked, opened, same, twin_of
from turnwise.draw import coached, picture, written
from turnwise.draw.keyed import keyed
from turnwise.draw.svg import svg
from turnwise.draw.text import cells, text
from turnwise.draw.theme import AUTO, DARK, LIGHT, colours
from turnwise.kit.game import Game
from turnwise.kit.position import SPECTATOR, Position
from turnwise.kit.shapes import MANNERS, SOUNDS, Label, Picture
from turnwise.kit.words import Said

CASES = cases(1)
NAMES = ("Ann & Co", "<Ben>", 'Cy "C"', "Dee", "Eve", "Fay", "Gus", "Hal")
"""Of people who test what is done with their names."""

MOMENTS = 12
"""Moments of a game that are drawn, beside its start and its end."""

SPOILT = re.compile(r"\bNone\b|\bHIDDEN\b|\bnan\b|\binf\b|[\[{(]['\"]|<\w+[. ]|\w\(\w*=|\bTrue\b|\bFalse\b")
"""What Python writes and no person does."""
NEGATIVE = re.compile(r"(?<![\w.)-])-\d")
"""What is hidden is -1 or less; what is less than nothing is said with a word or the sign of mathematics."""


def moments(case: Case, seed: int, *, plies: int = 700, compiled: bool = True) -> Iterator[tw.Match]:
    """A match at its start, at moments all along its way, and at its end."""
    length = sum(1 for _ in random_game(case, seed, plies, compiled))
    chosen = {0, length - 1, *Random(seed).sample(range(length), min(MOMENTS, length))}
    for at, match in enumerate(random_game(case, seed, plies, compiled)):
        if at in chosen:
            yield match


def random_game(case: Case, seed: int, plies: int, compiled: bool) -> Iterator[tw.Match]:
    """A match after each of its entries, interjections and leavers included."""
    chance = Random(f"{case!r} {seed}")
    match = tw.Match(case.game, seats=case.seats, seed=seed, compiled=compiled, **case.options)
    while match.turn is not None and match.version < plies:
        yield match
        others = [seat for seat in range(case.seats) if seat != match.turn and match.legal_for(seat)]
        seat = chance.choice(others) if others and chance.random() < 0.5 else match.turn
        match.play(chance.choice(match.legal_for(seat)), seat=seat)
        if match.turn is not None and chance.random() < 0.003:
            match.leave(chance.choice([seat for seat in range(case.seats) if seat not in match.left]))
    yield match


def drawn(match: tw.Match, seat: int | None) -> Picture:
    return picture(match.view(seat), NAMES[: match.seats])


def typed(match: tw.Match, seat: int | None) -> Picture:
    return written(match.view(seat), NAMES[: match.seats])


def seen_in(world: Position, match: tw.Match, seat: int | None) -> tuple[Picture, Picture, list[Said]]:
    """A match drawn and written as if it stood in another world, and what a newcomer would be told there."""
    real, match.position = match.position, world
    match._changed()
    try:
        return drawn(match, seat), typed(match, seat), coached(match.view(seat))
    finally:
        match.position = real
        match._changed()


def seeds(case: Case) -> range:
    """A game for one number of seats has few cases, and gets more games in each."""
    low, high = case.game.seats
    return range(2 if low == high else 1)


def viewers(match: tw.Match, chance: Random) -> list[int | None]:
    """Everybody at the start and at the end; else a spectator, whoever is to act, and one more."""
    seats = sorted(range(match.seats), key=lambda seat: (seat != match.turn, chance.random()))
    return [None, *(seats[:2] if match.version and match.turn is not None else seats)]


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_a_picture_keeps_its_promises(case: Case) -> None:
    chance, touched, seen = Random(0), 0, set()
    for seed in seeds(case):
        for match in moments(case, seed):
            for seat in viewers(match, chance):
                shown = drawn(match, seat)
                legal = {action.id for action in match.legal_for(seat)} if seat is not None else set()
                in_text = typed(match, seat)
                for one in (shown, in_text):
                    assert_keyed_and_worded(one)
                    assert_touchable(one, legal)
                assert_fits_a_terminal(in_text)
                assert_drawable(shown)
                assert_movable(shown)
                assert_foreseen(shown, in_text, seat)
                touched += len(legal)
                seen.add(seat)
    assert touched and seen == {None, *range(case.seats)}


def assert_keyed_and_worded(shown: Picture) -> None:
    keys = [thing.key for thing in shown.things]
    assert len(set(keys)) == len(keys), sorted(key for key in keys if keys.count(key) > 1)
    assert all(key and not re.search(r"None|(?<!\w)-\d", key) for key in keys), keys
    for words in map(str, (shown.words, *(thing.words for thing in shown.things))):
        said = words
        for name in NAMES:
            said = said.replace(name, "Somebody")
        assert said.strip() and not SPOILT.search(said) and not NEGATIVE.search(said), words
    for thing in shown.things:
        for label in map(str, (*(part.text for part in thing.parts if isinstance(part, Label)), *thing.text)):
            assert not re.search(r"\bNone\b|\bHIDDEN\b|\bnan\b", label), (thing.key, label)


def assert_touchable(shown: Picture, legal: set[int]) -> None:
    """Every legal action and no other is made by touching things that are there, and no way begins another."""
    assert set(shown.touch) == legal
    keys = {thing.key for thing in shown.things}
    in_text = {cell.thing.key for row in cells(shown) for cell in row if cell.thing}
    for way in shown.touch.values():
        assert way and set(way) <= keys, way
        assert not in_text or set(way) <= in_text, f"{set(way) - in_text} cannot be touched in a terminal"
    ways = sorted(shown.touch.values())
    for one, two in pairwise(ways):  # in this order a way stands right before those that it begins
        assert two[: len(one)] != one, f"{one} begins {two}"


def assert_fits_a_terminal(shown: Picture) -> None:
    assert all(min(thing.cell) >= 0 for thing in shown.things)
    letters = {letter for thing in shown.things for line in thing.text for letter in line}
    assert not {letter for letter in letters if cell_len(letter) != 1 or not letter.isprintable()}
    lines = text(shown).splitlines()
    assert lines and len(lines) <= 34 and max(map(len, lines)) <= 100, (len(lines), max(map(len, lines)))


def assert_drawable(shown: Picture) -> None:
    """In all themes, with no colour that nobody named."""
    assert shown.width > 0 and shown.height > 0
    for theme in (LIGHT, DARK, AUTO):
        written = svg(shown, theme=theme)
        assert ("var(" in written) == (theme == AUTO)
    assert len(fromstring(written).findall("{http://www.w3.org/2000/svg}g")) == sum(
        not thing.preview for thing in shown.things
    )
    assert not re.search(r"[\" (,A-Z-](nan|inf)\b", written)
    paints = colours(shown, LIGHT)
    for thing in shown.things:
        assert thing.ink in paints and thing.back in {"", *paints}, (thing.key, thing.ink, thing.back)


def assert_movable(shown: Picture) -> None:
    """A page knows every manner and every sound; what is new comes from something, and what is gone went to something, that is there."""
    keys = {thing.key for thing in shown.things}
    assert {thing.manner for thing in shown.things} <= set(MANNERS) and set(shown.sounds) <= set(SOUNDS)
    assert {thing.comes for thing in shown.things} <= {"", *keys}, {thing.comes for thing in shown.things} - keys
    assert not keys & set(shown.gone) and set(shown.gone.values()) <= keys, shown.gone


def assert_foreseen(shown: Picture, in_text: Picture, seat: int | None) -> None:
    """What is shown beforehand is of a thing that is there, and nowhere to be touched; what may be dropped may be touched as well."""
    keys, touched = {thing.key for thing in shown.things}, {way[-1] for way in shown.touch.values()}
    previews = {thing.key: thing.preview for thing in shown.things if thing.preview}
    assert set(previews.values()) <= keys and not any(set(way) & set(previews) for way in shown.touch.values())
    assert not set(previews) & {thing.key for thing in in_text.things} and (seat is not None or not previews)
    assert set(shown.drops) <= touched and set(shown.drops.values()) <= keys - touched, shown.drops


@pytest.mark.parametrize("case", [case for case in CASES if not case.number], ids=repr)
def test_what_is_gone_was_there_and_the_latest_entry_is_heard(case: Case) -> None:
    """The pictures of one viewer, one after the other."""
    heard, before = set(), set[str]()
    for match in random_game(case, 2, 90, True):
        shown = drawn(match, 0)
        assert set(shown.gone) <= before, (match.version, set(shown.gone) - before)
        before = {thing.key for thing in shown.things}
        heard |= set(shown.sounds)
    assert heard, "no entry makes a sound"


def prove_pictures_tell_nothing(case: Case, seed: int, *, compiled: bool, plies: int) -> int:
    """Draw every moment beside its twin worlds. Returns how many of these differed."""
    chance, different = Random(seed), 0
    for match in moments(case, seed, plies=plies, compiled=compiled):
        if match.outcome:
            break
        real = match.position
        for seat in viewers(match, chance):
            twin = twin_of(case, real, SPECTATOR if seat is None else seat, chance)
            different += real.pack()[0][8:] != twin.pack()[0][8:] or real.pack()[1] != twin.pack()[1]
            pictures, texts, coaches = zip(*(seen_in(world, match, seat) for world in (real, twin)), strict=True)
            same("things", *(shown.things for shown in pictures))
            same("keyed picture", *(keyed(shown) for shown in pictures))
            same("coach", *coaches)
            same("drawing", *(svg(shown, theme=AUTO) for shown in pictures))
            same("text", *(text(shown) for shown in texts))
            same("touch", *(shown.touch for shown in pictures))
    return different


@pytest.mark.parametrize("case", [case for case in CASES if case.game.hidden], ids=repr)
def test_a_picture_tells_nobody_what_he_may_not_know(case: Case) -> None:
    different = sum(prove_pictures_tell_nothing(case, 40 + seed, compiled=True, plies=120) for seed in seeds(case))
    if case.game.records[0].hidden:  # what Rally hides stands beside its state, on boards with questions
        assert different > 5, "the twin worlds must differ, or the proof proves nothing"


@pytest.mark.parametrize("game", [game for game in SECRETIVE if game.records[0].hidden], ids=lambda game: game.name)
def test_the_proof_notices_a_picture_that_tells_too_much(game: Game) -> None:
    """Of the hidden fields of a game at least one would be drawn if it were not hidden."""
    of_game = [case for case in CASES if case.game is game][-2:]
    with pytest.raises(Peeked):
        for name in game.records[0].hidden:
            with opened(game, 0, name):
                for case in of_game:
                    prove_pictures_tell_nothing(case, 1, compiled=False, plies=60)
