#include "retarget/rest_rig.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/math/affine.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "math/rotation_rule.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/joint_rig_data.hpp"

namespace armature {

namespace {

/// Returns the scale and shear to which the rotation of a rest applies. Ignores shear that is within rounding errors.
glm::dmat3 shapeOf(const LocalPose& rest, const Transform& parts, bool& outIsSheared)
{
    const glm::dmat3 scale{{parts.scale.x, 0., 0.}, {0., parts.scale.y, 0.}, {0., 0., parts.scale.z}};
    const glm::dmat3 shape =
        glm::mat3_cast(glm::conjugate(glm::normalize(glm::dquat(parts.rotation)))) * Frame::of(toMat4(rest.toMatrix())).linear;
    double difference = 0.;
    double size = 0.;
    for (int column = 0; column < 3; ++column) {
        difference = std::max(difference, glm::distance(shape[column], scale[column]));
        size = std::max(size, glm::length(scale[column]));
    }
    outIsSheared = difference > 1e-5 * size;
    return outIsSheared ? shape : scale;
}

}  // namespace

RestRig::RestRig(const char* kindOfRig, const Skeleton& skeleton, const std::optional<glm::mat4>& world, const Pose* stance)
    : kind(kindOfRig), skeletonName(skeleton.getName())
{
    JointRigData data(skeleton);
    names = std::move(data.names);
    parents = std::move(data.parents);
    order = parentsFirst(parents);
    const glm::mat4 matrix = world.value_or(skeleton.getWorldMatrix());
    toWorld = Frame::of(matrix);
    if (!isAffine(matrix) || !toWorld.isInvertible()) {
        throw std::invalid_argument(
            fmt::format("retargeting, {} skeleton {}: its world matrix is singular or not finite", kind, inQuotes(skeletonName)));
    }
    fromWorld = toWorld.inverse();
    host = Frame::of(skeleton.getWorldMatrix());
    glm::dmat3 axes = orthonormalAxes(toWorld.linear);
    isWorldMirrored = glm::determinant(axes) < 0.;
    axes = isWorldMirrored ? -axes : axes;
    worldTurn = glm::normalize(quaternionOf(axes));

    const std::size_t count = parents.size();
    if (stance != nullptr) {
        requireCount("retargeting, stance", stance->bones.size());
    }
    rests.resize(count);
    shapes.resize(count);
    isSheared.resize(count);
    turns.resize(count);
    origins.resize(count);
    isMirrored.resize(count);
    isLeaf.resize(count);
    frames.resize(count);
    for (const std::uint32_t joint : order) {
        const std::uint32_t parent = parents[joint];
        const Transform& rest = rests[joint] = data.rests[joint].toParts();
        bool isOblique = false;
        shapes[joint] = shapeOf(data.rests[joint], rest, isOblique);
        isSheared[joint] = isOblique;
        const bool isRoot = parent == noSlot;
        isLeaf[joint] = data.firstChildren[joint] == noSlot;
        const Transform& posed = stance != nullptr ? stance->bones[joint] : rest;
        turns[joint] = glm::normalize(turnAbove(joint) * glm::normalize(glm::dquat(posed.rotation)) * turnOfSigns(rest.scale));
        isMirrored[joint] = isMirroring(rest.scale) != (isRoot ? isWorldMirrored : isMirrored[parent]);
        frames[joint] = (isRoot ? toWorld : frames[parent]) * local(joint, posed);
        origins[joint] = frames[joint].origin;
        const glm::dvec3& origin = origins[joint];
        if (!std::isfinite(origin.x + origin.y + origin.z + turns[joint].w)) {
            throw std::invalid_argument(fmt::format("retargeting, {}: its rest is not finite", label(joint)));
        }
    }
}

void RestRig::turnWorld(const glm::dquat& turn) noexcept
{
    const glm::dmat3 matrix = glm::mat3_cast(turn);
    toWorld = {matrix * toWorld.linear, matrix * toWorld.origin};
    fromWorld = toWorld.inverse();
    worldTurn = glm::normalize(turn * worldTurn);
    turned = glm::normalize(turn * turned);
    for (std::size_t joint = 0; joint < size(); ++joint) {
        turns[joint] = glm::normalize(turn * turns[joint]);
        frames[joint] = {matrix * frames[joint].linear, matrix * frames[joint].origin};
        origins[joint] = frames[joint].origin;
    }
}

void RestRig::turnRest(const glm::dquat& turn, const glm::dvec3& point, const glm::dvec3& to) noexcept
{
    const glm::dmat3 matrix = glm::mat3_cast(turn);
    const glm::dvec3 center = point;  // a copy, because `point` may be one of the origins
    const glm::dvec3 place = to;
    for (std::size_t joint = 0; joint < size(); ++joint) {
        turns[joint] = glm::normalize(turn * turns[joint]);
        frames[joint] = {matrix * frames[joint].linear, matrix * (frames[joint].origin - center) + place};
        origins[joint] = frames[joint].origin;
    }
}

std::optional<RigPlace> RestRig::placeOf(const JointView& joints) const noexcept
{
    const Frame now = JointAccess::hasWorld(joints) ? JointAccess::toWorld(joints) : host;
    if (now.linear == host.linear && now.origin == host.origin) {
        return RigPlace{};
    }
    const Frame before = host.isInvertible() ? host : toWorld;
    const Frame moved = toWorld * before.inverse() * now * fromWorld;
    if (!moved.isInvertible()) {
        return std::nullopt;
    }
    return RigPlace{moved, moved.inverse(), std::cbrt(std::abs(glm::determinant(moved.linear)))};
}

void RestRig::requireCount(std::string_view what, std::size_t count) const
{
    if (count != size()) {
        throw std::invalid_argument(
            fmt::format("{}: {}, but the {} skeleton {} has {}", what, counted(count, "joint"), kind, inQuotes(skeletonName), size()));
    }
}

const glm::dquat& RestRig::turnAbove(std::size_t joint) const noexcept
{
    return parents[joint] != noSlot ? turns[parents[joint]] : worldTurn;
}

bool RestRig::isBelow(std::size_t joint, std::size_t above) const noexcept
{
    for (std::uint32_t up = parents[joint]; up != noSlot; up = parents[up]) {
        if (up == above) {
            return true;
        }
    }
    return false;
}

std::string RestRig::label(std::size_t joint) const
{
    return fmt::format("{} skeleton {}, bone {}", kind, inQuotes(skeletonName), inQuotes(names[joint]));
}

}  // namespace armature
