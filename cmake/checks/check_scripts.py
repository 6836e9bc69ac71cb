#!/usr/bin/env python3
"""CONTRIBUTING.md says what the scripts do: each number and each list there is the scripts' own. scripts/tidy looks at what it says, with and
without git, and scripts/nightly keeps the log that it promises.

usage: check_scripts.py SOURCE_DIR
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# What the page says, and the place in a script or preset that makes it true. Both patterns have one group, or as many as there are places; the texts
# that they match must be the same.
CLAIMS = [
    (r"does so for (\d+) seconds of processor time", "scripts/test", r"scripts/fuzz (\d+)\n"),
    (r"`scripts/tidy --changed (\d+)` looks", "scripts/test", r"scripts/tidy --changed (\d+)\n"),
    (r"at most (\d+) sources\n", "scripts/test", r"scripts/tidy --changed (\d+)\n"),
    (r"clang-tidy of (\d+) sources \|", "scripts/test", r"scripts/tidy --changed (\d+)\n"),
    (r"it looks at (\d+) sources that are spread", "scripts/tidy", r"\nsample=(\d+)\n"),
    (r"sets `ARMATURE_TEST_PERCENT=(\d+)`, under qemu (\d+);", "scripts/test", r"run_slow_tests (\d+) clang[\s\S]*"),
    (r"`ARMATURE_TEST_PERCENT=\d+`, under qemu (\d+);", "scripts/test", r"run_slow_tests (\d+) aarch64"),
    (r"(\d+) seconds of random input", "scripts/nightly", r"fuzz_seconds=(\d+)\n"),
    (r"and (\d+) random programs", "scripts/nightly", r"programs=\$\{1:-(\d+)\}"),
    (r"`scripts/fuzz SECONDS \[([a-z|]+)\]`", "scripts/fuzz", r"usage: scripts/fuzz SECONDS \[([a-z|]+)\]"),
    (r"`-DARMATURE_BATCHES=(\w+)`", "scripts/test", r"-DARMATURE_BATCHES=(\w+) "),
    (r"`-Dunity=on -Dunity_size=(\d+)`\s+with Meson", "scripts/test", r"-Dunity=on -Dunity_size=(\d+)"),
]
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def check_claims(root, page):
    for claim, file, place in CLAIMS:
        said = re.search(claim, page)
        if not said:
            yield f"CONTRIBUTING.md does not say: {claim}"
            continue
        done = re.search(place, (root / file).read_text(encoding="utf-8"))
        if not done:
            yield f"{file} has no {place}, which CONTRIBUTING.md speaks of"
        elif said.group(1) != done.group(1):
            yield f'CONTRIBUTING.md says "{said.group(0).strip()}", {file} "{done.group(0).strip()}"'


def check_lists(root, page):
    """Presets, stages, programs of random input, environment variables, names of scripts and folders."""
    presets = re.findall(r'"name": "([a-z-]+)",\n\s*"displayName"', (root / "CMakePresets.json").read_text(encoding="utf-8"))
    listed = re.findall(r"^\| `([a-z0-9-]+)` \|", page, re.MULTILINE)
    if sorted(set(listed)) != sorted(set(presets) | {"aarch64"}):
        yield f"CONTRIBUTING.md lists the presets {sorted(listed)}, CMakePresets.json {sorted(presets)}"
    programs = re.search(r"\[([a-z|]+)\]`", page[page.index("`scripts/fuzz SECONDS"):]).group(1).split("|")
    if f"`tests/fuzz` has {NUMBERS[len(programs)]} programs" not in page:
        yield f"CONTRIBUTING.md counts other programs of random input than {programs}"
    table = page[page.index("| Stage | Seconds"):]
    table = table[:table.index("\n\n")].lower()
    for stage in re.findall(r'^ {4}stage "([^":,]+)', (root / "scripts/test").read_text(encoding="utf-8"), re.MULTILINE):
        known = {"fuzz": "fuzzing", "clang": "clang with"}.get(stage, stage.lower())
        if known not in table:
            yield f'scripts/test has a stage "{stage}" that the table of CONTRIBUTING.md does not have'
    tree = "\n".join(file.read_text(encoding="utf-8", errors="replace") for folder in ("include", "tests", "source", "scripts", "cmake")
                     for file in (root / folder).rglob("*") if file.suffix in ("", ".cpp", ".hpp", ".cmake", ".txt") and file.is_file())
    for name in sorted(set(re.findall(r"ARMATURE_[A-Z_]+", page))):
        if name not in tree:
            yield f"CONTRIBUTING.md names {name}, which nothing reads"
    for path in sorted(set(re.findall(r"`((?:scripts|cmake|tests|source|docs|demos|benchmarks)/[\w./-]+)", page))):
        if not re.search("[A-Z]{3}", path) and not (root / path.rstrip(".")).exists():
            yield f"CONTRIBUTING.md names {path}, which is not there"


# Stands for cmake, which makes a list of how sources are compiled.
DATABASE = """import json, os, pathlib
os.makedirs("build/tidy", exist_ok=True)
entries = [{"directory": os.getcwd(), "file": str(file.resolve()), "command": f"c++ -DIN_{file.parts[0]} -o x -c {file}"}
           for file in pathlib.Path().rglob("*.cpp") if file.parts[0] != "build"]
