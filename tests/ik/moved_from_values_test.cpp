#include <memory>
#include <utility>
#include <vector>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/inertialization.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/node/subscription.hpp>
#include <armature/retarget/humanoid_map.hpp>
#include <armature/saved_state.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/joint_bounds.hpp>
#include <armature/skinning/skin_plan.hpp>

#include <ik/limb_stage.hpp>
#include <support/moved_from.hpp>

using namespace armature;
using namespace armature::test;

// NOLINTBEGIN(bugprone-use-after-move): that is what is tested

BOOST_AUTO_TEST_SUITE(moved_from_values)

// A moved-from inertialization must not claim to be running for no bones, nor write beyond an empty pose.
BOOST_AUTO_TEST_CASE(an_inertialization_that_was_moved_from_while_it_ran_is_one_for_no_bones)
{
    Pose pose;
    pose.bones.resize(3);
    Pose shown = pose;
    shown.bones[0].translation = {1.f, 0.f, 0.f};
    Pose none;
    Inertialization transition(3);
    transition.start(shown, shown, pose, pose, 0.1, 1.);
    const Inertialization taken = std::move(transition);
    BOOST_TEST(taken.isActive());
    BOOST_TEST(!transition.isActive());
    BOOST_TEST(transition.getElapsed() == 0.);
    checkHarmless<Inertialization>({[&] { transition.apply(none); }, [&] { transition.start(none, none, none, none, 0.1, 1.); },
                                    [&] { transition.apply(none); }, [&] { transition.advance(0.1); }, [&] { transition.stop(); },
                                    [&] { static_cast<void>(transition.isActive()); }, [&] { static_cast<void>(transition.getElapsed()); },
                                    [&] { static_cast<void>(transition.boneCount()); }});
    BOOST_CHECK_THROW(transition.apply(pose), std::invalid_argument);
    transition = taken;
    transition.apply(pose);
    BOOST_TEST(near(pose.bones[0].translation, glm::vec3(1.f, 0.f, 0.f), 1e-6));
}

BOOST_AUTO_TEST_CASE(builders_and_maps_that_were_moved_from_are_harmless)
{
    Limb limb;
    AnimationClipBuilder builder("nod");
    builder.record(limb.skeleton, 0.);
    const AnimationClipBuilder builderTaken = std::move(builder);
    checkHarmless<AnimationClipBuilder>(
        {[&] { static_cast<void>(builder.getName()); }, [&] { static_cast<void>(builder.trackCount()); },
         [&] { static_cast<void>(builder.build()); }, [&] { builder.record(limb.skeleton, 1.); }, [&] { builder.record(limb.host, 1.); },
         [&] { builder.translation(limb.hand).addKey(0., glm::vec3(0.f)); },
         [&] { builder.rotation(limb.hand).addKey(0., glm::quat(1.f, 0.f, 0.f, 0.f)); },
         [&] { builder.scale(limb.hand).addKey(0., glm::vec3(1.f)); }, [&] { builder.weights({.name = "face"}, 1).addKey(0., 1.f); },
         [&] { builder.property({.name = "face"}).addKey(0., 1.f); }, [&] { builder.curve("loudness").addKey(0., 1.f); },
         [&] { builder.addKey({.name = "hand"}, 0., Transform{}); }, [&] { static_cast<void>(builder.build()); }});
    BOOST_TEST(builderTaken.trackCount() > 0u);

    HumanoidMap map = HumanoidMap::create(limb.skeleton);
    const HumanoidMap mapTaken = std::move(map);
    checkHarmless<HumanoidMap>({[&] { static_cast<void>(map.find(HumanoidRole::Hips)); }, [&] { static_cast<void>(map.roleCount()); },
                                [&] { static_cast<void>(map.boneCount()); }, [&] { static_cast<void>(map.getMissingRoles()); },
                                [&] { static_cast<void>(map.getRefusal()); }, [&] { static_cast<void>(map.isRefused()); },
                                [&] { static_cast<void>(map.getObjection()); }, [&] { map.set(HumanoidRole::Hips, 0); },
                                [&] { map.set(HumanoidRole::Hips, "base"); }, [&] { map.clear(HumanoidRole::Hips); },
                                [&] { map.setObjection("none"); }});
    BOOST_TEST(mapTaken.boneCount() == 4u);
}

