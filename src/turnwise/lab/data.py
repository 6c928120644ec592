"""Single games as data: one file with a row per game, one with a row per seat, as CSV or Parquet."""

import csv
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from turnwise.draw.show import unwritable
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said
from turnwise.lab.simulate import Part, Plan, Rows

CSV, PARQUET = ".csv", ".parquet"
GAME = ("game", "first", "actions", "turns", "choices", "end", "winners")
SEAT = ("game", "seat", "bot", "won", "place", "points")
GROUP = 1 << 16
"""Rows written to a Parquet file together."""


def seats_file(file: Path) -> Path:
    """The file of the seats' rows, beside that of the games."""
    return file.with_name(f"{file.stem}-seats{file.suffix}")


def can_be_data(file: Path) -> None:
    """Refuse a kind of file that can't be written here, before hours of play."""
    if file.suffix not in (CSV, PARQUET):
        raise TurnwiseError(said("Data are written as .csv or .parquet, not as {file}.", file=file.name))
    if file.suffix == PARQUET and find_spec("pyarrow") is None:
        raise TurnwiseError(said("Parquet needs an extra: pip install 'turnwise[lab]'. A .csv needs none."))


class Data:
    """The two files, written part by part."""

    def __init__(self, file: Path, plan: Plan) -> None:
        can_be_data(file)
        self._plan, self._number = plan, 0
        kind = _Csv if file.suffix == CSV else _Parquet
        try:
            self._games, self._seats = kind(file, GAME), kind(seats_file(file), SEAT)
        except OSError as error:
            raise unwritable(file, error) from None
        self._file = file

    def add(self, number: int, part: Part) -> None:
        rows = part.rows
        assert rows is not None
        try:
            self._games.add(self._game_rows(rows))
            self._seats.add(self._seat_rows(rows))
        except OSError as error:
            raise unwritable(self._file, error) from None
        self._number += len(rows.ends)

    def _game_rows(self, rows: Rows) -> Iterator[tuple[Any, ...]]:
        columns = (rows.first, rows.actions, rows.turns, rows.choices, rows.ends, rows.winners)
        for at, (*facts, winners) in enumerate(zip(*columns, strict=True), self._number):
            yield at, *facts, winners.bit_count()

    def _seat_rows(self, rows: Rows) -> Iterator[tuple[Any, ...]]:
        names = self._plan.names
        games = zip(rows.winners, rows.places, rows.points, strict=True)
        for at, (winners, places, points) in enumerate(games, self._number):
            for seat, (place, own) in enumerate(zip(places, points, strict=True)):
                yield at, seat, names[seat], bool(winners >> seat & 1), place, own

    def close(self) -> None:
        self._games.close()
        self._seats.close()


class _Csv:
    def __init__(self, file: Path, columns: tuple[str, ...]) -> None:
        self._out = file.open("w", newline="", encoding="utf-8")
        self._writer = csv.writer(self._out, lineterminator="\n")
        self._writer.writerow(columns)

    def add(self, rows: Iterator[tuple[Any, ...]]) -> None:
        self._writer.writerows([*map(_as_text, row)] for row in rows)

    def close(self) -> None:
        self._out.close()


def _as_text(value: Any) -> Any:
    """A value in a form that every reader understands: true and false as in JSON, whole points without a fraction."""
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else value


class _Parquet:
    def __init__(self, file: Path, columns: tuple[str, ...]) -> None:
        import pyarrow
        from pyarrow import parquet

        whole, real, text, yes = pyarrow.int64(), pyarrow.float64(), pyarrow.string(), pyarrow.bool_()
        kinds = {"end": text, "bot": text, "points": real, "won": yes}
        self._arrow, self._columns = pyarrow, columns
        self._schema = pyarrow.schema([(name, kinds.get(name, whole)) for name in columns])
        self._writer = parquet.ParquetWriter(file, self._schema)
        self._rows: list[tuple[Any, ...]] = []

    def add(self, rows: Iterator[tuple[Any, ...]]) -> None:
        self._rows += rows
        if len(self._rows) >= GROUP:
            self._write()

    def _write(self) -> None:
        columns = zip(*self._rows, strict=True) if self._rows else ([] for _ in self._columns)
        arrays = [self._arrow.array(list(one), field.type) for one, field in zip(columns, self._schema, strict=True)]
        self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))
        self._rows = []

    def close(self) -> None:
        self._write()
        self._writer.close()
