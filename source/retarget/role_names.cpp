#include "retarget/vocabulary.hpp"

#include <algorithm>

#include "base/words.hpp"

namespace armature {

namespace {

constexpr std::array<std::string_view, humanoidRoleCount> names{"hips",
                                                                "spine",
                                                                "chest",
                                                                "upperChest",
                                                                "neck",
                                                                "head",
                                                                "leftShoulder",
                                                                "leftUpperArm",
                                                                "leftLowerArm",
                                                                "leftHand",
                                                                "leftUpperLeg",
                                                                "leftLowerLeg",
                                                                "leftFoot",
                                                                "leftToes",
                                                                "rightShoulder",
                                                                "rightUpperArm",
                                                                "rightLowerArm",
                                                                "rightHand",
                                                                "rightUpperLeg",
                                                                "rightLowerLeg",
                                                                "rightFoot",
                                                                "rightToes",
                                                                "leftEye",
                                                                "rightEye",
                                                                "jaw",
                                                                "leftThumbMetacarpal",
                                                                "leftThumbProximal",
                                                                "leftThumbDistal",
                                                                "leftIndexProximal",
                                                                "leftIndexIntermediate",
                                                                "leftIndexDistal",
                                                                "leftMiddleProximal",
                                                                "leftMiddleIntermediate",
                                                                "leftMiddleDistal",
                                                                "leftRingProximal",
                                                                "leftRingIntermediate",
                                                                "leftRingDistal",
                                                                "leftLittleProximal",
                                                                "leftLittleIntermediate",
                                                                "leftLittleDistal",
                                                                "rightThumbMetacarpal",
                                                                "rightThumbProximal",
                                                                "rightThumbDistal",
                                                                "rightIndexProximal",
                                                                "rightIndexIntermediate",
                                                                "rightIndexDistal",
                                                                "rightMiddleProximal",
                                                                "rightMiddleIntermediate",
                                                                "rightMiddleDistal",
                                                                "rightRingProximal",
                                                                "rightRingIntermediate",
                                                                "rightRingDistal",
                                                                "rightLittleProximal",
                                                                "rightLittleIntermediate",
                                                                "rightLittleDistal"};

constexpr int stepsOfLimb = 4;
constexpr int bonesOfFinger = 3;

HumanoidRole plus(HumanoidRole role, int steps) noexcept
{
    return static_cast<HumanoidRole>(static_cast<int>(role) + steps);
}

}  // namespace

std::optional<HumanoidRole> humanoidRoleNamed(std::string_view name) noexcept
{
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<HumanoidRole>(found - names.begin()));
}

bool isRequired(HumanoidRole role) noexcept
{
    switch (role) {
    case HumanoidRole::Chest:
    case HumanoidRole::UpperChest:
    case HumanoidRole::Neck:
    case HumanoidRole::LeftShoulder:
    case HumanoidRole::RightShoulder:
    case HumanoidRole::LeftToes:
    case HumanoidRole::RightToes: return false;
    default: return role <= HumanoidRole::RightToes;
    }
}

namespace humanoid {

std::string_view roleName(HumanoidRole role) noexcept
{
    return nameAt(role, names);
}

std::optional<HumanoidRole> roleAbove(HumanoidRole role) noexcept
{
    if (role == HumanoidRole::Hips) {
        return std::nullopt;
    }
    if (role <= HumanoidRole::Head) {
        return plus(role, -1);
    }
    if (role <= HumanoidRole::RightToes) {
        const int step = (static_cast<int>(role) - static_cast<int>(HumanoidRole::LeftShoulder)) % (2 * stepsOfLimb);
        return step == 0 ? HumanoidRole::UpperChest : step == stepsOfLimb ? HumanoidRole::Hips : plus(role, -1);
    }
    if (role <= HumanoidRole::Jaw) {
        return HumanoidRole::Head;
    }
    if ((static_cast<int>(role) - static_cast<int>(HumanoidRole::LeftThumbMetacarpal)) % bonesOfFinger != 0) {
        return plus(role, -1);
    }
    return role < HumanoidRole::RightThumbMetacarpal ? HumanoidRole::LeftHand : HumanoidRole::RightHand;
}

}  // namespace humanoid

}  // namespace armature
