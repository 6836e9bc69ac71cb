#include "page.hpp"

// clang-format off
#include <armature/armature.hpp>
#include <armature/scene/scene_character.hpp>
// clang-format on

#include <memory>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>

using namespace armature::test::page;

namespace {

armature::Bone& addBone(armature::Skeleton& skeleton, const std::string& name, armature::Bone* parent, const glm::vec3& place)
{
    return skeleton.createBone(name, {.parent = parent, .bind = glm::translate(glm::mat4(1.f), place)});
}

/// Adds a body: a trunk and a head along `along`, arms and fingers along `alongArms`, and legs that point down.
void addBody(armature::Skeleton& skeleton, const glm::vec3& along, const glm::vec3& alongArms)
{
    armature::Bone& hips = addBone(skeleton, "pelvis", nullptr, {0.f, 1.f, 0.f});
    armature::Bone& belly = addBone(skeleton, "belly", &hips, 0.2f * along);
    armature::Bone& ribs = addBone(skeleton, "ribs", &belly, 0.2f * along);
    addBone(skeleton, "jaw", &addBone(skeleton, "head", &addBone(skeleton, "neck", &ribs, 0.2f * along), 0.1f * along), {0.f, 0.f, 0.1f});
    for (const float side : {1.f, -1.f}) {
        const std::string end = side > 0.f ? ".L" : ".R";
        const glm::vec3 arm(side * alongArms.x, alongArms.y, alongArms.z);
        armature::Bone& upperArm = addBone(skeleton, "arm_upper" + end, &ribs, {side * 0.2f, 0.f, 0.f});
        armature::Bone& hand = addBone(skeleton, "hand" + end, &addBone(skeleton, "arm_lower" + end, &upperArm, 0.3f * arm), 0.3f * arm);
        addBone(skeleton, "thumb1" + end, &hand, 0.1f * arm);
        armature::Bone& thigh = addBone(skeleton, "thigh" + end, &hips, {side * 0.1f, 0.f, 0.f});
        addBone(skeleton, "foot" + end, &addBone(skeleton, "calf" + end, &thigh, {0.f, -0.4f, 0.f}), {0.f, -0.4f, 0.f});
    }
}

/// Adds a body and a tail of `count` bones behind it.
void addTail(armature::Skeleton& skeleton, int count)
{
    armature::Bone* above = &addBone(skeleton, "body", nullptr, {0.f, 0.5f, 0.f});
    for (int i = 1; i <= count; ++i) {
        above = &addBone(skeleton, "tail" + std::to_string(i), above, {0.f, 0.f, -0.1f});
    }
}

}  // namespace

