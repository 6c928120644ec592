"""Four workers under load and faults: `python -m tests.workers`, with `--redis` for hints by Redis instead of NOTIFY.

The schedule of faults is drawn from a seed, which is printed; `--seed N` draws it again. `--short` is what `scripts/test` runs.
"""

import argparse
import secrets
import sys
import time

from tests.workers.broken import WAYS
from tests.workers.run import LONG, SHORT, run


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.workers", description=__doc__)
    parser.add_argument("--seed", type=int, default=None, help="of the schedule; else a fresh one")
    parser.add_argument("--redis", action="store_true", help="hints by Redis, which is killed too")
    parser.add_argument("--short", action="store_true", help="fewer matches, and each fault once")
    parser.add_argument("--matches", type=int, default=0, help="at the same time")
    parser.add_argument("--faults", type=int, default=-1, help="beside each once")
    parser.add_argument("--broken", choices=WAYS, default="", help="with a house that is broken in this way")
    given = parser.parse_args()
    seed = secrets.randbelow(1 << 32) if given.seed is None else given.seed
    size = SHORT if given.short else LONG
    size = size._replace(
        matches=given.matches or size.matches, more_faults=size.more_faults if given.faults < 0 else given.faults
    )
    print(f"seed {seed}: {size}", flush=True)
    began = time.monotonic()
    result = run(seed, size, lambda line: print(line, flush=True), redis=given.redis, broken=given.broken)
    for line in result.wrong:
        print(line)
    print(f"{result}; {time.monotonic() - began:.0f} s")
    return bool(result.wrong)


if __name__ == "__main__":
    sys.exit(main())
