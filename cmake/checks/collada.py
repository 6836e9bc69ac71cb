"""Where the vertices of a Collada file are: by the specification of COLLADA 1.4.1, nothing of the library's own. For checks.

All kinds of transforms but skew and lookat, LINEAR and STEP curves, skins, nodes that are instances of others; no morph targets. The world
is in metres and has +Y up.
"""
import bisect
import io
import math
import xml.etree.ElementTree
import zipfile

from glb import IDENTITY, blended, moved, product

UP = {"Y_UP": IDENTITY, "Z_UP": [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]],
      "X_UP": [[0.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]}
TRANSFORMS = ("matrix", "translate", "rotate", "scale")
MEMBERS = {"X": 0, "Y": 1, "Z": 2, "ANGLE": 3}


def document_of(file):
    data = open(file, "rb").read()
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            name = next((xml.etree.ElementTree.fromstring(archive.read(n)).text.strip().removeprefix("./") for n in names if n == "manifest.xml"), None)
            data = archive.read(name if name in names else next(n for n in names if n.lower().endswith(".dae")))
    root = xml.etree.ElementTree.fromstring(data)
    for element in root.iter():
        element.tag = element.tag.split("}")[-1]
    return root


def number_in(text):
    return float(text.replace(",", "."))  # some exporters write numbers as in their user's language


def floats(element):
    return [number_in(x) for x in (element.text or "").split()] if element is not None else []


def integers(element):
    return [int(x) for x in (element.text or "").split()] if element is not None else []


def matrix_from(numbers):
    return [list(numbers[4 * row:4 * row + 4]) for row in range(4)]


def transform(kind, numbers):
    if kind == "matrix":
        return matrix_from(numbers)
    if kind == "translate":
        return [[1.0, 0.0, 0.0, numbers[0]], [0.0, 1.0, 0.0, numbers[1]], [0.0, 0.0, 1.0, numbers[2]], [0.0, 0.0, 0.0, 1.0]]
    if kind == "scale":
        return [[numbers[0], 0.0, 0.0, 0.0], [0.0, numbers[1], 0.0, 0.0], [0.0, 0.0, numbers[2], 0.0], [0.0, 0.0, 0.0, 1.0]]
    x, y, z = numbers[:3]
    size = math.sqrt(x * x + y * y + z * z)
    if not size:
        return IDENTITY
    x, y, z = x / size, y / size, z / size
    c, s = math.cos(math.radians(numbers[3])), math.sin(math.radians(numbers[3]))
    d = 1 - c  # Rodrigues' formula
    return [[c + d * x * x, d * x * y - s * z, d * x * z + s * y, 0.0], [d * x * y + s * z, c + d * y * y, d * y * z - s * x, 0.0],
            [d * x * z - s * y, d * y * z + s * x, c + d * z * z, 0.0], [0.0, 0.0, 0.0, 1.0]]


class Curve:
    """An animated number, or all of a transform."""

    def __init__(self, target, times, values, kinds):
        self.node, _, rest = target.partition("/")
        self.sid, _, member = rest.partition(".")
        self.member = MEMBERS.get(member)
        self.isStep = [kind == "STEP" for kind in kinds] or [False] * len(times)
        self.times, self.values = times, values
        if "(" in rest or (member and self.member is None) or not set(kinds) <= {"LINEAR", "STEP"}:
            raise ValueError(f"{target}: this kind of curve is not read")

    def at(self, seconds):
        after = bisect.bisect_right(self.times, seconds)
        if after == 0 or after == len(self.times):
            return self.values[0 if after == 0 else -1]
        a, b = self.values[after - 1], self.values[after]
        part = 0.0 if self.isStep[after - 1] else (seconds - self.times[after - 1]) / (self.times[after] - self.times[after - 1])
        return [x + part * (y - x) for x, y in zip(a, b)]

    def set(self, numbers, seconds):
        value = self.at(seconds)
        if self.member is None:
            return value
        return numbers[:self.member] + value + numbers[self.member + 1:]


