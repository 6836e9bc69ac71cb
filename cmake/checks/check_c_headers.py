#!/usr/bin/env python3
"""The headers of the C API are for C99 and for tools that make bindings of them.

Each header compiles alone, twice in a row, as C99 and as C++, under strict warnings. What Clang's syntax tree, which bindgen and @cImport read, has of
the headers together: functions, structs, handles and numbers whose names begin with `armature_`, each with a comment, made of types of C and of the
API. No macro hides a type: macros are the guards and ARMATURE_C_API. A struct of options begins with `uint32_t size`, and has a function that fills
it. A test calls every function. Every function is defined in each library, which defines no other function for C; a shared one exports no other function.

usage: check_c_headers.py SOURCE_DIR C_COMPILER CXX_COMPILER LIBRARY...
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

C_WARNINGS = "-std=c99 -pedantic -Wall -Wextra -Wstrict-prototypes -Wmissing-prototypes -Werror".split()
CXX_WARNINGS = "-std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Wold-style-cast -Werror".split()
# Types of C that have the same size wherever the API is, or the size of a pointer.
PLAIN = r"void|bool|_Bool|char|float|double|size_t|u?int(8|16|32|64)_t"
TYPE = re.compile(rf"^(const )?(struct )?({PLAIN}|armature_\w+)( ?\*( ?const)?)*( ?\[\d+\])?$")
# Functions that cannot fail, with the reason.
WITHOUT_RESULT = {
    "armature_last_error": "tells why another one failed",
    "armature_result_name": "a name for each number",
    "armature_version": "a constant",
    "armature_context_destroy": "ends everything",
    "armature_is_gone": "answers for each handle",
    "armature_bone_as_node": "the same handle",
    "armature_node_as_bone": "null says no",
}
FEWEST_FUNCTIONS = 250


def compile_alone(root, header, compiler, options):
    name = header.relative_to(root / "include").as_posix()
    result = subprocess.run([compiler, "-fsyntax-only", *options, "-I", root / "include", "-"], input=f"#include <{name}>\n" * 2, text=True, capture_output=True)
    return "" if result.returncode == 0 else f"{name}: {result.stderr or 'ended with ' + str(result.returncode)}"


def syntax_tree(clang, root):
    arguments = [clang, "-x", "c", "-std=c99", "-fsyntax-only", "-fparse-all-comments", "-Xclang", "-ast-dump=json", "-I", root / "include", "-"]
    return json.loads(subprocess.run(arguments, input="#include <armature/c/armature.h>\n", text=True, capture_output=True, check=True).stdout)


def ours(tree, folder):
    """The declarations of our headers. Clang names the file of a declaration only where it changes."""
    file = ""
    for node in tree["inner"]:
        place = node.get("loc", {})
        place = place.get("expansionLoc", place)
        file = place.get("file", file)
        if pathlib.Path(file).parent == folder and not node.get("isImplicit"):
            yield node


def comment_of(node):
    """The words of a node; empty if it has none."""
    def words(part):
        return part.get("text", "") + "".join(words(child) for child in part.get("inner", []))

    return "".join(words(child) for child in node.get("inner", []) if child.get("kind") == "FullComment").strip()


def children(node, kind):
    return [child for child in node.get("inner", []) if child["kind"] == kind]


def check_type(where, spelling, callbacks):
    plain = spelling.replace("const *", "*").strip()
    return [] if TYPE.match(plain) or plain in callbacks else [f"{where}: the type {spelling}"]


def check_function(node, isCommented, callbacks):
    name = node["name"]
    problems = [] if re.fullmatch(r"armature(_[a-z0-9]+)+", name) else [f"{name}: not a name of the API"]
    result = re.match(r"[^(]*", node["type"]["qualType"])[0].strip()
    if (result == "armature_result") == (name in WITHOUT_RESULT):
        problems.append(f"{name}: returns {result}")
    for parameter in children(node, "ParmVarDecl"):
        spelling = parameter["type"]["qualType"]
        problems += check_type(name, spelling, callbacks)
        if "name" not in parameter:
            problems.append(f"{name}: a parameter without a name")
    return problems if isCommented else [*problems, f"{name}: no comment"]


def check_struct(node, functions, callbacks):
    name, fields = node["name"], children(node, "FieldDecl")
    problems = [problem for field in fields for problem in check_type(f"{name}.{field['name']}", field["type"]["qualType"], callbacks)]
    problems += [f"{name}.{field['name']}: no comment" for field in fields if not comment_of(field)]
    first = fields[0]
    grows = first["name"] == "size"
    if grows and first["type"]["qualType"] != "uint32_t":
        problems.append(f"{name}.size: {first['type']['qualType']}")
    if name.endswith("_options") and not grows:
        problems.append(f"{name}: options without a size cannot grow")
    if name.endswith("_options") and f"{name}_default" not in functions:
        problems.append(f"{name}: no function fills it")
    return problems


def check_macros(root, clang):
    """Macros that our headers add to those of the headers that they include."""
    def macros(text):
        arguments = [clang, "-x", "c", "-std=c99", "-dM", "-E", "-I", root / "include", "-"]
        return set(re.findall(r"^#define (\w+)", subprocess.run(arguments, input=text, text=True, capture_output=True, check=True).stdout, re.MULTILINE))

    added = macros("#include <armature/c/armature.h>\n") - macros("#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n")
    return [f"the macro {name}" for name in sorted(added) if not re.fullmatch(r"ARMATURE_C_(API|[A-Z]+_H)", name)]


def defined_in(library):
    """Functions with C's names that a library defines; a shared one exports them."""
    dynamic = ["-D"] if library.suffix != ".a" else []
    listing = subprocess.run(["nm", *dynamic, "--defined-only", "--extern-only", library], text=True, capture_output=True, check=True).stdout
    shown = r"[A-Za-z]\w*" if dynamic == [] else r"\w+"
    return set(re.findall(rf" [A-Z] ({shown})(?:@\S+)?$", listing, re.MULTILINE))  # a version may follow the name


