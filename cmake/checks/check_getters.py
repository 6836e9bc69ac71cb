#!/usr/bin/env python3
"""Public const member functions without parameters are named by one rule: that of CONTRIBUTING.md, under "House rules".

usage: check_getters.py ROOT
"""

import pathlib
import re
import sys

FEWEST_GETTERS = 200
# Names of the standard library, which containers and handles have.
STANDARD = {"begin", "data", "empty", "end", "get", "size"}
# What does something, or converts.
VERB = re.compile(r"(as|build|clone|compute|describe|hash|prepare|share|to|update)([A-Z]|$)")
VIEW = re.compile(r"std::span<|SceneParts<|std::array<|const std::(vector|array)<.*&$")
# Views of what is computed when asked for, as getFinalMatrix() of one bone is, or by each frame's update.
COMPUTED = {"getFinalMatrices", "getPalettes"}
GETTER = re.compile(r"(?P<type>.+?)\b(?P<name>[A-Za-z_]\w*)\s*\(\s*\)\s*const\b[\w\s=]*$", re.DOTALL)
SETTER = re.compile(r"\bset([A-Z]\w*)\s*\(")
CLASS = re.compile(r"\b(class|struct)\b[^;(){]*$")


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*|^\s*#[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE)


def public_statements(text):
    """What stands directly in public parts of classes and structs, bodies left out."""
    access = []  # of each open brace: of a class what may be seen, else None
    statement = ""
    for part in re.split(r"([;{}]|\b(?:public|private|protected)\s*:(?!:))", text):
        label = re.match(r"(public|private|protected)\s*:", part)
        if label and access and access[-1]:
            access[-1] = label[1]
        elif part in (";", "{", "}"):
            if part != "}" and access and access[-1] == "public":
                yield statement.strip()
            if part == "{":
                kind = CLASS.search(statement)
                access.append(("private" if kind[1] == "class" else "public") if kind and "enum" not in statement else None)
            elif part == "}" and access:
                access.pop()
            statement = ""
        else:
            statement += part


def problem_of(returned, name, settable):
    if name in STANDARD or VERB.match(name) or returned == "void":
        return None
    if returned == "bool":
        return None if re.match(r"(is|has|can)[A-Z]", name) else "a question begins with is, has or can"
    rest = name[3:] if re.match(r"get[A-Z]", name) else ""
    if VIEW.search(returned) and name not in COMPUTED and rest not in settable:
        return None if not rest and name.endswith("s") else "a view of a collection is named by its plural noun"
    if name.endswith("Count"):
        return None if not rest else "a number of things is named xCount()"
    return None if rest else "a property is named getX()"


def main():
    headers = sorted((pathlib.Path(sys.argv[1]) / "include" / "armature").rglob("*.hpp"))
    texts = {header: without_comments(header.read_text(encoding="utf-8")) for header in headers}
    settable = {name for text in texts.values() for name in SETTER.findall(text)}
    examined = failures = 0
    for header, text in texts.items():
        for statement in public_statements(text):
            match = GETTER.match(statement)
            if not match or match["name"] in ("operator", "bool"):
                continue
            examined += 1
            returned = re.sub(r"\[\[\w+\]\]|\b(virtual|constexpr|inline|friend)\b", "", match["type"]).strip()
            problem = problem_of(returned, match["name"], settable)
            if problem:
                failures += 1
                print(f"{header.name}: {returned} {match['name']}(): {problem}")
    print(f"examined {examined} getters, {failures} failed")
    return 1 if failures or examined < FEWEST_GETTERS else 0


sys.exit(main())
