#include "posed_scene.hpp"

#include <array>
#include <fstream>
#include <string>

#include <glm/matrix.hpp>

#include <armature/math/affine.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
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

namespace {

/// Returns whether a file is glTF, and thus in metres. The scene cannot tell: glTF written from an FBX scene keeps the FBX root node, whose
/// metadata name another unit.
bool isGltf(const std::string& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::array<char, 4> start{};
    stream.read(start.data(), 4);
    if (std::string(start.data(), start.size()) == "glTF") {
        return true;
    }
    stream.clear();
    stream.seekg(0);
    char first = ' ';
    stream >> first;  // skips white space
    return first == '{';
}

}  // namespace

glm::dmat4 worldToFile(const Scene& scene)
{
    if (scene.nodes().empty() || scene.sourceFiles().empty() || isGltf(scene.sourceFiles().front())) {
        return glm::dmat4(1.);
    }
    const TransformNode& root = *scene.nodes().front();
    const bool converts = root.getParent() == nullptr && root.getMetadata().find("\"metresPerUnit\":") != std::string::npos;
    return converts ? glm::inverse(glm::dmat4(root.getWorldMatrix())) : glm::dmat4(1.);
}

}  // namespace armature::tools
