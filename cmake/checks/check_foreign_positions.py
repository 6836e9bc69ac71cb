#!/usr/bin/env python3
"""Collada and MD5 models, converted to GLB, are where readers of this folder say: collada.py, md5.py and glb.py, which share nothing with the
library.

usage: check_foreign_positions.py SOURCE_DIR ARMATURE [MODEL...]
  ARMATURE_SHARED   folder of reference data; default ../shared beside SOURCE_DIR, which may be missing

Without models: one of each format that it writes itself, those of the reference data, and those of Debian's assimp-testmodels, if they are
there. In the world, at rest, at five keys of each clip and between them, each vertex of either side has one of the other at its place, within
1e-4 of the model's size; between keys within 2e-2: there a file's curves are numbers and matrices, and glTF's are rotations.
"""
import math
import os
import pathlib
import subprocess
import sys
import tempfile

from collada import Collada
from glb import Glb, matrix_of
from md5 import Md5, quaternion

EXACT, BETWEEN = 1e-4, 2e-2
TEST_MODELS = pathlib.Path("/usr/share/assimp/models")


class Places:
    """Points, to find one that is near another."""

    def __init__(self, points, radius):
        self.radius, self.cells = radius, {}
        for point in points:
            self.cells.setdefault(self.cell(point), []).append(point)

    def cell(self, point):
        return tuple(math.floor(x / self.radius) for x in point)

    def has(self, point):
        x, y, z = self.cell(point)
        around = (self.cells.get((x + i, y + j, z + k), ()) for i in (0, -1, 1) for j in (0, -1, 1) for k in (0, -1, 1))
        return any(math.dist(point, other) <= self.radius for cell in around for other in cell)


def strangers(expected, found, part):
    """How many points of either side have none of the other within a part of the model's size."""
    expected, found = set(expected), set(found)
    if not expected or not found:
        return len(expected) + len(found)
    size = max(max(p[k] for p in expected) - min(p[k] for p in expected) for k in range(3))
    radius = part * max(size, 1e-6)
    return sum(not others.has(point) for points, others in ((expected, Places(found, radius)), (found, Places(expected, radius))) for point in points)


def spread(values, count):
    return [values[round(k * (len(values) - 1) / max(1, count - 1))] for k in range(count)] if len(values) > count else values


def moments_of_collada(model):
    """Expected points at rest and in each clip; the clip's number, its time as glTF has it, and how exact that is."""
    yield None, None, EXACT, model.points()
    for number, clip in enumerate(clip for clip in model.clips if clip):
        times = model.times(clip)
        begin = min(0.0, times[0])
        for time in spread(times, 5):
            yield number, time - begin, EXACT, model.points(clip, time)
        for a, b in spread(list(zip(times, times[1:])), 3):
            yield number, (a + b) / 2 - begin, BETWEEN, model.points(clip, (a + b) / 2)


def moments_of_md5(model):
    yield None, None, EXACT, model.points()
    for frame in spread(list(range(len(model.frames))), 5):
        yield 0, frame / model.rate, EXACT, model.points(frame)


def check(armature, file, folder):
    """What is wrong, and at how many moments vertices were compared."""
    converted = os.path.join(folder, "out.glb")
    run = subprocess.run([armature, "convert", str(file), "-o", converted], capture_output=True, text=True)
    if run.returncode:
        return ["refused: " + run.stderr.strip().splitlines()[-1]], 0
    glb = Glb(converted)
    if file.suffix.lower() == ".md5mesh":
        motion = file.with_suffix(".md5anim")
        moments = moments_of_md5(Md5(file, motion if motion.is_file() else None))
    else:
        moments = moments_of_collada(Collada(file))
    faults, count = [], 0
    for clip, seconds, part, expected in moments:
        if clip is not None and clip >= len(glb.clips):
            faults.append(f"clip {clip} is missing")
            break
        found = glb.points(glb.clips[clip], seconds) if clip is not None else glb.points()
        if not expected and not found:
            continue
        far = strangers(expected, found, part)
        count += 1
        if far:
            faults.append(f"{'at rest' if clip is None else f'clip {clip} at {seconds:.4g} s'}: {far} of {len(set(expected))} and {len(set(found))} vertices have no counterpart")
    return faults, count


