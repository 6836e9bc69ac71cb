#include "skinning/few_vertices.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <glm/common.hpp>

#include "skinning/joint_blends.hpp"
#include "skinning/joint_bodies.hpp"
#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/planned_kernels.hpp"
#include "skinning/stream_pointers.hpp"
#include "skinning/vertex_influences.hpp"

namespace armature {

namespace {

constexpr std::size_t chunk = 512;  // vertices on the stack at a time; a multiple of a plan's batch size

constexpr std::size_t verticesAtOnce = 8;
/// The vertices' coordinates are compared side by side, in lanes.
constexpr std::size_t numbersAtOnce = 3 * verticesAtOnce;

/// The extent of skinned vertices so far.
struct VertexExtent {
    VertexExtent() noexcept
    {
        low.fill(std::numeric_limits<float>::infinity());
        high.fill(-std::numeric_limits<float>::infinity());
    }

    /// Extends by the first `count` places. Pads `places` with the last of these to a multiple of verticesAtOnce; there must be room for
    /// that.
    void add(std::span<glm::vec3> places, std::size_t count) noexcept
    {
        const std::size_t padded = (count + verticesAtOnce - 1) / verticesAtOnce * verticesAtOnce;
        std::fill(places.begin() + static_cast<std::ptrdiff_t>(count), places.begin() + static_cast<std::ptrdiff_t>(padded),
                  places[count - 1]);
        const float* const numbers = &places[0].x;
        std::array<float, numbersAtOnce> least = low;  // a local copy: the compiler knows that `places` does not alias it
        std::array<float, numbersAtOnce> most = high;
        std::array<float, numbersAtOnce> zeros = notFinite;
        for (std::size_t i = 0; i < 3 * padded; i += numbersAtOnce) {
            // One loop per extent: compilers vectorise each.
            for (std::size_t j = 0; j < numbersAtOnce; ++j) {
                least[j] = numbers[i + j] < least[j] ? numbers[i + j] : least[j];
            }
            for (std::size_t j = 0; j < numbersAtOnce; ++j) {
                most[j] = numbers[i + j] > most[j] ? numbers[i + j] : most[j];
            }
            for (std::size_t j = 0; j < numbersAtOnce; ++j) {
                zeros[j] += numbers[i + j] * 0.f;
            }
        }
        low = least;
        high = most;
        notFinite = zeros;
    }

    [[nodiscard]] Aabb box() const noexcept
    {
        Aabb box;
        for (std::size_t j = 0; j < numbersAtOnce; j += 3) {
            box.minimum = glm::min(box.minimum, glm::vec3(low[j], low[j + 1], low[j + 2]));
            box.maximum = glm::max(box.maximum, glm::vec3(high[j], high[j + 1], high[j + 2]));
        }
        return box;
    }

    [[nodiscard]] bool isFinite() const noexcept
    {
        return std::ranges::all_of(notFinite, [](float number) { return number == 0.f; });
    }

