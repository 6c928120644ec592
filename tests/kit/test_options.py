from typing import Any

import pytest

from turnwise.kit import choice, options, seat_set, switch, whole
from turnwise.kit.errors import BadOption

SOME = options(
    tender=switch(False, "short game"),
    cards=choice("auto", 3, 4, help="cards each"),
    match=choice("single", "points", help="how many games"),
    needed=choice("half", "all", 1, 2, help="points needed"),
    target=whole(50, 500, default=100, help="points"),
    computers=seat_set("seats of the computer"),
)


def test_what_is_not_given_has_its_default() -> None:
    assert SOME.resolve({}) == {
        "tender": False,
        "cards": "auto",
        "match": "single",
        "needed": "half",
        "target": 100,
        "computers": [],
    }


@pytest.mark.parametrize(
    ("name", "given", "value", "code"),
    [
        ("tender", "on", True, 1),
        ("tender", "OFF", False, 0),
        ("tender", True, True, 1),
        ("cards", "4", 4, 4),
        ("cards", "auto", "auto", 0),
        ("match", "points", "points", 1),
        ("needed", "all", "all", -1),
        ("needed", 1, 1, 1),
        ("target", "500", 500, 500),
        ("computers", "0,2", [0, 2], 5),
        ("computers", [1], [1], 2),
    ],
)
def test_values_are_read_from_values_and_words(name: str, given: Any, value: Any, code: int) -> None:
    resolved = SOME.resolve({name: given})[name]
    assert resolved == value and type(resolved) is type(value)
    assert SOME[name].code(resolved) == code


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("tender", "maybe", "Option 'tender' must be on or off, not 'maybe'."),
        ("tender", 1, "Option 'tender' must be on or off, not 1."),
        ("cards", 5, "Option 'cards' must be auto, 3, 4, not 5."),
        ("cards", True, "Option 'cards' must be auto, 3, 4, not True."),
        ("target", 49, "Option 'target' must be 50 to 500, not 49."),
        ("target", "many", "Option 'target' must be 50 to 500, not 'many'."),
        ("target", None, "Option 'target' must be 50 to 500, not None."),
        ("target", 60.5, "Option 'target' must be 50 to 500, not 60.5."),
        ("computers", "a", "Option 'computers' must be seat numbers, as in 0,2, not 'a'."),
        ("computers", [99], "Option 'computers' must be seat numbers, as in 0,2, not [99]."),
        ("tendr", True, "There is no option 'tendr': did you mean 'tender'?"),
        ("colour", 1, "There is no option 'colour': the options are tender, cards, match, needed, target, computers."),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(name: str, given: Any, sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        SOME.resolve({name: given})
    assert str(refused.value) == sentence
