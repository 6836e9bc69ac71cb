#include <armature/animation/inertialization.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include "animation/clip/kernels/inertia_kernels.hpp"
#include "animation/playing/inertialization_access.hpp"
#include "base/words.hpp"
#include "node/state_archive.hpp"
#include "node/transform_lanes.hpp"

namespace armature {

namespace {

void requireBones(std::string_view which, const Pose& pose, std::size_t bones)
{
    if (pose.bones.size() != bones) {
        throw std::invalid_argument(
            fmt::format("inertialization of {}: {} has {}", counted(bones, "bone"), which, counted(pose.bones.size(), "bone")));
    }
}

void requireSeconds(std::string_view what, double seconds, bool mayBeZero)
{
    if (!std::isfinite(seconds) || seconds < 0. || (seconds == 0. && !mayBeZero)) {
        throw std::invalid_argument(fmt::format("inertialization: {} of {} seconds", what, seconds));
    }
}

/// Returns the rate at which a difference shrinks, per second and relative to its length now: at most largestFadeRate; 0 if it grew.
/// `lengthBefore`: its length `interval` seconds earlier.
float rateOf(double length, double lengthBefore, double interval)
{
    const double rate = (lengthBefore - length) / (interval * length);
    return rate > 0. ? static_cast<float>(std::min(rate, static_cast<double>(largestFadeRate))) : 0.f;  // 0 for NaN
}

/// Returns the difference `now` (x, y, z) and its rate (w). Returns zeros if the difference's length is 0, not finite or too large for a
/// float, because such a difference would never fade out.
glm::vec4 offsetWithRate(const glm::dvec3& now, const glm::dvec3& before, double interval)
{
    const double length = glm::length(now);
    if (!(length > 0.) || !(length <= std::numeric_limits<float>::max())) {
        return glm::vec4(0.f);
    }
    return {glm::vec3(now), rateOf(length, glm::dot(before, now / length), interval)};
}

glm::dvec3 difference(const glm::vec3& shown, const glm::vec3& motion)
{
    return glm::dvec3(shown) - glm::dvec3(motion);
}

glm::dquat turnBetween(const glm::quat& shown, const glm::quat& motion)
{
    const glm::dquat turn = glm::normalize(glm::dquat(shown)) * glm::conjugate(glm::normalize(glm::dquat(motion)));
    return turn.w < 0. ? -turn : turn;
}

glm::dvec3 axisOf(const glm::dquat& turn)
{
    return {turn.x, turn.y, turn.z};
}

/// Returns a turn as its axis times half its angle, and the rate of that half angle, for which the angle of `before` is measured about the
/// axis of `now`.
glm::vec4 halfTurnOf(const glm::dquat& now, const glm::dquat& before, double interval)
{
    const double sine = glm::length(axisOf(now));
    if (!(sine > 0.)) {
        return glm::vec4(0.f);
    }
    const glm::dvec3 axis = axisOf(now) / sine;
    const double angle = std::atan2(sine, now.w);
    const double angleBefore = std::atan2(glm::dot(axisOf(before), axis), before.w);
    const double change = std::remainder(angle - angleBefore, std::numbers::pi);
    return {glm::vec3(axis * angle), rateOf(angle, angle - change, interval)};
}

void storeOffset(const glm::vec4& offset, std::size_t row, std::size_t lane, float* outRows)
{
    for (glm::length_t i = 0; i < 4; ++i) {
        outRows[(row + static_cast<std::size_t>(i)) * laneCount + lane] = offset[i];
    }
}

}  // namespace

Inertialization::Inertialization(std::size_t boneCount)
    : boneCount_(boneCount), offsets_((boneCount + laneCount - 1) / laneCount * InertiaRows::numbers)
{}

Inertialization::Inertialization(Inertialization&& other) noexcept
{
    *this = std::move(other);
}

Inertialization& Inertialization::operator=(Inertialization&& other) noexcept
{
    isActive_ = std::exchange(other.isActive_, false);
    elapsed_ = std::exchange(other.elapsed_, 0.);
    duration_ = std::exchange(other.duration_, 0.);
    boneCount_ = std::exchange(other.boneCount_, 0);
    offsets_ = std::exchange(other.offsets_, {});
    return *this;
}

void Inertialization::start(const Pose& shownBefore, const Pose& shown, const Pose& motionBefore, const Pose& motion, double interval,
                            double duration)
{
    requireBones("the pose shown before", shownBefore, boneCount());
    requireBones("the pose shown", shown, boneCount());
    requireBones("the motion's pose before", motionBefore, boneCount());
    requireBones("the motion's pose", motion, boneCount());
    requireSeconds("an interval", interval, false);
    requireSeconds("a duration", duration, true);
    for (std::size_t i = 0; i < boneCount(); ++i) {
        const Transform& s = shown.bones[i];
        const Transform& m = motion.bones[i];
        const Transform& sb = shownBefore.bones[i];
        const Transform& mb = motionBefore.bones[i];
        float* const rows = offsets_.data() + i / laneCount * InertiaRows::numbers;
        const auto store = [&](std::size_t row, const glm::vec4& offset) { storeOffset(offset, row, i % laneCount, rows); };
        store(InertiaRows::translation,
              offsetWithRate(difference(s.translation, m.translation), difference(sb.translation, mb.translation), interval));
        store(InertiaRows::halfTurn, halfTurnOf(turnBetween(s.rotation, m.rotation), turnBetween(sb.rotation, mb.rotation), interval));
        store(InertiaRows::scale, offsetWithRate(difference(s.scale, m.scale), difference(sb.scale, mb.scale), interval));
    }
    isActive_ = duration > 0.;
    elapsed_ = 0.;
    duration_ = duration;
}

void Inertialization::stop() noexcept
{
    isActive_ = false;
}

void Inertialization::advance(double seconds)
{
    requireSeconds("a step", seconds, true);
    if (isActive_) {
        elapsed_ += seconds;
        isActive_ = elapsed_ < duration_;
    }
}

void Inertialization::apply(Pose& pose) const
{
    requireBones("the pose", pose, boneCount());
    if (isActive_) {
        applyAt(elapsed_, pose);
    }
}

void Inertialization::applyAt(double elapsed, Pose& pose) const noexcept
{
    const FadeTime time = InertializationAccess::timeAt(*this, elapsed);
    TransformLanes block{};
    for (std::size_t first = 0; first < boneCount_; first += laneCount) {
        const std::size_t count = std::min(laneCount, boneCount_ - first);
        for (std::size_t lane = 0; lane < count; ++lane) {
            storeLane(pose.bones[first + lane], lane, block);
        }
        addFading(offsets_.data() + first / laneCount * InertiaRows::numbers, time, {&block, 1});
        for (std::size_t lane = 0; lane < count; ++lane) {
            pose.bones[first + lane] = loadLane(block, lane);
        }
    }
}

// The offsets are listed only while the inertialization is active.
void Inertialization::listState(StateArchive& state)
{
    state.object("inertialization");
    state.same("bones", boneCount());
    const bool isSavedAsActive = state.exchange(isActive_);
    state.values(isActive_, elapsed_, duration_);
    if (isSavedAsActive) {
        if (std::vector<float> restored; state.list(offsets_, restored)) {
            offsets_ = std::move(restored);
        }
    }
}

}  // namespace armature
