"""What a GLB file says, for checks that judge what the program writes: by glTF's specification, nothing of the library's own.

Matrices are lists of four rows. Floats, integers and normalised integers, all three interpolations, skins, morph targets; no sparse or
compressed data, which the program writes on request only.
"""
import bisect
import json
import math
import struct

COMPONENTS = {5120: ("b", 1, 127.0), 5121: ("B", 1, 255.0), 5122: ("h", 2, 32767.0), 5123: ("H", 2, 65535.0), 5125: ("I", 4, 1.0), 5126: ("f", 4, 1.0)}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
IDENTITY = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]


def product(a, b):
    """Of affine matrices."""
    rows = []
    for x, y, z, w in a[:3]:
        rows.append([x * b[0][k] + y * b[1][k] + z * b[2][k] + (w if k == 3 else 0.0) for k in range(4)])
    return rows + [[0.0, 0.0, 0.0, 1.0]]


def moved(matrix, point):
    x, y, z = point
    return tuple(row[0] * x + row[1] * y + row[2] * z + row[3] for row in matrix[:3])


def matrix_of(translation, rotation, scale):
    x, y, z, w = rotation
    turn = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return [[turn[row][column] * scale[column] for column in range(3)] + [translation[row]] for row in range(3)] + [[0.0, 0.0, 0.0, 1.0]]


def blended(influences, matrices):
    """The sum of weight times matrix, as three rows; weights divided by their sum."""
    total = sum(weight for _, weight in influences)
    rows = [[0.0] * 4 for _ in range(3)]
    for joint, weight in influences:
        part = weight / total
        for row, source in zip(rows, matrices[joint]):
            for k in range(4):
                row[k] += part * source[k]
    return rows


def slerp(a, b, part):
    cosine = sum(x * y for x, y in zip(a, b))
    if cosine < 0:
        b, cosine = tuple(-x for x in b), -cosine
    angle = math.acos(min(1.0, cosine))
    if angle < 1e-6:
        mixed = [x + part * (y - x) for x, y in zip(a, b)]
    else:
        mixed = [(math.sin((1 - part) * angle) * x + math.sin(part * angle) * y) / math.sin(angle) for x, y in zip(a, b)]
    size = math.sqrt(sum(x * x for x in mixed)) or 1.0
    return tuple(x / size for x in mixed)