def check_library(library, functions):
    found = defined_in(library)
    problems = [f"{name}: declared, but not in {library.name}" for name in sorted(functions - found)]
    return problems + [f"{name}: in {library.name}, but not declared" for name in sorted(found - functions)]


def check_tests(root, functions):
    """Each function is called in a test or in the program of docs/c.md."""
    words = set()
    for folder in ("tests/c", "tests/docs", "docs/c"):
        for file in (root / folder).iterdir():
            if file.suffix in (".c", ".cpp", ".hpp"):
                words.update(re.findall(r"\barmature_\w+", file.read_text(encoding="utf-8")))
    return [f"{name}: no test calls it" for name in sorted(functions - words)]


def check_tree(root, clang, libraries):
    folder = root / "include/armature/c"
    nodes = list(ours(syntax_tree(clang, root), folder))
    functions = {node["name"]: node for node in nodes if node["kind"] == "FunctionDecl"}
    structs = [node for node in nodes if node["kind"] == "RecordDecl" and node.get("completeDefinition")]
    callbacks = {node["name"] for node in nodes if node["kind"] == "TypedefDecl" and "(*)" in node["type"]["qualType"]}
    problems = []
    comment = ""
    for node in nodes:
        if node["kind"] == "FunctionDecl":
            # One comment that begins with "Each" is for all functions right below it.
            comment = comment_of(node) or (comment if comment.startswith("Each") else "")
            problems += check_function(node, comment != "", callbacks)
            continue
        comment = ""
        if node["kind"] == "RecordDecl" and node.get("completeDefinition"):
            problems += check_struct(node, functions, callbacks)
        elif node["kind"] == "TypedefDecl" and not comment_of(node):
            problems.append(f"{node['name']}: no comment")
        elif node["kind"] == "EnumDecl":
            for number in children(node, "EnumConstantDecl"):
                if not comment_of(number):
                    problems.append(f"{number['name']}: no comment")
                if not number["name"].startswith("ARMATURE_"):
                    problems.append(f"{number['name']}: not a name of the API")
    problems += [problem for library in libraries for problem in check_library(library, set(functions))]
    problems += check_tests(root, set(functions))
    if len(functions) < FEWEST_FUNCTIONS:
        problems.append(f"only {len(functions)} functions were found")
    print(f"examined {len(functions)} functions and {len(structs)} structs of the C API in {len(libraries)} libraries")
    return problems


def main():
    root, libraries = pathlib.Path(sys.argv[1]).resolve(), [pathlib.Path(library) for library in sys.argv[4:]]
    headers = sorted((root / "include/armature/c").glob("*.h"))
    problems = []
    for header in headers:
        problems += [compile_alone(root, header, sys.argv[2], ["-x", "c", *C_WARNINGS]), compile_alone(root, header, sys.argv[3], ["-x", "c++", *CXX_WARNINGS])]
    problems = [problem for problem in problems if problem]
    clang = shutil.which("clang")
    if clang and not problems:
        problems += check_tree(root, clang, libraries) + check_macros(root, clang)
    for problem in problems:
        print(problem)
    print(f"examined {len(headers)} headers, {len(problems)} failed")
    if not clang and not problems:
        print("skipped: no Clang here, whose syntax tree was not read")
        return 77
    return 1 if problems or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
