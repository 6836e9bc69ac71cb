#include <armature/skeleton/joint_view.hpp>

#include <array>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/ext/vector_double3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/math/affine.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "math/affine_rows.hpp"
#include "math/rotation_rule.hpp"
#include "node/checks.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "node/transform_lanes.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

std::uint32_t placeOfBone(const Bone* bone) noexcept
{
    return bone != nullptr ? static_cast<std::uint32_t>(SkeletonAccess::positionOf(*bone)) : noSlot;
}

std::optional<std::size_t> placeOrNone(std::uint32_t place) noexcept
{
    return place != noSlot ? std::optional<std::size_t>(place) : std::nullopt;
}

const Bone& boneAt(const Skeleton& skeleton, std::size_t joint) noexcept
{
    return *SkeletonAccess::state(skeleton).bones[joint];
}

/// A joint of a skeleton, given by its slot in the hierarchy, which is found without reading the Bone object.
struct JointSlot {
    TransformHierarchy& hierarchy;
    TransformHierarchy::Slot slot;

    /// Whether the slot itself holds the joint's pose, as plain parts.
    [[nodiscard]] bool isParts() const noexcept { return hierarchy.isParts(slot); }
};

JointSlot slotOf(const Skeleton& skeleton, std::size_t joint)
{
    auto& state = SkeletonAccess::state(skeleton);
    return {state.hierarchy, state.placing().slots[joint]};
}

}  // namespace

// --- what a view refers to ------------------------------------------------------------------------------------------------

Bone* JointAccess::boneOf(const JointView& joints, std::size_t joint) noexcept
{
    return SkeletonAccess::state(*joints.skeleton_).bones[joint];
}

std::uint32_t JointAccess::parent(const JointView& joints, std::size_t joint) noexcept
{
    if (joints.rig_ != nullptr) {
        return joints.rig_->parents[joint];
    }
    const auto& state = SkeletonAccess::state(*joints.skeleton_);
    const Rig::Placing& placing = state.placing();
    const TransformHierarchy::Slot above = state.hierarchy.parentOf(placing.slots[joint]);
    return above != noSlot ? placing.places[above] : noSlot;
}

std::uint32_t JointAccess::firstChild(const JointView& joints, std::size_t joint) noexcept
{
    return joints.rig_ != nullptr ? joints.rig_->firstChildren[joint]
                                  : placeOfBone(NodeAccess::firstChildBone(boneAt(*joints.skeleton_, joint)));
}

const LocalPose& JointAccess::rest(const JointView& joints, std::size_t joint) noexcept
{
    return joints.rig_ != nullptr ? joints.rig_->rests[joint] : SkeletonAccess::rest(boneAt(*joints.skeleton_, joint));
}

std::string_view JointAccess::name(const JointView& joints, std::size_t joint) noexcept
{
    return joints.rig_ != nullptr ? std::string_view(joints.rig_->names[joint]) : boneAt(*joints.skeleton_, joint).getName();
}

std::optional<float> JointAccess::length(const JointView& joints, std::size_t joint) noexcept
{
    if (joints.rig_ == nullptr) {
        return boneAt(*joints.skeleton_, joint).getLength();
    }
    const float length = joints.rig_->lengths[joint];
    return length >= 0.f ? std::optional(length) : std::nullopt;
}

std::string JointAccess::owner(const JointView& joints)
{
    return joints.skeleton_ != nullptr ? named("skeleton", joints.skeleton_->getName()) : "the rig of the crowd";
}

std::string JointAccess::label(const JointView& joints, std::size_t joint)
{
    return joints.rig_ != nullptr ? named("bone", name(joints, joint)) : armature::label(boneAt(*joints.skeleton_, joint));
}

void JointAccess::require(const JointView& joints, std::size_t joint)
{
    if (joint >= joints.size()) {
        throw std::invalid_argument(fmt::format("there is no joint {} among {}", joint, joints.size()));
    }
}

glm::dvec3 JointAccess::origin(const JointView& joints, std::size_t joint) noexcept
{
    if (!isBones(joints)) {
        return transform(joints, joint).translation;
    }
    const JointSlot own = slotOf(*joints.skeleton_, joint);
    if (!own.isParts()) {
        return NodeAccess::driver(*boneOf(joints, joint)).origin();
    }
    const float* const parts = own.hierarchy.readParts(own.slot);
    return {parts[0], parts[laneCount], parts[2 * laneCount]};
}

Transform JointAccess::transformElsewhere(const JointView& joints, std::size_t joint) noexcept
{
    if (joints.lanes_ != nullptr) {
        return loadLane(joints.lanes_[joint / laneCount], joint % laneCount);
    }
    const JointSlot own = slotOf(*joints.skeleton_, joint);
    if (own.isParts()) {
        return own.hierarchy.readTransform(own.slot);
    }
    const PoseTarget target = NodeAccess::driver(*boneOf(joints, joint));
    return target.hierarchy->transform(target.slot);
}

