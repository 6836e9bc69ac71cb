#!/usr/bin/env python3
"""Two tests walk all public classes, and a new class belongs in both:

- tests call every public member of each class that can be moved, once it was moved from: see tests/support/moved_from.hpp;
- the random program of lifetimes (tests/crowd/lifetime_program*) uses each class that refers to others, and calls each function that
  removes something.

usage: check_class_walks.py SOURCE_DIR COMPILER [INCLUDE_DIR...]
"""
import pathlib
import re
import sys

from public_headers import PublicHeaders, public_part, report

# Movable, but with nothing to check.
NOT_MOVED = {
    "AnimationTrack": "part of its builder, which hands out references",
    "Lifetime": "every object has its own: moving one begins a new life",
}

# Classes that the program of lifetimes does without, since nothing of them can go before them.
REFER_TO_NOTHING = {
    "AnimationChannel": "a view that only its clip makes",
    "AnimationTrack": "part of its builder",
    "AnimationTargets": "an interface: Scene is one",
    "ChannelValues": "a view that only its clip makes",
    "CookedFile": "a value; what is read of it is shared",
    "DualQuaternionPalette": "a copy",
    "Error": "an exception",
    "ImportError": "an exception",
    "RenderError": "an exception",
    "HumanoidMap": "a copy of names and parents",
    "JointBounds": "a copy",
    "SkinPlan": "a copy",
    "Mesh": "immutable and shared",
    "ParallelTask": "the work of one call",
    "Parallelism": "the argument of one call",
    "SceneParts": "a view, which the list that it shows outlives",
    "CameraFit": "numbers",
    "SceneAttachment": "an interface: the program uses VRM's",
    "CrowdRenderer": "needs OpenGL: tests/render/gl_lifetime_test.cpp",
    "GlContext": "needs OpenGL: tests/render/gl_lifetime_test.cpp",
    "PaletteBuffer": "needs OpenGL: tests/render/gl_lifetime_test.cpp",
    "PaletteLayout": "numbers",
    "SkeletonViewer": "needs OpenGL: tests/render/gl_lifetime_test.cpp",
    "SkinRenderer": "needs OpenGL: tests/render/gl_lifetime_test.cpp",
}

COMMENT = re.compile(r"//[^\n]*")
MEMBER = re.compile(r"^(?!.*\b(?:friend|static|using|operator)\b)[^;{}=]*?[\s&*>](\w+)\(", re.DOTALL)


def movable(headers, classes):
    """Of these classes, those with a move that is more than a copy of bytes."""
    lines = headers.include_all() + ["#include <exception>", "#include <type_traits>"]
    for name in classes:
        full = f"armature::{name}" + ("<armature::Node>" if name == "Handle" else "")
        lines.append(f'static_assert(!std::is_move_constructible_v<{full}> || std::is_trivially_copyable_v<{full}>'
                     f' || std::is_base_of_v<std::exception, {full}>, "movable: {name}");')
    complaints = headers.compile("\n".join(lines))
    return [name for name in classes if re.search(rf"movable: {name}\b", complaints)]


def blank_blocks(text):
    """Without what is between braces."""
    depth, kept = 0, []
    for letter in text:
        depth -= letter == "}"
        if depth == 0:
            kept.append(letter)
        depth += letter == "{"
    return "".join(kept)


def members(kind, name, body):
    """Names of the public member functions of a class: not constructors, operators, or what is nested."""
    text = blank_blocks(COMMENT.sub("", public_part(kind, body)))
    found = set()
    for statement in re.split(r";|\{\}", text):
        match = MEMBER.match(statement)
        if match and match[1] != name and not re.search(r"~\w+$|\b(?:class|struct|enum)\b", statement[:match.start(1)].strip()):
            found.add(match[1])
    return found - {"requires", "noexcept", "explicit", "getLifetime"}


def walked_members(source):
    """By class, the text of the calls that tests make of it once it was moved from."""
    walked = {}
    for path in sorted((source / "tests").rglob("*_test.cpp")):
        for part in re.split(r"\b(?=check(?:Refused|Harmless)<)|BOOST_AUTO_TEST_CASE", path.read_text(encoding="utf-8")):
            if match := re.match(r"check(?:Refused|Harmless)<(\w+)", part):
                walked[match[1]] = walked.get(match[1], "") + part
    return walked


def removers(body, kind):
    return {name for name in members(kind, "", body) if name.startswith("remove")}


def main():
    headers = PublicHeaders(*sys.argv[1:])
    source = pathlib.Path(sys.argv[1])
    classes = {name: (kind, body) for kind, name, _, body in headers.types() if kind == "class"}
    problems = []
    examined = 0

    walked = walked_members(source)
    for name in movable(headers, classes):
        if name in NOT_MOVED:
            continue
        if name not in walked:
            problems.append(f"{name} can be moved, but no test moves it away and then calls its members: see tests/support/moved_from.hpp")
            continue
        for member in sorted(members(classes[name][0], name, classes[name][1])):
            examined += 1
            if not re.search(rf"(?:\.|\b){member}\(", walked[name]):
                problems.append(f"{name}::{member}() is not called by the test that moves a {name} away")

    program = "".join(path.read_text(encoding="utf-8") for path in sorted((source / "tests/crowd").glob("lifetime_program*")))
    for name, (kind, body) in classes.items():
        examined += 1
        is_there = re.search(rf"\b{name}\b", program) is not None
        if is_there == (name in REFER_TO_NOTHING):
            problems.append(f"{name} is listed as referring to nothing, but the program of lifetimes uses it" if is_there
                            else f"{name} is not in the program of lifetimes: tests/crowd/lifetime_program_users.cpp")
        for remover in sorted(removers(body, kind)):
            if not re.search(rf"(?:\.|->){remover}\(", program):
                problems.append(f"{name}::{remover}() is not called by the program of lifetimes")
    problems += [f"{name} is listed, but there is no such class" for name in sorted({*NOT_MOVED, *REFER_TO_NOTHING} - set(classes) - {"Handle"})]
    for problem in problems:
        print(problem)
    return report(f"{examined} members and classes", len(problems))


sys.exit(main())
