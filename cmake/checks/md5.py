"""Where the vertices of an MD5 model are, at rest and moved: by id Software's description of its files, nothing of the library's own. For
checks. The file's +Z is the world's +Y.
"""
import math
import re

from glb import matrix_of, moved, product

NUMBER = r"[-+0-9.eE]+"
TURNED = [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]


def quaternion(x, y, z):
    """Only the vector is stored; w is not positive."""
    return (x, y, z, -math.sqrt(max(0.0, 1 - x * x - y * y - z * z)))


def block(text, name):
    return re.search(name + r"\s*\{(.*?)\}", text, re.S).group(1)


def numbers_of(line):
    return [float(x) for x in re.findall(NUMBER, line)]


class Md5:
    """A .md5mesh and, if there is one, its .md5anim."""

    def __init__(self, mesh, motion=None):
        text = open(mesh).read()
        pattern = re.compile(rf'"([^"]*)"\s+(-?\d+)\s*\(\s*({NUMBER})\s+({NUMBER})\s+({NUMBER})\s*\)\s*\(\s*({NUMBER})\s+({NUMBER})\s+({NUMBER})\s*\)')
        joints = pattern.findall(block(text, "joints"))
        self.rest = [matrix_of(tuple(map(float, joint[2:5])), quaternion(*map(float, joint[5:8])), (1, 1, 1)) for joint in joints]
        self.meshes = []
        for part in re.findall(r"\bmesh\s*\{(.*?)\}", text, re.S):
            vertices = re.findall(r"\bvert\s+\d+\s*\(.*?\)\s*(\d+)\s+(\d+)", part)
            weights = [(int(joint), float(bias), numbers_of(place)) for joint, bias, place in re.findall(rf"\bweight\s+\d+\s+(\d+)\s+({NUMBER})\s*\((.*?)\)", part)]
            used = {int(number) for triangle in re.findall(r"\btri\s+\d+\s+(\d+)\s+(\d+)\s+(\d+)", part) for number in triangle}
            self.meshes.append([weights[int(first):int(first) + int(count)] for number, (first, count) in enumerate(vertices) if number in used])
        self.frames, self.rate = [], 24.0
        if motion:
            self.read_motion(open(motion).read())

    def read_motion(self, text):
        self.rate = float(re.search(r"frameRate\s+(\S+)", text).group(1))
        hierarchy = [tuple(map(int, row)) for row in re.findall(r'"[^"]*"\s+(-?\d+)\s+(\d+)\s+(\d+)', block(text, "hierarchy"))]
        base = [numbers_of(line) for line in block(text, "baseframe").strip().splitlines() if numbers_of(line)]
        for body in re.findall(r"\bframe\s+\d+\s*\{(.*?)\}", text, re.S):
            numbers, worlds = numbers_of(body), []
            for (parent, flags, start), six in zip(hierarchy, base):
                six = list(six)
                for bit in range(6):
                    if flags & 1 << bit:
                        six[bit] = numbers[start]
                        start += 1
                own = matrix_of(tuple(six[:3]), quaternion(*six[3:]), (1, 1, 1))
                worlds.append(own if parent < 0 else product(worlds[parent], own))
            self.frames.append(worlds)

    def points(self, frame=None):
        joints = self.rest if frame is None else self.frames[frame]
        points = []
        for mesh in self.meshes:
            for weights in mesh:
                parts = [(bias, moved(joints[joint], place)) for joint, bias, place in weights]
                points.append(moved(TURNED, tuple(sum(bias * place[k] for bias, place in parts) for k in range(3))))
        return points
