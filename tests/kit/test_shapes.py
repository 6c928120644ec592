"""Parts of pictures that are made from less."""

from turnwise.kit.shapes import Box, Group, Path, moved, outlines


def test_a_text_is_read_as_outlines() -> None:
    text = """M0 0h9
v9z/gold|M2 2h5//ink/2/.5"""
    assert outlines(text) == (Path("M0 0h9 v9z", "gold"), Path("M2 2h5", "", "ink", 2, 0.5))


def test_parts_are_moved_one_by_one() -> None:
    one, other = Box(0, 0, 4, 4, "gold"), Path("M0 0h9", "ink")
    assert moved((one, other), 3, 4, 0.5) == (Group((one,), 3, 4, 0.5), Group((other,), 3, 4, 0.5))
