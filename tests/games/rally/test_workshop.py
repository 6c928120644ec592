"""Making boards: what is said about a draft, places made for it, and what games of bots say of it."""

from itertools import combinations, pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from tests.games.rally.picture import GAME, check, warnings
from tests.games.rally.samples import random_board
from tests.law import law
from turnwise import Match
from turnwise.bots.trial import Progress, Task, trial
from turnwise.games.rally import bounds, workshop
from turnwise.games.rally.board import BadBoard, read
from turnwise.games.rally.workshop import arrange, blank, kinds, options, samples, sites
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Said, packed, unpacked
from turnwise.proofs.words import untranslated

Board = dict[str, Any]


def board(places: str, joined: str = "", **more: Any) -> Board:
    """`S>0,0 A*4,0 F#8,0`: ids with their kinds and places."""
    signs = {">": "start", "#": "finish", "*": "checkpoint", ".": "plain"}
    positions = []
    for word in places.split():
        sign = next(sign for sign in signs if sign in word)
        id, _, at = word.partition(sign)
        x, y = at.split(",")
        positions.append({"id": id, "x": int(x), "y": int(y), "kind": signs[sign]})
    return {
        "format": "rally-board-1",
        "name": "Draft",
        "positions": positions,
        "connections": [pair.split("-") for pair in joined.split()],
        **more,
    }


def ring(n: int) -> Board:
    """A ring of so many positions, all in one row."""
    names = ["S", *(f"N{i}" for i in range(n - 2)), "F"]
    words = [f"{name}{'>' if name == 'S' else '#' if name == 'F' else '.'}{i},0" for i, name in enumerate(names)]
    return board(" ".join(words), " ".join(f"{a}-{b}" for a, b in pairwise([*names, "S"])))


def bush() -> Board:
    """A tree whose many ends crowd each other."""
    twigs = [f"T{i}" for i in range(8)]
    ends = [f"{twig}x{k}" for twig in twigs for k in range(7)]
    words = [
        "S>0,0",
        *(f"{name}.{i},4" for i, name in enumerate(twigs)),
        *(f"{name}.{i},8" for i, name in enumerate(ends[1:])),
    ]
    joined = [*(f"S-{twig}" for twig in twigs), *(f"{end[:2]}-{end}" for end in ends)]
    return board(" ".join([*words, "T0x0#99,9"]), " ".join(joined))


def told(draft: Any) -> list[tuple[list[int], str]]:
    return [(remark.where, str(remark.said)) for remark in workshop.check(draft) if remark.severe]


def warned(draft: Any) -> list[tuple[list[int], str]]:
    return [(remark.where, str(remark.said)) for remark in workshop.check(draft) if not remark.severe]


@law("R53")
def test_every_message_of_a_board_is_told_with_the_positions_it_is_about() -> None:
    assert told(board("S>0,0 A.4,0 B.8,0 F#12,0", "S-A A-F")) == [([2], "Position 'B' has no connection.")]
    assert told(board("S>0,0 A.4,0 F#4,0", "S-A A-F")) == [([1, 2], "Positions 'A' and 'F' have the same place.")]
    assert told(board("S>0,0 A>4,0 F#8,0", "S-A A-F")) == [([0, 1], "A board needs exactly one START, found 2.")]
    assert told(board("S>0,0 A.4,0 A.8,0 F#12,0", "S-A A-F")) == [([1, 2], "Position id 'A' is used twice.")]
    assert told(board("S>0,0 A.4,0 F#8,0", "S-A A-F F-X")) == [([2], "Connection 2: unknown position 'X'.")]
    assert told(board("S>0,0 A.4,0 F#8,0", "S-A A-F A-A")) == [([1], "Connection 2: 'A' is connected to itself.")]
    assert told(board("S>0,0 A.4,0 F#8,0", "S-A A-F A-S")) == [([0, 1], "'S' and 'A' are connected twice.")]
    assert told(board("S>0,0 a b.4,0 F#8,0".replace("a b", "ä"), "S-F"))[0][0] == [1]
    assert told(board("S>0,0 F#4,0 B.8,0", "S-F F-B")) == [([2], "Position 'B' can be reached only through FINISH.")]


