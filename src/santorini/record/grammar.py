"""The words of a record as regular expressions; reader and writer share them (docs/notation.md)."""

from __future__ import annotations

import re

WIDTH = 100
"""Where written lines wrap; a turn or a comment is never broken."""
DEEPEST = 64
"""How deep variations may nest."""

NAME = r"[A-Za-z][A-Za-z0-9_]{0,63}"
EVENT = re.compile(r"(resign|time):([1-4])")
CLOCK = re.compile(r"\[%clk\b([^\]]*)\]")
TIME = re.compile(r"\s*(\d{1,4}):([0-5]?\d):([0-5]?\d(?:\.\d{1,3})?)\s*")
HEADER = re.compile(rf'\[\s*({NAME})\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
NUMBER = re.compile(r"[0-9]{1,6}\.+")
RESULT = re.compile(r"(\*|[1-4](?:\+[1-4])*)(?=[\s\[{]|$)")
SEED = re.compile(r"-?[0-9]{1,80}")
WORD = re.compile(r"(?:\([^\s(){};\[\]\"\\]*\)|[^\s(){};\[\]\"\\])+")
COMMENT = re.compile(r"\{((?:[^\\}]|\\.)*)\}", re.DOTALL)
ESCAPE = re.compile(r"\\(?:u\(([0-9A-Fa-f]{1,6})\)|(.))?", re.DOTALL)