def seen_from(frame, point):
    """In the axes of a frame that only turns and moves."""
    offset = [x - row[3] for x, row in zip(point, frame)]
    return [sum(offset[row] * frame[row][column] for row in range(3)) for column in range(3)]


def write_md5(folder):
    """A chain of four joints, of which a motion moves some numbers, and vertices between each two of them."""
    names, places = ["root", "lower", "upper", "tip"], [(1, 2, 3), (1, 2, 5), (1, 3, 7), (1, 3, 9)]
    turns = [(0, 0, 0), (0.1, 0.2, -0.3), (-0.4, 0.1, 0.2), (0.2, 0.2, 0.2)]
    lines = ["MD5Version 10", 'commandline ""', "", "numJoints 4", "numMeshes 1", "", "joints {"]
    lines += [f'\t"{name}" {index - 1} ( {place[0]} {place[1]} {place[2]} ) ( {turn[0]} {turn[1]} {turn[2]} )' for index, (name, place, turn) in enumerate(zip(names, places, turns))]
    lines += ["}", "", "mesh {", '\tshader "none"', "", "\tnumverts 9"]
    lines += [f"\tvert {k} ( 0.5 0.5 ) {2 * k} 2" for k in range(9)] + ["", "\tnumtris 3"]
    lines += [f"\ttri {k} {3 * k} {3 * k + 1} {3 * k + 2}" for k in range(3)] + ["", "\tnumweights 18"]
    for k in range(9):
        share = 0.25 + 0.05 * k
        for number, joint, bias in ((2 * k, k // 3, share), (2 * k + 1, k // 3 + 1, 1 - share)):
            place = seen_from(matrix_of(places[joint], quaternion(*turns[joint]), (1, 1, 1)), (0.3 * k - 1, k % 3, 2.5 + 0.8 * k))
            lines.append(f"\tweight {number} {joint} {bias:.2f} ( {place[0]:.7f} {place[1]:.7f} {place[2]:.7f} )")
    mesh = pathlib.Path(folder, "chain.md5mesh")
    mesh.write_text("\n".join(lines + ["}", ""]))
    flags, starts = [63, 56, 3, 32], [0, 6, 9, 11]
    lines = ["MD5Version 10", 'commandline ""', "", "numFrames 7", "numJoints 4", "frameRate 12", "numAnimatedComponents 12", "", "hierarchy {"]
    lines += [f'\t"{name}" {index - 1} {flags[index]} {starts[index]}' for index, name in enumerate(names)] + ["}", "", "bounds {"]
    lines += ["\t( -9 -9 -9 ) ( 9 9 9 )"] * 7 + ["}", "", "baseframe {"]
    lines += ["\t( 0 0 1 ) ( 0 0 0 )", "\t( 0 0.5 2 ) ( 0.1 0.1 0 )", "\t( 0 1 1 ) ( 0.3 0 0 )", "\t( 0 0 2 ) ( 0 0.2 0.1 )"]
    for frame in range(7):
        lines += ["}", "", f"frame {frame} {{", "\t" + " ".join(f"{0.5 * math.sin(0.7 * frame + number):.5f}" for number in range(12))]
    mesh.with_suffix(".md5anim").write_text("\n".join(lines + ["}", ""]))
    return mesh


def source(name, numbers, *params):
    """`params` are names; MATRIX has sixteen numbers, JOINT and KIND are words."""
    isWords, stride = params[0] in ("JOINT", "KIND"), 16 if params == ("MATRIX",) else len(params)
    array, kind = ("Name_array", "name") if isWords else ("float_array", "float4x4" if stride == 16 else "float")
    described = "".join(f'<param name="{param}" type="{kind}"/>' for param in params)
    return (f'<source id="{name}"><{array} id="{name}-array" count="{len(numbers)}">{" ".join(map(str, numbers))}</{array}><technique_common>'
            f'<accessor source="#{name}-array" count="{len(numbers) // stride}" stride="{stride}">{described}</accessor></technique_common></source>')


def write_collada(folder):
    """In inches, +Z up: a mesh on three joints that turn, move and grow by curves of their own, and a plain one below the last joint."""
    places = [0, 0, 0, 4, 0, 1, 0, 4, 2, 4, 4, 5, 1, 1, 8, 3, 2, 9]
    geometry = source("places", places, "X", "Y", "Z") + '<vertices id="v"><input semantic="POSITION" source="#places"/></vertices>'
    triangles = '<triangles count="3"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 2 1 3 3 4 5</p></triangles>'
    binds = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] + [1, 0, 0, -1, 0, 1, 0, 0, 0, 0, 1, -3, 0, 0, 0, 1] + [0, 1, 0, 0, -1, 0, 0, 1, 0, 0, 1, -6, 0, 0, 0, 1]
    skin = (source("joints", ["base", "middle", "top"], "JOINT") + source("binds", binds, "MATRIX") + source("weights", [1, 0.25, 0.75, 0.5, 0.3, 0.2], "WEIGHT")
            + '<joints><input semantic="JOINT" source="#joints"/><input semantic="INV_BIND_MATRIX" source="#binds"/></joints>'
            '<vertex_weights count="6"><input semantic="JOINT" source="#joints" offset="0"/><input semantic="WEIGHT" source="#weights" offset="1"/>'
            "<vcount>1 2 2 3 1 1</vcount><v>0 0 0 1 1 2 1 2 2 1 0 3 1 4 2 5 2 0 1 0</v></vertex_weights>")
    curves, channels = "", {"a/turn.ANGLE": ([0, 1, 2], [0, 80, -60]), "b/place.Y": ([0, 1.5], [0, 3]), "b/size.X": ([0.5, 2], [1, 1.6]), "c/turn.ANGLE": ([0.25, 2], [10, 100])}
    for number, (target, (times, values)) in enumerate(channels.items()):
        curves += (f'<animation id="curve{number}">' + source(f"t{number}", times, "TIME") + source(f"x{number}", values, target.split(".")[1]) + source(f"k{number}", ["LINEAR"] * len(times), "KIND")
                   + f'<sampler id="s{number}"><input semantic="INPUT" source="#t{number}"/><input semantic="OUTPUT" source="#x{number}"/><input semantic="INTERPOLATION"'
                   f' source="#k{number}"/></sampler><channel source="#s{number}" target="{target}"/></animation>')
    nodes = ('<node id="a" sid="base" type="JOINT"><rotate sid="turn">0 0 1 0</rotate><node id="b" sid="middle" type="JOINT"><translate sid="place">1 0 3</translate>'
             '<scale sid="size">1 1 1</scale><node id="c" sid="top" type="JOINT"><translate>0 1 2</translate><rotate sid="turn">3 4 0 10</rotate>'
             '<node id="flag"><instance_geometry url="#mesh"/></node></node></node></node>'
             '<node id="body"><instance_controller url="#skin"><skeleton>#a</skeleton></instance_controller></node>')
    file = pathlib.Path(folder, "joints.dae")
    file.write_text('<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit name="inch" meter="0.0254"/>'
                    f'<up_axis>Z_UP</up_axis></asset><library_geometries><geometry id="mesh"><mesh>{geometry}{triangles}</mesh></geometry></library_geometries>'
                    f'<library_controllers><controller id="skin"><skin source="#mesh">{skin}</skin></controller></library_controllers><library_animations>{curves}'
                    f'</library_animations><library_visual_scenes><visual_scene id="scene">{nodes}</visual_scene></library_visual_scenes>'
                    '<scene><instance_visual_scene url="#scene"/></scene></COLLADA>')
    return file


def models_at_hand(root):
    shared = pathlib.Path(os.environ.get("ARMATURE_SHARED", root / ".." / "shared"))
    folders = [shared / "corpus" / "valid", TEST_MODELS / "Collada", TEST_MODELS / "MD5"]
    return [file for folder in folders for file in sorted(folder.rglob("*")) if file.suffix.lower() in (".dae", ".zae", ".md5mesh")]


def main():
    root, armature = pathlib.Path(sys.argv[1]).absolute(), sys.argv[2]
    given = [pathlib.Path(argument) for argument in sys.argv[3:]]
    wrong = moments = files = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in given or [write_collada(folder), write_md5(folder)] + models_at_hand(root):
            try:
                faults, count = check(armature, file, folder)
            except ValueError as refused:
                faults, count = [str(refused)], 0
            wrong += bool(faults)
            moments += count
            files += count > 0
            print(f"{file.name}: {count} moments{''.join('; ' + fault for fault in faults[:4])}", flush=True)
    print(f"{files} files with vertices compared at {moments} moments, {wrong} wrong")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