// The examples of docs/retargeting.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_retargeting_page)
{
    armature::Scene scene;
    armature::Skeleton& skeleton = scene.createSkeleton("person");
    addBody(skeleton, {0.f, 1.f, 0.f}, {1.f, 0.f, 0.f});
    armature::Skeleton& horse = scene.createSkeleton("horse");
    addBody(horse, {0.f, 0.f, 1.f}, {0.f, -1.f, 0.f});
    for (armature::Bone* const bone : skeleton.bones()) {
        bone->linkTransformNode(&scene.createTransformNode(bone->getName(), nullptr, bone->getTransform()),
                                armature::LinkMode::ForwardWrites);
    }
    armature::Skeleton& tall = scene.createSkeleton("tall person");
    addBody(tall, {0.f, 1.2f, 0.f}, {0.f, -1.f, 0.f});
    armature::Crowd crowd(tall);
    const armature::CrowdInstance member = crowd.add();
    armature::Skeleton shortTail;
    addTail(shortTail, 3);
    armature::Skeleton longTail;
    addTail(longTail, 6);
    armature::AnimationClipBuilder builder("wave");
    builder.rotation(*skeleton.findBone("arm_lower.L")).addKey(0., glm::quat(1.f, 0.f, 0.f, 0.f)).addKey(1., glm::quat(0.8f, 0.f, 0.f, 0.6f));
    const std::shared_ptr<const armature::AnimationClip> motion = builder.build();

    const armature::HumanoidMap map = armature::HumanoidMap::create(skeleton);
    check(!map.isRefused());
    const armature::HumanoidMatch& hand = *map.find(armature::HumanoidRole::LeftHand);
    check(hand.name == "hand.L" && hand.confidence > 0.9f);
    check(hand.why == "its name says so, its direction fits, it mirrors that of the other side");

    const armature::HumanoidMap noMap = armature::HumanoidMap::create(horse);
    check(noMap.getRefusal() == "the legs do not point away from the trunk, as an animal's");

    armature::HumanoidMap edited = armature::HumanoidMap::create(skeleton);
    edited.clear(armature::HumanoidRole::Jaw);
    edited.set(armature::HumanoidRole::Chest, "ribs");
    check(edited.find(armature::HumanoidRole::Chest)->confidence == 1.f);

    armature::addJointMapping(scene, armature::writeHumanoidMapping(map, skeleton));
    check(armature::findHumanoidMap(scene, skeleton).find(armature::HumanoidRole::LeftHand)->why == "its file says so");

    const armature::HumanoidRig rig = armature::describeHumanoidRig(skeleton);
    const std::string text = armature::saveHumanoidMapJson(map);
    const armature::HumanoidMap read = armature::loadHumanoidMapJson(text, "map.json", rig);
    check(armature::saveHumanoidMapJson(read) == text);

    const armature::RetargetMap pairs = armature::RetargetMap::ofHumanoids(skeleton, tall);
    const armature::Retargeter retargeter(skeleton, tall, pairs);
    skeleton.findBone("arm_upper.L")->setRotation({0.f, 0.f, 0.5f});
    retargeter.retarget(skeleton, tall);

    crowd.setModifier(member, [&](armature::JointView joints) { retargeter.retarget(skeleton, joints); });
    skeleton.update();  // it computes matrices when they are read: not in several threads at once
    crowd.update(1. / 60.);

    armature::ModifierStack& stack = scene.createModifierStack(tall);
    stack.add("as the other", [&](armature::JointView joints, double) { retargeter.retarget(skeleton, joints); });

    const armature::RetargetedClip baked = armature::retargetClip(*motion, skeleton, tall, retargeter);
    check(baked.clip->getDuration() == motion->getDuration());
    check(baked.error.rotation <= armature::BakeBound{}.rotation);

    const armature::AnimationClip* const motions[] = {motion.get()};
    const auto stance = armature::RetargetOptions::ofMotions(motions, skeleton, pairs);
    check(stance.stanceReason.empty() && !stance.sourceStance);  // it stands at rest as it does while it moves
    const armature::Retargeter careful(skeleton, tall, pairs, stance);

    armature::RetargetMap byName = armature::RetargetMap::ofNames(shortTail, longTail);
    byName.addChain(shortTail, "tail1", "tail3", longTail, "tail1", "tail6");
    armature::Retargeter(shortTail, longTail, byName).retarget(shortTail, longTail);

    const armature::FootLock feet(retargeter, skeleton, tall);
    armature::IkMemory memory;  // of this character: plain numbers to save, compare and hash
    retargeter.retarget(skeleton, tall);
    feet.solve(skeleton, tall, 1. / 60., memory);

    const glm::vec3 held = skeleton.findBone("hand.L")->getPosition(armature::Space::World);
    const glm::vec3 cup = static_cast<float>(retargeter.getScale()) * held + glm::vec3(retargeter.getOffset());
    const armature::BoneIkController arm(*tall.findBone("arm_lower.L"));
    stack.add("left hand", [&](armature::JointView joints, double) {
        const auto place = [&](const char* bone) { return glm::vec3(joints.getAbsoluteMatrix(*joints.find(bone))[3]); };
        const glm::vec3 pole = place("arm_upper.L") + place("hand.L") - place("arm_lower.L");  // opposite the elbow
        check(arm.solve(joints, cup, pole, armature::Space::Skeleton).isReached);
    });
    scene.animate(1. / 60.);

    const armature::RetargetQuality quality = armature::measureRetarget(retargeter, *motion, skeleton, *baked.clip, tall);
    check(quality.largestDirectionError.value() < 0.01);    // radians
    check(quality.largestFootSlide.value_or(0.) < 0.001);  // metres; none: no foot was planted
}
// clang-format on
