#pragma once

#include <cmath>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/foot_placement.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

/// A pelvis with legs, and ground for it to stand on.
namespace armature::test::walker {

inline constexpr float hipHeight = 1.5f;
inline constexpr float ankleHeight = 0.1f;
inline constexpr glm::vec3 toes{0.f, -ankleHeight, 0.2f};  // from the ankle

inline glm::mat4 aboutX(float angle, const glm::vec3& at)
{
    return glm::rotate(glm::translate(glm::mat4(1.f), at), angle, glm::vec3(1.f, 0.f, 0.f));
}

struct Leg {
    Bone* upper;
    Bone* lower;
    Bone* foot;

    [[nodiscard]] glm::vec3 hip() const { return upper->getPosition(Space::World); }
    [[nodiscard]] glm::vec3 knee() const { return lower->getPosition(Space::World); }
    [[nodiscard]] glm::vec3 ankle() const { return foot->getPosition(Space::World); }
    [[nodiscard]] float kneeCosine() const { return glm::dot(glm::normalize(hip() - knee()), glm::normalize(ankle() - knee())); }
};

/// Hips 1.5 and ankles 0.1 above the ground; thighs and shins are 1 long, and knees point along +Z unless another leg height is given. The
/// feet's own axes are the skeleton's.
struct Walker {
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("walker");
    Bone& pelvis;
    std::vector<Leg> legs;

    explicit Walker(const std::vector<glm::vec3>& hips = {{0.2f, 0.f, 0.f}, {-0.2f, 0.f, 0.f}}, float legHeight = hipHeight - ankleHeight)
        : pelvis(skeleton.createBone("pelvis", {.bind = glm::translate(glm::mat4(1.f), {0.f, legHeight + ankleHeight, 0.f})}))
    {
        const float atHip = std::acos(legHeight / 2.f);
        const float pi = glm::pi<float>();
        for (const glm::vec3& hip : hips) {
            Bone& upper = skeleton.createBone("upper", {.parent = &pelvis, .bind = aboutX(pi - atHip, hip)});
            Bone& lower = skeleton.createBone("lower", {.parent = &upper, .bind = aboutX(2.f * atHip, {0.f, 1.f, 0.f})});
            Bone& foot = skeleton.createBone("foot", {.parent = &lower, .bind = aboutX(-pi - atHip, {0.f, 1.f, 0.f})});
            skeleton.createBone("toes", {.parent = &foot, .bind = glm::translate(glm::mat4(1.f), toes)});
            legs.push_back({&upper, &lower, &foot});
        }
    }

    [[nodiscard]] std::vector<FootPlacementLeg> feet() const
    {
        std::vector<FootPlacementLeg> feet;
        for (const Leg& leg : legs) {
            feet.push_back({.foot = leg.foot});
        }
        return feet;
    }
};

/// Level ground at the height `left` where x > 0 and `right` elsewhere.
inline GroundQuery steps(float left, float right)
{
    return [=](const glm::vec3& at) { return GroundPoint{{at.x, at.x > 0.f ? left : right, at.z}}; };
}

/// A plane through the origin that rises along +Z.
inline GroundQuery slope(float angle)
{
    return [=](const glm::vec3& at) { return GroundPoint{{at.x, at.z * std::tan(angle), at.z}, {0.f, std::cos(angle), -std::sin(angle)}}; };
}

}  // namespace armature::test::walker