class Collada:
    def __init__(self, file):
        self.root = document_of(file)
        self.ids = {element.get("id"): element for element in self.root.iter() if element.get("id")}
        asset = self.root.find("asset")
        unit = asset.find("unit") if asset is not None else None
        up = asset.findtext("up_axis") if asset is not None else None
        metre = number_in(unit.get("meter", "1")) if unit is not None else 1.0
        self.to_world = product(UP[(up or "Y_UP").strip()], transform("scale", [metre] * 3))
        self.clips = self.read_clips()
        scene = self.root.find("scene/instance_visual_scene")
        shown = self.ids.get(scene.get("url").removeprefix("#")) if scene is not None else None
        self.roots = shown.findall("node") if shown is not None else []

    def refer(self, url):
        return self.ids[url.removeprefix("#")]

    def read_clips(self):
        """The curves of each clip: of those of the library of clips, if there are any, or all at once."""
        library = self.root.findall("library_animation_clips/animation_clip")
        if library:
            return [[curve for use in clip.findall("instance_animation") for curve in self.curves_of(self.refer(use.get("url")))] for clip in library]
        curves = [curve for animations in self.root.findall("library_animations") for curve in self.curves_of(animations)]
        return [curves] if curves else []

    def curves_of(self, animation):
        curves = []
        for channel in animation.iter("channel"):
            parts = {use.get("semantic"): self.refer(use.get("source")) for use in self.refer(channel.get("source")).findall("input")}
            times = floats(parts["INPUT"].find("float_array"))
            values = self.source(parts["OUTPUT"])
            kinds = (parts["INTERPOLATION"].findtext("Name_array") or "").split() if "INTERPOLATION" in parts else []
            curves.append(Curve(channel.get("target"), times, values, kinds))
        return curves

    def source(self, element):
        numbers = floats(element.find("float_array"))
        accessor = element.find("technique_common/accessor")
        stride, first = int(accessor.get("stride", 1)), int(accessor.get("offset", 0))
        return [numbers[first + k * stride:first + (k + 1) * stride] for k in range(int(accessor.get("count")))]

    def names(self, element):
        array = element.find("Name_array")
        return (array if array is not None else element.find("IDREF_array")).text.split()

    def used_places(self, geometry):
        """Positions that polygons or lines have, by number."""
        mesh = geometry.find("mesh")
        if mesh is None:
            return {}
        source = next(use for use in mesh.findall("vertices/input") if use.get("semantic") == "POSITION")
        positions, used = self.source(self.refer(source.get("source"))), set()
        for primitive in mesh:
            if primitive.tag not in ("triangles", "polylist", "polygons", "tristrips", "trifans", "lines", "linestrips"):
                continue
            uses = primitive.findall("input")
            step = 1 + max(int(use.get("offset")) for use in uses)
            at = next(int(use.get("offset")) for use in uses if use.get("semantic") == "VERTEX")
            for list_ in list(primitive.findall("p")) + list(primitive.findall("ph/p")):
                used.update(integers(list_)[at::step])
        return {number: positions[number] for number in sorted(used)}

    def matrix_of(self, node, curves, seconds):
        whole = IDENTITY
        for element in node:
            if element.tag in TRANSFORMS:
                numbers = floats(element)
                for curve in curves.get((node.get("id"), element.get("sid")), []) if seconds is not None else []:
                    numbers = curve.set(numbers, seconds)
                whole = product(whole, transform(element.tag, numbers))
            elif element.tag in ("skew", "lookat"):
                raise ValueError(f"{element.tag} is not read")
        return whole

    def points(self, clip=None, seconds=None):
        """Of all meshes, in the world; `clip` is one of `clips`, None: at rest."""
        curves = {}
        for curve in clip or []:
            curves.setdefault((curve.node, curve.sid), []).append(curve)
        worlds, uses = {}, []

        def walk(node, above):
            world = product(above, self.matrix_of(node, curves, seconds))
            worlds[node] = world
            for element in node:
                if element.tag in ("instance_geometry", "instance_controller"):
                    uses.append((element, world))
                elif element.tag == "instance_node":
                    walk(self.refer(element.get("url")), world)
                elif element.tag == "node":
                    walk(element, world)

        for node in self.roots:
            walk(node, self.to_world)
        points = []
        for element, world in uses:
            target = self.refer(element.get("url"))
            skin = target.find("skin") if target.tag == "controller" else None
            if target.tag == "controller" and skin is None:
                raise ValueError("morph targets are not read")
            if skin is not None and not skin.get("source"):
                continue  # a skeleton without a mesh
            points += self.skinned(element, skin, worlds) if skin is not None else [moved(world, place) for place in self.used_places(target).values()]
        return points

    def joint(self, name, roots):
        """The first node of that sid, or else id or name, below the roots of a skeleton, or anywhere."""
        for key in ("sid", "id", "name"):
            for root in roots + self.roots:
                for node in root.iter("node"):
                    if node.get(key) == name:
                        return node
        raise ValueError(f"there is no joint {name}")

    def skinned(self, instance, skin, worlds):
        roots = [self.refer(element.text.strip()) for element in instance.findall("skeleton")]
        uses = {use.get("semantic"): self.refer(use.get("source")) for use in skin.findall("joints/input")}
        bind = matrix_from(floats(skin.find("bind_shape_matrix"))) if skin.find("bind_shape_matrix") is not None else IDENTITY
        matrices = [product(product(worlds[self.joint(name, roots)], matrix_from(inverse)), bind)
                    for name, inverse in zip(self.names(uses["JOINT"]), self.source(uses["INV_BIND_MATRIX"]))]
        table = skin.find("vertex_weights")
        offsets = {use.get("semantic"): (int(use.get("offset")), use) for use in table.findall("input")}
        weights = self.source(self.refer(offsets["WEIGHT"][1].get("source")))
        step = 1 + max(offset for offset, _ in offsets.values())
        numbers, counts, at, influences = integers(table.find("v")), integers(table.find("vcount")), 0, []
        for count in counts:
            rows = [numbers[step * k:step * (k + 1)] for k in range(at, at + count)]
            each = [(row[offsets["JOINT"][0]], weights[row[offsets["WEIGHT"][0]]][0]) for row in rows]
            influences.append([(joint, weight) for joint, weight in each if weight])
            at += count
        places = self.used_places(self.refer(skin.get("source")))
        return [moved(blended(influences[number], matrices), place) for number, place in places.items()]

    def times(self, clip):
        return sorted({time for curve in clip for time in curve.times})
