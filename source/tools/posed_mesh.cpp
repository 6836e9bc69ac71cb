#include "posed_mesh.hpp"

#include <armature/math/affine.hpp>
#include <armature/scene/mesh_instance.hpp>
#include <armature/scene/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>

namespace armature::tools {

PosedVertices poseVertices(const MeshInstance& instance, const Primitive& primitive)
{
    PosedVertices posed{.positions = primitive.positions, .normals = primitive.normals};
    morphPositions(primitive, instance.getMorphWeights(), posed.positions);
    morphNormals(primitive, instance.getMorphWeights(), posed.normals);

    const Skeleton* skeleton = instance.getSkeleton();
    if (skeleton != nullptr) {
        const auto palette = skeleton->getFinalMatrices(instance.getInverseBindSet());
        skinVerticesAsAsked({posed.positions, posed.normals}, primitive.skin, palette, {posed.positions, posed.normals});
    }
    const Affine world = toAffine(skeleton != nullptr ? skeleton->getWorldMatrix() : instance.getNode().getWorldMatrix());
    for (glm::vec3& position : posed.positions) {
        position = transformPoint(world, position);
    }
    for (glm::vec3& normal : posed.normals) {
        normal = transformNormal(world, normal);
    }
    posed.isMirrored = determinant(world) < 0.;
    return posed;
}

}  // namespace armature::tools
