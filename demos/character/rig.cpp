#include "rig.hpp"

#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/trigonometric.hpp>

namespace character {
namespace {

constexpr float armOut = 40.f;  // degrees between the bind pose's arms and the vertical

struct SideNames {
    std::string_view clavicle, upperArm, forearm, hand, fingers, thumb, thigh, shin, foot, toes;
};
constexpr SideNames leftNames{"clavicleLeft", "upperArmLeft", "forearmLeft", "handLeft", "fingersLeft",
                              "thumbLeft",    "thighLeft",    "shinLeft",    "footLeft", "toesLeft"};
constexpr SideNames rightNames{"clavicleRight", "upperArmRight", "forearmRight", "handRight", "fingersRight",
                               "thumbRight",    "thighRight",    "shinRight",    "footRight", "toesRight"};

JointRest& at(Rig& rig, Joint joint)
{
    return rig[indexOf(joint)];
}

void addCentre(Rig& rig)
{
    at(rig, Joint::Root) = {"root", Joint::Root, {0.f, 0.f, 0.f}, {0.f, 0.2f, 0.f}};
    at(rig, Joint::Hips) = {"hips", Joint::Root, {0.f, 0.86f, 0.f}, {0.f, 0.96f, 0.f}};
    at(rig, Joint::Spine) = {"spine", Joint::Hips, {0.f, 0.96f, 0.f}, {0.f, 1.09f, 0.f}};
    at(rig, Joint::Chest) = {"chest", Joint::Spine, {0.f, 1.09f, 0.f}, {0.f, 1.29f, 0.f}};
    at(rig, Joint::Neck) = {"neck", Joint::Chest, {0.f, 1.29f, 0.f}, {0.f, 1.37f, 0.01f}};
    at(rig, Joint::Head) = {"head", Joint::Neck, {0.f, 1.37f, 0.01f}, {0.f, 1.72f, 0.01f}};
}

struct ChainNames {
    Joint parent;
    Joint first;
    std::array<std::string_view, 3> names;
};

// Adds a chain of joints; each ends where the next begins.
void addChain(Rig& rig, const ChainNames& chain, const std::array<glm::vec3, 4>& points)
{
    for (std::size_t i = 0; i < chain.names.size(); ++i) {
        const std::size_t joint = indexOf(chain.first) + i;
        rig[joint] = {chain.names[i], i == 0 ? chain.parent : static_cast<Joint>(joint - 1), points[i], points[i + 1]};
    }
}

void addSwinging(Rig& rig)
{
    const glm::vec3 antennaRoot{0.21f, 1.58f, -0.005f};
    const glm::vec3 antennaTip{0.25f, 1.81f, -0.045f};
    addChain(rig, {Joint::Head, Joint::Antenna, {"antenna", "antenna2", "antenna3"}},
             {antennaRoot, glm::mix(antennaRoot, antennaTip, 1.f / 3.f), glm::mix(antennaRoot, antennaTip, 2.f / 3.f), antennaTip});
    addChain(rig, {Joint::Chest, Joint::Scarf, {"scarf", "scarf2", "scarf3"}},
             {glm::vec3(0.05f, 1.285f, 0.128f), {0.062f, 1.185f, 0.158f}, {0.069f, 1.085f, 0.16f}, {0.074f, 0.99f, 0.159f}});
    addChain(rig, {Joint::Chest, Joint::Strap, {"strap", "strap2", "strap3"}},
             {glm::vec3(-0.105f, 1.035f, -0.25f), {-0.106f, 0.95f, -0.257f}, {-0.108f, 0.85f, -0.258f}, {-0.11f, 0.75f, -0.258f}});
}

void addLeft(Rig& rig)
{
    const SideNames& name = leftNames;
    const glm::vec3 along = leftArmDirection();
    const glm::vec3 shoulder{0.175f, 1.245f, 0.f};
    const glm::vec3 elbow = shoulder + 0.235f * along;
    const glm::vec3 wrist = elbow + 0.215f * along;
    const glm::vec3 knuckles = wrist + 0.085f * along;
    const glm::vec3 thumb = wrist + 0.025f * along + glm::vec3(0.f, 0.f, 0.03f);
    at(rig, Joint::ClavicleLeft) = {name.clavicle, Joint::Chest, {0.04f, 1.235f, 0.f}, shoulder};
    at(rig, Joint::UpperArmLeft) = {name.upperArm, Joint::ClavicleLeft, shoulder, elbow};
    at(rig, Joint::ForearmLeft) = {name.forearm, Joint::UpperArmLeft, elbow, wrist};
    at(rig, Joint::HandLeft) = {name.hand, Joint::ForearmLeft, wrist, knuckles};
    at(rig, Joint::FingersLeft) = {name.fingers, Joint::HandLeft, knuckles, knuckles + 0.085f * along};
    at(rig, Joint::ThumbLeft) = {name.thumb, Joint::HandLeft, thumb, thumb + 0.05f * along + glm::vec3(0.f, 0.f, 0.045f)};

    const glm::vec3 hip{0.095f, 0.81f, 0.f};
    const glm::vec3 knee{0.095f, 0.45f, 0.f};
    const glm::vec3 ankle{0.095f, 0.095f, 0.f};
    const glm::vec3 ball{0.095f, 0.03f, 0.115f};
    at(rig, Joint::ThighLeft) = {name.thigh, Joint::Hips, hip, knee};
    at(rig, Joint::ShinLeft) = {name.shin, Joint::ThighLeft, knee, ankle};
    at(rig, Joint::FootLeft) = {name.foot, Joint::ShinLeft, ankle, ball};
    at(rig, Joint::ToesLeft) = {name.toes, Joint::FootLeft, ball, {0.095f, 0.03f, 0.2f}};
}

void orient(Rig& rig)
{
    for (JointRest& joint : rig) {
        const glm::vec3 direction = glm::normalize(joint.tail - joint.head);
        const bool pointsForward = std::abs(direction.z) > 0.7f;
        joint.orientation = orientationAlong(direction, pointsForward ? glm::vec3(0.f, 1.f, 0.f) : glm::vec3(0.f, 0.f, 1.f));
    }
}

void mirrorLeftToRight(Rig& rig)
{
    const std::array<std::string_view, jointsPerSide> names{rightNames.clavicle, rightNames.upperArm, rightNames.forearm, rightNames.hand,
                                                            rightNames.fingers,  rightNames.thumb,    rightNames.thigh,   rightNames.shin,
                                                            rightNames.foot,     rightNames.toes};
    for (std::size_t i = 0; i < jointsPerSide; ++i) {
        const JointRest& left = rig[centreJointCount + i];
        rig[centreJointCount + jointsPerSide + i] = {names[i], mirrored(left.parent), mirrored(left.head), mirrored(left.tail),
                                                     mirrored(left.orientation)};
    }
}

}  // namespace

Rig makeRig()
{
    Rig rig;
    addCentre(rig);
    addSwinging(rig);
    addLeft(rig);
    orient(rig);
    mirrorLeftToRight(rig);
    return rig;
}

glm::quat orientationAlong(const glm::vec3& direction, const glm::vec3& forward)
{
    const glm::vec3 y = glm::normalize(direction);
    const glm::vec3 x = glm::normalize(glm::cross(y, forward));
    return glm::normalize(glm::quat_cast(glm::mat3(x, y, glm::cross(x, y))));
}

glm::vec3 leftArmDirection()
{
    return {std::sin(glm::radians(armOut)), -std::cos(glm::radians(armOut)), 0.f};
}

glm::vec3 leftPalmDirection()
{
    return {-std::cos(glm::radians(armOut)), -std::sin(glm::radians(armOut)), 0.f};
}

}  // namespace character
