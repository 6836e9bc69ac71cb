#!/usr/bin/env python3
"""What `armature convert` writes is valid: Khronos' validator finds no error in any form of any valid model, nor in the project's character.

usage: check_gltf_validator.py SOURCE_DIR PROGRAM [MODEL...]
  ARMATURE_SHARED   folder of reference data; default ../shared beside SOURCE_DIR; without it the models in tests/oracle/golden count alone
  NODE_PATH         where the package gltf-validator is; default SOURCE_DIR/node_modules (npm install gltf-validator)

Without Node or that package the exit status is 77.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Required by an extension that does not exist: it cannot be read.
UNREADABLE = {"ext_required_unknown.gltf"}
FORMS = {".glb": [], ".gltf": [], ".small.glb": ["--quantize"], ".grid.glb": ["--quantize-positions"],
         ".packed.glb": ["--quantize", "--quantize-positions", "--compress"]}


def models(source):
    shared = pathlib.Path(os.environ.get("ARMATURE_SHARED", source / ".." / "shared"))
    folders = [source / "tests" / "oracle" / "golden" / "gltf", shared / "corpus" / "valid"]
    return sorted(f for folder in folders for f in folder.rglob("*") if f.suffix.lower() in (".glb", ".gltf", ".dae") and f.name not in UNREADABLE)


def main():
    source, program = pathlib.Path(sys.argv[1]).absolute(), sys.argv[2]
    environment = dict(os.environ, NODE_PATH=os.environ.get("NODE_PATH", str(source / "node_modules")))
    node = shutil.which("node")
    if not node or subprocess.run([node, "-e", "require('gltf-validator')"], env=environment, stderr=subprocess.DEVNULL).returncode:
        print("skipped: Node or its package gltf-validator is missing (npm install gltf-validator; NODE_PATH names its folder)")
        return 77
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        written = []
        for number, model in enumerate(models(source) + [pathlib.Path(m) for m in sys.argv[3:]]):
            for ending, options in FORMS.items():
                output = os.path.join(folder, f"{number}-{model.stem}{ending}")
                done = subprocess.run([program, "convert", str(model), "-o", output, *options], capture_output=True, text=True)
                if done.returncode:
                    failures += 1
                    print(f"{model}: {done.stderr.strip()}")
                else:
                    written.append(output)
        validator = pathlib.Path(__file__).with_name("validate_gltf.js")
        failures += subprocess.run([node, str(validator), *written], env=environment).returncode
    return 1 if failures or not written else 0


sys.exit(main())
