#include <algorithm>

#include "named_rig.hpp"

namespace armature::test {

namespace {

/// How a scheme names the bones of one side. @ stands for the side; a leading "-" marks a bone in between that has no role; "" means that
/// there is no such bone.
struct Scheme {
    std::string name;
    std::vector<std::string> roots;  // bones above the hips
    std::string hips;
    std::vector<std::string> spine;
    std::vector<std::string> necks;
    std::string head;
    std::vector<std::string> arm;  // shoulder to hand
    std::vector<std::string> leg;
    std::string left;
    std::string right;
    std::string finger = {};  // # stands for the finger, % for the joint, counted from 1
    std::vector<std::string> fingers = {};
};

// clang-format off
const std::vector<Scheme> schemes{
    {"genesis", {"Figure"}, "hip", {"abdomenLower", "abdomenUpper", "chestLower", "chestUpper"}, {"neckLower", "neckUpper"}, "head",
     {"@Collar", "@ShldrBend", "-@ShldrTwist", "@ForearmBend", "-@ForearmTwist", "@Hand"},
     {"@ThighBend", "-@ThighTwist", "@Shin", "@Foot", "-@Metatarsals", "@Toe"}, "l", "r", "@#%", {"Thumb", "Index", "Mid", "Ring", "Pinky"}},
    {"spoken", {}, "Hip", {"Abdomen", "Chest"}, {"Neck"}, "Head", {"@ Collar", "@ Shoulder", "@ Forearm", "@ Hand"},
     {"@ Thigh", "@ Shin", "@ Foot", "@ Toe"}, "Left", "Right", "@ #%", {"Thumb", "Index", "Mid", "Ring", "Pinky"}},
    {"anatomy", {}, "root", {"lowerback", "upperback", "thorax"}, {"lowerneck", "upperneck"}, "head",
     {"@clavicle", "@humerus", "@radius", "@wrist", "-@hand"}, {"@femur", "@tibia", "@foot", "@toes"}, "l", "r"},
    {"vertebrae", {}, "Pelvis", {"L5", "L3", "T12", "T8"}, {"Neck"}, "Head", {"@Shoulder", "@UpperArm", "@ForeArm", "@Hand"},
     {"@UpperLeg", "@LowerLeg", "@Foot", "@Toe"}, "Left", "Right"},
    {"joints", {}, "pelvis", {"spine1", "spine2", "spine3"}, {"neck"}, "head", {"@_collar", "@_shoulder", "@_elbow", "@_wrist", "-@_hand"},
     {"@_hip", "@_knee", "@_ankle", "@_foot"}, "left", "right"},
    {"reference", {"Reference"}, "Hips", {"Spine", "Spine1", "Spine2", "Spine3"}, {"Neck", "Neck1"}, "Head",
     {"@Shoulder", "@Arm", "@ForeArm", "@Hand"}, {"@UpLeg", "@Leg", "@Foot", "@ToeBase"}, "Left", "Right", "@Hand#%",
     {"Thumb", "Index", "Middle", "Ring", "Pinky"}},
    {"dotted", {}, "Biped.Bip01_Pelvis", {"Biped.Bip01_Spine", "Biped.Bip01_Spine1", "Biped.Bip01_Spine2", "Biped.Bip01_Spine4"},
     {"Biped.Bip01_Neck1"}, "Biped.Bip01_Head1", {"Biped.Bip01_@_Clavicle", "Biped.Bip01_@_UpperArm", "Biped.Bip01_@_Forearm", "Biped.Bip01_@_Hand"},
     {"Biped.Bip01_@_Thigh", "Biped.Bip01_@_Calf", "Biped.Bip01_@_Foot", "Biped.Bip01_@_Toe0"}, "L", "R"},
    {"based", {"A_Base_BoneRoot"}, "A_Base_Hip", {"A_Base_Waist", "A_Base_Spine01", "A_Base_Spine02"}, {"A_Base_NeckTwist01", "A_Base_NeckTwist02"},
     "A_Base_Head", {"A_Base_@_Clavicle", "A_Base_@_Upperarm", "A_Base_@_Forearm", "A_Base_@_Hand"},
     {"A_Base_@_Thigh", "A_Base_@_Calf", "A_Base_@_Foot", "A_Base_@_ToeBase"}, "L", "R", "A_Base_@_#%", {"Thumb", "Index", "Mid", "Ring", "Pinky"}},
    {"stretching", {}, "root.x", {"spine_01.x", "spine_02.x", "spine_03.x"}, {"neck.x"}, "head.x",
     {"shoulder.@", "arm_stretch.@", "forearm_stretch.@", "hand.@"}, {"thigh_stretch.@", "leg_stretch.@", "foot.@", "toes_01.@"}, "l", "r",
     "c_#%.@", {"thumb", "index", "middle", "ring", "pinky"}},
    {"middle", {}, "Root_M", {"Spine1_M", "Spine2_M", "Chest_M"}, {"Neck_M"}, "Head_M", {"Scapula_@", "Shoulder_@", "Elbow_@", "Wrist_@"},
     {"Hip_@", "Knee_@", "Ankle_@", "Toes_@"}, "L", "R", "#Finger%_@", {"Thumb", "Index", "Middle", "Ring", "Pinky"}},
    {"capitals", {}, "PELVIS", {"SPINE_NAVEL", "SPINE_CHEST"}, {"NECK"}, "HEAD", {"CLAVICLE_@", "SHOULDER_@", "ELBOW_@", "WRIST_@", "-HAND_@"},
     {"HIP_@", "KNEE_@", "ANKLE_@", "FOOT_@"}, "LEFT", "RIGHT"},
    {"japanese", {"全ての親"}, "センター", {"上半身", "上半身2"}, {"首"}, "頭", {"@肩", "@腕", "@ひじ", "@手首"}, {"@足", "@ひざ", "@足首", "@つま先"}, "左", "右"},
    {"mocap", {}, "Hips", {"Chest", "Chest2", "Chest3"}, {"Neck"}, "Head", {"@Collar", "@Shoulder", "@Elbow", "@Wrist"},
     {"@Hip", "@Knee", "@Ankle", "@Toe"}, "Left", "Right"},
    {"short", {}, "Hips", {"Spine", "Chest"}, {"Neck"}, "Head", {"Shoulder.@", "Arm.@", "Elbow.@", "Wrist.@"}, {"Leg.@", "Knee.@", "Foot.@", "Toe.@"}, "L", "R"},
    {"joint suffix", {"root_jnt"}, "pelvis_jnt", {"spine_01_jnt", "spine_02_jnt", "spine_03_jnt"}, {"neck_01_jnt"}, "head_jnt",
     {"@_clavicle_jnt", "@_upArm_jnt", "@_loArm_jnt", "@_hand_jnt"}, {"@_upLeg_jnt", "@_loLeg_jnt", "@_foot_jnt", "@_ball_jnt"}, "lf", "rt"},
    {"german", {}, "Becken", {"Wirbelsaule1", "Wirbelsaule2", "Brust"}, {"Hals"}, "Kopf", {"Schulter_@", "Oberarm_@", "Unterarm_@", "Hand_@"},
     {"Oberschenkel_@", "Unterschenkel_@", "Fuss_@", "Zehen_@"}, "links", "rechts"},
    {"palms", {"Root"}, "Hips", {"Abdomen", "Torso"}, {"Neck"}, "Head", {"Shoulder.@", "UpperArm.@", "LowerArm.@", "Palm.@"},
     {"UpperLeg.@", "LowerLeg.@", "Foot.@", ""}, "L", "R"},
    {"no shoulders", {}, "hip", {"spine"}, {"neck"}, "head", {"", "arm_upper_@", "arm_lower_@", "hand_@"}, {"leg_upper_@", "leg_lower_@", "foot_@", ""}, "L", "R"},
    {"b", {}, "b_Hips", {"b_Spine0", "b_Spine1", "b_Spine2"}, {"b_Neck0"}, "b_Head", {"b_@_Shoulder", "b_@_Arm", "b_@_ForeArm", "b_@_Wrist"},
     {"b_@_Leg", "b_@_Shin", "b_@_Foot", "b_@_Toes"}, "Lft", "Rgt"},
};
// clang-format on

HumanoidRole plus(HumanoidRole role, std::size_t steps)
{
    return static_cast<HumanoidRole>(static_cast<std::size_t>(role) + steps);
}

class SchemeBuilder {
public:
    explicit SchemeBuilder(const Scheme& scheme) : scheme_(scheme) { named_.scheme = scheme.name; }

