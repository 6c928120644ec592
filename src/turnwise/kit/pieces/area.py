"""Rectangles of a window, cut into smaller ones."""

from typing import NamedTuple


class Area(NamedTuple):
    """A rectangle by its upper left corner, in pixels."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def ratio(self) -> float:
        """Width divided by height."""
        return self.w / self.h if self.h > 0 else 1.0

    def inset(self, by: float) -> "Area":
        """Without a margin."""
        return Area(self.x + by, self.y + by, max(0.0, self.w - 2 * by), max(0.0, self.h - 2 * by))

    def top(self, h: float, gap: float = 0) -> tuple["Area", "Area"]:
        """A strip at the top, and the rest below a gap."""
        h = min(h, self.h)
        return Area(self.x, self.y, self.w, h), Area(self.x, self.y + h + gap, self.w, max(0.0, self.h - h - gap))

    def bottom(self, h: float, gap: float = 0) -> tuple["Area", "Area"]:
        """A strip at the bottom, and the rest above a gap."""
        h = min(h, self.h)
        return Area(self.x, self.y + self.h - h, self.w, h), Area(self.x, self.y, self.w, max(0.0, self.h - h - gap))

    def left(self, w: float, gap: float = 0) -> tuple["Area", "Area"]:
        """A strip at the left, and the rest beyond a gap."""
        w = min(w, self.w)
        return Area(self.x, self.y, w, self.h), Area(self.x + w + gap, self.y, max(0.0, self.w - w - gap), self.h)

    def right(self, w: float, gap: float = 0) -> tuple["Area", "Area"]:
        """A strip at the right, and the rest before a gap."""
        w = min(w, self.w)
        return Area(self.x + self.w - w, self.y, w, self.h), Area(self.x, self.y, max(0.0, self.w - w - gap), self.h)

    def row(self, n: int, gap: float = 0) -> list["Area"]:
        """Equal parts side by side."""
        w = (self.w - gap * (n - 1)) / n if n else 0.0
        return [Area(self.x + at * (w + gap), self.y, w, self.h) for at in range(n)]

    def column(self, n: int, gap: float = 0) -> list["Area"]:
        """Equal parts one below the other."""
        h = (self.h - gap * (n - 1)) / n if n else 0.0
        return [Area(self.x, self.y + at * (h + gap), self.w, h) for at in range(n)]

    def fitted(self, width: float, height: float) -> tuple["Area", float]:
        """The largest rectangle of this shape in its middle, and its scale."""
        scale = min(self.w / width, self.h / height)
        w, h = width * scale, height * scale
        return Area(self.x + (self.w - w) / 2, self.y + (self.h - h) / 2, w, h), scale
