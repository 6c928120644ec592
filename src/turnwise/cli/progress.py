"""The progress of a long command: a bar on a terminal, elsewhere a line every two seconds."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from turnwise.kit.words import Speaker, Words, said


@contextmanager
def progress_of(
    title: str, total: int | None, speak: Speaker, *, compiles: bool = True
) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal; elsewhere a line every two seconds."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        latest = time.monotonic()
        begun: tuple[float, int] | None = None

        def say(done: int) -> None:
            nonlocal latest, begun
            now = time.monotonic()
            begun = begun or (now, done)
            if now - latest > 2:
                latest = now
                number: Words = f"{done:,}"
                if total:
                    number = said("{number} of {total}", number=number, total=f"{total:,}")
                    if done > begun[1]:
                        left = round((now - begun[0]) / (done - begun[1]) * (total - done))
                        number = said("{done}, {minutes} left", done=number, minutes=f"{left // 60}:{left % 60:02}")
                print(f"{title}: {speak(number)}", file=sys.stderr, flush=True)

        yield say
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        first = speak(said("{game} (compiling, if this is the first time)", game=title)) if compiles else title
        task = bar.add_task(first, total=total)
        yield lambda done: bar.update(task, completed=done, description=title)
