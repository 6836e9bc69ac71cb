#include <armature/ik/foot_placement.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <armature/handle.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/moved_from.hpp"
#include "base/words.hpp"
#include "ik/feet/foot_work.hpp"
#include "ik/memory_numbers.hpp"
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
        memory_.reserve(work_.pattern().memorySize());
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

    void reset() noexcept { memory_.clear(); }
    [[nodiscard]] std::span<const double> memory() const noexcept { return memory_; }
    void setMemory(std::span<const double> memory)
    {
        requireOwn(memory);
        memory_.assign(memory.begin(), memory.end());
    }

    FootPlacementReport update(double seconds);
    FootPlacementReport solve(JointView joints, IkMemory* memory, double seconds, std::span<FootReport> outFeet) const;

private:
    /// Throws std::invalid_argument if `memory` is neither empty nor of the size for these legs, holds a number that is not finite, or
    /// holds a ground normal that is zero or too long.
    void requireOwn(std::span<const double> memory) const;
    FootPlacementReport place(FootWork& work, JointView joints, IkMemory* memory, double seconds) const;

    FootSetting setting_;
    mutable WorkPool<FootWork> work_;
    std::vector<FootReport> reports_;
    IkMemory memory_;
};

FootPlacementReport FootPlacement::State::place(FootWork& work, JointView joints, IkMemory* memory, double seconds) const
{
    if (memory == nullptr) {
        return work.place(setting_, joints);
    }
    const auto followed = [&](float halfLife) { return memory->empty() ? 1. : followedPart(seconds, static_cast<double>(halfLife)); };
    const FootPlacementReport report =
        work.place(setting_, joints, {*memory, followed(setting_.options.footHalfLife), followed(setting_.options.pelvisHalfLife)});
    work.keep(*memory);
    return report;
}

FootPlacementReport FootPlacement::State::update(double seconds)
{
    const auto work = work_.borrow();
    Skeleton* const skeleton = work->skeleton();
    FootPlacementReport report = skeleton != nullptr ? place(*work, *skeleton, &memory_, seconds) : work->placeNothing();
    std::ranges::copy(report.feet, reports_.begin());
    report.feet = reports_;
    return report;
}

FootPlacementReport FootPlacement::State::solve(JointView joints, IkMemory* memory, double seconds, std::span<FootReport> outFeet) const
{
    if (!outFeet.empty() && outFeet.size() != reports_.size()) {
        refuseFootPlacement(
            fmt::format("there are reports for {}, but {}", counted(outFeet.size(), "foot", "feet"), counted(reports_.size(), "leg")));
    }
    if (memory != nullptr) {
        requireOwn(*memory);
    }
    const auto work = work_.borrow();
    FootPlacementReport report = place(*work, joints, memory, seconds);
    if (!outFeet.empty()) {
        std::ranges::copy(report.feet, outFeet.begin());
    }
    report.feet = outFeet;
    return report;
}

void FootPlacement::State::requireOwn(std::span<const double> memory) const
{
    requireMemory("foot placement", memory, work_.pattern().memorySize());
    for (std::size_t at = 1; at < memory.size(); at += numbersIn<FootMemory>) {
        const auto foot = memoryFrom<FootMemory>(memory.subspan(at, numbersIn<FootMemory>));
        if (const double size = length(foot.groundNormal); !std::isfinite(size) || !(size > 0.)) {
            refuseFootPlacement("the memory holds a zero normal, or too large a number");
        }
    }
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

FootPlacementReport FootPlacement::update(double seconds)
{
    return stateOf(state_, footPlacementName).update(seconds);
}

FootPlacementReport FootPlacement::solve(JointView joints, IkMemory* memory, double seconds, std::span<FootReport> outFeet) const
{
    const State& state = stateOf(state_, footPlacementName);
    return state.solve(joints, memory, seconds, outFeet);
}

void FootPlacement::reset()
{
    stateOf(state_, footPlacementName).reset();
}

std::span<const double> FootPlacement::getMemory() const
{
    return stateOf(state_, footPlacementName).memory();
}

void FootPlacement::setMemory(std::span<const double> memory)
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
