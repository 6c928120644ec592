"""How a view draws itself. The renderers are imported with the first picture, so that `import turnwise` stays quick."""

from typing import TYPE_CHECKING

from turnwise.draw import picture, written

if TYPE_CHECKING:
    from turnwise.play.view import View


class Painter:
    """What `play` calls to draw a view (`turnwise.play.view.Painter`)."""

    def svg(self, view: "View", theme: str, width: int | None) -> str:
        from turnwise.draw.svg import svg

        return svg(picture(view), theme=theme, width=width)

    def text(self, view: "View") -> str:
        from turnwise.draw.text import text

        return text(written(view, grows=False))