@law("R53")
def test_a_draft_gets_the_messages_of_the_board_file_and_no_others() -> None:
    for seed in range(40):
        chance = Random(seed)
        draft = random_board(chance)
        spoiled = chance.choice(draft["positions"])
        spoiled |= chance.choice(
            [{"x": -1}, {"kind": "wood"}, {"id": "no id"}, {"id": None}, {"pack": "none"}, {"x": 0, "y": 0}]
        )
        if chance.random() < 0.5:
            draft["connections"].pop(0)
        assert [sentence for _, sentence in told(draft)] == check(draft)


@law("R53", "R50")
def test_warnings_name_the_positions_too_also_those_of_a_short_cycle() -> None:
    square = board("S>0,0 A.4,0 B.4,4 F#0,4", "S-A A-B B-F F-S S-B")
    assert warned(square) == [([0, 1, 2], "There is a cycle of 3 connections: below 7, traps are likely.")]
    crossed = board("S>0,0 A.8,8 B.8,0 C.0,8 F#20,20", "S-A B-C A-B C-F")
    assert warned(crossed)[0] == ([0, 1, 2, 3], "Connections 'S' to 'A' and 'B' to 'C' cross.")
    through = board("S>0,0 A.8,0 F#4,0", "S-A A-F")
    assert warned(through) == [([0, 1, 2], "Connection 'S' to 'A' runs through 'F'.")]
    assert [sentence for _, sentence in warned(crossed)] == warnings(read(crossed))


@law("R53")
def test_connections_and_steps_from_start_are_listed_for_every_position() -> None:
    demo = samples()["Demo 21"]
    listed = dict(zip((entry["id"] for entry in demo["positions"]), sites(demo), strict=True))
    assert {id: listed[id].steps for id in ("P3", "P7", "P11", "P17", "P20", "P14", "P1")} == {
        "P3": 4, "P7": 4, "P11": 4, "P17": 4, "P20": 6, "P14": 6, "P1": 0,
    }  # fmt: skip
    assert listed["P5"].degree == listed["P9"].degree == 3 and listed["P1"].degree == 2
    # Nobody walks through FINISH, so what lies behind it is not near.
    behind = board("S>0,0 F#4,0 B.8,0 C.4,8", "S-F F-B S-C C-B")
    assert [site.steps for site in sites(behind)] == [0, 1, 2, 1]
    assert [site.steps for site in sites(board("A.0,0 B.4,0", "A-B"))] == [None, None]


@law("R53")
def test_a_test_run_rolls_the_die_and_walks_one_figure() -> None:
    """The page opens a table for one with `OPTION` and `options`; here the same without a page."""
    for draft in (samples()["Old Harbour"], ring(9)):
        given: dict[str, Any] = {workshop.OPTION: draft, **options(read(draft))}
        match = Match("rally", seats=1, seed=3, **given)
        while match.turn is not None:
            match.play(match.legal[0])
        assert match.outcome


@law("R52")
def test_a_new_draft_is_nearly_a_board_and_every_kind_can_be_shown() -> None:
    assert [sentence for _, sentence in told(blank())] == [
        "Position 'A' has no connection.",
        "Position 'Z' has no connection.",
    ]
    assert not workshop.check(blank() | {"connections": [["A", "Z"]]})
    assert [kind.name for kind in kinds()] == ["plain", "start", "finish", "checkpoint"]
    assert [kind.name for kind in kinds() if kind.asks] == ["checkpoint"]
    assert len({kind.mark for kind in kinds()}) == 4 and len({kind.colour for kind in kinds()}) == 4


@law("R52")
def test_our_own_boards_have_nothing_to_be_mended() -> None:
    assert {"Demo 21", "Old Harbour"} == set(samples())
    for one in samples().values():
        assert workshop.check(one) == []
    assert samples()["Old Harbour"]["packs"]


