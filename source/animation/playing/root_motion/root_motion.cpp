#include <armature/animation/root_motion.hpp>

#include <algorithm>
#include <cmath>

#include <glm/ext/quaternion_double.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "animation/playing/root_motion/root_motion_path.hpp"

namespace armature {

// --- delta ----------------------------------------------------------------------------------------------------------

namespace {

glm::dvec3 turnedAbout(const glm::dvec3& up, double angle, const glm::dvec3& v) noexcept
{
    return angle == 0. ? v : glm::angleAxis(angle, up) * v;
}

}  // namespace

RootMotionDelta RootMotionDelta::then(const RootMotionDelta& next) const noexcept
{
    return {offset + turnedAbout(up, turn, next.offset), turn + next.turn, turn != 0. ? up : next.up};
}

RootMotionDelta RootMotionDelta::getInverse() const noexcept
{
    return {turnedAbout(up, -turn, -offset), -turn, up};
}

void RootMotionDelta::add(const RootMotionDelta& other, double share) noexcept
{
    up = turn != 0. ? up : other.up;
    offset += other.offset * share;
    turn += other.turn * share;
}

Transform RootMotionDelta::moved(const Transform& character) const noexcept
{
    const glm::dquat rotation(character.rotation);
    const glm::dvec3 scale(character.scale);
    const bool isMirrored = scale.x * scale.y * scale.z * glm::dot(up * up, scale) < 0.;
    Transform result = character;
    result.translation = glm::vec3(glm::dvec3(character.translation) + rotation * (scale * offset));
    if (turn != 0.) {
        result.rotation = glm::quat(glm::normalize(rotation * glm::angleAxis(isMirrored ? -turn : turn, up)));
    }
    return result;
}

// --- motion ---------------------------------------------------------------------------------------------------------

RootMotion::RootMotion() = default;
RootMotion::~RootMotion() = default;

RootMotionDelta RootMotion::getCycle() const noexcept
{
    return path_->spatial(path_->directly(0., path_->end()));
}

RootMotionDelta RootMotion::between(double from, double to) const noexcept
{
    const bool isTime = std::isfinite(from) && std::isfinite(to) && path_->end() > 0.;
    return path_->spatial(isTime ? path_->overRounds(from, to, 0., path_->end()) : GroundMotion());
}

RootMotionDelta RootMotion::between(double from, double to, const PlayOptions& options) const noexcept
{
    const double begin = std::clamp(options.from.value_or(0.), 0., path_->end());
    const double end = std::clamp(options.to.value_or(path_->end()), 0., path_->end());
    const double length = end - begin;
    if (!(length > 0.) || !std::isfinite(from) || !std::isfinite(to)) {
        return path_->spatial({});
    }
    if (!options.loop) {
        return path_->spatial(path_->directly(std::clamp(from, begin, end), std::clamp(to, begin, end)));
    }
    if (options.loopMode == LoopMode::PingPong) {
        const auto folded = [&](double seconds) {
            const double way = seconds - begin;
            const double there = way - 2. * length * std::floor(way / (2. * length));
            return begin + (there > length ? 2. * length - there : there);
        };
        return path_->spatial(path_->directly(folded(from), folded(to)));
    }
    return path_->spatial(path_->overRounds(from, to, begin, end));
}

}  // namespace armature
