#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/retarget/humanoid_map.hpp>
#include <armature/text.hpp>

using namespace armature;

// Rigs whose helper bones are named after the bones that they serve. The expected roles are those that the makers of these naming schemes
// intend.

namespace {

/// A rig built by names, and the bones that have roles.
struct RigWithRoles {
    HumanoidRig rig = {};
    std::map<std::string, std::size_t> bones = {};
    std::map<HumanoidRole, std::string> roles = {};

    void add(const std::string& name, const std::string& parent, std::optional<HumanoidRole> role = {})
    {
        bones.emplace(name, rig.bones.size());
        rig.bones.push_back({.name = name, .parent = parent.empty() ? std::nullopt : std::optional(bones.at(parent))});
        if (role) {
            roles.emplace(*role, name);
        }
    }
};

HumanoidRole ofSide(HumanoidRole left, bool isRight)
{
    const auto apart = static_cast<std::size_t>(HumanoidRole::RightUpperArm) - static_cast<std::size_t>(HumanoidRole::LeftUpperArm);
    const auto fingersApart =
        static_cast<std::size_t>(HumanoidRole::RightThumbMetacarpal) - static_cast<std::size_t>(HumanoidRole::LeftThumbMetacarpal);
    const std::size_t steps = left >= HumanoidRole::LeftThumbMetacarpal ? fingersApart : apart;
    return static_cast<HumanoidRole>(static_cast<std::size_t>(left) + (isRight ? steps : 0));
}

/// The bones of dance models, with full-width or ASCII letters.
RigWithRoles dancer(bool isWide)
{
    using enum HumanoidRole;
    RigWithRoles scheme;
    const auto mark = [&](std::string_view letter) {
        return std::string(!isWide          ? letter
                           : letter == "P"  ? "Ｐ"
                           : letter == "C"  ? "Ｃ"
                           : letter == "D"  ? "Ｄ"
                           : letter == "EX" ? "ＥＸ"
                                            : "ＩＫ");
    };
    scheme.add("全ての親", "");
    scheme.add("センター", "全ての親");
    scheme.add("グルーブ", "センター");
    scheme.add("腰", "グルーブ", Hips);
    scheme.add("上半身", "腰", Spine);
    scheme.add("下半身", "腰");
    scheme.add("上半身2", "上半身", Chest);
    scheme.add("首", "上半身2", Neck);
    scheme.add("頭", "首", Head);
    scheme.add("両目", "頭");
    for (const bool isRight : {false, true}) {
        const std::string side = isRight ? "右" : "左";
        const auto role = [&](HumanoidRole left) { return std::optional(ofSide(left, isRight)); };
        scheme.add(side + "目", "頭", isRight ? RightEye : LeftEye);
        scheme.add(side + "肩" + mark("P"), "上半身2");
        scheme.add(side + "肩", side + "肩" + mark("P"), role(LeftShoulder));
        scheme.add(side + "肩" + mark("C"), side + "肩");
        scheme.add(side + "腕", side + "肩" + mark("C"), role(LeftUpperArm));
        scheme.add(side + "腕捩", side + "腕");
        scheme.add(side + "腕捩1", side + "腕");
        scheme.add(side + "ひじ", side + "腕捩", role(LeftLowerArm));
        scheme.add(side + "手捩", side + "ひじ");
        scheme.add(side + "手首", side + "手捩", role(LeftHand));
        scheme.add(side + "手先", side + "手首");
        scheme.add(side + "ダミー", side + "手首");
        HumanoidRole finger = LeftThumbMetacarpal;
        for (const auto& [name, joints] : std::vector<std::pair<std::string, std::vector<std::string>>>{
                 {"親指", {"０", "１", "２"}}, {"人指", {"１", "２", "３"}}, {"中指", {"１", "２", "３"}}}) {
            std::string above = side + "手首";
            for (const std::string& joint : joints) {
                scheme.add(side + name + joint, above, role(finger));
                above = side + name + joint;
                finger = static_cast<HumanoidRole>(static_cast<std::size_t>(finger) + 1);
            }
            scheme.add(side + name + "先", above);
        }
        scheme.add("腰キャンセル" + side, "下半身");
        scheme.add(side + "足", "腰キャンセル" + side, role(LeftUpperLeg));
        scheme.add(side + "ひざ", side + "足", role(LeftLowerLeg));
        scheme.add(side + "足首", side + "ひざ", role(LeftFoot));
        scheme.add(side + "つま先", side + "足首", role(LeftToes));
        scheme.add(side + "足" + mark("D"), "腰キャンセル" + side);
        scheme.add(side + "ひざ" + mark("D"), side + "足" + mark("D"));
        scheme.add(side + "足首" + mark("D"), side + "ひざ" + mark("D"));
        scheme.add(side + "足先" + mark("EX"), side + "足首" + mark("D"));
        scheme.add(side + "足" + mark("IK") + "親", "全ての親");
        scheme.add(side + "足" + mark("IK"), side + "足" + mark("IK") + "親");
        scheme.add(side + "つま先" + mark("IK"), side + "足" + mark("IK"));
    }
    return scheme;
}

/// The bones of an avatar of a virtual world with a folded spine, with or without its collision volumes.
RigWithRoles avatar(bool hasVolumes)
{
    using enum HumanoidRole;
    RigWithRoles scheme;
    scheme.add("mPelvis", "", Hips);
    scheme.add("mSpine1", "mPelvis");
    scheme.add("mSpine2", "mSpine1");
    scheme.add("mTorso", "mSpine2", Spine);
    scheme.add("mSpine3", "mTorso");
    scheme.add("mSpine4", "mSpine3");
    scheme.add("mChest", "mSpine4", Chest);
    scheme.add("mNeck", "mChest", Neck);
    scheme.add("mHead", "mNeck", Head);
    scheme.add("mSkull", "mHead");
    const auto addVolume = [&](const std::string& name, const std::string& parent) {
        if (hasVolumes) {
            scheme.add(name, parent);
        }
    };
    for (const auto& [name, parent] : std::vector<std::pair<std::string, std::string>>{{"PELVIS", "mPelvis"},
                                                                                       {"BUTT", "mPelvis"},
                                                                                       {"BELLY", "mTorso"},
                                                                                       {"LOWER_BACK", "mTorso"},
                                                                                       {"CHEST", "mChest"},
                                                                                       {"UPPER_BACK", "mChest"},
                                                                                       {"NECK", "mNeck"},
                                                                                       {"HEAD", "mHead"}}) {
        addVolume(name, parent);
    }
    for (const bool isRight : {false, true}) {
        const std::string side = isRight ? "Right" : "Left";
        const std::string letter = isRight ? "R" : "L";
        const auto role = [&](HumanoidRole left) { return std::optional(ofSide(left, isRight)); };
        scheme.add("mEye" + side, "mHead", isRight ? RightEye : LeftEye);
        scheme.add("mCollar" + side, "mChest", role(LeftShoulder));
        scheme.add("mShoulder" + side, "mCollar" + side, role(LeftUpperArm));
        scheme.add("mElbow" + side, "mShoulder" + side, role(LeftLowerArm));
        scheme.add("mWrist" + side, "mElbow" + side, role(LeftHand));
        scheme.add("mHip" + side, "mPelvis", role(LeftUpperLeg));
        scheme.add("mKnee" + side, "mHip" + side, role(LeftLowerLeg));
        scheme.add("mAnkle" + side, "mKnee" + side, role(LeftFoot));
        scheme.add("mFoot" + side, "mAnkle" + side);
        scheme.add("mToe" + side, "mFoot" + side, role(LeftToes));
        for (const auto& [name, parent] : std::vector<std::pair<std::string, std::string>>{{"_CLAVICLE", "mCollar"},
                                                                                           {"_UPPER_ARM", "mShoulder"},
                                                                                           {"_LOWER_ARM", "mElbow"},
                                                                                           {"_HAND", "mWrist"},
                                                                                           {"_UPPER_LEG", "mHip"},
                                                                                           {"_LOWER_LEG", "mKnee"},
                                                                                           {"_FOOT", "mAnkle"}}) {
            addVolume(letter + name, parent + side);
        }
    }
    return scheme;
}

RigWithRoles englishDancer(const std::string& mark)
{
    using enum HumanoidRole;
    RigWithRoles scheme;
    scheme.add("ParentNode", "");
    scheme.add("Center", "ParentNode");
    scheme.add("Waist", "Center", Hips);
    scheme.add("LowerBody", "Waist");
    scheme.add("UpperBody", "Waist", Spine);
    scheme.add("UpperBody2", "UpperBody", Chest);
    scheme.add("Neck", "UpperBody2", Neck);
    scheme.add("Head", "Neck", Head);
    for (const bool isRight : {false, true}) {
        const std::string side = mark + (isRight ? "R" : "L");
        const auto role = [&](HumanoidRole left) { return std::optional(ofSide(left, isRight)); };
        scheme.add("Eye" + side, "Head", isRight ? RightEye : LeftEye);
        scheme.add("ShoulderP" + side, "UpperBody2");
        scheme.add("Shoulder" + side, "ShoulderP" + side, role(LeftShoulder));
        scheme.add("ShoulderC" + side, "Shoulder" + side);
        scheme.add("Arm" + side, "ShoulderC" + side, role(LeftUpperArm));
        scheme.add("ArmTwist" + side, "Arm" + side);
        scheme.add("ArmTwist1" + side, "Arm" + side);
        scheme.add("Elbow" + side, "ArmTwist" + side, role(LeftLowerArm));
        scheme.add("HandTwist" + side, "Elbow" + side);
        scheme.add("Wrist" + side, "HandTwist" + side, role(LeftHand));
        scheme.add("WaistCancel" + side, "LowerBody");
        scheme.add("Leg" + side, "WaistCancel" + side, role(LeftUpperLeg));
        scheme.add("Knee" + side, "Leg" + side, role(LeftLowerLeg));
        scheme.add("Ankle" + side, "Knee" + side, role(LeftFoot));
        scheme.add("ToeTip" + side, "Ankle" + side);
        scheme.add("LegD" + side, "WaistCancel" + side);
        scheme.add("KneeD" + side, "LegD" + side);
        scheme.add("AnkleD" + side, "KneeD" + side);
        scheme.add("LegTipEX" + side, "AnkleD" + side);
        scheme.add("LegIK" + side, "ParentNode");
    }
    return scheme;
}

/// The joints of a statistical body model, or of a character with as few joints; limbs end in end sites.
RigWithRoles fewJoints(bool isStatistical)
{
    using enum HumanoidRole;
    RigWithRoles scheme;
    const auto end = [](const std::string& above) { return above + ":end"; };
    scheme.add("Pelvis", "", Hips);
    scheme.add("Spine1", "Pelvis", Spine);
    scheme.add("Spine2", "Spine1", Chest);
    scheme.add("Neck", "Spine2", Neck);
    scheme.add(end("Neck"), "Neck", Head);
    for (const bool isRight : {false, true}) {
        const std::string side = isStatistical ? (isRight ? "R_" : "L_") : isRight ? "Right" : "Left";
        const auto role = [&](HumanoidRole left) { return std::optional(ofSide(left, isRight)); };
        scheme.add(side + (isStatistical ? "Collar" : "Shoulder"), "Spine2", role(LeftShoulder));
        scheme.add(side + (isStatistical ? "Shoulder" : "Arm"), side + (isStatistical ? "Collar" : "Shoulder"), role(LeftUpperArm));
        scheme.add(side + (isStatistical ? "Elbow" : "ForeArm"), side + (isStatistical ? "Shoulder" : "Arm"), role(LeftLowerArm));
        scheme.add(end(side + (isStatistical ? "Elbow" : "ForeArm")), side + (isStatistical ? "Elbow" : "ForeArm"), role(LeftHand));
        scheme.add(side + (isStatistical ? "Hip" : "UpLeg"), "Pelvis", role(LeftUpperLeg));
        scheme.add(side + (isStatistical ? "Knee" : "Leg"), side + (isStatistical ? "Hip" : "UpLeg"), role(LeftLowerLeg));
        scheme.add(end(side + (isStatistical ? "Knee" : "Leg")), side + (isStatistical ? "Knee" : "Leg"), role(LeftFoot));
    }
    return scheme;
}

RigWithRoles tensOfFingers(bool hasCopies)
{
    using enum HumanoidRole;
    RigWithRoles scheme;
    scheme.add("Pelvis", "", Hips);
    scheme.add("Spine", "Pelvis", Spine);
    scheme.add("Neck", "Spine", Neck);
    scheme.add("Head", "Neck", Head);
    for (const bool isRight : {false, true}) {
        const std::string side = isRight ? "R_" : "L_";
        const auto role = [&](HumanoidRole left) { return std::optional(ofSide(left, isRight)); };
        scheme.add(side + "Clavicle", "Spine", role(LeftShoulder));
        scheme.add(side + "UpperArm", side + "Clavicle", role(LeftUpperArm));
        scheme.add(side + "Forearm", side + "UpperArm", role(LeftLowerArm));
        scheme.add(side + "Hand", side + "Forearm", role(LeftHand));
        HumanoidRole finger = LeftThumbMetacarpal;
        for (const char tens : {'0', '1', '2', '3', '4'}) {
            std::string above = side + "Hand";
            for (const char ones : {'0', '1', '2'}) {
                const std::string name = side + "Finger" + tens + ones;
                scheme.add(name, above, role(finger));
                above = name;
                if (hasCopies) {
                    above = "Copy " + name;
                    scheme.add(above, name);
                }
                finger = static_cast<HumanoidRole>(static_cast<std::size_t>(finger) + 1);
            }
        }
        scheme.add(side + "Thigh", "Pelvis", role(LeftUpperLeg));
        scheme.add(side + "Calf", side + "Thigh", role(LeftLowerLeg));
        scheme.add(side + "Foot", side + "Calf", role(LeftFoot));
    }
    return scheme;
}

void checkRoles(const RigWithRoles& scheme)
{
    const HumanoidMap map = HumanoidMap::create(scheme.rig);
    BOOST_TEST(!map.isRefused(), map.getRefusal());
    for (std::size_t number = 0; number < humanoidRoleCount; ++number) {
        const auto role = static_cast<HumanoidRole>(number);
        const HumanoidMatch* const match = map.find(role);
        const auto expected = scheme.roles.find(role);
        BOOST_TEST((match != nullptr ? match->name : "none") == (expected != scheme.roles.end() ? expected->second : "none"),
                   toString(role));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(helper_bones)

BOOST_AUTO_TEST_CASE(letters_behind_a_japanese_name_are_helpers_of_that_bone)
{
    checkRoles(dancer(false));
    checkRoles(dancer(true));
}

BOOST_AUTO_TEST_CASE(folds_of_a_spine_and_collision_volumes_have_no_role)
{
    checkRoles(avatar(false));
    checkRoles(avatar(true));
}

// The same models with the English names that programs write. "LegTipEX" and "ToeTip" are at the end of the feet, but they need not be
// toes.
BOOST_AUTO_TEST_CASE(letters_behind_an_english_name_are_helpers_of_that_bone)
{
    for (const std::string mark : {"_", "."}) {
        checkRoles(englishDancer(mark));
    }
}

BOOST_AUTO_TEST_CASE(letters_that_count_are_no_helpers)
{
    using enum HumanoidRole;
    RigWithRoles scheme;
    scheme.add("Hips", "", Hips);
    scheme.add("Spine", "Hips", Spine);
    scheme.add("Neck", "Spine", Neck);
    scheme.add("Head", "Neck", Head);
    for (const bool isRight : {false, true}) {
        const std::string side = isRight ? "_R" : "_L";
        const auto role = [&](HumanoidRole left) { return std::optional(ofSide(left, isRight)); };
        scheme.add("Shoulder" + side, "Spine", role(LeftShoulder));
        scheme.add("ShoulderB" + side, "Shoulder" + side);
        scheme.add("ShoulderC" + side, "Shoulder" + side, role(LeftUpperArm));
        scheme.add("Elbow" + side, "ShoulderC" + side, role(LeftLowerArm));
        scheme.add("Hand" + side, "Elbow" + side, role(LeftHand));
        scheme.add("Thigh" + side, "Hips", role(LeftUpperLeg));
        scheme.add("Shin" + side, "Thigh" + side, role(LeftLowerLeg));
        scheme.add("Foot" + side, "Shin" + side, role(LeftFoot));
    }
    checkRoles(scheme);
}

// The tens digit counts fingers, the ones digit their joints; with or without copies of bones between them.
BOOST_AUTO_TEST_CASE(fingers_counted_by_tens_are_fingers)
{
    checkRoles(tensOfFingers(false));
    checkRoles(tensOfFingers(true));
}

// Few joints, as in data sets for machine learning. No bone is named as head, hand or foot; the joints at the ends of limbs have these
// roles.
BOOST_AUTO_TEST_CASE(ends_stand_in_for_heads_hands_and_feet_that_no_bone_is_named_as)
{
    checkRoles(fewJoints(true));
    checkRoles(fewJoints(false));
    const HumanoidMap map = HumanoidMap::create(fewJoints(true).rig);
    BOOST_TEST(map.find(HumanoidRole::LeftHand)->why.starts_with("the bone above it ends here, and none is named as it"));
}

BOOST_AUTO_TEST_SUITE_END()
