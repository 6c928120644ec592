"""What a drawn view costs: a look and its SVG, at a busy moment in the middle of a game. `bench/run` prints it."""

import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median

import turnwise as tw
from turnwise.draw import picture
from turnwise.draw.plan import Stage
from turnwise.draw.show import SHAPES
from turnwise.draw.svg import svg
from turnwise.draw.theme import AUTO
from turnwise.games import game, ours

MOST = 3.0
"""Milliseconds that a view may take; there is one drawing for every audience of every version of every open table."""


def views(name: str) -> list[tw.View]:
    """The middle third of a random game at a full table, as the seat on turn sees it: every drawing is a new one."""
    length = sum(1 for _ in random_game(name))
    middle = range(length // 3, 2 * length // 3)
    return [match.view(match.turn) for at, match in enumerate(random_game(name)) if at in middle]


def random_game(name: str) -> Iterator[tw.Match]:
    chance, match = Random(7), tw.Match(name, seats=game(name).seats[1], seed=7)
    while match.turn is not None:
        yield match
        match.play(chance.choice(match.legal))


def cost(seen: Sequence[tw.View], on: Stage) -> tuple[float, float, int]:
    """Milliseconds of processor time for a view, median and longest, and the characters of a drawing."""
    svg(picture(seen[0], on=on), theme=AUTO)  # what is made once for all is made
    times, letters = [], []
    for view in seen:
        started = time.process_time()
        drawn = svg(picture(view, on=on), theme=AUTO)
        times.append((time.process_time() - started) * 1000)
        letters.append(len(drawn))
    return median(times), max(times), int(median(letters))


def print_drawing() -> bool:
    """One row a game and shape; whether one of them took too long."""
    slow = False
    print(f"\n{'drawn view':28} {'median':>10} {'longest':>10} {'characters':>12} {'at most':>10}")
    for name in ours():
        seats, seen = game(name).seats[1], views(name)
        for shape, on in SHAPES.items():
            middle, longest, letters = cost(seen, on)
            slow |= middle > MOST
            row = f"{name}, {seats} seats, {shape}"
            print(f"{row:28} {middle:7.2f} ms {longest:7.2f} ms {letters:12,} {MOST:7.1f} ms")
    return slow


if __name__ == "__main__":
    raise SystemExit(print_drawing())
