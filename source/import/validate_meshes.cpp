#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "import/numbers.hpp"
#include "import/refusal.hpp"
#include "import/skin_weights.hpp"
#include "import/validate.hpp"

namespace armature::importing {

namespace {

/// Checks and mends one primitive.
class PrimitiveValidator {
public:
    PrimitiveValidator(Primitive& primitive, std::string place, Notes& notes)
        : primitive_(primitive), place_(std::move(place)), notes_(notes)
    {}

    void validate()
    {
        requireFinite(numbersOf(primitive_.positions), 3, "attributes/POSITION");
        mendDirections();
        replaceNotFinite(numbersOf(primitive_.textureCoordinates[0]), 0.f, "attributes/TEXCOORD_0");
        replaceNotFinite(numbersOf(primitive_.textureCoordinates[1]), 0.f, "attributes/TEXCOORD_1");
        replaceNotFinite(numbersOf(primitive_.colors), 1.f, "attributes/COLOR_0");
        requireIndices();
        for (std::size_t target = 0; target < primitive_.morphTargets.size(); ++target) {
            MorphTarget& displacements = primitive_.morphTargets[target];
            requireFinite(numbersOf(displacements.positions), 3, fmt::format("targets/{}/POSITION", target));
            replaceNotFinite(numbersOf(displacements.normals), 0.f, fmt::format("targets/{}/NORMAL", target));
            replaceNotFinite(numbersOf(displacements.tangents), 0.f, fmt::format("targets/{}/TANGENT", target));
        }
    }

private:
    [[noreturn]] void refuse(std::string_view part, const std::string& problem) const
    {
        throw Refusal(fmt::format("{}/{}", place_, part), problem);
    }

    void requireFinite(std::span<const float> numbers, std::size_t components, std::string_view part) const
    {
        if (const auto bad = findNotFinite(numbers)) {
            refuse(part, fmt::format("is {} at vertex {}, but must be finite", numbers[*bad], *bad / components));
        }
    }

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
                   fmt::format("has {} numbers that are not finite: taken as {}; export the file again", count, replacement));
    }

    /// Normals and tangents of unit length; those without a direction point along +Z and +X.
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

    /// Makes directions unit length and remembers how far off they were.
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

        void report(const PrimitiveValidator& validator, std::string_view part) const
        {
            const std::string place = fmt::format("{}/{}", validator.place_, part);
            if (zeros > 0) {
                validator.notes_.add(place, fmt::format("has {} directions of length 0: replaced; export the file again", zeros));
            }
            if (largest > static_cast<double>(unitLengthTolerance3)) {
                validator.notes_.add(place, fmt::format("has lengths up to {:.6g} away from 1: made 1; export the file again", largest));
            }
        }
    };

    void requireIndices() const
    {
        const auto& indices = primitive_.indices;
        const std::size_t count = primitive_.positions.size();
        if (anyReaches(indices, count)) {
            const std::uint32_t largest = largestOf(indices);
            refuse("indices", fmt::format("names vertex {} as number {}, but there are {} vertices", largest,
                                          std::ranges::find(indices, largest) - indices.begin(), count));
        }
    }

    Primitive& primitive_;
    std::string place_;
    Notes& notes_;
};

void requireEqualTargetCounts(const Mesh& mesh, const std::string& place)
{
    for (std::size_t index = 0; index < mesh.primitives.size(); ++index) {
        const Primitive& primitive = mesh.primitives[index];
        if (!primitive.positions.empty() && primitive.morphTargets.size() != mesh.morphWeights.size()) {
            throw Refusal(
                fmt::format("{}/primitives/{}/targets", place, index),
                fmt::format("has {} morph targets, but the mesh has {}", primitive.morphTargets.size(), mesh.morphWeights.size()));
        }
    }
}

}  // namespace

void validateMeshes(SceneDescription& scene)
{
    for (std::size_t index = 0; index < scene.meshes.size(); ++index) {
        Mesh& mesh = scene.meshes[index];
        const std::string place = fmt::format("/meshes/{}", index);
        if (const auto bad = findNotFinite(mesh.morphWeights)) {
            throw Refusal(fmt::format("{}/weights/{}", place, *bad), fmt::format("is {}, but must be finite", mesh.morphWeights[*bad]));
        }
        for (std::size_t number = 0; number < mesh.primitives.size(); ++number) {
            PrimitiveValidator(mesh.primitives[number], fmt::format("{}/primitives/{}", place, number), scene.notes).validate();
        }
        mendSkinWeights(mesh, place, scene.notes);
        requireEqualTargetCounts(mesh, place);
        std::erase_if(mesh.primitives, [](const Primitive& primitive) { return primitive.positions.empty(); });
    }
}

}  // namespace armature::importing
