"""The picture of Differo, from the sheet's "What a player must see"."""

import re
from collections.abc import Iterator
from dataclasses import replace
from math import hypot
from typing import Any

import pytest

import turnwise as tw
from tests.games.differo.picture import differences as counted
from tests.games.differo.scenes import THERE_AND_BACK, WON, after, moves_in, scenes, wandered
from tests.law import law
from turnwise.draw import picture, table, written
from turnwise.draw.boxes import of_label, of_thing
from turnwise.draw.plan import TALL, WIDE, Stage, stage
from turnwise.draw.text import text
from turnwise.games.differo import notation
from turnwise.kit.errors import Refused
from turnwise.kit.pieces import Note, Plate
from turnwise.kit.shapes import Disc, Group, Label, Part, Picture, Thing

NAMES = ("Ann", "Ben")


STAGES = (WIDE, TALL, stage(3800, 1900), stage(360, 480), stage(844, 260), stage(640, 300), stage(480, 480))


def drawn(match: tw.Match, seat: int | None = None, on: Stage = WIDE) -> Picture:
    return picture(match.view(seat), NAMES, on=on)


def notes(match: tw.Match, seat: int | None = None) -> dict[str, Note]:
    return {note.key: note for note in table(match.view(seat)).notes}


def plates(match: tw.Match, seat: int | None = None) -> dict[str, Plate]:
    """By the side's colour."""
    return {plate.colour.removesuffix("_side"): plate for plate in table(match.view(seat)).plates}


def meant(view: tw.View, keys: tuple[str, ...]) -> int | None:
    action: int | None = view.game.module("look").meant(view, keys)
    return action


def things(shown: Picture) -> dict[str, Thing]:
    return {thing.key: thing for thing in shown.things}


def place(thing: Thing) -> tuple[float, float]:
    return round(thing.x, 3), round(thing.y, 3)


def flat(parts: tuple[Part, ...], x: float = 0, y: float = 0) -> Iterator[Part]:
    """Discs and labels where they stand, and other parts as they are, also those of groups."""
    for part in parts:
        if isinstance(part, Group):
            yield from flat(part.parts, x + part.x, y + part.y)
        else:
            yield part._replace(x=x + part.x, y=y + part.y) if isinstance(part, Disc | Label) else part


def labels(thing: Thing) -> list[str]:
    return [str(part.text) for part in flat(thing.parts) if isinstance(part, Label)]


def paints(thing: Thing) -> set[str]:
    """The colours that a thing is drawn with."""
    return {paint for part in flat(thing.parts) for paint in (getattr(part, "fill", ""), getattr(part, "edge", ""))}


def marked_points(shown: Picture, paint: str) -> set[str]:
    """The empty points that are drawn in a colour."""
    return {thing.key for thing in shown.things if thing.key in notation.POINT_NAMES and paint in paints(thing)}


def last_move(shown: Picture) -> list[Thing]:
    return [thing for thing in shown.things if thing.key.startswith("last:")]


@law("D35")
@pytest.mark.parametrize("size", [(80, 18), (80, 24), (100, 34), (200, 60), (60, 40)])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_text_picture_is_the_sheets_board_whoever_looks_and_however_large_the_terminal_is(
    seat: int | None, size: tuple[int, int]
) -> None:
    match = wandered(30)
    columns, rows = size
    lines = text(written(match.view(seat), NAMES, columns=columns, rows=rows)).split("\n")
    wanted = notation.text_board(match.position.plain()).split("\n")
    start = next(at for at, line in enumerate(lines) if line.startswith("  i = 0"))
    assert [line[:58].rstrip() for line in lines[start : start + len(wanted)]] == wanted
    beside = " ".join(line[58:] for line in lines) if columns > 60 else " ".join(lines)
    assert "Ann" in beside and "Ben" in beside and "Black threatens" in beside, "the players stand beside it"


@law("D39", "example 2")
@pytest.mark.parametrize(("moves", "of_row_f"), [((), "+6"), (("G2-D2",), "−6")], ids=["White", "Black"])
def test_the_difference_stands_at_both_ends_of_every_line(moves: tuple[str, ...], of_row_f: str) -> None:
    """As the player to move sees it: White leads by six in row F, so Black lags by six."""
    match = after(*moves)
    shown = things(drawn(match))
    differences = counted(match.position.plain())
    step = shown["E2"].x - shown["E1"].x  # from one point to the next
    assert len(differences) == 27
    for line, value in differences.items():
        sign = f"+{value}" if value > 0 else f"−{-value}" if value else "0"
        tags = shown[line]
        assert labels(tags) == [sign, sign]
        ends = [shown.get(end) or shown[key_on(match, end)] for end in line.split("-")]
        drawn_tags = [tag for tag in flat(tags.parts) if isinstance(tag, Label)]
        places = [(tags.x + tag.x * tags.scale, tags.y + tag.y * tags.scale) for tag in drawn_tags]
        for end in ends:
            far = min(hypot(end.x - x, end.y - y) for x, y in places) / step
            assert 0.4 < far < 0.7, "one beside each end"
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


