#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <armature/fwd.hpp>

#include "math/aligned_vector.hpp"
#include "skeleton/rig.hpp"

namespace armature {

/// A skeleton's definition, taken apart: all but its pose, links, host and attached nodes.
struct RigDescription {
    struct BoneRecord {
        std::string name;
        std::uint32_t parent = noSlot;       ///< Into RigDescription::bones; before this one.
        std::uint32_t place = 0;             ///< In Skeleton::bones().
        std::uint32_t paletteSlot = noSlot;  ///< None: a helper bone.
        Rig::Entry entry;                    ///< Settled: both what was set and what followed from it.
        Affine inverseBind = identityAffine();
    };

    std::string name;
    std::vector<BoneRecord> bones;  ///< Depth first, children in their order.
    std::size_t paletteSize = 0;
    std::vector<AlignedVector<Affine>> inverseBindSets;  ///< By palette slot.
};

[[nodiscard]] RigDescription describeRig(const Skeleton& skeleton);

/// Gives an empty skeleton the name, the bones, bit for bit, and the rest pose. Throws std::invalid_argument that names the bone for what
/// Skeleton::createBone() refuses and for places that are not those of a list; the skeleton is then of no use.
void buildRig(const RigDescription& description, Skeleton& skeleton);

}  // namespace armature
