#include <array>
#include <cstddef>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

#include "curve.hpp"
#include "motions.hpp"

namespace character {
namespace {

// Rises from 0 to 1 over `up`, stays, and falls back over `down`.
float plateau(float phase, const glm::vec2& up, const glm::vec2& down)
{
    return glm::smoothstep(up.x, up.y, phase) * (1.f - glm::smoothstep(down.x, down.y, phase));
}

// Keeps the feet where they stand at ease, whatever the hips do.
void keepFeetOnGround(const Rig& rig, Pose& pose)
{
    const std::array<Placement, jointCount> standing = place(rig, standingPose(rig));
    for (const Side side : {Side::Left, Side::Right}) {
        Foot foot;
        foot.ankle = standing[indexOf(onSide(side, Joint::FootLeft))].position;
        foot.heading = side == Side::Left ? standingOutward : -standingOutward;
        standOn(rig, pose, side, foot);
    }
}

void breathe(Pose& pose, float breath)
{
    pose.hipsOffset.y += -0.003f + 0.003f * breath;
    pose.turn(Joint::Spine) *= degreesTurn(-0.7f * breath, 0.f, 0.f);
    pose.turn(Joint::Chest) *= degreesTurn(-1.6f * breath, 0.f, 0.f);
    pose.turn(Joint::Neck) *= degreesTurn(1.4f * breath, 0.f, 0.f);
    const glm::quat clavicle = degreesTurn(0.f, 0.f, -2.2f * breath);
    pose.turn(Joint::ClavicleLeft) *= clavicle;
    pose.turn(Joint::ClavicleRight) *= mirrored(clavicle);
}

// The rotation that turns the right arm of the bind pose to `direction`, and its palm (or the inside of the elbow) to `inside`.
glm::quat aimRightArm(const glm::vec3& direction, const glm::vec3& inside)
{
    const auto frame = [](const glm::vec3& along, const glm::vec3& towards) {
        const glm::vec3 x = glm::normalize(along);
        const glm::vec3 z = glm::normalize(glm::cross(x, towards));
        return glm::mat3(x, glm::cross(z, x), z);
    };
    const glm::mat3 bind = frame(mirrored(leftArmDirection()), mirrored(leftPalmDirection()));
    return glm::normalize(glm::quat_cast(frame(direction, inside) * glm::transpose(bind)));
}

glm::quat blend(const glm::quat& from, const glm::quat& to, float amount)
{
    return glm::slerp(from, to, amount);
}

void raiseRightArm(Pose& pose, float raised, float swing)
{
    const glm::quat clavicle = degreesTurn(0.f, 0.f, 14.f);
    const glm::quat upperArm = aimRightArm({-0.86f, 0.22f, 0.28f}, {0.25f, 0.1f, 0.95f});
    const glm::vec3 up = degreesTurn(0.f, 0.f, 24.f * swing - 6.f) * glm::vec3(0.f, 1.f, 0.12f);
    const glm::quat forearm = aimRightArm(up, {0.1f, -0.1f, 1.f});
    const glm::vec3 fingers = degreesTurn(0.f, 0.f, 38.f * swing - 6.f) * glm::vec3(0.f, 1.f, 0.06f);
    const glm::quat hand = aimRightArm(fingers, {0.1f, -0.06f, 1.f});
    const auto approach = [&](Joint joint, const glm::quat& to) { pose.turn(joint) = blend(pose.turn(joint), to, raised); };
    approach(Joint::ClavicleRight, clavicle);
    approach(Joint::UpperArmRight, glm::conjugate(clavicle) * upperArm);
    approach(Joint::ForearmRight, glm::conjugate(upperArm) * forearm);
    approach(Joint::HandRight, glm::conjugate(forearm) * hand);
    approach(Joint::FingersRight, degreesTurn(0.f, 0.f, 0.f));
    approach(Joint::ThumbRight, degreesTurn(0.f, 0.f, 0.f));
}

}  // namespace

Pose idlePose(const Rig& rig, float phase)
{
    Pose pose = standingPose(rig);
    const float sway = wave(phase);
    const float look = plateau(phase, {0.3f, 0.42f}, {0.6f, 0.75f});
    pose.hipsOffset += glm::vec3(0.014f * sway, -0.004f, 0.f);
    pose.turn(Joint::Hips) = degreesTurn(0.f, 0.f, -1.2f * sway);
    pose.turn(Joint::Chest) = degreesTurn(0.f, 3.f * look, 1.4f * sway);
    pose.turn(Joint::Neck) = degreesTurn(0.f, 9.f * look, 0.f);
    pose.turn(Joint::Head) = degreesTurn(-2.f * look, 13.f * look, 4.f * look - 0.8f * sway);
    breathe(pose, wave(phase, 2.f));
    hangArm(pose, Side::Left, 4.f + 1.6f * wave(phase - 0.12f, 2.f), 15.f + 1.2f * wave(phase - 0.1f),
            16.f + 2.f * wave(phase - 0.15f, 2.f));
    hangArm(pose, Side::Right, 4.f + 1.6f * wave(phase - 0.14f, 2.f), 15.f - 1.2f * wave(phase - 0.1f),
            16.f + 2.f * wave(phase - 0.18f, 2.f));
    pose.turn(Joint::Antenna) = degreesTurn(2.f * wave(phase - 0.1f, 2.f), 0.f, 2.5f * wave(phase - 0.2f));
    pose.turn(Joint::Scarf) = degreesTurn(-2.f + 1.5f * wave(phase - 0.1f, 2.f), 0.f, 1.5f * wave(phase - 0.1f));
    pose.turn(Joint::Scarf2) = degreesTurn(2.f * wave(phase - 0.16f, 2.f), 0.f, 3.f * wave(phase - 0.18f));
    keepFeetOnGround(rig, pose);
    return pose;
}

Pose wavePose(const Rig& rig, float phase)
{
    Pose pose = standingPose(rig);
    const float raised = plateau(phase, {0.03f, 0.26f}, {0.76f, 0.97f});
    const float waving = plateau(phase, {0.16f, 0.3f}, {0.68f, 0.82f});
    const float swing = waving * wave(phase - 0.2f, 5.f);
    pose.hipsOffset.x += 0.016f * raised;
    pose.hipsOffset.y -= 0.004f * raised;
    pose.turn(Joint::Hips) = degreesTurn(0.f, 0.f, -1.f * raised);
    pose.turn(Joint::Spine) = degreesTurn(0.f, 0.f, 2.5f * raised);
    pose.turn(Joint::Chest) = degreesTurn(-1.f * raised, -4.f * raised, 3.f * raised + 0.8f * swing);
    pose.turn(Joint::Neck) = degreesTurn(0.f, 1.f * raised, -3.f * raised);
    pose.turn(Joint::Head) = degreesTurn(-3.f * raised, 2.f * raised, -8.f * raised - 1.5f * swing);
    hangArm(pose, Side::Left, 4.f - 3.f * raised, 15.f + 4.f * raised, 16.f + 6.f * raised);
    raiseRightArm(pose, raised, swing);
    pose.turn(Joint::Antenna) = degreesTurn(0.f, 0.f, 5.f * waving * wave(phase - 0.24f, 5.f));
    pose.turn(Joint::Scarf) = degreesTurn(-2.f * raised, 0.f, 1.5f * waving * wave(phase - 0.25f, 5.f));
    pose.turn(Joint::Scarf2) = degreesTurn(0.f, 0.f, 3.f * waving * wave(phase - 0.28f, 5.f));
    keepFeetOnGround(rig, pose);
    return pose;
}

}  // namespace character
