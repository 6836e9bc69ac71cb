#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/chain_solver.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/random.hpp>

/// Chains for the tests of their solvers, and measurements on them; nothing here uses the solvers' own arithmetic.
namespace armature::test {

inline constexpr std::array chainMethods{ChainMethod::Fabrik, ChainMethod::DampedLeastSquares};

/// The position in skeleton space of a point given in a bone's own axes, from the bone's matrix.
[[nodiscard]] inline glm::vec3 pointOf(const Bone& bone, const glm::vec3& ownPoint = glm::vec3(0.f))
{
    return glm::vec3(bone.getAbsoluteMatrix() * glm::vec4(ownPoint, 1.f));
}

/// A bone at the origin and `count` more, each `length` up its parent's +Y. The last bone has that length too, so the chain is count + 1
/// lengths long. No bone is turned.
struct StraightChain {
    explicit StraightChain(std::size_t count, float length = 1.f)
    {
        for (std::size_t i = 0; i <= count; ++i) {
            const glm::mat4 bind = glm::translate(glm::mat4(1.f), {0.f, i == 0 ? 0.f : length, 0.f});
            bones.push_back(&skeleton.createBone("bone" + std::to_string(i), {.parent = i == 0 ? nullptr : bones.back(), .bind = bind}));
        }
        bones.back()->setLength(length);
    }

    [[nodiscard]] Chain chain() const { return Chain::between(*bones.front(), *bones.back()); }
    [[nodiscard]] glm::vec3 tip() const { return pointOf(*bones.back(), {0.f, *bones.back()->getLength(), 0.f}); }
    void bend(float angle)
    {
        for (std::size_t i = 1; i < bones.size(); ++i) {
            bones[i]->setRotationQuaternion(turned({1, 0, 0}, angle));
        }
    }

    Skeleton skeleton{"straight"};
    std::vector<Bone*> bones;
};

/// How far a bone's turn or slide exceeds a limit, from its stored transform; the slide in the parent's units.
[[nodiscard]] inline float violationOf(const Bone& bone, const JointLimit& limit)
{
    const glm::mat4 rest = bone.getRestMatrix();
    const glm::quat reference = decompose(rest).transform.rotation;
    const float turn = limitViolation(limit, glm::inverse(reference) * bone.getRotationQuaternion());
    const auto* const slide = std::get_if<PrismaticJoint>(&limit);
    if (slide == nullptr) {
        return turn;
    }
    const glm::vec3 axis = reference * glm::normalize(slide->axis);
    const glm::vec3 way = bone.getPosition() - glm::vec3(rest[3]);
    const float along = glm::dot(way, axis);
    return std::max({turn, along - slide->maxDistance, slide->minDistance - along, glm::length(way - along * axis)});
}

/// Options of random chains.
enum class Joints { Free, Limited };
enum class Scales { None, Any };

/// A random chain of 2 to 10 joints below a base. With Scales::Any the base and some bones may be scaled, mirrored or unevenly scaled.
class RandomChain {
public:
    RandomChain(Random& random, Joints joints, Scales scales);

    [[nodiscard]] const Chain& chain() const noexcept { return chain_; }
    [[nodiscard]] glm::vec3 effector() const { return pointOf(*bones.back(), ownPoint); }
    /// The sum of the bones' current lengths, in skeleton space.
    [[nodiscard]] double length() const;
    /// The largest amount by which a joint exceeds its limit; NaN if a matrix holds one.
    [[nodiscard]] float worstViolation() const;
    /// Turns and slides every joint at random within its limit.
    void poseAtRandom(Random& random);
    void returnToRest() { skeleton.returnToRest(); }

    Skeleton skeleton{"random"};
    std::vector<Bone*> bones;
    glm::vec3 ownPoint{0.f};

private:
    void addBones(Random& random, Scales scales);

