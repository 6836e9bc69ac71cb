#pragma once

#include <string>
#include <utility>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// How wearMesh() puts a mesh on a skeleton.
struct ARMATURE_API WearOptions {
    std::string name = {};  ///< Name of the new node and the new instance; empty: the name of the original instance.
    /// Pairs of a joint's name in the mesh and the name of the bone that moves the joint; needed only where the two differ.
    std::vector<std::pair<std::string, std::string>> joints = {};
    /// If true, adds joints that the skeleton lacks, such as those of coat tails or hair, as bones below the bones of their parent joints.
    /// The new bones have the rest poses of the mesh's own rig, and stay in the skeleton. If false, a mesh with such joints is refused.
    bool addsMissingBones = false;
};

/// Puts a mesh instance of any scene on a skeleton of `scene`: clothes, hair or weapons from a file of their own. Joints are matched to
/// bones by name, whatever their indices. The mesh's materials and images are added to `scene`. The mesh keeps its own inverse binds, so it
/// moves as it would in its own scene if the rig there had the same pose. The units of the two rigs may differ by powers of ten.
///
/// A mesh without a skeleton is attached rigidly to a bone of `skeleton`: the bone with the name of the mesh's own node or, if there is
/// none, of the nearest node or bone above it that has a namesake. The mesh keeps its offset from that node or bone. In either case, the
/// mesh gets a new node, below the skeleton's host or below the bone; removing the new node takes the mesh off. The scene of `instance` is
/// not needed afterwards.
///
/// Throws std::invalid_argument, changing nothing, if `scene` does not own the skeleton, the skeleton lacks joints of the mesh (the message
/// names the joints, and bones with similar names) or has no room for more, a joint belongs to a helper bone or to no bone of its own
/// skeleton, no bone fits a mesh without a skeleton, or the axes of the two rigs differ. O(size of the mesh) the first time that a skeleton
/// with these joints wears the mesh.
ARMATURE_API MeshInstance& wearMesh(Scene& scene, const MeshInstance& instance, Skeleton& skeleton, const WearOptions& options = {});

}  // namespace armature
