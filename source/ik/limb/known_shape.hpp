#pragma once

#include <optional>

#include <glm/ext/vector_float3.hpp>

#include "ik/limb/two_bone.hpp"

namespace armature {

/// The axes about which a limb bends and rolls (see BoneIkOptions::bendAxis): `bendAxis` if given, otherwise derived from its rest.
void chooseLimbAxes(TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis) noexcept;

/// The shape of a limb, cached as long as only its rotations change, as usual from frame to frame.
class KnownShape {
public:
    /// The shape of `limb`: the cached one or, if that is of another limb, one computed into `outOther`. Null if it has none.
    [[nodiscard]] const TwoBoneShape* of(const TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis,
                                         std::optional<TwoBoneShape>& outOther) const noexcept;
    /// Makes the shape of `limb` the cached one, and returns it. Null if it has none.
    const TwoBoneShape* remember(const TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis) noexcept;
    void forget() noexcept { isKnown_ = false; }

private:
    bool isKnown_ = false;
    TwoBoneLimb limb_;
    std::optional<TwoBoneShape> shape_;
};

}  // namespace armature
