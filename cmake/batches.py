#!/usr/bin/env python3
"""Puts sources into batches that compile as one file each, so that no two of a batch use the same name for different things.

usage: batches.py ROOTS SIZE SOURCE...             prints which batch each source belongs to, from 0, a line for each
       batches.py ROOTS SIZE --write FOLDER SOURCE...  writes the batches into FOLDER, and prints what is to be compiled then
  ROOTS    what `#include "..."` may be relative to, besides the file's own folder: paths separated by `:`
  SIZE     at most so many sources in a batch

Sources that compile themselves once for each instruction set stand alone, and so does main.cpp.
What a source keeps to itself is declared in its unnamed namespaces; there it may have the name of another source's, or of what stands in a header that
it does not include. In one batch those would meet, and so would, in headers of tests, types of one name and one name of two namespaces. The
same alias may stand in many sources. clang-format begins every declaration at namespace scope at the start of a line, so that lines are all
there is to read.
"""
import functools
import pathlib
import re
import sys

INCLUDE = re.compile(r'^#include ["<]([^">]+)[">]', re.MULTILINE)
NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.MULTILINE)
DEFINITION = re.compile(r"^(?:class|struct|union|enum class|enum) (\w+)\b(?!::)(?:[^;\n]*$|[^;\n]*\{)", re.MULTILINE)
# Types, aliases, concepts, macros; what is brought in by its name; suites with a fixture, which is a type in the suite's namespace.
TYPE = re.compile(r"^(?:class|struct|union|enum class|enum|namespace|concept|#define|using)(?: \[\[\w+\]\])? (\w+)\b(?!::)", re.MULTILINE)
BROUGHT = re.compile(r"^using [\w:]*::(\w+);", re.MULTILINE)
FIXTURE = re.compile(r"^BOOST_FIXTURE_TEST_SUITE\((\w+)", re.MULTILINE)
# `const char* name = ...`, `int counts[4];`, `Numbers numbersOf(...)`, `constexpr Vector up{...}`
OBJECT = re.compile(r"^(?!using|return|namespace|typedef|#|//)(?:\[\[[^\]]*\]\] )?\w[\w:<>,*&\s\[\]]*?[\s*&](\w+)(?=\(| = |;|\[|\{)", re.MULTILINE)
# What may be said again: `using Numbers = std::vector<double>;`, `using test::near;`, `namespace fs = std::filesystem;`
ALIAS = re.compile(r"^((?:using|namespace) (?:[\w:]*::)?(\w+)(?: = [^;]*)?;)$", re.MULTILINE)
FOR_EACH_TARGET = "#include <hwy/foreach_target.h>"
UNNAMED = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
STATIC = re.compile(r"^static [^\n]*?(\w+)(?=\(| = |;|\[|\{)", re.MULTILINE)


def declared(text):
    """Names that a text declares at the start of a line."""
    names = set(TYPE.findall(text)) | set(BROUGHT.findall(text)) | set(FIXTURE.findall(text)) | set(OBJECT.findall(text))
    return names - {"operator", "namespace"}


def own(text):
    """Names that a source keeps to itself."""
    names = set(BROUGHT.findall(text)) | set(FIXTURE.findall(text)) | set(STATIC.findall(text))
    for part in UNNAMED.findall(text):
        names |= declared(part)
    return names


def aliases(text):
    """What each alias of a text stands for."""
    return {name: line for line, name in ALIAS.findall(text)}


