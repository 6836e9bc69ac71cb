#!/usr/bin/env python3
"""Every public header compiles alone, twice in a row, under strict warnings; those that use GLM check what it was configured as. Every public
type is declared in fwd.hpp.

usage: check_headers.py SOURCE_DIR COMPILER [INCLUDE_DIR...]
"""
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor

from public_headers import PublicHeaders, report


def main():
    headers = PublicHeaders(*sys.argv[1:])

    def compile_alone(header):
        source = f"#include <{headers.name_of(header)}>\n" * 2
        if "#include <glm/" in header.read_text(encoding="utf-8"):
            source += "static_assert(armature::detail::hasTypes);  // math/glm_types.hpp is included\n"
        return headers.compile(source)

    failures = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for header, complaints in zip(headers.files, pool.map(compile_alone, headers.files)):
            if complaints:
                failures += 1
                print(f"{header} does not compile alone:\n{complaints}")
    declared = set(re.findall(r"^(?:class|struct|enum class) (\w+);$", (headers.folder / "armature/fwd.hpp").read_text(encoding="utf-8"), re.MULTILINE))
    missing = sorted({name for _, name, _, _ in headers.types()} - declared - {"Handle", "SceneParts"})
    failures += len(missing)
    for name in missing:
        print(f"{name} is not declared in fwd.hpp")
    return report(f"{len(headers.files)} public headers and {len(declared)} types", failures)


sys.exit(main())
