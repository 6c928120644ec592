"""What the plain install goes without, said in a sentence."""

from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said


class MissingExtra(TurnwiseError, ImportError):
    """A package that only some need is not installed."""

    code = "missing_extra"


def missing(what: str, extra: str) -> MissingExtra:
    """What to say where a package can't be imported."""
    return MissingExtra(
        said(
            "{what} is not installed. It comes with an extra: pip install 'turnwise[{extra}]'.", what=what, extra=extra
        )
    )
