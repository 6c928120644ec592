"""A table as it happens: over a WebSocket, or as server-sent events."""
