#include <armature/skinning/skin_plan.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "math/aligned_vector.hpp"
#include "skinning/kernels/planned_kernels.hpp"
#include "skinning/stream_pointers.hpp"
#include "skinning/vertex_influences.hpp"

namespace armature {

struct SkinPlan::Data {
    Data(std::size_t vertices, std::size_t most) : vertexCount(vertices), mostJoints(most)
    {
        batches.reserve((vertices + planLanes - 1) / planLanes);
    }

    // Adds a batch with the influences of up to sixteen vertices. `guides`: see planWith().
    void add(std::span<const std::vector<Influence>> vertices, std::span<const std::uint32_t> guides);

    std::size_t vertexCount = 0;
    std::size_t mostJoints = 0;  // limit: a batch with more joints stores the influences of each vertex instead of lanes
    std::size_t jointCount = 0;  // the sum of the joint counts of all batches
    std::vector<PlannedBatch> batches;
    std::vector<std::uint32_t> joints;
    AlignedVector<float> weights;
    std::vector<std::uint16_t> heaviest;
    std::vector<std::uint16_t> ownJoints;
    std::vector<float> ownWeights;
    std::uint16_t highestOwnJoint = 0;

private:
    void addLanes(std::span<const std::vector<Influence>> vertices, std::span<const std::uint32_t> guides);
    void addInfluences(std::span<const std::vector<Influence>> vertices);

