#include "motions.hpp"

#include <utility>
#include <vector>

namespace armature::test {

namespace {

struct Joint {
    std::string name;
    std::string offset;
    std::vector<Joint> children;
};

/// Returns a leg or an arm, given each joint's name and its offset from the previous joint.
Joint limb(const std::vector<std::pair<std::string, std::string>>& joints)
{
    Joint bottom{joints.back().first, joints.back().second, {}};
    for (auto joint = joints.rbegin() + 1; joint != joints.rend(); ++joint) {
        bottom = {joint->first, joint->second, {bottom}};
    }
    return bottom;
}

/// Returns a person in T pose, in centimetres, facing +Z: left is +X.
Joint tPosePerson()
{
    Joint hips{"Hips", "0 0 0", {}};
    Joint chest{"Spine1", "0 12 0", {limb({{"Neck", "0 25 0"}, {"Head", "0 10 0"}})}};
    for (const auto& [side, sign] : {std::pair("Left", ""), std::pair("Right", "-")}) {
        const std::string name = side;
        const std::string out = sign;
        hips.children.push_back(limb(
            {{name + "UpLeg", out + "10 -4 0"}, {name + "Leg", "0 -42 0"}, {name + "Foot", "0 -42 0"}, {name + "ToeBase", "0 -6 13"}}));
        chest.children.push_back(limb({{name + "Shoulder", out + "4 20 0"},
                                       {name + "Arm", out + "13 0 0"},
                                       {name + "ForeArm", out + "27 0 0"},
                                       {name + "Hand", out + "25 0 0"}}));
    }
    hips.children.push_back({"Spine", "0 10 0", {chest}});
    return hips;
}

void appendJoint(std::string& text, const Joint& joint, const char* keyword, std::vector<std::string>& order)
{
    order.push_back(joint.name);
    text += std::string(keyword) + ' ' + joint.name + "\n{\nOFFSET " + joint.offset + "\nCHANNELS ";
    text += order.size() == 1 ? "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n" : "3 Zrotation Xrotation Yrotation\n";
    for (const Joint& child : joint.children) {
        appendJoint(text, child, "JOINT", order);
    }
    text += joint.children.empty() ? "End Site\n{\nOFFSET 0 8 0\n}\n}\n" : "}\n";
}

}  // namespace

std::string motion(const std::string& prefix)
{
    std::string text = "HIERARCHY\n";
    std::vector<std::string> order;
    appendJoint(text, tPosePerson(), "ROOT", order);
    text += "MOTION\nFrames: 31\nFrame Time: 0.0333333\n";
    for (int frame = 0; frame <= 30; ++frame) {
        text += "0 94 " + std::to_string(50. * frame / 30.);
        for (const std::string& name : order) {
            text += name == "LeftArm" ? ' ' + std::to_string(-2. * frame) + " 0 0" : std::string(" 0 0 0");
        }
        text += '\n';
    }
    for (std::size_t at = 0; !prefix.empty() && (at = text.find("JOINT ", at)) != std::string::npos; at += 6) {
        text.insert(at + 6, prefix);
    }
    return text;
}

}  // namespace armature::test
