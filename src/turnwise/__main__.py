from turnwise.cli import main

raise SystemExit(main())
