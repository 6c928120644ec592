"""A game's table in every window: nothing is cut or covered, everything can be read and touched, and nothing moves with
the turn."""

import re
from collections.abc import Iterator
from random import Random

from turnwise.draw.contract import board_cells, faults, share, text_faults
from turnwise.draw.layout import laid
from turnwise.draw.lettered import lettered
from turnwise.draw.plan import FILM, Plan, planned, stage
from turnwise.draw.svg import svg
from turnwise.draw.typed import board_of
from turnwise.kit.catalogues import languages, speaker
from turnwise.kit.pieces import Area, Board, Table
from turnwise.proofs.broken import Broken
from turnwise.proofs.cases import Case
from turnwise.proofs.look import own_look
from turnwise.proofs.moments import moments

NAMES = (
    "Ann",
    "Maximiliane Oberhuber-Schmidt",
    "Cy",
    "Bartholomew O'Shaughnessy",
    "Ed",
    "Wilhelmina Mmmmmmmmmm",
    "Gus",
    "Ju",
)
"""Short ones, and some of the greatest length and width."""
STAGES = {
    "a laptop": stage(940, 600),
    "a laptop with the panel closed": stage(1260, 620),
    "a desk": stage(1400, 860),
    "4K": stage(3800, 1900),
    "a phone": stage(390, 600),
    "a small phone": stage(360, 440),
    "a tablet": stage(768, 860),
    "a phone on its side": stage(844, 260),
    "a page twice as large": stage(640, 250),
    "a film": FILM,
}
EVERY = 3
"""The table of a moment is tried in every third window, the next one in the others; a case has some 25."""
TERMINALS = ((80, 18), (120, 34), (200, 52))
ODD = ((1, 1), (300, 180), (1280, 240), (300, 3840), (320, 240), (500, 180), (315, 323))
ROOMS = {(1280, 800): (923, 641), (1920, 1080): (1396, 913)}
"""The room for the table in a laptop's and in a desktop's window while the side panel is open."""
FILLED, BOARD, BROAD = 0.5, 0.33, 0.6
"""Shares of a window that the table and its board fill; and of the room, if a board of one shape is wider than that."""


def _tables(case: Case) -> Iterator[Table]:
    """The table at moments of a random match, as a spectator and the player on turn see it."""
    own_look(case)
    for moment in moments(case, 1):
        yield from (sight.table for sight in [*moment.seen.values()][:2])


def windows_hold_the_table(case: Case) -> None:
    """In every window nothing is cut, covered, too small to read or to touch, or too faint."""
    chance, windows = Random(repr(case)), [*STAGES.items()]
    for at, shown in enumerate(_tables(case)):
        for window, on in windows[at % EVERY :: EVERY]:
            language = chance.choice(languages())
            if wrong := faults(shown, on, speaker(case.game, language, NAMES[: case.seats])):
                raise Broken(f"{case}, {language}, in the window of {window}: {wrong[0]}.", "look")


def terminals_hold_the_table(case: Case) -> None:
    """The table fits a terminal of 80 × 24 and larger ones."""
    for at, shown in enumerate(_tables(case)):
        for size in (TERMINALS[0], TERMINALS[1 + at % 2]):
            if wrong := text_faults(shown, speaker(case.game, "en", NAMES[: case.seats]), *size):
                raise Broken(f"{case}, in a terminal of {size[0]} × {size[1]}: {wrong[0]}.", "look")


def boards_grow_with_the_terminal(case: Case) -> None:
    """In a terminal of 200 × 60 the board takes more cells than in one of 80 × 24, unless a rule fixes its form."""
    for shown in _tables(case):
        if rule := board_of(shown).fixed_by:
            if f"**{rule}**" not in case.game.rulebook:
                raise Broken(
                    f"the board says that {rule} fixes its form in terminals, and RULES.md has no such rule.", "look"
                )
            continue
        speak = speaker(case.game, "en", NAMES[: case.seats])
        small, large = (board_cells(shown, speak, *size) for size in (TERMINALS[0], TERMINALS[-1]))
        if large <= small:
            raise Broken(
                f"{case}: the board takes {small} cells of a terminal of 80 × 24, and {large} of one of 200 × 60.",
                "look",
            )


def nothing_moves_with_the_turn(case: Case) -> None:
    """Nothing moves when the turn changes: what a region needs does not depend on the moment."""
    for window in ("a laptop", "a phone"):
        plans: dict[bool, set[Plan]] = {}
        for shown in _tables(case):
            plans.setdefault(shown.hand is None, set()).add(planned(shown, STAGES[window]))
        if any(len(found) > 1 for found in plans.values()):
            raise Broken(f"{case}: in the window of {window} a region changes its size from moment to moment.", "look")


def the_table_fills_its_window(case: Case) -> None:
    """The board gets most of the window."""
    for shown in _tables(case):
        for (width, height), room in ROOMS.items():
            on = stage(*room)
            window, (whole, board) = width * height, share(shown, on)
            least = BOARD
            if isinstance(shown.board, Board):
                fitted, _ = Area(0, 0, on.width, on.height).fitted(shown.board.width, shown.board.height)
                least = min(BOARD, BROAD * fitted.w * fitted.h / window)
            whole, board = (part * on.width * on.height / window for part in (whole, board))
            if whole < FILLED or board < least:
                raise Broken(
                    f"{case}: the table takes {whole:.0%} of a window of {width} × {height}, its board {board:.0%}.",
                    "look",
                )


def no_window_is_too_odd(case: Case) -> None:
    """The table can be drawn in the smallest and oddest windows."""
    for shown in [*_tables(case)][::7]:
        for width, height in ODD:
            picture = lettered(
                laid(shown, stage(width, height)), speaker(case.game, languages()[-1], NAMES[: case.seats])
            )
            if re.search(r' (?:width|height|r)="-', svg(picture)):
                raise Broken(
                    f"{case}: in a window of {width} × {height} something is drawn with a negative size.", "look"
                )
