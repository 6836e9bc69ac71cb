#!/usr/bin/env python3
"""Every public header compiles alone, twice in a row, under strict warnings; those that use GLM check what it was configured as.

usage: check_headers.py SOURCE_DIR COMPILER [INCLUDE_DIR...]
"""
import os
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor -Werror".split()


def main():
    include = pathlib.Path(sys.argv[1]) / "include"
    compiler = sys.argv[2]
    # Other packages' headers may warn; only ours must not.
    search = ["-I", str(include)] + [word for path in sys.argv[3:] for word in ("-isystem", path)]
    headers = sorted(include.rglob("*.hpp"))

    def compile_alone(header):
        source = f"#include <{header.relative_to(include)}>\n" * 2
        if "#include <glm/" in header.read_text(encoding="utf-8"):
            source += "static_assert(armature::detail::hasTypes);  // math/glm_types.hpp is included\n"
        return subprocess.run([compiler, "-std=c++20", "-fsyntax-only", *WARNINGS, *search, "-x", "c++", "-"],
                              input=source, text=True, capture_output=True)

    failures = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for header, result in zip(headers, pool.map(compile_alone, headers)):
            if result.returncode != 0:
                failures += 1
                print(f"{header} does not compile alone:\n{result.stderr}")
    print(f"examined {len(headers)} public headers, {failures} failed")
    return 1 if failures or not headers else 0


sys.exit(main())
