#include <memory>
#include <unordered_map>
#include <vector>

#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/scene/picking.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/joint_bounds.hpp>

#include "base/moved_from.hpp"
#include "scene/ray_hits.hpp"
#include "scene/triangle_groups.hpp"

namespace armature {

namespace {

constexpr const char* pickerName = "a Picker";  // for messages

struct KnownMesh {
    std::weak_ptr<const Mesh> mesh;
    SkinningKind skinning = SkinningKind::Linear;
    JointBounds bounds;
    std::vector<TriangleGroup> groups;
};

bool ownsTheSame(const std::weak_ptr<const Mesh>& a, const std::shared_ptr<const Mesh>& b) noexcept
{
    return !a.owner_before(b) && !b.owner_before(a);
}

// Returns the box in world space, grown for rounding. Its numbers may be infinite or NaN; meets() then counts the box as met.
WideBox placed(const Aabb& box, const glm::mat4& world) noexcept
{
    const glm::dmat4 matrix(world);
    const glm::dvec3 low(box.minimum);
    const glm::dvec3 high(box.maximum);
    const glm::dvec3 half = 0.5 * (high - low);
    const glm::dvec3 farthest = glm::max(glm::abs(low), glm::abs(high));
    WideBox wide{glm::dvec3(matrix * glm::dvec4(0.5 * (low + high), 1.)), 1e-5 * glm::abs(glm::dvec3(matrix[3]))};
    for (int axis = 0; axis < 3; ++axis) {
        wide.half += glm::abs(glm::dvec3(matrix[axis])) * (half[axis] + 1e-5 * farthest[axis]);
    }
    return wide;
}

}  // namespace

struct Picker::State {
    [[nodiscard]] const KnownMesh& find(const std::shared_ptr<const Mesh>& mesh)
    {
        KnownMesh& known = meshes[mesh.get()];
        if (!ownsTheSame(known.mesh, mesh)) {  // a new entry, or one of an earlier mesh at this address
            known = {mesh, askedSkinning(*mesh), JointBounds(*mesh), groupTriangles(*mesh)};
        }
        return known;
    }

    std::unordered_map<const Mesh*, KnownMesh> meshes;
    DualQuaternionPalette split;  // the palette, split for dual quaternions, of the instance being tested
    PoseScratch scratch;
    std::uint64_t testedTriangles = 0;
};

Picker::Picker() : state_(std::make_unique<State>()) {}
Picker::~Picker() = default;
Picker::Picker(Picker&&) noexcept = default;
Picker& Picker::operator=(Picker&&) noexcept = default;

std::optional<RayHit> Picker::intersect(const MeshInstance& instance, const Ray& ray)
{
    State& state = stateOf(state_, pickerName);
    requireRay(ray);
    const KnownMesh& known = state.find(instance.getMesh());
    const Skeleton* const skeleton = instance.getSkeleton();
    const glm::mat4 world = skeleton != nullptr ? skeleton->getWorldMatrix() : instance.getNode().getWorldMatrix();
    InstancePose pose{.world = toAffine(world), .isSkinned = skeleton != nullptr, .morphWeights = instance.getMorphWeights()};
    NearestTriangle nearest(ray);
    if (skeleton != nullptr) {
        pose.palette = skeleton->getFinalMatrices(instance.getInverseBindSet());
        pose.split = &state.split;
        if (known.skinning != SkinningKind::Linear) {
            state.split.assign(pose.palette);
        }
        // The box of all vertices is tested only for meshes with a skeleton: JointBounds assumes that blending multiplies a position by the
        // sum of its weights, which is not done without a skeleton.
        const Aabb box = enclose(known.bounds, known.skinning, pose.palette, state.split, pose.morphWeights);
        if (!meets(ray, placed(box, world), nearest.getDistance())) {
            return std::nullopt;
        }
    }
    for (const TriangleGroup& group : known.groups) {
        if (meets(ray, group.enclose(pose), nearest.getDistance())) {
            group.showTo(nearest, pose, state.scratch);
            state.testedTriangles += group.triangleCount();
        }
    }
    return nearest.describe(instance);
}

std::optional<RayHit> Picker::intersect(const Scene& scene, const Ray& ray)
{
    State& state = stateOf(state_, pickerName);
    requireRay(ray);
    std::erase_if(state.meshes, [](const auto& entry) { return entry.second.mesh.expired(); });
    return nearestHit(scene, [&](const MeshInstance& instance) { return intersect(instance, ray); });
}

std::size_t Picker::meshCount() const
{
    return stateOf(state_, pickerName).meshes.size();
}

std::uint64_t Picker::testedTriangleCount() const
{
    return stateOf(state_, pickerName).testedTriangles;
}

}  // namespace armature
