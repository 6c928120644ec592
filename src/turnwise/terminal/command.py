"""The command that people started this program with, for messages."""

import os
import shlex
import shutil
import sys
from pathlib import Path


def command(*arguments: str) -> str:
    """A command line that works where this program was started, such as `./turnwise resume`."""
    return shlex.join([*_program(), *arguments])


def _program() -> list[str]:
    if told := os.environ.get("TURNWISE_COMMAND"):  # set by ./turnwise, which Python does not see
        return [told]
    script = sys.argv[0]
    if Path(script).name == "__main__.py":
        return [sys.orig_argv[0], "-m", "turnwise"]
    found = shutil.which("turnwise")
    on_path = found and Path(found).resolve() == Path(script).resolve()
    return [script] if Path(script).name == "turnwise" and not on_path else ["turnwise"]
