"""What the checks of public headers have in common: which headers there are, which types, and compilers with and without the packages they need."""
import pathlib
import re
import subprocess

WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor -Werror".split()

# A type at the start of a line, with its body: up to the brace at the start of a line, or on one line.
TYPE = re.compile(r"^(class|struct|enum class) (\w+)\b(?!::|<)([^;{}\n]*){(?:[^\n]*};|\n(.*?)^};)", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"\bARMATURE_(?:API|LOCAL) ")
ACCESS = re.compile(r"^(public|protected|private):", re.MULTILINE)
NESTED = re.compile(r"^    (?:class|struct|enum class) (\w+)[^;{}]*{", re.MULTILINE)


class PublicHeaders:
    """Of the arguments SOURCE_DIR COMPILER [INCLUDE_DIR...]."""

    def __init__(self, source_dir, compiler, *packages):
        self.folder = pathlib.Path(source_dir) / "include"
        self.compiler = compiler
        self.files = sorted(self.folder.rglob("*.hpp"))
        # Other packages' headers may warn; only ours must not.
        self.search = ["-I", str(self.folder)] + [word for path in packages for word in ("-isystem", path)]

    def name_of(self, header):
        """As an include has it."""
        return str(header.relative_to(self.folder))

    def include_all(self, but=()):
        return [f"#include <{self.name_of(header)}>" for header in self.files if header.name not in but]

    def types(self):
        """(kind, name, bases, body) of the public types at namespace scope, in the order of the headers: without armature::support, which is for
        showing things and not the library."""
        for header in self.files:
            if header.parent.name != "support":
                yield from TYPE.findall(MARK.sub("", header.read_text(encoding="utf-8")))

    def compile(self, source, compiler=None, warnings=()):
        """The compiler's complaints about a source text; empty if it has none. Warnings are errors."""
        result = subprocess.run([compiler or self.compiler, "-std=c++20", "-fsyntax-only", *WARNINGS, *warnings, *self.search, "-x", "c++", "-"],
                                input=source, text=True, capture_output=True)
        return "" if result.returncode == 0 else result.stderr or f"{result.args[0]} ended with status {result.returncode}"


def public_part(kind, body):
    """What anybody may use of a type's body."""
    parts = ACCESS.split("public:\n" + body if kind == "struct" else "private:\n" + body)
    return "".join(text for access, text in zip(parts[1::2], parts[2::2]) if access == "public")


def nested_types(kind, body):
    """Names of the public types in a type's body."""
    return [] if kind.startswith("enum") else NESTED.findall(public_part(kind, body))


def report(examined, failures):
    """The exit status of a check that looked at `examined` ("12 public headers"), which must not be nothing."""
    print(f"examined {examined}, {failures} failed")
    return 1 if failures or examined.startswith("0 ") else 0
