#!/usr/bin/env python3
"""The ABI is what cmake/abi says: the symbols that each shared library exports, and size, members, virtual functions and values of the public types. All
symbols are in namespace armature, or functions for C, and are public or marked ARMATURE_PRIVATE_API.

A change fails until the lists are written again (--write), and CHANGELOG's first section names, under "ABI", the digest of the lists.
Without abidw (Debian: abigail-tools) types are left out, which is said, and the exit status is 77.

usage: check_abi.py SOURCE_DIR COMPILER LIBRARY... [--write]
"""
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

from public_headers import PublicHeaders

LISTS = "cmake/abi"
FEWEST_SYMBOLS = 1000  # of all libraries
FEWEST_TYPES = 200
DIGEST = re.compile(r"^### ABI\n.*?`abi-([0-9a-f]{8})`", re.MULTILINE | re.DOTALL)
# What demangled names are shortened to, for people to read.
SHORT = [
    ("std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string"),
    ("std::basic_string_view<char, std::char_traits<char> >", "std::string_view"),
    ("std::filesystem::__cxx11::", "std::filesystem::"),
    (", (glm::qualifier)0>", ">"),
    (", 18446744073709551615ul>", ">"),
    ("[abi:cxx11]", ""),
]
TABLE = re.compile(r"(?:vtable|VTT|typeinfo|typeinfo name) for ")
# What the standard library's templates have by default.
DEFAULTS = re.compile(r", (?:std::(?:allocator|default_delete|less|hash|equal_to)|\(__gnu_cxx::_Lock_policy\))")


def without_defaults(name):
    """A demangled name without the arguments that nobody writes: ", std::allocator<T>" and the like, however deep."""
    for long, short in SHORT:
        name = name.replace(long, short)
    while match := DEFAULTS.search(name):
        end, depth = match.end(), 0
        while end < len(name) and (depth > 0 or name[end] not in ",>"):
            depth += {"<": 1, "(": 1, ">": -1, ")": -1}.get(name[end], 0)
            end += 1
        name = name[: match.start()] + name[end:]
    return re.sub(r"(?<=>) (?=>)", "", name.replace(" >", ">"))


def exported(library):
    """Names of the symbols that a shared library exports: each name once, however many symbols a constructor has. Weak ones are left out, such as inline
    functions, constants of classes and tables of types: compilers emit them wherever they are used, or nowhere."""
    lines = subprocess.run(["nm", "-D", "--defined-only", "-P", str(library)], check=True, text=True, capture_output=True).stdout.splitlines()
    symbols = [re.sub(r"@.*", "", line.split()[0]) for line in lines if line.split()[1] not in "AWVu"]
    names = subprocess.run(["c++filt"], check=True, text=True, capture_output=True, input="\n".join(symbols)).stdout.splitlines()
    return sorted({without_defaults(name) for name in names if not TABLE.match(name)})


