#include <stdexcept>

#include <armature/animation/modifier_stack.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

/// Masks of modifiers when bones move, and in saved states.
BOOST_AUTO_TEST_SUITE(modifier_masks)

namespace {

using Modifier = ModifierStack::Modifier;

/// A root with arms and a leg. The first bone is a child of the last one.
struct Rig {
    explicit Rig(Scene& scene) : skeleton(scene.createSkeleton("rig"))
    {
        for (const char* name : {"helper", "root", "left", "right", "leg", "last"}) {
            skeleton.createBone(name, {.parent = skeleton.findBone("root")});
        }
        skeleton.findBone("helper")->setParent(skeleton.findBone("last"), Keep::Local);
    }

    [[nodiscard]] Bone& operator[](const char* name) const { return *skeleton.findBone(name); }

    Skeleton& skeleton;
};

/// A modifier that puts all joints at (8, 0, 0).
void putAll(JointView joints, double /*seconds*/)
{
    for (std::size_t joint = 0; joint < joints.size(); ++joint) {
        joints.setPosition(joint, {8.f, 0.f, 0.f});
    }
}

struct Masked {
    Masked() : put(stack.add("put", putAll)) { put.setMask(0.f); }

    ModifierStack stack;
    Modifier& put;
};

/// The x position to which a stack moves a named joint of a member, in a new crowd of the rig.
float placeOnCrowd(const Skeleton& rig, const ModifierStack& stack, const char* name)
{
    Crowd crowd(rig);
    const CrowdInstance member = crowd.add();
    float place = 0.f;
    crowd.setModifier(member, [&](JointView joints) {
        stack.apply(joints);
        place = joints.getTransform(*joints.find(name)).translation.x;
    });
    (void)crowd.getPose(member);
    return place;
}

}  // namespace

BOOST_AUTO_TEST_CASE(masks_on_crowds_are_where_the_bones_were_when_the_crowd_was_made)
{
    Scene scene;
    Rig rig(scene);
    Masked masked;
    masked.put.setMask(rig["left"], 0.25f);
    masked.put.setMask(rig["leg"], 0.5f);
    const auto check = [&] {
        BOOST_TEST(placeOnCrowd(rig.skeleton, masked.stack, "left") == 2.f);
        BOOST_TEST(placeOnCrowd(rig.skeleton, masked.stack, "leg") == 4.f);
        BOOST_TEST(placeOnCrowd(rig.skeleton, masked.stack, "right") == 0.f);
        BOOST_TEST(placeOnCrowd(rig.skeleton, masked.stack, "root") == 0.f);
    };
    check();
    rig.skeleton.sortBones();  // the helper is the last bone now
    check();
    rig.skeleton.removeBone(rig["right"]);
    BOOST_TEST(placeOnCrowd(rig.skeleton, masked.stack, "leg") == 4.f);
    BOOST_TEST(placeOnCrowd(rig.skeleton, masked.stack, "last") == 0.f);
    const auto clone = rig.skeleton.clone();
    scene.removeSkeleton(rig.skeleton);
    BOOST_CHECK_EXCEPTION((void)placeOnCrowd(*clone, masked.stack, "leg"), std::invalid_argument, says("of a skeleton that had 6"));
}

BOOST_AUTO_TEST_CASE(masks_outlive_their_skeleton_where_its_bones_were)
{
    Scene scene;
    Rig rig(scene);
    Masked masked;
    masked.put.setMask(rig["leg"], 0.5f);
    rig.skeleton.sortBones();
    masked.stack.advance(0.1);
    const auto clone = rig.skeleton.clone();
    scene.removeSkeleton(rig.skeleton);
    BOOST_TEST(placeOnCrowd(*clone, masked.stack, "leg") == 4.f);
    BOOST_TEST(placeOnCrowd(*clone, masked.stack, "right") == 0.f);
}

BOOST_AUTO_TEST_CASE(joints_built_otherwise_than_the_masked_ones_are_refused_unchanged)
{
    Scene scene;
    Rig rig(scene);
    Masked masked;
    masked.put.setMask(rig["leg"], 0.5f);
    Crowd crowd(rig.skeleton);
    const CrowdInstance member = crowd.add();
    bool isChanged = false;
    crowd.setModifier(member, [&](JointView joints) {
        const auto place = [&] { return joints.getTransform(*joints.find("leg")).translation.x; };
        const float before = place();
        try {
            masked.stack.apply(joints);
        } catch (...) {
            isChanged = place() != before;
            throw;
        }
    });
    const auto requireRefused = [&](const char* message) {
        BOOST_CHECK_EXCEPTION((void)crowd.getPose(member), std::invalid_argument, says(message));
        BOOST_TEST(!isChanged);
    };
    rig.skeleton.sortBones();
    requireRefused("has another parent in");
    rig.skeleton.removeBone(rig["helper"]);
    requireRefused("has 6 bones, not 5");
}

