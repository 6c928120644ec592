"""People: who they are, how they sign in, and how much they may ask for."""