void JointAccess::store(JointView& joints, std::size_t joint, const Transform& transform) noexcept
{
    if (joints.transforms_ != nullptr) {
        joints.transforms_[joint] = transform;
    } else {
        storeLane(transform, joint % laneCount, joints.lanes_[joint / laneCount]);
    }
}

void JointAccess::storeRotation(JointView& joints, std::size_t joint, const glm::quat& rotation) noexcept
{
    if (joints.transforms_ != nullptr) {
        joints.transforms_[joint].rotation = rotation;
        return;
    }
    auto& components = joints.lanes_[joint / laneCount].component;
    for (std::size_t i = 0; i < 4; ++i) {
        components[JointParts::rotation + i][joint % laneCount] = rotation[static_cast<glm::length_t>(i)];
    }
}

Affine JointAccess::local(const JointView& joints, std::size_t joint) noexcept
{
    if (isBones(joints)) {
        const JointSlot own = slotOf(*joints.skeleton_, joint);
        return own.hierarchy.local(own.slot);
    }
    return toAffine(transform(joints, joint));
}

// Returns a joint's absolute matrix. For plain transforms, this is the product from the root down, in float, with the same bits as in a
// skeleton. Walks up 64 joints at a time, so that it need not allocate.
Affine JointAccess::absolute(const JointView& joints, std::size_t joint) noexcept
{
    if (isBones(joints)) {
        const JointSlot own = slotOf(*joints.skeleton_, joint);
        return own.hierarchy.absolute(own.slot);
    }
    std::array<std::uint32_t, 64> path;
    std::size_t count = 0;
    auto above = static_cast<std::uint32_t>(joint);
    for (; above != noSlot && count < path.size(); above = parent(joints, above)) {
        path[count++] = above;
    }
    AffineRows product = above != noSlot ? loadRows(absolute(joints, above)) : composeRows(transform(joints, path[--count]));
    while (count > 0) {
        product = multiplyRows(product, composeRows(transform(joints, path[--count])));
    }
    return toAffineInline(product);
}

Frame JointAccess::above(const JointView& joints, std::size_t joint) noexcept
{
    if (isBones(joints)) {
        const JointSlot own = slotOf(*joints.skeleton_, joint);
        const TransformHierarchy::Slot parent = own.hierarchy.parentOf(own.slot);
        return parent != noSlot ? frameOf(own.hierarchy.absolute(parent)) : Frame();
    }
    const std::uint32_t number = parent(joints, joint);
    return number != noSlot ? frameOf(absolute(joints, number)) : Frame();
}

bool JointAccess::hasWorld(const JointView& joints) noexcept
{
    return isBones(joints) ? joints.skeleton_->getHostNode() != nullptr : joints.isPlaced_;
}

Frame JointAccess::toWorld(const JointView& joints) noexcept
{
    return hasWorld(joints) ? Frame::of(isBones(joints) ? joints.skeleton_->getWorldMatrix() : joints.toWorld_) : Frame();
}

std::optional<Frame> JointAccess::fromWorld(const JointView& joints) noexcept
{
    if (!hasWorld(joints)) {
        return Frame();
    }
    const Frame host = toWorld(joints);
    return host.isInvertible() ? std::optional(host.inverse()) : std::nullopt;
}

PosedJoint JointAccess::read(const JointView& joints, std::size_t joint) noexcept
{
    glm::vec3 scale;
    return read(joints, joint, scale);
}

PosedJoint JointAccess::read(const JointView& joints, std::size_t joint, glm::vec3& outScale) noexcept
{
    if (isBones(joints)) {
        const JointSlot own = slotOf(*joints.skeleton_, joint);
        if (!own.isParts()) {
            return PosedJoint::read(*boneOf(joints, joint), outScale);
        }
        const Transform parts = own.hierarchy.readTransform(own.slot);
        outScale.x = parts.scale.x;  // component by component: copying the vector would wait until the value has been stored in memory
        outScale.y = parts.scale.y;
        outScale.z = parts.scale.z;
        return PosedJoint::of(parts);
    }
    const Transform parts = transform(joints, joint);
    outScale = parts.scale;
    return PosedJoint::of(parts);
}

bool JointAccess::isWritable(const JointView& joints, std::size_t joint, const PosedJoint& posed)
{
    const bool isPlain = !isBones(joints) || slotOf(*joints.skeleton_, joint).isParts();
    return isPlain ? posed.isWritable() : posed.isWritableTo(*boneOf(joints, joint));
}

void JointAccess::write(JointView& joints, std::size_t joint, const PosedJoint& posed)
{
    if (isBones(joints)) {
        const JointSlot own = slotOf(*joints.skeleton_, joint);
        if (own.isParts()) {
            posed.write(own.hierarchy, own.slot);
        } else {
            posed.write(*boneOf(joints, joint));
        }
        return;
    }
    if (joints.transforms_ != nullptr) {
        posed.write(joints.transforms_[joint]);
        return;
    }
    Transform changed = transform(joints, joint);
    posed.write(changed);
    store(joints, joint, changed);
}

