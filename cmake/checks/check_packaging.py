#!/usr/bin/env python3
"""What packages armature says the same as its build: versions, options of CMake, what it depends on, the names of libraries, and the files that are
installed.

usage: check_packaging.py SOURCE_DIR [INSTALLED_DIR]

INSTALLED_DIR is where `cmake --install` put everything: each file of it is in one Debian package, and each line of a package names a file of it.
"""
import ast
import fnmatch
import json
import os
import pathlib
import re
import sys

# A package that CMake looks for, and its names in Debian's control file, vcpkg and Conan. None: it is taken from the system, or not used.
DEPENDENCIES = {
    "fmt": ("libfmt-dev", "fmt", "fmt"),
    "glm": ("libglm-dev", "glm", "glm"),
    "hwy": ("libhwy-dev", "highway", "highway"),
    "TBB": ("libtbb-dev", "tbb", "onetbb"),
    "simdjson": ("libsimdjson-dev", "simdjson", "simdjson"),
    "meshoptimizer": ("libmeshoptimizer-dev", "meshoptimizer", "meshoptimizer"),
    "draco": ("libdraco-dev", "draco", "draco"),
    "ZLIB": ("zlib1g-dev", "zlib", "zlib"),
    "assimp": ("libassimp-dev", "assimp", "assimp"),
    "seccomp": ("libseccomp-dev", None, None),
    "OpenGL": ("libgl-dev", "opengl", "opengl"),
    "OpenGL EGL": ("libegl-dev", "egl", "egl"),
    "GLEW": ("libglew-dev", "glew", "glew"),
    "JPEG": ("libjpeg-dev", "libjpeg-turbo", "libjpeg-turbo"),
    "PNG": ("libpng-dev", "libpng", "libpng"),
    "WebP": ("libwebp-dev", "libwebp", "libwebp"),
    "CLI11": ("libcli11-dev", "cli11", "cli11"),
    "glfw3": ("libglfw3-dev", "glfw3", "glfw"),
    "PkgConfig": ("pkgconf", "pkgconf", "pkgconf"),
    "cairo": ("libcairo2-dev", "cairo", "cairo"),
    "imgui": ("libimgui-dev", "imgui", "imgui"),
}
# What Debian, vcpkg and Conan need besides: tools, and headers that come in a package of their own.
ALSO = ({"debhelper-compat", "cmake", "ninja-build", "libopengl-dev"}, {"vcpkg-cmake", "vcpkg-cmake-config", "armature"}, set())
# Installed where the library is built with it, and left out of Debian's packages.
NOT_IN_DEBIAN = ("usr/lib/TRIPLET/libarmature_import_assimp.*", "usr/lib/TRIPLET/cmake/armature/armature-import_assimp-*")
# Which file of ours makes a feature or option depend on what it looks for.
LIBRARIES, WORKER, TOOLS = "cmake/libraries.cmake", "cmake/import_worker.cmake", "cmake/tools.cmake"


def read(root, path):
    return (root / path).read_text(encoding="utf-8")


def versions(root):
    yield "CMakeLists.txt", re.search(r"^ +VERSION (\d+\.\d+\.\d+)$", read(root, "CMakeLists.txt"), re.MULTILINE)[1]
    yield "meson.build", re.search(r"version: '([^']+)'", read(root, "meson.build"))[1]
    yield "packaging/debian/changelog", re.match(r"armature \(([^-)]+)-[^)]+\)", read(root, "packaging/debian/changelog"))[1]
    yield "packaging/vcpkg/vcpkg.json", json.loads(read(root, "packaging/vcpkg/vcpkg.json"))["version"]
    yield "packaging/conan/conanfile.py", recipe(root)["version"]


