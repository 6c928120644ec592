"""How many microseconds a Python takes for some usual work, if it can run Turnwise; by it `scripts/environment` chooses one."""

import sys
import timeit

if sys.version_info < (3, 11):  # noqa: UP036 (an older one runs this file, too)
    sys.exit(1)
import ensurepip  # noqa: F401 (without it there is no virtual environment; a distribution may have packaged it apart)
import venv  # noqa: F401

WORK = "d = {str(k): k * k for k in range(300)}; sorted(d, key=d.get); [f'{k} {v}' for k, v in d.items()]"
print(round(1e6 * min(timeit.repeat(WORK, number=50, repeat=9))))
