"""Pictures for pages, drawn in threads beside the event loop."""
