#include "gizmo.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/node/node.hpp>
#include <armature/scene/picking.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

namespace {

constexpr float arrowPixels = 90.f;
constexpr float ringPart = 0.75f;  // radius of the rings, as a fraction of the arrows' length
constexpr float grabPixels = 9.f;
constexpr int ringPoints = 48;

std::array<glm::vec3, 3> axesOf(const Node& node, Space space)
{
    glm::mat4 frame(1.f);
    const Bone* bone = node.asBone();
    switch (space) {
    case Space::Own: frame = node.getWorldMatrix(); break;
    case Space::Local:
        if (bone != nullptr && bone->getParentBone() == nullptr) {
            frame = bone->getSkeleton().getWorldMatrix();
        } else if (node.getParent() != nullptr) {
            frame = node.getParent()->getWorldMatrix();
        }
        break;
    case Space::Skeleton: frame = bone != nullptr ? bone->getSkeleton().getWorldMatrix() : frame; break;
    case Space::World: break;
    }
    const glm::quat rotation = decompose(frame).transform.rotation;
    return {rotation * glm::vec3(1.f, 0.f, 0.f), rotation * glm::vec3(0.f, 1.f, 0.f), rotation * glm::vec3(0.f, 0.f, 1.f)};
}

}  // namespace

std::optional<glm::vec2> PictureView::project(const glm::vec3& point) const noexcept
{
    const glm::vec4 clip = camera.projection * camera.view * glm::vec4(point, 1.f);
    if (!(clip.w > 0.f)) {
        return std::nullopt;
    }
    return glm::vec2(0.5f + 0.5f * clip.x / clip.w, 0.5f - 0.5f * clip.y / clip.w) * size;
}

Ray PictureView::rayThrough(const glm::vec2& pixel) const noexcept
{
    const glm::vec2 place(2.f * pixel.x / size.x - 1.f, 1.f - 2.f * pixel.y / size.y);
    const glm::mat4 toWorld = glm::inverse(camera.projection * camera.view);
    const auto at = [&](float depth) {
        const glm::vec4 point = toWorld * glm::vec4(place, depth, 1.f);
        return glm::vec3(point) / point.w;
    };
    const glm::vec3 nearPoint = at(-1.f);
    return {.origin = nearPoint, .direction = at(1.f) - nearPoint};
}

Gizmo::Gizmo(const Node& node, Space space, const PictureView& view)
    : origin_(glm::vec3(node.getWorldMatrix()[3])), axes_(axesOf(node, space))
{
    // The length of arrowPixels in metres at the origin: the height of the picture is 2 / projection[1][1] metres at a distance of 1.
    const float distance = std::max(-(view.camera.view * glm::vec4(origin_, 1.f)).z, 1e-6f);
    reach_ = arrowPixels * 2.f * distance / (view.camera.projection[1][1] * view.size.y);
}

// Returns the half of a ring that faces the camera, in order from one end to the other; the whole ring if seen along its axis.
std::vector<glm::vec3> Gizmo::ring(int axis, const glm::vec3& eye) const
{
    const glm::vec3 normal = axes_[static_cast<std::size_t>(axis)];
    const glm::vec3 towards = eye - origin_;
    glm::vec3 middle = towards - glm::dot(towards, normal) * normal;
    if (glm::dot(middle, middle) < 1e-6f * glm::dot(towards, towards)) {
        middle = axes_[static_cast<std::size_t>((axis + 1) % 3)];
    }
    middle = glm::normalize(middle);
    const glm::vec3 side = glm::cross(normal, middle);
    // Seen along its axis, the whole ring faces the camera.
    const float facing = std::abs(glm::dot(normal, glm::normalize(towards)));
    const float half = facing > 0.9f ? 3.1415927f : 1.5707963f;
    std::vector<glm::vec3> points;
    points.reserve(ringPoints + 1);
    for (int point = 0; point <= ringPoints; ++point) {
        const float angle = half * (2.f * static_cast<float>(point) / ringPoints - 1.f);
        points.push_back(origin_ + ringPart * reach_ * (std::cos(angle) * middle + std::sin(angle) * side));
    }
    return points;
}

