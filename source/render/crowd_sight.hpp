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

/// Finds which of many boxes a camera sees: those in view and, if there are shadows, those whose shadow may fall into the view.
class CrowdSight final {
public:
    /// Finds the sight of each box. O(boxes). Allocates only if there are more boxes than in any call before.
    void look(std::span<const PlacedBox> boxes, const Camera& camera, const DrawOptions& options);

    /// The sight of each box.
    [[nodiscard]] std::span<const Sight> sights() const noexcept { return sights_; }
    /// A box around all boxes that are not Unseen, in world space. Empty without shadows.
    [[nodiscard]] const Aabb& bounds() const noexcept { return bounds_; }

private:
    /// Finds the boxes out of view whose shadow may fall on something in view, or on the ground.
    void findCasters(std::span<const PlacedBox> boxes, const Camera& camera, const DrawOptions& options);

    std::vector<Sight> sights_;
    Aabb bounds_;
};

}  // namespace armature
