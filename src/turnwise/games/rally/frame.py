"""From a board to numbers: the graph, the distances and the question packs, as the law reads them."""

from typing import Any

from turnwise.games.rally.board import Board, edges_of
from turnwise.games.rally.quiz import PER_WORD
from turnwise.games.rally.state import ANSWER_WORDS, CHECKPOINTS, DEGREE, NONE, PACKS, POSITIONS
from turnwise.kit.block import Block
from turnwise.kit.errors import BadOption
from turnwise.kit.graph import distances, neighbours
from turnwise.kit.words import counted, said


def prepare(seats: int, options: dict[str, Any]) -> tuple[Board, dict[str, Any]]:
    """The board for notation, and the fields of `Beside`."""
    board: Board = options["board"]
    kinds = [position["kind"] for position in board["positions"]]
    refuse_misfits(seats, options, kinds.count("checkpoint"))
    finish = kinds.index("finish")
    checkpoints = [i for i, kind in enumerate(kinds) if kind == "checkpoint"]
    near = neighbours(len(kinds), edges_of(board))
    barred = None if options["win"] == "points" else finish  # [R29]
    packs = board.get("packs", {})
    pack_number = {name: i for i, name in enumerate(packs)} | {None: NONE}
    questions = [pack["questions"] for pack in packs.values()]
    answers = [[len(question["answers"]) for question in listed] for listed in questions]
    right = [[question["right"] for question in listed] for listed in questions]
    return board, {
        "positions": len(kinds),
        "start": kinds.index("start"),
        "finish": finish,
        "degree": _row([len(others) for others in near], POSITIONS),
        "near": _block(near, POSITIONS, DEGREE),
        "checkpoint": _row([checkpoints.index(i) if i in checkpoints else NONE for i in range(len(kinds))], POSITIONS),
        "checkpoints": len(checkpoints),
        "pack": _row([pack_number[board["positions"][i].get("pack")] for i in checkpoints], CHECKPOINTS),
        "to_finish": _row(distances(near, finish), POSITIONS),
        "away": _block([distances(near, i, barred) for i in checkpoints], CHECKPOINTS, POSITIONS),
        "packs": len(packs),
        "questions": _row([len(listed) for listed in questions], PACKS),
        "answers": _block([_threes(numbers) for numbers in answers], PACKS, ANSWER_WORDS),
        "right": _block([_threes(numbers) for numbers in right], PACKS, ANSWER_WORDS),
    }


def refuse_misfits(seats: int, options: dict[str, Any], checkpoints: int) -> None:
    """Options that are good one by one and do not go together."""
    if options["win"] != "race" and checkpoints == 0:
        name = options["board"]["name"]
        raise BadOption(said("Board '{name}' has no checkpoint, only the race can be played.", name=name))  # [R49]
    needed = options["points_needed"]
    if options["win"] == "rally" and isinstance(needed, int) and needed > checkpoints:  # [R25]
        sentence = counted(
            "{needed} points cannot open the finish: the board has only one checkpoint.",
            "{needed} points cannot open the finish: the board has only {checkpoints} checkpoints.",
            "checkpoints",
        )
        raise BadOption(sentence.given_also(needed=needed, checkpoints=checkpoints))
    for seat in options["computers"]:
        if seat >= seats:
            last = seats - 1
            raise BadOption(
                said("A computer cannot play seat {number}: the last seat is {last}.", number=seat, last=last)
            )


def _row(numbers: list[int], length: int) -> list[int]:
    return numbers + [0] * (length - len(numbers))


def _block(rows: list[list[int]], height: int, width: int) -> Block:
    filled = [_row(row, width) for row in rows] + [[0] * width] * (height - len(rows))
    return Block([cell for row in filled for cell in row], (height, width))


def _threes(numbers: list[int]) -> list[int]:
    """Numbers from 0 to 7, three bits each, as many to a word as `of_question` expects."""
    words = [numbers[i : i + PER_WORD] for i in range(0, len(numbers), PER_WORD)]
    return [sum(number << 3 * place for place, number in enumerate(word)) for word in words]
