import sys

try:
    from turnwise.cli import main

    sys.exit(main())
except KeyboardInterrupt:  # before the command line could handle it
    sys.exit(130)