def recipe(root):
    """Conan's recipe, without Conan: its constants, and the attributes of its class that are plain."""
    tree = ast.parse(read(root, "packaging/conan/conanfile.py"))
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                found[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                pass
    return found


def looked_for(root, *files):
    found = set()
    for file in files:
        text = re.sub(r"#.*", "", read(root, file))
        for name, rest in re.findall(r"find_package\((\w+)([^)]*)\)", text):
            found.add(name)
            if name == "OpenGL" and "EGL" in rest:
                found.add("OpenGL EGL")
        found.update(re.findall(r"pkg_check_modules\(\w+ REQUIRED IMPORTED_TARGET (\w+)\)", text))
        found.update(name for name in re.findall(r"find_library\(\w+ (?:NAMES )?(\w+)\)", text) if name != "stb")
    return found


def differences(what, said, meant):
    if said - meant:
        yield f"{what}: {', '.join(sorted(said - meant))}: nothing looks for it"
    if meant - said:
        yield f"{what} lacks {', '.join(sorted(meant - said))}"


def parts(root):
    """What CMake looks for, for each part of the library: by the block of cmake/libraries.cmake that looks for it, and by file."""
    text = read(root, LIBRARIES)
    blocks = {}
    for name in ("IMPORT", "RENDER"):
        block = re.search(rf"^if\(ARMATURE_BUILD_{name}\)\n(.*?)^endif", text, re.MULTILINE | re.DOTALL)[1]
        text = text.replace(block, "")
        blocks[name.lower()] = set(re.findall(r"find_package\((\w+)", block))
    blocks["core"] = set(re.findall(r"find_package\((\w+)", text))
    blocks["worker"] = looked_for(root, WORKER)
    blocks["program"] = looked_for(root, TOOLS) - blocks["core"] - blocks["import"] - blocks["render"]
    return blocks


def names(packages, column):
    return {DEPENDENCIES[package][column] for package in packages} - {None}


def check_dependencies(root):
    blocks = parts(root)
    everything = set().union(*blocks.values())
    yield from differences("cmake/checks/check_packaging.py", set(DEPENDENCIES), everything)
    if everything - set(DEPENDENCIES):
        return
    control = read(root, "packaging/debian/control")
    needs = re.search(r"^Build-Depends:\n((?: .*\n)+)", control, re.MULTILINE)[1]
    yield from differences("packaging/debian/control", {line.split()[0].rstrip(",") for line in needs.splitlines()} - ALSO[0], names(everything, 0))

    port = json.loads(read(root, "packaging/vcpkg/vcpkg.json"))
    of_feature = {"core": port["dependencies"]} | {name: feature["dependencies"] for name, feature in port["features"].items()}
    conan = recipe(root)["REQUIREMENTS"]
    for part, packages in blocks.items():
        said = {entry if isinstance(entry, str) else entry["name"] for entry in of_feature.get(part, [])}
        yield from differences(f"packaging/vcpkg/vcpkg.json, {part}", said - ALSO[1], names(packages, 1))
        yield from differences(f"packaging/conan/conanfile.py, {part}", {entry.split("/")[0] for entry in conan.get(part, ())},
                               names(packages - {"PkgConfig"}, 2))
    for what, said in (("vcpkg.json", of_feature), ("conanfile.py", conan)):
        if set(said) != set(blocks):
            yield f"{what} has the parts {sorted(said)}, CMake {sorted(blocks)}"
    yield from differences("packaging/conan/conanfile.py, CMAKE_FILES", set(recipe(root)["CMAKE_FILES"].values()) - {*everything}, set())


def check_options(root):
    """Each option that a recipe sets is one that CMake has, and those that choose what is built are all set."""
    text = "".join(read(root, file) for file in ("CMakeLists.txt", LIBRARIES, WORKER, TOOLS))
    options = set(re.findall(r"\b(?:option|set)\((ARMATURE_\w+) (?:[^)]*CACHE|\")", text)) | set(re.findall(r"option\((ARMATURE_\w+)", text))
    choose = {name for name in options if re.match("ARMATURE_(BUILD_(TOOLS|TESTS|DEMOS)|ASSIMP_|USE_|PRECOMPILE)", name)}
    libraries = {"ARMATURE_BUILD_IMPORT", "ARMATURE_BUILD_RENDER"}
    for file, must in (("packaging/debian/rules", choose), ("packaging/vcpkg/portfile.cmake", choose | libraries),
                       ("packaging/conan/conanfile.py", choose | libraries), ("scripts/package", choose)):
        said = set(re.findall(r"\bARMATURE_\w+", read(root, file).replace("-DARMATURE", " ARMATURE"))) & options
        unknown = set(re.findall(r"-D(ARMATURE_\w+)|cache_variables\[\"(ARMATURE_\w+)|\": \"(ARMATURE_\w+)|^ +\w+ +(ARMATURE_\w+)$", read(root, file),
                                 re.MULTILINE))
        unknown = {name for names in unknown for name in names if name} - options
        if unknown:
            yield f"{file} sets {', '.join(sorted(unknown))}, which CMake does not have"
        if must - said:
            yield f"{file} leaves {', '.join(sorted(must - said))} to chance"
    port = set(json.loads(read(root, "packaging/vcpkg/vcpkg.json"))["features"])
    mapped = set(re.findall(r"^ +([a-z]+) +ARMATURE_", read(root, "packaging/vcpkg/portfile.cmake"), re.MULTILINE))
    conan = recipe(root)
    if not port == mapped == set(conan["CMAKE_OPTIONS"]) == set(conan["default_options"]) - {"shared", "fPIC"}:
        yield f"features: vcpkg.json {sorted(port)}, portfile.cmake {sorted(mapped)}, conanfile.py {sorted(conan['CMAKE_OPTIONS'])}"


def check_debian_names(root):
    """Packages are named after the shared objects in them: libarmature_core.so.0.1 is in libarmature-core0.1."""
    version = dict(versions(root))["CMakeLists.txt"].rsplit(".", 1)[0]
    folder = root / "packaging/debian"
    packages = re.findall(r"^Package: (\S+)", read(root, "packaging/debian/control"), re.MULTILINE)
    for file in sorted(folder.glob("*.install")):
        if file.stem not in packages and file.name.removesuffix(".install") not in packages:
            yield f"{file.relative_to(root)}: control has no such package"
        for library in re.findall(r"lib(armature_\w+)\.so\.\*", file.read_text()):
            named = f"lib{library.replace('_', '-')}{version}"
            if file.name != f"{named}.install":
                yield f"{file.relative_to(root)}: that library belongs into {named}"
    for name in packages:
        if not (folder / f"{name}.install").exists():
            yield f"control has {name}, but there is no {name}.install"
    if f"armature-{version}\n" not in read(root, "packaging/debian/rules"):
        yield f"packaging/debian/rules has the worker in a folder without the version {version}"


def lines_of_list(file):
    """The patterns of a debian/*.install. Some of these files are programs that print what is there of their patterns."""
    text = file.read_text(encoding="utf-8")
    if os.access(file, os.X_OK):
        return re.findall(r"usr/[\w*./-]+", text), False
    return [line.split()[0] for line in text.splitlines() if line.strip() and not line.startswith("#")], True


def check_files(root, installed, found):
    """Each file that is installed is in a package, and in one only. Folders differ: Debian's names for them are put in place of CMake's."""
    def as_debian(path):
        path = re.sub(r"^libexec/", "lib/TRIPLET/armature-0.1/", re.sub(r"^lib/(?!TRIPLET)", "lib/TRIPLET/", path))
        return "usr/" + re.sub(r"\.a$", ".so.0", path)

    files = {as_debian(str(file.relative_to(installed))) for file in installed.rglob("*") if not file.is_dir()}
    files = {file for file in files if not any(fnmatch.fnmatch(file, pattern) for pattern in NOT_IN_DEBIAN)}
    found.extend(files)
    owners = {}
    for list_file in sorted((root / "packaging/debian").glob("*.install")) + [root / "packaging/debian/not-installed"]:
        lines, must_be_there = lines_of_list(list_file)
        for pattern in lines:
            matching = [file for file in files if fnmatch.fnmatch(file, pattern) or fnmatch.fnmatch(file, pattern + "/*")]
            if not matching and must_be_there:
                yield f"{list_file.relative_to(root)}: {pattern}: nothing like it is installed"
            for file in matching:
                owners.setdefault(file, set()).add(list_file.name)
    for file in sorted(files - set(owners)):
        yield f"{file} is in no Debian package"
    for file, lists in sorted(owners.items()):
        if len(lists) > 1:
            yield f"{file} is in {', '.join(sorted(lists))}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    found_versions = dict(versions(root))
    failures = [f"versions differ: {found_versions}"] if len(set(found_versions.values())) != 1 else []
    failures += [*check_dependencies(root), *check_options(root), *check_debian_names(root)]
    files = []
    if len(sys.argv) > 2:
        failures += check_files(root, pathlib.Path(sys.argv[2]).resolve(), files)
        if not files:
            failures.append("nothing is installed")
    print("\n".join(failures))
    print(f"examined {len(found_versions)} versions, {len(DEPENDENCIES)} dependencies, {len(files)} installed files, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