    NamedRig build()
    {
        std::optional<std::size_t> top;
        for (const std::string& root : scheme_.roots) {
            top = add(root, top);
        }
        const std::size_t hips = add(scheme_.hips, top, HumanoidRole::Hips);
        const std::size_t chest = addSpine(hips);
        std::size_t neck = chest;
        for (const std::string& name : scheme_.necks) {
            neck = neck == chest ? add(name, neck, HumanoidRole::Neck) : add(name, neck);
            named_.alternatives[HumanoidRole::Neck].push_back(neck);
        }
        add(scheme_.head, neck, HumanoidRole::Head);
        addSide(scheme_.left, hips, chest, 0);
        addSide(scheme_.right, hips, chest,
                static_cast<std::size_t>(HumanoidRole::RightShoulder) - static_cast<std::size_t>(HumanoidRole::LeftShoulder));
        return named_;
    }

private:
    std::size_t add(const std::string& name, std::optional<std::size_t> parent, std::optional<HumanoidRole> role = {})
    {
        named_.rig.bones.push_back({.name = name, .parent = parent});
        if (role) {
            named_.roles.emplace(*role, named_.rig.bones.size() - 1);
        }
        return named_.rig.bones.size() - 1;
    }

    /// Adds the spine. The first bone is Spine, the last UpperChest (if there are at least three), one in between Chest. With four or more
    /// bones, each one in between is acceptable as Chest.
    std::size_t addSpine(std::size_t hips)
    {
        const std::size_t count = scheme_.spine.size();
        std::size_t bone = hips;
        for (std::size_t i = 0; i < count; ++i) {
            std::optional<HumanoidRole> role;
            if (i == 0) {
                role = HumanoidRole::Spine;
            } else if (i + 1 == count && count > 2) {
                role = HumanoidRole::UpperChest;
            } else if (i == count / 2 || count == 2) {
                role = HumanoidRole::Chest;
            }
            bone = add(scheme_.spine[i], bone, role);
            if (count > 3 && i > 0 && i + 1 < count) {
                named_.alternatives[HumanoidRole::Chest].push_back(bone);
            }
        }
        return bone;
    }

