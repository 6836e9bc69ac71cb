#!/usr/bin/env python3
"""Names that are local to a source are unique in its target, so that its sources can be compiled as one file.

usage: check_local_names.py SOURCE_DIR

A name in an unnamed namespace is not one of another source of the same list in the same namespace, nor one of a header that one of them includes, in
the same namespace or around it: the first would hide the second. The same alias may stand in many sources. clang-format begins every declaration at
namespace scope at the start of a line, so that lines are all there is to read.
"""
import functools
import pathlib
import re
import sys

INCLUDE = re.compile(r'^#include ["<]([^">]+)[">]', re.MULTILINE)
SCOPE = re.compile(r"^(?:namespace ?([\w:]*) \{$|\}  // namespace)")
# `using importing::Json;`, types and aliases, functions and objects; members that are defined here have a name with `::`.
DECLARATION = re.compile(
    r"^using [\w:]*::(\w+);|^(?:class|struct|union|enum class|enum|concept|using(?! namespace)|namespace)(?: \[\[\w+\]\]| ARMATURE_\w+)? (\w+)\b(?!::|;)"
    r"|^(?!(?:using|namespace|typedef|template|class|struct|enum|concept)\b)[\w\[][^\"(={;]*?[ *&>](\w+)(?=\(| = |;|\[|\{)")


@functools.lru_cache(maxsize=None)
def read(path, roots):
    """The namespace, name, whether it is local, and the alias of each declaration of a file; the headers of ours that it includes."""
    text, scopes, found = path.read_text(encoding="utf-8"), [], []
    for line in text.splitlines():
        if scope := SCOPE.match(line):
            scopes = scopes[:-1] if scope[1] is None else [*scopes, scope[1]]
        elif name := DECLARATION.match(line):
            alias = re.match("using .*|namespace .*", line)
            found.append(("::".join(filter(None, scopes)), name[name.lastindex], "" in scopes or line.startswith("static "), alias and alias[0]))
    return found, {place for name in INCLUDE.findall(text) for folder in (path.parent, *roots) if (place := folder / name).is_file()}


def clashes(sources, roots):
    files, waiting, by_name = set(sources), list(sources), {}
    while waiting:
        new = read(waiting.pop(), roots)[1] - files
        files, waiting = files | new, [*waiting, *new]
    for file in files:
        for declaration in read(file, roots)[0]:
            by_name.setdefault(declaration[1], []).append((file, *declaration))
    for file, space, name, _, alias in (one for some in by_name.values() for one in some if one[3]):
        for other, its_space, _, its_local, its_alias in by_name[name]:
            meets = space == its_space if its_local else f"{space}::".startswith(f"{its_space}::")
            if file != other and meets and (alias is None or alias != its_alias and not alias.endswith(f"::{name};")):
                yield f"{file}: {name} is also in {other}\n"


root, examined, found = pathlib.Path(sys.argv[1]).resolve(), 0, set()
lists = [file for folder in ("source", "demos", "tests") for file in (root / folder).rglob("sources.txt")]
for file in [root / "source/core.txt", *lists]:
    lines = (line.split("#")[0].strip() for line in file.read_text(encoding="utf-8").splitlines())
    sources = [(file.parent / line).resolve() for line in lines if line and not line.endswith("_kernels.cpp")]
    examined += len(sources)
    found.update(clashes(sources, (root / "source", root / "include", root / "tests")))
print("".join(sorted(found)).replace(f"{root}/", "") + f"examined {examined} sources, {len(found)} failed")
sys.exit(1 if found or not examined else 0)
