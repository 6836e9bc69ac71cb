#include "pose.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/trigonometric.hpp>

namespace character {
namespace {

constexpr float bindArmSpread = 40.f;  // degrees, see rig.cpp

// The elbow's axis in the bind pose: bending about it moves the left hand to the front.
glm::vec3 leftElbowAxis()
{
    return glm::normalize(glm::cross(leftArmDirection(), glm::vec3(0.f, 0.f, 1.f)));
}

void turnOnSide(Pose& pose, Side side, Joint left, const glm::quat& leftTurn)
{
    pose.turn(onSide(side, left)) = side == Side::Left ? leftTurn : mirrored(leftTurn);
}

}  // namespace

glm::quat degreesTurn(float pitch, float yaw, float roll)
{
    return glm::angleAxis(glm::radians(pitch), glm::vec3(1.f, 0.f, 0.f)) * glm::angleAxis(glm::radians(yaw), glm::vec3(0.f, 1.f, 0.f))
           * glm::angleAxis(glm::radians(-roll), glm::vec3(0.f, 0.f, 1.f));
}

glm::quat yawTurn(float degrees)
{
    return degreesTurn(0.f, degrees, 0.f);
}

std::array<Placement, jointCount> place(const Rig& rig, const Pose& pose)
{
    std::array<Placement, jointCount> placements;
    placements[0] = {rig[0].head, pose.turns[0]};
    for (std::size_t joint = 1; joint < jointCount; ++joint) {  // parents have lower numbers
        const std::size_t parent = indexOf(rig[joint].parent);
        glm::vec3 offset = rig[joint].head - rig[parent].head;
        if (joint == indexOf(Joint::Hips)) {
            offset += pose.hipsOffset;
        }
        placements[joint].position = placements[parent].position + placements[parent].turn * offset;
        placements[joint].turn = placements[parent].turn * pose.turns[joint];
    }
    return placements;
}

glm::vec3 localTranslation(const Rig& rig, const Pose& pose, Joint joint)
{
    const JointRest& rest = rig[indexOf(joint)];
    if (joint == Joint::Root) {
        return rest.head;
    }
    const JointRest& parent = rig[indexOf(rest.parent)];
    const glm::vec3 offset = joint == Joint::Hips ? pose.hipsOffset : glm::vec3(0.f);
    return glm::conjugate(parent.orientation) * (rest.head - parent.head + offset);
}

glm::quat localRotation(const Rig& rig, const Pose& pose, Joint joint)
{
    const JointRest& rest = rig[indexOf(joint)];
    const glm::quat own = pose.turn(joint) * rest.orientation;
    return glm::normalize(joint == Joint::Root ? own : glm::conjugate(rig[indexOf(rest.parent)].orientation) * own);
}

void standOn(const Rig& rig, Pose& pose, Side side, const Foot& foot)
{
    const JointRest& thigh = rig[indexOf(onSide(side, Joint::ThighLeft))];
    const JointRest& shin = rig[indexOf(onSide(side, Joint::ShinLeft))];
    const float thighLength = glm::distance(thigh.head, thigh.tail);
    const float shinLength = glm::distance(shin.head, shin.tail);
    const std::array<Placement, jointCount> placements = place(rig, pose);
    const Placement& hips = placements[indexOf(Joint::Hips)];
    const glm::vec3 hip = placements[indexOf(onSide(side, Joint::ThighLeft))].position;

    // Two sides of a triangle are given; the knee's angle follows from the third by the law of cosines.
    const glm::vec3 reach = foot.ankle - hip;
    const float longest = 0.999f * (thighLength + shinLength);
    const float distance = std::min(glm::length(reach), longest);
    const glm::quat heading = degreesTurn(0.f, foot.heading, 0.f);
    const glm::vec3 along = glm::normalize(reach);
    const glm::vec3 hinge = glm::normalize(glm::cross(along, heading * glm::vec3(0.f, 0.f, -1.f)));
    const float atHip =
        std::acos((thighLength * thighLength + distance * distance - shinLength * shinLength) / (2.f * thighLength * distance));
    const float atAnkle =
        std::acos((shinLength * shinLength + distance * distance - thighLength * thighLength) / (2.f * shinLength * distance));

    // The bind pose's leg points straight down and its hinge is +X.
    const glm::quat straight = glm::normalize(glm::quat_cast(glm::mat3(hinge, -along, glm::cross(hinge, -along))));
    const glm::quat thighTurn = straight * degreesTurn(-glm::degrees(atHip), 0.f, 0.f);
    const glm::quat shinTurn = straight * degreesTurn(glm::degrees(atAnkle), 0.f, 0.f);
    const glm::quat footTurn = heading * degreesTurn(-foot.pitch, 0.f, 0.f);
    pose.turn(onSide(side, Joint::ThighLeft)) = glm::conjugate(hips.turn) * thighTurn;
    pose.turn(onSide(side, Joint::ShinLeft)) = glm::conjugate(thighTurn) * shinTurn;
    pose.turn(onSide(side, Joint::FootLeft)) = glm::conjugate(shinTurn) * footTurn;
    pose.turn(onSide(side, Joint::ToesLeft)) = degreesTurn(-foot.toeBend, 0.f, 0.f);
}

Pose standingPose(const Rig& rig)
{
    Pose pose;
    pose.hipsOffset = {0.f, -0.008f, 0.f};
    for (const Side side : {Side::Left, Side::Right}) {
        hangArm(pose, side, 4.f, 15.f, 16.f);
        curlFingers(pose, side, 24.f);
        Foot foot;
        foot.ankle = rig[indexOf(onSide(side, Joint::FootLeft))].head;
        foot.ankle.x *= standingWidth;
        foot.heading = side == Side::Left ? standingOutward : -standingOutward;
        standOn(rig, pose, side, foot);
    }
    return pose;
}

Pose blended(const Pose& from, const Pose& to, float amount)
{
    Pose pose;
    for (std::size_t joint = 0; joint < jointCount; ++joint) {
        pose.turns[joint] = glm::slerp(from.turns[joint], to.turns[joint], amount);
    }
    pose.hipsOffset = glm::mix(from.hipsOffset, to.hipsOffset, amount);
    return pose;
}

Pose mirrored(const Pose& pose)
{
    Pose result;
    for (std::size_t joint = 0; joint < jointCount; ++joint) {
        result.turn(mirrored(static_cast<Joint>(joint))) = mirrored(pose.turns[joint]);
    }
    result.hipsOffset = mirrored(pose.hipsOffset);
    return result;
}

void hangArm(Pose& pose, Side side, float swing, float spread, float bend)
{
    const glm::quat upperArm = degreesTurn(-swing, 0.f, bindArmSpread - spread);
    turnOnSide(pose, side, Joint::UpperArmLeft, upperArm);
    turnOnSide(pose, side, Joint::ForearmLeft, glm::angleAxis(glm::radians(bend), leftElbowAxis()));
    turnOnSide(pose, side, Joint::HandLeft, glm::angleAxis(glm::radians(0.2f * bend), leftElbowAxis()));
}

void curlFingers(Pose& pose, Side side, float curl)
{
    // Fingers bend towards the palm: about the axis that takes the arm's direction to the palm's.
    const glm::vec3 axis = glm::cross(leftArmDirection(), leftPalmDirection());
    turnOnSide(pose, side, Joint::FingersLeft, glm::angleAxis(glm::radians(curl), axis));
    turnOnSide(pose, side, Joint::ThumbLeft, glm::angleAxis(glm::radians(0.5f * curl), axis));
}

}  // namespace character
