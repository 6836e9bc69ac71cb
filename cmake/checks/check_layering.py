#!/usr/bin/env python3
"""Modules and packages are included only where the architecture lets them be.

usage: check_layering.py SOURCE_DIR
"""
import pathlib
import re
import sys

# What each module may include of the others; core's modules in order, import and render beside each other on top.
MODULES = {
    "math": set(),
    "scene": {"math"},
    "skeleton": {"math", "scene"},
    "skinning": {"math", "scene", "skeleton"},
    "animation": {"math", "scene", "skeleton", "skinning"},
    "ik": {"math", "scene", "skeleton"},
    "crowd": {"math", "scene", "skeleton", "skinning", "animation"},
    "cooked": {"math", "scene", "skeleton", "skinning", "animation", "crowd"},
    "import": {"math", "scene", "skeleton", "skinning", "animation"},
    "render": {"math", "scene", "skeleton", "skinning"},
}
# Files that name what a Scene owns, whatever the module: the header that forwards everything, and the Scene itself.
EVERYTHING_OF_CORE = re.compile(r"(include/armature/armature\.hpp|(include/armature|source)/scene/scene(_\w+)?\.[ch]pp)$")
# Top-level headers (error.hpp, fwd.hpp, ...) are everybody's.

# Package: what its includes look like, and the only places where they may stand.
PACKAGES = {
    "GLM": (r"glm/", r"."),
    "fmt": (r"fmt/", r"(\.cpp|include/armature/format\.hpp|source/precompiled\.hpp)$"),
    "Highway": (r"hwy/", r"^source/.*/kernels/"),
    "oneTBB": (r"(oneapi/)?tbb/", r"^source/scene/parallel_for\.cpp$"),
    "Assimp": (r"assimp/", r"^(source/import_worker|benchmarks/peers)/"),
    "libseccomp": (r"seccomp\.h", r"^source/import_worker/"),
    "simdjson": (r"simdjson", r"^(source/import|tests|benchmarks)/"),
    "meshoptimizer": (r"meshoptimizer", r"^source/import/"),
    "zlib": (r"zlib\.h", r"^source/(import/fbx|import_worker)/"),
    "Draco": (r"draco/", r"^source/import/"),
    "GLEW": (r"GL/", r"^(source/render|source/tools|tests|demos|benchmarks)/"),
    "libjpeg": (r"j(peglib|error)\.h", r"^source/render/"),
    "libwebp": (r"webp/", r"^(source/render|tests)/"),
    "GLFW": (r"GLFW/", r"^source/tools/"),
    "EGL": (r"EGL/", r"^source/tools/"),
    "Dear ImGui": (r"imgui", r"^source/tools/"),
    "CLI11": (r"CLI/", r"^source/tools/"),
    "libpng": (r"png\.h", r"^source/(render|tools)/"),
    "Boost": (r"boost/", r"^tests/"),
    "OpenSceneGraph": (r"osg", r"^benchmarks/peers/"),
    "OGRE": (r"Ogre", r"^benchmarks/peers/"),
    "Google Benchmark": (r"benchmark/", r"^benchmarks/"),
}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
FOLDERS = ("include", "source", "tests", "demos", "benchmarks")


def module_of(path):
    """The module that a file, or an include as written, belongs to; None for what is not in a module."""
    parts = pathlib.PurePosixPath(re.sub(r"^(include/armature|source|armature)/", "", path)).parts
    return parts[0] if len(parts) > 1 and parts[0] in MODULES else None


def problem_of(path, include):
    for package, (pattern, where) in PACKAGES.items():
        if re.match(pattern, include) and not re.search(where, path):
            return f"{package} does not belong here"
    if not path.startswith(("include/", "source/")) or path.startswith("source/tools/"):
        return None
    if include.startswith(("tools/", "support/")):
        return "the library does not use its tools"
    own, other = module_of(path), module_of(include)
    if own is None or other is None or own == other or other in MODULES[own]:
        return None
    if EVERYTHING_OF_CORE.match(path) and other not in ("import", "render"):
        return None
    return f"{own} must not include {other}"


def main():
    root = pathlib.Path(sys.argv[1])
    files = sorted(f for folder in FOLDERS for f in (root / folder).rglob("*") if f.suffix in (".hpp", ".cpp"))
    includes = failures = 0
    for file in files:
        path = file.relative_to(root).as_posix()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            includes += 1
            problem = problem_of(path, match[1])
            if problem:
                failures += 1
                print(f"{path}:{number}: {match[1]}: {problem}")
    print(f"examined {includes} includes in {len(files)} files, {failures} failed")
    return 1 if failures or not includes else 0


sys.exit(main())
