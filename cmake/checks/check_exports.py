#!/usr/bin/env python3
"""What is public is marked ARMATURE_API, and nothing else is: classes, structs and functions at namespace scope of the public headers, without templates
and what is defined in the header.

usage: check_exports.py SOURCE_DIR
"""
import pathlib
import re
import sys

from public_headers import report

NAMESPACE = re.compile(r"(?:inline )?namespace\b")
TYPE = re.compile(r"(?:class|struct)\b")
TEMPLATE = re.compile(r"template\b|requires\b|concept\b")
# Neither a type nor a function: these need no mark.
OTHER = re.compile(r"using\b|static_assert\b|enum\b|typedef\b|concept\b|friend\b|extern template\b|(?:inline )?constexpr\b")


def statements(text):
    """Statements at namespace scope: the text, and ; or {, which ends it."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/|^\s*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE)
    scopes = []  # of each open brace, whether it is a namespace's
    statement, round_brackets = "", 0
    for part in re.split(r"([;{}()])", text):
        round_brackets += {"(": 1, ")": -1}.get(part, 0)
        if part == "{" and round_brackets == 0:
            if all(scopes):
                yield statement.strip(), part
            scopes.append(bool(NAMESPACE.match(statement.strip())))
            statement = ""
        elif part == "}" and round_brackets == 0:
            scopes.pop()
            statement = ""
        elif part == ";" and round_brackets == 0:
            if all(scopes):
                yield statement.strip(), part
            statement = ""
        else:
            statement += part


def problem_of(statement, end):
    """What is wrong with the marks of a statement, or None; None for what takes no mark, too."""
    isMarked = "ARMATURE_API" in statement
    if not statement or NAMESPACE.match(statement):
        return None
    if TYPE.match(statement):
        isOurs = end == "{" and "::" not in statement.split(":")[0] and not re.match(r"\w+ (?:ARMATURE_API )?[\w:]*(?:<|::)", statement)
        if isOurs != isMarked:
            return "has no ARMATURE_API" if isOurs else "has ARMATURE_API, which belongs to the type's definition"
    elif end == "{" or TEMPLATE.match(statement) or OTHER.match(statement) or "(" not in statement:
        # A template that is instantiated in a source has the mark.
        if isMarked and not (TEMPLATE.match(statement) and end == ";"):
            return "is not compiled into the library, but has ARMATURE_API"
    elif not isMarked:
        return "has no ARMATURE_API"
    return None


def main():
    root = pathlib.Path(sys.argv[1])
    headers = sorted((root / "include" / "armature").rglob("*.hpp"))
    examined = failures = 0
    for header in headers:
        text = header.read_text(encoding="utf-8")
        for statement, end in statements(text):
            examined += "ARMATURE_API" in statement
            problem = problem_of(statement, end)
            if problem:
                failures += 1
                print(f"{header.relative_to(root)}: {' '.join(statement.split())}: {problem}")
    return report(f"{examined} marks in {len(headers)} headers", failures)


sys.exit(main())
