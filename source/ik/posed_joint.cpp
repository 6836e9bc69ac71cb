#include "ik/posed_joint.hpp"

#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <glm/vector_relational.hpp>

#include <armature/math/affine.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "math/rotation_rule.hpp"
#include "math/singular.hpp"
#include "scene/node_access.hpp"

namespace armature {

namespace {

glm::dmat3 scaling(const glm::dvec3& scale) noexcept
{
    return {{scale.x, 0., 0.}, {0., scale.y, 0.}, {0., 0., scale.z}};
}

/// What is stored of a rotation. Two rotations are the same if this is.
glm::quat rounded(const glm::dquat& rotation) noexcept
{
    return glm::quat(glm::normalize(rotation));
}

}  // namespace

Frame Frame::of(const glm::mat4& matrix) noexcept
{
    return {glm::dmat3(glm::mat3(matrix)), glm::dvec3(glm::vec3(matrix[3]))};
}

Frame Frame::inverse() const noexcept
{
    const glm::dmat3 inverted = glm::inverse(linear);
    return {inverted, -(inverted * origin)};
}

bool Frame::isInvertible() const noexcept
{
    return !isSingular(linear);
}

glm::dquat Frame::rotation() const noexcept
{
    return rotationOfLinear(linear);
}

std::optional<Frame> frameFromWorld(const Skeleton& skeleton) noexcept
{
    if (skeleton.getHostNode() == nullptr) {
        return Frame();
    }
    const Frame host = Frame::of(skeleton.getWorldMatrix());
    return host.isInvertible() ? std::optional(host.inverse()) : std::nullopt;
}

PosedJoint PosedJoint::read(const Node& node) noexcept
{
    const PoseTarget target = NodeAccess::driver(node);
    const TransformHierarchy& hierarchy = *target.hierarchy;
    if (hierarchy.isParts(target.slot)) {
        return of(hierarchy.transform(target.slot));
    }
    const Affine& local = hierarchy.local(target.slot);
    PosedJoint joint;
    joint.center = target.center();
    joint.rotation = glm::normalize(glm::dquat(hierarchy.transform(target.slot).rotation));
    const glm::dmat3 back = glm::mat3_cast(glm::conjugate(joint.rotation));
    joint.shape = back * glm::dmat3(linearPart(local));
    joint.shift = back * (joint.center - target.origin());
    return joint;
}

PosedJoint PosedJoint::of(const Transform& transform) noexcept
{
    PosedJoint joint;
    joint.center = transform.translation;
    joint.rotation = glm::normalize(glm::dquat(transform.rotation));
    joint.shape = scaling(transform.scale);
    return joint;
}

/// What write() has to do to a node.
struct PosedJoint::Change {
    PoseTarget target;
    bool turns = false;     // the rotation of plain parts, and nothing else
    bool composes = false;  // all of the local matrix
    glm::quat rotation{1.f, 0.f, 0.f, 0.f};
    glm::dmat3 left{1.};
    glm::dvec3 center{0.};
    Transform expected = {};
};

PosedJoint::Change PosedJoint::changeOf(const Node& node) const noexcept
{
    Change change{.target = NodeAccess::driver(node), .rotation = rounded(rotation)};
    const Transform parts = change.target.hierarchy->transform(change.target.slot);
    const bool isParts = change.target.hierarchy->isParts(change.target.slot);
    const glm::dvec3 place = isParts ? glm::dvec3(parts.translation) : change.target.center();
    const bool turns = change.rotation != rounded(glm::dquat(parts.rotation));
    const bool moves = glm::vec3(center) != glm::vec3(place);
    change.turns = isParts && turns && !moves;
    change.composes = moves || (turns && !isParts);
    if (change.composes) {
        change.left = glm::mat3_cast(glm::normalize(rotation) * glm::conjugate(glm::normalize(glm::dquat(parts.rotation))));
        change.center = moves ? center : place;
        change.expected = {parts.translation, change.rotation, parts.scale};
    }
    return change;
}

bool PosedJoint::isWritable() const noexcept
{
    const double size = glm::dot(rotation, rotation);  // 1 but for rounding; what is no number fails both comparisons
    constexpr double most = std::numeric_limits<float>::max();
    return size > 0.25 && size < 4. && glm::all(glm::lessThanEqual(glm::abs(center), glm::dvec3(most)));
}

bool PosedJoint::isWritableTo(const Node& node) const
{
    if (!isWritable()) {
        return false;
    }
    const Change change = changeOf(node);
    return !change.composes || isWritten([&] {
        static_cast<void>(change.target.product(node, change.left, glm::dmat3(1.), change.center, change.expected));
    });
}

void PosedJoint::write(Node& node) const
{
    const Change change = changeOf(node);
    if (change.turns) {
        change.target.setRotation(node, change.rotation);
    } else if (change.composes) {
        change.target.multiply(node, change.left, glm::dmat3(1.), change.center, change.expected);
    }
}

void PosedJoint::write(Transform& transform) const noexcept
{
    transform.rotation = rounded(rotation);
    transform.translation = glm::vec3(center);
}

}  // namespace armature