class Reader:
    def __init__(self, roots):
        self.roots = roots

    @functools.lru_cache(maxsize=None)
    def text(self, path):
        return path.read_text(encoding="utf-8")

    @functools.lru_cache(maxsize=None)
    def included(self, path):
        """Headers of this project that a file itself includes."""
        places = ([folder / name for folder in (path.parent, *self.roots)] for name in INCLUDE.findall(self.text(path)))
        return [found for found in (next((place for place in some if self.is_file(place)), None) for some in places) if found]

    @functools.lru_cache(maxsize=None)
    def is_file(self, path):
        return path.is_file()

    @functools.lru_cache(maxsize=None)
    def headers(self, path):
        """Headers of this project that a file includes, they too."""
        found = set()
        waiting = [path]
        while waiting:
            for header in self.included(waiting.pop()):
                if header not in found:
                    found.add(header)
                    waiting.append(header)
        return frozenset(found)

    @functools.lru_cache(maxsize=None)
    def of_header(self, path):
        return frozenset(declared(self.text(path)))

    @functools.lru_cache(maxsize=None)
    def places(self, path):
        """What each name of a test's header must stand for in all of a batch: a type's header, otherwise a namespace. The library's headers get on."""
        if "tests" not in path.parts:
            return {}
        text = self.text(path)
        namespace = NAMESPACE.search(text)
        return {name: namespace and namespace[1] for name in declared(text)} | {name: path for name in DEFINITION.findall(text)}

    @functools.lru_cache(maxsize=None)
    def all_places(self, source):
        """What each name of a test's headers stands for in it: overloads may be in several."""
        found = {}
        for header in self.headers(source):
            for name, place in self.places(header).items():
                found.setdefault(name, set()).add(place)
        return found


class Batch:
    def __init__(self, reader, room):
        self.reader = reader
        self.room = room  # for so many sources more
        self.kept = set()  # what one of them keeps to itself
        self.aliases = {}  # of all of them
        self.places = {}  # of their headers
        self.said = {}  # what any declares, itself or by a header, with the files that do

    def accepts(self, source):
        if self.room == 0:
            return False
        text, headers = self.reader.text(source), self.reader.headers(source)
        # The same alias again is no clash.
        same = {name for name, line in aliases(text).items() if self.aliases.get(name) == line}
        mine = own(text) - same
        places = self.reader.all_places(source)
        if any(self.places.get(name, there) != there for name, there in places.items()):
            return False
        # A name that a header of its own declares too is meant to stand beside it.
        if any(not files <= headers for files in (self.said.get(name, set()) for name in mine)):
            return False
        return not self.kept & (declared(text) - same | set().union(*(self.reader.of_header(h) for h in headers)))

    def add(self, source):
        self.room -= 1
        text = self.reader.text(source)
        self.kept |= own(text)
        self.aliases |= aliases(text)
        self.places |= self.reader.all_places(source)
        for name in declared(text):
            self.said.setdefault(name, set()).add(source)
        for header in self.reader.headers(source):
            for name in self.reader.of_header(header):
                self.said.setdefault(name, set()).add(header)


def batches_of(reader, sources, size):
    """For each source its batch, as a number."""
    batches = []
    for source in sources:
        whole = 1 if source.name == "main.cpp" or FOR_EACH_TARGET in reader.text(source) else size
        number = next((i for i, batch in enumerate(batches) if whole > 1 and batch.accepts(source)), len(batches))
        if number == len(batches):
            batches.append(Batch(reader, whole))
        batches[number].add(source)
        yield number


def write(folder, numbers, sources):
    folder.mkdir(parents=True, exist_ok=True)
    for number in sorted(set(numbers)):
        members = [source for source, other in zip(sources, numbers) if other == number]
        if len(members) == 1:
            print(members[0])
            continue
        file = folder / f"batch_{number}.cpp"
        text = "".join(f'#include "{source}"\n' for source in members)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
        print(file)


def main():
    roots, size, arguments = [pathlib.Path(root) for root in sys.argv[1].split(":")], int(sys.argv[2]), sys.argv[3:]
    folder = None
    if arguments and arguments[0] == "--write":
        folder, arguments = pathlib.Path(arguments[1]), arguments[2:]
    sources = [pathlib.Path(argument) for argument in arguments]
    numbers = list(batches_of(Reader(roots), sources, size))
    if folder:
        write(folder, numbers, sources)
    else:
        print("\n".join(map(str, numbers)))


if __name__ == "__main__":
    main()
