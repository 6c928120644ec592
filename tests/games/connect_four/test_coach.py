"""What Connect Four tells somebody who plays it for the first time, and how a disc comes to its place."""

import turnwise as tw
from tests.games.connect_four.scenes import after
from turnwise.draw import coached, picture
from turnwise.kit.words import Speaker

NAMES = ("Ann", "Ben")
SAY = Speaker(names=NAMES)


def told(match: tw.Match, seat: int | None) -> list[str]:
    return [SAY(one) for one in coached(match.view(seat))]


def test_a_newcomer_is_told_what_to_touch_and_what_for() -> None:
    assert told(after(""), 0) == [
        "Touch a column: your disc falls to its lowest free hole.",
        "Four of your discs in a line win: across, upwards or slanting.",
    ]
    assert told(after(""), 1) == told(after(""), None) == ["Ann is choosing a column."]


def test_a_newcomer_is_warned_of_four_and_shown_a_win() -> None:
    assert told(after("abab" + "a"), 1)[1] == "Ann could make four in column a; stop it."
    assert told(after("abab" + "ab"), 0) == ["A disc in column a makes four: touch it and win."]
    assert told(after("ababab" + "a"), 0) == []


def test_a_disc_falls_from_above_its_column() -> None:
    shown = picture(after("dde").view(0), NAMES)
    things = {thing.key: thing for thing in shown.things}
    for key in ("disc:d1", "disc:d2", "disc:e1"):
        disc, slot = things[key], things[f"slot:{key[5]}"]
        assert disc.comes == slot.key and disc.x == slot.x and slot.y < things["disc:d2"].y - 200
    assert shown.sounds == ("step",) and picture(after("").view(0), NAMES).sounds == ()
