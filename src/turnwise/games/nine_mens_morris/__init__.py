"""Nine Men's Morris: three men in a line make a mill, and a mill takes a man; who is left with two has lost."""
