#!/usr/bin/env python3
"""No source file is longer than 600 lines, every one is as clang-format would write it, and no line of comments is wider than its columns.

usage: check_files.py SOURCE_DIR length|format
"""
import pathlib
import re
import shutil
import subprocess
import sys

LONGEST = 600
FOLDERS = ("include", "source", "shaders", "tests", "demos", "benchmarks", "docs")
CODE = (".hpp", ".cpp", ".h", ".c")
SHADERS = (".vert", ".frag", ".glsl", ".geom", ".comp")
# Versions of clang-format lay out the same code differently; one of them decides.
FORMATTER_VERSION = "14"


def check_length(root, files):
    failures = 0
    for file in files:
        lines = len(file.read_text(encoding="utf-8").splitlines())
        if lines > LONGEST:
            failures += 1
            print(f"{file.relative_to(root)}: {lines} lines, limit {LONGEST}")
    return failures


def find_formatter():
    for name in (f"clang-format-{FORMATTER_VERSION}", "clang-format"):
        path = shutil.which(name)
        if path:
            version = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            if re.search(rf"version {FORMATTER_VERSION}\.", version):
                return path
    return None


def check_comments(root, files):
    """clang-format leaves comments as they are (ReflowComments), so their width is checked here. Returns the files with wider ones."""
    limit = int(re.search(r"^ColumnLimit: (\d+)", (root / ".clang-format").read_text(), re.MULTILINE)[1])
    failures = set()
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > limit and line.lstrip().startswith("//"):
                failures.add(str(file))
                print(f"{file.relative_to(root)}:{number}: a comment of {len(line)} columns, limit {limit}")
    return failures


def check_format(root, files):
    failures = check_comments(root, files)
    formatter = find_formatter()
    if formatter:
        result = subprocess.run([formatter, "--dry-run", "-Werror", "--style=file", *map(str, files)], capture_output=True, text=True)
        print(result.stderr, end="")
        failures.update(re.findall(r"^(\S+?):\d+:\d+: error", result.stderr, re.MULTILINE))
    elif not failures:
        print(f"skipped: no clang-format {FORMATTER_VERSION} here")
        sys.exit(77)
    return len(failures)


def main():
    root = pathlib.Path(sys.argv[1])
    check, suffixes = {"length": (check_length, CODE + SHADERS), "format": (check_format, CODE)}[sys.argv[2]]
    files = sorted(f for folder in FOLDERS for f in (root / folder).rglob("*") if f.suffix in suffixes)
    failures = check(root, files)
    print(f"examined {len(files)} files, {failures} failed")
    return 1 if failures or not files else 0


sys.exit(main())
