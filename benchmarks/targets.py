"""What armature_bench is compared with: one line for each comparison of benchmarks/README.md, and the lines that docs/performance.md shows."""
from dataclasses import dataclass, replace
from typing import Optional


@dataclass
class Target:
    number: str
    work: str
    ours: str  # a benchmark of armature_bench
    limit: float
    peer: Optional[tuple] = None  # (program, benchmark); without one the limit is absolute, in `unit`
    ours_over_peer: bool = False  # the ratio is ours / peer's and must not exceed the limit; else peer's / ours, and must reach it
    counter: str = "ns_per_item"
    unit: str = "ns"
    beside: tuple = ()  # counters of ours that the table shows with the work
    program: str = "armature"  # the program that has the benchmark `ours`: armature_bench, or a variant of it


# The environment in which each variant of armature_bench runs.
VARIANTS = {"armature-avx2": {"ARMATURE_SIMD": "avx2"}}


def faster(number, work, ours, peer, limit, counter="ns_per_item"):
    return Target(number, work, ours, limit, peer, counter=counter)


def no_slower(number, work, ours, peer, limit):
    return Target(number, work, ours, limit, peer, ours_over_peer=True)


def at_most(number, work, ours, limit, unit="ns"):
    return Target(number, work, ours, limit, unit=unit)


def own(name):
    """A benchmark of armature_bench itself."""
    return ("armature", name)


def peer(program, name):
    return (program, name)


def layouts():
    """Exact clips as exporters lay their keys out: see layouts.hpp. The peer's optimised clip has fewer of the same keys."""
    works = {"clip": "one array of key times", "bone": "an array for each bone", "channel": "an array for each channel", "reduced": "keys reduced by channel"}
    targets = []
    for layout, work in works.items():
        for way, how in (("sample", "forward"), ("seek", "random seek")):
            for bones in (16, 64, 256):
                ours = f"layout_{way}_{layout}/{bones}"
                theirs = f"layout_{way}_{layout}{'_optimised' if layout == 'reduced' else ''}/{bones}"
                targets.append(faster("P3", f"{work}, {how}", ours, peer("ozz", theirs), 1.5 if layout == "reduced" else 3))
                targets.append(faster("P3", "", ours, own("naive_" + ours), 1))
            for interpolation in ("step", "cubic"):
                ours = f"layout_{way}_{layout}_{interpolation}/64"
                targets.append(faster("P3", f"{work}, {interpolation.upper()}, {how}".replace("CUBIC", "CUBICSPLINE"), ours, own("naive_" + ours), 1))
    return targets


def skeletons():
    """Of other sizes and shapes than P1's 64 bones; the peer takes no more than 1024."""
    targets = []
    for work, suffix, limit in (("16 bones", "/16", 1.4), ("24 bones", "/24", 1.4), ("256 bones", "/256", 2), ("a chain of 1000 bones", "_chain/1000", 1)):
        targets.append(faster("P1", work, "skeleton_update" + suffix, peer("ozz", "skeleton_update" + suffix), limit))
        targets.append(faster("P1", "", "skeleton_update" + suffix, own("naive_update" + suffix), 1))
    targets.append(faster("P1", "a chain of 2000 bones", "skeleton_update_chain/2000", own("naive_update_chain/2000"), 1))
    return targets


def crowds():
    """Of other sizes than P2's and P5's 1000 members of 64 bones, up to palettes that fit in no cache."""
    targets = []
    for size in ("1000x16", "1000x256"):
        targets.append(faster("P2", f"{size.replace('x', ' x ')} bones", f"crowd_update/{size}", peer("ozz", f"crowd_update/{size}"), 4))
    for size in ("100x64", "1000x16", "1000x256", "3000x64", "10000x64", "30000x64"):
        ours = f"crowd_frame/{size}"
        targets.append(faster("P5", f"{size.replace('x', ' x ')} bones", ours, peer("ozz", ours), 5))
        targets.append(faster("P5", "", ours, own("naive_" + ours), 1))
    targets.append(at_most("P5", "10000 x 64 bones", "crowd_frame/10000x64", 7))
    return targets


