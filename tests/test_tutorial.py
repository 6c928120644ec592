"""docs/tutorial.md as its reader: every block is typed into a folder, and every step is a game that can be played."""

from pathlib import Path

import pytest

from scripts.tutorial import TUTORIAL, merged, run, steps, typed

STEPS = steps()
PLAYED = """
import sys
import turnwise as tw
from turnwise.bots import bot
from turnwise.kit.trial import faults_of
from turnwise.draw import looked

game = tw.game("noughts")
assert faults_of(game) == [], faults_of(game)
for seed in range(5):
    match = tw.Match("noughts", seed=seed)
    while match.turn is not None:
        view = match.view(match.turn)
        match.play(bot("random").think(view.position, view.seat, seed=seed).action)
    assert tw.Match.load(match.save()) == match and looked(match.view(0)).things
print(*game.options, *(str(told) for line in match.view(0).lines for told in line.told), sep="\\n")
"""


@pytest.mark.parametrize("step", range(len(STEPS)), ids=[step.title for step in STEPS])
def test_every_step_is_a_game_that_can_be_played(step: int, tmp_path: Path) -> None:
    told = run(typed(STEPS[step], tmp_path), PLAYED)
    assert ("has three in a row!" in told or "takes" in told) == (step > 1), told
    assert ("misere" in told) == (step > 2)


def test_it_begins_small_and_ends_whole() -> None:
    first, last = STEPS[0].files["noughts/rules.py"], STEPS[-1].files
    assert len([line for line in first.splitlines() if line.strip()]) < 25
    assert {"noughts/rules.py", "noughts/look.py", "noughts/hints.py", "noughts/coach.py"} <= {*last}


def test_a_block_takes_the_place_of_what_had_its_names() -> None:
    file = '"""A."""\n\nfrom x import a\n\nA = 1\nC = 3\n\n\ndef f():\n    pass\n'
    assert merged(
        file, "from x import b\n\nA = 1\nB = 2\n\n\n@cache\ndef g():\n    pass\n\n\ndef f():\n    return 2\n"
    ) == (
        '"""A."""\n\nfrom x import b\n\nA = 1\nB = 2\nC = 3\n\n\n@cache\ndef g():\n    pass\n\n\ndef f():\n    return 2\n'
    )


def test_its_pictures_are_there() -> None:
    shots = [shot.file for step in STEPS for shot in step.shots]
    assert len(shots) >= 3 and all((TUTORIAL.parent / "pictures" / file).exists() for file in shots)
