#include <armature/animation/inertialization.hpp>

#include <cmath>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include "animation/inertial_curve.hpp"
#include "node/state_archive.hpp"
#include "words/words.hpp"

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

/// An offset and the speed of its length, from the offsets now and `interval` seconds before.
glm::vec4 offsetOf(const glm::dvec3& now, const glm::dvec3& before, double interval)
{
    const double length = glm::length(now);
    if (!(length > 0.)) {
        return glm::vec4(0.f);
    }
    const double lengthBefore = glm::dot(before, now / length);
    return {glm::vec3(now), static_cast<float>((length - lengthBefore) / interval)};
}

glm::dvec3 difference(const glm::vec3& shown, const glm::vec3& motion)
{
    return glm::dvec3(shown) - glm::dvec3(motion);
}

glm::dquat turn(const glm::quat& shown, const glm::quat& motion)
{
    const glm::dquat turn = glm::normalize(glm::dquat(shown)) * glm::conjugate(glm::normalize(glm::dquat(motion)));
    return turn.w < 0. ? -turn : turn;
}

glm::dvec3 axisOf(const glm::dquat& turn)
{
    return {turn.x, turn.y, turn.z};
}

/// The same about the axis of the turn now; the angle before is that of the part about this axis.
glm::vec4 turnOf(const glm::dquat& now, const glm::dquat& before, double interval)
{
    const double sine = glm::length(axisOf(now));
    if (!(sine > 0.)) {
        return glm::vec4(0.f);
    }
    const glm::dvec3 axis = axisOf(now) / sine;
    const double angle = 2. * std::atan2(sine, now.w);
    const double angleBefore = 2. * std::atan2(glm::dot(axisOf(before), axis), before.w);
    const double change = std::remainder(angle - angleBefore, 2. * 3.14159265358979323846);
    return {glm::vec3(axis * angle), static_cast<float>(change / interval)};
}

/// What is left of an offset.
glm::dvec3 left(const glm::vec4& offset, double duration, double elapsed)
{
    const glm::dvec3 whole(offset);
    const double length = glm::length(whole);
    return length > 0. ? whole * (InertialCurve::of(length, static_cast<double>(offset.w), duration).at(elapsed) / length) : glm::dvec3(0.);
}

}  // namespace

Inertialization::Inertialization(std::size_t boneCount) : translations_(boneCount), rotations_(boneCount), scales_(boneCount) {}

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
        translations_[i] = offsetOf(difference(s.translation, m.translation), difference(sb.translation, mb.translation), interval);
        scales_[i] = offsetOf(difference(s.scale, m.scale), difference(sb.scale, mb.scale), interval);
        rotations_[i] = turnOf(turn(s.rotation, m.rotation), turn(sb.rotation, mb.rotation), interval);
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
    for (std::size_t i = 0; i < boneCount(); ++i) {
        Transform& bone = pose.bones[i];
        bone.translation = glm::vec3(glm::dvec3(bone.translation) + left(translations_[i], duration_, elapsed));
        bone.scale = glm::vec3(glm::dvec3(bone.scale) + left(scales_[i], duration_, elapsed));
        const glm::dvec3 rest = left(rotations_[i], duration_, elapsed);
        const double angle = glm::length(rest);
        if (angle > 0.) {
            bone.rotation = glm::quat(glm::normalize(glm::angleAxis(angle, rest / angle) * glm::dquat(bone.rotation)));
        }
    }
}

// Without offsets that have faded.
void Inertialization::listState(StateArchive& state)
{
    state.object("inertialization");
    state.same("bones", boneCount());
    const bool isSavedAsActive = state.exchange(isActive_);
    state.values(isActive_, elapsed_, duration_);
    if (isSavedAsActive) {
        for (std::vector<glm::vec4>* const offsets : {&translations_, &rotations_, &scales_}) {
            if (std::vector<glm::vec4> restored; state.list(*offsets, restored)) {
                *offsets = std::move(restored);
            }
        }
    }
}

}  // namespace armature
