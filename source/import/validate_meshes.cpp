#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "import/notes.hpp"
#include "import/scene_builder.hpp"
#include "math/numbers.hpp"
#include "mesh/mesh_access.hpp"
#include "words/words.hpp"

namespace armature::importing {

namespace {

/// Mends the directions and looks of one primitive.
class PrimitiveMender {
public:
    PrimitiveMender(Primitive& primitive, std::string place, Notes& notes) : primitive_(primitive), place_(std::move(place)), notes_(notes)
    {}

    void mend()
    {
        mendDirections();
        replaceNotFinite(numbersOf(primitive_.textureCoordinates[0]), 0.f, "attributes/TEXCOORD_0");
        replaceNotFinite(numbersOf(primitive_.textureCoordinates[1]), 0.f, "attributes/TEXCOORD_1");
        replaceNotFinite(numbersOf(primitive_.colors), 1.f, "attributes/COLOR_0");
        for (std::size_t target = 0; target < primitive_.morphTargets.size(); ++target) {
            MorphTarget& displacements = primitive_.morphTargets[target];
            replaceNotFinite(numbersOf(displacements.normals), 0.f, fmt::format("targets/{}/NORMAL", target));
            replaceNotFinite(numbersOf(displacements.tangents), 0.f, fmt::format("targets/{}/TANGENT", target));
        }
    }

private:
    void replaceNotFinite(std::span<float> numbers, float replacement, std::string_view part)
    {
        if (!findNotFinite(numbers)) {
            return;
        }
        std::size_t count = 0;
        for (float& number : numbers) {
            if (isNotFinite(number)) {
                number = replacement;
                ++count;
            }
        }
        notes_.add(fmt::format("{}/{}", place_, part),
                   fmt::format("has {} not finite: taken as {}; export the file again", counted(count, "number"), replacement));
    }

    /// Normalises normals and tangents; those without a direction point along +Z and +X.
    void mendDirections()
    {
        replaceNotFinite(numbersOf(primitive_.normals), 0.f, "attributes/NORMAL");
        replaceNotFinite(numbersOf(primitive_.tangents), 0.f, "attributes/TANGENT");
        Deviation normals;
        for (glm::vec3& normal : primitive_.normals) {
            if (!isUnit(normal)) {
                normal = normals.mended(normal, glm::vec3(0.f, 0.f, 1.f));
            }
        }
        normals.report(*this, "attributes/NORMAL");
        Deviation tangents;
        for (glm::vec4& tangent : primitive_.tangents) {
            const glm::vec3 direction(tangent);
            tangent = glm::vec4(isUnit(direction) ? direction : tangents.mended(direction, glm::vec3(1.f, 0.f, 0.f)),
                                tangent.w < 0.f ? -1.f : 1.f);
        }
        tangents.report(*this, "attributes/TANGENT");
    }

    /// Within rounding. Such directions stay as they are.
    [[nodiscard]] static bool isUnit(const glm::vec3& direction) { return std::abs(glm::dot(direction, direction) - 1.f) <= 1e-6f; }

    /// Normalises directions and records how far off they were.
    struct Deviation {
        double largest = 0.;
        std::size_t zeros = 0;

        glm::vec3 mended(const glm::vec3& direction, const glm::vec3& fallback)
        {
            const double length = glm::length(glm::dvec3(direction));
            if (length == 0.) {
                ++zeros;
                return fallback;
            }
            largest = std::max(largest, std::abs(length - 1.));
            return glm::vec3(glm::dvec3(direction) / length);
        }

        void report(const PrimitiveMender& mender, std::string_view part) const
        {
            const std::string place = fmt::format("{}/{}", mender.place_, part);
            if (zeros > 0) {
                mender.notes_.add(place, fmt::format("has {} of length 0: replaced; export the file again", counted(zeros, "direction")));
            }
            if (largest > static_cast<double>(unitLengthTolerance3)) {
                mender.notes_.add(place, fmt::format("has lengths up to {:.6g} away from 1: made 1; export the file again", largest));
            }
        }
    };

    Primitive& primitive_;
    std::string place_;
    Notes& notes_;
};

/// What glTF calls it, below the primitive or its morph target.
std::string nameOf(const MeshProblem& problem, const MeshDescription& mesh)
{
    const auto set = [&] {
        const std::size_t influences = mesh.primitives[*problem.primitive].skin.influencesPerVertex;
        return influences == 0 ? 0 : problem.element % influences / 4;
    };
    switch (problem.part) {
    case MeshPart::Positions: return "POSITION";
    case MeshPart::Normals: return "NORMAL";
    case MeshPart::Tangents: return "TANGENT";
    case MeshPart::TextureCoordinates0: return "TEXCOORD_0";
    case MeshPart::TextureCoordinates1: return "TEXCOORD_1";
    case MeshPart::Colors: return "COLOR_0";
    case MeshPart::Joints: return fmt::format("JOINTS_{}", set());
    case MeshPart::Weights: return fmt::format("WEIGHTS_{}", set());
    case MeshPart::Topology: return "mode";
    case MeshPart::Indices: return "indices";
    case MeshPart::MorphTargets: return "targets";
    case MeshPart::MorphWeights: return fmt::format("weights/{}", problem.element);
    case MeshPart::MorphTargetNames: break;
    }
    return "extras/targetNames";
}

/// Where in the file, the primitives being those of the file that `numbers` says.
std::string placeOf(const MeshProblem& problem, const MeshDescription& mesh, const std::vector<std::size_t>& numbers)
{
    if (!problem.primitive) {
        return nameOf(problem, mesh);
    }
    std::string place = fmt::format("primitives/{}/", numbers[*problem.primitive]);
    if (problem.target) {
        place += fmt::format("targets/{}/", *problem.target);
    } else if (problem.part >= MeshPart::Positions && problem.part <= MeshPart::Weights && problem.part != MeshPart::Indices) {
        place += "attributes/";
    }
    return place + nameOf(problem, mesh);
}

/// Drops primitives without vertices. Returns the numbers that the others had.
std::vector<std::size_t> dropEmptyPrimitives(MeshDescription& mesh)
{
    std::vector<std::size_t> numbers;
    for (std::size_t number = 0; number < mesh.primitives.size(); ++number) {
        if (!mesh.primitives[number].positions.empty()) {
            numbers.push_back(number);
        }
    }
    std::erase_if(mesh.primitives, [](const Primitive& primitive) { return primitive.positions.empty(); });
    return numbers;
}

}  // namespace

std::shared_ptr<const Mesh> makeMesh(MeshDescription mesh, std::size_t index, Notes& notes)
{
    const std::string place = fmt::format("/meshes/{}", index);
    const std::vector<std::size_t> numbers = dropEmptyPrimitives(mesh);
    for (std::size_t number = 0; number < mesh.primitives.size(); ++number) {
        PrimitiveMender(mesh.primitives[number], fmt::format("{}/primitives/{}", place, numbers[number]), notes).mend();
    }
    mendSkinWeights(mesh, place, notes);
    if (const auto problem = findProblem(mesh)) {
        throw Refusal(fmt::format("{}/{}", place, placeOf(*problem, mesh, numbers)), problem->text);
    }
    return MeshAccess::adopt(std::move(mesh));
}

void validateMaterials(SceneDescription& scene)
{
    for (std::size_t index = 0; index < scene.materials.size(); ++index) {
        if (const auto problem = findProblem(scene.materials[index], scene.images.size())) {
            throw Refusal(fmt::format("/materials/{}", index), *problem);
        }
    }
}

}  // namespace armature::importing
