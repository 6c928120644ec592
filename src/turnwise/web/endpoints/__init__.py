"""The HTTP endpoints, by subject."""