@law("D39")
@pytest.mark.parametrize("on", STAGES, ids=str)
@pytest.mark.parametrize("scene", ["start", "answer", "threatened", "watched"])
def test_no_difference_touches_another_or_a_letter_in_any_window(scene: str, on: Stage) -> None:
    shown = things(picture(scenes()[scene], NAMES, on=on))
    discs, letters = [], []
    for key, thing in shown.items():
        if re.fullmatch(r"[A-I]\d-[A-I]\d", key):
            own = [part for part in flat(thing.parts) if isinstance(part, Disc)]
            written = [part for part in flat(thing.parts) if isinstance(part, Label)]
            assert 1 <= len(own) == len(written) <= 2, "each line has its number, at one end or at both"
            discs += [(thing.x + d.x * thing.scale, thing.y + d.y * thing.scale, d.radius * thing.scale) for d in own]
            assert all(of_label(label).width < 2 * disc.radius for disc, label in zip(own, written, strict=True))
        if key == "board":
            drawn_letters = (of_thing(replace(thing, parts=(part,))) for part in thing.parts if isinstance(part, Label))
            letters = [box for box in drawn_letters if box]
    assert len(discs) in (27, 54) and len(letters) >= 18
    for at, (x, y, radius) in enumerate(discs):
        assert all(hypot(x - x1, y - y1) >= 1.08 * (radius + other) for x1, y1, other in discs[at + 1 :])
        for box in letters:
            above = 0.14 * box.height  # a capital letter or a digit is lower than its line
            right, down = max(box.left - x, 0, x - box.right), max(box.top + above - y, 0, y - box.bottom + above)
            assert hypot(right, down) >= radius - 0.75, "less than a pixel is not seen"


@law("D39")
def test_a_terminal_lists_what_the_lines_are_worth() -> None:
    match = after()
    listed = [str(line).split() for line in notes(match)["differences"].text][2:]
    assert [row[:2] for row in listed][4:7] == [["E", "0"], ["F", "+6"], ["G", "+3"]]
    assert ["A7", "−1"] in [row[2:4] for row in listed] and ["2", "+3"] in [row[4:] for row in listed]
    worth = counted(match.position.plain())
    for letter, row, upper, slash, column, backslash in listed:
        for start, value in ((letter, row), (upper, slash)):
            assert value in [notation.signed(worth[line]) for line in worth if line.startswith(start)]
        assert value and backslash in [notation.signed(worth[line]) for line in worth if line.endswith(column)]
    shown = text(written(match.view(0), NAMES, columns=80, rows=18))
    assert all(" ".join(row) in " ".join(shown.split()) for row in listed), "in a small one, too"


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
        assert shown["white:F2"].words == f"White's piece on F2: row +{row}, / −1, \\ +3"
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


@law("D18", "D41")
def test_what_is_touched_in_vain_is_answered_with_the_lines_worth_and_its_steps() -> None:
    def why(match: tw.Match, *keys: str, seat: int = 0) -> str:
        action = meant(match.view(seat), keys)
        assert action is not None
        with pytest.raises(Refused) as refused:
            match.play(action, seat=seat)
        return str(refused.value)

    match = after()
    assert why(match, "white:G4", "G5") == "The row of this piece is worth +3 to you: it moves exactly 3 steps there."
    assert why(match, "white:F2", "G1").startswith(
        'There is no move on this line: the "/" line of this piece is worth −1'
    )
    assert why(match, "white:F2", "E6").startswith("The two points are not on one line")
    assert why(match, "white:F2", "I2") == (
        "This piece would land on I2, in your opponent's goal, which it may not enter."
    )
    assert why(match, "black:D4").startswith("That piece is your opponent's")
    assert why(match, "E5").startswith("There is no piece on that point")
    assert why(match, "black:D4", seat=1).startswith("It is the other player's turn")
    later, taken = wandered(30), "This piece would land on F2, which is occupied; it must land on an empty point."
    assert why(later, "white:F6") == why(later, "white:F3", "white:F6") == taken, "another piece is chosen instead"
    assert '"/" line of this piece is worth 0 to you' in why(later, "white:G6")
    assert meant(match.view(0), ("plate:0",)) is meant(match.view(0), ("white:F2", "F1-F8")) is None
    assert meant(match.view(0), ("white:F2",)) is None, "a move begins so"
    assert why(after("F2-F8"), "swap", seat=1).startswith("Sides can be swapped only")


