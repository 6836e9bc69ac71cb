#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <armature/fwd.hpp>

#include "math/aligned_vector.hpp"
#include "skeleton/rig.hpp"

namespace armature {

/// A skeleton's definition, taken apart: what was set, from which all else follows. Not its pose, links, host and attached nodes.
struct RigDescription {
    struct BoneRecord {
        std::string name;
        std::uint32_t parent = noSlot;       ///< Into RigDescription::bones; before this one.
        std::uint32_t place = 0;             ///< In Skeleton::bones().
        std::uint32_t paletteSlot = noSlot;  ///< None: a helper bone.
        Affine bind = identityAffine();
        std::optional<Affine> inverseBind = {};  ///< If it was given; otherwise it follows from the bind.
        LocalPose rest = {};
        std::optional<float> length = {};
    };

    std::string name;
    std::vector<BoneRecord> bones;  ///< Depth first, children in their order.
    std::size_t paletteSize = 0;
    std::vector<AlignedVector<Affine>> inverseBindSets;  ///< By palette slot.
};

[[nodiscard]] RigDescription describeRig(const Skeleton& skeleton);

/// A skeleton of that name with those bones, bit for bit, in its rest pose, with nothing stale. Throws std::invalid_argument that names the bone
/// for what Skeleton::createBone() refuses and for places that are not those of a list.
[[nodiscard]] std::unique_ptr<Skeleton> buildRig(const RigDescription& description);

}  // namespace armature
