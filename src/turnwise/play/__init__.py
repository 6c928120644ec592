"""One match of anything, in memory."""
