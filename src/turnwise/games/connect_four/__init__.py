"""Connect Four: drop discs into seven columns; four in a line win."""
