#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>

#include <armature/math/aabb.hpp>
#include <armature/render/skin_renderer.hpp>

namespace armature {

/// A box, and where it is in the world.
struct PlacedBox {
    Aabb box;
    const glm::mat4* world = nullptr;
};

enum class Sight : std::uint8_t { Unseen, ShadowOnly, Seen };

/// What a camera sees of many boxes: those in view and, if there are shadows, those whose shadow may fall into the view.
class CrowdSight final {
public:
    /// O(boxes); allocates only for more than ever.
    void look(std::span<const PlacedBox> boxes, const Camera& camera, const DrawOptions& options);

    /// What can be seen of each box.
    [[nodiscard]] std::span<const Sight> sights() const noexcept { return sights_; }
    /// A box around all members that are not unseen, in world space. Only if there are shadows.
    [[nodiscard]] const Aabb& bounds() const noexcept { return bounds_; }

private:
    /// Finds the members out of view whose shadow may fall on what is in view, or on the ground.
    void findCasters(std::span<const PlacedBox> boxes, const Camera& camera, const DrawOptions& options);

    std::vector<Sight> sights_;
    Aabb bounds_;
};

}  // namespace armature
