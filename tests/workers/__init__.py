"""Four real workers of one house on a real database, under load and under faults drawn from a seed: see `run.py`."""
