"""A game's picture can be drawn, read, heard and touched, and shows no viewer what they may not know."""

import re
from itertools import pairwise
from random import Random
from xml.etree.ElementTree import fromstring

from rich.cells import cell_len

from turnwise.draw import coached, look_of, looked
from turnwise.draw.svg import svg
from turnwise.draw.text import cells, text
from turnwise.draw.theme import AUTO, DARK, LIGHT, colours
from turnwise.kit.position import SPECTATOR
from turnwise.kit.shapes import MANNERS, SOUNDS, Label, Picture
from turnwise.proofs.broken import Broken, Missing, Peeked, difference
from turnwise.proofs.cases import Case
from turnwise.proofs.moments import NAMES, Moment, Sight, moments, random_match, standing
from turnwise.proofs.said import who
from turnwise.proofs.twins import differ, twin_of

SPOILT = re.compile(r"\bNone\b|\bHIDDEN\b|\bnan\b|\binf\b|[\[{(]['\"]|<\w+[. ]|\w\(\w*=|\bTrue\b|\bFalse\b")
"""What Python prints and no person writes."""
NEGATIVE = re.compile(r"(?<![\w.)-])-\d")
"""Hidden values are negative; a real negative number is written with a word or a minus sign."""
HIGHEST, BROADEST = 34, 100
"""Rows and columns of a common terminal."""


def seeds(case: Case) -> range:
    """A game for one number of seats has few cases, and gets more matches in each."""
    low, high = case.game.seats
    return case.games(2 if low == high else 1)


def own_look(case: Case) -> None:
    """Skip games without a look: the default look is not theirs."""
    if look_of(case.game) is None:
        raise Missing("no look.py: it is drawn from its state, without motion and sounds")


def pictures_keep_their_promises(case: Case) -> None:
    """Things have keys and words, every legal action is touched and no other, everything can be drawn in every theme."""
    own_look(case)
    touched, seen = 0, set[int | None]()
    for seed in seeds(case):
        found = moments(case, seed)
        for moment in found:
            for seat, sight in moment.seen.items():
                legal = {action.id for action in sight.view.legal}
                try:
                    keyed_and_worded(sight.drawn)
                    touchable(sight.drawn, legal)
                    keyed_and_worded(sight.typed)
                    touchable(sight.typed, legal)
                    fits_a_terminal(sight.typed)
                    drawable(sight.drawn, everywhere=moment in (found[0], found[-1]))
                    movable(sight.drawn)
                    foreseen(sight.drawn, sight.typed, seat)
                except Broken as error:
                    error.sentence = f"{_place(case, moment, seat)}: {error.sentence}"
                    raise
                touched += len(legal)
                seen.add(seat)
    if not touched or seen != {None, *range(case.seats)}:
        raise Broken(f"{case}: nothing was ever to be touched.", "look")


def _place(case: Case, moment: Moment, seat: int | None) -> str:
    return f"{case}, after {moment.match.version} entries, as {who(seat)} sees it"


def keyed_and_worded(shown: Picture) -> None:
    keys = [thing.key for thing in shown.things]
    if len(set(keys)) < len(keys):
        twice = sorted(key for key in keys if keys.count(key) > 1)
        raise Broken(f"two things have the key {twice[0]!r}.", "look")
    if bad := [key for key in keys if not key or re.search(r"None|(?<!\w)-\d", key)]:
        raise Broken(f"the key {bad[0]!r} is made of something that is hidden or absent.", "look")
    for words in map(str, (shown.words, *(thing.words for thing in shown.things))):
        said = words
        for name in NAMES:
            said = said.replace(name, "Somebody")
        if not said.strip() or SPOILT.search(said) or NEGATIVE.search(said):
            raise Broken(f"{words!r} is no sentence for somebody who hears the table.", "look")
    for thing in shown.things:
        for label in map(str, (*(part.text for part in thing.parts if isinstance(part, Label)), *thing.text)):
            if re.search(r"\bNone\b|\bHIDDEN\b|\bnan\b", label):
                raise Broken(f"the label {label!r} stands at {thing.key!r}.", "look")


def touchable(shown: Picture, legal: set[int]) -> None:
    """Every legal action and no other is made by touching things that are there, and no way begins another."""
    if odd := set(shown.touch) ^ legal:
        what = "is legal and can't be touched" if min(odd) in legal else "can be touched and is not legal"
        raise Broken(f"action {min(odd)} {what}.", "look")
    keys = {thing.key for thing in shown.things}
    in_text = {cell.thing.key for row in cells(shown) for cell in row if cell.thing}
    ways = sorted(way for action in legal for way in shown.ways(action))
    for way in ways:
        if not way or not set(way) <= keys:
            raise Broken(f"{', '.join(set(way) - keys) or 'nothing'} is to be touched, and is not there.", "look")
        if in_text and not set(way) <= in_text:
            raise Broken(f"{', '.join(set(way) - in_text)} can't be touched in a terminal.", "look")
    if named := {key for way in shown.touch.values() for key in way}.intersection(shown.equals):
        raise Broken(f"{min(named)!r} stands for another thing, and is named by a way itself.", "look")
    for one, two in pairwise(ways):  # sorted, a way comes right before those that it begins
        if two[: len(one)] == one:
            raise Broken(f"touching {one} is an action, and begins {two}.", "look")


