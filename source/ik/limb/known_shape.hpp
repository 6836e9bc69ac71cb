#pragma once

#include <optional>

#include <glm/ext/vector_float3.hpp>

#include "ik/limb/two_bone.hpp"

namespace armature {

/// Which axes a limb bends and rolls by (see BoneIkOptions::bendAxis): `bendAxis` if it is given, else those of its rest.
void chooseLimbAxes(TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis) noexcept;

/// The shape of a limb, good for as long as the limb is the same but for its turns, as it is from frame to frame.
class KnownShape {
public:
    /// The shape of `limb`: the remembered one, or if that is another limb's one worked out into `outOther`. Null where it has none.
    [[nodiscard]] const TwoBoneShape* of(const TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis,
                                         std::optional<TwoBoneShape>& outOther) const noexcept;
    void remember(const TwoBoneLimb& limb, const std::optional<glm::vec3>& bendAxis) noexcept;
    void forget() noexcept { isKnown_ = false; }

private:
    bool isKnown_ = false;
    TwoBoneLimb limb_;
    std::optional<TwoBoneShape> shape_;
};

}  // namespace armature
