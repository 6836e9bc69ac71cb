#!/usr/bin/env python3
"""Every source is on the list of its own folder exactly once, and CMake and Meson compile exactly those.

A test may borrow a source of another folder, a demo's for instance: its list names it as ../OTHER/FILE.

usage: check_source_lists.py SOURCE_DIR CMAKE_BUILD_DIR [TEST_OBJECTS_DIR]

Tests that CMake compiled in TEST_OBJECTS_DIR (ARMATURE_TEST_OBJECTS) count as CMAKE_BUILD_DIR's.
Meson is configured (not built) in CMAKE_BUILD_DIR/meson-parity; both builds' compile_commands.json are then compared with the lists.
Without Meson that half is left out, which is said, and the exit status is 77.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections import Counter

FOLDERS = ("source", "tests", "demos", "benchmarks")
SOURCES = (".cpp", ".c")
# Projects of their own, which use armature as others do.
CONSUMERS = "tests/packaging"
# Compiled only where Assimp is; the worker's main.cpp says whether it was.
WITH_ASSIMP = ("source/programs/import_worker/sources.txt", "source/import/assimp/sources.txt", "tests/import_assimp/sources.txt")
WORKER = "source/programs/import_worker/main.cpp"


def list_files(root):
    yield root / "source" / "core.txt"
    for folder in FOLDERS:
        yield from sorted((root / folder).rglob("sources.txt"))


def lines_of(file):
    for line in file.read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line:
            yield line


def compiled_sources(root, build, folders):
    database = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    sources = set()
    for entry in database:
        file = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
        # A batch includes the sources that it compiles.
        batch = re.findall(r'#include "(.*)"', file.read_text(encoding="utf-8")) if "Unity" in file.parts else []
        for path in (pathlib.Path(name).resolve() for name in batch or [file]):
            if path.suffix in SOURCES and any(path.is_relative_to(root / folder) for folder in folders):
                sources.add(path.relative_to(root).as_posix())
                if "-ffp-contract=off" not in entry["command"]:
                    yield f"{build}: {path.relative_to(root)} is compiled without -ffp-contract=off"
    yield sources


def differences(what, found, expected):
    for path in sorted(found - expected):
        yield f"{path}: {what}, but it is on no list"
    for path in sorted(expected - found):
        yield f"{path}: on a list, but not {what}"


def versions(root):
    header = (root / "include/armature/version.hpp").read_text(encoding="utf-8")
    numbers = ".".join(re.search(rf"VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))
    yield "version.hpp, numbers", numbers
    yield "version.hpp, string", re.search(r'VERSION_STRING "([^"]+)"', header)[1]
    yield "CMakeLists.txt", re.search(r"VERSION (\d+\.\d+\.\d+)", (root / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
    yield "meson.build", re.search(r"version: '([^']+)'", (root / "meson.build").read_text(encoding="utf-8"))[1]


def main():
    root, build, *objects = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    problems = []

    listed = Counter()
    borrowed = set()
    of_assimp = set()
    borrowed_by_tests = set()
    for file in list_files(root):
        for line in lines_of(file):
            path = pathlib.Path(os.path.normpath(file.parent / line)).relative_to(root).as_posix()
            if line.startswith("../"):
                borrowed.add(path)
                if file.is_relative_to(root / "tests"):
                    borrowed_by_tests.add(path)
            else:
                listed[path] += 1
                if file.relative_to(root).as_posix() in WITH_ASSIMP:
                    of_assimp.add(path)
    present = {f.relative_to(root).as_posix() for folder in FOLDERS for f in (root / folder).rglob("*") if f.suffix in SOURCES}
    present = {path for path in present if not path.startswith(CONSUMERS)}
    problems += [f"{path}: on {count} lists" for path, count in listed.items() if count > 1]
    problems += differences("in the tree", present, set(listed))
    problems += [f"{path}: borrowed, but not on its own folder's list" for path in sorted(borrowed - set(listed))]

    found_versions = dict(versions(root))
    if len(set(found_versions.values())) != 1:
        problems.append(f"versions differ: {found_versions}")

    builds = {"compiled by CMake": [build, *objects]}
    if shutil.which("meson"):
        parity = build / "meson-parity"
        shutil.rmtree(parity, ignore_errors=True)
        subprocess.run(["meson", "setup", str(parity), str(root)], check=True, stdout=subprocess.DEVNULL)
        builds["compiled by Meson"] = [parity]
    for what, databases in builds.items():
        sources = set()
        for folder in databases:
            # Benchmarks are CMake's alone, and optional.
            *without_option, compiled = compiled_sources(root, folder, ("source", "tests", "demos"))
            problems += without_option
            sources |= compiled
        expected = {path for path in listed if not path.startswith("benchmarks/")}
        if WORKER not in sources:
            # Tests borrow some of these, and compile them without Assimp.
            expected -= of_assimp - borrowed_by_tests
            print(f"{what}: no Assimp here, so without the worker process and import_assimp")
        problems += differences(what, sources, expected)

    print("\n".join(problems))
    print(f"examined {len(listed)} sources, {len(builds)} builds, {len(problems)} failed")
    if problems or not listed:
        return 1
    if len(builds) < 2:
        print("skipped: no Meson here, its build was not compared")
        return 77
    return 0


sys.exit(main())
