"""Renew the golden games: python -m tests.playthroughs [NAME ..].

Without --replay each game is played again from its seed; with it the turns stay and only what is shown around them is
written again. Read the difference before it is committed.
"""

import argparse
import sys

from tests.playthroughs.script import FOLDER, Script, played, read, written


def main() -> int:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="which games; all without any")
    parser.add_argument("--replay", action="store_true", help="keep the turns")
    args = parser.parse_args()
    for path in sorted(FOLDER.glob("*.txt")):
        if args.names and path.stem not in args.names:
            continue
        old = path.read_text()
        script: Script = read(old)
        new = written(script if args.replay else played(script))
        if new != old:
            path.write_text(new)
            print(f"{path.stem}: renewed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
