#pragma once

#include <optional>

#include <glm/ext/vector_float3.hpp>

#include "ik/known_rest.hpp"
#include "ik/limb/two_bone.hpp"

namespace armature {

/// The rest poses of a limb's bones, from which its reference rotations follow.
struct LimbRests {
    const LocalPose& upper;
    const LocalPose& lower;
};

/// Chooses the axes about which a limb bends and rolls (see BoneIkOptions::bendAxis): `bendAxis` if given, otherwise from the limb's rest
/// pose.
void chooseLimbAxes(TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis) noexcept;

/// The shape of a limb. The cached shape stays valid while only the limb's rotations change, as is usual from frame to frame. Takes limbs
/// as they are read.
class KnownShape {
public:
    /// Returns the limb with the reference rotations of its bones' rest poses.
    [[nodiscard]] TwoBoneLimb withReferences(const LimbPose& limb, const LimbRests& rests) const noexcept;
    /// Returns the shape of `limb`: the cached one or, if this limb's shape is not cached, one computed into `outOther`. Null if the limb
    /// has no shape.
    [[nodiscard]] const TwoBoneShape* of(const LimbPose& limb, const LimbRests& rests, const std::optional<glm::vec3>& bendAxis,
                                         std::optional<TwoBoneShape>& outOther) const noexcept
    {
        return isOf(limb, rests) ? shape() : compute(limb, rests, bendAxis, outOther);
    }
    /// Caches the shape of `limb`, and returns it. Null if the limb has no shape.
    const TwoBoneShape* remember(const LimbPose& limb, const LimbRests& rests, const std::optional<glm::vec3>& bendAxis) noexcept
    {
        if (!isOf(limb, rests)) {
            replace(limb, rests, bendAxis);
        }
        return shape();
    }
    void forget() noexcept { isKnown_ = false; }

private:
    [[nodiscard]] const TwoBoneShape* shape() const noexcept { return shape_ ? &*shape_ : nullptr; }
    /// Whether the cached shape is that of `limb`. The signs of the scales, on which the reference rotations depend, are compared with the
    /// scales.
    [[nodiscard]] bool isOf(const LimbPose& limb, const LimbRests& rests) const noexcept
    {
        return isKnown_ && limb.lower.center == limb_.lower.center && limb.tip == limb_.tip && limb.upper.hasShapeOf(limb_.upper)
               && limb.lower.hasShapeOf(limb_.lower) && upperRest_.holds(rests.upper) && lowerRest_.holds(rests.lower);
    }
    [[nodiscard]] const TwoBoneShape* compute(const LimbPose& limb, const LimbRests& rests, const std::optional<glm::vec3>& bendAxis,
                                              std::optional<TwoBoneShape>& outOther) const noexcept;
    void replace(const LimbPose& limb, const LimbRests& rests, const std::optional<glm::vec3>& bendAxis) noexcept;

    bool isKnown_ = false;
    LimbPose limb_;
    KnownRest upperRest_;
    KnownRest lowerRest_;
    std::optional<TwoBoneShape> shape_;
};

}  // namespace armature