def types(headers):
    """A line for each type of the public headers: its size, and where its members are, or its values."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # armature::support shows things and promises nothing.
        names = [headers.name_of(header) for header in headers.files if header.parent.name != "support" and header.name != "format.hpp"]
        (folder / "all.cpp").write_text("".join(f"#include <{name}>\n" for name in names) + "int anySymbol() { return 0; }\n", encoding="utf-8")
        subprocess.run([headers.compiler, "-std=c++20", "-g", "-fno-eliminate-unused-debug-types", "-fPIC", "-shared", *headers.search,
                        str(folder / "all.cpp"), "-o", str(folder / "all.so")], check=True)
        subprocess.run(["abidw", "--load-all-types", "--no-corpus-path", "--no-show-locs", "--out-file", str(folder / "all.xml"),
                        str(folder / "all.so")], check=True)
        tree = ElementTree.parse(folder / "all.xml")
    lines = set()

    def visit(element, scope):
        for child in element:
            name = child.get("name", "")
            if child.tag in ("namespace-decl", "member-type", "abi-instr", "class-decl", "enum-decl", "union-decl"):
                inner = scope + [name] if name else scope
                if len(inner) > 1 and inner[0] == "armature" and "<" not in name and child.get("is-declaration-only") != "yes":
                    lines.update(describe(child, "::".join(inner[1:])))
                if child.tag in ("abi-instr", "member-type") or inner[:1] == ["armature"]:
                    visit(child, inner)

    visit(tree.getroot(), [])
    return sorted(lines)


def describe(element, name):
    if element.tag == "enum-decl":
        yield f"{name}: " + ", ".join(f"{value.get('name')} {value.get('value')}" for value in element.iter("enumerator"))
    elif element.tag in ("class-decl", "union-decl"):
        members = [f"{variable.get('name') or 'unnamed'} {int(member.get('layout-offset-in-bits', '0')) // 8}"
                   for member in element.findall("data-member") if member.get("static") != "yes"
                   for variable in member.findall("var-decl")]
        members += [f"{function.get('name')}() {member.get('vtable-offset')} of the virtual functions"
                    for member in element.findall("member-function") if member.get("vtable-offset")
                    for function in member.findall("function-decl")]
        yield f"{name}: {int(element.get('size-in-bits', '0')) // 8} bytes" + (": " + ", ".join(members) if members else "")


def strangers(symbols, words):
    """Symbols that nothing public and nothing marked has brought."""
    for symbol in symbols:
        if re.fullmatch(r"armature_\w+", symbol):
            continue  # a function for C
        place = re.search(r"(?<![\w:])armature::(?:support::|detail::)?([\w~]+)", symbol)
        if not place or not re.match(r"[^(]*?armature::", symbol):
            yield f"{symbol}: not in namespace armature"
        elif place[1].lstrip("~") not in words:
            yield f"{symbol}: neither in a public header nor marked ARMATURE_PRIVATE_API"


def words_of(root):
    """Identifiers of the public headers, and of what other libraries may use of the sources' headers."""
    words = set()
    for header in (root / "include").rglob("*.hpp"):
        words.update(re.findall(r"\w+", re.sub(r"//[^\n]*", "", header.read_text(encoding="utf-8"))))
    for header in (root / "source").rglob("*.hpp"):
        text = header.read_text(encoding="utf-8")
        marked = re.findall(r"ARMATURE_PRIVATE_API ([^;{(]*)", text)
        scopes = re.findall(r"^(?:namespace|class|struct) ([\w: ]*)", text, re.MULTILINE) if marked else []
        words.update(re.findall(r"\w+", " ".join(marked + scopes)))
    return words


def main():
    write = "--write" in sys.argv
    source, compiler, *libraries = (argument for argument in sys.argv[1:] if argument != "--write")
    root = pathlib.Path(source)
    folder = root / LISTS
    words = words_of(root)
    lists = {}
    problems = []
    for library in map(pathlib.Path, libraries):
        name = re.sub(r"^lib|\.so.*", "", library.name)
        symbols = lists[f"{name}.txt"] = exported(library)
        problems += strangers(symbols, words)
        if not symbols:
            problems.append(f"{library} exports nothing")
    if sum(map(len, lists.values())) < FEWEST_SYMBOLS:
        problems.append(f"only {sum(map(len, lists.values()))} symbols")
    hasTypes = shutil.which("abidw") is not None
    if hasTypes:
        lists["types.txt"] = types(PublicHeaders(source, compiler))
        if len(lists["types.txt"]) < FEWEST_TYPES:
            problems.append(f"abidw tells of only {len(lists['types.txt'])} types")

    for file, lines in lists.items():
        text = "".join(line + "\n" for line in lines)
        if write:
            folder.mkdir(exist_ok=True)
            (folder / file).write_text(text, encoding="utf-8")
        known = (folder / file).read_text(encoding="utf-8").splitlines() if (folder / file).exists() else []
        problems += [f"{LISTS}/{file}: gone: {line}" for line in known if line not in set(lines)]
        problems += [f"{LISTS}/{file}: new: {line}" for line in lines if line not in set(known)]
    if any(" gone: " in problem or " new: " in problem for problem in problems):
        problems.append("The ABI changed. If that is meant, write the lists again, with --write, and what changed into CHANGELOG.md, under \"ABI\".")

    digest = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(folder.glob("*.txt")))).hexdigest()[:8]
    section = (root / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    written = DIGEST.search(section)
    if not written or written[1] != digest:
        problems.append(f"CHANGELOG.md: the first section has no line under \"### ABI\" that names `abi-{digest}`, the digest of {LISTS}")

    print("\n".join(problems))
    print(f"examined {sum(map(len, lists.values()))} symbols and types of {len(libraries)} libraries, {len(problems)} failed")
    if problems or not libraries:
        return 1
    if not hasTypes:
        print("skipped: no abidw here (Debian: abigail-tools), types were not compared")
        return 77
    return 0


sys.exit(main())
