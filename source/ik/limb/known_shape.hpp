#pragma once

#include <optional>

#include <glm/ext/vector_float3.hpp>

#include "ik/limb/two_bone.hpp"

namespace armature {

/// Chooses the axes about which a limb bends and rolls (see BoneIkOptions::bendAxis): `bendAxis` if given, otherwise from the limb's rest
/// pose.
void chooseLimbAxes(TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis) noexcept;

/// The shape of a limb. The cached shape stays valid while only the limb's rotations change, as is usual from frame to frame.
class KnownShape {
public:
    /// Returns the shape of `limb`: the cached one or, if this limb's shape is not cached, one computed into `outOther`. Null if the limb
    /// has no shape.
    [[nodiscard]] const TwoBoneShape* of(const TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis,
                                         std::optional<TwoBoneShape>& outOther) const noexcept;
    /// Caches the shape of `limb`, and returns it. Null if the limb has no shape.
    const TwoBoneShape* remember(const TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis) noexcept;
    void forget() noexcept { isKnown_ = false; }

private:
    bool isKnown_ = false;
    TwoBoneLimb limb_;
    std::optional<TwoBoneShape> shape_;
};

}  // namespace armature
