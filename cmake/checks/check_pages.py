#!/usr/bin/env python3
"""Every command on a page is run as it is written, in a folder where the files that it names are.

usage: check_pages.py SOURCE_DIR PROGRAM PREFIX [COMPILER_LAUNCHER...]

Commands are the lines of ``` and ```sh blocks, and of indented ones, that begin with a command's name. PROGRAM is `armature`; PREFIX an installation.
A line with WORDS or [brackets] is a synopsis: each of its options is one that the program's --help names, and each of its commands one that it has.
What would build the project again is done by another test, which ELSEWHERE names; that it is there is checked.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

FIRST_WORDS = ("armature ", "cmake ", "cp ", "mkdir ", "cd ", "git ", "meson ", "ctest ", "build/", "scripts/", "ARMATURE_", "character_generator")
# Command: the file that has it done, and how.
ELSEWHERE = {
    "scripts/demo": ("cmake/tests.cmake", r"scripts/draw_pictures"),
    "scripts/test": (".ci/run", r"scripts/test"),
    "scripts/bench        # or: scripts/bench 20, for more rounds": ("scripts/bench", r"usage: scripts/bench \[ROUNDS"),
    "ARMATURE_BENCH_PEER=ozz=PROGRAM,babylon=PROGRAM scripts/bench": ("scripts/bench", r"ARMATURE_BENCH_PEER"),
    "cmake --preset release": ("scripts/test", r'build release all'),
    "cmake --preset release -DARMATURE_C_SHARED=ON": ("cmake/tests.cmake", r"add_library\(armature_c_alone SHARED"),
    "cmake --build build/release --target armature_c": ("cmake/tests.cmake", r"add_dependencies\(armature_tests armature_c_alone\)"),
    "cmake --build build/release": ("scripts/test", r'cmake --build "build/\$1"'),
    "cmake --install build/release --prefix /usr/local": ("cmake/checks.cmake", r"--install"),
    "scripts/install_packages run": ("scripts/install_packages", r"run\) packages="),
    "cmake --preset release -DARMATURE_BUILD_TESTS=OFF": ("scripts/bench", r"--preset release"),
    "cmake --install build/release --prefix ~/armature-install": ("cmake/checks.cmake", r"--install"),
    "cmake --preset dev && cmake --build --preset dev && ctest --preset dev": ("CMakePresets.json", r'"name": "dev", "configurePreset": "dev", "output"'),
    "character_generator OUT.glb": ("cmake/demos.cmake", r"COMMAND character_generator \$\{character\}"),
}
# The tree is there already; and a window waits for somebody to close it, so that one is started by itself.
OTHERWISE = ("git clone <this repository> armature", "cd armature", "build/walker")
# All models and motions that pages name are the project's own character: what a file is goes by its content, not by its name.
MODELS = ("walk.bvh", "character.glb", "explorer.glb", "hero.glb", "fox.glb", "run.fbx", "character.fbx", "wave.fbx", "walk.fbx", "jump.fbx")

def blocks_of(page):
    """The lines of each block without a language or for sh, and of each indented one."""
    fence, block = None, []
    for line in [*page.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("```"):
            if fence in ("", "sh"):
                yield block
            fence, block = (line[3:] if fence is None else None), []
        elif fence is not None or re.match(r" {4}\S", line):
            block.append(line)
        elif block:
            yield block
            block = []


def lines_of(page):
    """The commands of a page, without what stands beside them as an explanation. A usage goes on in lines that are indented further."""
    for block in blocks_of(page):
        commands = []
        for line in block:
            indent = len(line) - len(line.lstrip())
            line = line.strip()
            if line.startswith(FIRST_WORDS):
                commands.append(line if line in ELSEWHERE else re.split(r" {3,}(?=[a-z#])", line)[0])
            elif commands and indent >= 8 and line.startswith("["):
                commands[-1] += " " + line
        yield from commands


def is_synopsis(line):
    return bool(re.search(r"(^|[\s\[|])[A-Z][A-Z_]+\b|\[|\.\.\.", line)) or "--help, " in line


class Sandbox:
    def __init__(self, root, program, prefix, launcher, folder):
        self.root, self.program, self.launcher, self.folder = root, program, launcher, folder
        (folder / "bin").mkdir()
        (folder / "bin" / "armature").symlink_to(program)
        character = prefix / "share/armature/character.glb"
        for name in MODELS:
            shutil.copy(character, folder / name)
        (folder / "demos").symlink_to(root / "demos")
        shutil.copytree(prefix, folder / "armature-install", symlinks=True)
        self.environment = {**os.environ, "HOME": str(folder), "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "CMAKE_CXX_COMPILER_LAUNCHER": launcher}
        for display in ("DISPLAY", "WAYLAND_DISPLAY", "MAKEFLAGS", "LC_ALL", "LC_MESSAGES"):
            self.environment.pop(display, None)
        self.helps = {}

    def help_of(self, command):
        if command not in self.helps:
            done = subprocess.run([self.program, *command, "--help"], capture_output=True, text=True)
            self.helps[command] = done.stdout if done.returncode == 0 else ""
        return self.helps[command]

    def check_synopsis(self, line):
        """A usage of the program: what it names, the program has."""
        words = line.replace("[", " ").replace("]", " ").replace("|", " ").split()
        if words[0] != "armature":
            return f"{words[0]} is not a program whose help is known"
        command = tuple(words[1:2]) if len(words) > 1 and re.fullmatch("[a-z]+", words[1]) else ()
        text = self.help_of(command)
        if not text or (command and not re.search(rf"^ +{command[0]}\b", self.help_of(()), re.MULTILINE)):
            return f"there is no command {' '.join(command)}"
        for option in re.findall(r"(?<![\w-])--?[a-z][a-z-]*", line):
            if not re.search(re.escape(option) + r"(?![\w-])", text) and option not in ("--help", "--version"):
                return f"{' '.join(command)} has no option {option}"
        return None

    def run_block(self, page, lines):
        """One shell for the lines of a page, for `cd` goes on from block to block."""
        write = "".join(f"cp {shlex.quote(str(file))} {name}\n" for name, file in self.files_of(page).items())
        script = "set -e\n"
        for line in lines:
            script += ("echo '+ '" + shlex.quote(line) + f"\n{write if line.startswith('cmake -S') else ''}{line}\n")
        done = subprocess.run(["bash", "-c", script], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            return f"ends with {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        return None

    def files_of(self, page):
        """What the page tells to write into files: the first blocks of CMake and of C++."""
        files = {}
        for name, language in (("CMakeLists.txt", "cmake"), ("main.cpp", "cpp")):
            block = re.search(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
            if block:
                files[name] = self.folder / f"{page.stem}-{name}"
                files[name].write_text(block.group(1))
        return files

    def start_walker(self):
        """A window that stays open, or the one thing that it lacks here."""
        walker = self.folder / "walker/build/walker"
        if not walker.exists():
            return "build/walker was not built"
        command = ["timeout", "3", str(walker)]
        if shutil.which("xvfb-run"):
            # Without a file of its own for the display's key, it makes a folder, and if it cannot remove that, it ends with 5.
            command = ["xvfb-run", "-a", "-f", str(self.folder / "authority"), *command]
        done = subprocess.run(command, cwd=self.folder / "walker", env=self.environment, capture_output=True, text=True, timeout=60)
        if done.returncode != 124 and "GLFW finds no display" not in done.stderr:
            return f"ends with {done.returncode}: {done.stderr}"
        return None


def check(sandbox):
    root = sandbox.root
    pages = [root / "README.md", root / "CONTRIBUTING.md", root / "benchmarks" / "README.md"]
    pages += [*sorted((root / "docs").glob("*.md")), *sorted((root / "demos").rglob("*.md"))]
    counts = {"run": 0, "synopses": 0, "elsewhere": 0}
    failures = []
    seen = set()
    for page in pages:
        literal = []
        for line in lines_of(page):
            seen.add(line)
            if line in ELSEWHERE:
                counts["elsewhere"] += 1
                file, place = ELSEWHERE[line]
                if not re.search(place, (root / file).read_text(encoding="utf-8")):
                    failures.append(f"{page.relative_to(root)}: {line}: {file} does not have it done")
            elif line in OTHERWISE:
                counts["elsewhere"] += 1
            elif is_synopsis(line) or line.startswith("armature view"):  # a window: its pictures are a test of their own
                counts["synopses"] += 1
                problem = sandbox.check_synopsis(line)
                if problem:
                    failures.append(f"{page.relative_to(root)}: {line}: {problem}")
            else:
                counts["run"] += 1
                literal.append(line)
        if literal:
            problem = sandbox.run_block(page, literal)
            if problem:
                failures.append(f"{page.relative_to(root)}: {problem}")
    failures += [f"no page has the command {line}, of which this check speaks" for line in (*ELSEWHERE, *OTHERWISE) if line not in seen]
    problem = sandbox.start_walker()
    if problem:
        failures.append(f"docs/getting_started.md: build/walker: {problem}")
    print(f"examined {sum(counts.values())} commands on {len(pages)} pages: {counts['run']} run, {counts['synopses']} compared with --help, "
          f"{counts['elsewhere']} run by other tests; {len(failures)} failed")
    if min(counts.values()) == 0:
        failures.append("nothing was examined")
    return failures


def main(root, program, prefix, *launcher):
    with tempfile.TemporaryDirectory() as folder:
        failures = check(Sandbox(pathlib.Path(root).resolve(), pathlib.Path(program).resolve(), pathlib.Path(prefix).resolve(), ";".join(launcher), pathlib.Path(folder)))
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
