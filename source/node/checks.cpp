#include "node/checks.hpp"

#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "base/words.hpp"
#include "math/numbers.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "node/space_frame.hpp"

namespace armature {

namespace {

std::span<const float, 4> rowOf(const Affine& affine, glm::length_t row) noexcept
{
    return std::span<const float, 4>(&affine[row].x, 4);
}

}  // namespace

void refuseNotFinite(const Node& node, std::string_view what, const glm::vec3& value)
{
    throw std::invalid_argument(fmt::format("{}: {} ({}, {}, {}) must be finite", label(node), what, value.x, value.y, value.z));
}

void requireFinite(const Node& node, std::string_view what, const Affine& value)
{
    if (!isFinite(value)) {
        throw std::invalid_argument(fmt::format("{}: the {} must be finite, not (({}), ({}), ({}))", label(node), what,
                                                fmt::join(rowOf(value, 0), ", "), fmt::join(rowOf(value, 1), ", "),
                                                fmt::join(rowOf(value, 2), ", ")));
    }
}

glm::quat makeUnit(const Node& node, std::string_view what, const glm::quat& rotation)
{
    const glm::dquat wide(rotation);
    const double length = glm::length(wide);
    if (!std::isfinite(length) || length == 0.) {
        throw std::invalid_argument(fmt::format("{}: {} ({}, {}, {}, {}) must be finite and not of zero length", label(node), what,
                                                rotation.x, rotation.y, rotation.z, rotation.w));
    }
    return glm::quat(wide / length);
}

Transform makePlain(const Node& node, const Transform& transform)
{
    requireFinite(node, "translation", transform.translation);
    requireFinite(node, "scale", transform.scale);
    return {transform.translation, requireRotation(node, "rotation", transform.rotation), transform.scale};
}

Affine requireAffine(std::string_view name, std::string_view what, const glm::mat4& matrix)
{
    if (!isAffine(matrix)) {
        throw std::invalid_argument(fmt::format("{}: the {} matrix must be finite with a fourth row of (0 0 0 1), not ({} {} {} {})",
                                                named("bone", name), what, matrix[0][3], matrix[1][3], matrix[2][3], matrix[3][3]));
    }
    return toAffine(matrix);
}

Affine requireAffine(const Node& node, std::string_view what, const glm::mat4& matrix)
{
    return isAffine(matrix) ? toAffine(matrix) : requireAffine(label(node), what, matrix);
}

Affine requireInvertible(std::string_view name, std::string_view what, const glm::mat4& matrix)
{
    const Affine affine = requireAffine(name, what, matrix);
    if (!isInvertible(affine)) {
        throw std::invalid_argument(fmt::format("{}: the {} matrix is singular (determinant {}) and cannot be inverted",
                                                named("bone", name), what, determinant(affine)));
    }
    return affine;
}

void refuseCycle(const Node& moved, const Node* parent)
{
    // If `moved` has no children and hosts no skeleton, no cycle can arise. This case is tested first, so that building a tree from its
    // root down does not walk up at each step.
    if (parent != &moved && moved.getChildren().empty() && !NodeAccess::hostsSkeletons(moved)) {
        return;
    }
    const Node* node = parent;
    while (node != nullptr && node != &moved) {
        node = NodeAccess::above(*node);
    }
    if (node == nullptr) {
        return;
    }
    std::vector<const Node*> upwards;
    for (node = parent; node != &moved; node = NodeAccess::above(*node)) {
        upwards.push_back(node);
    }
    std::string path(shown(moved.getName()));
    for (auto below = upwards.rbegin(); below != upwards.rend(); ++below) {
        path += fmt::format(" -> {}", shown((*below)->getName()));
    }
    throw std::invalid_argument(
        fmt::format("{}: cannot hang below itself: {}", label(moved), inMessage(fmt::format("{} -> {}", path, shown(moved.getName())))));
}

LocalPose requireLocalKeepingWorld(const Node& node, const Affine& parentWorld, const Affine& world)
{
    if (!isInvertible(parentWorld)) {
        throw std::invalid_argument(fmt::format("{}: cannot keep its place under a parent whose matrix is singular (determinant {})",
                                                label(node), determinant(parentWorld)));
    }
    const Affine local = toAffine(glm::inverse(toDmat4(parentWorld)) * toDmat4(world));
    if (!isFinite(local)) {
        throw std::invalid_argument(fmt::format("{}: cannot keep its place under a parent whose matrix has the determinant {}: that takes "
                                                "numbers larger than a float holds",
                                                label(node), determinant(parentWorld)));
    }
    glm::vec3 signs = SpaceFrame(node, Space::Skeleton, nullptr).decomposition().transform.scale;
    signs.y = determinant(parentWorld) < 0. ? -signs.y : signs.y;
    return LocalPose::fromMatrix(local, signs);
}

}  // namespace armature