class Glb:
    def __init__(self, file):
        data = open(file, "rb").read()
        size = struct.unpack_from("<I", data, 12)[0]
        self.json = json.loads(data[20:20 + size])
        self.binary = data[20 + size + 8:]
        self.nodes = self.json.get("nodes", [])
        self.parents = [None] * len(self.nodes)
        for index, node in enumerate(self.nodes):
            for child in node.get("children", []):
                self.parents[child] = index
        self.clips = [self.read_clip(animation) for animation in self.json.get("animations", [])]

    def read_clip(self, animation):
        """Times, values and interpolation by node and path."""
        tracks = {}
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            if "node" in channel["target"]:
                tracks[channel["target"]["node"], channel["target"]["path"]] = (
                    [x[0] for x in self.numbers(sampler["input"])], self.numbers(sampler["output"]), sampler.get("interpolation", "LINEAR"))
        return tracks

    def numbers(self, index):
        """An accessor, a tuple for each element."""
        accessor = self.json["accessors"][index]
        letter, size, most = COMPONENTS[accessor["componentType"]]
        width, count = WIDTHS[accessor["type"]], accessor["count"]
        if "bufferView" not in accessor:
            return [(0.0,) * width] * count
        if "sparse" in accessor:
            raise ValueError("sparse accessors are not read")
        view = self.json["bufferViews"][accessor["bufferView"]]
        start, stride = view.get("byteOffset", 0) + accessor.get("byteOffset", 0), view.get("byteStride", size * width)
        whole = [struct.unpack_from(f"<{width}{letter}", self.binary, start + k * stride) for k in range(count)]
        return [tuple(max(-1.0, x / most) for x in each) for each in whole] if accessor.get("normalized") else whole

    def sample(self, clip, node, path, default, seconds):
        """At a time of one of `clips`; what is not moved there, and all without a time, is `default`."""
        if seconds is None or (node, path) not in clip:
            return default
        times, values, interpolation = clip[node, path]
        after = bisect.bisect_right(times, seconds)
        if after == 0 or after == len(times):
            last = 0 if after == 0 else len(times) - 1
            return values[3 * last + 1] if interpolation == "CUBICSPLINE" else values[last]
        length = times[after] - times[after - 1]
        part = 0.0 if interpolation == "STEP" else (seconds - times[after - 1]) / length
        if interpolation == "CUBICSPLINE":
            a, leaving, arriving, b = values[3 * after - 2], values[3 * after - 1], values[3 * after], values[3 * after + 1]
            t2, t3 = part * part, part * part * part
            mixed = tuple((2 * t3 - 3 * t2 + 1) * p + length * (t3 - 2 * t2 + part) * m + (3 * t2 - 2 * t3) * q + length * (t3 - t2) * n
                          for p, m, q, n in zip(a, leaving, b, arriving))
            size = math.sqrt(sum(x * x for x in mixed)) or 1.0
            return tuple(x / size for x in mixed) if path == "rotation" else mixed
        a, b = values[after - 1], values[after]
        return slerp(a, b, part) if path == "rotation" else tuple(x + part * (y - x) for x, y in zip(a, b))

    def local(self, clip, index, seconds):
        node = self.nodes[index]
        if "matrix" in node:
            return [[float(node["matrix"][4 * column + row]) for column in range(4)] for row in range(4)]
        return matrix_of(self.sample(clip, index, "translation", tuple(node.get("translation", (0, 0, 0))), seconds),
                         self.sample(clip, index, "rotation", tuple(node.get("rotation", (0, 0, 0, 1))), seconds),
                         self.sample(clip, index, "scale", tuple(node.get("scale", (1, 1, 1))), seconds))

    def worlds(self, clip=None, seconds=None):
        """Of all nodes; None: at rest."""
        placed = {}

        def place(index):
            if index not in placed:
                own = self.local(clip, index, seconds)
                placed[index] = own if self.parents[index] is None else product(place(self.parents[index]), own)
            return placed[index]

        return [place(index) for index in range(len(self.nodes))]

    def points(self, clip=None, seconds=None):
        """Where the vertices of all meshes are in the world: morph targets, skins, nodes."""
        worlds = self.worlds(clip, seconds)
        points = []
        for index, node in enumerate(self.nodes):
            if "mesh" not in node:
                continue
            mesh = self.json["meshes"][node["mesh"]]
            weights = self.weights(clip, index, seconds)
            for primitive in mesh["primitives"]:
                places = self.morphed(primitive, weights)
                if "skin" not in node:
                    points += [moved(worlds[index], place) for place in places]
                    continue
                skin = self.json["skins"][node["skin"]]
                binds = self.numbers(skin["inverseBindMatrices"])
                matrices = [product(worlds[joint], [[bind[4 * column + row] for column in range(4)] for row in range(4)])
                            for joint, bind in zip(skin["joints"], binds)]
                points += [moved(blended(influences, matrices), place) for influences, place in zip(self.influences(primitive), places)]
        return points

    def weights(self, clip, index, seconds):
        node = self.nodes[index]
        mesh = self.json["meshes"][node["mesh"]]
        count = len(mesh["primitives"][0].get("targets", []))
        default = node.get("weights", mesh.get("weights", [0.0] * count))
        if seconds is None or (index, "weights") not in clip:
            return default
        times, values, interpolation = clip[index, "weights"]
        grouped = [tuple(x for (x,) in values[k * count:(k + 1) * count]) for k in range(len(values) // count)]
        return self.sample({(index, "weights"): (times, grouped, interpolation)}, index, "weights", default, seconds)

    def morphed(self, primitive, weights):
        places = self.numbers(primitive["attributes"]["POSITION"])
        for target, weight in zip(primitive.get("targets", []), weights):
            if weight and "POSITION" in target:
                places = [tuple(x + weight * y for x, y in zip(place, move)) for place, move in zip(places, self.numbers(target["POSITION"]))]
        return places

    def influences(self, primitive):
        """Of each vertex: joints of the skin with their weights, none of weight 0."""
        attributes = primitive["attributes"]
        sets = [zip(self.numbers(attributes[f"JOINTS_{k}"]), self.numbers(attributes[f"WEIGHTS_{k}"])) for k in range(8) if f"JOINTS_{k}" in attributes]
        return [[(joint, weight) for joints, weights in parts for joint, weight in zip(joints, weights) if weight] for parts in zip(*sets)]
