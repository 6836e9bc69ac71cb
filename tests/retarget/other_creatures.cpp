#include "other_creatures.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace armature::test {

namespace {

using Names = std::vector<std::string>;

class CreatureBuilder {
public:
    explicit CreatureBuilder(Random& random) : random_(random), style_(random.integer(0, 3)) {}

    std::optional<std::size_t> add(const std::string& name, std::optional<std::size_t> parent,
                                   const glm::vec3& direction = glm::vec3(0.f, 1.f, 0.f))
    {
        rig_.bones.push_back({.name = name, .parent = parent, .direction = parent ? std::optional(direction) : std::nullopt});
        return rig_.bones.size() - 1;
    }

    /// Adds a chain of bones with these names below `top`.
    std::optional<std::size_t> chain(const Names& names, std::optional<std::size_t> top, const glm::vec3& direction)
    {
        for (const std::string& name : names) {
            top = add(name, top, direction);
        }
        return top;
    }

    std::optional<std::size_t> numbered(const std::string& name, int count, std::optional<std::size_t> top, const glm::vec3& direction)
    {
        for (int i = 0; i < count; ++i) {
            top = add(name + std::to_string(i), top, direction);
        }
        return top;
    }

    /// Adds a limb on each side: its first bone points outwards, the others along `direction`.
    void pair(const Names& names, std::optional<std::size_t> top, const glm::vec3& direction)
    {
        for (const bool isLeft : {true, false}) {
            std::optional<std::size_t> bone = top;
            for (const std::string& name : names) {
                const glm::vec3 outward(isLeft ? 0.4f : -0.4f, -0.3f, 0.f);
                bone = add(sided(name, isLeft), bone, bone == top ? outward : mirrored(direction, isLeft));
            }
        }
    }

    std::string sided(const std::string& name, bool isLeft) const
    {
        switch (style_) {
        case 0: return name + (isLeft ? "_l" : "_r");
        case 1: return name + (isLeft ? ".L" : ".R");
        case 2: return (isLeft ? "Left" : "Right") + std::string(1, static_cast<char>(name.front() - 'a' + 'A')) + name.substr(1);
        default: return (isLeft ? "l_" : "r_") + name;
        }
    }

    Names anyOf(const std::vector<Names>& some) { return random_.pick(some); }

    HumanoidRig take()
    {
        if (random_.chance(0.5)) {
            for (HumanoidRigBone& bone : rig_.bones) {
                bone.direction.reset();
            }
        }
        return std::move(rig_);
    }

private:
    static glm::vec3 mirrored(const glm::vec3& v, bool isLeft) { return {isLeft ? v.x : -v.x, v.y, v.z}; }

