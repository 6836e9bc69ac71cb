#!/usr/bin/env python3
"""The armature program copes with every model of the reference data, the hostile ones too: inspect and pose end within the limits of time and
memory, with status 0 or 1, and say why if it is 1. Those that attacked it once are drawn as well, and
those that ask for much with few bytes are baked, cooked, cut and converted.

usage: check_hostile_files.py SOURCE_DIR PROGRAM [--table]
  ARMATURE_SHARED   folder of reference data; default ../shared beside SOURCE_DIR

--table prints a line for each file. Without such data the exit status is 77.
"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

SECONDS = 5.0  # of processor time
BYTES = 1 << 30
COMMANDS = {"corpus": ("inspect", "pose"), "attack": ("inspect", "pose", "render")}
MODELS = (".glb", ".gltf")
OTHERS = (".fbx", ".smd", ".cooked")
AMPLIFIED = ("inspect", "pose", "clips", "bake", "cook", "cut", "convert")


def is_amplified(file):
    return file.parent.name == "amplify"


def run(program, command, file, out):
    options = {"render": ["-o", out + ".png"], "cook": ["--bake", "-o", out], "cut": ["--fps", "60", "-o", out + ".glb"], "convert": ["-o", out + ".glb"]}
    arguments = [program, command, str(file), *options.get(command, [])]
    with subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (4 * int(SECONDS),) * 2)) as process:
        message = process.stderr.read().decode(errors="replace").strip()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, message


def main():
    source, program = sys.argv[1:3]
    shared = pathlib.Path(os.environ.get("ARMATURE_SHARED", pathlib.Path(source) / ".." / "shared"))
    files = sorted(f for folder in COMMANDS for f in (shared / folder).rglob("*") if f.suffix in MODELS or (is_amplified(f) and f.suffix in OTHERS))
    if not files:
        print("skipped: no reference data")
        return 77
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            commands = AMPLIFIED if is_amplified(file) else COMMANDS[file.relative_to(shared).parts[0]]
            for command in commands:
                status, seconds, memory, message = run(program, command, file, os.path.join(folder, "out"))
                line = f"{command} {file.relative_to(shared)}: status {status}, {seconds:.2f} s, {memory / 1e6:.0f} MB"
                if "--table" in sys.argv:
                    print(line)
                if status not in ((0, 1, 2) if commands is AMPLIFIED else (0, 1)) or seconds > SECONDS or memory > BYTES or (status == 1 and str(file) not in message):
                    problems.append(f"{line}: {message[:200]}")
    print("\n".join(problems))
    print(f"examined {len(files)} files, {len(problems)} failed")
    return 1 if problems else 0


sys.exit(main())
