#!/usr/bin/env python3
"""What Doxygen reads instead of a file: pages with links that it understands, headers with comments on what stands for itself in C++.

usage: filter.py FILE
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Declarations that mean the same in every class: said here, once.
ALIKE = [
    (re.compile(r"^\s*(?:\w+\(const \w+&\)|\w+& operator=\(const \w+&\)) = delete;"), "Cannot be copied."),
    (re.compile(r"^\s*(?:\w+\(\w+&&\)|\w+& operator=\(\w+&&\)) = delete;"), "Cannot be moved."),
    (re.compile(r"^\s*(?:constexpr |explicit )?(\w+)\(const \1\s*& ?\w*\).*[;{]"), "A copy."),
    (re.compile(r"^\s*(\w+)\(\1&& ?\w*\).*[;{]"), "Takes over. The page Lifetimes says what is left of the other."),
    (re.compile(r"^\s*\w+(?:<\w+>)?& operator=\(const .*[;{]"), "Becomes a copy."),
    (re.compile(r"^\s*\w+(?:<\w+>)?& operator=\(\w+&&.*[;{]"), "Takes over. The page Lifetimes says what is left of the other."),
    (re.compile(r"^\s*(?:\[\[nodiscard\]\] )?friend (?:constexpr )?bool operator==.*[;{]"), "True if all of it is equal."),
    (re.compile(r"^\s*using (?:value_type|difference_type|iterator_category|pointer|reference) = "), "For std::iterator_traits."),
    (re.compile(r"^\s*\w+&? operator\+\+\("), "Goes to the next."),
    (re.compile(r"^(?:\[\[nodiscard\]\] )?std::string(?:_view)? toString\(.*[;{]"), "A text for people: see text.hpp."),
]


NAME = re.compile(r"(operator\W+|~?\w+)\(")


def property_of(declaration):
    """What a function is about: overloads share it, and so do a getter and the functions that set and clear what it gets. None for other lines."""
    declaration = re.sub(r"\[\[.*?\]\]|explicit\((?:[^()]|\([^()]*\))*\)|noexcept\(.*?\)", "", declaration)
    name = NAME.search(declaration)
    before = declaration[: name.start()] if name else "="
    if re.search(r"[{=]", before) or before.count("<") != before.count(">"):
        return None
    return re.sub(r"^(?:get|set|is|clear)(?=[A-Z])", "", name[1]).lower()


SCOPE = re.compile(r"(?:class|struct|union|enum|namespace|extern)\b.*\{$")
NO_MEMBER = ("//", "#", "}", "public:", "private:", "protected:")


def header(text):
    """A comment speaks for its declaration. It also speaks for the declarations right below that have none of their own, if it begins with "Each" or if
    they are about the same as the one above. Adds no line, so that the numbers of lines stay."""
    given = re.sub(r"\bARMATURE_(?:API|LOCAL) ", "", text).split("\n")
    lines = []
    comment, about = "", None  # the comment that speaks, and the property it is about
    isFresh = False  # it stands right above
    depth = 0  # of what is open
    for number, line in enumerate(given):
        stripped = line.strip()
        trailing = re.search(r"///<\s*(.*)", line)
        if depth > 0 or stripped.startswith(("{", ":")):
            pass  # the rest of a declaration
        elif stripped.startswith("///") and not trailing:
            comment = f"{comment if isFresh else ''} {stripped[3:].strip()}".strip()
            isFresh = True
        elif not stripped or stripped.startswith(NO_MEMBER) or SCOPE.match(stripped):
            comment, about, isFresh = "", None, False
        elif isFresh and stripped.startswith("template"):
            pass  # what it speaks for comes on the next line
        elif given[number - 1].strip().startswith("template"):
            about, isFresh = property_of(line), False
        else:
            subject = property_of(given[number + 1] if stripped.startswith("template") else line)
            alike = next((words for form, words in ALIKE if form.match(line)), None)
            if trailing:
                comment = trailing[1]
            elif alike and not isFresh:
                line, comment = f"{re.match(' *', line)[0]}/** {alike} */ {stripped}", ""
            elif not isFresh and comment and (comment.startswith("Each ") or (subject and subject == about)):
                line = f"{re.match(' *', line)[0]}/** {comment} */ {stripped}"
            elif not isFresh:
                comment = ""
            about, isFresh = subject, False
        lines.append(line)
        if not stripped.startswith("//") and not SCOPE.match(stripped):
            code = re.sub(r"/\*\*.*?\*/|//.*|\"(?:\\.|[^\"])*\"", "", line)
            depth = max(0, depth + code.count("{") + code.count("(") - code.count("}") - code.count(")"))
        elif stripped.startswith("}"):
            depth = 0
    return "\n".join(lines)


def anchor(heading):
    """As GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def page_id(path):
    """The name of a page in Doxygen."""
    return "page_" + path.stem


def page(path, text):
    def link(match):
        text, target = match[1], match[2]
        if re.match(r"\w+:", target):
            return match[0]
        file, _, section = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        if there.suffix != ".md" or there.name == "CONTRIBUTING.md" or there.parent not in (ROOT, ROOT / "docs"):
            return text  # no part of the site
        return f"[{text}](@ref {page_id(there)}{'_' + section if section else ''})"

    lines = []
    names = []
    isCode = False
    for line in text.split("\n"):
        if line.startswith("```"):
            isCode = not isCode
        if not isCode:
            heading = re.match(r"(#+) (.*)", line)
            if heading:
                title = re.sub(r"[`*]", "", heading[2])
                name = f"{page_id(path)}_{anchor(heading[2])}" if names else page_id(path)
                again = names.count(name)
                names.append(name)
                line = f"{heading[1]} {title} {{#{name}{f'-{again}' if again else ''}}}"
            else:
                line = re.sub(r"(?<!!)\[([^\]]+)\]\(([^)]+)\)", link, line)
        lines.append(line)
    return "\n".join(lines)


def main():
    path = pathlib.Path(sys.argv[1]).resolve()
    text = path.read_text(encoding="utf-8")
    sys.stdout.write(page(path, text) if path.suffix == ".md" else header(text))


main()
