"""What all tests share: the commands speak English, whatever this machine's language is."""

import os

os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("SANTORINI_DEVELOPMENT", None)
