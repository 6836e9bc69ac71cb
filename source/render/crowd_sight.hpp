#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>

#include <armature/math/aabb.hpp>
#include <armature/render/skin_renderer.hpp>

namespace armature {

/// A box and its world matrix.
struct PlacedBox {
    Aabb box;
    const glm::mat4* world = nullptr;
};

enum class Sight : std::uint8_t { Unseen, ShadowOnly, Seen };

/// Finds which of many boxes a camera sees: those in view and, if there are shadows, those whose shadows may fall into the view.
class CrowdSight final {
public:
    /// Classifies each box. O(boxes). Allocates only if there are more boxes than in any earlier call.
    void look(std::span<const PlacedBox> boxes, const Camera& camera, const DrawOptions& options);

    /// How the camera sees each box, in the order given to look().
    [[nodiscard]] std::span<const Sight> sights() const noexcept { return sights_; }
    /// A box around all boxes that are not Unseen, in world space. Empty without shadows.
    [[nodiscard]] const Aabb& bounds() const noexcept { return bounds_; }

private:
    /// Finds the boxes out of view whose shadows may fall on the ground or on a box in view, at a place that the camera sees.
    void findCasters(std::span<const PlacedBox> boxes, const Camera& camera, const DrawOptions& options);

    std::vector<Sight> sights_;
    Aabb bounds_;
};

}  // namespace armature
