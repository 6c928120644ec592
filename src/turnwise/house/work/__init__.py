"""Work beside the tables: processes, queues, limits, and what is refused under load."""
