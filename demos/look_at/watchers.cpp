#include "watchers.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <string>

#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace look_at {
namespace {

// How far people turn: the neck takes a part of the way, the head the rest.
constexpr armature::BoneLookOptions neckLooks{.minYaw = -0.7f, .maxYaw = 0.7f, .minPitch = -0.5f, .maxPitch = 0.5f, .weight = 0.5f};
constexpr armature::BoneLookOptions headLooks{.minYaw = -1.f, .maxYaw = 1.f, .minPitch = -0.7f, .maxPitch = 0.7f};

armature::Skeleton& skeletonOf(armature::Scene& model)
{
    if (model.skeletons().empty()) {
        throw std::invalid_argument("the model has no skeleton");
    }
    return *model.skeletons().front();
}

std::size_t find(armature::Scene& model, const char* name)
{
    const auto bones = skeletonOf(model).bones();
    const auto bone = std::ranges::find(bones, std::string(name), [](const armature::Bone* each) { return each->getName(); });
    if (bone == bones.end()) {
        throw std::invalid_argument(std::string("the model has no bone ") + name);
    }
    return static_cast<std::size_t>(bone - bones.begin());
}

std::shared_ptr<const armature::BakedClip> idleOf(armature::Scene& model)
{
    const armature::AnimationGroup* idle = model.findAnimationGroup("idle");
    if (idle == nullptr) {
        throw std::invalid_argument("the model has no clip idle");
    }
    return armature::BakedClip::create(idle->getClip(), skeletonOf(model));
}

}  // namespace

Watchers::Watchers(armature::Scene& model, std::size_t count)
    : crowd_(skeletonOf(model))
    , neckBone_(find(model, "neck"))
    , headBone_(find(model, "head"))
    , neck_(*skeletonOf(model).bones()[neckBone_], neckLooks)
    , head_(*skeletonOf(model).bones()[headBone_], headLooks)

{
    const std::size_t idle = crowd_.addClip(idleOf(model));
    std::mt19937 engine(5);
    const auto draw = [&](float low, float high) { return std::uniform_real_distribution<float>(low, high)(engine); };
    constexpr std::size_t perRow = 8;
    constexpr float stepHeight = 0.4f;
    for (std::size_t i = 0; i < count; ++i) {
        members_.push_back(crowd_.add({.clip = idle, .time = static_cast<double>(draw(0.f, 4.f))}));
        // Rows around the origin, which they face; those further back are higher up and stand between those in front.
        const std::size_t row = i / perRow;
        const float shift = row % 2 == 0 ? 0.5f : 1.f;
        const float place = (static_cast<float>(i % perRow) + shift) / static_cast<float>(perRow) - 0.5f;
        const float angle = glm::pi<float>() + 1.9f * place;
        const float radius = 3.3f + 1.2f * static_cast<float>(row);
        const float height = stepHeight * static_cast<float>(row);
        glm::mat4 stand = glm::translate(glm::mat4(1.f), {radius * std::sin(angle), height, radius * std::cos(angle)});
        stand = glm::rotate(stand, angle + glm::pi<float>() + draw(-0.15f, 0.15f), glm::vec3(0.f, 1.f, 0.f));
        placements_.push_back({.world = stand * skeletonOf(model).getWorldMatrix(),
                               .tint = {draw(0.6f, 1.f), draw(0.6f, 1.f), draw(0.6f, 1.f), 1.f},
                               .palette = members_.back().index});
    }
}

std::size_t Watchers::update(double seconds, const glm::vec3& target)
{
    crowd_.update(seconds);
    std::size_t seeing = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const glm::vec3 inSkeleton = glm::inverse(placements_[i].world) * glm::vec4(target, 1.f);
        crowd_.clearOverrides(members_[i]);
        crowd_.getPose(members_[i], pose_);
        neck_.solve(pose_, inSkeleton);
        const armature::IkReport report = head_.solve(pose_, inSkeleton);
        crowd_.setOverride(members_[i], neckBone_, pose_.bones[neckBone_]);
        crowd_.setOverride(members_[i], headBone_, pose_.bones[headBone_]);
        seeing += report.isReached ? 1u : 0u;
    }
    crowd_.update(0.);
    return seeing;
}

}  // namespace look_at