BOOST_AUTO_TEST_CASE(meshes_and_what_is_made_of_them_hold_nothing_once_moved_from)
{
    MeshDescription description;
    description.primitives.push_back({.positions = {{-1.f, -1.f, 0.f}, {1.f, -1.f, 0.f}, {0.f, 1.f, 0.f}}});
    Mesh mesh = *Mesh::create(std::move(description));
    JointBounds bounds(mesh);
    const SkinWeights weights{.influencesPerVertex = 1, .joints = {0, 0, 0}, .weights = {1.f, 1.f, 1.f}};
    SkinPlan plan(weights, 3);
    DualQuaternionPalette palette;
    palette.assign(std::vector<Affine>{identityAffine()});

    const JointBounds boundsTaken = std::move(bounds);
    BOOST_TEST(bounds.enclose(std::span<const Affine>()).isEmpty());
    BOOST_TEST(!boundsTaken.enclose(std::span<const Affine>()).isEmpty());
    checkHarmless<JointBounds>({[&] { static_cast<void>(bounds.enclose(palette)); }, [&] { static_cast<void>(bounds.jointCount()); }});

    const SkinPlan planTaken = std::move(plan);
    BOOST_TEST(planTaken.vertexCount() == 3u);
    checkHarmless<SkinPlan>({[&] { static_cast<void>(plan.vertexCount()); }, [&] { static_cast<void>(plan.getJointsPerBatch()); },
                             [&] { static_cast<void>(plan.getMemorySize()); },
                             [&] { skinVertices({}, plan, std::span<const Affine>(), {}); }});
    BOOST_TEST(plan.vertexCount() == 0u);

    const DualQuaternionPalette paletteTaken = std::move(palette);
    BOOST_TEST(!boundsTaken.enclose(paletteTaken).isEmpty());
    checkHarmless<DualQuaternionPalette>({[&] { static_cast<void>(boundsTaken.enclose(palette)); }, [&] { palette.assign({}); }});

    const Mesh taken = std::move(mesh);
    BOOST_TEST(taken.primitives().size() == 1u);
    checkHarmless<Mesh>({[&] { static_cast<void>(mesh.getName()); }, [&] { static_cast<void>(mesh.primitives()); },
                         [&] { static_cast<void>(mesh.getMorphWeights()); }, [&] { static_cast<void>(mesh.morphTargetNames()); },
                         [&] { static_cast<void>(mesh.getExtras()); }, [&] { static_cast<void>(mesh.getExtensions()); },
                         [&] { static_cast<void>(mesh.getDescription()); }, [&] { static_cast<void>(mesh.jointCount()); },
                         [&] { static_cast<void>(mesh.jointNames()); }, [&] { static_cast<void>(mesh.materialCount()); },
                         [&] { static_cast<void>(JointBounds(mesh)); }});
}

BOOST_AUTO_TEST_CASE(snapshots_states_and_references_hold_nothing_once_moved_from)
{
    Limb limb;
    SkeletonSnapshot snapshot(limb.skeleton);
    SkeletonSnapshot snapshotTaken = std::move(snapshot);
    checkRefused<SkeletonSnapshot>({[&] { snapshot.restore(limb.skeleton); }});
    snapshot = std::move(snapshotTaken);
    BOOST_TEST(snapshot.restore(limb.skeleton) == 0u);

    SavedState state;
    state.save(limb.skeleton);
    const SavedState stateTaken = std::move(state);
    checkHarmless<SavedState>({[&] { state.restore(limb.skeleton); }, [&] { static_cast<void>(state.hash()); },
                               [&] { static_cast<void>(state.size()); }, [&] { static_cast<void>(state.warnings()); },
                               [&] { state.save(limb.skeleton); }});
    BOOST_TEST((state == stateTaken));

    SceneInstance instance = limb.scene.instantiate(Scene());
    const SceneInstance instanceTaken = std::move(instance);
    checkHarmless<SceneInstance>(
        {[&] { static_cast<void>(instance.getRoot()); }, [&] { static_cast<void>(instance.getNodes()); },
         [&] { static_cast<void>(instance.getSkeletons()); }, [&] { static_cast<void>(instance.getMeshInstances()); },
         [&] { static_cast<void>(instance.getAnimationGroups()); }, [&] { static_cast<void>(instance.findAnimationGroup("walk")); },
         [&] { limb.scene.removeInstance(instance); }});
    BOOST_TEST((instance.getRoot() == nullptr));
    BOOST_TEST((instanceTaken.getRoot() != nullptr));

    Subscription subscription = limb.hand.observeChange([](Node&) {});
    const Subscription subscriptionTaken = std::move(subscription);
    BOOST_TEST(subscriptionTaken.isActive());
    checkHarmless<Subscription>(
        {[&] { static_cast<void>(subscription.isActive()); }, [&] { subscription.cancel(); }, [&] { subscription.release(); }});
    BOOST_TEST(!subscription.isActive());
    BOOST_TEST(subscriptionTaken.isActive());

    Handle<Bone> handle(limb.hand);
    const Handle<Bone> handleTaken = std::move(handle);
    checkHarmless<Handle<Bone>>({[&] { static_cast<void>(handle.get()); }, [&] { static_cast<void>(handle.hasGone()); }});
    BOOST_TEST((handle.get() == nullptr));
    BOOST_TEST((handleTaken.get() == &limb.hand));

    TargetIdentity identity(limb.hand);
    const TargetIdentity identityTaken = std::move(identity);
    const Lifetime::Watch owner(limb.skeleton.getLifetime());
    checkHarmless<TargetIdentity>({[&] { static_cast<void>(identity.isSet()); }, [&] { static_cast<void>(identity.findIn(owner)); },
                                   [&] { static_cast<void>(identity.belongsTo(owner)); }});
    BOOST_TEST((identityTaken.findIn(owner) == &limb.hand));
    BOOST_TEST((identity.findIn(owner) == nullptr));
}

BOOST_AUTO_TEST_SUITE_END()

// NOLINTEND(bugprone-use-after-move)