def test_without_checkpoints_only_the_race_is_offered() -> None:
    assert options(ring(9)) == {"win": "race"} and options(samples()["Demo 21"]) == {}


@pytest.mark.parametrize(
    "draft", [*samples().values(), ring(128), bush(), *(random_board(Random(seed)) for seed in range(20))]
)
def test_arranging_keeps_everything_but_the_places_and_lets_none_hide_another(draft: Board) -> None:
    arranged = arrange(draft)
    bare = [{name: value for name, value in entry.items() if name not in "xy"} for entry in draft["positions"]]
    assert [{k: v for k, v in entry.items() if k not in "xy"} for entry in arranged["positions"]] == bare
    assert {k: v for k, v in arranged.items() if k != "positions"} == {
        k: v for k, v in draft.items() if k != "positions"
    }
    assert check(arranged) == []
    places = [(entry["x"], entry["y"]) for entry in arranged["positions"]]
    assert all(max(abs(a - c), abs(b - d)) >= 2 for (a, b), (c, d) in combinations(places, 2))
    assert arrange(draft) == arranged
    assert len(warnings(read(arranged))) <= len(warnings(read(draft)))


def test_a_ring_in_a_row_becomes_a_ring() -> None:
    assert warnings(read(ring(12))) and not warnings(read(arrange(ring(12))))


def test_a_draft_in_two_parts_or_with_bad_names_is_arranged_as_far_as_it_goes() -> None:
    apart = arrange(board("S>0,0 A.0,0 F#0,0 B.0,0", "S-A F-B"))
    assert len({(entry["x"], entry["y"]) for entry in apart["positions"]}) == 4
    odd: Board = {"format": "rally-board-1", "positions": [{"id": ["x"]}, 7, {"id": "A"}], "connections": "none"}
    assert arrange(odd)["positions"] == [{"id": ["x"]}, {}, {"id": "A", "x": 0, "y": 0}]


def test_a_hostile_draft_is_answered_soon() -> None:
    def crowd(n: int) -> Board:
        return {
            "format": "rally-board-1",
            "name": "x",
            "positions": [{"id": f"a{i}" + "x" * 200, "x": 1, "y": 1} for i in range(n)],
        }

    remarks = workshop.check(crowd(500))
    assert remarks[0].severe and str(remarks[-1].said) == f"… and {bounds.MESSAGES - workshop.MOST} more."
    assert len(remarks) == workshop.MOST + 1 and max(len(str(one.said)) for one in remarks) < 200
    with pytest.raises(BadBoard):
        arrange(crowd(129))
    assert told(crowd(1000)) == [([], "A board needs 2 to 128 positions, found 1000.")], "it is not read further"
    odd: list[Board] = [{}, {"positions": None}, {"format": "rally-board-1", "positions": [None, 1, "x", {"kind": []}]}]
    for draft in odd:
        assert workshop.check(draft)[0].severe
        sites(draft)


@law("R48")
def test_a_draft_is_bounded_before_all_pairs_of_its_connections_are_compared() -> None:
    names = [f"N{i}" for i in range(bounds.POSITIONS)]
    full = board(" ".join(f"{name}.{i},0" for i, name in enumerate(names)))
    full["connections"] = [[a, b] for a, b in combinations(names, 2)]
    with pytest.raises(BadBoard, match=r"^A board has at most 512 connections, found 8128\.$"):
        arrange(full)
    assert told(full) == [([], "A board has at most 512 connections, found 8128.")]
    questions: Board = {"q": {"questions": [{}] * 801}}
    assert told(board("S>0,0 F#4,0", "S-F", packs=questions)) == [([], "Pack 'q' needs 1 to 200 questions, found 801.")]


