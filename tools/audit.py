"""Lists the licence of every pinned package, and its known vulnerabilities if a database of them can be reached.

`make audit` runs it. Fails if there is any; if no database can be reached, it says so.
"""

import json
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "requirements/dev.txt"


def licence(package: str) -> str:
    """What a package says about its licence: in the field for it, or among its classifiers."""
    try:
        told = metadata(package)
    except PackageNotFoundError:
        return "not installed on this machine"
    (expression,) = told.get_all("License-Expression", [""])
    classes = [c.rpartition(" :: ")[2] for c in told.get_all("Classifier", []) if c.startswith("License :: ")]
    text = told.get_all("License", [""])[0].strip().splitlines()
    return expression or ", ".join(classes) or (text[0] if text else "not said")


def main() -> int:
    """Print everything; 1 if there are known vulnerabilities."""
    for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", PINS.read_text(encoding="utf-8"), re.M):
        print(f"{name} {version}: {licence(name)}")
    uv = Path(sys.executable).with_name("uv")
    command = [str(uv), "tool", "run", "--quiet", "pip-audit", "--disable-pip", "--require-hashes", "-r", str(PINS)]
    options = ["--progress-spinner=off", "--format=json"]
    audit = subprocess.run([*command, *options], check=False, capture_output=True, text=True)
    try:
        found = json.loads(audit.stdout)["dependencies"]
    except ValueError:
        reason = (audit.stderr.strip().splitlines() or ["no reason was given"])[-1]
        print(f"Known faults were not looked for: {reason}")
        return 0
    asked = [package for package in found if "skip_reason" not in package]
    if not asked:
        print("Known faults were not looked for: no database that knows these packages can be reached from here.")
        return 0
    faults = [(package, fault) for package in asked for fault in package["vulns"]]
    for package, fault in faults:
        print(f"{package['name']} {package['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions'])}")
    print(f"Known faults: {len(faults)}, of {len(asked)} packages that the database knows; {len(found)} are pinned.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
