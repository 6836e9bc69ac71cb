#!/usr/bin/env python3
"""Public structs are made with designated initialisers without a warning, whatever members are left out.

usage: check_initialisers.py SOURCE_DIR COMPILER [INCLUDE_DIR...]
Looks with GCC and Clang where both are there: COMPILER, and the other one by its usual name.
"""
import pathlib
import re
import shutil
import subprocess
import sys

WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wmissing-field-initializers -Werror".split()
STRUCT = re.compile(r"^struct (\w+) {\n(.*?)^};", re.MULTILINE | re.DOTALL)
# A data member, at the struct's own depth: type, name, perhaps a default; functions, types and constants are none.
MEMBER = re.compile(r"^    (?!using |friend |static |struct |enum |class |\[\[|explicit |template |//)[\w:][^()]*?[\w>&*] (\w+)(?: = .*|{.*}.*)?;", re.MULTILINE)


def members_of(body):
    """Names of the data members; none for what is no aggregate."""
    if re.search(r"^(private|protected):", body, re.MULTILINE):
        return []
    return [match[1] for match in MEMBER.finditer(re.sub(r"^    (struct|enum).*?^    };\n", "", body, flags=re.MULTILINE | re.DOTALL))]


def main():
    include = pathlib.Path(sys.argv[1]) / "include"
    compilers = [sys.argv[2]] + [c for c in ("g++", "clang++") if shutil.which(c) and c not in pathlib.Path(sys.argv[2]).resolve().name]
    search = ["-I", str(include)] + [word for path in sys.argv[3:] for word in ("-isystem", path)]
    headers = sorted(include.rglob("*.hpp"))
    source = [f"#include <{header.relative_to(include)}>" for header in headers if header.name != "format.hpp"]
    examined = 0
    for header in headers:
        for name, body in STRUCT.findall(header.read_text(encoding="utf-8")):
            members = members_of(body)
            if len(members) > 1 and not re.search(rf"^    (explicit )?{name}\(", body, re.MULTILINE):
                examined += 1
                for member in {members[0], members[-1]}:
                    source.append(f"auto make{examined}{member}() {{ return armature::{name}{{.{member} = {{}}}}; }}")
    failures = 0
    for compiler in compilers:
        result = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", *WARNINGS, *search, "-x", "c++", "-"],
                                input="\n".join(source), text=True, capture_output=True)
        if result.returncode != 0:
            failures += 1
            print(f"{compiler}:\n{result.stderr}")
    print(f"examined {examined} public structs with {len(compilers)} compilers, {failures} failed")
    return 1 if failures or not examined else 0


sys.exit(main())
