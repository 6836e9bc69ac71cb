#include <array>
#include <cmath>
#include <numbers>

#include <glm/gtc/quaternion.hpp>

#include "curve.hpp"
#include "motions.hpp"

namespace character {
namespace {

// The foot's pitch over one cycle, toes up, in degrees: the whole sole lands, the toes push off, the heel goes up behind, the foot reaches.
constexpr std::array<Key, 10> runningPitch{
    Key{0.f, 9.f},     Key{0.05f, 0.f},  Key{0.16f, 0.f},   Key{0.27f, -26.f}, Key{0.36f, -62.f},
    Key{0.46f, -80.f}, Key{0.6f, -62.f}, Key{0.78f, -18.f}, Key{0.92f, 9.f},   Key{1.f, 9.f},
};

void moveRunningTrunk(Pose& pose, float phase)
{
    const float stride = std::cos(2.f * std::numbers::pi_v<float> * (phase + 0.02f));  // 1: left foot in front
    const float support = wave(phase + 0.07f);                                         // 1: on the left foot
    // Lowest in the middle of a stance; while both feet are off the ground, the hips move as in free fall.
    const float bounce = std::cos(4.f * std::numbers::pi_v<float> * (phase - 0.17f));
    pose.hipsOffset = {0.012f * support, -0.054f - 0.034f * bounce, 0.f};
    pose.turn(Joint::Hips) = degreesTurn(9.f, -11.f * stride, -4.f * support);
    pose.turn(Joint::Spine) = degreesTurn(3.f, 9.f * stride, 2.5f * support);
    pose.turn(Joint::Chest) = degreesTurn(3.f - 2.f * bounce, 13.f * stride, 2.f * support);
    pose.turn(Joint::Neck) = degreesTurn(-6.f, -5.f * stride, 0.f);
    pose.turn(Joint::Head) = degreesTurn(-6.f + 2.f * wave(phase + 0.1f, 2.f), -6.f * stride, -1.f * support);
    pose.turn(Joint::Antenna) = degreesTurn(-6.f + 11.f * wave(phase - 0.02f, 2.f), 0.f, 7.f * wave(phase - 0.15f));
    pose.turn(Joint::Scarf) = degreesTurn(-22.f + 10.f * wave(phase - 0.05f, 2.f), 0.f, 7.f * wave(phase - 0.15f));
    pose.turn(Joint::Scarf2) = degreesTurn(-14.f + 16.f * wave(phase - 0.15f, 2.f), 0.f, 9.f * wave(phase - 0.25f));
}

void moveRunningArm(Pose& pose, Side side, float phase)
{
    // The arm swings with the opposite leg. Elbows stay bent, most of all in front.
    const float forward = -std::cos(2.f * std::numbers::pi_v<float> * (phase - 0.02f));
    const glm::quat clavicle = degreesTurn(0.f, -9.f * forward, 0.f);
    pose.turn(onSide(side, Joint::ClavicleLeft)) = side == Side::Left ? clavicle : mirrored(clavicle);
    hangArm(pose, side, 1.f + 42.f * forward, 17.f, 82.f + 16.f * forward);
    curlFingers(pose, side, 62.f);
}

}  // namespace

Gait runGait()
{
    return {.seconds = runSeconds,
            .stride = runStrideLength,
            .toeOff = 0.36f,
            .lift = 0.26f,
            .landingReach = 0.2f,
            .width = 0.6f,
            .outward = 3.f,
            .pitch = runningPitch};
}

Pose runPose(const Rig& rig, float phase)
{
    const float half = phase < 0.5f ? phase + 0.5f : phase - 0.5f;
    const Gait gait = runGait();
    Pose pose;
    moveRunningTrunk(pose, phase);
    moveRunningArm(pose, Side::Left, phase);
    moveRunningArm(pose, Side::Right, half);
    standOn(rig, pose, Side::Left, gaitFoot(rig, gait, Side::Left, phase));
    standOn(rig, pose, Side::Right, gaitFoot(rig, gait, Side::Right, half));
    return pose;
}

Travel runTravel(float phase)
{
    return gaitTravel(runGait(), phase);
}

}  // namespace character
