#!/usr/bin/env python3
"""Motions on the project's character, judged in the world by this script's own arithmetic: its own reader of BVH, its own reader (glb.py)
of the GLB that the program writes. Nothing here knows what the program decided or measured.

usage: check_retarget.py SOURCE_DIR ARMATURE CHARACTER.glb [--feet] [MOTION.bvh...]

Without motions: those that it writes itself, and those of ../shared/outside/motion, which are there or not. For each clip:
- limbs: hips to head, shoulders to hands, hips to feet point where the source's do, within 25 degrees at eleven moments, after one turn
  about the vertical for the whole clip;
- heights: the hips are as high above the ground as the source's in legs, within a fifth of a leg;
- feet: when a foot of the source is on the ground and still, so is the character's: as high, within 0.15 of a leg, and, with --feet,
  it slides at most a tenth of a leg more than the source's;
- knees and elbows bend as much as the source's, within 25 degrees, 40 for knees with --feet: a leg that is turned away shows there;
- hands: each is where the source's is from its shoulder, in arms, within half an arm's length times the angle allowed.
A motion that the program refuses is wrong; only an elephant must be refused.
"""
import math
import os
import re
import subprocess
import sys
import tempfile

from glb import Glb

LIMBS = [("hips", "head"), ("leftArm", "leftHand"), ("rightArm", "rightHand"), ("leftLeg", "leftFoot"), ("rightLeg", "rightFoot")]
BENDS = [("leftArm", "leftElbow", "leftHand"), ("rightArm", "rightElbow", "rightHand"),
         ("leftLeg", "leftKnee", "leftFoot"), ("rightLeg", "rightKnee", "rightFoot")]
CHARACTER = {"hips": "hips", "head": "head", "leftArm": "upperArmLeft", "leftElbow": "forearmLeft", "leftHand": "handLeft",
             "rightArm": "upperArmRight", "rightElbow": "forearmRight", "rightHand": "handRight", "leftLeg": "thighLeft",
             "leftKnee": "shinLeft", "leftFoot": "footLeft", "leftToes": "toesLeft", "rightLeg": "thighRight", "rightKnee": "shinRight",
             "rightFoot": "footRight", "rightToes": "toesRight"}
ALLOWED = 25.0


def find_roles(names):
    """Roles by names that usual rigs have; separators, capitals and prefixes up to ':' do not count."""
    plain = {}
    for index, name in enumerate(names):
        key = re.sub(r"[^a-z0-9]", "", name.split(":")[-1].lower())
        key = re.sub(r"^(bip01|bip001|character1|def|org|j)", "", key)
        plain.setdefault(key, index)
    roles = {}
    for role, words in {"hips": ["hips", "hip", "pelvis", "root", ""], "head": ["head", "neckend"]}.items():
        for word in words:
            if role not in roles and word in plain:
                roles[role] = plain[word]
    families = [  # thigh, knee, foot, toes; arm, elbow, hand: words that go together
        {"Leg": ["upleg", "upperleg", "thigh"], "Knee": ["leg", "lowerleg", "lowleg", "calf", "shin"], "Foot": ["foot", "legend"], "Toes": ["toebase", "toes", "toe", "toe0"],
         "Arm": ["arm", "upperarm", "uparm"], "Elbow": ["forearm", "lowerarm", "lowarm"], "Hand": ["hand", "forearmend"]},
        {"Leg": ["hip", "thigh"], "Knee": ["knee", "shin"], "Foot": ["ankle", "foot"], "Toes": ["toe", "toes"],
         "Arm": ["shoulder", "shldr"], "Elbow": ["elbow", "forearm"], "Hand": ["wrist", "hand", "elbowend"]},
        {"Leg": ["femur"], "Knee": ["tibia"], "Foot": ["foot"], "Toes": ["toes"], "Arm": ["humerus"], "Elbow": ["radius"], "Hand": ["hand", "wrist"]},
        {"Leg": ["thigh"], "Knee": ["shin"], "Foot": ["foot"], "Toes": ["toe"], "Arm": ["shldr"], "Elbow": ["forearm"], "Hand": ["hand"]}]
    for family in families:
        found = {}
        for part, words in family.items():
            for side, letter in (("left", "l"), ("right", "r")):
                for word in words:
                    for key in (side + word, word + side, letter + word, word + letter):
                        if side + part not in found and key in plain:
                            found[side + part] = plain[key]
        if len([part for part in found if not part.endswith("Toes")]) == 12:
            roles.update(found)
            return roles
    return roles


