#include <algorithm>
#include <array>
#include <cmath>

#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>

#include "curve.hpp"
#include "motions.hpp"

namespace character {
namespace {

float around(float phase)
{
    return phase - std::floor(phase);
}

// Points on a foot, relative to its ankle.
glm::vec3 ballOf(const Rig& rig)
{
    return rig[indexOf(Joint::ToesLeft)].head - rig[indexOf(Joint::FootLeft)].head;
}

glm::vec3 heelOffset()
{
    return {0.f, 0.f, -soleToHeel};
}

// Turns a planted foot to another heading. The point `about` on the foot stays in place.
Plant twisted(const Plant& plant, const glm::vec3& about, float heading)
{
    return {plant.ankle + yawTurn(plant.heading) * about - yawTurn(heading) * about, heading};
}

// The root's travel when a foot that stands at `plant` is at `seen` as seen from the root.
Travel travelTo(const Plant& plant, const Plant& seen)
{
    return {plant.ankle - seen.ankle, 0.f};
}

// Where a foot of the walk stands flat, seen from the root, `phase` after its heel has touched the ground.
Plant walkingPlant(const Rig& rig, Side side, float phase)
{
    return gaitPlant(rig, walkGait(), side, phase);
}

// The heading of a planted foot while it twists with its heel or toes up.
float headingBetween(float from, float to, float begin, float end, float seconds)
{
    return glm::mix(from, to, glm::smoothstep(begin, end, seconds));
}

// The start, with times in seconds: the weight moves to the right foot; the left one makes the first step and lands as the walk begins.
constexpr float startMove = 0.2f;
constexpr std::array<Key, 7> startPitch{Key{0.08f, 0.f},  Key{0.2f, -24.f}, Key{0.3f, -38.f}, Key{0.52f, -12.f},
                                        Key{0.62f, 15.f}, Key{0.7f, 20.f},  Key{0.8f, 0.f}};
constexpr std::array<Key, 4> startSway{Key{0.f, 0.f}, Key{0.2f, -0.035f}, Key{0.45f, -0.012f}, Key{0.7f, 0.f}};
constexpr std::array<Key, 3> startLean{Key{0.04f, 0.f}, Key{0.3f, 4.f}, Key{0.7f, 0.f}};

// The right foot's phase in the walk, as if the walk had been going on before.
float rightPhase(float seconds)
{
    return 0.5f + (seconds - startSeconds) / walkSeconds;
}

constexpr float heelLift = 0.36f;  // phase of the walk at which a heel leaves the ground

Travel startEnd(const Rig& rig)
{
    const Plant walking = walkingPlant(rig, Side::Right, 0.5f);
    return travelTo(twisted(standingPlant(rig, Side::Right), ballOf(rig), walking.heading), walking);
}

Travel starting(const Rig& rig, float seconds)
{
    const glm::vec3 end = startEnd(rig).position;
    const float length = startSeconds - startMove;
    const float t = std::max(seconds - startMove, 0.f) / length;
    return {{end.x * glm::smoothstep(0.05f, startSeconds, seconds), 0.f, hermite(0.f, 0.f, end.z, length * strideLength / walkSeconds, t)},
            0.f};
}

// The stop, with times in seconds: the left foot has just landed and stays; the right one comes up beside it.
constexpr float stopMove = 0.62f;
constexpr std::array<Key, 3> stopLeftPitch{Key{0.f, 20.f}, Key{0.1f, 0.f}, Key{0.2f, 0.f}};
constexpr std::array<Key, 8> stopRightPitch{Key{-0.14f, 0.f},  Key{0.f, -22.f}, Key{0.12f, -52.f}, Key{0.2f, -46.f},
                                            Key{0.36f, -14.f}, Key{0.48f, 5.f}, Key{0.56f, 4.f},   Key{0.62f, 0.f}};
constexpr std::array<Key, 4> stopLean{Key{0.f, 0.f}, Key{0.25f, -3.f}, Key{0.6f, 1.5f}, Key{0.9f, 0.f}};

Plant stopPlant(const Rig& rig, float heading)
{
    return twisted(walkingPlant(rig, Side::Left, 0.f), heelOffset(), heading);
}

Travel stopEnd(const Rig& rig)
{
    const Plant standing = standingPlant(rig, Side::Left);
    return travelTo(stopPlant(rig, standing.heading), standing);
}

Travel stopping(const Rig& rig, float seconds)
{
    const glm::vec3 end = stopEnd(rig).position;
    const float t = std::min(seconds / stopMove, 1.f);
    return {{end.x * glm::smoothstep(0.f, stopMove, seconds), 0.f, hermite(0.f, stopMove * strideLength / walkSeconds, end.z, 0.f, t)},
            0.f};
}

}  // namespace

Pose startPose(const Rig& rig, float phase)
{
    const float seconds = startSeconds * phase;
    const float walkPhase = (seconds - startSeconds) / walkSeconds;
    Pose pose = blended(idlePose(rig, 0.f), walkPose(rig, around(walkPhase)), glm::smoothstep(0.06f, 0.62f, seconds));
    pose.hipsOffset.x += curveAt(startSway, seconds);
    pose.turn(Joint::Hips) *= degreesTurn(curveAt(startLean, seconds), 0.f, 0.f);

    const Travel travel = starting(rig, seconds);
    Plant landing = walkingPlant(rig, Side::Left, 0.f);
    landing.ankle += startEnd(rig).position;
    const std::array<Step, 1> left{Step{startMove, startSeconds, landing, 0.06f}};
    standOn(rig, pose, Side::Left, seenFrom(travel, footAt(rig, standingPlant(rig, Side::Left), left, startPitch, seconds)));

    const Plant standing = standingPlant(rig, Side::Right);
    const float walking = walkingPlant(rig, Side::Right, 0.5f).heading;
    const float lifted = startSeconds - (0.5f - heelLift) * walkSeconds;
    const Plant right = twisted(standing, ballOf(rig), headingBetween(standing.heading, walking, lifted, startSeconds, seconds));
    const float pitch = curveAt(walkGait().pitch, std::max(rightPhase(seconds), heelLift));
    standOn(rig, pose, Side::Right, seenFrom(travel, rolled(rig, right, pitch)));
    return pose;
}

Pose stopPose(const Rig& rig, float phase)
{
    const float seconds = stopSeconds * phase;
    Pose pose = blended(walkPose(rig, around(seconds / walkSeconds)), idlePose(rig, 0.f), glm::smoothstep(0.08f, 0.78f, seconds));
    pose.turn(Joint::Hips) *= degreesTurn(curveAt(stopLean, seconds), 0.f, 0.f);

    const Travel travel = stopping(rig, seconds);
    const float standing = standingPlant(rig, Side::Left).heading;
    const float walking = walkingPlant(rig, Side::Left, 0.f).heading;
    const Plant left = stopPlant(rig, headingBetween(walking, standing, 0.f, 0.1f, seconds));
    standOn(rig, pose, Side::Left, seenFrom(travel, rolled(rig, left, curveAt(stopLeftPitch, seconds))));

    const std::array<Step, 1> right{Step{0.12f, 0.56f, standingPlant(rig, Side::Right, stopEnd(rig))}};
    standOn(rig, pose, Side::Right, seenFrom(travel, footAt(rig, walkingPlant(rig, Side::Right, 0.5f), right, stopRightPitch, seconds)));
    return pose;
}

Travel startTravel(float phase)
{
    return starting(makeRig(), startSeconds * phase);
}

Travel stopTravel(float phase)
{
    return stopping(makeRig(), stopSeconds * phase);
}

}  // namespace character
