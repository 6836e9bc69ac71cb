#pragma once

#include <string>

#include <armature/scene/scene.hpp>

namespace armature::test {

/// How alike two scenes must be.
struct Likeness {
    bool sameMeshes = true;  ///< Every number of every mesh, bit for bit; otherwise only the numbers of vertices and indices.
};

/// The first thing in which `b`, written from `a` and read again, differs from `a`, bit for bit: nodes, skins, cameras, meshes, materials,
/// clips. Empty if there is none. Images without bytes and clips that move nothing cannot be written and are passed over.
[[nodiscard]] std::string findDifference(const Scene& a, const Scene& b, const Likeness& likeness = {});

/// The largest distance between a vertex of one scene as posed now and the same vertex of the other; infinite if the numbers of vertices
/// differ. Vertices are taken by primitive in the order of the mesh instances, the skinned ones first, and posed on the CPU.
[[nodiscard]] float largestDistance(const Scene& a, const Scene& b);

}  // namespace armature::test