std::vector<glm::vec2> Gizmo::outlineOf(const GizmoHandle& handle, const PictureView& view) const
{
    std::vector<glm::vec3> points{origin_, origin_ + reach_ * axes_[static_cast<std::size_t>(handle.axis)]};
    if (handle.turns) {
        points = ring(handle.axis, view.camera.getPosition());
    }
    std::vector<glm::vec2> outline;
    outline.reserve(points.size());
    for (const glm::vec3& point : points) {
        const std::optional<glm::vec2> pixel = view.project(point);
        if (!pixel) {
            return {};
        }
        outline.push_back(*pixel);
    }
    return outline;
}

std::optional<GizmoHandle> Gizmo::find(const glm::vec2& pixel, const PictureView& view) const
{
    std::optional<GizmoHandle> nearest;
    float least = grabPixels;
    for (const bool turns : {false, true}) {
        for (int axis = 0; axis < 3; ++axis) {
            const GizmoHandle handle{turns, axis};
            const float distance = distanceToLine(pixel, outlineOf(handle, view));
            if (distance < least) {
                least = distance;
                nearest = handle;
            }
        }
    }
    return nearest;
}

Gizmo::Drag::Drag(Node& node, const Gizmo& gizmo, const GizmoHandle& handle, const glm::vec2& pixel, const PictureView& view)
    : node_(&node)
    , handle_(handle)
    , axis_(gizmo.axes_[static_cast<std::size_t>(handle.axis)])
    , origin_(gizmo.origin_)
    , rotation_(node.getRotationQuaternion(Space::World))
    , grabbed_(pixel)
{
    // Find the point of the handle that was grabbed, and how it moves in the picture.
    glm::vec3 point = origin_;
    glm::vec3 velocity = axis_;
    if (handle.turns) {
        float least = std::numeric_limits<float>::max();
        for (const glm::vec3& candidate : gizmo.ring(handle.axis, view.camera.getPosition())) {
            const std::optional<glm::vec2> place = view.project(candidate);
            const float distance = place ? glm::distance(*place, pixel) : least;
            if (distance < least) {
                least = distance;
                point = candidate;
            }
        }
        velocity = glm::cross(axis_, point - origin_);
    }
    const float little = 1e-3f * gizmo.reach_ / std::max(glm::length(velocity), 1e-20f);
    const auto before = view.project(point - little * velocity);
    const auto after = view.project(point + little * velocity);
    if (before && after) {
        perUnit_ = (*after - *before) / (2.f * little);
    }
}

void Gizmo::Drag::to(const glm::vec2& pixel, float step)
{
    const float squared = glm::dot(perUnit_, perUnit_);
    amount_ = squared > 0.f ? glm::dot(pixel - grabbed_, perUnit_) / squared : 0.f;
    if (step > 0.f) {
        amount_ = step * std::round(amount_ / step);
    }
    if (handle_.turns) {
        node_->setRotationQuaternion(glm::angleAxis(amount_, axis_) * rotation_, Space::World);
    } else {
        node_->setPosition(origin_ + amount_ * axis_, Space::World);
    }
}

float distanceToLine(const glm::vec2& pixel, const std::vector<glm::vec2>& line) noexcept
{
    float least = std::numeric_limits<float>::max();
    for (std::size_t point = 1; point < line.size(); ++point) {
        const glm::vec2 along = line[point] - line[point - 1];
        const float squared = glm::dot(along, along);
        const float part = squared > 0.f ? std::clamp(glm::dot(pixel - line[point - 1], along) / squared, 0.f, 1.f) : 0.f;
        least = std::min(least, glm::distance(pixel, line[point - 1] + part * along));
    }
    return least;
}

}  // namespace armature::tools