def test_warnings_of_a_tangle_are_told_as_far_as_they_help() -> None:
    rng = Random(1)
    tangle = board(" ".join(f"{'S' if not i else 'F' if i == 1 else f'N{i}'}{'>' if not i else '#' if i == 1 else '.'}"
                            f"{rng.randrange(256)},{i}" for i in range(60)))  # fmt: skip
    ids = [entry["id"] for entry in tangle["positions"]]
    tangle["connections"] = [[ids[a], ids[(a + step) % 60]] for a in range(60) for step in (1, 7, 23)]
    remarks = workshop.check(tangle)
    assert len(remarks) == workshop.MOST + 1 and not any(one.severe for one in remarks)


def judged(draft: Board, games: int = 12) -> Progress:
    return list(trial(Task("rally", msgspec.json.encode(draft), games, 60)))[-1]


def said(progress: Progress) -> str:
    assert progress.findings
    return " ".join(str(unpacked(one.said)) for one in progress.findings)


def test_games_of_bots_say_how_long_fair_and_used_a_board_is() -> None:
    progress = judged(samples()["Demo 21"])
    assert progress.done == 12 and progress.findings
    for part in ("Of 12 games the middle one took ", "Every game found its end", "the seats win", "had no way on"):
        assert part in said(progress)
    assert not any(one.where for one in progress.findings), "Demo 21 has no dead end and no idle position"


def test_dead_ends_and_positions_where_nobody_comes_are_named() -> None:
    # D2 is far behind a dead end that leads to nothing.
    draft = board(
        "S>0,0 A*4,0 B.8,0 F#12,0 C.4,4 D0.4,8 D1.4,12 D2.4,16 D3.4,20 D4.4,24 D5.4,28 D6.4,32",
        "S-A A-B B-F S-C C-D0 D0-D1 D1-D2 D2-D3 D3-D4 D4-D5 D5-D6 C-B",
    )
    assert check(draft) == []
    findings = judged(draft).findings
    assert findings
    by_text = {str(unpacked(one.said)): one for one in findings}
    assert by_text["There is one dead end, where one turns round: D6."].where == [11]
    [never] = [one for text, one in by_text.items() if text.startswith("Nobody ever came to ")]
    assert 11 in never.where and never.severe


def test_a_bad_board_is_not_played_on() -> None:
    with pytest.raises(TurnwiseError):
        judged(blank())


def test_whatever_the_workshop_says_is_said_in_german_too() -> None:
    found: set[Said] = {kind.words for kind in kinds()}
    drafts: list[Any] = [
        board(
            "S>0,0 A>0,0 A.4,0 B!4,8 F#8,0".replace("!", "."),
            "S-X S-S S-A A-S",
            name="",
            packs={"q": {"questions": [{"answers": ["a", "a"]}]}},
        ),
        board("S>0,0 F#4,0 B.8,0", "S-F F-B", packs={"q": {}}) | {"connections": [["S", "F"], ["F", "B"], 7]},
        board("S>0,0 A.4,0 B.4,4 F#0,4 M.2,0", "S-A A-B B-F F-S S-B M-F"),
        {"format": "other"},
        b"\xff",
        [],
    ]
    for draft in drafts:
        found |= {remark.said for remark in workshop.check(draft)}
    for played in (samples()["Demo 21"], ring(9)):
        found |= {unpacked(one.said) for one in judged(played, 3).findings or []}
    assert len({one.template for one in found}) > 18
    assert [one for one in found if untranslated(GAME, one, "de")] == []


def test_a_verdict_of_one_game_is_said_as_one() -> None:
    trial = workshop.Trial(samples()["Demo 21"])
    trial.add(2, 1, "all_in", [0], [])
    text = " ".join(str(remark.said) for remark in trial.remarks())
    assert text.startswith("The one game that was played took one turn. For two people that is about one minute, which")


def test_a_remark_comes_out_of_another_process_as_it_went_in() -> None:
    for one in [*workshop.check(blank()), *workshop.check(b"{")]:
        assert unpacked(msgspec.json.decode(msgspec.json.encode(packed(one.said)))) == one.said
