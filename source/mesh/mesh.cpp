#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/mesh/mesh.hpp>

#include "base/words.hpp"
#include "math/numbers.hpp"
#include "mesh/mesh_access.hpp"
#include "node/transform_node_owner.hpp"

namespace armature {

namespace {

std::string_view nameOfPart(MeshPart part) noexcept
{
    switch (part) {
    case MeshPart::Topology: return "topology";
    case MeshPart::Positions: return "positions";
    case MeshPart::Normals: return "normals";
    case MeshPart::Tangents: return "tangents";
    case MeshPart::TextureCoordinates0: return "textureCoordinates[0]";
    case MeshPart::TextureCoordinates1: return "textureCoordinates[1]";
    case MeshPart::Colors: return "colors";
    case MeshPart::Indices: return "indices";
    case MeshPart::Joints: return "skin.joints";
    case MeshPart::Weights: return "skin.weights";
    case MeshPart::MorphTargets: return "morphTargets";
    case MeshPart::MorphWeights: return "morphWeights";
    case MeshPart::MorphTargetNames: break;
    }
    return "morphTargetNames";
}

/// Returns the place of a problem as a programmer would write it, such as "primitives[0].morphTargets[2].positions".
std::string placeOfProblem(const MeshProblem& problem)
{
    std::string place = problem.primitive ? fmt::format("primitives[{}].", *problem.primitive) : std::string();
    if (problem.target) {
        place += fmt::format("morphTargets[{}].", *problem.target);
    }
    place += nameOfPart(problem.part);
    return problem.part == MeshPart::MorphWeights ? fmt::format("{}[{}]", place, problem.element) : place;
}

}  // namespace

std::size_t triangleCount(const Primitive& primitive) noexcept
{
    const std::size_t corners = primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size();
    switch (primitive.topology) {
    case PrimitiveTopology::Triangles: return corners / 3;
    case PrimitiveTopology::TriangleStrip:
    case PrimitiveTopology::TriangleFan: return corners < 3 ? 0 : corners - 2;
    default: return 0;
    }
}

Mesh::Mesh(MeshDescription description) noexcept : description_(std::move(description))
{
    for (const Primitive& primitive : description_.primitives) {
        if (!primitive.skin.joints.empty()) {
            jointCount_ = std::max(jointCount_, std::size_t{largestOf(primitive.skin.joints)} + 1);
        }
        if (primitive.material) {
            materialCount_ = std::max(materialCount_, *primitive.material + 1);
        }
    }
}

std::shared_ptr<const Mesh> Mesh::create(MeshDescription description)
{
    if (const auto problem = findProblem(description)) {
        throw std::invalid_argument(fmt::format("{}: {} {}", titleOf(description), placeOfProblem(*problem), problem->text));
    }
    return MeshAccess::adopt(std::move(description));
}

std::string titleOf(const MeshDescription& mesh)
{
    return fmt::format("mesh {}", inMessage(shown(mesh.name)));
}

void requireMaterials(const Mesh& mesh, const TransformNodeOwner& scene)
{
    const auto& primitives = mesh.primitives();
    const auto wrong = std::ranges::find_if(primitives, [&](const Primitive& primitive) {
        return primitive.material && !scene.has(NumberedThing::Material, *primitive.material);
    });
    if (wrong == primitives.end()) {
        return;
    }
    const std::size_t count = scene.countOf(NumberedThing::Material);
    throw std::invalid_argument(
        fmt::format("{}: primitives[{}].material is {}, {}", titleOf(mesh.getDescription()), wrong - primitives.begin(), *wrong->material,
                    *wrong->material < count ? "which was removed" : "but the scene has " + counted(count, "material")));
}

}  // namespace armature
