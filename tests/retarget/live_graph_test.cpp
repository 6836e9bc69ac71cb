#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_graph.hpp>
#include <armature/animation/graph_player.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/retarget/foot_lock.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/saved_state.hpp>
#include <armature/skeleton/pose.hpp>

#include <retarget/body_rigs.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>

using namespace armature;
using namespace armature::test;

namespace {

std::shared_ptr<const AnimationClip> randomMotion(Skeleton& skeleton, Random& random)
{
    AnimationClipBuilder builder("motion");
    for (Bone* const bone : skeleton.bones()) {
        for (int key = 0; key <= 4; ++key) {
            builder.rotation(*bone).addKey(0.3 * key,
                                           bone->getRotationQuaternion() * glm::angleAxis(random.real(-0.5f, 0.5f), random.direction()));
        }
    }
    return builder.build();
}

GraphPlayer makePlayer(Skeleton& skeleton, const std::shared_ptr<const AnimationClip>& clip)
{
    GraphDescription description{
        .clips = {makeGraphClip("motion", clip, skeleton)}, .nodes = {{"live", ModifierNode{"motion"}}}, .root = "live"};
    return GraphPlayer(AnimationGraph::create(std::move(description), skeleton));
}

BodyRig withTail(BodyRig rig)
{
    Bone* above = rig.skeleton->findBone("hips");
    for (int i = 0; i < 4; ++i) {
        const glm::mat4 bind = glm::translate(glm::mat4(1.f), glm::vec3(0.f, 0.f, -0.1f));
        above = &rig.skeleton->createBone("tail" + std::to_string(i), {.parent = above, .bind = bind});
    }
    HumanoidMap map = HumanoidMap::createEmpty(describeHumanoidRig(*rig.skeleton));
    for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
        if (const HumanoidMatch* const match = rig.map->find(static_cast<HumanoidRole>(i))) {
            map.set(static_cast<HumanoidRole>(i), match->bone);
        }
    }
    rig.map = std::make_shared<const HumanoidMap>(std::move(map));
    return rig;
}

std::vector<SpringChain> tailOf(Skeleton& skeleton)
{
    SpringChain chain;
    for (int i = 0; i < 4; ++i) {
        chain.joints.push_back({.bone = skeleton.findBone("tail" + std::to_string(i))});
    }
    return {chain};
}

/// A character with a tail. It plays a graph in which a modifier retargets another character's pose live.
struct LiveGraphStage {
    LiveGraphStage()
    {
        player.setModifier("live", [this](JointView joints) {
            leader.evaluate(sourcePose);
            retargeter.retarget(JointView(*source.skeleton, sourcePose), joints);
            feet.solve(JointView(*source.skeleton, sourcePose), joints, 1. / 60., footMemory);
            springs.solve(joints, 1. / 60., springMemory);
        });
    }

    Pose frame()
    {
        leader.advance(1. / 60.);
        player.advance(1. / 60.);
        player.evaluate(pose);
        return pose;
    }

    Random random{14040};
    BodyRig source = makeBody({.name = "source", .shape = RestShape::A, .hasTurnedAxes = true}, random);
    BodyRig target = withTail(makeBody({.name = "target", .legs = 0.8f, .knees = 0.04f, .hasTurnedAxes = true}, random));
    GraphPlayer leader = makePlayer(*source.skeleton, randomMotion(*source.skeleton, random));
    GraphPlayer player = makePlayer(*target.skeleton, randomMotion(*target.skeleton, random));
    Retargeter retargeter{*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.map, *target.map)};
    FootLock feet{retargeter, *source.skeleton, *target.skeleton};
    SpringBones springs{tailOf(*target.skeleton)};
    std::vector<double> footMemory;
    std::vector<double> springMemory;
    Pose sourcePose;
    Pose pose;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(retarget_live)

// By definition: the same saved state and input give the same bits, and no frame allocates.
BOOST_AUTO_TEST_CASE(rollback_with_retargeting_feet_and_springs_in_a_graph_gives_the_same_bits)
{
    LiveGraphStage stage;
    for (int i = 0; i < 30; ++i) {
        stage.frame();
    }
    for (int round = 0; round < rounds(10); ++round) {
        SavedState state;
        state.save(stage.leader, stage.player);
        const std::vector<double> feet = stage.footMemory;
        const std::vector<double> springs = stage.springMemory;
        std::vector<Pose> first;
        for (int i = 0; i < 20; ++i) {
            first.push_back(stage.frame());
        }
        state.restore(stage.leader, stage.player);
        stage.footMemory = feet;
        stage.springMemory = springs;
        for (int i = 0; i < 20; ++i) {
            BOOST_TEST((stage.frame() == first[static_cast<std::size_t>(i)]), "round " << round << ", frame " << i);
        }
    }
    const AllocationCount count;
    for (int i = 0; i < 10; ++i) {
        stage.leader.advance(1. / 60.);
        stage.player.advance(1. / 60.);
        stage.player.evaluate(stage.pose);
    }
    BOOST_TEST(count.sinceConstruction() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
