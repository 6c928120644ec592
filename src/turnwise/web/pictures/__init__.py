"""Pictures for pages: drawn away from the event loop, for all who look."""
