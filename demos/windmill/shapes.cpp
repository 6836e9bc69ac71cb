#include "shapes.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace windmill {
namespace {

void addQuad(armature::Primitive& primitive, std::uint32_t first)
{
    for (const std::uint32_t corner : {0u, 1u, 2u, 0u, 2u, 3u}) {
        primitive.indices.push_back(first + corner);
    }
}

}  // namespace

armature::Primitive box(const glm::vec3& centre, const glm::vec3& halfSize, std::size_t material)
{
    armature::Primitive primitive;
    primitive.material = material;
    for (int axis = 0; axis < 3; ++axis) {
        for (const float sign : {-1.f, 1.f}) {
            glm::vec3 normal(0.f);
            glm::vec3 along(0.f);
            normal[axis] = sign;
            along[(axis + 1) % 3] = 1.f;
            const glm::vec3 across = glm::cross(normal, along);
            addQuad(primitive, static_cast<std::uint32_t>(primitive.positions.size()));
            for (const glm::vec3& corner :
                 {normal - along - across, normal + along - across, normal + along + across, normal - along + across}) {
                primitive.positions.push_back(centre + halfSize * corner);
                primitive.normals.push_back(normal);
            }
        }
    }
    return primitive;
}

armature::Primitive turned(const std::vector<glm::vec2>& profile, std::size_t material)
{
    constexpr int segments = 32;
    armature::Primitive primitive;
    primitive.material = material;
    const auto around = [](int segment) {
        const float angle = 2.f * std::numbers::pi_v<float> * static_cast<float>(segment % segments) / static_cast<float>(segments);
        return glm::vec2(std::sin(angle), std::cos(angle));
    };
    for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
        const glm::vec2 along = glm::normalize(profile[i + 1] - profile[i]);
        const glm::vec2 outward(along.y, -along.x);
        const auto first = static_cast<std::uint32_t>(primitive.positions.size());
        for (int segment = 0; segment <= segments; ++segment) {
            const glm::vec2 direction = around(segment);
            for (const glm::vec2& point : {profile[i], profile[i + 1]}) {
                primitive.positions.emplace_back(point.x * direction.x, point.y, point.x * direction.y);
                primitive.normals.emplace_back(outward.x * direction.x, outward.y, outward.x * direction.y);
            }
        }
        for (std::uint32_t segment = 0; segment < segments; ++segment) {
            const std::uint32_t corner = first + 2 * segment;
            for (const std::uint32_t offset : {0u, 2u, 3u, 0u, 3u, 1u}) {
                primitive.indices.push_back(corner + offset);
            }
        }
    }
    return primitive;
}

void append(armature::Primitive& target, const armature::Primitive& part, const glm::quat& turn)
{
    const auto first = static_cast<std::uint32_t>(target.positions.size());
    for (std::size_t i = 0; i < part.positions.size(); ++i) {
        target.positions.push_back(turn * part.positions[i]);
        target.normals.push_back(turn * part.normals[i]);
    }
    for (const std::uint32_t index : part.indices) {
        target.indices.push_back(first + index);
    }
}

}  // namespace windmill
