"""Renew the tables of counts: python -m tests.perft [--check]. Read the difference before it is committed."""

import argparse
import sys

from tests.perft.counts import files, renewed


def main() -> int:
    """Count everything again and say which tables changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail if something would change")
    args = parser.parse_args()
    changed = 0
    for path in files():
        text = renewed(path)
        if text == path.read_text():
            continue
        changed += 1
        print(f"{path.name} {'differs' if args.check else 'renewed'}")
        if not args.check:
            path.write_text(text)
    print(f"{changed} of {len(files())} tables changed")
    return 1 if changed and args.check else 0


if __name__ == "__main__":
    sys.exit(main())
