#!/usr/bin/env python3
"""Every public type has a text for people, toString(), and so a formatter of fmt; or it is listed here with the reason why not.

usage: check_texts.py SOURCE_DIR COMPILER [INCLUDE_DIR...]
"""
import sys

from public_headers import PublicHeaders, nested_types, report

WITHOUT = {
    "AcceptAll": "has nothing to say",
    "DualQuaternionPalette": "a working memory; what it was made from has been forgotten",
    "Error": "an exception: what() is its text",
    "ImportError": "an exception",
    "RenderError": "an exception",
    "Lifetime": "knows only that it lasts; Handle has a text",
    "Lifetime::Watch": "the same",
    "Parallelism": "only leads to Threads or a ParallelFor, which have texts",
    "ParallelTask": "the work of an evaluation under way, which alone knows it",
    "SceneAttachment": "an interface",
    "SceneAttachment::Copies": "what one copy of a scene knows while it is made",
    "SceneParts<armature::Material>": "a range, which fmt/ranges.h writes part by part",
    "NodeRange": "a range, which fmt/ranges.h writes node by node",
    "NodeRange::Iterator": "an iterator",
    "SkeletonSnapshot": "can only be put back; restore it into a clone to look at it",
    "SkeletonViewer": "holds nothing but OpenGL's objects",
}

# What a template is instantiated with.
TEMPLATES = {"Handle": "<armature::Node>", "SceneParts": "<armature::Material>"}


def main():
    headers = PublicHeaders(*sys.argv[1:])
    names = []
    for kind, name, _, body in headers.types():
        names += [name + TEMPLATES.get(name, "")] + [f"{name}::{nested}" for nested in nested_types(kind, body)]
    lines = headers.include_all()
    for name in names:
        claim, problem = ("!", "has a text, but is listed as a type without") if name in WITHOUT else ("", "has no toString() (see text.hpp)")
        lines.append(f'static_assert({claim}armature::Describable<armature::{name}>, "{name} {problem}");')
    complaints = headers.compile("\n".join(lines))
    missing = set(WITHOUT) - set(names)
    for name in sorted(missing):
        print(f"{name} is listed as a type without text, but there is none of that name")
    errors = [line for line in complaints.splitlines() if ": error:" in line]
    for error in errors:
        print(error)
    return report(f"{len(names)} public types", len(missing) + len(errors))


sys.exit(main())
