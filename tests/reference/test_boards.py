"""Rally's board files: two readings of R48 agree on boards broken in every way."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.games.rally.samples import random_board
from tests.reference.rally_board import check_board
from turnwise.games.rally.board import BadBoard, read

STRANGE: list[Any] = [
    None,
    True,
    0,
    1,
    -1,
    2.5,
    5.0,
    300,
    "",
    "x",
    "N1",
    "plain",
    "start",
    "A" * 13,
    "a b",
    [],
    {},
    [1],
    {"a": 1},
    "é",
]


def broken(chance: Random) -> Any:
    """A valid board with up to four places changed, doubled or removed."""
    board: Any = random_board(chance)
    for _ in range(chance.randint(0, 4)):
        place, key = _somewhere(board, chance)
        match chance.randrange(4):
            case 0:
                place[key] = chance.choice(STRANGE)
            case 1 if isinstance(place, list):
                place.append(json.loads(json.dumps(place[key])))
            case 2:
                del place[key]
            case _ if isinstance(place, list):
                chance.shuffle(place)
        if not board:
            break
    return board


def _somewhere(board: Any, chance: Random) -> tuple[Any, Any]:
    place = board
    while True:
        key = chance.choice(list(place)) if isinstance(place, dict) else chance.randrange(len(place))
        if chance.random() < 0.25 or not isinstance(place[key], dict | list) or not place[key]:
            return place, key
        place = place[key]


def messages(text: str) -> list[str]:
    try:
        read(text.encode())
    except BadBoard as error:
        return [str(message) for message in error.messages]
    return []


def test_two_readings_of_broken_boards_agree() -> None:
    chance = Random(48)
    seen: Counter[str] = Counter()
    for _ in range(3000):
        text = json.dumps(broken(chance))
        ours, theirs = messages(text), check_board(text)
        assert ours == theirs, text
        seen.update(message.split("'")[0][:14] for message in theirs)
    assert len(seen) > 15 and seen.total() > 3000


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", "null", '{"format": NaN}', '{"format": 3}', "{}", '{"format": "rally-board-2"}', "[" * 100_000],
)
def test_what_is_no_board_at_all(text: str) -> None:
    ours, theirs = messages(text), check_board(text) if len(text) < 1000 else ["Board file is not a JSON object"]
    assert len(ours) == len(theirs) == 1
    assert ours[0].split(":")[0] == theirs[0].split(":")[0]
