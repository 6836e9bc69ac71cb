#include "overlay_geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/geometric.hpp>

namespace armature {

namespace {

constexpr float waist = 0.12f;         // position of the octahedron's widest part, and half its width there, as fractions of its length
constexpr float axisPart = 0.25f;      // length of the axes, as a fraction of the bone's
constexpr float shortestBone = 1e-6f;  // in world units; a shorter bone has no direction

glm::vec3 originOf(const glm::mat4& matrix)
{
    return glm::vec3(matrix[3]);
}

/// Returns the mean distance, in the world, between joints and their parents; 1 if no joint is apart from its parent. Half of it is the
/// default length of leaf bones.
float meanBoneLength(const Skeleton& skeleton, const glm::mat4& world)
{
    float sum = 0.f;
    std::size_t count = 0;
    for (const Bone* bone : skeleton.bones()) {
        if (const Bone* const parent = bone->getParentBone(); parent != nullptr) {
            const float length = glm::length(originOf(world * bone->getAbsoluteMatrix()) - originOf(world * parent->getAbsoluteMatrix()));
            if (length > shortestBone) {
                sum += length;
                ++count;
            }
        }
    }
    return count > 0 ? sum / static_cast<float>(count) : 1.f;
}

glm::vec3 perpendicular(const glm::vec3& direction, const glm::vec3& wanted)
{
    const glm::vec3 rest = wanted - glm::dot(wanted, direction) * direction;
    if (glm::dot(rest, rest) > 1e-6f * glm::dot(wanted, wanted)) {
        return glm::normalize(rest);
    }
    const glm::vec3 other = std::abs(direction.y) < 0.9f ? glm::vec3(0.f, 1.f, 0.f) : glm::vec3(1.f, 0.f, 0.f);
    return glm::normalize(glm::cross(direction, other));
}

/// Returns the tip of a bone without child bones. If the bone has a length, the tip lies that far along the bone's +Y. Otherwise, it lies
/// `leafLength` away, in the direction that leads from the parent to the bone at bind, as the pose turns it; without such a direction,
/// along +Y.
glm::vec3 leafTip(const Bone& bone, const glm::mat4& world, const glm::mat4& absolute, float leafLength, bool isAtBind)
{
    if (const auto length = bone.getLength()) {
        return glm::vec3(absolute * glm::vec4(0.f, *length, 0.f, 1.f));
    }
    glm::vec3 direction(absolute[1]);
    if (const Bone* const parent = bone.getParentBone(); parent != nullptr) {
        const glm::vec3 atBind = originOf(bone.getAbsoluteBindMatrix()) - originOf(parent->getAbsoluteBindMatrix());
        const glm::vec3 posed = glm::mat3(isAtBind ? world : world * bone.getFinalMatrix()) * atBind;
        direction = glm::length(posed) > shortestBone ? posed : direction;
    }
    const float length = glm::length(direction);
    return length > 0.f ? originOf(absolute) + direction * (leafLength / length) : originOf(absolute);
}

}  // namespace

void OverlayGeometry::clear() noexcept
{
    triangles_.clear();
    lines_.clear();
    sticks_.clear();
}

void OverlayGeometry::add(const Skeleton& skeleton, const SkeletonViewOptions& options, const glm::vec3& origin)
{
    const glm::mat4 world = skeleton.getWorldMatrix();
    const Drawing drawing{world, options.leafLength.value_or(0.5f * meanBoneLength(skeleton, world)), origin - options.offset, options};
    for (const Bone* bone : skeleton.bones()) {
        addBone(*bone, drawing);
    }
}

void OverlayGeometry::add(std::span<const DebugLine> lines, const glm::vec3& origin)
{
    for (const DebugLine& line : lines) {
        lines_.push_back({line.from - origin, line.to - origin, line.color});
    }
}

void OverlayGeometry::addBone(const Bone& bone, const Drawing& drawing)
{
    const SkeletonViewOptions& options = drawing.options;
    const glm::mat4 absolute = drawing.world * drawnMatrix(bone, options);
    const glm::vec4& color = &bone == options.selected ? options.selectedColor : options.boneColor;
    const glm::vec3 joint = originOf(absolute);
    float longest = 0.f;
    const auto addTip = [&](const glm::vec3& tip) {
        const float length = glm::length(tip - joint);
        if (length > shortestBone) {
            addSpur(joint - drawing.origin, tip - drawing.origin, glm::vec3(absolute[0]), color, options);
            longest = std::max(longest, length);
        }
    };
    bool isLeaf = true;
    for (const Node& child : bone.getChildren()) {
        if (const Bone* const childBone = child.asBone(); childBone != nullptr) {
            isLeaf = false;
            addTip(originOf(drawing.world * drawnMatrix(*childBone, options)));
        }
    }
    if (isLeaf) {
        addTip(leafTip(bone, drawing.world, absolute, drawing.leafLength, options.isAtBind));
    }
    if (options.showAxes || options.shape == SkeletonViewOptions::Shape::Axes) {
        addAxes(joint - drawing.origin, absolute, axisPart * (longest > 0.f ? longest : drawing.leafLength));
    }
}

void OverlayGeometry::addSpur(const glm::vec3& joint, const glm::vec3& tip, const glm::vec3& side, const glm::vec4& color,
                              const SkeletonViewOptions& options)
{
    if (options.shape == SkeletonViewOptions::Shape::Octahedra) {
        addOctahedron(joint, tip, side, color, options.edgeColor);
    } else if (options.shape == SkeletonViewOptions::Shape::Sticks) {
        sticks_.push_back({joint, tip, color});
    }
}

void OverlayGeometry::addOctahedron(const glm::vec3& joint, const glm::vec3& tip, const glm::vec3& side, const glm::vec4& boneColor,
                                    const glm::vec4& edgeColor)
{
    const float length = glm::length(tip - joint);
    const glm::vec3 direction = (tip - joint) / length;
    const glm::vec3 right = perpendicular(direction, side);
    const glm::vec3 front = glm::cross(right, direction);
    const glm::vec3 middle = joint + waist * length * direction;
    const float width = waist * length;
    const std::array<glm::vec3, 4> ring{middle + width * right, middle + width * front, middle - width * right, middle - width * front};
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const glm::vec3& a = ring[i];
        const glm::vec3& b = ring[(i + 1) % ring.size()];
        // Counter-clockwise as seen from outside. The faces on the two sides of an edge differ in brightness, to show the shape.
        const float shade = i % 2 == 0 ? 1.f : 0.6f;
        const glm::vec4 color(shade * glm::vec3(boneColor), boneColor.a);
        for (const glm::vec3& corner : {tip, b, a, joint, a, b}) {
            triangles_.push_back({corner, color});
        }
        for (const auto& [start, end] : {std::pair(a, b), std::pair(joint, a), std::pair(a, tip)}) {
            lines_.push_back({start, end, edgeColor});
        }
    }
}

void OverlayGeometry::addAxes(const glm::vec3& joint, const glm::mat4& axes, float length)
{
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        const glm::vec3 direction(axes[axis]);
        const float magnitude = glm::length(direction);
        if (magnitude > 0.f) {
            glm::vec4 color(0.05f, 0.05f, 0.05f, 1.f);
            color[axis] = 0.9f;
            lines_.push_back({joint, joint + direction * (length / magnitude), color});
        }
    }
}

glm::mat4 drawnMatrix(const Bone& bone, const SkeletonViewOptions& options)
{
    return options.isAtBind ? bone.getAbsoluteBindMatrix() : bone.getAbsoluteMatrix();
}

}  // namespace armature
