"""The sentence about an optional package that is not installed."""

from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said


class MissingExtra(TurnwiseError, ImportError):
    """An optional package is not installed."""

    code = "missing_extra"


def missing(what: str, extra: str) -> MissingExtra:
    """The error for a package that can't be imported."""
    return MissingExtra(
        said(
            "{what} is not installed. It comes with an extra: pip install 'turnwise[{extra}]'.", what=what, extra=extra
        )
    )
