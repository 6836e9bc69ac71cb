#!/usr/bin/env python3
"""Modules and packages are included only where the architecture lets them be.

usage: check_layering.py SOURCE_DIR
"""
import pathlib
import re
import sys

# Each module, in order, and what it may include of those before it. Sources obey like headers, and every file of the library is in a
# module. docs/architecture.md draws this table.
MODULES = {
    "base": set(),
    "math": {"base"},
    "node": {"base", "math"},
    "skeleton": {"base", "math", "node"},
    "mesh": {"base", "math", "node", "skeleton"},
    "skinning": {"base", "math", "node", "skeleton", "mesh"},
    "animation": {"base", "math", "node", "skeleton", "mesh", "skinning"},
    "ik": {"base", "math", "node", "skeleton"},
    "retarget": {"base", "math", "node", "skeleton", "mesh", "skinning", "animation", "ik"},
    "crowd": {"base", "math", "node", "skeleton", "mesh", "skinning", "animation"},
    "cooked": {"base", "math", "node", "skeleton", "mesh", "skinning", "animation", "crowd"},
    "scene": {"base", "math", "node", "skeleton", "mesh", "skinning", "animation", "ik", "retarget", "crowd"},
    "vrm": {"base", "math", "node", "skeleton", "mesh", "animation", "ik", "retarget", "scene"},
}
CORE = set(MODULES)
MODULES["text"] = CORE
MODULES["import"] = CORE - {"crowd", "cooked"} | {"text"}
MODULES["render"] = CORE - {"ik", "retarget", "cooked", "vrm"} | {"text"}
MODULES["c"] = CORE | {"import"}
MODULES["format"] = CORE | {"text"}
MODULES["core"] = CORE | {"text"}
MODULES["armature"] = set(MODULES) - {"c"}  # its headers are for C

# Rooms of a module, in order: none includes a later one. A public header is in the room of the source with its name.
ROOMS = {"animation": ("clip", "baking", "edits", "playing", "graph")}

# Programs use what any application can use, `base`, and each other as listed. Each other header of the library stands here with its reason.
PROGRAMS = {
    "support": set(),
    "import_worker": set(),
    "armature": {"support", "viewer"},
    "viewer": {"support", "armature"},
}
PRIVATE_OF_PROGRAMS = {
    "import_worker": r"^import/",  # it is the other end of what the import module says to it
    "armature": r"^("
    r"scene/scene_access"  # clips are cut and merged with all that their file held, read or not
    r"|animation/(baking/bake_source|clip/named_channels)|retarget/(bone_targets|retarget_within)|skeleton/joint_places"  # its budgets
    r"|cooked/cooked_format"  # `inspect` shows sections as they are in the file
    r")\.hpp$",
}

# Package: what its includes look like, and the only places where they may stand.
PACKAGES = {
    "GLM": (r"glm/", r"."),
    "fmt": (r"fmt/", r"(\.cpp|include/armature/format\.hpp|source/precompiled\.hpp)$"),
    "Highway": (r"hwy/", r"^source/.*/kernels/"),
    "oneTBB": (r"(oneapi/)?tbb/", r"^source/base/parallel_for\.cpp$"),
    "Assimp": (r"assimp/", r"^(source/import/assimp|benchmarks/peers)/"),
    "libseccomp": (r"seccomp\.h", r"^source/programs/import_worker/"),
    "simdjson": (r"simdjson", r"^(source/import|tests|benchmarks)/"),
    "meshoptimizer": (r"meshoptimizer", r"^source/import/"),
    "zlib": (r"zlib\.h", r"^source/import/(fbx|assimp)/"),
    "Draco": (r"draco/", r"^source/import/"),
    "GLEW": (r"GL/", r"^(source/render|source/programs/support|tests|demos|benchmarks)/"),
    "libjpeg": (r"j(peglib|error)\.h", r"^source/render/"),
    "libwebp": (r"webp/", r"^(source/render|source/programs/support|tests)/"),
    "GLFW": (r"GLFW/", r"^source/programs/(support|viewer|armature)/"),
    "EGL": (r"EGL/", r"^source/programs/support/"),
    "Dear ImGui": (r"imgui", r"^source/programs/viewer/"),
    "CLI11": (r"CLI/", r"^source/programs/armature/"),
    "cairo": (r"cairo", r"^source/programs/armature/"),
    "libpng": (r"png\.h", r"^source/(render|programs/support)/"),
    "Boost": (r"boost/", r"^tests/"),
    "OpenSceneGraph": (r"osg", r"^benchmarks/peers/"),
    "OGRE": (r"Ogre", r"^benchmarks/peers/"),
    "Google Benchmark": (r"benchmark/", r"^benchmarks/"),
}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
# What a demo includes with a folder: the package, GLM, OpenGL, and other demos.
OF_DEMOS = ("armature/", "glm/", "GL/", "../")
# What headers of the C API include of the standard library.
OF_C = ("stdbool.h", "stddef.h", "stdint.h")
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


