#include "character.hpp"

#include <array>
#include <cstdint>
#include <memory>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>
#include <glm/vec4.hpp>

#include <armature/skeleton/skeleton.hpp>

namespace bind_pose {
namespace {

constexpr glm::vec3 bodyPlace{0.f, 1.f, 0.f};
constexpr glm::vec3 leftShoulder{0.25f, 0.375f, 0.f};  // relative to the body's bone
constexpr glm::vec3 rightShoulder{-0.25f, 0.375f, 0.f};

struct Box {
    glm::vec3 low;
    glm::vec3 high;
    glm::vec4 color;
    std::uint16_t bone;
};

constexpr std::array<Box, 3> boxes{{
    {{-0.25f, 0.5f, -0.15f}, {0.25f, 1.5f, 0.15f}, {0.62f, 0.36f, 0.10f, 1.f}, 0},
    {{0.25f, 1.275f, -0.1f}, {1.05f, 1.475f, 0.1f}, {0.05f, 0.27f, 0.33f, 1.f}, 1},
    {{-1.05f, 1.275f, -0.1f}, {-0.25f, 1.475f, 0.1f}, {0.50f, 0.07f, 0.05f, 1.f}, 2},
}};

void append(armature::Primitive& primitive, const Box& box)
{
    const glm::vec3 centre = 0.5f * (box.low + box.high);
    const glm::vec3 half = 0.5f * (box.high - box.low);
    for (int axis = 0; axis < 3; ++axis) {
        for (const float sign : {-1.f, 1.f}) {
            glm::vec3 normal(0.f);
            glm::vec3 along(0.f);
            normal[axis] = sign;
            along[(axis + 1) % 3] = 1.f;
            const glm::vec3 across = glm::cross(normal, along);
            const auto first = static_cast<std::uint32_t>(primitive.positions.size());
            for (const glm::vec3& corner :
                 {normal - along - across, normal + along - across, normal + along + across, normal - along + across}) {
                primitive.positions.push_back(centre + half * corner);
                primitive.normals.push_back(normal);
                primitive.colors.push_back(box.color);
                primitive.skin.joints.push_back(box.bone);
                primitive.skin.weights.push_back(1.f);
            }
            for (const std::uint32_t corner : {0u, 1u, 2u, 0u, 2u, 3u}) {
                primitive.indices.push_back(first + corner);
            }
        }
    }
}

armature::MeshDescription makeMesh(std::size_t material)
{
    armature::Primitive primitive;
    primitive.material = material;
    primitive.skin.influencesPerVertex = 1;
    for (const Box& box : boxes) {
        append(primitive, box);
    }
    armature::MeshDescription mesh;
    mesh.name = "body and arms";
    mesh.primitives.push_back(std::move(primitive));
    return mesh;
}

glm::mat4 translation(const glm::vec3& offset)
{
    return glm::translate(glm::mat4(1.f), offset);
}

glm::mat4 aboutZ(float degrees)
{
    return glm::rotate(glm::mat4(1.f), glm::radians(degrees), glm::vec3(0.f, 0.f, 1.f));
}

glm::mat4 leftArmBind(ArmBind bind)
{
    switch (bind) {
    case ArmBind::TurnedAtShoulder: return translation(leftShoulder) * aboutZ(30.f);
    case ArmBind::AtShoulder: return translation(leftShoulder);
    case ArmBind::Identity: break;
    }
    return glm::mat4(1.f);
}

}  // namespace

armature::Skeleton& addCharacter(armature::Scene& scene, ArmBind bind)
{
    armature::Skeleton& skeleton = scene.createSkeleton("character");
    armature::Bone& body = skeleton.createBone("body", {.bind = translation(bodyPlace)});
    skeleton.createBone("armLeft", {.parent = &body, .bind = leftArmBind(bind)});
    skeleton.createBone("armRight", {.parent = &body, .bind = translation(rightShoulder)});

    armature::Material wood;
    wood.name = "painted wood";
    wood.metallic = 0.f;
    scene.addMeshInstance(makeMesh(scene.addMaterial(std::move(wood))), scene.createTransformNode("character"), &skeleton);
    return skeleton;
}

void raiseLeftArm(armature::Skeleton& skeleton, ArmBind bind)
{
    armature::Bone& arm = *skeleton.findBone("armLeft");
    const float raised = glm::radians(45.f);
    switch (bind) {
    case ArmBind::TurnedAtShoulder: arm.setRotation({0.f, 0.f, glm::radians(30.f) + raised}); break;
    case ArmBind::AtShoulder: arm.setRotation({0.f, 0.f, raised}); break;
    case ArmBind::Identity:
        arm.setRotation({0.f, 0.f, raised});
        // The bone rotates about the body's bone and takes the shoulder along; this moves the shoulder back.
        arm.setPosition(leftShoulder - glm::vec3(aboutZ(45.f) * glm::vec4(leftShoulder, 1.f)));
        break;
    }
}

}  // namespace bind_pose
