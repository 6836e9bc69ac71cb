#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <armature/scene/scene.hpp>
#include <armature/vrm/vrm_model.hpp>

#include "asset.hpp"

namespace armature::test {

/// The nodes of a VrmAsset that are named after their humanoid role.
inline constexpr std::array<std::string_view, 19> vrmAssetBones{
    "hips",         "spine",        "chest",         "neck",          "head",          "leftEye",   "rightEye",
    "leftUpperArm", "leftLowerArm", "leftHand",      "rightUpperArm", "rightLowerArm", "rightHand", "leftUpperLeg",
    "leftLowerLeg", "leftFoot",     "rightUpperLeg", "rightLowerLeg", "rightFoot"};

/// A small humanoid below "root" (0); strands "hair0" to "hair2" and "hairEnd" on the head, with a second branch "side" on hair0; "twist"
/// beside leftHand, "aimer" on the head, "copy" on the chest, "lamp" above all; "face" and "bodyMesh" show a mesh with two morph targets
/// and the materials "skin" and "cloth". One image, "portrait".
class VrmAsset : public Asset {
public:
    VrmAsset();

    /// Returns JSON in which "@name" is replaced by the number of that node.
    [[nodiscard]] std::string numbered(std::string_view json) const;
    [[nodiscard]] std::size_t nodeNumber(std::string_view name) const;

    /// A file with every field of VRMC_vrm, VRMC_springBone (extended colliders too) and VRMC_node_constraint.
    static VrmAsset version1();
    /// A file with every field of VRM 0.x.
    static VrmAsset version0();

private:
    std::vector<std::string> names_;
};

/// The model that version1() describes, for a scene with these nodes.
[[nodiscard]] VrmModel modelOfVersion1(const Scene& scene);
/// The model that version0() describes, in the form of 1.0.
[[nodiscard]] VrmModel modelOfVersion0(const Scene& scene);

/// The model without handles and with nodes numbered in the order of their names, so that equivalent models are equal.
[[nodiscard]] VrmModel comparable(const VrmModel& model);

}  // namespace armature::test