def quaternion_product(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz)


def rotate(q, v):
    x, y, z, w = q
    tx, ty, tz = 2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])
    return (v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx)


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


def length(v):
    return math.sqrt(sum(x * x for x in v))


def unit(v):
    size = length(v) or 1.0
    return tuple(x / size for x in v)


def angle(a, b):
    return math.degrees(math.acos(max(-1.0, min(1.0, sum(x * y for x, y in zip(unit(a), unit(b)))))))


class Bvh:
    """Joints and frames of a BVH file. Whether positions replace OFFSETs: bones do not grow, and bodies stand on the ground."""

    def __init__(self, file):
        text = open(file, errors="replace").read()
        head, motion = re.split(r"\bMOTION\b", text, maxsplit=1, flags=re.I)
        tokens = re.findall(r"[{}]|[^\s{}]+", head)
        self.names, self.parents, self.offsets, self.channels = [], [], [], []
        stack, current, i = [], None, 0
        while i < len(tokens):
            word = tokens[i].upper()
            if word in ("ROOT", "JOINT", "END"):
                current = len(self.names)
                self.names.append(tokens[i + 1] if word != "END" else self.names[stack[-1]] + "End")
                self.parents.append(stack[-1] if stack else None)
                self.offsets.append((0.0, 0.0, 0.0))
                self.channels.append([])
                i += 2
            elif word == "{":
                stack.append(current)
                i += 1
            elif word == "}":
                stack.pop()
                i += 1
            elif word == "OFFSET":
                self.offsets[stack[-1]] = tuple(float(x) for x in tokens[i + 1:i + 4])
                i += 4
            elif word == "CHANNELS":
                count = int(tokens[i + 1])
                self.channels[stack[-1]] = [channel.lower() for channel in tokens[i + 2:i + 2 + count]]
                i += 2 + count
            else:
                i += 1
        self.frame_time = float(re.search(r"Frame\s+Time\s*:\s*(\S+)", motion, re.I).group(1))
        numbers = [float(x) for x in re.sub(r"Frames\s*:\s*\S+|Frame\s+Time\s*:\s*\S+", "", motion, flags=re.I).split()]
        width = sum(len(channels) for channels in self.channels)
        self.rows = [numbers[at:at + width] for at in range(0, len(numbers) - width + 1, width)] if width else []
        self.roles = find_roles(self.names)
        self.up = 1
        self.replaces = False
        if any(channel.endswith("position") for channels, parent in zip(self.channels, self.parents) if parent is not None for channel in channels):
            self.replaces = self.bones_keep_their_lengths_if_replaced()
        elif self.rows and {"leftFoot", "rightFoot"} <= set(self.roles):
            self.replaces = self.stands_better_if_replaced()

        self.find_up()

    def find_up(self):
        """+Z, if the body stands along it in most of the motion, and either did so at rest or has its feet on the ground of height 0 along it
        while it does not lie on that of +Y; else +Y, as nearly all files do."""
        if not {"hips", "head", "leftFoot", "rightFoot"} <= set(self.roles) or not self.rows:
            return
        poses = [self.pose(row) for row in self.rows[:: max(1, len(self.rows) // 20)]]
        leg = leg_of({role: poses[0][joint] for role, joint in self.roles.items()})
        balls = [self.roles.get(side + "Toes", self.roles[side + "Foot"]) for side in ("left", "right")]

        def along(pose, above, below):
            return unit(minus(pose[self.roles[above]], pose[self.roles[below]]))[2]

        def stands(pose):
            legs = along(pose, "hips", "leftFoot") + along(pose, "hips", "rightFoot")
            return along(pose, "head", "hips") > 0.5 and legs > 1.0

        def middle(numbers):
            return abs(sorted(numbers)[len(poses) // 2]) / leg

        is_on_ground = middle(min(pose[ball][2] for ball in balls) for pose in poses) < 0.25
        lies = middle(min(place[1] for place in pose) for pose in poses) < 0.12
        is_at_rest = along(self.pose([0.0] * len(self.rows[0])), "head", "hips") > 0.8
        if 2 * sum(map(stands, poses)) > len(poses) and (is_at_rest or (is_on_ground and not lies)):
            self.up = 2

    def bones_keep_their_lengths_if_replaced(self):
        error = {}
        for self.replaces in (False, True):
            places = [self.pose(row) for row in self.rows[:: max(1, len(self.rows) // 5)]]
            ratios = sorted(abs(length(minus(pose[j], pose[p])) / length(self.offsets[j]) - 1) for pose in places
                            for j, p in enumerate(self.parents) if p is not None and length(self.offsets[j]) > 0)
            error[self.replaces] = ratios[len(ratios) // 2] if ratios else 0
        return error[True] < error[False]

    def stands_better_if_replaced(self):
        error = {}
        for self.replaces in (False, True):
            heights = sorted(min(pose[self.roles["leftFoot"]][1], pose[self.roles["rightFoot"]][1])
                             for pose in (self.pose(row) for row in self.rows[:: max(1, len(self.rows) // 20)]))
            error[self.replaces] = abs(heights[0])
        return error[True] < error[False]

    def pose(self, row):
        places, turns, column = [], [], 0
        for joint, channels in enumerate(self.channels):
            position, turn = list(self.offsets[joint]), (0.0, 0.0, 0.0, 1.0)
            for channel in channels:
                axis, value = "xyz".index(channel[0]), row[column]
                column += 1
                if channel.endswith("position"):
                    position[axis] = value if self.replaces else position[axis] + value
                elif channel.endswith("rotation"):
                    half = math.radians(value) / 2
                    part = [0.0, 0.0, 0.0, math.cos(half)]
                    part[axis] = math.sin(half)
                    turn = quaternion_product(turn, part)
            parent = self.parents[joint]
            if parent is None:
                places.append(tuple(position))
                turns.append(turn)
            else:
                places.append(tuple(a + b for a, b in zip(places[parent], rotate(turns[parent], position))))
                turns.append(quaternion_product(turns[parent], turn))
        return places if self.up == 1 else [(x, z, -y) for x, y, z in places]

    def at(self, part):
        """The pose of the frame nearest to a part of the clip, by roles; its time."""
        frame = round(part * (len(self.rows) - 1))
        places = self.pose(self.rows[frame])
        return {role: places[joint] for role, joint in self.roles.items()}, frame * self.frame_time


class Character(Glb):
    """The project's character, moved by the first animation of a file."""

    def __init__(self, file):
        super().__init__(file)
        self.roles = {role: next(i for i, node in enumerate(self.nodes) if node.get("name") == name) for role, name in CHARACTER.items()}

    def at(self, seconds):
        """The places of the roles; None: at rest."""
        placed = {}

        def place(index):
            if index not in placed:
                node, clip = self.nodes[index], self.clips[0]
                translation = self.sample(clip, index, "translation", tuple(node.get("translation", (0, 0, 0))), seconds)
                rotation = self.sample(clip, index, "rotation", tuple(node.get("rotation", (0, 0, 0, 1))), seconds)
                scale = tuple(node.get("scale", (1, 1, 1)))
                if self.parents[index] is None:
                    placed[index] = (translation, rotation, scale)
                else:
                    origin, turn, size = place(self.parents[index])
                    moved = rotate(turn, tuple(x * y for x, y in zip(size, translation)))
                    placed[index] = (tuple(a + b for a, b in zip(origin, moved)), quaternion_product(turn, rotation), tuple(x * y for x, y in zip(size, scale)))
            return placed[index]

        return {role: place(index)[0] for role, index in self.roles.items()}


def leg_of(places):
    return sum(length(minus(places[side + "Leg"], places[side + "Knee"])) + length(minus(places[side + "Knee"], places[side + "Foot"]))
               for side in ("left", "right")) / 2


def ball(places, side):
    return places.get(side + "Toes", places[side + "Foot"])


def judge(source, target, feet):
    """What is wrong, and the largest angle between limbs."""
    faults = []
    moments = [source.at(0.02 + 0.96 * k / 10) for k in range(11)]
    pairs = [(places, target.at(seconds)) for places, seconds in moments]
    sine = cosine = 0.0
    directions = []
    for before, after in pairs:
        for a, b in LIMBS:
            p, q = unit(minus(before[b], before[a])), unit(minus(after[b], after[a]))
            directions.append((a + " to " + b, p, q))
            sine += p[2] * q[0] - p[0] * q[2]
            cosine += p[0] * q[0] + p[2] * q[2]
    turn = math.atan2(sine, cosine)
    c, s = math.cos(turn), math.sin(turn)
    worst, limb = max((angle((p[0] * c + p[2] * s, p[1], -p[0] * s + p[2] * c), q), name) for name, p, q in directions)
    if worst > ALLOWED:
        faults.append(f"{limb} {worst:.0f} degrees off")
    bend, name = max((abs(angle(minus(x[m], x[a]), minus(x[b], x[m])) - angle(minus(y[m], y[a]), minus(y[b], y[m]))), m)
                     for x, y in pairs for a, m, b in BENDS if not (feet and "Knee" in m))
    if bend > ALLOWED:
        faults.append(f"{name} bends {bend:.0f} degrees more or less")
    hand = 0.0
    for x, y in pairs:
        for side in ("left", "right"):
            reach = [minus(p[side + "Hand"], p[side + "Arm"]) for p in (x, y)]
            arms = [length(minus(p[side + "Elbow"], p[side + "Arm"])) + length(minus(p[side + "Hand"], p[side + "Elbow"])) for p in (x, y)]
            turned = (reach[0][0] * c + reach[0][2] * s, reach[0][1], -reach[0][0] * s + reach[0][2] * c)
            hand = max(hand, length(minus(tuple(v / arms[0] for v in turned), tuple(v / arms[1] for v in reach[1]))))
    if hand > math.radians(ALLOWED):
        faults.append(f"a hand is {hand:.2f} arms from where the source's is")
    faults += judge_ground(source, target, feet)
    return faults, worst


def judge_ground(source, target, feet):
    """Heights, contacts and slides, at up to 240 frames."""
    faults = []
    step = max(1, len(source.rows) // 240)
    frames = [source.at(frame / max(1, len(source.rows) - 1)) for frame in range(0, len(source.rows), step)]
    leg = leg_of(frames[0][0])
    rest = target.at(None)
    target_leg = leg_of(rest)
    ground = sorted(min(ball(places, "left")[1], ball(places, "right")[1]) for places, _ in frames)[len(frames) // 20]
    posed = [target.at(seconds) for _, seconds in frames]
    height = max(abs((x["hips"][1] - ground) / leg - y["hips"][1] / target_leg) for (x, _), y in zip(frames, posed))
    if abs(ground) > 0.3 * leg:
        return []  # the source itself is not on the ground
    if height > 0.25:
        faults.append(f"hips are {height:.2f} legs higher or lower")
    for side in ("left", "right"):
        begin, slides, off = None, [0.0], [0.0]
        for k in range(1, len(frames)):
            (x, t), (before, t0) = frames[k], frames[k - 1]
            speed = length(minus(ball(x, side), ball(before, side))) / leg / max(1e-9, t - t0)
            planted = ball(x, side)[1] - ground < 0.05 * leg and speed < 0.1
            if not planted:
                begin = None
                continue
            off.append(abs(ball(posed[k], side)[1] / target_leg - ball(x, side)[1] / leg))
            if begin is None:
                begin = (ball(x, side), ball(posed[k], side))
            flat = [math.hypot(now[0] - then[0], now[2] - then[2]) for now, then in ((ball(x, side), begin[0]), (ball(posed[k], side), begin[1]))]
            slides.append(flat[1] / target_leg - flat[0] / leg)
        if max(off) > 0.15:
            faults.append(f"the {side} foot is {max(off):.2f} legs higher or lower than the source's, which stands")
        if feet and max(slides) > 0.1:
            faults.append(f"the {side} foot slides {max(slides):.2f} legs")
    return faults


# A figure that stands upright and faces +Z, in centimetres: each joint's parent and place.
FIGURE = {"Hips": ("", (0, 95, 0)), "Spine": ("Hips", (0, 105, 0)), "Chest": ("Spine", (0, 125, 0)), "Neck": ("Chest", (0, 150, 0)),
          "Head": ("Neck", (0, 160, 2))}
for _name, _sign in (("Left", 1), ("Right", -1)):
    FIGURE |= {_name + "Shoulder": ("Chest", (_sign * 3, 145, 0)), _name + "Arm": (_name + "Shoulder", (_sign * 18, 145, 0)),
               _name + "ForeArm": (_name + "Arm", (_sign * 46, 145, 0)), _name + "Hand": (_name + "ForeArm", (_sign * 71, 145, 0)),
               _name + "UpLeg": ("Hips", (_sign * 9, 90, 0)), _name + "Leg": (_name + "UpLeg", (_sign * 9, 50, 1)),
               _name + "Foot": (_name + "Leg", (_sign * 9, 9, 0)), _name + "ToeBase": (_name + "Foot", (_sign * 9, 2, 13))}


def turn_about(axis, degrees):
    half = math.radians(degrees) / 2
    return tuple(math.sin(half) * x for x in unit(axis)) + (math.cos(half),)


def inverse(q):
    return (-q[0], -q[1], -q[2], q[3])


def angles_of(q):
    """In degrees, for Zrotation Xrotation Yrotation."""
    x, y, z = rotate(q, (1, 0, 0)), rotate(q, (0, 1, 0)), rotate(q, (0, 0, 1))
    return (math.degrees(math.atan2(-y[0], y[1])), math.degrees(math.asin(max(-1, min(1, y[2])))), math.degrees(math.atan2(-x[2], z[2])))


def write_motion(file, axes, repeated=(), start=None):
    """The figure lowers its arms, waves, bows and lifts a foot. `axes` has the axes of each joint: at rest, the file has all joints
    unturned, so that the rest is what they make of it. `repeated`: joints with position channels that repeat their OFFSET; all others
    have none but the hips. `start`: the OFFSET of the hips, if it is not where they stand."""
    children = {name: [other for other in FIGURE if FIGURE[other][0] == name] for name in FIGURE}
    order, lines = [], ["HIERARCHY"]

    def write(name, depth):
        parent, place = FIGURE[name]
        order.append(name)
        offset = rotate(inverse(axes[parent]), minus(place, FIGURE[parent][1])) if parent else (start or ((0, 95, 0) if name in repeated else (0, 0, 0)))
        lines.append("  " * depth + ("JOINT " if parent else "ROOT ") + name)
        lines.append("  " * depth + "{")
        lines.append("  " * depth + "  OFFSET " + " ".join(f"{x:.6f}" for x in offset))
        moves = name in repeated or not parent
        lines.append("  " * depth + f"  CHANNELS {6 if moves else 3} " + ("Xposition Yposition Zposition " if moves else "") + "Zrotation Xrotation Yrotation")
        offsets[name] = offset
        for child in children[name]:
            write(child, depth + 1)
        if not children[name]:
            lines.append("  " * depth + "  End Site { OFFSET 0 0 0 }")
        lines.append("  " * depth + "}")

    offsets = {}
    write("Hips", 0)
    frames = 90
    lines += ["MOTION", f"Frames: {frames}", "Frame Time: 0.033333"]
    for frame in range(frames):
        wave = math.sin(frame / 8)
        bow = max(0.0, math.sin(frame / frames * math.pi)) * 25
        lift = max(0.0, math.sin((frame - 45) / 45 * math.pi)) * 30
        turns = {name: (0.0, 0.0, 0.0, 1.0) for name in FIGURE}  # in the world, from upright
        own = {"LeftArm": turn_about((0, 0, 1), -65), "RightArm": turn_about((0, 0, 1), 50 + 20 * wave), "RightForeArm": turn_about((0, 1, 0), 40 + 25 * wave),
               "Spine": turn_about((1, 0, 0), bow), "Head": turn_about((0, 1, 0), 20 * wave), "LeftUpLeg": turn_about((1, 0, 0), -lift),
               "LeftLeg": turn_about((1, 0, 0), 1.5 * lift)}
        numbers = []
        for name in order:
            parent = FIGURE[name][0]
            turns[name] = quaternion_product(turns[parent], own.get(name, (0, 0, 0, 1))) if parent else turn_about((0, 1, 0), 30)
            whole = quaternion_product(turns[name], axes[name])
            local = quaternion_product(inverse(quaternion_product(turns[parent], axes[parent])), whole) if parent else whole
            if not parent:
                place = (40.0, 95.0, -30.0)
                numbers += place if name in repeated else minus(place, offsets[name])
            elif name in repeated:
                numbers += offsets[name]
            numbers += angles_of(local)
        lines.append(" ".join(f"{number:.5f}" for number in numbers))
    with open(file, "w") as out:
        out.write("\n".join(lines) + "\n")
    return file


def own_motions(folder):
    """The same motion, written in ways that programs have."""
    plain = {name: (0.0, 0.0, 0.0, 1.0) for name in FIGURE}
    lying = {name: turn_about((0, 0, 1), 90) for name in FIGURE}
    along = {name: turn_about((0, 0, 1), -90 if name.startswith("Left") and "Leg" in name + "Leg" * name.endswith(("Foot", "ToeBase")) else 90) for name in FIGURE}
    own = [("plain", plain, (), None), ("lying at rest", lying, (), None), ("limbs along one axis", along, FIGURE, None), ("all repeat their OFFSET", plain, FIGURE, None), ("the root repeats its OFFSET", plain, ("Hips",), None), ("elsewhere", plain, FIGURE, (5, 91, -430))]
    return [write_motion(os.path.join(folder, name + ".bvh"), axes, repeated, start) for name, axes, repeated, start in own]


def outside_motions(root):
    """Files that nobody here made, and the names of those that are no humans."""
    folder = os.path.join(root, "..", "shared", "outside", "motion")
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [os.path.join(folder, name) for name in names if name.endswith(".bvh")]


def check(armature, character, motion, feet, folder):
    out = os.path.join(folder, "out.glb")
    run = subprocess.run([armature, "retarget", motion, character, "-o", out] + (["--feet"] if feet else []), capture_output=True, text=True)
    if run.returncode:
        return ["refused: " + run.stderr.strip().splitlines()[-1]], 999.0
    source = Bvh(motion)
    if len(source.roles) < 14:
        return [f"not judged: only {sorted(source.roles)} known by name"], 999.0
    return judge(source, Character(out), feet)


def main():
    _, root, armature, character, *rest = sys.argv
    given = [argument for argument in rest if not argument.startswith("--")]
    wrong = count = 0
    with tempfile.TemporaryDirectory() as folder:
        motions = given or own_motions(folder) + outside_motions(root)
        for feet in [True] if "--feet" in rest else [False] if given else [False, True]:
            for motion in motions:
                if feet and not given and Bvh(motion).frame_time > 0.5:
                    continue  # minutes of a motion that was slowed down say nothing about feet
                faults, worst = check(armature, character, motion, feet, folder)
                if "elephant" in os.path.basename(motion) and not given:
                    faults = [] if faults and faults[0].startswith("refused") else ["an elephant was taken for a human"]
                wrong += bool(faults)
                count += 1
                print(f"{os.path.basename(motion)}{' with feet' if feet else ''}: {worst:.0f} degrees{''.join('; ' + fault for fault in faults)}", flush=True)
    print(f"{count - wrong} of {count} motions right")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
