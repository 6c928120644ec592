"""A house in which every match has the same small seed: `python -m tests.browser.seeded_house SEED serve …`. No option of the real
one does that; a test plays the same game there as elsewhere."""

import sys

from turnwise.cli import main
from turnwise.play import secret

if __name__ == "__main__":
    seed = int(sys.argv[1])
    secret.fresh = lambda: secret.small(seed)
    sys.exit(main(sys.argv[2:]))
