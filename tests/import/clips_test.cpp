#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "asset.hpp"
#include "corpus.hpp"
#include "fbx_record.hpp"

// Motion from one file on the rig of another: a channel moves the node that it names.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

using Clips = std::vector<std::shared_ptr<const AnimationClip>>;

/// The clip of Asset::rig() in a file of its own, without mesh or skin, with the nodes in another order below one more node.
Asset walkWithoutMesh()
{
    auto asset = Asset::rig();
    asset.remove("/meshes").remove("/skins");
    asset.set("/nodes",
              R"([{"name":"lower"},{"name":"upper","children":[0]},{"name":"root","children":[1]},{"name":"export","children":[2]}])");
    asset.set("/scenes", R"([{"nodes":[3]}])");
    asset.set("/animations/0/channels/0/target/node", "0");
    asset.set("/animations/0/channels/1/target/node", "1");
    return asset;
}

struct Model {
    fs::path file;
    std::unique_ptr<Scene> scene;
    Clips clips;
    std::unordered_map<std::string, std::vector<const Node*>> byName;
};

std::vector<Model> loadValidModels()
{
    std::vector<Model> models;
    for (const fs::path& file : modelsIn("valid")) {
        try {
            Model model{file, loadScene(file), {}, {}};
            for (const AnimationGroup* group : model.scene->animationGroups()) {
                model.clips.push_back(group->shareClip());
            }
            for (const TransformNode* node : model.scene->nodes()) {
                model.byName[node->getName()].push_back(node);
            }
            models.push_back(std::move(model));
        } catch (const ImportError&) {  // corpus_test knows which files these are
        }
    }
    return models;
}

/// How many names two paths share, counted from the end. No name of the corpus contains a slash.
std::size_t sharedNames(std::string a, std::string b)
{
    std::size_t count = 0;
    for (; !a.empty() && !b.empty(); ++count) {
        const auto cut = [](std::string& path) {
            const auto slash = path.rfind('/');
            std::string last = path.substr(slash == std::string::npos ? 0 : slash + 1);
            path.erase(slash == std::string::npos ? 0 : slash);
            return last;
        };
        if (cut(a) != cut(b)) {
            return count;
        }
    }
    return count;
}

struct Counts {
    std::size_t pairs = 0;
    std::size_t byName = 0;
    std::size_t byPath = 0;
    std::size_t notThere = 0;
    std::size_t ambiguous = 0;
    std::size_t wouldBeByIndex = 0;  // channels whose index alone would move a node of another name
};