@law("D41")
@pytest.mark.parametrize("settings", [{}, {"coordinates": "official"}], ids=["source", "official"])
def test_every_piece_that_cannot_move_says_why(settings: dict[str, str]) -> None:
    for plies in range(0, 60, 3):
        match = wandered(plies)
        match.set(settings)
        view = match.view(match.turn)
        for action, keys in table(view).touch.items():
            assert meant(view, keys) == action
        movable = {keys[0] for keys in table(view).touch.values()}
        side = ("white", "black")[plies % 2]
        for key in things(drawn(match, match.turn)):
            if key.startswith(f"{side}:") and key not in movable:
                means = meant(view, (key,))
                assert means is not None and means not in [one.id for one in match.legal]
                with pytest.raises(Refused, match=r"of this piece is worth|This piece would land on [A-I]\d"):
                    match.play(means)


@law("D41")
def test_targets_and_movable_pieces_are_marked_for_who_may_act_and_nobody_else() -> None:
    match = wandered(30)
    moves = [action.words.split("-") for action in match.legal]
    shown = drawn(match, 0)
    assert marked_points(shown, "accent") == {target for _, target in moves}
    movable = {key for key, thing in things(shown).items() if key.startswith("white:") and "accent" in paints(thing)}
    assert movable == {key_on(match, base) for base, _ in moves}
    for other in (drawn(match, 1), drawn(match)):
        assert not marked_points(other, "accent")
        assert not any("accent" in paints(thing) for key, thing in things(other).items() if ":" in key)


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
        assert [(a + b) / 2 for a, b in zip(there, here, strict=True)] == pytest.approx(middle, abs=0.1)
    assert white["white:F2"].y > middle[1] < black["black:B5"].y
    assert white["plate:0"].y > white["plate:1"].y and black["plate:1"].y > black["plate:0"].y, (
        "one's own plate is near"
    )
    match.play("swap")
    assert place(things(drawn(match, 1))["white:F2"]) == place(white["white:F2"]), "who took over White sees it upright"


@law("D6", "D9")
@pytest.mark.parametrize("seat", [0, 1])
def test_goals_and_coordinates_are_written_on_the_frame(seat: int) -> None:
    shown = things(drawn(after(), seat))
    board = shown["board"]
    written = {
        part.text: part._replace(x=board.x + part.x * board.scale, y=board.y + part.y * board.scale)
        for part in board.parts
        if isinstance(part, Label)
    }
    assert set(written) == {*"ABCDEFGHI", *"123456789", "White’s goal", "Black’s goal"}
    for goal, row in (("White’s goal", "A"), ("Black’s goal", "I")):
        assert abs(written[goal].y - shown[f"{row}5"].y) < abs(written[goal].y - shown["E5"].y) / 3
    for end in ("A5", "B4", "C3", "D2", "E1", "F1", "G1", "H1", "I1"):
        assert written[end[0]].y == pytest.approx(shown[end].y, abs=0.1)
        assert written[end[0]].x < min(
            shown[key].x for key in shown if key[0] == end[0] and key in notation.POINT_NAMES
        )
    assert all(written[number].y > shown["E5"].y for number in "123456789")
    assert sorted("123456789", key=lambda number: written[number].x, reverse=seat == 1) == list("123456789")
    small = {str(text) for text in labels(things(drawn(after(), seat, TALL))["board"])}
    assert small == {*"ABCDEFGHI", *"123456789"}, "a small frame has no room for more"


@law("D38", "D28")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_everybody_sees_all_legal_moves_of_the_player_to_move(seat: int | None) -> None:
    match = wandered(30)
    moves = [action.words for action in match.legal]
    for on in (WIDE, TALL):
        listed = things(drawn(match, seat, on))["moves"]
        head, *rows = labels(listed)
        assert head == "White has 24 moves" and moves_in(" ".join(rows)) == moves, "all of them can be read"
        board, box = of_thing(things(drawn(match, seat, on))["board"]), of_thing(listed)
        assert board and box and not box.overlaps(board), "beside the board, not in it"
    typed = things(written(match.view(seat), NAMES))
    assert (
        typed["moves"].text == ("White has 24 moves",) and moves_in(" ".join(map(str, typed["moves:0"].text))) == moves
    )


@law("D40")
def test_a_warning_names_the_ways_into_the_opponents_goal() -> None:
    match = wandered(30)
    shown = drawn(match, 0)
    assert caption(match) == "Black threatens to win by G1-I1. Move 31."
    assert marked_points(shown, "warn") == {"I1"} and "threat:G1-I1" in things(shown)
    match.play("D4-B4")
    assert caption(match) == "Move 32.", "Black is to move now, and White has no way in"
    match.play("G1-I1")
    assert match.outcome and match.outcome.winners == (1,), "it was no idle threat"
    assert "threatens" not in caption(after()) + caption(match)