    std::array<float, numbersAtOnce> low;
    std::array<float, numbersAtOnce> high;
    std::array<float, numbersAtOnce> notFinite{};  // 0, or NaN once a number was not finite
};

}  // namespace

FewVertices::FewVertices(const Mesh& mesh) : rounding_(roundingOf(mesh))
{
    targetReaches_.resize(mesh.primitives().empty() ? 0 : mesh.primitives().front().morphTargets.size(), glm::dvec3(0.));
    for (const Primitive& primitive : mesh.primitives()) {
        add(primitive);
    }
    for (const JointBlend& joint : findBlends(mesh, 1)) {
        joints_.push_back(joint.parts.front().joint);
    }
}

void FewVertices::add(const Primitive& primitive)
{
    Part& part = parts_.emplace_back();
    part.positions = primitive.positions;
    part.skin = {1, std::vector<std::uint16_t>(part.positions.size()), std::vector<float>(part.positions.size())};
    if (primitive.skin.influencesPerVertex != 0) {
        part.skin = {primitive.skin.influencesPerVertex, primitive.skin.joints, primitive.skin.weights};
    }
    for (const glm::vec3& position : primitive.positions) {
        farthest_ = glm::max(farthest_, glm::abs(glm::dvec3(position)));
    }
    for (std::size_t target = 0; target < primitive.morphTargets.size(); ++target) {
        part.targets.push_back(primitive.morphTargets[target].positions);
        for (const glm::vec3& move : part.targets.back()) {
            targetReaches_[target] = glm::max(targetReaches_[target], glm::abs(glm::dvec3(move)));
        }
    }
    // Dual quaternions take their signs from the heaviest influence. A plan first adds up the influences of each joint and, of joints with
    // equal weights, takes the lowest. If the joint of a vertex's heaviest influence is not the joint that the plan takes, the vertex is
    // added a second time, with that influence a little heavier.
    std::vector<Influence> influences;
    const std::size_t perVertex = part.skin.influencesPerVertex;
    for (std::size_t vertex = 0, count = part.positions.size(); vertex < count; ++vertex) {
        gatherInfluences(part.skin, vertex, influences);
        const std::size_t guide = vertex * perVertex + heaviestOf(&part.skin.weights[vertex * perVertex], perVertex);
        const auto most = std::ranges::max_element(influences, {}, &Influence::weight);
        if (influences.size() <= 2 || most->joint == part.skin.joints[guide]) {
            continue;
        }
        part.isPlanned = part.isPlanned && most->weight == part.skin.weights[guide];
        part.positions.push_back(part.positions[vertex]);
        for (std::size_t i = vertex * perVertex; i < (vertex + 1) * perVertex; ++i) {
            part.skin.joints.push_back(part.skin.joints[i]);
            part.skin.weights.push_back(part.skin.weights[i] * (i == guide ? 1.f + 0x1p-22f : 1.f));
        }
        for (std::vector<glm::vec3>& target : part.targets) {
            if (!target.empty()) {
                target.push_back(target[vertex]);
            }
        }
    }
    part.plan = SkinPlan(part.skin, part.positions.size());
}

template <class Skin>
void FewVertices::encloseSkinned(std::span<const Affine> matrices, double rounding, std::span<const float> morphWeights, const Skin& skin,
                                 Aabb& inOutBox) const noexcept
{
    VertexExtent extent;
    std::array<glm::vec3, chunk> places;
    for (const Part& part : parts_) {
        for (std::size_t first = 0; first < part.positions.size(); first += chunk) {
            const std::size_t count = std::min(chunk, part.positions.size() - first);
            std::copy_n(part.positions.begin() + static_cast<std::ptrdiff_t>(first), count, places.begin());
            for (std::size_t target = 0; target < std::min(morphWeights.size(), part.targets.size()); ++target) {
                for (std::size_t i = 0; morphWeights[target] != 0.f && i < count && !part.targets[target].empty(); ++i) {
                    places[i] += morphWeights[target] * part.targets[target][first + i];
                }
            }
            skin(part, first, SkinStreamPointers{.count = count, .positions = places.data(), .outPositions = places.data()});
            extent.add(places, count);
        }
    }
    const Aabb reach = extent.box();
    if (reach.isEmpty() && extent.isFinite()) {
        return;
    }
    LargestRows largest;
    for (const std::uint32_t joint : joints_) {
        include(matrixAt(matrices, joint), largest);
    }
    glm::dvec3 farthest = farthest_;
    for (std::size_t target = 0; target < std::min(morphWeights.size(), targetReaches_.size()); ++target) {
        farthest += std::abs(static_cast<double>(morphWeights[target])) * targetReaches_[target];
    }
    // Weights add up to 1 within a few per cent, so the sums of matrices are off by no more; 1.05 allows for that.
    const BodyLimits limits{glm::vec3(1.05 * farthest), 0.f, extent.isFinite() ? static_cast<float>(rounding) : std::nanf("")};
    extendBy(reach, largest, limits, inOutBox);
}

void FewVertices::enclose(std::span<const Affine> palette, std::span<const float> morphWeights, Aabb& inOutBox) const noexcept
{
    const auto skin = [&](const Part& part, std::size_t first, const SkinStreamPointers& streams) {
        SkinPlanPointers plan = pointersTo(part.plan);
        plan.batches += first / planLanes;
        skinPlannedLinear(streams, plan, palette);
    };
    encloseSkinned(palette, rounding_, morphWeights, skin, inOutBox);
}

void FewVertices::enclose(std::span<const Affine> matrices, std::span<const Affine> stretches, std::span<const DualQuaternion> motions,
                          std::span<const float> morphWeights, Aabb& inOutBox) const noexcept
{
    const auto skin = [&](const Part& part, std::size_t first, const SkinStreamPointers& streams) {
        if (part.isPlanned) {
            SkinPlanPointers plan = pointersTo(part.plan);
            plan.batches += first / planLanes;
            skinPlannedDualQuaternions(streams, plan, stretches, motions);
            return;
        }
        const InfluencePointers all{part.skin.influencesPerVertex, part.skin.joints.data(), part.skin.weights.data()};
        skinDualQuaternions(streams, advanced(all, first), stretches, motions);
    };
    encloseSkinned(matrices, 4. * rounding_, morphWeights, skin, inOutBox);
}

}  // namespace armature
