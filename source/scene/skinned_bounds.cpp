#include <armature/scene/skinned_bounds.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>

namespace armature {

namespace {

bool isMorphed(const Primitive& primitive, std::span<const float> weights) noexcept
{
    return !primitive.morphTargets.empty() && std::any_of(weights.begin(), weights.end(), [](float weight) { return weight != 0.f; });
}

/// Calls `visit` with the position of each vertex in world space.
template <typename Visit>
void visitPosedPositions(const MeshInstance& instance, Visit visit)
{
    const bool isSkinned = instance.getSkeleton() != nullptr;
    const Affine world = toAffine(isSkinned ? instance.getSkeleton()->getWorldMatrix() : instance.getNode().getWorldMatrix());
    const std::span<const Affine> palette =
        isSkinned ? instance.getSkeleton()->getFinalMatrices(instance.getInverseBindSet()) : std::span<const Affine>();

    std::vector<glm::vec3> posed;
    for (const Primitive& primitive : instance.getMesh()->primitives()) {
        std::span<const glm::vec3> positions = primitive.positions;
        if (isMorphed(primitive, instance.getMorphWeights())) {
            posed.resize(positions.size());
            morphPositions(primitive, instance.getMorphWeights(), posed);
            positions = posed;
        }
        if (isSkinned) {
            posed.resize(positions.size());
            skinVerticesAsAsked({.positions = positions}, primitive.skin, palette, {.positions = posed});
            positions = posed;
        }
        for (const glm::vec3& position : positions) {
            visit(transformPoint(world, position));
        }
    }
}

}  // namespace

void appendPosedPositions(const MeshInstance& instance, std::vector<glm::vec3>& outPositions)
{
    visitPosedPositions(instance, [&](const glm::vec3& position) { outPositions.push_back(position); });
}

void appendPosedPositions(const Scene& scene, std::vector<glm::vec3>& outPositions)
{
    for (const MeshInstance* instance : scene.meshInstances()) {
        if (instance->getNode().isEnabled()) {
            appendPosedPositions(*instance, outPositions);
        }
    }
}

Aabb computeBounds(const MeshInstance& instance)
{
    Aabb bounds;
    visitPosedPositions(instance, [&](const glm::vec3& position) { bounds.extend(position); });
    return bounds;
}

Aabb computeBounds(const Scene& scene)
{
    Aabb bounds;
    for (const MeshInstance* instance : scene.meshInstances()) {
        if (instance->getNode().isEnabled()) {
            bounds.extend(computeBounds(*instance));
        }
    }
    return bounds;
}

}  // namespace armature