def caption(match: tw.Match, seat: int | None = None) -> str:
    """The line below the board, which is also a part of what is heard of the table, and read in a terminal."""
    shown, heard = str(things(drawn(match, seat))["caption"].words), str(drawn(match, seat).words)
    assert heard.endswith(shown)
    beside = (line[60:].strip() for line in text(written(match.view(seat), NAMES)).split("\n"))
    assert shown in " ".join(beside)
    assert " ".join(labels(things(drawn(match, seat, TALL))["caption"])) == shown, "whole, on a phone too"
    return shown


@law("D37")
def test_whose_turn_which_ply_and_a_draw_offer() -> None:
    match = after("G2-D2", ply_cap=100)
    assert drawn(match).words == "Differo. Ben (Black) is to move. Move 2."
    assert caption(match) == "Move 2."
    assert [side for side, plate in plates(match).items() if plate.active] == ["black"]
    assert things(drawn(match))["plate:1"].words == "Ben: Black, 5 rows to go, to move"
    match.offer_draw()
    assert caption(match) == "Ben offers a draw. Move 2."
    match.answer_draw(0, False)
    assert caption(match) == "Move 2."


@law("D25", "D37")
def test_the_last_moves_that_there_may_be_are_counted_down() -> None:
    assert caption(wandered(49, ply_cap=100)) == "Move 50."
    assert caption(wandered(50, ply_cap=100)).endswith(" Move 51 of at most 100.")


@law("D43")
@pytest.mark.parametrize(
    ("moves", "options", "line"),
    [
        (WON, {}, "Player White is the winner. The game had 5 moves."),
        ((WON[0], "swap", *WON[1:]), {"swap": True}, "Player White is the winner. The game had 5 moves."),
        (THERE_AND_BACK * 2, {}, "A draw after 8 moves: the position was repeated."),
    ],
    ids=["won", "swapped", "repeated"],
)
def test_the_last_line(moves: tuple[str, ...], options: dict[str, Any], line: str) -> None:
    match = after(*moves, **options)
    assert caption(match) == line and not drawn(match, 0).touch
    winners = match.outcome.winners if match.outcome else ()
    crowned = [plate.seat for plate in plates(match).values() if len(plate.emblem) > 1]
    assert crowned == list(winners) and not any(plate.active for plate in plates(match).values())
    if winners:
        assert str(notes(match)["moves"].lines[0]) == "A piece reached its goal row."


@law("D43")
def test_who_resigned_is_named() -> None:
    match = after("G2-D2")
    match.leave(0)
    assert caption(match) == "Player Black is the winner. The game had one move."
    assert labels(things(drawn(match))["moves"])[1] == "Ann resigned."


def test_a_side_keeps_its_colour_and_emblem_whoever_plays_it() -> None:
    match = after("F3-G3", swap=True)
    before = plates(match)
    assert [plate.seat for plate in before.values()] == [0, 1] and before["white"].emblem != before["black"].emblem
    match.play("swap")
    after_it = plates(match)
    assert [after_it[side].seat for side in ("white", "black")] == [1, 0]
    assert all(
        after_it[side].emblem == before[side].emblem and after_it[side].mark == before[side].mark for side in before
    )


@law("option swap")
def test_taking_over_white_is_a_button_while_it_may_be_done() -> None:
    match = after("F3-G3", swap=True)
    shown = drawn(match, 1)
    assert [way for way in shown.touch.values() if len(way) == 1] == [("swap",)]
    assert str(notes(match)["moves"].title) == "Black has 21 moves or takes over White"
    assert "swap" not in things(drawn(match, 0)) and "swap" not in things(drawn(match))
    match.play("swap")
    assert str(things(drawn(match))["plate:1"].words).startswith("Ben: White, ")
    assert all("swap" not in things(drawn(match, seat)) for seat in (0, 1))


def test_the_sides_differ_in_shape_and_mark_not_in_brightness_alone() -> None:
    shown = things(drawn(after("G2-D2")))
    white, black = shown["white:F2"], shown["black:B5"]
    seen = ([part for part in flat(piece.parts) if getattr(part, "opacity", 1)] for piece in (white, black))
    discs, none = ([part for part in parts if isinstance(part, Disc)] for parts in seen)
    assert len(discs) > 2 and not none
    typed = things(written(after("G2-D2").view(0), NAMES))
    assert (typed["white:F2"].text, typed["black:B5"].text) == (("W",), ("B",))
