#!/usr/bin/env python3
"""three-vrm makes the same of a VRM file as of what `armature convert` writes of it: humanoid, expressions, look-at, springs, constraints, meta.

usage: check_three_vrm_reads.py SOURCE_DIR PROGRAM
  NODE_PATH   where the packages three and @pixiv/three-vrm are; default SOURCE_DIR/node_modules

Without Node or these packages the exit status is 77.
"""
import base64
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

PACKAGES = ("three", "@pixiv/three-vrm")
# Names, parents and places of nodes; names that are roles are those of the humanoid.
NODES = [("root", None, (0, 0, 0)), ("hips", "root", (0, 1, 0)), ("spine", "hips", (0, .1, 0)), ("chest", "spine", (0, .15, 0)),
         ("neck", "chest", (0, .2, 0)), ("head", "neck", (0, .1, 0)), ("leftEye", "head", (.03, .08, .07)), ("rightEye", "head", (-.03, .08, .07)),
         ("leftUpperArm", "chest", (.15, .15, 0)), ("leftLowerArm", "leftUpperArm", (.25, 0, 0)), ("leftHand", "leftLowerArm", (.25, 0, 0)),
         ("rightUpperArm", "chest", (-.15, .15, 0)), ("rightLowerArm", "rightUpperArm", (-.25, 0, 0)), ("rightHand", "rightLowerArm", (-.25, 0, 0)),
         ("leftUpperLeg", "hips", (.1, -.05, 0)), ("leftLowerLeg", "leftUpperLeg", (0, -.45, 0)), ("leftFoot", "leftLowerLeg", (0, -.4, 0)),
         ("rightUpperLeg", "hips", (-.1, -.05, 0)), ("rightLowerLeg", "rightUpperLeg", (0, -.45, 0)), ("rightFoot", "rightLowerLeg", (0, -.4, 0)),
         ("hair0", "head", (0, .1, -.1)), ("hair1", "hair0", (0, -.1, 0)), ("hair2", "hair1", (0, -.1, 0)), ("hairEnd", "hair2", (0, -.1, 0)),
         ("twist", "leftLowerArm", (.1, 0, 0)), ("aimer", "head", (0, .2, 0)), ("copy", "chest", (0, 0, .1)), ("lamp", "root", (1, 2, 1)),
         ("face", "root", (0, 0, 0))]
NUMBER = {name: number for number, (name, _, _) in enumerate(NODES)}
OTHERS = {"root", "hair0", "hair1", "hair2", "hairEnd", "twist", "aimer", "copy", "lamp", "face"}


def constraint(kind, **members):
    return {"extensions": {"VRMC_node_constraint": {"specVersion": "1.0", "constraint": {kind: members}}}}


def asset():
    """A model that says everything of VRM 1.0 that three-vrm knows."""
    positions = struct.pack("<27f", *([0, 0, 0, 1, 0, 0, 0, 1, 0] + [0] * 3 + [.1, 0, 0] + [0] * 3 + [0, 0, .1] + [0] * 6))
    nodes = [{"name": name, "translation": list(place)} for name, _, place in NODES]
    for number, (_, parent, _) in enumerate(NODES):
        if parent:
            nodes[NUMBER[parent]].setdefault("children", []).append(number)
    nodes[NUMBER["face"]]["mesh"] = 0
    nodes[NUMBER["twist"]] |= constraint("roll", source=NUMBER["leftHand"], rollAxis="X", weight=.5)
    nodes[NUMBER["aimer"]] |= constraint("aim", source=NUMBER["lamp"], aimAxis="NegativeZ", weight=.75)
    nodes[NUMBER["copy"]] |= constraint("rotation", source=NUMBER["leftUpperArm"], weight=.25)
    view = {"buffer": 0, "byteLength": 36}
    accessor = {"componentType": 5126, "count": 3, "type": "VEC3"}
    box = {"min": [0, 0, 0], "max": [1, 1, 0]}
    return {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes,
        "buffers": [{"byteLength": len(positions), "uri": "data:application/octet-stream;base64," + base64.b64encode(positions).decode()}],
        "bufferViews": [view | {"byteOffset": 36 * part} for part in range(3)],
        "accessors": [accessor | {"bufferView": part} | (box if part == 0 else {"min": [0, 0, 0], "max": [.1, .1, .1]}) for part in range(3)],
        "materials": [{"name": "skin", "pbrMetallicRoughness": {"baseColorFactor": [.5, .5, .5, 1]}}],
        "meshes": [{"name": "face", "primitives": [{"attributes": {"POSITION": 0}, "material": 0, "targets": [{"POSITION": 1}, {"POSITION": 2}]}]}],
        "extensionsUsed": ["VRMC_vrm", "VRMC_springBone", "VRMC_springBone_extended_collider", "VRMC_node_constraint"],
        "extensions": {"VRMC_vrm": character(), "VRMC_springBone": springs()}}


