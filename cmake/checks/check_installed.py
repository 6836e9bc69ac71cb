#!/usr/bin/env python3
"""What is installed serves other builds: by pkg-config, by Meson as a dependency and as a subproject, and by CMake with shared libraries. Static, shared,
and the core alone, of which there are only its own headers.

As a subproject the library is configured, and an application compiled with it; the first form below builds it whole and runs the application, which takes
long: scripts/nightly does so.

usage: check_installed.py --subproject SOURCE_DIR WORK_DIR COMPILER
       check_installed.py SOURCE_DIR WORK_DIR COMPILER MODEL STATIC_PREFIX SHARED_PREFIX CORE_PREFIX
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

examined = 0


def run(*command, **environment):
    """The output of a command that must succeed."""
    global examined
    examined += 1
    result = subprocess.run([str(word) for word in command], env={**os.environ, **{name: str(value) for name, value in environment.items()}},
                            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with status {result.returncode}:\n{result.stdout}")
    return result.stdout


def require(is_good, message):
    global examined
    examined += 1
    if not is_good:
        sys.exit(message)


def library_folder(prefix):
    return next(prefix.rglob("armature-core.pc")).parents[1]


def flags(prefix, *arguments):
    return run("pkg-config", *arguments, PKG_CONFIG_PATH=library_folder(prefix) / "pkgconfig").split()


def meson_project(source, project):
    """Copies the application that is built by Meson."""
    consumers = source / "tests" / "packaging"
    shutil.copytree(consumers / "meson", project)
    for file in ("consumer.cpp", "loads_model.cpp"):
        shutil.copy(consumers / file, project)


def embed(source, project, compiler, target):
    """Makes armature a subproject of that application, and builds `target`."""
    (project / "subprojects").mkdir()
    (project / "subprojects" / "armature").symlink_to(source.resolve())
    run("meson", "setup", project / "embedded", project, "--wrap-mode=forcefallback", "--force-fallback-for=armature-core",
        "-Dunity=subprojects", "-Dunity_size=100", "-Dcpp_args=-w -O0 -DHWY_COMPILE_ONLY_STATIC", CXX=compiler)
    run("ninja", "-C", project / "embedded", target)
    names = [target["name"] for target in json.loads(run("meson", "introspect", "--targets", project / "embedded"))]
    require(sorted(names) == ["animates", "armature_core", "armature_kernels"], f"as a subproject it has other targets: {names}")


def main():
    if sys.argv[1] == "--subproject":
        source, project = map(pathlib.Path, sys.argv[2:4])
        shutil.rmtree(project, ignore_errors=True)
        meson_project(source, project)
        embed(source, project, sys.argv[4], "test")
        print(f"examined {examined} facts")
        return 0
    source, work = map(pathlib.Path, sys.argv[1:3])
    compiler, model = sys.argv[3:5]
    static, shared, core = map(pathlib.Path, sys.argv[5:8])
    consumers = source / "tests" / "packaging"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)

    def build(program, prefix, package):
        """Compiles a program, which hides its own symbols, as pkg-config says."""
        run(compiler, "-std=c++20", "-fvisibility=hidden", consumers / f"{program}.cpp", "-o", work / program,
            *flags(prefix, "--cflags", "--libs", package))
        return work / program

    # Static libraries bring what they stand on.
    require("-lfmt" in flags(static, "--libs", "armature-core"), "armature-core.pc does not name what a static library needs")
    require("bones" in run(build("loads_model", static, "armature-import"), model), "no bones")

    # Shared libraries have a version of their own, and no use for what they stand on.
    libraries = library_folder(shared)
    require("-lfmt" not in flags(shared, "--libs", "armature"), "armature.pc names what a shared library has already")
    require("-lfmt" in flags(shared, "--libs", "--static", "armature"), "armature.pc does not say what shared libraries stand on")
    program = build("loads_model", shared, "armature")
    require("bones" in run(program, model, LD_LIBRARY_PATH=libraries), "no bones")
    refused = subprocess.run([str(program), "missing.glb"], env={**os.environ, "LD_LIBRARY_PATH": str(libraries)}, text=True, capture_output=True)
    require(refused.returncode == 1 and "missing.glb" in refused.stderr, f"the library's exception was not caught: {refused}")
    version = run("pkg-config", "--modversion", "armature", PKG_CONFIG_PATH=libraries / "pkgconfig").strip()
    soname = "libarmature_import.so." + ".".join(version.split(".")[:2])
    require(f"[{soname}]" in run("readelf", "-d", program), f"the program does not need {soname}")
    require((libraries / soname).resolve().name == f"libarmature_import.so.{version}", f"{soname} is no link to the library of version {version}")
    run("cmake", "-S", consumers / "installed", "-B", work / "cmake", f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_PREFIX_PATH={shared}",
        f"-DMODEL={model}", "-G", "Ninja")
    run("cmake", "--build", work / "cmake")
    run("ctest", "--test-dir", work / "cmake", "--no-tests=error")

    # The core alone.
    headers = core / "include" / "armature"
    kept = sorted(name for name in ("import", "render", "support") if (headers / name).exists())
    require((headers / "core.hpp").exists() and not kept, f"{headers} has headers of what was not built: {kept}")
    require(flags(core, "--print-requires", "armature") == ["armature-core"], "armature.pc names more than the core")
    run(build("consumer", core, "armature"))
    missed = subprocess.run(["cmake", "-S", str(consumers / "installed"), "-B", str(work / "missed"), f"-DCMAKE_PREFIX_PATH={core}"],
                            text=True, capture_output=True)
    require(re.search(r"component\s+\"import\"\s+is\s+not\s+in\s+this\s+installation", missed.stderr), f"nobody misses import: {missed.stderr}")

    if shutil.which("meson"):
        project = work / "meson"
        meson_project(source, project)
        run("meson", "setup", project / "build", project, "--wrap-mode=nofallback", f"-Dmodel={model}",
            CXX=compiler, PKG_CONFIG_PATH=library_folder(static) / "pkgconfig")
        run("meson", "test", "-C", project / "build")
        embed(source, project, compiler, "animates.p/consumer.cpp.o")

    print(f"examined {examined} facts")
    if not shutil.which("meson"):
        print("skipped: no Meson here")
        return 77
    return 0


sys.exit(main())
