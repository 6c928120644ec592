"""`turnwise` that is broken on purpose, in the way that its first argument names: `python -m tests.workers --broken` has to find it."""

import asyncio
import sys
from collections.abc import Sequence

import pytest

from tests.simulator.broken import Patch, Way, forgets_keys
from tests.workers.skewed import skewed
from turnwise.cli import main
from turnwise.house.store.interface import Append, Change, Conflict, Writing
from turnwise.house.store.postgres import Postgres
from turnwise.house.tables.duties import Duties

BY_NOBODY = b'"by":""'


def answers_before_the_commit(patch: Patch) -> None:
    """Whoever acts is told yes while his action is on its way."""
    kept = Postgres.commit

    def commit(self: Postgres, changes: Sequence[Change]) -> Writing:
        writing = kept(self, changes)
        writing.add_done_callback(lambda done: done.exception())
        answered = Writing()
        answered.set_result(None)
        return answered

    patch.setattr(Postgres, "commit", commit)


def acts_on_old_leases_wherever_the_log_ends(patch: Patch) -> None:
    """Every worker looks after every table that it ever held, and what it does by itself is appended without looking at what is there."""
    kept = Postgres.commit
    patch.setattr(Duties, "mine", lambda self, id: id in self._held or id in self._lapsed)
    patch.setattr(Duties, "_drop", lambda self: None)

    def commit(self: Postgres, changes: Sequence[Change]) -> Writing:
        first = kept(self, changes)
        if not any(isinstance(change, Append) and BY_NOBODY in change.item for change in changes):
            return first

        async def insist() -> None:
            try:
                await first
            except Conflict:
                appends = [change for change in changes if isinstance(change, Append)]
                (end,) = await self.lengths([appends[0].log])
                await kept(self, [Append(one.log, end + n, one.item) for n, one in enumerate(appends)])

        writing = Writing()
        asyncio.ensure_future(insist()).add_done_callback(lambda done: _pass_on(done, writing))
        return writing

    patch.setattr(Postgres, "commit", commit)


def _pass_on(done: "asyncio.Future[None]", writing: Writing) -> None:
    if error := done.exception():
        writing.set_exception(error)
    else:
        writing.set_result(None)


WAYS: dict[str, Way] = {
    way.__name__: way for way in (answers_before_the_commit, forgets_keys, acts_on_old_leases_wherever_the_log_ends)
}

if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patch:
        WAYS[sys.argv[1]](patch)
        skewed()
        sys.exit(main(sys.argv[2:]))
