"""The picture of Differo, from the sheet's "What a player must see"."""

from typing import Any

import pytest

import turnwise as tw
from tests.games.differo.picture import differences as counted
from tests.games.differo.scenes import THERE_AND_BACK, WON, after, wandered
from tests.law import law
from turnwise.draw import picture
from turnwise.draw.text import text
from turnwise.games.differo import notation
from turnwise.kit.shapes import Disc, Label, Picture, Thing

NAMES = ("Ann", "Ben")


def drawn(match: tw.Match, seat: int | None = None) -> Picture:
    return picture(match.view(seat), NAMES)


def things(shown: Picture) -> dict[str, Thing]:
    return {thing.key: thing for thing in shown.things}


def place(thing: Thing) -> tuple[float, float]:
    return round(thing.x, 3), round(thing.y, 3)


def labels(thing: Thing) -> list[str]:
    return [str(part.text) for part in thing.parts if isinstance(part, Label)]


def paints(thing: Thing) -> set[str]:
    """The colours that a thing is drawn with."""
    return {paint for part in thing.parts for paint in (part.fill, getattr(part, "edge", ""))}


def marked_points(shown: Picture, paint: str) -> set[str]:
    """The empty points that are drawn in a colour."""
    return {thing.key for thing in shown.things if thing.key in notation.POINT_NAMES and paint in paints(thing)}


def last_move(shown: Picture) -> list[Thing]:
    return [thing for thing in shown.things if thing.key.startswith("last:")]


@law("D35")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_text_picture_is_the_sheets_board_whoever_looks(seat: int | None) -> None:
    match = wandered(30)
    lines = text(drawn(match, seat)).split("\n")
    wanted = notation.text_board(match.position.plain()).split("\n")
    assert [line[:62].rstrip() for line in lines[: len(wanted)]] == wanted


@law("D39", "example 2")
@pytest.mark.parametrize(("moves", "of_row_f"), [((), "+6"), (("G2-D2",), "−6")], ids=["White", "Black"])
def test_the_difference_stands_at_both_ends_of_every_line(moves: tuple[str, ...], of_row_f: str) -> None:
    """As the player to move sees it: White leads by six in row F, so Black lags by six."""
    match = after(*moves)
    shown = things(drawn(match))
    differences = counted(match.position.plain())
    assert len(differences) == 27
    for line, value in differences.items():
        sign = f"+{value}" if value > 0 else f"−{-value}" if value else "0"
        tags = shown[line]
        assert labels(tags) == [sign, sign] and tags.text == (f"{line} {sign:>2}",)
        ends = [shown.get(end) or shown[key_on(match, end)] for end in line.split("-")]
        for end, tag in zip(ends, (part for part in tags.parts if isinstance(part, Label)), strict=True):
            x, y = tags.x + tag.x, tags.y + tag.y
            assert 40 < ((end.x - x) ** 2 + (end.y - y) ** 2) ** 0.5 < 60, "beside its own end"
        leader = "White" if (value > 0) == (not moves) else "Black"
        assert str(tags.words).endswith(f": {leader} leads by {abs(value)}" if value else ": level")
    assert labels(shown["F1-F8"]) == [of_row_f, of_row_f]


@law("D39", "example 2", "example 5")
def test_differences_at_the_start() -> None:
    shown = things(drawn(after()))
    rows = ["A5-A9", "B4-B9", "C3-C9", "D2-D9", "E1-E9", "F1-F8", "G1-G7", "H1-H6", "I1-I5"]
    assert [labels(shown[row])[0] for row in rows] == ["0", "−4", "−3", "−6", "0", "+6", "+3", "+4", "0"]
    through_f2 = ("F1-F8", "D2-I2", "A7-G1")  # row 5, j = 1, i+j = 6
    assert [labels(shown[line])[0] for line in through_f2] == ["+6", "+3", "−1"]


def key_on(match: tw.Match, label: str) -> str:
    """The key of the piece that stands on a point."""
    (found,) = [thing.key for thing in drawn(match).things if f"'s piece on {label}" in thing.words]
    return found


@law("D39", "example 5")
def test_a_piece_tells_its_lines_and_steps_and_leads_to_its_targets() -> None:
    """In words to whoever plays it, whether on turn or not, so that they change only with its lines."""
    for match in (after(), after("F3-G3")):
        shown = things(drawn(match, 0))
        row = 6 if match.turn == 0 else 5
        assert shown["white:F2"].words == f'White\'s piece on F2: row +{row}, "/" line −1, "\\" line +3'
        assert shown["black:B5"].words == "Black's piece on B5" == things(drawn(match))["black:B5"].words
    assert [way[1] for way in drawn(after(), 0).touch.values() if way[0] == "white:F2"] == ["F8"]


