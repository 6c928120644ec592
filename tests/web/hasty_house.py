"""A house that waits for requests two seconds only: `python -m tests.web.hasty_house serve …`."""

import sys

from turnwise.cli import main
from turnwise.web.http import http_protocol

if __name__ == "__main__":
    http_protocol.HEAD_SECONDS = http_protocol.BODY_SECONDS = 2.0
    sys.exit(main(sys.argv[1:]))
