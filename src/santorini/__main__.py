"""`python -m santorini` is the `santorini` command."""

import sys

from santorini.cli import main

sys.exit(main())
