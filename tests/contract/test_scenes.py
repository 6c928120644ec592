"""Blessed pictures: each game's `tests/games/<game>/scenes.py` names moments that look different, and every one of them is kept as
drawing and as text. `scripts/bless` writes them anew; look at them."""

from importlib import import_module
from importlib.util import find_spec

import pytest

from tests.contract.test_goldens import BLESS, HOME, assert_golden
from turnwise.draw import picture, written
from turnwise.draw.plan import TALL, WIDE
from turnwise.draw.svg import svg
from turnwise.draw.text import text
from turnwise.draw.theme import AUTO
from turnwise.games import ours
from turnwise.play.view import View

SHAPES = {"wide": WIDE, "tall": TALL}


def files(name: str, view: View) -> dict[str, str]:
    """A scene as it is kept, wide, tall and in text: an element a line, with the names of its colours and their light and dark values."""
    drawn = {f"{name}.{shape}.svg": svg(picture(view, on=on), theme=AUTO) for shape, on in SHAPES.items()}
    return {file: one.replace("><", ">\n<") for file, one in drawn.items()} | {
        f"{name}.txt": text(written(view)) + "\n"
    }


@pytest.mark.parametrize("game", ours())
def test_scenes_look_as_they_were_blessed(game: str) -> None:
    module = f"tests.games.{game}.scenes"
    assert find_spec(module), f"{game} has no scenes.py with moments to be drawn"
    scenes = import_module(module).scenes()
    assert scenes, f"{game} has no scenes"
    folder = HOME / game / "scenes"
    kept = {file: drawn for name, view in scenes.items() for file, drawn in files(name, view).items()}
    if BLESS:
        folder.mkdir(exist_ok=True)
        for file in folder.iterdir():
            if file.name not in kept:
                file.unlink()
    for name, drawn in kept.items():
        assert_golden(folder / name, drawn)
    assert {file.name for file in folder.iterdir()} == set(kept), "a picture of a scene that is no more"