void play(const Model& model, const std::shared_ptr<const AnimationClip>& clip, Counts& counts)
{
    const AnimationGroup group(*model.scene, clip, {.mayMoveNothing = true});
    for (const UnboundChannel& unbound : group.getUnboundChannels()) {
        const std::string& name = clip->channels()[unbound.channel].target.name;
        const bool isThere = !name.empty() && model.byName.contains(name);
        BOOST_TEST((unbound.reason == (isThere ? UnboundReason::Ambiguous : UnboundReason::NotThere)), model.file << ": " << name);
        ++(isThere ? counts.ambiguous : counts.notThere);
    }
    for (std::size_t i = 0; i < clip->channels().size(); ++i) {
        const ChannelTarget& target = clip->channels()[i].target;
        const auto nodes = model.scene->nodes();
        counts.wouldBeByIndex += target.index < nodes.size() && nodes[target.index]->getName() != target.name ? 1u : 0u;
        const Node* const bound = group.getTarget(i);
        if (bound == nullptr) {
            continue;
        }
        BOOST_TEST(!target.name.empty());
        BOOST_TEST(bound->getName() == target.name);
        const auto& candidates = model.byName.at(target.name);
        ++(candidates.size() == 1 ? counts.byName : counts.byPath);
        for (const Node* candidate : candidates) {
            const bool isFarther = sharedNames(candidate->getPath(), target.path) < sharedNames(bound->getPath(), target.path);
            BOOST_TEST((candidate == bound || isFarther), model.file << ": " << target.path << " moves " << bound->getPath());
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(clips)

BOOST_AUTO_TEST_CASE(a_walk_in_a_file_of_its_own_moves_the_character)
{
    const auto character = Asset::rig().load();
    const auto expected = Asset::rig().load();
    const auto bytes = walkWithoutMesh().glb();
    const auto clips = loadClips(bytes, "walk.glb");
    BOOST_REQUIRE(clips.size() == 1u);
    BOOST_TEST(clips[0]->getName() == "wave");
    AnimationGroup& walk = character->createAnimationGroup(clips[0]);
    BOOST_TEST(walk.unboundChannelCount() == 0u);
    for (const double seconds : {0., 0.25, 0.5, 1.3, 2.}) {
        walk.goTo(seconds);
        expected->animationGroups()[0]->goTo(seconds);
        for (std::size_t i = 0; i < character->nodes().size(); ++i) {
            BOOST_TEST(near(character->nodes()[i]->getWorldMatrix(), expected->nodes()[i]->getWorldMatrix(), 0.));
        }
    }
    const auto palette = character->skeletons()[0]->getFinalMatrices();
    const auto expectedPalette = expected->skeletons()[0]->getFinalMatrices();
    BOOST_TEST(std::equal(palette.begin(), palette.end(), expectedPalette.begin(), expectedPalette.end()));
}

// In each file "hand" has turned by 90 degrees about z at the time given with it. The files' names do not tell their format.
BOOST_AUTO_TEST_CASE(clips_of_every_format_move_what_has_their_names)
{
    struct File {
        std::string_view name;
        std::vector<std::byte> bytes;
        double seconds;
    };
    auto asset = Asset::rig();
    asset.set("/nodes/2/name", R"("hand")");
    const std::vector<File> files{
        {"text glTF", asset.gltf(), .5},
        {"GLB", asset.glb(), .5},
        {"text FBX", fbxText(fbxRig()), 1.},
        {"binary FBX", fbxBinary(fbxRig(), {.version = 7500}), 1.},
        {"BVH",
         bytesOf(
             "HIERARCHY ROOT root { OFFSET 0 1 0 JOINT hand { OFFSET 3 0 0 CHANNELS 1 Zrotation } } MOTION Frames: 2 Frame Time: 2 0 90"),
         2.}};
    for (const File& file : files) {
        BOOST_TEST_CONTEXT(file.name)
        {
            const fs::path path = emptyOutputDirectory("clips") / "motion.data";
            writeAll(path, file.bytes);
            const auto clips = loadClips(path);
            BOOST_TEST_REQUIRE(clips.size() == 1u);
            Scene scene;
            Skeleton& skeleton = scene.createSkeleton("other");
            Bone& root = skeleton.createBone("root");
            Bone& hand = skeleton.createBone("hand", {.parent = &root});
            scene.createAnimationGroup(clips[0]).goTo(file.seconds);
            BOOST_TEST(nearRotation(hand.getRotationQuaternion(), glm::dquat(std::sqrt(.5), 0., 0., std::sqrt(.5)), 1e-6));
        }
    }
}

BOOST_AUTO_TEST_CASE(clips_are_refused_as_scenes_are)
{
    const auto bytes = bytesOf("no model");
    BOOST_CHECK_THROW(static_cast<void>(loadClips(bytes, "walk.glb")), ImportError);
    BOOST_CHECK_THROW(static_cast<void>(loadClips(fs::path("/nowhere/walk.glb"))), ImportError);
    BOOST_TEST(loadClips(Asset().glb(), "empty.glb").empty());
}

// The clip moves a node without a name in a scene that is gone. In another scene, the node with the same number is a different one.
BOOST_AUTO_TEST_CASE(a_node_without_name_is_no_node_of_another_file)
{
    auto asset = Asset::rig();
    asset.set("/nodes/2/name", R"("")");
    const auto clips = loadClips(asset.glb(), "walk.glb");
    const auto other = asset.load();
    const AnimationGroup& group = other->createAnimationGroup(clips[0], {.mayMoveNothing = true});
    BOOST_TEST(group.getUnboundChannels() == (std::vector<UnboundChannel>{{0, "node 2", UnboundReason::NotThere}}));
    BOOST_TEST(other->animationGroups()[0]->unboundChannelCount() == 0u);
}

BOOST_AUTO_TEST_CASE(no_clip_of_the_corpus_moves_another_rig_by_accident, *boost::unit_test::precondition(needsSharedData))
{
    const auto models = loadValidModels();
    Counts counts;
    std::size_t clipCount = 0;
    for (const Model& source : models) {
        clipCount += source.clips.size();
        for (const Model& other : models) {
            if (&source == &other) {
                continue;
            }
            for (const auto& clip : source.clips) {
                ++counts.pairs;
                play(other, clip, counts);
            }
        }
    }
    std::cout << clipCount << " clips on " << models.size() << " models: " << counts.pairs << " pairs, channels bound by name "
              << counts.byName << ", by path " << counts.byPath << ", unbound " << counts.notThere << ", ambiguous " << counts.ambiguous
              << "; by index alone another node would have moved for " << counts.wouldBeByIndex << '\n';
    BOOST_TEST(counts.byName > 0u);
    BOOST_TEST(counts.notThere > 0u);
    reportExamined("corpus pairs of clip and model", counts.pairs);
}

BOOST_AUTO_TEST_SUITE_END()
