#include "retarget/body_shape.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "base/words.hpp"

namespace armature::humanoid {

namespace {

void requireBone(const HumanoidRig& rig, std::size_t index)
{
    const HumanoidRigBone& bone = rig.bones[index];
    if (bone.parent && *bone.parent >= index) {
        throw std::invalid_argument(
            fmt::format("humanoid rig, bone {} {}: parent {} is not an earlier bone", index, inQuotes(bone.name), *bone.parent));
    }
    if (bone.direction) {
        const glm::vec3 d = *bone.direction;
        const float length = glm::length(d);
        if (!std::isfinite(length) || length <= 0.f) {
            throw std::invalid_argument(fmt::format("humanoid rig, bone {} {}: direction ({}, {}, {}) must be finite and have a length",
                                                    index, inQuotes(bone.name), d.x, d.y, d.z));
        }
    }
}

void addChildren(BodyShape& shape)
{
    const std::size_t count = shape.size();
    shape.childStart.assign(count + 1, 0);
    for (const std::uint32_t parent : shape.parent) {
        if (parent != none) {
            ++shape.childStart[parent + 1];
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        shape.childStart[i + 1] += shape.childStart[i];
    }
    shape.child.resize(shape.childStart[count]);
    std::vector<std::uint32_t> next(shape.childStart.begin(), shape.childStart.end());
    for (std::size_t i = 0; i < count; ++i) {
        if (shape.parent[i] != none) {
            shape.child[next[shape.parent[i]]++] = static_cast<std::uint32_t>(i);
        } else {
            shape.roots.push_back(static_cast<std::uint32_t>(i));
        }
    }
}

void addHeights(BodyShape& shape)
{
    shape.height.assign(shape.size(), 0);
    for (std::size_t i = shape.size(); i-- > 0;) {
        if (shape.parent[i] != none) {
            std::uint16_t& above = shape.height[shape.parent[i]];
            above = std::max(above, static_cast<std::uint16_t>(std::min(shape.height[i] + 1, 65535)));
        }
    }
}

}  // namespace

bool BodyShape::isBelow(std::size_t bone, std::size_t ancestor) const noexcept
{
    while (bone > ancestor && parent[bone] != none) {
        bone = parent[bone];
    }
    return bone == ancestor;
}

BodyShape readShape(const HumanoidRig& rig)
{
    BodyShape shape;
    const std::size_t count = rig.bones.size();
    if (count >= none) {
        throw std::invalid_argument(fmt::format("humanoid rig: {} are more than {}", counted(count, "bone"), none - 1));
    }
    shape.parent.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        requireBone(rig, i);
        const HumanoidRigBone& bone = rig.bones[i];
        shape.parent.push_back(bone.parent ? static_cast<std::uint32_t>(*bone.parent) : none);
        shape.direction.push_back(bone.direction ? glm::normalize(*bone.direction) : glm::vec3(0.f));
        shape.place.push_back((bone.parent ? shape.place[*bone.parent] : glm::vec3(0.f)) + shape.direction.back());
        shape.directionCount += bone.direction ? 1u : 0u;
    }
    addChildren(shape);
    addHeights(shape);
    shape.words = readNames(rig);
    return shape;
}

void findSides(BodyShape& shape, float leftward)
{
    constexpr float least = 0.05f;  // threshold for a side, in unit steps
    const auto opposite = [](Side side) { return side == Side::Left ? Side::Right : side == Side::Right ? Side::Left : Side::None; };
    shape.side.assign(shape.size(), Side::None);
    shape.isSideOfPlace.assign(shape.size(), 0);
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const std::uint32_t mate = shape.mate[i];
        Side& side = shape.side[i];
        side = shape.words[i].side;
        if (side == Side::None && mate != none && mate != i) {
            side = opposite(shape.words[mate].side);
        }
        if (side == Side::None && shape.parent[i] != none) {
            side = shape.side[shape.parent[i]];
            shape.isSideOfPlace[i] = shape.isSideOfPlace[shape.parent[i]];
        }
        if (side == Side::None && mate != none && mate != i) {
            const float x = (shape.place[i].x - shape.place[mate].x) * leftward;
            side = x > least ? Side::Left : x < -least ? Side::Right : Side::None;
            shape.isSideOfPlace[i] = side != Side::None ? 1 : 0;
        }
    }
}

}  // namespace armature::humanoid
