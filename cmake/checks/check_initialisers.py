#!/usr/bin/env python3
"""Public structs are made with designated initialisers without a warning, whatever members are left out.

usage: check_initialisers.py SOURCE_DIR COMPILER [INCLUDE_DIR...]
Looks with GCC and Clang where both are there: COMPILER, and the other one by its usual name.
"""
import pathlib
import re
import shutil
import sys

from public_headers import PublicHeaders, report

# A data member, at the struct's own depth: type, name, perhaps a default; functions, types and constants are none.
MEMBER = re.compile(r"^    (?!using |friend |static |struct |enum |class |\[\[|explicit |template |//)[\w:][^()]*?[\w>&*] (\w+)(?: = .*|{.*}.*)?;", re.MULTILINE)


def members_of(body):
    """Names of the data members; none for what is no aggregate."""
    if re.search(r"^(private|protected):", body, re.MULTILINE):
        return []
    return [match[1] for match in MEMBER.finditer(re.sub(r"^    (struct|enum).*?^    };\n", "", body, flags=re.MULTILINE | re.DOTALL))]


def main():
    headers = PublicHeaders(*sys.argv[1:])
    own = pathlib.Path(headers.compiler).resolve().name
    compilers = [headers.compiler] + [other for other in ("g++", "clang++") if shutil.which(other) and other not in own]
    source = headers.include_all(but=["format.hpp"])
    examined = 0
    for kind, name, bases, body in headers.types():
        members = members_of(body) if kind == "struct" and not bases.strip() else []
        if len(members) > 1 and not re.search(rf"^    (explicit )?{name}\(", body, re.MULTILINE):
            examined += 1
            for member in {members[0], members[-1]}:
                source.append(f"auto make{examined}{member}() {{ return armature::{name}{{.{member} = {{}}}}; }}")
    failures = 0
    for compiler in compilers:
        complaints = headers.compile("\n".join(source), compiler, ["-Wmissing-field-initializers"])
        if complaints:
            failures += 1
            print(f"{compiler}:\n{complaints}")
    return report(f"{examined} public structs with {len(compilers)} compilers", failures)


sys.exit(main())
