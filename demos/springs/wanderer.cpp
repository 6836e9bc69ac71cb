#include "wanderer.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <armature/import/load_scene.hpp>

#include "../model_parts.hpp"
#include "swinging.hpp"

namespace springs {
namespace {

// Each clip begins with the pose in which the one before it ends.
constexpr std::pair<const char*, int> script[]{{"start", 1}, {"walk", 3}, {"stop", 1},      {"turnRight", 1}, {"start", 1},
                                               {"walk", 2},  {"stop", 1}, {"turnRight", 1}, {"jump", 1},      {"idle", 1}};

}  // namespace

Wanderer::Wanderer(const std::filesystem::path& model)
    : scene_(armature::loadScene(model))
    , skeleton_(&demos::skeletonOf(*scene_))
    , host_(&demos::hostOf(*skeleton_))
    , springs_(makeSprings(*skeleton_))
{
    for (const auto& [clip, rounds] : script) {
        addPart(clip, rounds);
    }
    pose();
    springs_.update(0.);
}

// The walk stays on the spot, so its root motion comes from its planted feet. All other clips move the root.
void Wanderer::addPart(const std::string& clip, int rounds)
{
    armature::AnimationGroup& group = demos::clipOf(*scene_, clip);
    armature::RootMotionOptions options{.source = armature::RootMotionSource::Root, .extractLateralMotion = true};
    if (clip == "walk") {
        options.source = armature::RootMotionSource::Feet;
        options.feet = {skeleton_->findBone("toesLeft"), skeleton_->findBone("toesRight"), skeleton_->findBone("footLeft"),
                        skeleton_->findBone("footRight")};
    }
    const auto motion = armature::RootMotion::create(group.shareClip(), *scene_, *host_, nullptr, options);
    const double begin = parts_.empty() ? 0. : parts_.back().end;
    const double end = begin + rounds * group.getClip().getDuration();
    parts_.push_back({&group, motion, begin, end, round_});
    round_ = round_.then(motion->between(0., end - begin));
}

void Wanderer::advance(double seconds)
{
    time_ += seconds;
    pose();
    springs_.update(seconds);
}

void Wanderer::advanceInSteps(double seconds)
{
    constexpr double stepsPerSecond = 60.;
    constexpr double same = 1e-6;  // fraction of a step: a frame that ends on a step needs no extra one
    const double end = time_ + seconds;
    for (double step = std::floor(time_ * stepsPerSecond + same) + 1.; step + same < end * stepsPerSecond; ++step) {
        advance(step / stepsPerSecond - time_);
    }
    advance(end - time_);
}

void Wanderer::pose()
{
    const double length = parts_.back().end;
    const double rounds = std::floor(time_ / length);
    const double time = time_ - rounds * length;
    const auto isNow = [time](const Part& part) { return time < part.end; };
    const Part& part = *std::min(std::ranges::find_if(parts_, isNow), parts_.end() - 1);
    const double within = time - part.begin;
    part.group->goTo(std::fmod(within, part.group->getClip().getDuration()));
    armature::RootMotionDelta travel;
    for (int round = 0; round < static_cast<int>(rounds); ++round) {
        travel = travel.then(round_);
    }
    host_->setTransform(travel.then(part.before).then(part.motion->between(0., within)).moved({}));
}

glm::vec3 Wanderer::position() const
{
    return host_->getPosition(armature::Space::World);
}

}  // namespace springs
