#!/usr/bin/env python3
"""Checks that what the pages docs/from_*.md promise is there.

Every name that a table gives as armature's, `likeThis()`, `Class::likeThis` or `LikeThis`, must stand in a public header. And where there is
the list of Babylon.js's members that the golden cases come with (ARMATURE_SHARED, or ../shared beside the project), every member of it must
stand on docs/from_babylonjs.md: with its counterpart, or as dropped.

usage: check_names.py ROOT
"""

import os
import pathlib
import re
import sys

PAGES = "docs/from_*.md"
BABYLON_PAGE = "docs/from_babylonjs.md"
INVENTORY = "oracle/babylon-inventory.md"
FEWEST_NAMES = 200
FEWEST_MEMBERS = 150
# Sections of the inventory about objects with members; the others are about files, globals and tools.
SECTIONS = ("1. Bone", "2. Skeleton", "3. BoneIKController", "4. BoneLookController", "5. Node", "6. TransformNode")

IDENTIFIER = r"[A-Za-z_]\w*"


def code_of(text):
    return re.findall(r"`([^`]+)`", text)


def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").replace(r"\|", "/").split("|")]


def promised_names(page):
    """Functions, members and types in the last column of the page's tables, where that is armature's."""
    names = set()
    is_ours = None
    for line in page.splitlines():
        if not line.startswith("|"):
            is_ours = None
            continue
        cells = cells_of(line)
        if is_ours is None:
            is_ours = cells[-1] == "armature"
        elif is_ours:
            for code in code_of(cells[-1]):
                names.update(re.findall(rf"(?<!::)\b({IDENTIFIER})\(", code))
                names.update(name for pair in re.findall(rf"\b([A-Z]\w*)::({IDENTIFIER})", code) for name in pair)
                names.update(re.findall(r"^[A-Z]\w+$", code))
    return names


def header_words(root):
    words = set()
    for header in sorted((root / "include").rglob("*.hpp")):
        words.update(re.findall(IDENTIFIER, header.read_text(encoding="utf-8")))
    return words


def inventory_members(text):
    members = set()
    section = ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = line[3:]
        if not section.startswith(SECTIONS) or not line.startswith("|") or line.startswith(("| Member", "|--")):
            continue
        member = cells_of(line)[0]
        member = re.sub(r"\([^)]*\)", "", member)
        for name in re.findall(IDENTIFIER, member):
            if not name.startswith("_"):  # Babylon.js's own business
                members.add(name.removesuffix("ToRef"))
    return members - {""}


# Words that the inventory's first column uses beside names.
PROSE = {"observables", "visibility", "isUsing", "StateChangedObservable", "get", "set", "internal", "inherited", "parts", "ranges", "animation", "plain", "idea", "and", "the", "un", "on", "is"}


def main():
    root = pathlib.Path(sys.argv[1])
    words = header_words(root)
    names = set()
    problems = []
    for path in sorted(root.glob(PAGES)):
        promised = promised_names(path.read_text(encoding="utf-8"))
        problems += [f"{path.relative_to(root)}: {name} is in no public header" for name in sorted(promised - words)]
        names |= promised
    if len(names) < FEWEST_NAMES:
        problems.append(f"{PAGES}: only {len(names)} names found, at least {FEWEST_NAMES} are expected")
    shared = pathlib.Path(os.environ.get("ARMATURE_SHARED", root / ".." / "shared"))
    members = set()
    if (shared / INVENTORY).is_file():
        members = inventory_members((shared / INVENTORY).read_text(encoding="utf-8")) - PROSE
        on_page = set(re.findall(IDENTIFIER, (root / BABYLON_PAGE).read_text(encoding="utf-8")))
        problems += [f"{BABYLON_PAGE}: says nothing of Babylon.js's {member}" for member in sorted(members - on_page)]
        if len(members) < FEWEST_MEMBERS:
            problems.append(f"{INVENTORY}: only {len(members)} members found, at least {FEWEST_MEMBERS} are expected")
    for problem in problems:
        print(problem)
    print(f"examined {len(names)} names of ours and {len(members)} of Babylon.js's, {len(problems)} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
