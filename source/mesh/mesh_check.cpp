#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "base/words.hpp"
#include "math/numbers.hpp"
#include "mesh/mesh_access.hpp"

namespace armature {

namespace {

// Tolerance for the sum of a vertex's weights: rounding four weights to bytes changes their sum by at most 4 * 0.5 / 255, slightly less
// than this.
constexpr float weightSumTolerance = 0.01f;

/// Looks for problems in one primitive. Each check runs only if the checks before it have found nothing, and relies on that.
class PrimitiveCheck {
public:
    PrimitiveCheck(const Primitive& primitive, std::size_t number, std::size_t targetCount, const MeshKnowledge& known)
        : primitive_(primitive), number_(number), targetCount_(targetCount), known_(known)
    {}

    [[nodiscard]] std::optional<MeshProblem> find()
    {
        static_cast<void>(hasWrongLength() || hasNotFinite() || hasWrongIndex() || hasWrongWeight() || hasWrongShare());
        return std::move(problem_);
    }

private:
    // The functions that return bool and are not static return whether they found a problem, and store it in problem_.

    bool found(MeshPart part, std::size_t element, std::string text)
    {
        problem_ = {number_, target_, part, element, std::move(text)};
        return true;
    }

    bool hasWrongLength()
    {
        const auto& skin = primitive_.skin;
        if (primitive_.topology < PrimitiveTopology::Points || primitive_.topology > PrimitiveTopology::TriangleFan) {
            return found(MeshPart::Topology, 0, fmt::format("is {}, which does not exist", static_cast<int>(primitive_.topology)));
        }
        if (primitive_.morphTargets.size() != targetCount_) {
            return found(MeshPart::MorphTargets, 0,
                         fmt::format("has {} morph targets, but the mesh has {}", primitive_.morphTargets.size(), targetCount_));
        }
        return isUneven(MeshPart::Normals, primitive_.normals.size()) || isUneven(MeshPart::Tangents, primitive_.tangents.size())
               || isUneven(MeshPart::TextureCoordinates0, primitive_.textureCoordinates[0].size())
               || isUneven(MeshPart::TextureCoordinates1, primitive_.textureCoordinates[1].size())
               || isUneven(MeshPart::Colors, primitive_.colors.size()) || isWrongCount(MeshPart::Joints, skin.joints.size())
               || isWrongCount(MeshPart::Weights, skin.weights.size()) || anyTarget([this](const MorphTarget& target) {
                      return isUneven(MeshPart::Positions, target.positions.size()) || isUneven(MeshPart::Normals, target.normals.size())
                             || isUneven(MeshPart::Tangents, target.tangents.size());
                  });
    }

    bool hasNotFinite()
    {
        if (known_.areLooksFinite) {
            return isNotFinite(MeshPart::Positions, primitive_.positions)
                   || anyTarget([this](const MorphTarget& target) { return isNotFinite(MeshPart::Positions, target.positions); });
        }
        const auto& coordinates = primitive_.textureCoordinates;
        return isNotFinite(MeshPart::Positions, primitive_.positions) || isNotFinite(MeshPart::Normals, primitive_.normals)
               || isNotFinite(MeshPart::Tangents, primitive_.tangents) || isNotFinite(MeshPart::TextureCoordinates0, coordinates[0])
               || isNotFinite(MeshPart::TextureCoordinates1, coordinates[1]) || isNotFinite(MeshPart::Colors, primitive_.colors)
               || anyTarget([this](const MorphTarget& target) {
                      return isNotFinite(MeshPart::Positions, target.positions) || isNotFinite(MeshPart::Normals, target.normals)
                             || isNotFinite(MeshPart::Tangents, target.tangents);
                  });
    }

    bool hasWrongIndex()
    {
        const auto& indices = primitive_.indices;
        const std::size_t vertices = primitive_.positions.size();
        if (!anyReaches(indices, vertices)) {
            return false;
        }
        const std::uint32_t largest = largestOf(indices);
        const auto at = static_cast<std::size_t>(std::ranges::find(indices, largest) - indices.begin());
        return found(MeshPart::Indices, at,
                     fmt::format("names vertex {} as number {}, but {}", largest, at, thereAre(vertices, "vertex", "vertices")));
    }

    bool hasWrongShare()
    {
        const auto& shares = primitive_.skin.dualQuaternionShares;
        if (!shares.empty() && shares.size() != primitive_.positions.size()) {
            return found(MeshPart::Weights, 0,
                         fmt::format("has {} dual quaternion shares, but {}", shares.size(),
                                     thereAre(primitive_.positions.size(), "vertex", "vertices")));
        }
        const auto bad = std::ranges::find_if_not(shares, [](float share) { return share >= 0.f && share <= 1.f; });
        return bad != shares.end()
               && found(
                   MeshPart::Weights, 0,
                   fmt::format("has a dual quaternion share of {} at vertex {}, but it must be from 0 to 1", *bad, bad - shares.begin()));
    }

