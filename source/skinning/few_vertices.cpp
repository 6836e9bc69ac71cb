#include "skinning/few_vertices.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/common.hpp>

#include "skinning/joint_blends.hpp"
#include "skinning/joint_bodies.hpp"
#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/planned_kernels.hpp"
#include "skinning/stream_pointers.hpp"
#include "skinning/vertex_extent.hpp"
#include "skinning/vertex_influences.hpp"

namespace armature {

namespace {

/// If a mesh uses at most this many joints, their matrices are first copied into a small palette: the skinning kernels read a whole
/// palette, and a crowd's palettes are not in the cache.
constexpr std::size_t mostGathered = 64;

constexpr std::size_t chunk = 512;  // vertices on the stack at a time; a multiple of a plan's batch size

}  // namespace

FewVertices::FewVertices(const Mesh& mesh) : rounding_(roundingOf(mesh))
{
    targetReaches_.resize(mesh.primitives().empty() ? 0 : mesh.primitives().front().morphTargets.size(), glm::dvec3(0.));
    for (const JointBlend& joint : findBlends(mesh, 1)) {
        joints_.push_back(joint.parts.front().joint);
    }
    std::ranges::sort(joints_);
    for (const Primitive& primitive : mesh.primitives()) {
        add(primitive);
    }
}

void FewVertices::add(const Primitive& primitive)
{
    Part& part = parts_.emplace_back();
    part.positions = primitive.positions;
    SkinWeights skin{1, std::vector<std::uint16_t>(part.positions.size()), std::vector<float>(part.positions.size())};
    if (primitive.skin.influencesPerVertex != 0) {
        skin = {primitive.skin.influencesPerVertex, primitive.skin.joints, primitive.skin.weights};
    }
    if (joints_.size() <= mostGathered) {
        for (std::uint16_t& joint : skin.joints) {  // joints_ lacks joints without weight, which get any valid index
            const auto place = std::ranges::lower_bound(joints_, std::uint32_t{joint}) - joints_.begin();
            joint = static_cast<std::uint16_t>(std::min<std::size_t>(static_cast<std::size_t>(place), joints_.size() - 1));
        }
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
    part.plan = SkinPlan(skin, part.positions.size());
}

void FewVertices::enclose(std::span<const Affine> palette, std::span<const float> morphWeights, Aabb& inOutBox) const noexcept
{
    std::array<Affine, mostGathered> gathered;
    std::span<const Affine> matrices = palette;
    if (joints_.size() <= mostGathered) {
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            std::copy_n(matrixAt(palette, joints_[i]), 12, &gathered[i][0].x);
        }
        matrices = {gathered.data(), joints_.size()};
    }
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
            SkinPlanPointers plan = pointersTo(part.plan);
            plan.batches += first / planLanes;
            skinPlannedLinear({.count = count, .positions = places.data(), .outPositions = places.data()}, plan, matrices);
            extent.add(places, count);
        }
    }
    const Aabb reach = extent.box();
    if (reach.isEmpty() && extent.isFinite()) {
        return;
    }
    LargestRows largest;
    for (const std::uint32_t joint : joints_) {
        include(matrixAt(palette, joint), largest);
    }
    glm::dvec3 farthest = farthest_;
    for (std::size_t target = 0; target < std::min(morphWeights.size(), targetReaches_.size()); ++target) {
        farthest += std::abs(static_cast<double>(morphWeights[target])) * targetReaches_[target];
    }
    // Weights add up to 1 within a few per cent, so the sums of matrices are off by no more; 1.05 allows for that.
    const BodyLimits limits{glm::vec3(1.05 * farthest), 0.f, extent.isFinite() ? static_cast<float>(rounding_) : std::nanf("")};
    extendBy(reach, largest, limits, inOutBox);
}

}  // namespace armature
