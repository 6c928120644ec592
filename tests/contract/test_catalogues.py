"""The catalogues of the house and of every game of ours have all that is said, and nothing else."""

import pytest

from scripts.catalogues import HOUSE, catalogues, updated
from turnwise.games import ours


@pytest.mark.parametrize("whose", [HOUSE, *ours()])
def test_the_catalogues_are_complete_and_up_to_date(whose: str) -> None:
    for language, file, found in catalogues(whose):
        written, missing = updated(file, language, found)
        assert not missing, [message.id for message in missing]
        assert file.read_bytes() == written, "scripts/words brings it up to date"