def skinning():
    """Four influences. On AVX2 against ozz compiled for AVX2; of meshes, those that have the streams."""
    streams = (("p", "positions"), ("pn", "positions and normals"), ("pnt", "positions, normals and tangents"))
    meshes = (("p", "character"), ("pn", "character"), ("p", "fox"))
    targets = []
    for prefix, way, limits in (("skin_plan", "by a plan", (2, 1.5, 1.5)), ("skin", "without a plan", (1.5, 1.5, 1.5))):
        for (suffix, what), limit in zip(streams, limits):
            ours = f"{prefix}_{suffix}/10000"
            targets.append(faster("P7", f"skinning {way}: {what}", ours, peer("ozz", f"skin_{suffix}/10000"), limit))
            targets.append(faster("P7", "", ours, own(f"naive_skin_{suffix}/10000"), 1))
        targets.append(faster("P7", "dual quaternions, positions and normals", f"{prefix}_dqs_pn/10000", own("naive_skin_dqs_pn/10000"), 1))
    for suffix, mesh in meshes:
        targets.append(faster("P7", f"{mesh}, by a plan", f"skin_plan_{suffix}/{mesh}", peer("ozz", f"skin_{suffix}/{mesh}"), 1.8))
    on_avx2 = [(suffix, "10000", limit) for (suffix, _), limit in zip(streams, (1.5, 1.3, 1.3))] + [(suffix, mesh, 1.8) for suffix, mesh in meshes]
    for suffix, mesh, limit in on_avx2:
        target = faster("P7", "by a plan, on AVX2", f"skin_plan_{suffix}/{mesh}", peer("ozz-v3", f"skin_{suffix}/{mesh}"), limit)
        targets.append(replace(target, program="armature-avx2"))
    targets.append(at_most("bounds", "a box around a skinned mesh, from its joints", "joint_bounds/64", 2))
    targets.append(faster("bounds", "the character's", "joint_bounds/character", own("naive_joint_bounds/character"), 10))
    return targets


def graphs():
    """Motion that a game directs: five clips in a plane, three of which count, and a difference; ozz's jobs do what the graph comes to."""
    return [
        faster("graph", "a blend space of five clips and a difference", "graph_pose/64", peer("ozz", "graph_pose/64"), 2),
        faster("graph", "", "graph_pose/64", peer("ozz-sse", "graph_pose/64"), 2),
        faster("graph", "", "graph_pose/64", own("naive_graph_pose/64"), 1),
        faster("graph", "the same, and an arm that reaches", "graph_pose_ik/64", peer("ozz", "graph_pose_ik/64"), 2),
        faster("graph", "a crowd's members, each with its own clocks, to palettes", "crowd_graph/1000x64", peer("ozz", "crowd_graph/1000x64"), 2),
        faster("graph", "", "crowd_graph/10000x64", peer("ozz", "crowd_graph/10000x64"), 2),
        faster("graph", "what three roots move in a frame, mixed", "motion_blend/3", peer("ozz", "motion_blend/3"), 1),
        Target("graph", "all of a character's state saved", "graph_save/64", 2000, beside=("bytes",)),
        Target("character", "a whole frame of 200 characters, by character", "character_frame/200", 15000, beside=("bytes",)),
        Target("character", "the same of 10 000", "character_frame/10000", 15000, beside=("bytes",)),
        Target("character", "as members of a crowd", "character_frame_crowd/200", 4000, beside=("bytes",)),
        Target("character", "", "character_frame_crowd/10000", 4000, beside=("bytes",)),
    ]


