#!/usr/bin/env python3
"""Babylon.js loads what `armature convert` writes of the golden glTF files, and gets the same matrices and points from it as from the files themselves.

usage: check_babylon_reads.py SOURCE_DIR PROGRAM
  ARMATURE_ORACLE_DIR   golden cases; default those of ARMATURE_SHARED, else ../shared beside SOURCE_DIR, else the sample in tests/oracle/golden
  NODE_PATH             where the packages @babylonjs/core and @babylonjs/loaders are; default SOURCE_DIR/node_modules

Without Node or these packages the exit status is 77.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def golden_folder(source):
    if "ARMATURE_ORACLE_DIR" in os.environ:
        return pathlib.Path(os.environ["ARMATURE_ORACLE_DIR"])
    shared = pathlib.Path(os.environ.get("ARMATURE_SHARED", source / ".." / "shared")) / "oracle" / "golden"
    return shared if shared.is_dir() else source / "tests" / "oracle" / "golden"


def packages(source):
    for folder in os.environ.get("NODE_PATH", str(source / "node_modules")).split(os.pathsep):
        if all((pathlib.Path(folder) / "@babylonjs" / name).is_dir() for name in ("core", "loaders")):
            return folder
    return None


def main():
    source, program = pathlib.Path(sys.argv[1]).absolute(), sys.argv[2]
    node, folder = shutil.which("node"), packages(source)
    if not node or not folder:
        print("skipped: Node or its packages are missing (npm install @babylonjs/core @babylonjs/loaders; NODE_PATH names their folder)")
        return 77
    golden = golden_folder(source)
    with tempfile.TemporaryDirectory() as written:
        for case in json.loads((golden / "gltf.json").read_text())["cases"]:
            output = os.path.join(written, case["id"] + ".glb")
            done = subprocess.run([program, "convert", str(golden / case["file"]), "-o", output], capture_output=True, text=True)
            if done.returncode:
                print(f"{case['file']}: {done.stderr.strip()}")
                return 1
        reader = pathlib.Path(__file__).with_name("read_with_babylon.mjs")
        return subprocess.run([node, str(reader), folder, str(golden / "gltf.json"), written]).returncode


sys.exit(main())
