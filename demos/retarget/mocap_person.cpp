#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include "../windmill/shapes.hpp"
#include "people.hpp"

namespace retarget {
namespace {

constexpr int none = -1;

/// A joint and the end of its bone. Right joints are mirror images of the left ones.
struct Joint {
    const char* name;
    int parent;
    glm::vec3 place;  // position at rest, in metres
    glm::vec3 end;
    float radius;
};

constexpr std::array<Joint, 7> trunk{{
    {"Hips", none, {0.f, 0.96f, 0.f}, {0.f, 1.06f, 0.f}, 0.055f},
    {"Spine", 0, {0.f, 1.06f, 0.f}, {0.f, 1.21f, 0.01f}, 0.05f},
    {"Spine1", 1, {0.f, 1.21f, 0.01f}, {0.f, 1.36f, 0.f}, 0.055f},
    {"Spine2", 2, {0.f, 1.36f, 0.f}, {0.f, 1.5f, -0.02f}, 0.055f},
    {"Neck", 3, {0.f, 1.5f, -0.02f}, {0.f, 1.6f, 0.f}, 0.03f},
    {"Head", 4, {0.f, 1.6f, 0.f}, {0.f, 1.82f, 0.02f}, 0.075f},
    {"HeadNub", 5, {0.f, 1.82f, 0.02f}, {0.f, 1.85f, 0.02f}, 0.01f},
}};

// Parent indices count from the first joint of this array; `none` stands for a joint of the trunk.
constexpr std::array<Joint, 8> leftSide{{
    {"Shoulder", none, {0.03f, 1.46f, 0.f}, {0.18f, 1.46f, 0.f}, 0.035f},
    {"Arm", 0, {0.18f, 1.46f, 0.f}, {0.46f, 1.46f, 0.f}, 0.04f},
    {"ForeArm", 1, {0.46f, 1.46f, 0.f}, {0.72f, 1.46f, 0.f}, 0.034f},
    {"Hand", 2, {0.72f, 1.46f, 0.f}, {0.9f, 1.46f, 0.f}, 0.03f},
    {"UpLeg", none, {0.1f, 0.93f, 0.f}, {0.1f, 0.51f, 0.01f}, 0.06f},
    {"Leg", 4, {0.1f, 0.51f, 0.01f}, {0.1f, 0.09f, -0.02f}, 0.048f},
    {"Foot", 5, {0.1f, 0.09f, -0.02f}, {0.1f, 0.03f, 0.12f}, 0.032f},
    {"ToeBase", 6, {0.1f, 0.03f, 0.12f}, {0.1f, 0.025f, 0.2f}, 0.025f},
}};

/// A joint as a file would list it; parents come first.
struct NamedJoint {
    std::string name;
    int parent;
    glm::vec3 place;
    glm::vec3 end;
    float radius;
};

std::vector<NamedJoint> allJoints()
{
    std::vector<NamedJoint> joints;
    joints.reserve(std::size(trunk));
    for (const Joint& joint : trunk) {
        joints.push_back({joint.name, joint.parent, joint.place, joint.end, joint.radius});
    }
    for (const auto& [side, sign] : {std::pair("Left", 1.f), std::pair("Right", -1.f)}) {
        const auto first = static_cast<int>(joints.size());
        const glm::vec3 mirror(sign, 1.f, 1.f);
        for (const Joint& joint : leftSide) {
            const int top = joint.place.y > 1.f ? 3 : 0;  // arms hang on Spine2, legs on Hips
            joints.push_back({side + std::string(joint.name), joint.parent == none ? top : first + joint.parent, mirror * joint.place,
                              mirror * joint.end, joint.radius});
        }
    }
    return joints;
}

// The shortest rotation from +Y to `direction`.
glm::quat turnTo(const glm::vec3& direction)
{
    const glm::vec3 up(0.f, 1.f, 0.f);
    const float cosine = glm::dot(up, direction);
    return cosine < -0.9999f ? glm::quat(0.f, 1.f, 0.f, 0.f) : glm::normalize(glm::quat(1.f + cosine, glm::cross(up, direction)));
}

// A solid from the joint's place to its end, thickest near the joint.
armature::Primitive solidOf(const NamedJoint& joint)
{
    const glm::vec3 along = joint.end - joint.place;
    const float length = glm::length(along);
    const float r = joint.radius;
    const std::vector<glm::vec2> profile{{0.f, -0.6f * r},          {0.7f * r, -0.35f * r},    {r, 0.15f * length},
                                         {0.8f * r, 0.5f * length}, {0.5f * r, 0.9f * length}, {0.f, length}};
    const armature::Primitive turned = windmill::turned(profile, 0);
    armature::Primitive solid;
    windmill::append(solid, turned, turnTo(along / length));
    for (glm::vec3& position : solid.positions) {
        position += joint.place;
    }
    return solid;
}

armature::Primitive skinOf(const std::vector<NamedJoint>& joints)
{
    armature::Primitive skin;
    skin.material = 0;
    skin.skin.influencesPerVertex = 1;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        windmill::append(skin, solidOf(joints[i]));
        skin.skin.joints.resize(skin.positions.size(), static_cast<std::uint16_t>(i));
    }
    skin.skin.weights.assign(skin.positions.size(), 1.f);
    return skin;
}

}  // namespace

std::unique_ptr<armature::Scene> makeMocapPerson()
{
    auto scene = std::make_unique<armature::Scene>();
    armature::Skeleton& skeleton = scene->createSkeleton("mocap");
    const std::vector<NamedJoint> joints = allJoints();
    std::vector<armature::Bone*> bones;
    for (const NamedJoint& joint : joints) {
        const bool isRoot = joint.parent == none;
        const glm::vec3 from = isRoot ? glm::vec3(0.f) : joints[static_cast<std::size_t>(joint.parent)].place;
        bones.push_back(&skeleton.createBone(joint.name, {.parent = isRoot ? nullptr : bones[static_cast<std::size_t>(joint.parent)],
                                                          .bind = glm::translate(glm::mat4(1.f), joint.place - from)}));
    }
    scene->addMaterial({.name = "steel", .baseColor = {0.3f, 0.42f, 0.6f, 1.f}, .metallic = 0.2f, .roughness = 0.4f});
    armature::MeshDescription mesh{.name = "mocap"};
    mesh.primitives.push_back(skinOf(joints));
    armature::TransformNode& host = scene->createTransformNode("root");
    skeleton.setHostNode(&host);
    scene->addMeshInstance(std::move(mesh), scene->createTransformNode("mocap"), &skeleton);
    return scene;
}

}  // namespace retarget