    Random& random_;
    int style_;
    HumanoidRig rig_;
};

const glm::vec3 up(0.f, 1.f, 0.f);
const glm::vec3 down(0.f, -1.f, 0.f);
const glm::vec3 out(1.f, 0.f, 0.f);
const glm::vec3 ahead(0.f, 0.f, 1.f);

// The tail marks the animal where its bone names do not.
void quadruped(CreatureBuilder& b, Random& random)
{
    const auto root = random.chance(0.7) ? b.add("root", {}) : std::nullopt;
    const auto hips = b.add(b.anyOf({{"pelvis"}, {"hips"}, {"spine"}, {"body"}}).front(), root);
    const auto chest = b.numbered("spine_", random.integer(1, 5), hips, {0.f, random.real(-0.2f, 0.2f), 1.f});
    b.pair(b.anyOf({{"scapula", "upperarm", "forearm", "hand"},
                    {"front_thigh", "front_shin", "front_foot", "front_toe"},
                    {"foreleg_upper", "foreleg_lower", "front_paw"},
                    {"frontLeg1", "frontLeg2", "frontLeg3", "frontFoot"},
                    {"clavicle", "humerus", "radius", "carpus", "hoof"},
                    {"shoulder", "arm", "elbow", "wrist"}}),
           chest, {0.f, -1.f, random.real(-0.5f, 0.5f)});
    b.pair(b.anyOf({{"thigh", "shin", "foot", "toe"},
                    {"hind_thigh", "hind_calf", "hind_foot"},
                    {"upleg", "leg", "foot", "ball"},
                    {"backLeg1", "backLeg2", "backLeg3", "backFoot"},
                    {"femur", "tibia", "tarsus", "hoof"}}),
           hips, {0.f, -1.f, random.real(-0.5f, 0.5f)});
    const auto neck = b.numbered("neck_", random.integer(1, 3), chest, {0.f, 0.7f, 0.7f});
    b.add("head", neck, {0.f, 0.5f, 0.8f});
    b.numbered("tail_", random.integer(2, 6), hips, {0.f, -0.2f, -1.f});
}

void bird(CreatureBuilder& b, Random& random)
{
    const auto hips = b.add("pelvis", b.add("root", {}));
    const auto chest = b.numbered("spine_", random.integer(1, 3), hips, {0.f, 0.4f, 1.f});
    b.pair(b.anyOf({{"wing_01", "wing_02", "wing_03"},
                    {"shoulder", "upperarm_wing", "forearm_wing", "hand_wing"},
                    {"upperwing", "lowerwing", "wingtip"}}),
           chest, out);
    b.pair({"thigh", "shin", "foot", "toe"}, hips, down);
    b.add("beak", b.add("head", b.add("neck", chest)), ahead);
    b.add("tail", hips, -ahead);
}

void spider(CreatureBuilder& b, Random& random)
{
    const auto body = b.add("body", {});
    b.add("head", body, ahead);
    b.add("abdomen", body, -ahead);
    const int pairs = random.integer(2, 4);
    const Names names = b.anyOf({{"coxa", "femur", "tibia"}, {"leg_upper", "leg_lower", "leg_foot"}});
    for (int i = 0; i < pairs; ++i) {
        Names own = names;
        for (std::string& name : own) {
            name += std::to_string(i);
        }
        b.pair(own, body, down);
    }
}

void chainOfBones(CreatureBuilder& b, Random& random)
{
    b.numbered(b.anyOf({{"bone_"}, {"rope_"}, {"tentacle_"}, {"spine_"}, {"tail_"}, {"joint"}}).front(), random.integer(1, 60), {},
               random.direction());
}

void tree(CreatureBuilder& b, Random& random)
{
    const Names& words =
        b.anyOf({{"branch", "twig", "leaf"}, {"bone"}, {"arm", "leg", "hand", "foot", "head", "spine", "hips", "thigh", "calf", "neck"}});
    const Names ends{"", "_l", "_r", ".L", ".R"};
    const int count = random.integer(2, 150);
    for (int i = 0; i < count; ++i) {
        const std::string name = random.pick(words) + ends[static_cast<std::size_t>(random.integer(0, 4))];
        const auto parent =
            i == 0 ? std::nullopt : std::optional(static_cast<std::size_t>(random.integer(std::max(0, i - random.integer(1, 12)), i - 1)));
        b.add(name + "_" + std::to_string(i), parent, random.direction());
    }
}

void hand(CreatureBuilder& b, Random& random)
{
    const bool isLeft = random.chance(0.5);
    const auto wrist = b.add(b.sided("hand", isLeft), random.chance(0.5) ? b.add(b.sided("forearm", isLeft), {}) : std::nullopt);
    for (const std::string finger : {"thumb", "index", "middle", "ring", "pinky"}) {
        b.numbered(b.sided(finger, isLeft) + "_", 3, wrist, out);
    }
}

void upperBody(CreatureBuilder& b, Random&)
{
    const auto chest = b.add("chest", b.add("spine", {}));
    b.pair({"shoulder", "upperarm", "forearm", "hand"}, chest, out);
    b.chain({"neck", "head"}, chest, up);
}

void robotArm(CreatureBuilder& b, Random&)
{
    b.chain(
        b.anyOf({{"base", "shoulder", "upper_arm", "forearm", "wrist", "gripper"}, {"robot_base", "joint1", "joint2", "joint3", "joint4"}}),
        {}, up);
}

void chair(CreatureBuilder& b, Random& random)
{
    const auto seat = b.add(b.anyOf({{"seat"}, {"desk"}, {"table_top"}}).front(), {});
    const int joints = random.integer(1, 4);
    for (const std::string place : {"leg_fl", "leg_fr", "leg_bl", "leg_br"}) {
        b.numbered(place + "_", joints, seat, down);
    }
    const auto back = b.add("back", seat, up);
    b.pair({"arm", "rest"}, back, ahead);
    b.add("headrest", back, up);
}

void car(CreatureBuilder& b, Random&)
{
    const auto chassis = b.add("chassis", b.add("root", {}));
    b.pair({"suspension_front", "wheel_front"}, chassis, out);
    b.pair({"suspension_rear", "wheel_rear"}, chassis, out);
    b.pair({"door", "handle"}, chassis, out);
    b.chain({"turret", "barrel"}, chassis, ahead);
}

void fish(CreatureBuilder& b, Random&)
{
    const auto tail = b.numbered("spine_", 6, b.add("root", {}), -ahead);
    b.pair({"fin"}, tail, out);
    b.add("head", 0, ahead);
    b.add("tail", tail, -ahead);
}

}  // namespace

Creature otherCreature(std::size_t n, Random& random)
{
    using Make = void (*)(CreatureBuilder&, Random&);
    static const std::array<std::pair<const char*, Make>, 13> kinds{{{"quadruped", quadruped},
                                                                     {"bird", bird},
                                                                     {"quadruped", quadruped},
                                                                     {"spider", spider},
                                                                     {"chain", chainOfBones},
                                                                     {"tree", tree},
                                                                     {"tree", tree},
                                                                     {"hand", hand},
                                                                     {"upper body", upperBody},
                                                                     {"robot arm", robotArm},
                                                                     {"chair", chair},
                                                                     {"car", car},
                                                                     {"fish", fish}}};
    const auto& [kind, make] = kinds[n % kinds.size()];
    CreatureBuilder builder(random);
    make(builder, random);
    return {kind, builder.take()};
}

}  // namespace armature::test