    std::string sided(std::string name, const std::string& side) const
    {
        const auto place = name.find('@');
        return place == std::string::npos ? name : name.replace(place, 1, side);
    }

    std::size_t addLimb(const std::vector<std::string>& names, std::size_t top, const std::string& side, HumanoidRole first)
    {
        std::size_t bone = top;
        std::size_t last = top;
        std::size_t step = 0;
        for (const std::string& name : names) {
            if (name.starts_with('-')) {
                bone = add(sided(name.substr(1), side), bone);
                continue;
            }
            if (!name.empty()) {
                bone = add(sided(name, side), bone, plus(first, step));
                last = bone;
            }
            ++step;
        }
        return last;
    }

    void addSide(const std::string& side, std::size_t hips, std::size_t chest, std::size_t steps)
    {
        const std::size_t hand = addLimb(scheme_.arm, chest, side, plus(HumanoidRole::LeftShoulder, steps));
        const HumanoidRole thumb = steps == 0 ? HumanoidRole::LeftThumbMetacarpal : HumanoidRole::RightThumbMetacarpal;
        for (std::size_t finger = 0; finger < scheme_.fingers.size(); ++finger) {
            std::size_t bone = hand;
            for (std::size_t joint = 0; joint < 3; ++joint) {
                std::string name = sided(scheme_.finger, side);
                name.replace(name.find('#'), 1, scheme_.fingers[finger]);
                name.replace(name.find('%'), 1, std::to_string(joint + 1));
                bone = add(name, bone, plus(thumb, finger * 3 + joint));
            }
        }
        addLimb(scheme_.leg, hips, side, plus(HumanoidRole::LeftUpperLeg, steps));
    }

    const Scheme& scheme_;
    NamedRig named_;
};

}  // namespace

std::vector<NamedRig> shippedSchemes()
{
    std::vector<NamedRig> rigs;
    std::ranges::transform(schemes, std::back_inserter(rigs), [](const Scheme& scheme) { return SchemeBuilder(scheme).build(); });
    return rigs;
}

}  // namespace armature::test
