"""The house's colours, light and dark. Those of the seats can be distinguished with any colour vision: they are Okabe
and Ito's, changed as little as `tests/draw/test_theme.py` requires."""

from turnwise.kit.errors import TurnwiseError
from turnwise.kit.shapes import Picture

LIGHT, DARK, AUTO = "light", "dark", "auto"
"""AUTO leaves the choice to the reader: the colours are CSS variables that follow the browser's setting."""

PALETTE = {
    "paper": ("#f6f2e9", "#1b1e23"),
    "ink": ("#23272e", "#eceae4"),
    "muted": ("#666d78", "#a2a8b3"),
    "line": ("#c8c0b0", "#454b55"),
    "card": ("#fffdf8", "#2b3038"),
    "shadow": ("#000000", "#000000"),
    "white": ("#ffffff", "#ffffff"),
    "black": ("#111111", "#111111"),
    "accent": ("#0067a3", "#62b8ee"),
    "good": ("#00795a", "#36c69b"),
    "warn": ("#b84f00", "#f0914a"),
    "button": ("#fffdf8", "#2f3540"),
    "button_edge": ("#0067a3", "#62b8ee"),
    "button_ink": ("#0067a3", "#8fcdf5"),
    "seat0": ("#1064a8", "#43a0d9"),
    "seat1": ("#b74400", "#f59048"),
    "seat2": ("#119c70", "#51ddb7"),
    "seat3": ("#842869", "#d34c78"),
    "seat4": ("#a7802d", "#f0bd4c"),
    "seat5": ("#3891c9", "#79c7f3"),
    "seat6": ("#988d00", "#f1e75b"),
    "seat7": ("#5e6166", "#99a1ab"),
}


class Colours(dict[str, str]):
    """Colours by their names; an unknown name is the author's error."""

    def __missing__(self, name: str) -> str:
        raise TurnwiseError(
            f"There is no colour {name!r}. A table's own stand in `palette` and `shades`: pieces of the kit bring theirs, "
            "as `PALETTE` and `SHADES` of their module."
        )


def colours(picture: Picture, theme: str) -> Colours:
    """Every colour name of a picture as a colour of one theme, or as a variable."""
    if theme == AUTO:
        return Colours({name: f"var(--{name.replace('_', '-')})" for name in (*PALETTE, *picture.palette)})
    at = 1 if theme == DARK else 0
    return Colours({name: pair[at] for name, pair in (*PALETTE.items(), *picture.palette.items())})


def variables(picture: Picture) -> str:
    """The style sheet for AUTO."""
    light, dark = (
        ";".join(f"--{name.replace('_', '-')}:{pair[at]}" for name, pair in (PALETTE | dict(picture.palette)).items())
        for at in (0, 1)
    )
    return f".table{{{light}}}@media(prefers-color-scheme:dark){{.table{{{dark}}}}}"
