#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/skin_plan.hpp>

#include "skinning/kernels/planned_kernels.hpp"

namespace armature {

/// Returns the kernels' arguments for these spans, any of which may be empty.
[[nodiscard]] inline SkinStreamPointers pointersTo(const SkinStreams& streams, const SkinnedStreams& outStreams) noexcept
{
    const auto dataOrNull = [](auto values) { return values.empty() ? nullptr : values.data(); };
    return {std::max({streams.positions.size(), streams.normals.size(), streams.tangents.size()}),
            dataOrNull(streams.positions),
            dataOrNull(streams.normals),
            dataOrNull(streams.tangents),
            dataOrNull(outStreams.positions),
            dataOrNull(outStreams.normals),
            dataOrNull(outStreams.tangents)};
}

/// Returns a plan that keeps batches of at most `mostJoints` joints in lanes. If there are `guides`, one joint per vertex, a vertex in
/// lanes is blended in the hemisphere of its guide, which must have a weight, instead of its heaviest joint's.
[[nodiscard]] SkinPlan planWith(const SkinWeights& skin, std::size_t vertexCount, std::size_t mostJoints,
                                std::span<const std::uint32_t> guides = {});

/// Returns pointers to the plan's tables, which the plan still owns.
[[nodiscard]] SkinPlanPointers pointersTo(const SkinPlan& plan) noexcept;

}  // namespace armature
