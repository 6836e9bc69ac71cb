#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/retarget/humanoid_map.hpp>
#include <armature/text.hpp>

using namespace armature;

// Rigs whose helpers are called after the bones that they serve. The roles are those that the makers of these schemes give them.

namespace {

/// A rig by names, and which bones have roles.
struct Scheme {
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

/// The bones of dance models; letters of either width.
Scheme dancer(bool isWide)
{
    using enum HumanoidRole;
    Scheme scheme;
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

/// The bones of an avatar of a virtual world, whose spine has folds; with or without its collision volumes.
Scheme avatar(bool hasVolumes)
{
    using enum HumanoidRole;
    Scheme scheme;
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

void checkRoles(const Scheme& scheme)
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

BOOST_AUTO_TEST_SUITE_END()