TARGETS = [
    faster("P1", "one skeleton, all stale: local, absolute, final", "skeleton_update/64", peer("ozz", "skeleton_update/64"), 2),
    faster("P1", "", "skeleton_update/64", peer("ozz-sse", "skeleton_update/64"), 2),
    faster("P1", "", "skeleton_update/64", own("naive_update/64"), 1),
    *skeletons(),
    faster("P1", "rotations written through bones, then all final", "skeleton_write_rotations/64", peer("babylon", "skeleton_write_rotations/64"), 12),
    faster("P1", "", "skeleton_write_rotations/64", peer("three", "skeleton_write_rotations/64"), 12),
    faster("P1", "", "skeleton_write_rotations/64", own("naive_skeleton_write_rotations/64"), 1),
    at_most("P1", "whole transforms written through bones, then all final", "skeleton_write/64", 10),
    faster("P1", "", "skeleton_write/64", peer("babylon", "skeleton_write/64"), 8),
    faster("P1", "", "skeleton_write/64", own("naive_skeleton_write/64"), 1),
    faster("P1", "whole transforms written in one call, then all final", "skeleton_write_all/64", own("naive_skeleton_write/64"), 1),
    faster("P2", "crowd: absolute and final", "crowd_update/1000x64", peer("ozz", "crowd_update/1000x64"), 4),
    faster("P2", "", "crowd_update/1000x64", peer("ozz-sse", "crowd_update/1000x64"), 4),
    faster("P2", "", "crowd_update/1000x64", own("naive_crowd_update/1000x64"), 1),
    faster("P3", "exact clip, forward", "clip_sample/64", peer("ozz", "clip_sample/64"), 4),
    faster("P3", "", "clip_sample/64", own("naive_clip_sample/64"), 1),
    faster("P3", "exact clip, random seek", "clip_seek/64", own("naive_clip_seek/64"), 1),
    no_slower("P3", "exact clip, random seek against forward", "clip_seek/64", own("clip_sample/64"), 2),
    *layouts(),
    Target("P4", "baked clip", "baked_sample/64", 10, peer("ozz", "baked_sample/64"), beside=("error_point", "error_radians")),
    faster("P4", "", "baked_sample/64", own("naive_baked_sample/64"), 1),
    faster("P5", "crowd frame: sample, absolute, final", "crowd_frame/1000x64", peer("ozz", "crowd_frame/1000x64"), 5),
    faster("P5", "", "crowd_frame/1000x64", own("naive_crowd_frame/1000x64"), 1),
    *crowds(),
    faster("P5", "a thousand skeletons animated, their bones written", "skeletons_frame/1000x64", peer("three", "skeletons_frame/1000x64"), 100),
    faster("P5", "", "skeletons_frame/1000x64", peer("babylon", "skeletons_frame/1000x64"), 100),
    faster("P5", "", "skeletons_frame/1000x64", own("naive_crowd_frame/1000x64"), 1),
    faster("P5", "crowd frame on all processors against one", "crowd_frame_all_threads/1000x64", own("crowd_frame/1000x64"), 3.4),
    faster("P6", "two layers blended", "blend_2/64", peer("ozz", "blend_2/64"), 1.3),
    faster("P6", "", "blend_2/64", own("naive_blend_2/64"), 1),
    faster("P6", "two layers with weights by bone", "blend_2_masked/64", peer("ozz", "blend_2_masked/64"), 1.3),
    faster("P6", "", "blend_2_masked/64", own("naive_blend_2_masked/64"), 1),
    faster("P6", "a layer and an additive one", "blend_additive/64", peer("ozz", "blend_additive/64"), 1.3),
    faster("P6", "", "blend_additive/64", own("naive_blend_additive/64"), 1),
    *skinning(),
    at_most("P8", "one bone of 256 written and read", "lazy_leaf/256", 30),
    faster("P8", "", "lazy_leaf/256", own("naive_lazy_leaf/256"), 1),
    at_most("P8", "by bone of a chain: its root written, its leaf read", "lazy_chain/256", 30),
    at_most("P8", "nothing changed, one read", "clean_read/256", 3),
    at_most("P9", "nodes written, bones linked", "linked_update/64", 14),
    no_slower("P9", "nodes written, bones linked, against bones written", "linked_update/64", own("skeleton_write/64"), 2),
    faster("P9", "", "linked_update/64", peer("babylon", "linked_update/64"), 6),
    faster("P9", "", "linked_update/64", own("naive_linked_update/64"), 1),
    faster("P10", "100 000 nodes, all moved", "scene_all/100000", own("openscenegraph_scene_all/100000"), 5),
    faster("P10", "", "scene_all/100000", own("ogre_scene_all/100000"), 5),
    faster("P10", "", "scene_all/100000", own("naive_scene_all/100000"), 1),
    faster("P10", "100 000 nodes, one in a thousand moved", "scene_sparse/100000", own("openscenegraph_scene_sparse/100000"), 5),
    faster("P10", "", "scene_sparse/100000", own("ogre_scene_sparse/100000"), 5),
    faster("P10", "", "scene_sparse/100000", own("naive_scene_sparse/100000"), 1),
    faster("P11", "rigged GLB to the first palette", "load_glb", own("assimp_load_glb"), 5),
    faster("P11", "", "load_glb/fox", own("assimp_load_glb/fox"), 5),
    faster("P11", "", "load_glb/greenman", own("assimp_load_glb/greenman"), 5),
    faster("P11", "the same against parsers alone", "load_glb", peer("cgltf", "load_glb"), 1.5),
    faster("P11", "", "load_glb", peer("fastgltf", "load_glb"), 1.5),
    faster("P11", "", "load_glb/fox", peer("cgltf", "load_glb/fox"), 1.5),
    faster("P11", "", "load_glb/fox", peer("fastgltf", "load_glb/fox"), 1.5),
    faster("P11", "", "load_glb/greenman", peer("cgltf", "load_glb/greenman"), 1.5),
    faster("P11", "", "load_glb/greenman", peer("fastgltf", "load_glb/greenman"), 1.5),
    faster("P11", "the same, naively", "load_glb", own("naive_load_glb"), 1),
    faster("P11", "", "load_glb/fox", own("naive_load_glb/fox"), 1),
    faster("P11", "", "load_glb/greenman", own("naive_load_glb/greenman"), 1),
    Target("P11", "a large file against one of a megabyte, by byte", "load_glb_parts/180", 1.3, own("load_glb_parts/4"), ours_over_peer=True,
           counter="ns_per_byte"),
    Target("P11", "a small one", "load_glb_parts/1", 1.3, own("load_glb_parts/4"), ours_over_peer=True, counter="ns_per_byte"),
    faster("P12", "memory of one crowd instance, bytes", "crowd_frame/1000x64", peer("ozz", "crowd_frame/1000x64"), 3, counter="bytes_per_instance"),
    at_most("P13", "submission, by skeleton drawn", "draw/1000", 1000),
    faster("P13", "", "draw/1000", own("naive_draw/1000"), 1),
    at_most("P13", "ten thousand crowd members, culled, those in view sent, by member", "crowd_draw/10000x64", 1000),
    faster("P13", "the same against sending all", "crowd_draw/10000x64", own("crowd_draw_all/10000x64"), 1),
    faster("P13", "a frame of them with levels of detail against posing all", "crowd_scene_levels/10000x64", own("crowd_scene/10000x64"), 1),
    faster("P5", "a crowd frame without 41 bones of 64 against all", "crowd_frame_few_bones/10000x64", own("crowd_frame/10000x64"), 1),
    faster("frame", "a clip played by a group, and the palette", "group_frame/64", own("naive_group_frame/64"), 1),
    faster("frame", "two clips mixed", "mixer_2/64", own("naive_mixer_2/64"), 1),
    faster("frame", "a clip baked, and its error measured", "bake/64", own("naive_bake/64"), 1),
    *graphs(),
    no_slower("IK", "two bones solved, from their matrices", "ik_two_bone_matrices", peer("ozz", "ik_two_bone_matrices"), 1),
    no_slower("IK", "", "ik_two_bone_matrices", peer("ozz-sse", "ik_two_bone_matrices"), 1),
    no_slower("IK", "", "ik_two_bone_matrices", own("naive_ik_two_bone"), 1),
    no_slower("IK", "a joint aimed, from its matrix", "ik_aim_matrix", peer("ozz", "ik_aim_matrix"), 1),
    no_slower("IK", "", "ik_aim_matrix", own("naive_ik_aim"), 1),
    at_most("IK", "a controller of two bones, whole", "ik_bone_controller", 200),
    at_most("IK", "a chain of three bones, its goal anywhere in reach", "ik_chain_cold/3", 350),
    at_most("IK", "a chain of eight", "ik_chain_cold/8", 1200),
    at_most("IK", "a chain of eight, its goal moves a little", "ik_chain_warm/8", 500),
    faster("IK", "a chain of eight bones, FABRIK", "ik_chain_fabrik/8", own("naive_ik_chain_fabrik/8"), 1),
    # Less than a controller of two bones: two poses are read, one turn is blended and written.
    at_most("IK", "three hundred node constraints, each", "node_constraints/300", 200),
    at_most("retargeting", "a character posed as another one, by bone", "retarget/character", 100),
    at_most("retargeting", "the same, and its feet held", "retarget/character_with_feet", 150),
    at_most("retargeting", "a clip baked for another character, by bone and key", "retarget/clip", 400),
    at_most("retargeting", "the same, and its feet held", "retarget/clip_with_feet", 800),
    at_most("springs", "a thousand chains of four joints swing, by joint", "springs/1000x4", 50),
    # In float, on arrays, at the frame rate: it reads and writes no skeleton.
    faster("springs", "", "springs/1000x4", own("naive_springs/1000x4"), 2),
    at_most("springs", "the same on a thousand poses", "springs_poses/1000x4", 200),
    at_most("springs", "a hundred characters with eight chains each", "springs_characters/8x4", 100),
    at_most("springs", "the same, and six capsules", "springs_colliders/8x4", 150),
    at_most("springs", "the same at 144 frames a second", "springs_colliders_144hz/8x4", 200),
]

# What docs/performance.md shows: a benchmark, its best-known peer, and the work in words.
HIGHLIGHTS = [
    ("skeleton_update/64", "ozz", "a skeleton, all bones moved, by bone"),
    ("skeleton_write_rotations/64", "babylon", "rotations written through bones, then read as final matrices, by bone"),
    ("clip_sample/64", "ozz", "an exact clip sampled, by bone"),
    ("baked_sample/64", "ozz", "a baked clip sampled, by bone"),
    ("graph_pose/64", "ozz", "an animation graph of five clips, by bone"),
    ("crowd_frame/1000x64", "ozz", "a frame of 1000 characters, sampled to palettes, by bone"),
    ("skin_plan_pn/10000", "ozz", "skinning of positions and normals, by vertex"),
    ("ik_two_bone_matrices", "ozz", "two bones solved from their matrices"),
    ("scene_all/100000", "openscenegraph_scene_all/100000", "a scene of 100 000 nodes, all moved, by node"),
    ("load_glb", "assimp_load_glb", "a rigged GLB, from file to first palette"),
]
