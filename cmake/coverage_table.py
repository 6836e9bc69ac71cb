#!/usr/bin/env python3
"""Prints which share of the lines of each folder and library tests have run, from gcovr's summary. Fails if a library is below its floor.

usage: coverage_table.py SUMMARY.json LIBRARY=PERCENT...
"""
import collections
import json
import pathlib
import sys


def place_of(name):
    """Returns the library of a file, and its folder."""
    folder = pathlib.PurePath(name).parts[1 if name.startswith("source/") else 2]
    library = folder if folder in ("import", "render", "support") else "core"
    return library, folder if "." not in folder else "(top)"


def main():
    summary = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    floors = dict(argument.split("=") for argument in sys.argv[2:])
    lines = collections.defaultdict(lambda: [0, 0])
    for file in summary["files"]:
        library, folder = place_of(file["filename"])
        for key in (library, ""), (library, folder):
            lines[key][0] += file["line_covered"]
            lines[key][1] += file["line_total"]
    failed = 0
    for (library, folder), (run, total) in sorted(lines.items()):
        share = 100 * run / max(total, 1)
        print(f"{share:6.2f} %  {run:6} of {total:6} lines  {library}{'/' + folder if folder else ''}")
        if not folder and share < float(floors.pop(library, 0)):
            print(f"{library}: below its floor")
            failed += 1
    for library in floors:
        print(f"{library}: nothing was measured")
        failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