    bool hasWrongWeight()
    {
        const std::span<const float> weights = primitive_.skin.weights;
        const std::size_t each = primitive_.skin.influencesPerVertex;
        if (known_.areWeightsFine || (each == 4 ? areFine<4>(weights) : areFine(weights, each))) {
            return false;
        }
        if (const auto bad = findNotFinite(weights)) {
            return found(MeshPart::Weights, *bad, fmt::format("is {} at vertex {}, but must be finite", weights[*bad], *bad / each));
        }
        std::size_t first = 0;
        while (areFine(weights.subspan(first, each), each)) {
            first += each;
        }
        const auto vertex = weights.subspan(first, each);
        const auto least = std::ranges::min_element(vertex);
        if (*least < 0.f) {
            return found(MeshPart::Weights, first + static_cast<std::size_t>(least - vertex.begin()),
                         fmt::format("is {} at vertex {}, but must not be negative", *least, first / each));
        }
        return found(MeshPart::Weights, first,
                     fmt::format("has a sum of {} at vertex {}, but must sum to 1 (within {}) or be all 0", sumOf(vertex), first / each,
                                 weightSumTolerance));
    }

    /// Finds a problem if an array is neither empty nor as long as the positions.
    bool isUneven(MeshPart part, std::size_t length)
    {
        const std::size_t vertices = primitive_.positions.size();
        return length != 0 && length != vertices
               && found(
                   part, 0,
                   fmt::format("has {}, but the primitive has {}", counted(length, "element"), counted(vertices, "vertex", "vertices")));
    }

    bool isWrongCount(MeshPart part, std::size_t count)
    {
        const std::size_t vertices = primitive_.positions.size();
        const std::size_t each = primitive_.skin.influencesPerVertex;
        const bool isRight = each == 0 ? count == 0 : count % each == 0 && count / each == vertices;
        return !isRight
               && found(part, 0,
                        fmt::format("has {}, but the primitive has {} of {}", counted(count, "element"),
                                    counted(vertices, "vertex", "vertices"), counted(each, "influence")));
    }

    template <class Vector>
    bool isNotFinite(MeshPart part, const std::vector<Vector>& vectors)
    {
        const std::span<const float> numbers = numbersOf(vectors);
        const auto bad = findNotFinite(numbers);
        const std::size_t vertex = bad.value_or(0) / (sizeof(Vector) / sizeof(float));
        return bad && found(part, vertex, fmt::format("is {} at vertex {}, but must be finite", numbers[*bad], vertex));
    }

    template <class Question>
    bool anyTarget(Question question)
    {
        for (std::size_t target = 0; target < primitive_.morphTargets.size(); ++target) {
            target_ = target;
            if (question(primitive_.morphTargets[target])) {
                return true;
            }
        }
        target_.reset();
        return false;
    }

    [[nodiscard]] static float sumOf(std::span<const float> weights) noexcept
    {
        float sum = 0.f;
        for (const float weight : weights) {
            sum += weight;
        }
        return sum;
    }

    // Returns whether a vertex's weights are valid. If one of them is NaN or infinite, a comparison fails.
    [[nodiscard]] static bool isFine(float sum, float least) noexcept
    {
        const std::uint32_t isSum = (std::abs(sum - 1.f) <= weightSumTolerance ? 1u : 0u) | (sum == 0.f ? 1u : 0u);
        return (isSum & (least >= 0.f ? 1u : 0u)) != 0;
    }

    /// Returns whether all weights are valid. With the most common number of influences as a constant, the compiler handles several
    /// vertices at once.
    template <std::size_t each>
    [[nodiscard]] static bool areFine(std::span<const float> weights) noexcept
    {
        const float* weight = weights.data();
        std::uint32_t bad = 0;
        for (std::size_t vertex = 0; vertex < weights.size() / each; ++vertex, weight += each) {
            float sum = 0.f;
            float least = 0.f;
            for (std::size_t i = 0; i < each; ++i) {
                sum += weight[i];
                least = weight[i] >= least ? least : weight[i];
            }
            bad |= isFine(sum, least) ? 0u : 1u;
        }
        return bad == 0;
    }

    [[nodiscard]] static bool areFine(std::span<const float> weights, std::size_t each) noexcept
    {
        for (std::size_t first = 0; first < weights.size(); first += each) {
            const auto vertex = weights.subspan(first, each);
            if (!isFine(sumOf(vertex), std::ranges::min(vertex))) {
                return false;
            }
        }
        return true;
    }

    const Primitive& primitive_;
    std::size_t number_;
    std::size_t targetCount_;
    MeshKnowledge known_;
    std::optional<std::size_t> target_;  // the target whose arrays are being checked
    std::optional<MeshProblem> problem_;
};

}  // namespace

std::optional<MeshProblem> findProblem(const MeshDescription& mesh, const MeshKnowledge& known)
{
    const std::size_t targets = mesh.morphWeights.size();
    if (const auto bad = findNotFinite(mesh.morphWeights)) {
        return MeshProblem{{}, {}, MeshPart::MorphWeights, *bad, fmt::format("is {}, but must be finite", mesh.morphWeights[*bad])};
    }
    if (!mesh.morphTargetNames.empty() && mesh.morphTargetNames.size() != targets) {
        return MeshProblem{
            {},
            {},
            MeshPart::MorphTargetNames,
            0,
            fmt::format("has {}, but the mesh has {}", counted(mesh.morphTargetNames.size(), "name"), counted(targets, "morph weight"))};
    }
    for (std::size_t number = 0; number < mesh.primitives.size(); ++number) {
        if (auto problem = PrimitiveCheck(mesh.primitives[number], number, targets, known).find()) {
            return problem;
        }
    }
    return std::nullopt;
}

}  // namespace armature
