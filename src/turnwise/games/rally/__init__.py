"""Rally: walk the die's moves over a network, stop on checkpoints for points, and reach the finish first."""
