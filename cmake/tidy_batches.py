#!/usr/bin/env python3
"""Puts sources into batches for clang-tidy, which spends nearly all of its time on the headers that they have in common.

usage: tidy_batches.py BUILD SIZE SOURCE...
  BUILD   a build that compiles each source by itself, with its compile_commands.json
  SIZE    at most so many sources in a batch

Writes BUILD/batches/compile_commands.json and the batches beside it, and prints what clang-tidy is to be given.
"""
import itertools
import json
import pathlib
import shlex
import shutil
import sys

SETS_OF_INSTRUCTIONS = "#include <hwy/foreach_target.h>"  # such a source compiles itself once for each, and stands alone


def commands(build):
    """For each source how it is compiled, without its own name and its output, and for which target, in which local names are unique; the first
    target that has it decides."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        words = shlex.split(entry["command"])
        words = words[:words.index("-c")]
        target = ""
        if "-o" in words:
            output = words.index("-o")
            target = next((part for part in pathlib.Path(words[output + 1]).parts if part.endswith(".dir")), "")
            del words[output:output + 2]
        found.setdefault(pathlib.Path(entry["file"]).resolve(), (tuple(words), entry["directory"], target))
    return found


def batches_of(sources, size):
    alone = [source for source in sources if SETS_OF_INSTRUCTIONS in source.read_text(encoding="utf-8")]
    others = [source for source in sources if source not in alone]
    return [[source] for source in alone] + [others[first:first + size] for first in range(0, len(others), size)]


def main(build, size, names):
    known = commands(build)
    sources = [pathlib.Path(name).resolve() for name in names]
    unknown = [name for name, source in zip(names, sources) if source not in known]
    if unknown:
        sys.exit(f"{build} does not compile {', '.join(unknown)}")
    folder = (build / "batches").resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    entries, numbers = [], itertools.count()
    for command in sorted({known[source] for source in sources}):
        alike = [source for source in sources if known[source] == command]
        for batch in batches_of(alike, size):
            file = folder / f"batch_{next(numbers)}.cpp"
            file.write_text("".join(f'#include "{source}"\n' for source in batch), encoding="utf-8")
            file = batch[0] if len(batch) == 1 else file
            # What one source keeps to itself may be hidden by a parameter of another, as in the batches that are compiled.
            quiet = ["-Wno-shadow"] if len(batch) > 1 else []
            entries.append({"directory": command[1], "file": str(file), "command": shlex.join([*command[0], *quiet, "-c", str(file)])})
    (folder / "compile_commands.json").write_text(json.dumps(entries, indent=0), encoding="utf-8")
    print("\n".join(entry["file"] for entry in entries))


main(pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
