"""Charts as SVG for a page without scripts: bars with intervals, columns, a line. Colours are the page's, by class."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from turnwise.lab.shares import Share

WIDTH = 470.0
ROW, VALUES = 30.0, 76.0
LABELS = 84.0, 212.0
"""The least and the most room for labels beside bars."""
TALL, LEFT, BOTTOM, TOP = 214.0, 50.0, 38.0, 12.0
LETTER = 8.0
"""How wide a letter is, about; a label that is cut stands whole in the title that a pointer shows."""


@dataclass(frozen=True)
class Bar:
    """A labelled length, optionally with an interval, and the text at its end."""

    label: str
    value: float
    text: str
    share: Share | None = None
    kind: int = 0
    """The index of its colour."""


def bars(bars: Sequence[Bar], words: str, *, most: float = 0.0, mark: float | None = None, note: str = "") -> str:
    """Bars one below the other, from 0; `mark` is a dashed line across, explained by `note`."""
    top = 26.0 if note else 6.0
    reach = most or max((one.share.high if one.share else one.value for one in bars), default=0) or 1.0
    start = _start([one.label for one in bars])
    room = WIDTH - start - VALUES
    parts, values = list[str](), list[str]()  # texts are drawn over the line across
    for number, one in enumerate(bars):
        y = top + ROW * number
        wide = room * min(one.value / reach, 1)
        title = escape(f"{one.label}: {one.text}")
        parts.append(
            f'<g><title>{title}</title><text class="label" x="{start - 10:g}" y="{y + 19:g}" text-anchor="end">'
        )
        parts.append(f"{escape(_cut(one.label, start))}</text>")
        parts.append(
            f'<rect class="c{one.kind % 6}" x="{start:g}" y="{y + 5:g}" width="{max(wide, 1):.1f}" height="20" rx="3"/>'
        )
        right = wide
        if one.share:
            low, high = (room * min(end / reach, 1) for end in (one.share.low, one.share.high))
            right = max(wide, high)
            middle, ends = y + 15, (start + low, start + high)
            parts.append(
                f'<path class="whisker" d="M{ends[0]:.1f} {middle:g}H{ends[1]:.1f}M{ends[0]:.1f} {middle - 5:g}v10'
                f'M{ends[1]:.1f} {middle - 5:g}v10"/>'
            )
        parts.append("</g>")
        values.append(f'<text class="value" x="{start + right + 8:.1f}" y="{y + 19:g}">{escape(one.text)}</text>')
    tall = top + ROW * len(bars) + 6
    if mark is not None and mark <= reach:
        x = start + room * mark / reach
        parts.append(f'<path class="mark" d="M{x:.1f} {top - 4:g}V{tall - 4:g}"/>')
        parts.append(f'<text class="note" x="{x:.1f}" y="15" text-anchor="middle">{escape(note)}</text>')
    return _svg(tall, words, parts + values)


def _start(labels: Sequence[str]) -> float:
    """Where bars begin: beside the longest label, within limits."""
    least, most = LABELS
    return min(most, max(least, 14 + LETTER * max(map(len, labels), default=0)))


def _cut(label: str, room: float) -> str:
    """A label that fits; a long one keeps both of its ends, because its end often distinguishes it."""
    most = int((room - 12) / LETTER)
    if len(label) <= most:
        return label
    back = most // 3
    return f"{label[: most - back - 1].rstrip()}…{label[-back:].lstrip()}"


def columns(
    counts: dict[int, int],
    words: str,
    across: str,
    *,
    most: int = 48,
    kind: int = 0,
    mark: float | None = None,
    note: str = "",
    span: tuple[int, int] | None = None,
) -> str:
    """How often each number comes up; of many numbers several stand together. `span`: from where to where, if not of these alone.

    `mark` is a dashed line upright, which `note` explains."""
    low, high = span or (min(counts, default=0), max(counts, default=0))
    step = max(1, ceil((high - low + 1) / most))
    first = low // step * step if step > 1 else low
    grouped: dict[int, int] = {}
    for number, n in counts.items():
        grouped[(number - first) // step] = grouped.get((number - first) // step, 0) + n
    slots = (high - first) // step + 1
    total, tallest = sum(counts.values()) or 1, max(grouped.values(), default=1)
    plot, deep = WIDTH - LEFT - 12, TALL - TOP - BOTTOM
    wide = min(plot / slots, 60.0)
    parts = _grid(0, tallest / total, deep, percent=True)
    for slot, n in sorted(grouped.items()):
        tall = deep * n / tallest
        start = first + slot * step
        named = f"{start}" if step == 1 else f"{start}–{start + step - 1}"
        gap = min(2.0, wide / 6)
        parts.append(
            f'<rect class="c{kind}" x="{LEFT + wide * slot + gap / 2:.1f}" y="{TOP + deep - tall:.1f}" width="{wide - gap:.1f}"'
            f' height="{tall:.1f}"><title>{named}: {n / total:.1%}</title></rect>'
        )
    for tick in ticks(first, first + slots * step - (step == 1), whole=True):
        middle = wide / 2 if step == 1 else 0
        x = LEFT + wide * (tick - first) / step + middle
        parts.append(f'<text class="tick" x="{x:.1f}" y="{TALL - BOTTOM + 16:g}" text-anchor="middle">{tick:g}</text>')
    if mark is not None:
        x = LEFT + wide * (mark - first) / step + (wide / 2 if step == 1 else 0)
        parts.append(f'<path class="mark" d="M{x:.1f} {TOP:g}V{TALL - BOTTOM:g}"/>')
        side, anchor = (6, "start") if x < WIDTH / 2 else (-6, "end")
        parts.append(
            f'<text class="note" x="{x + side:.1f}" y="{TOP + 10:g}" text-anchor="{anchor}">{escape(note)}</text>'
        )
    parts.append(_across(across))
    return _svg(TALL, words, parts)


def line(
    values: Sequence[tuple[float, float]],
    words: str,
    across: str,
    *,
    kind: int = 0,
    percent: bool = False,
    mark: float | None = None,
    note: str = "",
    high: float = 0.0,
    right: float = 0.0,
) -> str:
    """Points from left to right, joined, above a soft ground; `mark` is a dashed line across, which `note` explains; up to `high`
    and `right`."""
    plot, deep = WIDTH - LEFT - 12, TALL - TOP - BOTTOM
    right = right or max((x for x, _ in values), default=1) or 1
    reach = high or max((y for _, y in values), default=1) or 1
    points = [(LEFT + plot * x / right, TOP + deep * (1 - min(y / reach, 1))) for x, y in values]
    way = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    parts = _grid(0, reach, deep, percent=percent)
    if points:
        floor_ = TOP + deep
        parts.append(
            f'<path class="a{kind}" d="M{points[0][0]:.1f} {floor_:g}L{way}L{points[-1][0]:.1f} {floor_:g}Z"/>'
        )
        parts.append(f'<path class="l{kind}" d="M{way}"/>')
    if mark is not None:
        y = TOP + deep * (1 - mark / reach)
        parts.append(f'<path class="mark" d="M{LEFT:g} {y:.1f}H{WIDTH - 12:g}"/>')
        parts.append(f'<text class="note" x="{WIDTH - 16:g}" y="{y + 16:.1f}" text-anchor="end">{escape(note)}</text>')
    for tick in ticks(0, right, whole=not percent):
        x = LEFT + plot * tick / right
        named = f"{tick:.0%}" if percent else f"{tick:g}"
        parts.append(f'<text class="tick" x="{x:.1f}" y="{TALL - BOTTOM + 16:g}" text-anchor="middle">{named}</text>')
    parts.append(_across(across))
    return _svg(TALL, words, parts)


def stacked(rows: Sequence[tuple[str, Sequence[float]]], legend: Sequence[str], words: str) -> str:
    """Parts of a whole for each row."""
    start = _start([label for label, _ in rows])
    room, parts = WIDTH - start - 12, list[str]()
    for number, (label, shares) in enumerate(rows):
        x, y = start, 6 + ROW * number
        parts.append(
            f'<text class="label" x="{start - 10:g}" y="{y + 19:g}" text-anchor="end">{escape(_cut(label, start))}</text>'
        )
        for kind, share in enumerate(shares):
            wide = room * share
            title = escape(f"{label}, {legend[kind]}: {share:.1%}")
            parts.append(
                f'<g><title>{title}</title><rect class="c{kind % 6}" x="{x:.1f}" y="{y + 4:g}" width="{max(wide - 1, 0):.1f}" height="22"/>'
            )
            if wide > 44:
                parts.append(
                    f'<text class="inside" x="{x + wide / 2:.1f}" y="{y + 20:g}" text-anchor="middle">{share:.0%}</text>'
                )
            parts.append("</g>")
            x += wide
    y, x = 6 + ROW * len(rows) + 18, start
    for kind, name in enumerate(legend):
        if x + 30 + LETTER * len(name) > WIDTH and x > start:
            x, y = start, y + 22
        parts.append(f'<rect class="c{kind % 6}" x="{x:.1f}" y="{y - 10:g}" width="12" height="12" rx="2"/>')
        parts.append(f'<text class="tick" x="{x + 17:.1f}" y="{y:g}">{escape(name)}</text>')
        x += 34 + LETTER * len(name)
    return _svg(y + 12, words, parts)


def ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """About five round numbers between two."""
    if high <= low:
        return [low]
    rough = (high - low) / 5
    unit = 10 ** floor(log10(rough))
    step = next(unit * factor for factor in (1, 2, 2.5, 5, 10) if unit * factor >= rough)
    if whole:
        step = max(1, round(step))
    first = ceil(low / step - 1e-9)
    return [round(step * at, 10) for at in range(first, floor(high / step + 1e-9) + 1)]


def _grid(low: float, high: float, deep: float, *, percent: bool) -> list[str]:
    parts = []
    for tick in ticks(low, high):
        y = TOP + deep * (1 - (tick - low) / (high - low))
        named = f"{tick:.3g}" if not percent else f"{tick * 100:.3g} %"
        parts.append(f'<path class="grid" d="M{LEFT:g} {y:.1f}H{WIDTH - 12:g}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 6:g}" y="{y + 4:.1f}" text-anchor="end">{named}</text>')
    return parts


def _across(words: str) -> str:
    return f'<text class="tick" x="{LEFT + (WIDTH - LEFT - 12) / 2:.1f}" y="{TALL - 5:g}" text-anchor="middle">{escape(words)}</text>'


def _svg(tall: float, words: str, parts: Sequence[str]) -> str:
    head = f'<svg viewBox="0 0 {WIDTH:g} {tall:g}" role="img" aria-label="{escape(words, quote=True)}" xmlns="http://www.w3.org/2000/svg">'
    return head + "".join(parts) + "</svg>"
