#include "skeleton/posed_joint.hpp"

#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <glm/vector_relational.hpp>

#include <armature/math/affine.hpp>

#include "math/rotation_rule.hpp"
#include "node/node_access.hpp"

namespace armature {

namespace {

glm::dmat3 scaling(const glm::dvec3& scale) noexcept
{
    return {{scale.x, 0., 0.}, {0., scale.y, 0.}, {0., 0., scale.z}};
}

/// What is stored of a rotation. Two rotations are the same if these numbers are.
glm::quat rounded(const glm::dquat& rotation) noexcept
{
    return glm::quat(glm::normalize(rotation));
}

/// Whether a rotation that is `turned` as stored is another one than `stored`.
bool isTurned(const glm::quat& turned, const glm::quat& stored) noexcept
{
    // Further apart than any rounding, as most are, they differ whatever their lengths, and nothing waits for a square root.
    const float cosine = glm::dot(turned, stored);
    return cosine * cosine < (1.f - 1e-5f) * glm::dot(turned, turned) * glm::dot(stored, stored) || turned != rounded(glm::dquat(stored));
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

PosedJoint PosedJoint::read(const Node& node) noexcept
{
    glm::vec3 scale;
    return read(node, scale);
}

PosedJoint PosedJoint::read(const Node& node, glm::vec3& outScale) noexcept
{
    const PoseTarget target = NodeAccess::driver(node);
    const TransformHierarchy& hierarchy = *target.hierarchy;
    const Transform parts = hierarchy.transform(target.slot);
    outScale = parts.scale;
    if (hierarchy.isParts(target.slot)) {
        return of(parts);
    }
    const Affine& local = hierarchy.local(target.slot);
    PosedJoint joint;
    joint.center = target.center();
    joint.rotation = glm::normalize(glm::dquat(parts.rotation));
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

/// What write() has to change in a node.
struct PosedJoint::Change {
    PoseTarget target;
    bool turns = false;     // only the rotation of plain parts
    bool moves = false;     // their translation as well
    bool composes = false;  // the whole local matrix
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
    const bool turns = isTurned(change.rotation, parts.rotation);
    const bool moves = glm::vec3(center) != glm::vec3(place);
    change.turns = isParts && turns;
    change.moves = isParts && moves;
    change.composes = !isParts && (turns || moves);
    if (change.moves) {
        change.expected = {glm::vec3(center), change.rotation, parts.scale};
    } else if (change.composes) {
        change.left = glm::mat3_cast(glm::normalize(rotation) * glm::conjugate(glm::normalize(glm::dquat(parts.rotation))));
        change.center = moves ? center : place;
        change.expected = {parts.translation, change.rotation, parts.scale};
    }
    return change;
}

bool PosedJoint::isWritable() const noexcept
{
    const double size = glm::dot(rotation, rotation);  // 1 up to rounding; NaN fails both comparisons
    constexpr double most = std::numeric_limits<float>::max();
    return size > 0.25 && size < 4. && glm::all(glm::lessThanEqual(glm::abs(center), glm::dvec3(most)));
}

bool PosedJoint::isWritableTo(const Node& node) const
{
    if (!isWritable()) {
        return false;
    }
    const PoseTarget target = NodeAccess::driver(node);
    if (target.hierarchy->isParts(target.slot)) {
        return true;
    }
    const Change change = changeOf(node);
    return !change.composes || isWritten([&] {
        static_cast<void>(change.target.product(node, change.left, glm::dmat3(1.), change.center, change.expected));
    });
}

void PosedJoint::write(const Node& node) const
{
    const Change change = changeOf(node);
    if (change.moves) {
        change.target.setTransform(node, change.expected);
    } else if (change.turns) {
        change.target.setRotation(node, change.rotation);
    } else if (change.composes) {
        change.target.multiply(node, change.left, glm::dmat3(1.), change.center, change.expected);
    }
}

void PosedJoint::write(Transform& transform) const noexcept
{
    const glm::quat turned = rounded(rotation);
    const bool moves = glm::vec3(center) != transform.translation;
    if (moves || isTurned(turned, transform.rotation)) {
        transform.rotation = turned;
    }
    transform.translation = moves ? glm::vec3(center) : transform.translation;
}

}  // namespace armature
