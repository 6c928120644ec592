"""Several workers of one house in one process, with everything that can befall them drawn from a seed: see `world.py`."""