def character():
    look = {"offsetFromHeadBone": [0, .06, .1], "type": "bone"}
    for number, name in enumerate(("HorizontalInner", "HorizontalOuter", "VerticalDown", "VerticalUp")):
        look["rangeMap" + name] = {"inputMaxValue": 80 - number, "outputScale": 10 + number}
    happy = {"isBinary": True, "overrideBlink": "block", "overrideLookAt": "blend", "overrideMouth": "none",
             "morphTargetBinds": [{"node": NUMBER["face"], "index": 1, "weight": .75}],
             "materialColorBinds": [{"material": 0, "type": "color", "targetValue": [1, .5, .25, .5]}],
             "textureTransformBinds": [{"material": 0, "scale": [.5, 2], "offset": [.25, .125]}]}
    return {"specVersion": "1.0",
            "meta": {"name": "Ada", "version": "2", "authors": ["A", "B"], "copyrightInformation": "(c)", "contactInformation": "mail",
                     "references": ["r"], "thirdPartyLicenses": "t", "licenseUrl": "https://vrm.dev/licenses/1.0/", "avatarPermission": "everyone",
                     "allowExcessivelyViolentUsage": True, "allowExcessivelySexualUsage": False, "commercialUsage": "corporation",
                     "allowPoliticalOrReligiousUsage": True, "allowAntisocialOrHateUsage": False, "creditNotation": "unnecessary",
                     "allowRedistribution": True, "modification": "allowModification", "otherLicenseUrl": "https://example.com"},
            "humanoid": {"humanBones": {name: {"node": number} for name, number in NUMBER.items() if name not in OTHERS}},
            "firstPerson": {"meshAnnotations": [{"node": NUMBER["face"], "type": "thirdPersonOnly"}]}, "lookAt": look,
            "expressions": {"preset": {"happy": happy, "blink": {"morphTargetBinds": [{"node": NUMBER["face"], "index": 0, "weight": 1}]}},
                            "custom": {"Zzz": {"overrideMouth": "block"}}}}


def springs():
    def extended(node, shape):
        return {"node": NUMBER[node], "shape": {"sphere": {"offset": [0, -10000, 0], "radius": 0}},
                "extensions": {"VRMC_springBone_extended_collider": {"specVersion": "1.0", "shape": shape}}}

    first = {"node": NUMBER["hair0"], "hitRadius": .02, "stiffness": .5, "gravityPower": .25, "gravityDir": [0, -1, .5], "dragForce": .75}
    return {"specVersion": "1.0",
            "colliders": [{"node": NUMBER["head"], "shape": {"sphere": {"offset": [0, .1, 0], "radius": .1}}},
                          {"node": NUMBER["chest"], "shape": {"capsule": {"offset": [.1, 0, 0], "radius": .05, "tail": [-.1, 0, 0]}}},
                          extended("root", {"plane": {"offset": [0, .1, 0], "normal": [0, 1, 0]}}),
                          extended("hips", {"capsule": {"offset": [0, 1, 0], "radius": 2, "tail": [0, 2, 0], "inside": True}}),
                          extended("hips", {"sphere": {"offset": [0, 1, 0], "radius": 3, "inside": True}})],
            "colliderGroups": [{"name": "body", "colliders": [0, 1]}, {"name": "room", "colliders": [2, 3, 4]}],
            "springs": [{"name": "hair", "joints": [first] + [{"node": NUMBER[name], "hitRadius": 0, "stiffness": 1, "gravityPower": 0,
                                                               "gravityDir": [0, -1, 0], "dragForce": .5} for name in ("hair1", "hair2", "hairEnd")],
                         "colliderGroups": [0, 1], "center": NUMBER["hips"]}]}


def packages(source):
    for folder in os.environ.get("NODE_PATH", str(source / "node_modules")).split(os.pathsep):
        if all((pathlib.Path(folder) / name).is_dir() for name in PACKAGES):
            return folder
    return None


def main():
    source, program = pathlib.Path(sys.argv[1]).absolute(), sys.argv[2]
    node, folder = shutil.which("node"), packages(source)
    if not node or not folder:
        print("skipped: Node or its packages are missing (npm install three @pixiv/three-vrm; NODE_PATH names their folder)")
        return 77
    with tempfile.TemporaryDirectory() as temporary:
        given, written = (os.path.join(temporary, name) for name in ("given.gltf", "written.vrm"))
        pathlib.Path(given).write_text(json.dumps(asset()))
        done = subprocess.run([program, "convert", given, "-o", written], capture_output=True, text=True)
        if done.returncode:
            print(done.stderr.strip())
            return 1
        reader = pathlib.Path(__file__).with_name("read_with_three_vrm.mjs")
        read = subprocess.run([node, str(reader), folder, given, written], capture_output=True, text=True)
    lines = read.stdout.splitlines()
    if read.returncode or len(lines) != 2:
        print(read.stderr[-2000:])
        return 1
    before, after = map(json.loads, lines)
    failed = [part for part in before if before[part] != after.get(part)]
    for part in failed:
        print(f"{part}: three-vrm reads {json.dumps(before[part])[:400]}\n  and of what was written {json.dumps(after.get(part))[:400]}")
    print(f"examined {len(before)} parts: {len(before['humanoid'])} bones, {len(before['joints'])} spring joints, "
          f"{len(before['constraints'])} constraints, {len(before['expressions'])} expressions; {len(failed)} parts differ")
    return 1 if failed or not before["joints"] or not before["constraints"] else 0


sys.exit(main())