@law("D41")
def test_a_piece_and_then_its_target_are_touched() -> None:
    match = after()
    shown = drawn(match, 0)
    assert len(shown.touch) == 20
    for action in match.legal:
        base, target = action.words.split("-")
        assert shown.touch[action.id] == (f"white:{base}", target)
    assert drawn(match, 1).touch == drawn(match).touch == {}


@law("D41")
def test_targets_and_movable_pieces_are_marked_for_who_may_act_and_nobody_else() -> None:
    match = wandered(30)
    moves = [action.words.split("-") for action in match.legal]
    shown = drawn(match, 0)
    assert marked_points(shown, "go") == {target for _, target in moves}
    movable = {key for key, thing in things(shown).items() if key.startswith("white:") and "go" in paints(thing)}
    assert movable == {key_on(match, base) for base, _ in moves}
    for other in (drawn(match, 1), drawn(match)):
        assert not any("go" in paints(thing) for thing in other.things)


@law("D41")
def test_the_last_move_is_marked_until_the_next_also_after_an_offer_and_an_undo() -> None:
    match = after("G2-D2", "C4-F1", undo="free")
    match.offer_draw()
    (mark,) = last_move(drawn(match))
    assert mark.words == "The last move: Black from C4 to F1" and place(mark) == place(things(drawn(match))["C4"])
    assert "moved last" in things(drawn(match))["black:C4"].words
    match.undo(1)
    assert [mark.words for mark in last_move(drawn(match))] == ["The last move: White from G2 to D2"]
    assert not last_move(drawn(after()))


def test_a_piece_keeps_its_key_wherever_it_goes() -> None:
    match = after("G2-D2", "C4-F1", "D2-C3", undo="free")
    before, spots = things(drawn(match, 0)), {}
    assert str(before["white:G2"].words).startswith("White's piece on C3") and "C3" not in before
    for label in ("C4", "D2", "G2"):
        assert label in before
        spots[label] = place(before[label])
    match.undo(0)
    back = things(drawn(match, 0))
    assert place(back["white:G2"]) == spots["D2"]
    match.play("G4-E4")  # the trail beside the state now holds another move in the place of the one taken back
    after_all = things(drawn(match, 0))
    assert str(after_all["white:G2"].words).startswith("White's piece on D2")
    assert str(after_all["white:G4"].words).startswith("White's piece on E4")
    assert sum(key.startswith(("white:", "black:")) for key in after_all) == 26


@law("D41")
def test_the_board_is_turned_for_who_plays_black() -> None:
    match = after("F3-G3", swap=True)
    white, black = things(drawn(match, 0)), things(drawn(match, 1))
    middle = place(white["E5"])
    for key in ("A5", "white:F2", "black:B5"):
        there, here = place(white[key]), place(black[key])
        assert [round(a + b, 2) for a, b in zip(there, here, strict=True)] == [2 * middle[0], 2 * middle[1]]
    assert white["white:F2"].y > middle[1] < black["black:B5"].y and white["player:white"].y > white["player:black"].y
    match.play("swap")
    assert place(things(drawn(match, 1))["white:F2"]) == place(white["white:F2"]), "who took over White sees it upright"


@law("D6", "D9")
@pytest.mark.parametrize("seat", [0, 1])
def test_goals_and_coordinates_are_written_on_the_frame(seat: int) -> None:
    shown = things(drawn(after(), seat))
    written = {part.text: part for part in shown["board"].parts if isinstance(part, Label)}
    assert set(written) == {*"ABCDEFGHI", *"123456789", "White’s goal", "Black’s goal"}
    for goal, row in (("White’s goal", "A"), ("Black’s goal", "I")):
        assert abs(written[goal].y - shown[f"{row}5"].y) < abs(written[goal].y - shown["E5"].y) / 3
    for end in ("A5", "B4", "C3", "D2", "E1", "F1", "G1", "H1", "I1"):
        assert round(written[end[0]].y, 3) == round(shown[end].y, 3)
        assert written[end[0]].x < min(
            shown[key].x for key in shown if key[0] == end[0] and key in notation.POINT_NAMES
        )
    assert all(written[number].y > shown["E5"].y for number in "123456789")
    assert sorted("123456789", key=lambda number: written[number].x, reverse=seat == 1) == list("123456789")


