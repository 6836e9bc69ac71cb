#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// A half-line in world space. The direction may have any length except zero.
struct ARMATURE_API Ray {
    glm::vec3 origin{0.f};                ///< In world space.
    glm::vec3 direction{0.f, 0.f, -1.f};  ///< In world space, of any length except zero.
};

/// How much one joint moves a point of a surface.
struct ARMATURE_API JointWeight {
    std::size_t joint = 0;  ///< Palette slot.
    Bone* bone = nullptr;   ///< The bone in that slot; null if there is none.
    float weight = 0.f;     ///< In [0, 1].
};

/// The nearest hit of a ray.
struct ARMATURE_API RayHit {
    const MeshInstance* instance = nullptr;  ///< The instance that was hit.
    std::size_t primitive = 0;               ///< Index of the primitive in the instance's mesh.
    std::size_t triangle = 0;                ///< Index of the triangle, counted in the order of the primitive's indices, for any topology.
    std::array<std::size_t, 3> vertices{};   ///< Indices of the triangle's corners among the primitive's vertices.
    /// Weights of the triangle's corners; the point is the weighted mean of the corners.
    glm::vec3 barycentric{0.f};
    float distance = 0.f;     ///< Distance from the ray's origin, in multiples of the length of Ray::direction.
    glm::vec3 position{0.f};  ///< The point that was hit, in world space.
    /// The joints that move the point, with weights interpolated from those of the triangle's corners, heaviest first. No joint occurs
    /// twice or with weight 0; like the mesh's weights, the weights sum to 1. Empty if the mesh has no skeleton or the surface has no
    /// weights at the point.
    std::vector<JointWeight> joints = {};
    /// The bone of the heaviest joint; null if there is none.
    Bone* bone = nullptr;
};

/// Finds the nearest triangle that the ray hits, from either side, on the mesh as it is posed now (morphed, skinned, placed). Returns no
/// value if the ray hits no triangle. Throws std::invalid_argument if a number of the ray is not finite or its direction is zero.
/// O(vertices + triangles).
[[nodiscard]] ARMATURE_API std::optional<RayHit> intersect(const MeshInstance& instance, const Ray& ray);

/// Finds the nearest hit among all enabled mesh instances.
[[nodiscard]] ARMATURE_API std::optional<RayHit> intersect(const Scene& scene, const Ray& ray);

/// Finds the same hits as intersect(), bit for bit, but faster: for each mesh that it has seen, a picker keeps boxes around the vertices
/// that each joint moves, and poses only vertices whose boxes the ray hits. Use a picker from one thread at a time. See docs/lifetimes.md
/// for moved-from objects.
class ARMATURE_API Picker final {
public:
    Picker();  ///< Makes a picker that knows no meshes.
    ~Picker();
    Picker(Picker&&) noexcept;
    Picker& operator=(Picker&&) noexcept;

    /// Returns the hit of intersect(instance, ray). O(joints + groups of some 50 triangles + triangles near the ray); O(triangles +
    /// influences) the first time that the picker sees a mesh.
    [[nodiscard]] std::optional<RayHit> intersect(const MeshInstance& instance, const Ray& ray);
    /// Returns the hit of intersect(scene, ray). Drops the boxes of meshes that are gone.
    [[nodiscard]] std::optional<RayHit> intersect(const Scene& scene, const Ray& ray);

    /// Number of meshes for which the picker keeps boxes.
    [[nodiscard]] std::size_t meshCount() const;
    /// Number of triangles tested since construction; it shows how many tests the boxes save.
    [[nodiscard]] std::uint64_t testedTriangleCount() const;

private:
    struct ARMATURE_LOCAL State;

    std::unique_ptr<State> state_;
};

/// The bone nearest to a ray or a point. For this purpose, a bone consists of the lines from its joint to its children's joints. Without
/// children, it is the line from its joint along +Y, as long as its length; without a length too, it is its joint alone.
struct ARMATURE_API NearestBone {
    Bone* bone = nullptr;          ///< The nearest bone; of several, the first in Skeleton::bones().
    glm::vec3 position{0.f};       ///< The bone's nearest point, in world space.
    float distance = 0.f;          ///< Distance from `position` to the ray or point, in world space.
    float distanceAlongRay = 0.f;  ///< Position of the ray's nearest point, in multiples of the length of Ray::direction; 0 for a point.
};

/// Returns the bone nearest to the ray in the current pose: for picking bones, which have no surface. Returns no value if there are no
/// bones, or no bones at finite coordinates. Throws as intersect() does. O(bones).
[[nodiscard]] ARMATURE_API std::optional<NearestBone> findNearestBone(Skeleton& skeleton, const Ray& ray);
/// Returns the bone nearest to a point in world space. Throws std::invalid_argument if a coordinate is not finite.
[[nodiscard]] ARMATURE_API std::optional<NearestBone> findNearestBone(Skeleton& skeleton, const glm::vec3& point);

}  // namespace armature