pathlib.Path("build/tidy/compile_commands.json").write_text(json.dumps(entries))
"""
# Stands for clang-tidy: says which sources it was given, by themselves or in a batch that is compiled as they are.
LINTER = """import json, pathlib, re, sys
file, folder = sys.argv[-1], pathlib.Path(sys.argv[sys.argv.index("-p") + 1])
command = next(entry["command"] for entry in json.loads((folder / "compile_commands.json").read_text()) if entry["file"] == file)
sources = re.findall('#include "(.*)"', pathlib.Path(file).read_text()) if "batch_" in file else [file]
names = [str(pathlib.Path(source).relative_to(pathlib.Path.cwd())) for source in sources]
print("".join(f"linted {name}\\n" for name in names), end="")
sys.exit(any("bad" in name or "IN_" + name.split("/")[0] not in command for name in names))
"""


class Tidy:
    """scripts/tidy in a small tree, with a clang-tidy that only says what it was given."""

    def __init__(self, root, folder, files):
        self.folder = folder / "tree"
        (self.folder / "scripts").mkdir(parents=True)
        shutil.copy(root / "scripts/tidy", self.folder / "scripts/tidy")
        (self.folder / "cmake").mkdir()
        shutil.copy(root / "cmake/tidy_batches.py", self.folder / "cmake/tidy_batches.py")
        for name in files:
            self.write(name)
        tools = folder / "tools"
        tools.mkdir(exist_ok=True)
        for name, text in (("cmake", DATABASE), ("clang-tidy", LINTER)):
            (tools / name).write_text(f"#!{sys.executable}\n{text}")
            (tools / name).chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}

    def write(self, name, text="1"):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def git(self, *arguments):
        identity = ("-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *identity, *arguments], cwd=self.folder, env=self.environment, check=True, capture_output=True)

    def commit(self, day=1):
        self.git("add", "-A")
        when = f"2020-01-{day:02}T00:00:00+0000"
        self.environment |= {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        self.git("commit", "-m", "change")

    def run(self, *arguments):
        """Whether it passed, and what it linted."""
        done = subprocess.run(["scripts/tidy", *arguments], cwd=self.folder, env=self.environment, capture_output=True, text=True)
        return done.returncode == 0, sorted(re.findall(r"^linted (.*)", done.stdout, re.MULTILINE))


def check_tidy(root):
    files = [f"{folder}/{i:02}.cpp" for folder in ("demos", "source") for i in range(60)]
    sample = files[::5]
    with tempfile.TemporaryDirectory() as folder:
        tidy = Tidy(root, pathlib.Path(folder), files)
        if tidy.run("--changed", "24") != (True, sample):
            yield f"scripts/tidy --changed without git: {tidy.run('--changed', '24')}"
        if tidy.run() != (True, sorted(files)):
            yield f"scripts/tidy without git: {tidy.run()}"
        tidy.write("source/bad.cpp")
        if tidy.run("source/bad.cpp", "source/01.cpp") != (False, ["source/01.cpp", "source/bad.cpp"]):
            yield "scripts/tidy passes with a finding, or stops at it"
        (tidy.folder / "source/bad.cpp").unlink()
        if not shutil.which("git"):
            return
        # A tree inside that of another project has no history of its own.
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
        if tidy.run("--changed", "24")[1] != sample:
            yield "scripts/tidy --changed takes another project's history for this one's"
        tidy.git("init", "-q", "-b", "main")
        tidy.commit(1)
        tidy.write("source/03.cpp", "2")
        tidy.commit(5)
        if tidy.run("--changed", "24") != (True, ["source/03.cpp"]):
            yield f"scripts/tidy --changed on main, after a day with one change: {tidy.run('--changed', '24')}"
        tidy.git("checkout", "-q", "-b", "work")
        tidy.write("demos/04.cpp", "2")
        tidy.commit(6)
        tidy.write("demos/05.cpp", "2")
        tidy.commit(20)
        tidy.write("source/new.cpp")
        tidy.write("source/06.cpp", "2")
        if tidy.run("--changed", "24") != (True, ["demos/04.cpp", "demos/05.cpp", "source/06.cpp", "source/new.cpp"]):
            yield f"scripts/tidy --changed on a branch: {tidy.run('--changed', '24')}"
        if tidy.run("--changed", "3") != (True, ["demos/05.cpp", "source/06.cpp", "source/new.cpp"]):
            yield f"scripts/tidy --changed 3 on a branch: {tidy.run('--changed', '3')}"


def check_nightly(root):
    """A stage that fails is in the log, with the seeds of what was random, and the others are done all the same."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        programs = {"tools/cmake": "", "tools/ctest": "", "tools/meson": "exit 1", "scripts/install_packages": "", "scripts/tidy": "",
                    "scripts/mutate_saved_state": "exit 1",
                    "scripts/package": "echo '   1.50 MB  one.deb'; echo '   2.5 minutes  lintian'; test $1 = debian",
                    "build/asan-ubsan/tests/test_skeleton": "",
                    "scripts/fuzz": "mkdir -p build/fuzz/found; for program in load answer use picture cooked graph; do "
                                    "printf 'INFO: Seed: 77\\nstat::number_of_executed_units: 1234\\n' >build/fuzz/$program.log; done"}
        for program, text in programs.items():
            file = folder / program
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"#!/bin/sh\n{text}\n")
            file.chmod(0o755)
        shutil.copy(root / "scripts/nightly", folder / "scripts/nightly")
        for empty in ("source", "demos"):
            (folder / empty).mkdir()
        done = subprocess.run(["scripts/nightly", "100", "5"], cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "PATH": f"{folder / 'tools'}:{os.environ['PATH']}"})
        log = (folder / "build/nightly.log").read_text()
        expected = (r"clang-tidy +passed", r"each-source +FAILED", r"sanitizers +passed", r"instruction-sets +passed",
                    r"saved-fields +FAILED",
                    r"random-input +passed .*use: seed 77, 1234 executions;.* 0 findings", r"random-programs +passed .*seeds 5 to 104",
                    r"package-debian +passed .*1.50 MB one.deb; 2.5 minutes lintian;", r"package-tarball +FAILED")
        if done.returncode != 1 or len(log.splitlines()) != len(expected) or not all(re.search(line, log) for line in expected):
            yield f"scripts/nightly ends with {done.returncode}, and its log is\n{log}"


def main(root):
    page = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    failures = [*check_claims(root, page), *check_lists(root, page), *check_tidy(root), *check_nightly(root)]
    for failure in failures:
        print(failure)
    print(f"examined {len(CLAIMS)} claims, the page's lists, what scripts/tidy chooses and the log of scripts/nightly, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
