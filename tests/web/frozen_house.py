"""A house that notes what it imports once it is open: `python -m tests.web.frozen_house FILE serve …`. Each line of the file is a module,
or a file of the program that was read. When no more files can be opened, that is what would fail."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from turnwise.cli import main
from turnwise.web.serving import serve

PROGRAM = str(Path(find_spec("turnwise").submodule_search_locations[0]))  # type: ignore[union-attr,index]


def note(file: int, line: str) -> None:
    os.write(file, f"{line}\n".encode())


if __name__ == "__main__":
    noted = os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    greet = serve._Application._greet
    is_open = False

    def opened(application: serve._Application) -> None:
        global is_open
        is_open = True
        greet(application)

    def heard(event: str, given: tuple[object, ...]) -> None:
        if not is_open:
            return
        if event == "import" and given[0] not in sys.modules:
            note(noted, f"import {given[0]}")
        elif event == "open" and str(given[0]).startswith(PROGRAM):
            note(noted, f"open {str(given[0]).removeprefix(PROGRAM)}")

    serve._Application._greet = opened  # type: ignore[method-assign,assignment]
    sys.addaudithook(heard)
    sys.exit(main(sys.argv[2:]))
