#!/usr/bin/env python3
"""What the compiler does for the `armature` program and its libraries grows by a tenth at most, without somebody saying so.

usage: check_compile_cost.py SOURCE_DIR BUILD_DIR [--write]

Seconds differ from machine to machine and from run to run; what they are spent on does not: the lines that the compiler reads (each file once for
each object that includes it, system headers too) and the bytes of the objects that it writes. cmake/checks/compile_cost.txt keeps both; --write renews
it, which a change that is worth its cost does. Compared only where they can be: with the compiler of that file, -O3, and the batches of scripts/test;
otherwise the exit status is 77.
"""
import functools
import pathlib
import re
import subprocess
import sys

TARGETS = [f"armature_{name}" for name in ("core", "import", "render", "support", "tools", "program")]
MAY_GROW = 1.1


@functools.lru_cache(maxsize=None)
def lines_of(path):
    return path.read_bytes().count(b"\n") if path.is_file() else 0


def dependencies(build):
    """Target, object and the files that it was made of, as ninja knows them from the compiler."""
    printed = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], check=True, capture_output=True, text=True).stdout
    for part in printed.split("\n\n"):
        head, *files = part.strip().splitlines() or [""]
        target = head.split(":")[0]
        owner = re.match(r"CMakeFiles/(\w+)\.dir/.*\.o$", target)
        if owner and owner[1] in TARGETS and (build / target).exists():
            yield owner[1], target, {(build / file.strip()).resolve() for file in files}


def measure(build):
    lines, size, objects, by_file = 0, 0, dict.fromkeys(TARGETS, 0), {}
    for target, file_of_object, files in dependencies(build):
        objects[target] += 1
        size += (build / file_of_object).stat().st_size
        for file in files:
            lines += lines_of(file)
            by_file[file] = by_file.get(file, 0) + lines_of(file)
    return objects, {"lines read, in thousands": lines // 1000, "kilobytes of objects": size // 1000}, by_file


def settings(build):
    """Why this build cannot be compared, if it cannot; and its compiler."""
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    value = lambda name: (re.search(rf"^{name}:\w+=(.*)$", cache, re.MULTILINE) or ["", ""])[1]
    wanted = {"CMAKE_BUILD_TYPE": "Release", "ARMATURE_BATCHES": "all", "ARMATURE_PRECOMPILE_LIBRARIES": "OFF", "ARMATURE_SANITIZERS": ""}
    others = [f"{name} is {value(name) or 'empty'}" for name, text in wanted.items() if value(name) != text]
    version = subprocess.run([value("CMAKE_CXX_COMPILER"), "--version"], check=True, capture_output=True, text=True).stdout.splitlines()[0]
    return others, version.split(" ", 1)[1]  # without the name by which it was called


def main(argv):
    root, build = (pathlib.Path(argument).resolve() for argument in argv[:2])
    file = root / "cmake/checks/compile_cost.txt"
    others, version = settings(build)
    known = dict(line.split(": ", 1) for line in file.read_text(encoding="utf-8").splitlines()) if file.exists() else {}
    if not others and "--write" not in argv and known.get("compiler") != version:
        others = [f"the compiler is {version}, the figures are of {known.get('compiler')}"]
    if others:
        print(f"skipped: {'; '.join(others)}")
        return 77
    objects, figures, by_file = measure(build)
    if "--write" in argv:
        file.write_text(f"compiler: {version}\n" + "".join(f"{name}: {figure}\n" for name, figure in figures.items()), encoding="utf-8")
    failures = [f"{name}: {figure}, {known[name]} are kept: more than a tenth above" for name, figure in figures.items()
                if "--write" not in argv and figure > MAY_GROW * int(known[name])]
    failures += [f"{target} has no objects: it is not counted" for target, count in objects.items() if count == 0]
    for name, figure in figures.items():
        print(f"{name}: {figure}")
    for path in sorted(by_file, key=by_file.get, reverse=True)[:10]:
        print(f"  {by_file[path] // 1000:6} thousand lines of {path.relative_to(root) if path.is_relative_to(root) else path}")
    for failure in failures:
        print(failure)
    print(f"examined {sum(objects.values())} objects, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
