"""A match as an animated GIF, which every chat and every page shows."""

from collections.abc import Sequence
from io import BytesIO

from turnwise.draw.png import rasterised

WIDTH = 480
STEP, END = 900, 4000
"""Milliseconds per frame, and for the last one."""
MOST = 120
"""Frames at most; of a longer match some are left out."""
COLOURS = 128


def chosen(plies: int) -> list[int]:
    """The plies of a match to be shown, including the first and the last."""
    if plies < MOST:
        return list(range(plies + 1))
    return sorted({round(at * plies / (MOST - 1)) for at in range(MOST)})


def frame(drawn: str) -> bytes:
    """One frame from its SVG, with few colours."""
    from PIL import Image

    out = BytesIO()
    with Image.open(BytesIO(rasterised(drawn, WIDTH))) as image:
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def film(frames: Sequence[bytes]) -> bytes:
    """All frames in a loop. Equal ones in a row become one that lasts longer."""
    from PIL import Image

    pictures = [Image.open(BytesIO(one)) for one in frames]
    durations = [STEP] * (len(pictures) - 1) + [END]
    out = BytesIO()
    pictures[0].save(out, "GIF", save_all=True, append_images=pictures[1:], duration=durations, loop=0, optimize=False)
    return out.getvalue()
