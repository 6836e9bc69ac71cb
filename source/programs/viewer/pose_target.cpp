#include "pose_target.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <armature/scene/picking.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"

namespace armature::tools {

namespace {

// Returns up to `count` bones from `last` upwards, ordered from the topmost one down to `last`.
std::vector<Node*> rowAbove(Bone* last, std::size_t count)
{
    std::vector<Node*> row;
    for (Bone* bone = last; bone != nullptr && row.size() < count; bone = bone->getParentBone()) {
        row.push_back(bone);
    }
    std::reverse(row.begin(), row.end());
    return row;
}

void limit(Chain& chain, const std::vector<Node*>& row, const BoneLimits& limits)
{
    for (Node* node : row) {
        if (const JointLimit* const given = limits.find(*node->asBone())) {
            chain.setJoint(*node->asBone(), {.limit = *given});
        }
    }
}

// Returns the point where the ray through a pixel meets the plane through `point` that faces the camera.
glm::vec3 inPlane(const glm::vec3& point, const glm::vec2& pixel, const PictureView& view)
{
    const Ray ray = view.rayThrough(pixel);
    const glm::vec3 facing(view.camera.view[0][2], view.camera.view[1][2], view.camera.view[2][2]);
    const float along = glm::dot(ray.direction, facing);
    return along != 0.f ? ray.origin + glm::dot(point - ray.origin, facing) / along * ray.direction : point;
}

}  // namespace

PoseTarget::PoseTarget(Bone& tip, std::vector<Node*> bones, std::variant<ChainSolver, AimChain> solver)
    : tip_(&tip), bones_(std::move(bones)), solver_(std::move(solver))
{}

PoseTarget PoseTarget::reach(Bone& tip, std::size_t bones, const BoneLimits& limits)
{
    std::vector<Node*> row = rowAbove(tip.getParentBone(), bones);
    if (row.empty()) {
        throw std::invalid_argument(fmt::format("bone \"{}\" has no bone above it that could turn", printable(tip.getName())));
    }
    Chain chain(tip.getSkeleton());
    chain.addEffector(*row.front()->asBone(), tip, glm::vec3(0.f));
    limit(chain, row, limits);
    return {tip, std::move(row), ChainSolver(chain)};
}

PoseTarget PoseTarget::look(Bone& tip, std::size_t bones, const BoneLimits& limits)
{
    std::vector<Node*> row = rowAbove(&tip, std::max<std::size_t>(bones, 1));
    const glm::mat3 toOwn = glm::inverse(glm::mat3(tip.getAbsoluteBindMatrix()));
    const glm::vec3 forward = glm::normalize(toOwn * glm::vec3(0.f, 0.f, 1.f));
    Chain chain = Chain::between(*row.front()->asBone(), tip);
    limit(chain, row, limits);
    AimChain solver(chain, {.forward = forward, .upAxis = glm::normalize(toOwn * glm::vec3(0.f, 1.f, 0.f))});
    PoseTarget target(tip, std::move(row), std::move(solver));
    const glm::mat4 world = tip.getWorldMatrix();
    // Half a metre ahead, or the distance of the bone from its parent if that is larger.
    const float far = std::max(0.5f, glm::length(glm::vec3(tip.getLocalMatrix()[3])));
    target.place_ = glm::vec3(world[3]) + far * glm::normalize(glm::mat3(world) * forward);
    return target;
}

PoseTarget PoseTarget::within(const BoneLimits& limits) const
{
    PoseTarget target = looks() ? look(*tip_, bones_.size(), limits) : reach(*tip_, bones_.size(), limits);
    target.place_ = place_;
    return target;
}

glm::vec3 PoseTarget::getPlace() const
{
    return looks() ? place_ : glm::vec3(tip_->getWorldMatrix()[3]);
}

std::string PoseTarget::describe() const
{
    return fmt::format("{} {}, {}", looks() ? "look" : "ik", printable(shown(tip_->getName())), counted(bones_.size(), "bone"));
}

void PoseTarget::solve(const glm::vec3& place)
{
    Skeleton& skeleton = tip_->getSkeleton();
    const ChainReport report = looks() ? std::get<AimChain>(solver_).solve(skeleton, place)
                                       : std::get<ChainSolver>(solver_).solve(skeleton, IkGoal{.position = place});
    if (report.status != IkStatus::Solved) {
        throw std::runtime_error(fmt::format("{}: there is no pose for that place", describe()));
    }
    place_ = place;
}

TargetDrag::TargetDrag(PoseTarget& target, const glm::vec2& pixel, const PictureView& view)
    : target_(&target), place_(target.getPlace()), grabbed_(inPlane(place_, pixel, view))
{
    before_.reserve(target.bones().size());
    for (Node* bone : target.bones()) {
        before_.emplace_back(*bone);
    }
}

void TargetDrag::to(const glm::vec2& pixel, const PictureView& view)
{
    std::for_each(before_.begin(), before_.end(), [](const NodePose& pose) { pose.restore(); });
    target_->solve(place_ + inPlane(place_, pixel, view) - grabbed_);
}

}  // namespace armature::tools
