"""The command line: parses, calls the public face, prints.

Data goes to stdout, talk and progress to stderr; 0 is done, 1 refused or failed, 2 misuse.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper

from retentive.surfaces.cli.root import root

__all__ = ["main", "root"]


def main() -> None:
    """Run the command that `sys.argv` names; the console script."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without UTF-8 still gets an answer
            stream.reconfigure(errors="backslashreplace")
    root.main(prog_name="retentive")