    Chain chain_{skeleton};
};

[[nodiscard]] inline glm::vec3 randomScale(Random& random)
{
    const float size = std::exp(random.real(-2.f, 2.f));
    switch (random.integer(0, 3)) {
    case 0: return glm::vec3(1.f);
    case 1: return glm::vec3(size);
    case 2: return {-size, size, size};
    default: return size * glm::exp(random.vector(-0.4f, 0.4f));
    }
}

[[nodiscard]] inline JointLimit randomLimit(Random& random)
{
    const int kind = random.integer(0, 19);
    if (kind < 6) {
        return BallJoint{};
    }
    if (kind < 12) {
        const float twist = random.real(-1.f, 0.f);
        return SwingTwistJoint{{0, 1, 0}, random.real(0.3f, 2.f), twist, twist + random.real(0.2f, 2.f)};
    }
    if (kind < 18) {
        const float from = random.real(-2.5f, 0.f);
        return HingeJoint{random.direction(), from, from + random.real(0.5f, 3.f)};
    }
    return kind == 18 ? JointLimit{PrismaticJoint{{0, 1, 0}, 0.f, random.real(0.1f, 0.6f)}} : JointLimit{FixedJoint{}};
}

inline void RandomChain::addBones(Random& random, Scales scales)
{
    const bool isScaled = scales == Scales::Any;
    const Transform base{random.vector(-1.f, 1.f), random.rotation(), isScaled ? randomScale(random) : glm::vec3(1.f)};
    Bone* parent = &skeleton.createBone("base", {.bind = toMat4(base)});
    const int count = random.integer(2, 10);
    for (int i = 0; i < count; ++i) {
        const glm::vec3 way = random.chance(0.7) ? glm::vec3(0.f, random.real(0.3f, 1.5f), 0.f) : random.vector(-1.f, 1.f);
        const glm::quat turn = glm::angleAxis(random.real(0.f, 1.f), random.direction());
        const glm::vec3 scale = isScaled && random.chance(0.2) ? glm::exp(random.vector(-0.2f, 0.2f)) : glm::vec3(1.f);
        parent = &skeleton.createBone("bone" + std::to_string(i), {.parent = parent, .bind = toMat4(Transform{way, turn, scale})});
        bones.push_back(parent);
    }
    ownPoint = {0.f, random.real(0.3f, 1.5f), 0.f};
}

inline RandomChain::RandomChain(Random& random, Joints joints, Scales scales)
{
    addBones(random, scales);
    chain_.addEffector(*bones.front(), *bones.back(), ownPoint);
    for (Bone* bone : bones) {
        if (joints == Joints::Limited) {
            chain_.setJoint(*bone, {.limit = randomLimit(random)});
        }
    }
}

inline double RandomChain::length() const
{
    double length = glm::distance(pointOf(*bones.back()), effector());
    for (std::size_t i = 1; i < bones.size(); ++i) {
        length += glm::distance(pointOf(*bones[i - 1]), pointOf(*bones[i]));
    }
    return length;
}

inline float RandomChain::worstViolation() const
{
    float worst = 0.f;
    for (const Bone* bone : bones) {
        const float violation = violationOf(*bone, chain_.getJoint(*bone).limit);
        worst = violation <= worst ? worst : violation;  // takes over a NaN
        const glm::mat4 matrix = bone->getAbsoluteMatrix();
        worst = glm::dot(matrix[3], matrix[3]) < 1e30f ? worst : std::nanf("");
    }
    return worst;
}

inline void RandomChain::poseAtRandom(Random& random)
{
    for (Bone* bone : bones) {
        const JointLimit limit = chain_.getJoint(*bone).limit;
        const Transform rest = decompose(bone->getRestMatrix()).transform;
        if (std::holds_alternative<BallJoint>(limit)) {
            bone->setRotationQuaternion(rest.rotation * glm::angleAxis(random.real(0.f, 2.f), random.direction()));
        } else if (const auto* cone = std::get_if<SwingTwistJoint>(&limit)) {
            const float direction = random.real(-3.14f, 3.14f);
            const glm::quat swing = turned({std::cos(direction), 0.f, std::sin(direction)}, random.real(0.f, cone->maxSwing));
            bone->setRotationQuaternion(rest.rotation * swing * turned(cone->axis, random.real(cone->minTwist, cone->maxTwist)));
        } else if (const auto* hinge = std::get_if<HingeJoint>(&limit)) {
            bone->setRotationQuaternion(rest.rotation * turned(hinge->axis, random.real(hinge->minAngle, hinge->maxAngle)));
        } else if (const auto* slide = std::get_if<PrismaticJoint>(&limit)) {
            bone->setPosition(rest.translation + rest.rotation * slide->axis * random.real(slide->minDistance, slide->maxDistance));
        }
    }
}

}  // namespace armature::test
