"""Pictures as PNG, read here by the letter of its specification."""

import struct
import sys
import zlib

import pytest

from tests.draw.pictures import EVERYTHING, picture
from turnwise.draw.png import letters, png
from turnwise.draw.theme import DARK
from turnwise.kit.shapes import Box, Disc, Label, Thing

Pixel = tuple[int, ...]


def pixels(data: bytes) -> list[list[Pixel]]:
    """The rows of a PNG of 8 bits a channel, its checksums checked."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, width, height, kind = 8, b"", 0, 0, 0
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(name + body)
        if name == b"IHDR":
            width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert (depth, interlaced) == (8, 0)
        elif name == b"IDAT":
            packed += body
        at += 12 + length
    return _unfiltered(zlib.decompress(packed), width, height, {2: 3, 6: 4}[kind])


def size(data: bytes) -> tuple[int, ...]:
    """Width and height, from the header alone."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR"
    return struct.unpack(">II", data[16:24])


def _unfiltered(raw: bytes, width: int, height: int, step: int) -> list[list[Pixel]]:
    above, rows = bytearray(width * step), []
    for start in range(0, height * (width * step + 1), width * step + 1):
        filtered, row = raw[start + 1 : start + 1 + width * step], bytearray(width * step)
        for i, value in enumerate(filtered):
            left, up, corner = row[i - step] if i >= step else 0, above[i], above[i - step] if i >= step else 0
            guess = (0, left, up, (left + up) // 2, _nearest(left, up, corner))[raw[start]]
            row[i] = value + guess & 255
        rows.append([tuple(row[i : i + 3]) for i in range(0, width * step, step)])
        above = row
    return rows


def _nearest(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


def test_it_is_as_wide_as_asked_and_shows_what_stands_where() -> None:
    dots = picture(
        Thing("left", "Left", (Box(-10, -10, 20, 20, "sun"),), 25, 40),
        Thing("right", "Right", (Disc(0, 0, 10, "ink"),), 75, 40),
    )
    rows = pixels(png(dots, width=200))
    assert (len(rows[0]), len(rows)) == (200, 160)
    paper, sun, ink = (0xF6, 0xF2, 0xE9), (0xFF, 0xCC, 0x00), (0x23, 0x27, 0x2E)
    assert (rows[80][50], rows[80][150], rows[80][100], rows[5][5]) == (sun, ink, paper, paper)
    dark = pixels(png(dots, width=200, theme=DARK))
    assert (dark[80][50], dark[5][5]) == ((0xCC, 0x99, 0x00), (0x1B, 0x1E, 0x23))


def test_letters_are_drawn_by_the_fonts_that_come_with_us() -> None:
    """Were a font missing, a label would be left out without a word."""
    inks = []
    for bold in (False, True):
        for serif in (False, True):
            label = Label(50, 40, "Whot", 30, bold=bold, serif=serif)
            rows = pixels(png(picture(Thing("word", "A word", (label,))), width=100))
            inks.append(sum(pixel[0] < 128 for row in rows for pixel in row))
    assert min(inks) > 100 and len(set(inks)) == 4, "four faces, each of its own weight"


def test_without_our_fonts_those_of_the_machine_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fontpkg", None)
    letters.cache_clear()
    try:
        assert not letters().get("skip_system_fonts")
        assert size(png(picture(Thing("word", "A word", (Label(50, 40, "Whot", 30),))), width=100)) == (100, 80)
    finally:
        letters.cache_clear()


def test_the_same_picture_is_the_same_bytes() -> None:
    shown = picture(Thing("all", "All", EVERYTHING, 50, 40))
    assert png(shown, width=120) == png(shown, width=120)