    std::vector<std::uint32_t> used_;
};

void SkinPlan::Data::add(std::span<const std::vector<Influence>> vertices, std::span<const std::uint32_t> guides)
{
    used_.clear();
    for (const std::vector<Influence>& influences : vertices) {
        if (influences.empty()) {
            used_.push_back(noJoint);
        }
        for (const Influence& influence : influences) {
            used_.push_back(influence.joint);
        }
    }
    std::sort(used_.begin(), used_.end());
    used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
    jointCount += used_.size();
    if (used_.size() <= mostJoints) {
        addLanes(vertices, guides);
    } else {
        addInfluences(vertices);
    }
}

void SkinPlan::Data::addLanes(std::span<const std::vector<Influence>> vertices, std::span<const std::uint32_t> guides)
{
    const std::size_t first = joints.size();
    batches.push_back({.first = static_cast<std::uint32_t>(first), .count = static_cast<std::uint32_t>(used_.size())});
    joints.insert(joints.end(), used_.begin(), used_.end());
    weights.resize(joints.size() * planLanes, 0.f);
    heaviest.resize(joints.size(), 0);
    const std::vector<Influence> unskinned{Influence{}};
    for (std::size_t lane = 0; lane < planLanes; ++lane) {
        // Lanes without a vertex repeat the last vertex.
        const std::size_t vertex = std::min(lane, vertices.size() - 1);
        const std::vector<Influence>& given = vertices[vertex];
        const std::vector<Influence>& influences = given.empty() ? unskinned : given;
        const auto entryOf = [&](std::uint32_t joint) {
            return first + static_cast<std::size_t>(std::lower_bound(used_.begin(), used_.end(), joint) - used_.begin());
        };
        for (const Influence& influence : influences) {
            weights[entryOf(influence.joint) * planLanes + lane] = influence.weight;
        }
        const auto most = std::max_element(influences.begin(), influences.end(),
                                           [](const Influence& a, const Influence& b) { return a.weight < b.weight; });
        heaviest[entryOf(guides.empty() ? most->joint : guides[vertex])] |= static_cast<std::uint16_t>(1u << lane);
    }
}

void SkinPlan::Data::addInfluences(std::span<const std::vector<Influence>> vertices)
{
    std::size_t perVertex = 1;
    for (const std::vector<Influence>& influences : vertices) {
        perVertex = std::max(perVertex, influences.size());
    }
    batches.push_back({.first = static_cast<std::uint32_t>(ownJoints.size()), .perVertex = static_cast<std::uint32_t>(perVertex)});
    for (std::size_t lane = 0; lane < planLanes; ++lane) {
        const std::vector<Influence>& influences = vertices[std::min(lane, vertices.size() - 1)];
        for (std::size_t i = 0; i < perVertex; ++i) {
            // Padding names a joint that moves the vertex anyway, so that no other joint's matrix matters, finite or not.
            const bool isThere = i < influences.size();
            ownJoints.push_back(influences.empty() ? std::uint16_t{0} : static_cast<std::uint16_t>(influences[isThere ? i : 0].joint));
            highestOwnJoint = std::max(highestOwnJoint, ownJoints.back());
            ownWeights.push_back(isThere ? influences[i].weight : 0.f);
        }
    }
}

SkinPlan::SkinPlan() noexcept = default;
SkinPlan::~SkinPlan() = default;
SkinPlan::SkinPlan(SkinPlan&&) noexcept = default;
SkinPlan& SkinPlan::operator=(SkinPlan&&) noexcept = default;

SkinPlan::SkinPlan(const SkinWeights& skin, std::size_t vertexCount) : SkinPlan(skin, vertexCount, mostPlannedJoints(), {}) {}

SkinPlan::SkinPlan(const SkinWeights& skin, std::size_t vertexCount, std::size_t mostJoints, std::span<const std::uint32_t> guides)
{
    const auto check = [&](std::size_t numbers, const char* name) {
        if (numbers != vertexCount * skin.influencesPerVertex) {
            throw std::invalid_argument(fmt::format("SkinPlan: {} has {} numbers, not {} for each of {} vertices", name, numbers,
                                                    skin.influencesPerVertex, vertexCount));
        }
    };
    check(skin.joints.size(), "SkinWeights::joints");
    check(skin.weights.size(), "SkinWeights::weights");
    auto data = std::make_unique<Data>(vertexCount, mostJoints);
    std::vector<std::vector<Influence>> vertices(planLanes);
    for (std::size_t first = 0; first < vertexCount; first += planLanes) {
        const std::size_t count = std::min(planLanes, vertexCount - first);
        for (std::size_t lane = 0; lane < count; ++lane) {
            gatherInfluences(skin, first + lane, vertices[lane]);
        }
        data->add(std::span(vertices).first(count), guides.empty() ? guides : guides.subspan(first, count));
    }
    data_ = std::move(data);
}

std::size_t SkinPlan::vertexCount() const noexcept
{
    return data_ != nullptr ? data_->vertexCount : 0;
}

double SkinPlan::getJointsPerBatch() const noexcept
{
    return vertexCount() != 0 ? static_cast<double>(data_->jointCount) / static_cast<double>(data_->batches.size()) : 0.;
}

std::size_t SkinPlan::getMemorySize() const noexcept
{
    const auto bytes = [](const auto& values) { return values.size() * sizeof(values[0]); };
    return data_ == nullptr ? 0
                            : bytes(data_->batches) + bytes(data_->joints) + bytes(data_->weights) + bytes(data_->heaviest)
                                  + bytes(data_->ownJoints) + bytes(data_->ownWeights);
}

SkinPlan planWith(const SkinWeights& skin, std::size_t vertexCount, std::size_t mostJoints, std::span<const std::uint32_t> guides)
{
    return {skin, vertexCount, mostJoints, guides};
}

SkinPlanPointers pointersTo(const SkinPlan& plan) noexcept
{
    const SkinPlan::Data* const data = plan.data_.get();
    if (data == nullptr) {
        return {};
    }
    return {data->batches.data(),   data->joints.data(),     data->weights.data(),   data->heaviest.data(),
            data->ownJoints.data(), data->ownWeights.data(), data->ownJoints.size(), data->highestOwnJoint};
}

void skinVertices(const SkinStreams& streams, const SkinPlan& plan, std::span<const Affine> palette,
                  const SkinnedStreams& outStreams) noexcept
{
    skinPlannedLinear(pointersTo(streams, outStreams), pointersTo(plan), palette);
}

void skinVertices(const SkinStreams& streams, const SkinPlan& plan, const DualQuaternionPalette& palette,
                  const SkinnedStreams& outStreams) noexcept
{
    skinPlannedDualQuaternions(pointersTo(streams, outStreams), pointersTo(plan), palette.stretches(), palette.motions());
}

}  // namespace armature
