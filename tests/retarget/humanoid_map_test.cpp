#include <armature/retarget/humanoid_map.hpp>

#include <limits>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include <support/near.hpp>
#include <support/processor_time.hpp>
#include <support/random.hpp>

using namespace armature;
using test::processorSeconds;
using test::Random;
using test::says;

namespace {

std::size_t addToRig(HumanoidRig& rig, const std::string& name, std::optional<std::size_t> parent, std::optional<glm::vec3> direction = {})
{
    rig.bones.push_back({.name = name, .parent = parent, .direction = direction});
    return rig.bones.size() - 1;
}

/// Returns two legs, a spine of one bone, two arms and a head. The person stands with arms stretched out, with +X to its left.
HumanoidRig personRig()
{
    HumanoidRig rig;
    const std::size_t hips = addToRig(rig, "Hips", {});
    const std::size_t spine = addToRig(rig, "Spine", hips, glm::vec3(0.f, 1.f, 0.f));
    addToRig(rig, "Head", addToRig(rig, "Neck", spine, glm::vec3(0.f, 1.f, 0.f)), glm::vec3(0.f, 1.f, 0.f));
    for (const float side : {1.f, -1.f}) {
        const std::string name = side > 0.f ? "Left" : "Right";
        const glm::vec3 outward(side, 0.f, 0.f);
        std::size_t bone = addToRig(rig, name + "Shoulder", spine, glm::vec3(side, 1.f, 0.f));
        for (const char* part : {"UpperArm", "LowerArm", "Hand"}) {
            bone = addToRig(rig, name + part, bone, outward);
        }
        bone = addToRig(rig, name + "UpperLeg", hips, glm::vec3(side, -0.2f, 0.f));
        for (const char* part : {"LowerLeg", "Foot"}) {
            bone = addToRig(rig, name + part, bone, glm::vec3(0.f, -1.f, 0.f));
        }
        addToRig(rig, name + "Toes", bone, glm::vec3(0.f, -0.3f, 1.f));
    }
    return rig;
}

std::size_t indexOf(const HumanoidRig& rig, const std::string& name)
{
    for (std::size_t i = 0; i < rig.bones.size(); ++i) {
        if (rig.bones[i].name == name) {
            return i;
        }
    }
    throw std::logic_error("no bone " + name);
}

std::string matchName(const HumanoidMap& map, HumanoidRole role)
{
    const HumanoidMatch* const match = map.find(role);
    return match == nullptr ? "none" : match->name;
}

void requireRefused(const HumanoidRig& rig, const std::string& reason)
{
    const HumanoidMap map = HumanoidMap::create(rig);
    BOOST_TEST(map.isRefused());
    BOOST_TEST(map.getRefusal().find(reason) != std::string::npos, map.getRefusal() << " should say " << reason);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(humanoid_map)

BOOST_AUTO_TEST_CASE(each_bone_has_its_confidence_and_reason)
{
    const HumanoidMap map = HumanoidMap::create(personRig());
    BOOST_TEST(!map.isRefused(), map.getRefusal());
    BOOST_TEST(map.roleCount() == 20u);
    const HumanoidMatch* const hand = map.find(HumanoidRole::LeftHand);
    BOOST_TEST_REQUIRE(hand != nullptr);
    BOOST_TEST(hand->name == "LeftHand");
    BOOST_TEST(hand->confidence >= 0.9f);
    BOOST_TEST(hand->why == "its name says so, its direction fits, it mirrors that of the other side");
    BOOST_TEST(map.find(HumanoidRole::Chest) == nullptr);
    BOOST_TEST(map.getMissingRoles().empty());
}

BOOST_AUTO_TEST_CASE(a_bone_without_a_name_is_less_sure)
{
    HumanoidRig rig = personRig();
    rig.bones[indexOf(rig, "LeftLowerArm")].name = "x";
    const HumanoidMap map = HumanoidMap::create(rig);
    BOOST_TEST(!map.isRefused(), map.getRefusal());
    BOOST_TEST(matchName(map, HumanoidRole::LeftLowerArm) == "x");
    BOOST_TEST(map.find(HumanoidRole::LeftLowerArm)->confidence < map.find(HumanoidRole::RightLowerArm)->confidence);
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_said)
{
    HumanoidRig rig = personRig();
    rig.bones[indexOf(rig, "LeftHand")].name = "LeftSword";
    requireRefused(rig, "leftHand");
    requireRefused({}, "no bones");
}

// Rigs of foxes use a human's bone names, sit, and have a tail. A person in a costume has a tail too, but also fingers.
BOOST_AUTO_TEST_CASE(a_tail_without_fingers_is_an_animals)
{
    HumanoidRig rig = personRig();
    addToRig(rig, "Tail2", addToRig(rig, "Tail1", 0, glm::vec3(0.f, 0.f, -1.f)), glm::vec3(0.f, 0.f, -1.f));
    requireRefused(rig, "a tail and no fingers");
    addToRig(rig, "LeftThumb", indexOf(rig, "LeftHand"));
    BOOST_TEST(!HumanoidMap::create(rig).isRefused());
}

// If names swap left and right, the toes' directions contradict them, because toes point forward.
BOOST_AUTO_TEST_CASE(directions_contradict_names)
{
    HumanoidRig rig = personRig();
    for (HumanoidRigBone& bone : rig.bones) {
        if (bone.direction) {
            bone.direction->x = -bone.direction->x;
        }
    }
    requireRefused(rig, "left and right are exchanged");

    rig = personRig();
    for (const char* name : {"LeftLowerLeg", "RightLowerLeg", "LeftFoot", "RightFoot"}) {
        rig.bones[indexOf(rig, name)].direction = glm::vec3(0.f, 1.f, 0.f);
    }
    requireRefused(rig, "legs do not point away from the trunk");
}

// A rig without names that faces -Z: its left is -X. Without directions, the rig is refused.
BOOST_AUTO_TEST_CASE(without_names_toes_tell_left_from_right)
{
    HumanoidRig rig = personRig();
    for (HumanoidRigBone& bone : rig.bones) {
        bone.name.clear();
        if (bone.direction) {
            bone.direction->x = -bone.direction->x;
            bone.direction->z = -bone.direction->z;
        }
    }
    const HumanoidMap map = HumanoidMap::create(rig);
    BOOST_TEST(!map.isRefused(), map.getRefusal());
    BOOST_TEST(map.find(HumanoidRole::LeftFoot)->bone == indexOf(personRig(), "LeftFoot"));
    BOOST_TEST(map.find(HumanoidRole::RightHand)->bone == indexOf(personRig(), "RightHand"));
    for (HumanoidRigBone& bone : rig.bones) {
        bone.direction.reset();
    }
    requireRefused(rig, "directions are not known");
}

BOOST_AUTO_TEST_CASE(roles_are_set_and_cleared_by_hand)
{
    HumanoidRig rig = personRig();
    rig.bones[indexOf(rig, "LeftHand")].name = "LeftSword";
    HumanoidMap map = HumanoidMap::create(rig);
    map.setObjection({});
    map.clear(HumanoidRole::LeftHand);
    const auto set = [&](HumanoidRole role, const char* name) {
        if (map.find(role) == nullptr) {
            map.set(role, name);
        }
    };
    set(HumanoidRole::LeftHand, "LeftSword");
    for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
        const auto role = static_cast<HumanoidRole>(i);
        if (isRequired(role) && map.find(role) == nullptr) {
            std::string name(toString(role));
            name.front() = static_cast<char>(name.front() - 'a' + 'A');
            map.set(role, name);
        }
    }
    BOOST_TEST(!map.isRefused(), map.getRefusal());
    BOOST_TEST(map.find(HumanoidRole::LeftHand)->confidence == 1.f);
    map.clear(HumanoidRole::Head);
    BOOST_TEST(map.getRefusal() == "it needs bones for head");
    BOOST_TEST(map.getMissingRoles().size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_is_refused_and_nothing_changes)
{
    HumanoidMap map = HumanoidMap::create(personRig());
    const std::string before = toString(map);
    const auto refuses = [&](auto&& call, const std::string& message) {
        BOOST_CHECK_EXCEPTION(call(), std::invalid_argument, says(message));
    };
    refuses([&] { map.set(HumanoidRole::Chest, std::size_t{99}); }, "humanoid map, chest: there is no bone 99 among 20 bones");
    refuses([&] { map.set(HumanoidRole::Chest, "Torso"); }, "there is no bone \"Torso\"");
    refuses([&] { map.set(HumanoidRole::Chest, "Neck"); }, "bone \"Neck\" already is neck");
    refuses([&] { map.set(HumanoidRole::LeftHand, "Hips"); }, "bone \"Hips\" already is hips");
    map.clear(HumanoidRole::RightHand);
    refuses([&] { map.set(HumanoidRole::LeftHand, "RightHand"); }, "bone \"RightHand\" is not below");
    map.clear(HumanoidRole::Hips);
    map.set(HumanoidRole::RightHand, "RightHand");
    map.clear(HumanoidRole::Spine);
    refuses([&] { map.set(HumanoidRole::Hips, "Spine"); }, "bone \"Spine\" is not above \"LeftUpperLeg\", which is leftUpperLeg");
    refuses([&] { map.set(HumanoidRole::Spine, {.bone = 1, .confidence = 1.5f}); }, "confidence 1.5 is not 0 to 1");
    refuses([&] { map.set(static_cast<HumanoidRole>(77), std::size_t{0}); }, "77 is no role of 55");
    map.set(HumanoidRole::Hips, "Hips");
    map.set(HumanoidRole::Spine, "Spine");
    BOOST_TEST(map.roleCount() == 20u);
    BOOST_TEST(before.find("hips") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(rigs_that_are_none_are_refused)
{
    const auto requireThrow = [](HumanoidRig rig, const std::string& message) {
        BOOST_CHECK_EXCEPTION(static_cast<void>(HumanoidMap::create(rig)), std::invalid_argument, says(message));
    };
    HumanoidRig rig = personRig();
    rig.bones[3].parent = 3;
    requireThrow(rig, "humanoid rig, bone 3 \"Head\": parent 3 is not an earlier bone");
    rig = personRig();
    rig.bones[2].direction = glm::vec3(0.f);
    requireThrow(rig, "direction (0, 0, 0) must be finite and have a length");
    rig.bones[2].direction = glm::vec3(0.f, std::numeric_limits<float>::quiet_NaN(), 0.f);
    requireThrow(rig, "must be finite");
}

BOOST_AUTO_TEST_CASE(a_skeleton_is_described_in_the_world)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("character");
    Bone& hips = skeleton.createBone("hips");
    skeleton.createBone("spine", {.parent = &hips, .bind = glm::translate(glm::mat4(1.f), {0.f, 0.f, 2.f})});
    skeleton.createBone("twist", {.parent = &hips});
    TransformNode& host = scene.createTransformNode("Z is up");
    host.setRotation({glm::radians(-90.f), 0.f, 0.f});
    skeleton.setHostNode(&host);
    const HumanoidRig rig = describeHumanoidRig(skeleton);
    BOOST_TEST_REQUIRE(rig.bones.size() == 3u);
    BOOST_TEST(!rig.bones[0].parent);
    BOOST_TEST(!rig.bones[0].direction);
    BOOST_TEST(*rig.bones[1].parent == 0u);
    BOOST_TEST(glm::distance(*rig.bones[1].direction, glm::vec3(0.f, 1.f, 0.f)) < 1e-6f);
    BOOST_TEST(!rig.bones[2].direction);
}

// The rigs are a chain, a comb, a star or a random tree; names are empty, equal, long or not valid text. Time grows linearly: ten times as
// many bones take about ten times as long; quadratic growth would mean a hundred times.
BOOST_AUTO_TEST_CASE(hostile_rigs_are_mapped_in_time)
{
    const std::vector<std::string> names{"",          "Hips", "\xff\xfe\x80",         std::string(5000, 'l'),
                                         "LeftUpLeg", "arm",  std::string("a\0b", 3), "左",
                                         "\xe5\xb7",  "left", "99999999999999999999"};
    const auto secondsFor = [&](std::size_t count, int shape) {
        Random random(18);
        HumanoidRig rig;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t parents[] = {i - 1, i % 2 == 1 ? i - 1 : i - 2, 0,
                                           static_cast<std::size_t>(random.integer(0, std::max(0, static_cast<int>(i) - 1)))};
            const std::string& name = random.pick(names);
            addToRig(rig, name.size() > 1000 && random.chance(0.99) ? "x" : name, i == 0 ? std::nullopt : std::optional(parents[shape]),
                     random.direction());
        }
        const double begin = processorSeconds();
        BOOST_TEST(HumanoidMap::create(rig).isRefused());
        return processorSeconds() - begin;
    };
    for (const int shape : {0, 1, 2, 3}) {
        const double few = secondsFor(10'000, shape);
        const double many = secondsFor(100'000, shape);
        BOOST_TEST_MESSAGE("shape " << shape << ": " << few << " and " << many << " s");
        BOOST_TEST(many < 40. * few);
    }
}

BOOST_AUTO_TEST_CASE(the_same_rig_gives_the_same_map)
{
    BOOST_TEST(toString(HumanoidMap::create(personRig())) == toString(HumanoidMap::create(personRig())));
}

BOOST_AUTO_TEST_CASE(texts_say_what_things_are)
{
    BOOST_TEST(toString(HumanoidRole::LeftUpperArm) == "leftUpperArm");
    BOOST_TEST((humanoidRoleNamed("jaw") == HumanoidRole::Jaw));
    BOOST_TEST(!humanoidRoleNamed("Jaw"));
    BOOST_TEST(toString(HumanoidMatch{.bone = 1, .name = "Head", .confidence = 0.5f, .why = "a guess"}) == "\"Head\" 0.50: a guess");
    BOOST_TEST(toString(HumanoidRigBone{.name = "Head", .parent = 3}) == "name \"Head\", parent 3, direction none");
    BOOST_TEST(toString(HumanoidMap::create(HumanoidRig{})).starts_with("0 roles of 0 bones, refused: the rig has no bones"));
}

BOOST_AUTO_TEST_SUITE_END()