def fits_a_terminal(shown: Picture) -> None:
    if any(min(thing.cell) < 0 for thing in shown.things):
        raise Broken("a thing lies outside the terminal.", "look")
    letters = {letter for thing in shown.things for line in thing.text for letter in line}
    if wide := {letter for letter in letters if cell_len(letter) != 1 or not letter.isprintable()}:
        raise Broken(f"the sign {min(wide)!r} does not take one cell of a terminal.", "look")
    lines = text(shown).splitlines()
    if not lines or len(lines) > HIGHEST or max(map(len, lines)) > BROADEST:
        raise Broken(f"in a terminal it takes {len(lines)} rows of {max(map(len, lines), default=0)} columns.", "look")


def drawable(shown: Picture, *, everywhere: bool) -> None:
    """In all themes, without an unknown colour."""
    if shown.width <= 0 or shown.height <= 0:
        raise Broken("the picture has no size.", "look")
    for theme in (LIGHT, DARK) if everywhere else ():
        if "var(" in svg(shown, theme=theme):
            raise Broken(f"a colour is not known in the theme {theme}.", "look")
    written = svg(shown, theme=AUTO)
    groups = fromstring(written).findall("{http://www.w3.org/2000/svg}g")
    if "var(" not in written or len(groups) != sum(not thing.preview for thing in shown.things):
        raise Broken("some things of the picture are not drawn.", "look")
    if re.search(r"[\" (,A-Z-](nan|inf)\b", written):
        raise Broken("a number of the drawing is not a number.", "look")
    paints = colours(shown, LIGHT)
    for thing in shown.things:
        if thing.ink not in paints or thing.back not in {"", *paints}:
            raise Broken(f"{thing.key!r} has a colour that nobody named: {thing.ink!r} on {thing.back!r}.", "look")


def movable(shown: Picture) -> None:
    """A page knows every manner and every sound; new things come from things, and gone things went to things, that
    exist."""
    keys = {thing.key for thing in shown.things}
    manners, comes = {thing.manner for thing in shown.things}, {thing.comes for thing in shown.things}
    if odd := manners - set(MANNERS) or set(shown.sounds) - set(SOUNDS):
        raise Broken(f"no page knows {min(odd)!r}.", "look")
    if odd := comes - {"", *keys} or keys & set(shown.gone) or set(shown.gone.values()) - keys:
        raise Broken(f"something moves from or to {min(odd)!r}, and it can't.", "look")


def foreseen(shown: Picture, in_text: Picture, seat: int | None) -> None:
    """A preview belongs to a thing that is there, and can't be touched; what may be dropped may also be touched."""
    keys, touched = {thing.key for thing in shown.things}, {way[-1] for way in shown.touch.values()}
    previews = {thing.key: thing.preview for thing in shown.things if thing.preview}
    if not set(previews.values()) <= keys or any(set(way) & set(previews) for way in shown.touch.values()):
        raise Broken("a preview belongs to nothing, or is itself to be touched.", "look")
    if set(previews) & {thing.key for thing in in_text.things} or seat is None and previews:
        raise Broken("a preview is seen in a terminal, or by a spectator.", "look")
    if not set(shown.drops) <= touched or not set(shown.drops.values()) <= keys - touched:
        raise Broken(f"what may be dropped must be touchable, and where to must not: {dict(shown.drops)}.", "look")


def what_is_gone_was_there(case: Case) -> None:
    """Pictures one after the other: what leaves the table was on it, and entries are heard."""
    own_look(case)
    heard, before = set(), set[str]()
    for match in random_match(case, 2, case.reach(90)):
        shown = looked(match.view(0))
        if odd := set(shown.gone) - before:
            raise Broken(
                f"{case}, after {match.version} entries: {min(odd)!r} leaves the table and was not on it.", "look"
            )
        before = {thing.key for thing in shown.things}
        heard |= set(shown.sounds)
    if not heard:
        raise Missing("no sounds: the look gives none for any entry")


def pictures_tell_nothing(case: Case) -> None:
    """A table looks the same to a seat in worlds that it can't tell apart: everything on it, and what the coach says."""
    different = sum(tables_compared(case, seed) for seed in seeds(case))
    if case.game.records[0].hidden and case.compiled and different <= 5:
        raise Broken(f"{case}: the twin worlds hardly ever differ, so nothing is proved.", "twin", "imagine")


def tables_compared(case: Case, seed: int) -> int:
    """Compare every moment with its twin worlds; returns how many of these differed."""
    chance, different = Random(seed), 0
    for moment in moments(case, seed):
        match = moment.match
        for seat, sight in moment.seen.items() if match.turn is not None else ():
            twin = twin_of(case, match.position, SPECTATOR if seat is None else seat, chance)
            different += differ(match.position, twin)
            with standing(match, twin):
                other = Sight(match, seat)
            # The layouter and the renderers know only the table, so that their results need not be compared.
            for what, one, two in (
                ("the picture", sight.looked, other.looked),
                ("the coach", coached(sight.view), coached(other.view)),
            ):
                if found := difference(one, two):
                    told = f"{_place(case, moment, seat)}: two worlds can be told apart by {what}: {found}."
                    raise Peeked(told, "look" if what == "the picture" else "coach")
    return different
