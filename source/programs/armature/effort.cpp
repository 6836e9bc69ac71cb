#include "effort.hpp"

#include <filesystem>

#include <fmt/format.h>

#include <armature/animation/animation_clip.hpp>
#include <armature/error.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"

namespace armature::tools {

Effort::Effort(std::string_view file, std::span<const std::string> inputs, const ImportLimits& limits)
    : file_(file), budget_(limits.unbackedBytes)
{
    for (const std::string& input : inputs) {
        std::error_code ignored;
        const std::uintmax_t size = std::filesystem::file_size(input, ignored);
        budget_.addBacking(ignored ? 0 : size);
    }
}

void Effort::require(std::uint64_t cost, std::string_view what)
{
    if (!budget_.charge(cost)) {
        refuse(cost, what);
    }
}

void Effort::begin(std::size_t steps)
{
    constexpr std::chrono::seconds patience(1);
    progress_ = std::make_unique<Progress>(steps, patience);
}

void Effort::advance()
{
    if (progress_ != nullptr) {
        progress_->advance({});
    }
}

void Effort::refuse(std::uint64_t cost, std::string_view what) const
{
    throw Error(fmt::format("{}: {} {}", printable(file_), what, budget_.describeExcess(cost, "--allow")));
}

std::uint64_t valuesOf(const AnimationClip& clip) noexcept
{
    std::uint64_t values = 0;
    for (const AnimationChannel& channel : clip.channels()) {
        values += channel.components + 1;
    }
    return values;
}

std::uint64_t keyedValuesOf(const AnimationClip& clip) noexcept
{
    std::uint64_t values = 0;
    for (const AnimationChannel& channel : clip.channels()) {
        const std::uint64_t perKey = channel.interpolation == Interpolation::CubicSpline ? 3 : 1;
        values += clip.timeTrack(channel.timeTrack).size() * (1 + perKey * channel.components);
    }
    return values;
}

std::uint64_t costOfPose(const Scene& scene, const AnimationClip& clip) noexcept
{
    std::uint64_t joints = scene.nodes().size();
    for (const Skeleton* skeleton : scene.skeletons()) {
        joints += skeleton->bones().size();
    }
    return costOfWork(valuesOf(clip), 20) + costOfWork(joints, 100);
}

std::uint64_t costOfVertices(const MeshInstance& instance) noexcept
{
    std::uint64_t steps = 0;
    for (const Primitive& primitive : instance.getMesh()->primitives()) {
        steps += primitive.positions.size() * (4 + primitive.morphTargets.size() + primitive.skin.influencesPerVertex);
    }
    return costOfWork(steps, 5);
}

}  // namespace armature::tools
