#include "ik/constraints/joint_ref.hpp"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <glm/vector_relational.hpp>

#include <armature/skeleton/bone.hpp>

#include "ik/known_rest.hpp"
#include "ik/option_checks.hpp"
#include "math/numbers.hpp"
#include "math/rotation_rule.hpp"
#include "node/checks.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

Frame worldFrameOf(const Node* node) noexcept
{
    return node != nullptr ? JointAccess::frameOf(NodeAccess::worldAffine(*node)) : Frame();
}

Frame absoluteOf(const Node& node) noexcept
{
    return JointAccess::frameOf(NodeAccess::hierarchy(node).absolute(NodeAccess::slot(node)));
}

/// Returns the frame from the space of a bone's skeleton to the world; for a node, the identity.
Frame hostFrame(const Node& node) noexcept
{
    return node.isBone() ? worldFrameOf(NodeAccess::hierarchy(node).owner().hostNode()) : Frame();
}

Frame worldFrame(const Node& node) noexcept
{
    return node.isBone() ? hostFrame(node) * absoluteOf(node) : worldFrameOf(&node);
}

glm::dmat4 matrixOf(const Frame& frame) noexcept
{
    glm::dmat4 matrix(frame.linear);
    matrix[3] = glm::dvec4(frame.origin, 1.);
    return matrix;
}

}  // namespace

JointRef::JointRef(const JointView& joints, std::size_t joint) : joint_(joint)
{
    JointAccess::require(joints, joint);
    node_ = JointAccess::bone(joints, joint);
    if (node_ == nullptr) {
        joints_ = joints;
    }
}

// --- refusals -----------------------------------------------------------------------------------------------------------

std::string JointRef::label() const
{
    return node_ != nullptr ? armature::label(*node_) : JointAccess::label(*joints_, joint_);
}

void JointRef::refuse(const std::string& why) const
{
    throw std::invalid_argument(fmt::format("{}: {}", label(), why));
}

void JointRef::requireFinite(std::string_view what, const glm::vec3& value) const
{
    if (!isFinite(value)) {
        refuse(fmt::format("{} ({}, {}, {}) must be finite", what, value.x, value.y, value.z));
    }
}

void JointRef::requireWeight(std::string_view what, float weight) const
{
    requireWithin([&] { return fmt::format("{}: {}", label(), what); }, "weight", weight);
}

void JointRef::requireSpace(std::string_view what, Space space) const
{
    if (space == Space::Own) {
        refuse(fmt::format("{}: Space::Own means nothing here; use Local, Skeleton or World", what));
    }
}

// --- frames and relatives -----------------------------------------------------------------------------------------------

Frame JointRef::above(Space space) const noexcept
{
    if (space == Space::Local) {
        return {};
    }
    if (node_ == nullptr) {
        const Frame above = JointAccess::above(*joints_, joint_);
        return space == Space::World ? JointAccess::toWorld(*joints_) * above : above;
    }
    const Node* parent = node_->getParent();
    if (!node_->isBone() || space == Space::World) {
        return parent != nullptr ? worldFrame(*parent) : hostFrame(*node_);
    }
    return parent != nullptr ? absoluteOf(*parent) : Frame();
}

Frame JointRef::world() const noexcept
{
    return node_ != nullptr ? worldFrame(*node_)
                            : JointAccess::toWorld(*joints_) * JointAccess::frameOf(JointAccess::absolute(*joints_, joint_));
}

/// Returns whether this joint and `source` have poses in the same skeleton space, so that conversions need not go through the world.
bool JointRef::sharesSkeleton(const JointRef& source) const noexcept
{
    if (node_ == nullptr || source.node_ == nullptr) {
        return node_ == source.node_;
    }
    return node_->isBone() && source.node_->isBone() && &NodeAccess::hierarchy(*node_) == &NodeAccess::hierarchy(*source.node_);
}

std::optional<Frame> JointRef::frameOf(const JointRef& source, Space space) const noexcept
{
    if (space == Space::Local) {
        return JointAccess::frameOf(source.node_ != nullptr ? NodeAccess::hierarchy(*source.node_).local(NodeAccess::slot(*source.node_))
                                                            : JointAccess::local(*source.joints_, source.joint_));
    }
    if (space == Space::World || (node_ != nullptr && !node_->isBone())) {
        return source.world();
    }
    if (sharesSkeleton(source)) {
        return source.node_ != nullptr ? absoluteOf(*source.node_)
                                       : JointAccess::frameOf(JointAccess::absolute(*source.joints_, source.joint_));
    }
    const Frame host = node_ != nullptr ? hostFrame(*node_) : JointAccess::toWorld(*joints_);
    return host.isInvertible() ? std::optional(host.inverse() * source.world()) : std::nullopt;
}

glm::dquat JointRef::rotationOf(const JointRef& source, Space space) const noexcept
{
    const bool isInScene = node_ != nullptr && !node_->isBone();
    if (space != Space::Skeleton || isInScene || sharesSkeleton(source)) {
        return source.spaceFrame(space == Space::Skeleton && isInScene ? Space::World : space).rotation();
    }
    const Frame host = node_ != nullptr ? hostFrame(*node_) : JointAccess::toWorld(*joints_);
    return rotationInto(host.inverse().linear, source.spaceFrame(Space::World).rotation());
}

SpaceFrame JointRef::spaceFrame(Space space) const noexcept
{
    return node_ != nullptr ? SpaceFrame(*node_, space, nullptr) : SpaceFrame(transform(), space, matrixOf(above(space)));
}

