#include "vrm/vrm_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/node/transform_node.hpp>

#include "node/state_archive.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

namespace {

glm::dquat worldRotation(const Node* node)
{
    return node != nullptr ? Frame::of(node->getWorldMatrix()).rotation() : glm::dquat(1., 0., 0., 0.);
}

/// Returns the output of a range map for the size of an angle in radians: degrees of a bone's rotation, or a weight.
double mapped(const VrmRangeMap& map, double radians)
{
    const double degrees = std::abs(radians) * (180. / std::numbers::pi);
    return std::min(degrees / static_cast<double>(map.inputMax), 1.) * static_cast<double>(map.output);
}

}  // namespace

VrmGaze::VrmGaze(const VrmModel& model, const Node* space)
{
    const glm::dquat toCharacter = glm::conjugate(worldRotation(space));
    const TransformNode* const head = model.find(HumanoidRole::Head);
    head_ = Handle<const Node>(head);
    headRest_ = toCharacter * worldRotation(head);
    left_ = eyeOf(model.find(HumanoidRole::LeftEye), toCharacter);
    right_ = eyeOf(model.find(HumanoidRole::RightEye), toCharacter);
    constexpr std::array<std::string_view, 4> names{"lookLeft", "lookRight", "lookUp", "lookDown"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const VrmExpression* const found = model.findExpression(names[i]);
        expressions_[i] = found != nullptr ? std::optional(static_cast<std::size_t>(found - model.expressions.data())) : std::nullopt;
    }
}

VrmGaze::Eye VrmGaze::eyeOf(const TransformNode* node, const glm::dquat& toCharacter)
{
    if (node == nullptr) {
        return {};
    }
    // The scene is not const; only the model's reference to it is.
    return {Handle<Node>(const_cast<TransformNode&>(*node)), glm::normalize(glm::dquat(node->getTransform().rotation)),
            toCharacter * worldRotation(node->getParent())};
}

void VrmGaze::aim(const VrmModel& model, const std::optional<glm::vec3>& target, const std::optional<VrmCharacter::Look>& along)
{
    const Node* const head = head_.get();
    const bool wasAhead = std::exchange(isAhead_, !target && !along);
    isIdle_ = !model.lookAt || head == nullptr || (wasAhead && isAhead_);
    if (isIdle_) {
        return;
    }
    look_ = along.value_or(VrmCharacter::Look());
    if (target) {
        const Frame world = Frame::of(head->getWorldMatrix());
        const glm::dquat turned = world.rotation() * glm::conjugate(headRest_);
        const glm::dvec3 way = glm::conjugate(turned) * (glm::dvec3(*target) - world.point(glm::dvec3(model.lookAt->offsetFromHeadBone)));
        if (glm::dot(way, way) > 0.) {
            look_ = {static_cast<float>(std::atan2(way.x, way.z)), static_cast<float>(std::atan2(way.y, std::hypot(way.x, way.z)))};
        }
    }
}

void VrmGaze::turnEyes(const VrmModel& model, double part)
{
    if (!isIdle_ && model.lookAt->type == VrmLookAtType::Bone) {
        turn(left_, model.lookAt->horizontalOuter, model.lookAt->horizontalInner, *model.lookAt, part);
        turn(right_, model.lookAt->horizontalInner, model.lookAt->horizontalOuter, *model.lookAt, part);
    }
}

void VrmGaze::turn(Eye& eye, const VrmRangeMap& left, const VrmRangeMap& right, const VrmLookAt& lookAt, double part) const
{
    Node* const node = eye.node.get();
    if (node == nullptr) {
        return;
    }
    constexpr double degree = std::numbers::pi / 180.;
    const auto yaw = static_cast<double>(look_.yaw);
    const auto pitch = static_cast<double>(look_.pitch);
    const double aside = part * degree * std::copysign(mapped(yaw > 0. ? left : right, yaw), yaw);
    const double up = part * degree * std::copysign(mapped(pitch > 0. ? lookAt.verticalUp : lookAt.verticalDown, pitch), pitch);
    const glm::dquat turned = glm::angleAxis(aside, glm::dvec3(0., 1., 0.)) * glm::angleAxis(-up, glm::dvec3(1., 0., 0.));
    node->setRotationQuaternion(glm::quat(glm::normalize(glm::conjugate(eye.above) * turned * eye.above * eye.rest)));
}

void VrmGaze::weigh(const VrmModel& model, std::vector<float>& weights) const
{
    if (!model.lookAt || model.lookAt->type != VrmLookAtType::Expression || isAhead_ || head_.get() == nullptr) {
        return;
    }
    const auto set = [&](const std::optional<std::size_t>& expression, const VrmRangeMap& map, double angle) {
        if (expression) {
            weights[*expression] = angle > 0. ? static_cast<float>(std::clamp(mapped(map, angle), 0., 1.)) : 0.f;
        }
    };
    const auto yaw = static_cast<double>(look_.yaw);
    const auto pitch = static_cast<double>(look_.pitch);
    set(expressions_[0], model.lookAt->horizontalOuter, yaw);
    set(expressions_[1], model.lookAt->horizontalOuter, -yaw);
    set(expressions_[2], model.lookAt->verticalUp, pitch);
    set(expressions_[3], model.lookAt->verticalDown, -pitch);
}

// Does not list isIdle_, which the next update() computes.
void VrmGaze::list(StateArchive& archive)
{
    archive.values(look_, isAhead_);
}

}  // namespace armature
