#include <armature/ik/foot_placement.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/handle.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/moved_from.hpp"
#include "base/words.hpp"
#include "ik/feet/foot_work.hpp"
#include "ik/turns.hpp"
#include "math/work_pool.hpp"
#include "node/updater.hpp"

namespace armature {

namespace {

constexpr const char* footPlacementName = "a FootPlacement";  // the class's name in messages

}  // namespace

class FootPlacement::State : public Updatable {
public:
    State(std::span<const FootPlacementLeg> legs, GroundQuery ground, const FootPlacementOptions& options)
        : setting_{.ground = std::move(ground), .options = {}, .pelvis = {}}, work_(FootWork(legs)), reports_(legs.size())
    {
        if (!setting_.ground) {
            refuseFootPlacement("no ground query was given");
        }
        setOptions(options);
        feet_.reserve(legs.size());
    }

    [[nodiscard]] FootPlacementOptions options() const
    {
        FootPlacementOptions options = setting_.options;
        options.pelvis = setting_.pelvis.get();
        return options;
    }

    void setOptions(const FootPlacementOptions& options)
    {
        checkFootOptions(options, work_.pattern().skeleton());
        setting_.pelvis = Handle<Bone>(options.pelvis);
        setting_.options = options;
        setting_.options.pelvis = nullptr;  // replaced by the handle
    }

    void reset() noexcept { feet_.clear(); }
    [[nodiscard]] FootPlacementMemory memory() const noexcept
    {
        return feet_.empty() ? FootPlacementMemory{} : FootPlacementMemory{pelvisOffset_, feet_};
    }
    void setMemory(const FootPlacementMemory& memory);

    FootPlacementReport update(std::optional<double> seconds);
    FootPlacementReport solve(const std::optional<JointView>& joints, std::span<FootReport> outFeet) const;
    /// The skeleton of the feet; null if no leg is complete.
    [[nodiscard]] const Skeleton* skeleton() const noexcept { return work_.pattern().skeleton(); }

private:
    FootSetting setting_;
    mutable WorkPool<FootWork> work_;
    std::vector<FootReport> reports_;
    std::vector<FootMemory> feet_;  // empty before the first update
    double pelvisOffset_ = 0.;
};

// Without `seconds`, feet and pelvis follow every change at once.
FootPlacementReport FootPlacement::State::update(std::optional<double> seconds)
{
    const auto followed = [&](float halfLife) {
        return seconds && !feet_.empty() ? followedPart(*seconds, static_cast<double>(halfLife)) : 1.;
    };
    const FootFollowing following{memory(), followed(setting_.options.footHalfLife), followed(setting_.options.pelvisHalfLife)};
    const auto work = work_.borrow();
    Skeleton* const skeleton = work->skeleton();
    FootPlacementReport report = skeleton != nullptr ? work->place(setting_, *skeleton, following) : work->placeNothing();
    if (const std::optional<FootPlacementMemory>& kept = work->memory()) {
        pelvisOffset_ = kept->pelvisOffset;
        feet_.assign(kept->feet.begin(), kept->feet.end());
    }
    std::ranges::copy(report.feet, reports_.begin());
    report.feet = reports_;
    return report;
}

FootPlacementReport FootPlacement::State::solve(const std::optional<JointView>& joints, std::span<FootReport> outFeet) const
{
    if (!outFeet.empty() && outFeet.size() != reports_.size()) {
        refuseFootPlacement(
            fmt::format("there are reports for {}, but {}", counted(outFeet.size(), "foot", "feet"), counted(reports_.size(), "leg")));
    }
    const auto work = work_.borrow();
    FootPlacementReport report = joints && work->skeleton() != nullptr ? work->place(setting_, *joints) : work->placeNothing();
    if (!outFeet.empty()) {
        std::ranges::copy(report.feet, outFeet.begin());
    }
    report.feet = outFeet;
    return report;
}

void FootPlacement::State::setMemory(const FootPlacementMemory& memory)
{
    if (!memory.feet.empty() && memory.feet.size() != reports_.size()) {
        refuseFootPlacement(fmt::format("the memory holds {}, but there are {}", counted(memory.feet.size(), "foot", "feet"),
                                        counted(reports_.size(), "leg")));
    }
    const auto isFinite = [](const FootMemory& foot) {
        const double length = glm::length(foot.groundNormal);
        return std::isfinite(foot.groundHeight) && std::isfinite(length) && length > 0.;
    };
    if (!std::isfinite(memory.pelvisOffset) || !std::ranges::all_of(memory.feet, isFinite)) {
        refuseFootPlacement("the memory holds a number that is not finite, or a zero normal");
    }
    pelvisOffset_ = memory.pelvisOffset;
    feet_.assign(memory.feet.begin(), memory.feet.end());
}

FootPlacement::FootPlacement(std::span<const FootPlacementLeg> legs, GroundQuery ground, const FootPlacementOptions& options)
    : state_(std::make_unique<State>(legs, std::move(ground), options))
{}

FootPlacement::~FootPlacement() = default;
FootPlacement::FootPlacement(FootPlacement&&) noexcept = default;
FootPlacement& FootPlacement::operator=(FootPlacement&&) noexcept = default;

FootPlacementOptions FootPlacement::getOptions() const
{
    return stateOf(state_, footPlacementName).options();
}

void FootPlacement::setOptions(const FootPlacementOptions& options)
{
    stateOf(state_, footPlacementName).setOptions(options);
}

FootPlacementReport FootPlacement::update()
{
    return stateOf(state_, footPlacementName).update(std::nullopt);
}

FootPlacementReport FootPlacement::update(double seconds)
{
    return stateOf(state_, footPlacementName).update(seconds);
}

FootPlacementReport FootPlacement::solve(Pose& pose, const glm::mat4& toWorld, std::span<FootReport> outFeet) const
{
    const State& state = stateOf(state_, footPlacementName);
    const Skeleton* const skeleton = state.skeleton();
    return state.solve(skeleton != nullptr ? std::optional(JointView(*skeleton, pose).placedAt(toWorld)) : std::nullopt, outFeet);
}

FootPlacementReport FootPlacement::solve(JointView joints, std::span<FootReport> outFeet) const
{
    const State& state = stateOf(state_, footPlacementName);
    return state.solve(joints, outFeet);
}

void FootPlacement::reset()
{
    stateOf(state_, footPlacementName).reset();
}

FootPlacementMemory FootPlacement::getMemory() const
{
    return stateOf(state_, footPlacementName).memory();
}

void FootPlacement::setMemory(const FootPlacementMemory& memory)
{
    stateOf(state_, footPlacementName).setMemory(memory);
}

std::function<bool(double seconds)> FootPlacement::getUpdater()
{
    return updaterOf(stateOf(state_, footPlacementName), "FootPlacement");
}

const Updatable& FootPlacement::updatable() const
{
    return stateOf(state_, footPlacementName);
}

}  // namespace armature
