#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "base/words.hpp"
#include "import/notes.hpp"
#include "import/scene_builder.hpp"
#include "math/numbers.hpp"
#include "mesh/mesh_access.hpp"

namespace armature::importing {

namespace {

/// Mends the directions, texture coordinates and colours of one primitive, and the directions of its morph targets.
class PrimitiveMender {
public:
    /// `mesh` and `number` are the numbers of the mesh and the primitive in the file.
    PrimitiveMender(Primitive& primitive, std::size_t mesh, std::size_t number, Notes& notes)
        : primitive_(primitive), mesh_(mesh), number_(number), notes_(notes)
    {}

    void mend()
    {
        mendDirections();
        replaceNotFinite(numbersOf(primitive_.textureCoordinates[0]), 0.f, "attributes/TEXCOORD_0");
        replaceNotFinite(numbersOf(primitive_.textureCoordinates[1]), 0.f, "attributes/TEXCOORD_1");
        replaceNotFinite(numbersOf(primitive_.colors), 1.f, "attributes/COLOR_0");
        for (std::size_t target = 0; target < primitive_.morphTargets.size(); ++target) {
            MorphTarget& displacements = primitive_.morphTargets[target];
            replaceNotFinite(numbersOf(displacements.normals), 0.f, "NORMAL", target);
            replaceNotFinite(numbersOf(displacements.tangents), 0.f, "TANGENT", target);
        }
    }

private:
    void replaceNotFinite(std::span<float> numbers, float replacement, std::string_view part, std::optional<std::size_t> target = {})
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
        notes_.add(placeOf(target ? fmt::format("targets/{}/{}", *target, part) : std::string(part)),
                   fmt::format("has {} not finite: taken as {}; export the file again", counted(count, "number"), replacement));
    }

    /// Normalises normals and tangents. A normal of length 0 becomes +Z, a tangent of length 0 +X.
    void mendDirections()
    {
        const bool areNormalsFine = areAll(primitive_.normals, isUnit);
        const bool areTangentsFine =
            areAll(primitive_.tangents, [](const glm::vec4& tangent) { return isUnit(glm::vec3(tangent)) && std::abs(tangent.w) == 1.f; });
        if (!areNormalsFine) {
            replaceNotFinite(numbersOf(primitive_.normals), 0.f, "attributes/NORMAL");
        }
        if (!areTangentsFine) {
            replaceNotFinite(numbersOf(primitive_.tangents), 0.f, "attributes/TANGENT");
        }
        if (!areNormalsFine) {
            mendNormals();
        }
        if (!areTangentsFine) {
            mendTangents();
        }
    }

    /// Whether `isFine` holds for all vectors. Checks in one pass without branches.
    template <class Vector, class Question>
    [[nodiscard]] static bool areAll(const std::vector<Vector>& vectors, const Question& isFine)
    {
        std::uint32_t bad = 0;
        for (const Vector& vector : vectors) {
            bad |= isFine(vector) ? 0u : 1u;
        }
        return bad == 0;
    }

    void mendNormals()
    {
        Deviation normals;
        for (glm::vec3& normal : primitive_.normals) {
            if (!isUnit(normal)) {
                normal = normals.mended(normal, glm::vec3(0.f, 0.f, 1.f));
            }
        }
        normals.report(*this, "attributes/NORMAL");
    }

    void mendTangents()
    {
        Deviation tangents;
        for (glm::vec4& tangent : primitive_.tangents) {
            const glm::vec3 direction(tangent);
            tangent = glm::vec4(isUnit(direction) ? direction : tangents.mended(direction, glm::vec3(1.f, 0.f, 0.f)),
                                tangent.w < 0.f ? -1.f : 1.f);
        }
        tangents.report(*this, "attributes/TANGENT");
    }

    /// Whether the length is 1 within rounding; such directions stay unchanged.
    [[nodiscard]] static bool isUnit(const glm::vec3& direction) { return std::abs(glm::dot(direction, direction) - 1.f) <= 1e-6f; }

    /// Normalises directions, and records the largest deviation from unit length and the number of zero vectors.
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
            if (zeros > 0) {
                mender.notes_.add(mender.placeOf(part),
                                  fmt::format("has {} of length 0: replaced; export the file again", counted(zeros, "direction")));
            }
            if (largest > static_cast<double>(unitLengthTolerance3)) {
                mender.notes_.add(mender.placeOf(part),
                                  fmt::format("has lengths up to {:.6g} away from 1: made 1; export the file again", largest));
            }
        }
    };

    [[nodiscard]] std::string placeOf(std::string_view part) const
    {
        return fmt::format("/meshes/{}/primitives/{}/{}", mesh_, number_, part);
    }

    Primitive& primitive_;
    std::size_t mesh_;
    std::size_t number_;
    Notes& notes_;
};

/// Returns the glTF name of the part with the problem, relative to the primitive or morph target.
std::string nameOfPart(const MeshProblem& problem, const MeshDescription& mesh)
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

/// Returns the problem's place in the file, relative to the mesh. `numbers`: the file's number of each remaining primitive.
std::string placeOfProblem(const MeshProblem& problem, const MeshDescription& mesh, const std::vector<std::size_t>& numbers)
{
    if (!problem.primitive) {
        return nameOfPart(problem, mesh);
    }
    std::string place = fmt::format("primitives/{}/", numbers[*problem.primitive]);
    if (problem.target) {
        place += fmt::format("targets/{}/", *problem.target);
    } else if (problem.part >= MeshPart::Positions && problem.part <= MeshPart::Weights && problem.part != MeshPart::Indices) {
        place += "attributes/";
    }
    return place + nameOfPart(problem, mesh);
}

/// Drops primitives without vertices. Returns the file's numbers of the remaining ones.
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
    const std::vector<std::size_t> numbers = dropEmptyPrimitives(mesh);
    for (std::size_t number = 0; number < mesh.primitives.size(); ++number) {
        PrimitiveMender(mesh.primitives[number], index, numbers[number], notes).mend();
    }
    const bool areWeightsFine = mendSkinWeights(mesh, fmt::format("/meshes/{}", index), notes);
    if (const auto problem = findProblem(mesh, {.areLooksFinite = true, .areWeightsFine = areWeightsFine})) {
        throw Refusal(fmt::format("/meshes/{}/{}", index, placeOfProblem(*problem, mesh, numbers)), problem->text);
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