def room_of(root, path):
    """Where in the order of its module's rooms a file, or an include of ours as written, is; None if its module has no rooms."""
    name = re.sub(r"^(include/|source/)?(armature/)?", "", path)
    module, _, rest = name.partition("/")
    if module not in ROOMS:
        return None
    room = rest.partition("/")[0]
    if room not in ROOMS[module]:
        source = next((root / "source" / module).rglob(pathlib.Path(rest).stem + ".cpp"), None)
        room = source.relative_to(root / "source" / module).parts[0] if source else None
    return ROOMS[module].index(room) if room in ROOMS[module] else None


def problem_in_program(path, include):
    program = path.split("/")[2] if path.startswith("source/") else "support"
    if include.startswith("programs/"):
        other = include.split("/")[1]
        return None if other == program or other in PROGRAMS[program] else f"{program} does not use {other}"
    if include.startswith("base/") or module_of(include) is None or include.startswith("armature/"):
        return None
    allowed = PRIVATE_OF_PROGRAMS.get(program)
    return None if allowed and re.search(allowed, include) else "a program uses what any application can use"


def problem_of(root, path, include):
    for package, (pattern, where) in PACKAGES.items():
        if re.match(pattern, include) and not re.search(where, path):
            return f"{package} does not belong here"
    if path.startswith(("source/programs/", "include/armature/support/")):
        return problem_in_program(path, include)
    if path.startswith("demos/"):
        return None if include.startswith(OF_DEMOS) or "/" not in include else "a demo builds against the installed package alone"
    if not path.startswith(("include/", "source/")):
        return None
    if include.startswith(("programs/", "armature/support/")):
        return "the library does not use its programs"
    own, other = module_of(path), module_of(include)
    if own is None:
        return f"{path} belongs to no module"
    if path.startswith("include/armature/c/"):
        return None if include.startswith("armature/c/") or include in OF_C else "a header for C includes those of C99 and the others for C"
    if include.startswith("armature/") and other is None:
        return f"{include} belongs to no module"
    if own == other:
        here, there = room_of(root, path), room_of(root, include)
        return f"a later room of {own}" if here is not None and there is not None and there > here else None
    if other is None or other in MODULES[own]:
        return None
    return f"{own} must not include {other}"


def main():
    root = pathlib.Path(sys.argv[1])
    files = sorted(f for folder in FOLDERS for f in (root / folder).rglob("*") if f.suffix in (".hpp", ".cpp", ".h", ".c"))
    includes = failures = 0
    for file in files:
        path = file.relative_to(root).as_posix()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            includes += 1
            problem = problem_of(root, path, match[1])
            if problem:
                failures += 1
                print(f"{path}:{number}: {match[1]}: {problem}")
    print(f"examined {includes} includes in {len(files)} files, {failures} failed")
    return 1 if failures or not includes else 0


if __name__ == "__main__":
    sys.exit(main())
