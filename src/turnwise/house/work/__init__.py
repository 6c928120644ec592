"""Work beside the tables: processes, queues, limits, and what is refused when there is too much of it."""