// --- public functions -----------------------------------------------------------------------------------------------------

JointView::JointView(Skeleton& skeleton) noexcept : skeleton_(&skeleton) {}

JointView::JointView(const Skeleton& rig, Pose& pose) : skeleton_(&rig), transforms_(pose.bones.data())
{
    if (pose.bones.size() != rig.bones().size()) {
        throw std::invalid_argument(fmt::format("{}: a pose of {}, but the skeleton has {}", named("skeleton", rig.getName()),
                                                counted(pose.bones.size(), "bone"), rig.bones().size()));
    }
}

JointView::JointView(const JointRig& rig, TransformLanes* lanes) noexcept : rig_(&rig), lanes_(lanes) {}

JointView JointView::placedAt(const glm::mat4& toWorld) const
{
    if (JointAccess::isBones(*this)) {
        throw std::invalid_argument(fmt::format("{}: its host places it in the world", named("skeleton", skeleton_->getName())));
    }
    JointView placed = *this;
    placed.toWorld_ = toWorld;
    placed.isPlaced_ = true;
    return placed;
}

std::size_t JointView::size() const noexcept
{
    return rig_ != nullptr ? rig_->parents.size() : SkeletonAccess::state(*skeleton_).bones.size();
}

std::string_view JointView::getName(std::size_t joint) const
{
    JointAccess::require(*this, joint);
    return JointAccess::name(*this, joint);
}

std::optional<std::size_t> JointView::find(std::string_view name) const
{
    for (std::size_t joint = 0; joint < size(); ++joint) {
        if (JointAccess::name(*this, joint) == name) {
            return joint;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> JointView::getParent(std::size_t joint) const
{
    JointAccess::require(*this, joint);
    return placeOrNone(JointAccess::parent(*this, joint));
}

std::optional<std::size_t> JointView::getFirstChild(std::size_t joint) const
{
    JointAccess::require(*this, joint);
    return placeOrNone(JointAccess::firstChild(*this, joint));
}

std::optional<float> JointView::getLength(std::size_t joint) const
{
    JointAccess::require(*this, joint);
    return JointAccess::length(*this, joint);
}

Transform JointView::getRest(std::size_t joint) const
{
    JointAccess::require(*this, joint);
    return withSigns(JointAccess::rest(*this, joint).toParts(), JointAccess::transform(*this, joint).scale);
}

Transform JointView::getTransform(std::size_t joint) const
{
    JointAccess::require(*this, joint);
    return JointAccess::transform(*this, joint);
}

glm::mat4 JointView::getLocalMatrix(std::size_t joint) const
{
    JointAccess::require(*this, joint);
    return toMat4(JointAccess::local(*this, joint));
}

glm::mat4 JointView::getAbsoluteMatrix(std::size_t joint) const
{
    JointAccess::require(*this, joint);
    return toMat4(JointAccess::absolute(*this, joint));
}

glm::mat4 JointView::getWorldMatrix() const
{
    return JointAccess::isBones(*this) ? skeleton_->getWorldMatrix() : toWorld_;
}

namespace {

/// Returns the transform with its rotation normalised. Throws std::invalid_argument unless all numbers are finite and the rotation is not
/// zero.
Transform requireJointTransform(const JointView& joints, std::size_t joint, const Transform& transform)
{
    JointAccess::require(joints, joint);
    const glm::dvec3 sum = glm::dvec3(transform.translation) + glm::dvec3(transform.scale);
    const double length = glm::length(glm::dquat(transform.rotation));
    if (!std::isfinite(sum.x + sum.y + sum.z) || !std::isfinite(length) || length == 0.) {
        const auto& [place, turn, scale] = transform;
        throw std::invalid_argument(fmt::format(
            "{}: translation ({}, {}, {}), rotation ({}, {}, {}, {}) and scale ({}, {}, {}) must be finite, the rotation not zero",
            JointAccess::label(joints, joint), place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w, scale.x, scale.y, scale.z));
    }
    return isUnit(transform.rotation)
               ? transform
               : Transform{transform.translation, glm::quat(glm::dquat(transform.rotation) / length), transform.scale};
}

}  // namespace

void JointView::setTransform(std::size_t joint, const Transform& transform)
{
    const Transform unit = requireJointTransform(*this, joint, transform);
    if (const Bone* const bone = JointAccess::bone(*this, joint)) {
        NodeAccess::driver(*bone).setTransform(*bone, unit);
    } else {
        JointAccess::store(*this, joint, unit);
    }
}

void JointView::setPosition(std::size_t joint, const glm::vec3& position)
{
    setTransform(joint, {position, getTransform(joint).rotation, getTransform(joint).scale});
}

void JointView::setRotationQuaternion(std::size_t joint, const glm::quat& rotation)
{
    setTransform(joint, {getTransform(joint).translation, rotation, getTransform(joint).scale});
}

void JointView::setScaling(std::size_t joint, const glm::vec3& scaling)
{
    setTransform(joint, {getTransform(joint).translation, getTransform(joint).rotation, scaling});
}

}  // namespace armature
