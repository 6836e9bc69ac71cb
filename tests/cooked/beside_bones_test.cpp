#include <array>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_graph.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/animation/graph_player.hpp>
#include <armature/cooked/cooked_file.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

// Morph weights and curves of clips from a cooked file. Expected numbers are worked out by hand: halfway between two keys.

using namespace armature;

namespace {

/// A rig of one bone, and a face with two morph targets. Every Speaker is built the same.
struct Speaker {
    Speaker()
    {
        Primitive triangle{.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}}, .morphTargets = {2, MorphTarget{}}};
        face = &scene.addMeshInstance({.name = "face", .primitives = {triangle}, .morphWeights = {0.f, 0.25f}}, node);
    }

    /// Moves the weights from (0, 0) to (1, 0.5), and "mood" from 0 to 4, in one second.
    std::shared_ptr<const AnimationClip> talk()
    {
        AnimationClipBuilder builder("talk");
        builder.record(skeleton, 0.);
        builder.weights(ChannelTarget::of(node), 2).addKey(0., std::array{0.f, 0.f}).addKey(1., std::array{1.f, 0.5f});
        builder.curve("mood").addKey(0., 0.f).addKey(1., 4.f);
        return builder.build();
    }

    [[nodiscard]] std::vector<float> shown() const { return {face->getMorphWeights().begin(), face->getMorphWeights().end()}; }

    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");
    Bone& bone = skeleton.createBone("bone");
    TransformNode& node = scene.createTransformNode("face");
    MeshInstance* face = nullptr;
};

const std::vector<float> halfway{0.5f, 0.25f};

std::shared_ptr<const CookedFile> cookSpeaker()
{
    Speaker speaker;
    const auto talk = speaker.talk();
    const auto baked = BakedClip::create(*talk, speaker.skeleton);
    return CookedFile::open(writeCooked({.skeletons = {&speaker.skeleton},
                                         .clips = {talk.get()},
                                         .bakedClips = {baked.get()},
                                         .crowds = {{"with", 0, {0}, {0}}, {"without", 0, {0}}}}),
                            "speaker");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cooked_beside_bones)

BOOST_AUTO_TEST_CASE(cooked_clips_move_morph_weights_in_groups_mixers_and_graphs)
{
    const auto clip = cookSpeaker()->getClip(0);
    Speaker speaker;
    speaker.scene.createAnimationGroup(clip).goTo(0.5);
    BOOST_TEST(speaker.shown() == halfway, boost::test_tools::per_element());

    Speaker mixed;
    AnimationMixer& mixer = mixed.scene.createAnimationMixer();
    mixer.addLayer(clip).play();
    mixed.scene.animate(0.5);
    BOOST_TEST(mixed.shown() == halfway, boost::test_tools::per_element());
    BOOST_TEST(mixer.getCurve("mood")[0] == 2.f);

    Speaker graphed;
    GraphDescription description{
        .clips = {makeGraphClip("talk", clip, graphed.skeleton)}, .nodes = {{"all", ClipNode{.clip = "talk"}}}, .root = "all"};
    GraphPlayer player(AnimationGraph::create(std::move(description), graphed.skeleton));
    player.advance(0.5);
    player.apply(*graphed.face);
    BOOST_TEST(graphed.shown() == halfway, boost::test_tools::per_element());
    BOOST_TEST(player.getCurve("mood") == 2.f);
}

BOOST_AUTO_TEST_CASE(cooked_crowds_have_the_morph_weights_of_their_clips)
{
    const auto file = cookSpeaker();
    for (const std::size_t crowdNumber : {std::size_t{0}, std::size_t{1}}) {
        const auto crowd = file->createCrowd(crowdNumber);
        const CrowdInstance member = crowd->add({});
        crowd->update(0.5);
        std::vector<float> weights{0.f, 0.75f};
        float mood = -1.f;
        crowd->sampleMorphWeights(member, "face", weights);
        crowd->sampleCurve(member, "mood", {&mood, 1});
        BOOST_TEST(weights == (crowdNumber == 0 ? halfway : std::vector{0.f, 0.75f}), boost::test_tools::per_element());
        BOOST_TEST(mood == (crowdNumber == 0 ? 2.f : 0.f));
    }
}

BOOST_AUTO_TEST_SUITE_END()
