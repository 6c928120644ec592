"""Web addresses to which notices may go."""

from urllib.parse import urlsplit

LONGEST = 300


def reachable(where: str) -> bool:
    """Whether it is an http or https address."""
    if len(where) > LONGEST or not where.isprintable() or " " in where:
        return False
    try:
        parts = urlsplit(where)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, half an IPv6 address
        return False