BOOST_AUTO_TEST_CASE(saved_masks_are_restored_into_a_stack_that_never_had_any)
{
    const auto make = [](Scene& scene) -> Modifier& { return scene.createModifierStack(Rig(scene).skeleton).add("put", putAll); };
    Scene saved;
    Scene restored;
    Modifier& from = make(saved);
    Modifier& to = make(restored);
    from.setMask(0.f);
    from.setMask(*saved.skeletons()[0]->findBone("leg"), 0.5f);
    Skeleton& skeleton = *restored.skeletons()[0];
    SavedState state;
    const auto requireRestored = [&] {
        BOOST_TEST(to.getMask(*skeleton.findBone("leg")) == 0.5f);
        BOOST_TEST(to.getMask(*skeleton.findBone("left")) == 0.f);
        restored.animate(0.1);
        BOOST_TEST(skeleton.findBone("leg")->getPosition().x == 4.f);
        BOOST_TEST(skeleton.findBone("last")->getPosition().x == 0.f);
    };
    state.save(*saved.modifierStacks()[0]);  // without the skeleton: the masks refer to the stack's own skeleton
    state.restore(*restored.modifierStacks()[0]);
    requireRestored();
    to.setMask(*skeleton.findBone("leg"), 0.25f);  // replaces the restored mask, does not add another one
    BOOST_TEST(to.getMask(*skeleton.findBone("leg")) == 0.25f);
    to.setMask(1.f);
    state.save(saved);
    state.restore(restored);
    requireRestored();
    skeleton.sortBones();
    restored.animate(0.1);
    BOOST_TEST(skeleton.findBone("leg")->getPosition().x == 4.f);
    BOOST_TEST(skeleton.findBone("helper")->getPosition().x == 0.f);
}

// A stack that the application itself applies refers to no skeleton except that of its masks.
BOOST_AUTO_TEST_CASE(saved_masks_of_a_skeleton_that_the_stack_does_not_know_are_refused)
{
    Scene scene;
    Rig rig(scene);
    Masked saved;
    saved.put.setMask(rig["leg"], 0.5f);
    SavedState state;
    state.save(saved.stack);
    Masked restored;
    restored.put.setMask(0.75f);
    BOOST_CHECK_EXCEPTION(state.restore(restored.stack), std::invalid_argument,
                          says("its masked bone was a node or bone that is not part"));
    BOOST_TEST(restored.put.getMask(rig["leg"]) == 0.75f);
    state.save(rig.skeleton, saved.stack);
    state.restore(rig.skeleton, restored.stack);
    BOOST_TEST(restored.put.getMask(rig["leg"]) == 0.5f);
    BOOST_TEST(restored.put.getMask(rig["left"]) == 0.f);
    saved.put.setMask(0.75f);
    state.save(saved.stack);
    state.restore(restored.stack);
    BOOST_TEST(restored.put.getMask(rig["leg"]) == 0.75f);
}

// Once the skeleton is gone, only its number of bones determines which joints the masks fit.
BOOST_AUTO_TEST_CASE(saved_masks_of_a_skeleton_that_is_gone_are_restored)
{
    Scene scene;
    Rig rig(scene);
    Masked saved;
    saved.put.setMask(rig["leg"], 0.5f);
    const auto clone = rig.skeleton.clone();
    scene.removeSkeleton(rig.skeleton);
    SavedState state;
    state.save(saved.stack);
    Masked restored;
    state.restore(restored.stack);
    BOOST_TEST(placeOnCrowd(*clone, restored.stack, "leg") == 4.f);
    BOOST_TEST(placeOnCrowd(*clone, restored.stack, "left") == 0.f);
    clone->createBone("more");
    BOOST_CHECK_EXCEPTION((void)placeOnCrowd(*clone, restored.stack, "leg"), std::invalid_argument, says("of a skeleton that had 6"));
}

BOOST_AUTO_TEST_SUITE_END()