@law("D38", "D28")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_everybody_sees_all_legal_moves_of_the_player_to_move(seat: int | None) -> None:
    match = wandered(30)
    moves = [action.words for action in match.legal]
    shown = things(drawn(match, seat))["moves"]
    head, *rows = labels(shown)
    assert head == shown.words == "White has 24 moves" and ", ".join(rows).split(", ") == moves
    assert " ".join(map(str, shown.text)) == f"White has 24 moves: {' '.join(moves)}"


@law("D40")
def test_a_warning_names_the_ways_into_the_opponents_goal() -> None:
    match = wandered(30)
    shown = drawn(match, 0)
    assert things(shown)["warning"].words == "Black threatens to win by G1-I1"
    assert marked_points(shown, "danger") == {"I1"} and "threat:G1-I1" in things(shown)
    match.play("D4-B4")
    assert "warning" not in things(drawn(match, 0)), "Black is to move now, and White has no way in"
    match.play("G1-I1")
    assert match.outcome and match.outcome.winners == (1,), "it was no idle threat"
    assert "warning" not in things(drawn(after())) and "warning" not in things(drawn(match))


@law("D37")
def test_whose_turn_which_ply_and_a_draw_offer() -> None:
    match = after("G2-D2", ply_cap=100)
    assert things(drawn(match))["status"].words == "Ben (Black) is to move. Move 2 of at most 100."
    assert things(drawn(match))["player:black"].words == "Ben plays Black, goal row I, 5 rows to go"
    black, turn = (things(drawn(match))[key] for key in ("player:black", "turn"))
    assert (turn.x, turn.y, turn.words) == (black.x, black.y, "Ben is to move"), "the mark stands at who is to move"
    match.offer_draw()
    assert labels(things(drawn(match))["status"])[1] == "Move 2 of at most 100. Ben offers a draw."
    match.answer_draw(0, False)
    assert labels(things(drawn(match))["status"])[1] == "Move 2 of at most 100."


@law("D43")
@pytest.mark.parametrize(
    ("moves", "options", "line", "more"),
    [
        (WON, {}, "Player White is the winner.", "After 5 moves: a piece reached its goal row."),
        (
            (WON[0], "swap", *WON[1:]),
            {"swap": True},
            "Player White is the winner.",
            "After 5 moves: a piece reached its goal row.",
        ),
        (THERE_AND_BACK * 2, {}, "A draw.", "After 8 moves: the position was repeated."),
    ],
    ids=["won", "swapped", "repeated"],
)
def test_the_last_line(moves: tuple[str, ...], options: dict[str, Any], line: str, more: str) -> None:
    match = after(*moves, **options)
    shown = things(drawn(match))
    assert labels(shown["status"]) == [line, more]
    winner = match.outcome.winners if match.outcome else ()
    assert [side for side in ("white", "black") if "winner" in shown[f"player:{side}"].words] == ["white"] * len(winner)
    if winner:
        assert NAMES[winner[0]] in shown["player:white"].words
    assert not drawn(match, 0).touch


@law("D43")
def test_who_resigned_is_named() -> None:
    match = after("G2-D2")
    match.leave(0)
    assert labels(things(drawn(match))["status"]) == ["Player Black is the winner.", "After one move: Ann resigned."]


@law("option swap")
def test_taking_over_white_is_a_button_while_it_may_be_done() -> None:
    match = after("F3-G3", swap=True)
    shown = drawn(match, 1)
    assert [way for way in shown.touch.values() if len(way) == 1] == [("swap",)]
    assert labels(things(shown)["moves"])[0] == "Black has 21 moves or takes over White"
    assert "swap" not in things(drawn(match, 0)) and "swap" not in things(drawn(match))
    match.play("swap")
    assert str(things(drawn(match))["player:white"].words).startswith("Ben plays White")
    assert all("swap" not in things(drawn(match, seat)) for seat in (0, 1))


def test_the_sides_differ_in_shape_and_mark_not_in_brightness_alone() -> None:
    shown = things(drawn(after("G2-D2")))
    white, black = shown["white:F2"], shown["black:B5"]
    assert all(isinstance(part, Disc) for part in white.parts[:2])
    assert not any(isinstance(part, Disc) for part in black.parts)
    assert (white.text, black.text) == (("W",), ("B",))
