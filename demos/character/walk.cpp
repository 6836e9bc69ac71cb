#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>

#include "motions.hpp"

namespace character {
namespace {

constexpr float toeOff = 0.62f;         // phase at which a foot leaves the ground
constexpr float liftHeight = 0.05f;     // metres that the ankle is lifted beyond its smooth way
constexpr float landingReach = 0.272f;  // metres from under the hip to where the ankle would stand flat at phase 0

float wave(float phase, float cycles = 1.f)
{
    return std::sin(2.f * std::numbers::pi_v<float> * cycles * phase);
}

struct Key {
    float phase;
    float value;
};

// The foot's pitch over one cycle, toes up, in degrees: the heel lands, the sole rolls down, the heel lifts, the toes push off.
constexpr std::array<Key, 9> pitchKeys{
    Key{0.f, 20.f},   Key{0.1f, 0.f},    Key{0.36f, 0.f},  Key{0.5f, -22.f}, Key{toeOff, -52.f},
    Key{0.7f, -46.f}, Key{0.82f, -12.f}, Key{0.92f, 15.f}, Key{1.f, 20.f},
};

// A cubic through the keys that never overshoots them: the slope at a key is the harmonic mean of its neighbours', or 0 at a turning point.
float footPitch(float phase)
{
    const auto slopeBetween = [](std::size_t i) {
        const std::size_t from = i % (pitchKeys.size() - 1);
        return (pitchKeys[from + 1].value - pitchKeys[from].value) / (pitchKeys[from + 1].phase - pitchKeys[from].phase);
    };
    const auto slopeAt = [&](std::size_t i) {
        const float before = slopeBetween(i + pitchKeys.size() - 2);
        const float after = slopeBetween(i);
        return before * after > 0.f ? 2.f * before * after / (before + after) : 0.f;
    };
    std::size_t i = 0;
    while (i + 2 < pitchKeys.size() && pitchKeys[i + 1].phase <= phase) {
        ++i;
    }
    const float length = pitchKeys[i + 1].phase - pitchKeys[i].phase;
    const float t = (phase - pitchKeys[i].phase) / length;
    const float rest = 1.f - t;
    return (1.f + 2.f * t) * rest * rest * pitchKeys[i].value + t * rest * rest * length * slopeAt(i)
           + t * t * (3.f - 2.f * t) * pitchKeys[i + 1].value - t * t * rest * length * slopeAt(i + 1);
}

/// The places on a foot that carry it, seen from the ankle of a foot that stands flat.
struct Sole {
    glm::vec3 ankle;  ///< Where the flat foot's ankle is at phase 0.
    glm::vec3 heel;   ///< On the ground.
    glm::vec3 ball;   ///< Where the toes bend.
};

Sole soleOf(const Rig& rig, Side side)
{
    const glm::vec3 ankle = rig[indexOf(onSide(side, Joint::FootLeft))].head;
    const glm::vec3 ball = rig[indexOf(onSide(side, Joint::ToesLeft))].head;
    return {{0.82f * ankle.x, ankle.y, landingReach}, {0.f, -ankle.y, -0.055f}, ball - ankle};
}

// The ankle of a foot on the ground, which carries it back. It turns about its heel while the toes are up, about the ball while they are
// down.
glm::vec3 standingAnkle(const Sole& sole, float phase, float pitch)
{
    const glm::vec3 pivot = pitch > 0.f ? sole.heel : sole.ball;
    return sole.ankle - glm::vec3(0.f, 0.f, strideLength * phase) + pivot - degreesTurn(-pitch, 0.f, 0.f) * pivot;
}

// A cubic from the place and speed with which the ankle leaves the ground to those with which it comes back, and a lift that clears the
// toes.
glm::vec3 swingingAnkle(const Sole& sole, float phase)
{
    constexpr float step = 1e-3f;
    constexpr float length = 1.f - toeOff;
    const auto onGround = [&](float at) { return standingAnkle(sole, at, footPitch(at)); };
    const glm::vec3 start = onGround(toeOff);
    const glm::vec3 end = onGround(0.f);
    const glm::vec3 startSpeed = (start - onGround(toeOff - step)) / step * length;
    const glm::vec3 endSpeed = (onGround(step) - end) / step * length;
    const float t = (phase - toeOff) / length;
    const float rest = 1.f - t;
    glm::vec3 ankle =
        (1.f + 2.f * t) * rest * rest * start + t * rest * rest * startSpeed + t * t * (3.f - 2.f * t) * end - t * t * rest * endSpeed;
    ankle.y += liftHeight * (729.f / 16.f) * t * t * rest * rest * rest * rest;  // highest at a third of the swing
    return ankle;
}

void moveTrunk(Pose& pose, float phase)
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
    pose.turn(Joint::ScarfTip) = degreesTurn(-5.f + 11.f * wave(phase - 0.17f, 2.f), 0.f, 7.f * wave(phase - 0.25f));
}

void moveArm(Pose& pose, Side side, float phase)
{
    // The arm goes with the other side's leg and bends more in front than behind.
    const float forward = -std::cos(2.f * std::numbers::pi_v<float> * (phase - 0.03f));
    const float bend = -std::cos(2.f * std::numbers::pi_v<float> * (phase - 0.1f));
    const glm::quat clavicle = degreesTurn(0.f, -6.f * forward, 0.f);
    pose.turn(onSide(side, Joint::ClavicleLeft)) = side == Side::Left ? clavicle : mirrored(clavicle);
    hangArm(pose, side, 1.f + 29.f * forward, 14.f, 25.f + 13.f * bend);
    curlFingers(pose, side, 42.f);
}

}  // namespace

Foot walkingFoot(const Rig& rig, Side side, float phase)
{
    const Sole sole = soleOf(rig, side);
    Foot foot;
    foot.pitch = footPitch(phase);
    foot.ankle = phase < toeOff ? standingAnkle(sole, phase, foot.pitch) : swingingAnkle(sole, phase);
    foot.outward = 5.f;
    // The toes stay flat on the ground while the heel lifts, and straighten early in the swing.
    const float straightened = glm::smoothstep(toeOff, toeOff + 0.14f, phase);
    foot.toeBend = std::max(-foot.pitch, 0.f) * (1.f - straightened);
    return foot;
}

Pose walkPose(const Rig& rig, float phase)
{
    const float half = phase < 0.5f ? phase + 0.5f : phase - 0.5f;
    Pose pose;
    moveTrunk(pose, phase);
    moveArm(pose, Side::Left, phase);
    moveArm(pose, Side::Right, half);
    standOn(rig, pose, Side::Left, walkingFoot(rig, Side::Left, phase));
    standOn(rig, pose, Side::Right, walkingFoot(rig, Side::Right, half));
    return pose;
}

}  // namespace character
