#!/usr/bin/env python3
"""Modules and packages are included only where the architecture lets them be.

usage: check_layering.py SOURCE_DIR
"""
import pathlib
import re
import sys

# Each module, in order, and what it may include of those before it. Sources obey like headers, and every file of the library is in a
# module.
MODULES = {
    "words": set(),
    "base": {"words"},
    "budget": {"base", "words"},
    "math": {"base"},
    "tasks": {"base"},
    "files": {"base", "words"},
    "node": {"base", "words", "math"},
    "skeleton": {"base", "words", "math", "node"},
    "mesh": {"base", "words", "math", "node", "skeleton"},
    "skinning": {"base", "words", "math", "node", "skeleton", "mesh"},
    "animation": {"base", "words", "budget", "math", "node", "skeleton", "mesh", "skinning"},
    "ik": {"base", "words", "math", "node", "skeleton"},
    "retarget": {"base", "words", "budget", "math", "node", "skeleton", "mesh", "skinning", "animation", "ik"},
    "crowd": {"base", "words", "budget", "math", "tasks", "node", "skeleton", "mesh", "skinning", "animation"},
    "cooked": {"base", "words", "budget", "math", "files", "node", "skeleton", "mesh", "skinning", "animation", "crowd"},
    "scene": {"base", "words", "budget", "math", "tasks", "node", "skeleton", "mesh", "skinning", "animation", "ik", "retarget"},
}
CORE = set(MODULES)
MODULES["state"] = CORE - {"cooked"}
MODULES["text"] = CORE
MODULES["import"] = {*MODULES["scene"], "scene", "budget", "files", "text"}
MODULES["import_worker"] = {*MODULES["import"], "import"}
MODULES["import_assimp"] = {*MODULES["import_worker"], "import_worker"}
MODULES["render"] = {*MODULES["scene"], "scene", "text"} - {"ik", "retarget"}
MODULES["format"] = CORE | {"text"}
MODULES["armature"] = set(MODULES)

# Package: what its includes look like, and the only places where they may stand.
PACKAGES = {
    "GLM": (r"glm/", r"."),
    "fmt": (r"fmt/", r"(\.cpp|include/armature/format\.hpp|source/precompiled\.hpp)$"),
    "Highway": (r"hwy/", r"^source/.*/kernels/"),
    "oneTBB": (r"(oneapi/)?tbb/", r"^source/base/parallel_for\.cpp$"),
    "Assimp": (r"assimp/", r"^(source/import_worker|benchmarks/peers)/"),
    "libseccomp": (r"seccomp\.h", r"^source/import_worker/"),
    "simdjson": (r"simdjson", r"^(source/import|tests|benchmarks)/"),
    "meshoptimizer": (r"meshoptimizer", r"^source/import/"),
    "zlib": (r"zlib\.h", r"^source/(import/fbx|import_worker)/"),
    "Draco": (r"draco/", r"^source/import/"),
    "GLEW": (r"GL/", r"^(source/render|source/programs/support|tests|demos|benchmarks)/"),
    "libjpeg": (r"j(peglib|error)\.h", r"^source/render/"),
    "libwebp": (r"webp/", r"^(source/render|source/programs/support|tests)/"),
    "GLFW": (r"GLFW/", r"^source/(support|tools)/"),
    "EGL": (r"EGL/", r"^source/programs/support/"),
    "Dear ImGui": (r"imgui", r"^source/programs/armature/"),
    "CLI11": (r"CLI/", r"^source/programs/armature/"),
    "libpng": (r"png\.h", r"^source/(render|support)/"),
    "Boost": (r"boost/", r"^tests/"),
    "OpenSceneGraph": (r"osg", r"^benchmarks/peers/"),
    "OGRE": (r"Ogre", r"^benchmarks/peers/"),
    "Google Benchmark": (r"benchmark/", r"^benchmarks/"),
}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
# What a demo includes with a folder: the package, GLM, OpenGL, and other demos.
OF_DEMOS = ("armature/", "glm/", "GL/", "../")
FOLDERS = ("include", "source", "tests", "demos", "benchmarks")


def module_of(path):
    """The module that a file, or an include of ours as written, belongs to: its folder, or at the top what has its own name, else "base".

    None: it is not ours, or an include of a file beside.
    """
    name = re.sub(r"^(include/armature|source|armature)/", "", path)
    module, _, is_deeper = name.partition("/")
    if is_deeper:
        return module if module in MODULES else None
    module = name.rsplit(".", 1)[0]
    return None if name == path else module if module in MODULES else "base"


def problem_of(path, include):
    for package, (pattern, where) in PACKAGES.items():
        if re.match(pattern, include) and not re.search(where, path):
            return f"{package} does not belong here"
    if path.startswith(("source/programs/support/", "include/armature/support/")):
        return "what tools, demos and tests share does not use the program" if include.startswith("tools/") else None
    if path.startswith("demos/"):
        return None if include.startswith(OF_DEMOS) or "/" not in include else "a demo builds against the installed package alone"
    if not path.startswith(("include/", "source/")) or path.startswith("source/programs/armature/"):
        return None
    if include.startswith(("tools/", "support/", "armature/support/")):
        return "the library does not use its tools"
    own, other = module_of(path), module_of(include)
    if own is None:
        return f"{path} belongs to no module"
    if include.startswith("armature/") and other is None:
        return f"{include} belongs to no module"
    if other is None or own == other or other in MODULES[own]:
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
