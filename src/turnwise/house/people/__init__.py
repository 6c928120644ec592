"""People: who they are, how they come in, and what they may ask for."""
