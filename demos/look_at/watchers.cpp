#include "watchers.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "../model_parts.hpp"

namespace look_at {
namespace {

// How far watchers turn: the neck takes part of the rotation, the head the rest.
constexpr armature::BoneLookOptions neckLooks{.minYaw = -0.7f, .maxYaw = 0.7f, .minPitch = -0.5f, .maxPitch = 0.5f, .weight = 0.5f};
constexpr armature::BoneLookOptions headLooks{.minYaw = -1.f, .maxYaw = 1.f, .minPitch = -0.7f, .maxPitch = 0.7f};

std::shared_ptr<const armature::BakedClip> idleOf(armature::Scene& model)
{
    return armature::BakedClip::create(demos::clipOf(model, "idle").getClip(), demos::skeletonOf(model));
}

}  // namespace

Watchers::Watchers(armature::Scene& model, std::size_t count)
    : crowd_(demos::skeletonOf(model))
    , neck_(demos::boneOf(demos::skeletonOf(model), "neck"), neckLooks)
    , head_(demos::boneOf(demos::skeletonOf(model), "head"), headLooks)
{
    const std::size_t idle = crowd_.addClip(idleOf(model));
    std::mt19937 engine(5);
    const auto draw = [&](float low, float high) { return std::uniform_real_distribution<float>(low, high)(engine); };
    constexpr std::size_t perRow = 8;
    constexpr float stepHeight = 0.4f;
    for (std::size_t i = 0; i < count; ++i) {
        members_.push_back(crowd_.add({.clip = idle, .time = static_cast<double>(draw(0.f, 4.f))}));
        // The rows are arcs around the origin and face it. Rows further back stand higher, in the gaps of the row in front.
        const std::size_t row = i / perRow;
        const float shift = row % 2 == 0 ? 0.5f : 1.f;
        const float place = (static_cast<float>(i % perRow) + shift) / static_cast<float>(perRow) - 0.5f;
        const float angle = glm::pi<float>() + 1.9f * place;
        const float radius = 3.3f + 1.2f * static_cast<float>(row);
        const float height = stepHeight * static_cast<float>(row);
        glm::mat4 stand = glm::translate(glm::mat4(1.f), {radius * std::sin(angle), height, radius * std::cos(angle)});
        stand = glm::rotate(stand, angle + glm::pi<float>() + draw(-0.15f, 0.15f), glm::vec3(0.f, 1.f, 0.f));
        placements_.push_back({.world = stand * demos::skeletonOf(model).getWorldMatrix(),
                               .tint = {draw(0.6f, 1.f), draw(0.6f, 1.f), draw(0.6f, 1.f), 1.f},
                               .palette = members_.back().index});
        crowd_.setModifier(members_.back(), [this, i](armature::JointView joints) { turn(i, joints.placedAt(placements_[i].world)); });
    }
    seeing_.resize(count);
}

void Watchers::turn(std::size_t watcher, armature::JointView joints)
{
    neck_.solve(joints, target_);
    seeing_[watcher] = head_.solve(joints, target_).isReached ? 1 : 0;
}

std::size_t Watchers::update(double seconds, const glm::vec3& target)
{
    target_ = target;
    crowd_.update(seconds);
    return static_cast<std::size_t>(std::ranges::count(seeing_, 1));
}

}  // namespace look_at
