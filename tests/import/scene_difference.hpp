#pragma once

#include <string>

#include <armature/scene/scene.hpp>

namespace armature::test {

/// What two scenes must share.
struct Likeness {
    bool sameMeshes = true;  ///< Every number of every mesh, bit for bit; else only how many vertices and indices there are.
};

/// The first thing in which `b`, which was written from `a` and read again, is not `a` bit for bit: nodes, skins, meshes, materials, clips.
/// Empty if there is none. Images that have no bytes and clips that move nothing cannot be written, and are passed over.
[[nodiscard]] std::string findDifference(const Scene& a, const Scene& b, const Likeness& likeness = {});

/// The largest distance between a vertex of one scene as posed now and the same vertex of the other; infinite if they are not of the same
/// shape. By the primitives of the mesh instances in order of their nodes, the skinned
/// ones first, on the CPU.
[[nodiscard]] float largestDistance(const Scene& a, const Scene& b);

}  // namespace armature::test
