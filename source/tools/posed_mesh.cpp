#include "posed_mesh.hpp"

#include <armature/math/affine.hpp>
#include <armature/scene/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>

namespace armature::tools {

namespace {

// From where the vertices are after skinning, or without it, to the world.
Affine vertexToWorld(const MeshInstance& instance)
{
    return toAffine(instance.skeleton != nullptr ? instance.skeleton->getWorldMatrix() : instance.node->getWorldMatrix());
}

}  // namespace

std::vector<glm::vec3> posePositions(const MeshInstance& instance, const Primitive& primitive)
{
    std::vector<glm::vec3> positions = primitive.positions;
    morphPositions(primitive, instance.morphWeights, positions);
    if (instance.skeleton != nullptr) {
        skinPositions(positions, primitive.skin, instance.skeleton->getFinalMatrices(), positions);
    }
    const Affine world = vertexToWorld(instance);
    for (glm::vec3& position : positions) {
        position = transformPoint(world, position);
    }
    return positions;
}

PosedVertices poseVertices(const MeshInstance& instance, const Primitive& primitive)
{
    PosedVertices posed{.positions = posePositions(instance, primitive), .normals = primitive.normals};
    morphNormals(primitive, instance.morphWeights, posed.normals);
    if (instance.skeleton != nullptr) {
        skinNormals(posed.normals, primitive.skin, instance.skeleton->getFinalMatrices(), posed.normals);
    }
    const Affine world = vertexToWorld(instance);
    for (glm::vec3& normal : posed.normals) {
        normal = transformNormal(world, normal);
    }
    posed.isMirrored = determinant(world) < 0.;
    return posed;
}

}  // namespace armature::tools
