#include <array>

#include <glm/gtc/quaternion.hpp>

#include "curve.hpp"
#include "motions.hpp"

namespace character {
namespace {

// Moves a hanging arm of a pose further, by degrees of swing to the front, of spread to the side, and of bend in the elbow.
void moveFreeArm(Pose& pose, Side side, float swing, float spread, float bend)
{
    Pose hanging;
    hangArm(hanging, side, 0.f, 40.f, bend);
    const glm::quat spreading = degreesTurn(0.f, 0.f, -spread);
    glm::quat& upperArm = pose.turn(onSide(side, Joint::UpperArmLeft));
    upperArm = degreesTurn(-swing, 0.f, 0.f) * upperArm * (side == Side::Left ? spreading : mirrored(spreading));
    pose.turn(onSide(side, Joint::ForearmLeft)) *= hanging.turn(onSide(side, Joint::ForearmLeft));
}

// The turn to the left, with times in seconds: the left foot opens, the right one comes round, the left one closes up. The hips move over
// the supporting foot.
constexpr std::array<Key, 4> turnYaw{Key{0.04f, 0.f}, Key{0.42f, 32.f}, Key{0.78f, 72.f}, Key{1.1f, turnDegrees}};
constexpr std::array<Key, 8> turnSway{Key{0.f, 0.f},     Key{0.14f, -0.035f}, Key{0.34f, -0.035f}, Key{0.48f, 0.035f},
                                      Key{0.7f, 0.035f}, Key{0.84f, -0.025f}, Key{1.f, -0.02f},    Key{1.16f, 0.f}};
constexpr std::array<Key, 4> turnDip{Key{0.f, 0.f}, Key{0.2f, -0.02f}, Key{0.9f, -0.02f}, Key{1.15f, 0.f}};
constexpr std::array<Key, 5> turnHead{Key{0.f, 0.f}, Key{0.24f, 30.f}, Key{0.6f, 24.f}, Key{1.f, 3.f}, Key{1.16f, 0.f}};
constexpr std::array<Key, 4> turnChest{Key{0.f, 0.f}, Key{0.3f, 12.f}, Key{0.7f, 8.f}, Key{1.12f, 0.f}};
constexpr std::array<Key, 4> turnArms{Key{0.f, 0.f}, Key{0.36f, 1.f}, Key{0.8f, 0.5f}, Key{1.18f, 0.f}};
constexpr std::array<Key, 5> turnHang{Key{0.f, 0.f}, Key{0.36f, -1.f}, Key{0.7f, -0.7f}, Key{1.04f, 0.5f}, Key{1.2f, 0.f}};
constexpr std::array<Key, 9> turnLeftPitch{Key{0.04f, 0.f}, Key{0.12f, -16.f}, Key{0.2f, -22.f},  Key{0.36f, 3.f}, Key{0.42f, 0.f},
                                           Key{0.72f, 0.f}, Key{0.8f, -14.f},  Key{0.88f, -18.f}, Key{1.06f, 0.f}};
constexpr std::array<Key, 5> turnRightPitch{Key{0.34f, 0.f}, Key{0.44f, -20.f}, Key{0.54f, -26.f}, Key{0.72f, 3.f}, Key{0.78f, 0.f}};

Pose turningLeft(const Rig& rig, Pose pose, float seconds)
{
    pose.hipsOffset.x += curveAt(turnSway, seconds);
    pose.hipsOffset.y += curveAt(turnDip, seconds);
    const float head = curveAt(turnHead, seconds);
    const float chest = curveAt(turnChest, seconds);
    const float arms = curveAt(turnArms, seconds);
    const float hang = curveAt(turnHang, seconds);
    pose.turn(Joint::Hips) *= degreesTurn(1.5f * arms, 0.f, 60.f * curveAt(turnSway, seconds));
    pose.turn(Joint::Spine) *= degreesTurn(0.f, 0.4f * chest, -40.f * curveAt(turnSway, seconds));
    pose.turn(Joint::Chest) *= degreesTurn(0.f, 0.6f * chest, 0.f);
    pose.turn(Joint::Neck) *= degreesTurn(0.f, 0.4f * head, 0.f);
    pose.turn(Joint::Head) *= degreesTurn(3.f * arms, 0.6f * head, 0.1f * head);
    moveFreeArm(pose, Side::Left, -16.f * arms, 5.f * arms, 8.f * arms);
    moveFreeArm(pose, Side::Right, 20.f * arms, 3.f * arms, 16.f * arms);
    pose.turn(Joint::Antenna) *= degreesTurn(0.f, 0.f, 8.f * hang);
    pose.turn(Joint::Scarf) *= degreesTurn(0.f, 0.f, 7.f * hang);
    pose.turn(Joint::Scarf2) *= degreesTurn(0.f, 0.f, 9.f * hang);

    const Travel travel{{}, curveAt(turnYaw, seconds)};
    const Travel half{{}, 60.f};
    const Travel whole{{}, turnDegrees};
    const std::array<Step, 2> left{Step{0.12f, 0.42f, standingPlant(rig, Side::Left, half)},
                                   Step{0.8f, 1.06f, standingPlant(rig, Side::Left, whole)}};
    const std::array<Step, 1> right{Step{0.44f, 0.78f, standingPlant(rig, Side::Right, whole), 0.06f}};
    standOn(rig, pose, Side::Left, seenFrom(travel, footAt(rig, standingPlant(rig, Side::Left), left, turnLeftPitch, seconds)));
    standOn(rig, pose, Side::Right, seenFrom(travel, footAt(rig, standingPlant(rig, Side::Right), right, turnRightPitch, seconds)));
    return pose;
}

// The jump, with times in seconds. Between take-off and landing the body is in free fall.
constexpr float takeOff = 0.5f;
constexpr float landing = 0.86f;
constexpr float flight = landing - takeOff;
constexpr float crouched = 0.3f;
constexpr float absorbed = 1.04f;
constexpr float crouch = -0.17f;      // metres that the hips go down
constexpr float takeOffRise = 0.03f;  // metres that they have risen as the toes leave the ground
constexpr float landingRise = -0.035f;
constexpr float takeOffSpeed = (landingRise - takeOffRise) / flight + 0.5f * 9.81f * flight;  // upwards, metres per second
constexpr float landingSpeed = takeOffSpeed - 9.81f * flight;
constexpr float takeOffReach = 0.16f;
constexpr float landingReach = 0.56f;
constexpr float flightSpeed = (landingReach - takeOffReach) / flight;

constexpr std::array<Key, 8> jumpPitch{Key{0.36f, 0.f},  Key{takeOff, -48.f}, Key{0.58f, -62.f}, Key{0.74f, -16.f},
                                       Key{0.8f, -15.f}, Key{landing, -14.f}, Key{0.94f, 0.f},   Key{1.f, 0.f}};
constexpr std::array<Key, 6> jumpLean{Key{0.02f, 0.f}, Key{0.3f, 24.f}, Key{0.5f, 6.f}, Key{0.7f, 8.f}, Key{1.f, 22.f}, Key{1.36f, 0.f}};
constexpr std::array<Key, 7> jumpArms{Key{0.f, 0.f},   Key{0.26f, -46.f}, Key{0.58f, 98.f}, Key{0.7f, 84.f},
                                      Key{0.92f, 8.f}, Key{1.06f, -16.f}, Key{1.36f, 0.f}};
constexpr std::array<Key, 5> jumpBend{Key{0.f, 0.f}, Key{0.3f, 12.f}, Key{0.56f, 22.f}, Key{0.95f, 26.f}, Key{1.38f, 0.f}};
constexpr std::array<Key, 4> jumpSpread{Key{0.4f, 0.f}, Key{0.68f, 18.f}, Key{0.94f, 14.f}, Key{1.34f, 0.f}};
constexpr std::array<Key, 7> jumpHang{Key{0.05f, 0.f}, Key{0.26f, -0.5f}, Key{0.46f, 0.9f}, Key{0.66f, -0.6f},
                                      Key{0.9f, -1.f}, Key{1.08f, 0.8f},  Key{1.38f, 0.f}};

float jumpHeight(float seconds)
{
    if (seconds < crouched) {
        return curveAt(std::array{Key{0.f, 0.f}, Key{crouched, crouch}}, seconds);
    }
    if (seconds < takeOff) {
        const float length = takeOff - crouched;
        return hermite(crouch, 0.f, takeOffRise, length * takeOffSpeed, (seconds - crouched) / length);
    }
    if (seconds < landing) {
        return hermite(takeOffRise, flight * takeOffSpeed, landingRise, flight * landingSpeed, (seconds - takeOff) / flight);
    }
    if (seconds < absorbed) {
        const float length = absorbed - landing;
        return hermite(landingRise, length * landingSpeed, crouch, 0.f, (seconds - landing) / length);
    }
    return curveAt(std::array{Key{absorbed, crouch}, Key{1.36f, 0.f}}, seconds);
}

float jumpForward(float seconds)
{
    constexpr float begin = 0.2f;
    constexpr float end = 1.2f;
    if (seconds < begin) {
        return 0.f;
    }
    if (seconds < takeOff) {
        return hermite(0.f, 0.f, takeOffReach, (takeOff - begin) * flightSpeed, (seconds - begin) / (takeOff - begin));
    }
    if (seconds < landing) {
        return takeOffReach + flightSpeed * (seconds - takeOff);
    }
    return seconds < end ? hermite(landingReach, (end - landing) * flightSpeed, jumpLength, 0.f, (seconds - landing) / (end - landing))
                         : jumpLength;
}

void moveJumpingTrunk(Pose& pose, float seconds)
{
    const float lean = curveAt(jumpLean, seconds);
    const float hang = curveAt(jumpHang, seconds);
    pose.turn(Joint::Hips) *= degreesTurn(lean, 0.f, 0.f);
    pose.turn(Joint::Spine) *= degreesTurn(0.5f * lean, 0.f, 0.f);
    pose.turn(Joint::Chest) *= degreesTurn(0.3f * lean, 0.f, 0.f);
    pose.turn(Joint::Neck) *= degreesTurn(-0.5f * lean, 0.f, 0.f);
    pose.turn(Joint::Head) *= degreesTurn(-0.7f * lean, 0.f, 0.f);
    pose.turn(Joint::Antenna) *= degreesTurn(-14.f * hang, 0.f, 3.f * hang);
    pose.turn(Joint::Scarf) *= degreesTurn(14.f * hang - 0.3f * lean, 0.f, 0.f);
    pose.turn(Joint::Scarf2) *= degreesTurn(18.f * hang - 0.2f * lean, 0.f, 0.f);
}

}  // namespace

Pose turnLeftPose(const Rig& rig, float phase)
{
    return turningLeft(rig, idlePose(rig, 0.f), turnSeconds * phase);
}

// Idle's first pose is not quite symmetric, and both turns begin and end in it, so it is mirrored twice.
Pose turnRightPose(const Rig& rig, float phase)
{
    return mirrored(turningLeft(rig, mirrored(idlePose(rig, 0.f)), turnSeconds * phase));
}

Pose jumpPose(const Rig& rig, float phase)
{
    const float seconds = jumpSeconds * phase;
    Pose pose = idlePose(rig, 0.f);
    pose.hipsOffset.y += jumpHeight(seconds);
    moveJumpingTrunk(pose, seconds);
    const Travel travel = jumpTravel(phase);
    for (const Side side : {Side::Left, Side::Right}) {
        moveFreeArm(pose, side, curveAt(jumpArms, seconds), curveAt(jumpSpread, seconds), curveAt(jumpBend, seconds));
        const Travel there{{0.f, 0.f, jumpLength}, 0.f};
        const std::array<Step, 1> step{Step{takeOff, landing, standingPlant(rig, side, there), 0.2f, true}};
        standOn(rig, pose, side, seenFrom(travel, footAt(rig, standingPlant(rig, side), step, jumpPitch, seconds)));
    }
    return pose;
}

Travel turnLeftTravel(float phase)
{
    return {{}, curveAt(turnYaw, turnSeconds * phase)};
}

Travel turnRightTravel(float phase)
{
    return {{}, -curveAt(turnYaw, turnSeconds * phase)};
}

Travel jumpTravel(float phase)
{
    return {{0.f, 0.f, jumpForward(jumpSeconds * phase)}, 0.f};
}

}  // namespace character
