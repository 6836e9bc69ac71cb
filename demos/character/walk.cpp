#include <array>
#include <cmath>
#include <numbers>

#include <glm/gtc/quaternion.hpp>

#include "curve.hpp"
#include "motions.hpp"

namespace character {
namespace {

// The foot's pitch over one cycle, toes up, in degrees: the heel lands, the sole rolls down, the heel lifts, the toes push off.
constexpr std::array<Key, 9> walkingPitch{
    Key{0.f, 20.f},   Key{0.1f, 0.f},    Key{0.36f, 0.f},  Key{0.5f, -22.f}, Key{0.62f, -52.f},
    Key{0.7f, -46.f}, Key{0.82f, -12.f}, Key{0.92f, 15.f}, Key{1.f, 20.f},
};

void moveWalkingTrunk(Pose& pose, float phase)
{
    const float stride = std::cos(2.f * std::numbers::pi_v<float> * phase);  // 1: left foot in front
    const float support = wave(phase - 0.05f);                               // 1: on the left foot
    pose.hipsOffset = {0.02f * support, -0.024f - 0.014f * std::cos(4.f * std::numbers::pi_v<float> * (phase - 0.05f)), 0.f};
    pose.turn(Joint::Hips) = degreesTurn(3.f, -8.f * stride, -4.f * support);
    pose.turn(Joint::Spine) = degreesTurn(0.f, 6.f * stride, 2.5f * support);
    pose.turn(Joint::Chest) = degreesTurn(1.5f, 8.f * stride, 2.5f * support);
    pose.turn(Joint::Neck) = degreesTurn(-2.f, -3.f * stride, 0.f);
    pose.turn(Joint::Head) = degreesTurn(-1.5f + 1.8f * wave(phase + 0.06f, 2.f), -3.f * stride, -2.f * support);
    pose.turn(Joint::Antenna) = degreesTurn(7.f * wave(phase - 0.05f, 2.f), 0.f, 6.f * wave(phase - 0.2f));
    pose.turn(Joint::Scarf) = degreesTurn(-9.f + 7.f * wave(phase - 0.07f, 2.f), 0.f, 5.f * wave(phase - 0.15f));
    pose.turn(Joint::Scarf2) = degreesTurn(-5.f + 11.f * wave(phase - 0.17f, 2.f), 0.f, 7.f * wave(phase - 0.25f));
}

void moveWalkingArm(Pose& pose, Side side, float phase)
{
    // The arm swings with the opposite leg and bends more in front than behind.
    const float forward = -std::cos(2.f * std::numbers::pi_v<float> * (phase - 0.03f));
    const float bend = -std::cos(2.f * std::numbers::pi_v<float> * (phase - 0.1f));
    const glm::quat clavicle = degreesTurn(0.f, -6.f * forward, 0.f);
    pose.turn(onSide(side, Joint::ClavicleLeft)) = side == Side::Left ? clavicle : mirrored(clavicle);
    hangArm(pose, side, 1.f + 29.f * forward, 14.f, 25.f + 13.f * bend);
    curlFingers(pose, side, 42.f);
}

// Leans into the curve and looks where it leads.
void leanInto(Pose& pose, float turn)
{
    const float share = turn / curveDegrees;
    pose.hipsOffset += glm::vec3(0.02f * share, -0.008f * std::abs(share), 0.f);
    pose.turn(Joint::Hips) *= degreesTurn(0.f, 2.f * share, 2.5f * share);
    pose.turn(Joint::Spine) *= degreesTurn(0.f, 3.f * share, 1.5f * share);
    pose.turn(Joint::Chest) *= degreesTurn(0.f, 4.f * share, 1.f * share);
    pose.turn(Joint::Neck) *= degreesTurn(0.f, 6.f * share, -1.f * share);
    pose.turn(Joint::Head) *= degreesTurn(0.f, 8.f * share, -2.f * share);
}

Pose walkOn(const Rig& rig, const Gait& gait, float phase)
{
    const float half = phase < 0.5f ? phase + 0.5f : phase - 0.5f;
    Pose pose;
    moveWalkingTrunk(pose, phase);
    leanInto(pose, gait.turn);
    moveWalkingArm(pose, Side::Left, phase);
    moveWalkingArm(pose, Side::Right, half);
    standOn(rig, pose, Side::Left, gaitFoot(rig, gait, Side::Left, phase));
    standOn(rig, pose, Side::Right, gaitFoot(rig, gait, Side::Right, half));
    return pose;
}

}  // namespace

Gait walkGait(float turn)
{
    return {.seconds = walkSeconds, .stride = strideLength, .turn = turn, .pitch = walkingPitch};
}

Pose walkPose(const Rig& rig, float phase)
{
    return walkOn(rig, walkGait(), phase);
}

Pose walkLeftPose(const Rig& rig, float phase)
{
    return walkOn(rig, walkGait(curveDegrees), phase);
}

Pose walkRightPose(const Rig& rig, float phase)
{
    return walkOn(rig, walkGait(-curveDegrees), phase);
}

Travel walkTravel(float phase)
{
    return gaitTravel(walkGait(), phase);
}

Travel walkLeftTravel(float phase)
{
    return gaitTravel(walkGait(curveDegrees), phase);
}

Travel walkRightTravel(float phase)
{
    return gaitTravel(walkGait(-curveDegrees), phase);
}

}  // namespace character
