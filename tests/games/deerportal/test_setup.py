"""Law tests of DeerPortal: the board and the set-up."""

from collections import Counter
from itertools import pairwise

from tests.games.deerportal.picture import BOARD, KINDS, LETTERS, start
from tests.law import law
from tests.setting import game_named
from turnwise.games.deerportal.board import CELLS, PATH_A, PATH_B


@law("P1", "P7")
def test_the_paths_lie_on_the_board_as_printed() -> None:
    rows = [line.split() for line in BOARD.split("\n") if line]
    assert len(rows) == 16
    assert all(len(row) == 16 for row in rows)
    printed = {name: 16 * y + x for y, row in enumerate(rows) for x, name in enumerate(row) if name != "..."}
    ours = {f"{LETTERS[seat]}{i:02}": cell for seat in range(4) for i, cell in enumerate(CELLS[seat])}
    assert ours == printed


@law("P2", "P3", "example 2")
def test_starts_and_portals_stand_in_seat_order() -> None:
    assert [path[0] for path in CELLS] == [0, 15, 255, 240]
    assert [path[40] for path in CELLS] == [119, 120, 136, 135]


@law("P2")
def test_there_are_always_four_seats() -> None:
    assert game_named("deerportal").seats == (4, 4)


@law("example 2")
def test_cells_named_in_the_examples() -> None:
    water, earth, fire, air = CELLS
    assert (water[6], water[39], earth[21], fire[1], air[39]) == (21, 118, 57, 254, 151)


@law("P4", "P21")
def test_four_paths_of_41_cells_share_no_cell() -> None:
    assert [len(path) for path in CELLS] == [41, 41, 41, 41]
    used = {cell for path in CELLS for cell in path}
    assert len(used) == 164
    assert 256 - len(used) == 92


@law("P4")
def test_each_step_is_one_orthogonal_neighbour() -> None:
    for path in CELLS:
        for here, there in pairwise(path):
            assert abs(here // 16 - there // 16) + abs(here % 16 - there % 16) == 1


@law("P5")
def test_the_two_variants_differ_from_index_20_to_23_and_before_the_portal() -> None:
    assert PATH_A[:20] == PATH_B[:20]
    assert PATH_A[20:25] == [(6, 2), (6, 3), (5, 3), (5, 4), (4, 4)]
    assert PATH_B[20:25] == [(5, 3), (6, 3), (6, 4), (5, 4), (4, 4)]
    assert PATH_A[36:] == [(5, 5), (5, 6), (6, 6), (6, 7), (7, 7)]
    assert PATH_B[36:] == [(5, 5), (6, 5), (6, 6), (7, 6), (7, 7)]


@law("P6")
def test_the_half_turn_maps_water_to_fire_and_earth_to_air() -> None:
    assert CELLS[2] == [255 - cell for cell in CELLS[0]]
    assert CELLS[3] == [255 - cell for cell in CELLS[1]]


@law("P8", "P9")
def test_each_area_has_12_diamonds_and_4_runes_of_each_element_on_28_cells() -> None:
    for seed in range(20):
        shown = start(seed).show
        for area in range(4):
            diamonds, runes = shown["diamonds"][area], shown["runes"][area]
            assert len(diamonds) == 12
            assert [len(cells) for cells in runes] == [4, 4, 4, 4]
            cells = {*diamonds, *(cell for cells in runes for cell in cells)}
            assert len(cells) == 28
            assert cells <= set(range(1, 40))


@law("P9")
def test_every_cell_of_an_area_gets_diamonds_and_runes_about_equally_often() -> None:
    diamonds: Counter[int] = Counter()
    runes: Counter[int] = Counter()
    for seed in range(300):
        shown = start(seed * 7919).show
        for area in range(4):
            diamonds.update(shown["diamonds"][area])
            runes.update(shown["runes"][area][area])
    # 1200 deals: 12/39 put a diamond on a cell (369 times, deviation 16), 4/39 a rune of one element (123, 10.5)
    assert all(289 < diamonds[cell] < 449 for cell in range(1, 40))
    assert all(70 < runes[cell] < 176 for cell in range(1, 40))


@law("P10")
def test_each_pile_has_eight_cards_of_each_kind_one_of_them_face_up() -> None:
    shown_first: Counter[str] = Counter()
    for seed in range(100):
        shown = start(seed).show
        for face_up, face_down in zip(shown["face_up"], shown["face_down"], strict=True):
            cards = dict(zip(KINDS, face_down, strict=True))
            cards[face_up] += 1
            assert cards == {"stop": 8, "card": 8, "diamond": 8, "double": 8}
            shown_first[face_up] += 1
    assert all(60 < shown_first[kind] < 140 for kind in KINDS)  # 100 each on average


@law("P11")
def test_seat_0_begins_in_round_1_of_spring_and_all_is_blank() -> None:
    scene = start(5)
    shown = scene.show
    assert shown["turn"] == 0
    assert shown["round"] == 1
    assert shown["season"] == "spring"
    assert shown["index"] == shown["counts"] == shown["freeze"] == [0, 0, 0, 0]
    assert shown["entered"] == []
    assert shown["first"] is None
    assert shown["deer"] is None
    assert shown["leader"] is False
    assert shown["left"] == [False] * 4
    assert 1 <= shown["roll"] <= 6
    assert scene.legal() == ["forward"]
