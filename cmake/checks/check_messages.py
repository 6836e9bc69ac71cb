#!/usr/bin/env python3
"""What messages say is whole, whatever things are called.

Examines every statement of the sources that refuses something (throws, or calls a function whose name begins with refuse or warn). A message
does not begin with a colon or a space and does not end with a comma, a colon or a space; and the name of a thing, which may be empty or hold
control characters, enters it through label(), named(), inQuotes(), quoted(), shown(), printable() or titleOf().

usage: check_messages.py ROOT
"""
import pathlib
import re
import sys

FEWEST = 250
REFUSAL = re.compile(r"(?:\bthrow\s+[\w:]+|\b(?:refuse|warn)\w*)\s*\(")
LITERALS = re.compile(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+')
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
# Innermost calls that make a name fit for a message.
FIT = re.compile(r"\b(?:label|named|inQuotes|quoted|shown|printable|titleOf)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
# What stands before the separator of a list.
JOIN = re.compile(r"fmt::join\((?:[^()]|\([^()]*\))*,\s*$")
RAW_NAME = re.compile(r"getName\(\)|getPath\(\)|\bname_|\b\w+(?:\.|->)name\b")


def end_of_call(text, start):
    """Where the parenthesis that opens before `start` closes."""
    depth = 1
    for match in re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\]|\\.)\'|[()]').finditer(text, start):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    return len(text)


def problems_of(statement):
    literals = [("".join(LITERAL.findall(match[0])), match) for match in LITERALS.finditer(statement)]
    # The first literal of a statement begins its message, unless something comes before it.
    if literals:
        first, match = literals[0]
        before = statement[: match.start()].rstrip()
        if re.match(r"[:,\s]", first) and re.search(r"(fmt::format|throw [\w:]+|refuse\w*|warn\w*)\($", before):
            yield f'begins with "{first[:8]}"'
        last, match = literals[-1]
        if re.search(r"[:,\s]$", last) and re.match(r"\)+$", statement[match.end() :].strip()) and not JOIN.search(statement[: match.start()]):
            yield f'ends with "{last[-8:]}"'
    rest = FIT.sub("", LITERALS.sub("", statement))
    raw = RAW_NAME.search(rest)
    if raw and literals:
        yield f"{raw[0]} enters it as it is"


def main():
    root = pathlib.Path(sys.argv[1])
    examined = failures = 0
    for file in sorted((root / "source").rglob("*.[ch]pp")):
        text = file.read_text(encoding="utf-8")
        for match in REFUSAL.finditer(text):
            statement = text[match.start() : end_of_call(text, match.end())]
            if '"' not in statement:
                continue
            examined += 1
            for problem in problems_of(statement):
                failures += 1
                print(f"{file.relative_to(root)}:{text.count(chr(10), 0, match.start()) + 1}: a message {problem}")
    print(f"examined {examined} refusals, {failures} failed")
    return 1 if failures or examined < FEWEST else 0


sys.exit(main())