std::optional<Transform> JointRef::rest() const noexcept
{
    if (node_ == nullptr) {
        return restOf(JointAccess::rest(*joints_, joint_), transform().scale);
    }
    const Bone* bone = node_->asBone();
    return bone != nullptr ? std::optional(restOf(*bone)) : std::nullopt;
}

glm::vec3 JointRef::restOrigin() const noexcept
{
    const Bone* bone = node_ != nullptr ? node_->asBone() : nullptr;
    return node_ == nullptr  ? translationOf(JointAccess::rest(*joints_, joint_).toMatrix())
           : bone != nullptr ? glm::vec3(bone->getRestMatrix()[3])
                             : glm::vec3(0.f);
}

std::optional<float> JointRef::length() const noexcept
{
    const Bone* bone = node_ != nullptr ? node_->asBone() : nullptr;
    return node_ == nullptr ? JointAccess::length(*joints_, joint_) : bone != nullptr ? bone->getLength() : std::nullopt;
}

std::optional<JointRef> JointRef::firstChild() const noexcept
{
    if (node_ != nullptr) {
        const Bone* const child = NodeAccess::firstChildBone(*node_);
        return child != nullptr ? std::optional(JointRef(*child)) : std::nullopt;
    }
    const std::uint32_t child = JointAccess::firstChild(*joints_, joint_);
    return child != noSlot ? childAt(child) : std::nullopt;
}

/// Returns joint `joint` of the same view if it is a child of this joint, otherwise no value.
std::optional<JointRef> JointRef::childAt(std::size_t joint) const noexcept
{
    if (JointAccess::parent(*joints_, joint) != joint_) {
        return std::nullopt;
    }
    JointRef child = *this;
    child.joint_ = joint;
    return child;
}

// --- the joint's pose ---------------------------------------------------------------------------------------------------

PosedJoint JointRef::read() const noexcept
{
    return node_ != nullptr ? PosedJoint::read(*node_) : JointAccess::read(*joints_, joint_);
}

Transform JointRef::transform() const noexcept
{
    return node_ != nullptr ? node_->getTransform() : JointAccess::transform(*joints_, joint_);
}

glm::dvec3 JointRef::origin() const noexcept
{
    return node_ != nullptr ? NodeAccess::driver(*node_).origin() : JointAccess::origin(*joints_, joint_);
}

bool JointRef::isWritable(const PosedJoint& posed) const
{
    return node_ != nullptr ? posed.isWritableTo(*node_) : posed.isWritable();
}

void JointRef::write(const PosedJoint& posed)
{
    if (node_ != nullptr) {
        posed.write(*node_);
    } else {
        JointAccess::write(*joints_, joint_, posed);
    }
}

bool JointRef::moveTo(const glm::dvec3& origin)
{
    if (node_ != nullptr) {
        return isWritten([&] { NodeAccess::driver(*node_).moveTo(*node_, origin); });
    }
    Transform moved = transform();
    moved.translation = glm::vec3(origin);
    if (isFinite(moved.translation)) {
        JointAccess::store(*joints_, joint_, moved);
    }
    return isFinite(moved.translation);
}

bool JointRef::setScale(const glm::vec3& scale)
{
    if (!isFinite(scale)) {
        return false;
    }
    if (node_ == nullptr) {
        Transform scaled = transform();
        scaled.scale = scale;
        JointAccess::store(*joints_, joint_, scaled);
        return true;
    }
    const PoseTarget target = NodeAccess::driver(*node_);
    Transform parts = target.hierarchy->transform(target.slot);
    if (!target.hierarchy->pose(target.slot).isMatrix || glm::any(glm::equal(parts.scale, glm::vec3(0.f)))) {
        return isWritten([&] { target.setScale(*node_, scale); });
    }
    const glm::dvec3 factors = glm::dvec3(scale) / glm::dvec3(parts.scale);
    parts.scale = scale;
    const glm::dmat3 right({factors.x, 0., 0.}, {0., factors.y, 0.}, {0., 0., factors.z});
    return isWritten([&] { target.multiply(*node_, glm::dmat3(1.), right, target.center(), parts); });
}

bool JointRef::scaleBy(const glm::dvec3& factors)
{
    if (node_ == nullptr) {
        return setScale(glm::vec3(glm::dvec3(transform().scale) * factors));
    }
    const PoseTarget target = NodeAccess::driver(*node_);
    Transform expected = target.hierarchy->transform(target.slot);
    expected.scale = glm::vec3(glm::dvec3(expected.scale) * factors);
    const glm::dmat3 right({factors.x, 0., 0.}, {0., factors.y, 0.}, {0., 0., factors.z});
    return isWritten([&] { target.multiply(*node_, glm::dmat3(1.), right, target.center(), expected); });
}

LocalPose JointRef::stored() const noexcept
{
    if (node_ == nullptr) {
        return {.parts = transform()};
    }
    const PoseTarget written = NodeAccess::driver(*node_);
    return written.hierarchy->storedPose(written.slot);
}

void JointRef::restore(const LocalPose& pose) noexcept
{
    if (node_ == nullptr) {
        JointAccess::store(*joints_, joint_, pose.parts);
    } else {
        const PoseTarget written = NodeAccess::driver(*node_);
        written.hierarchy->setPose(written.slot, pose);
    }
}

}  // namespace armature
