#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <sys/resource.h>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/shared_data.hpp>

#include "asset.hpp"
#include "corpus.hpp"
#include "scene_difference.hpp"

// Each written file is compared with the scene that it was written from; other tests compare that scene with the original file's numbers.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

std::unique_ptr<Scene> reload(const Scene& scene, const GltfOptions& options = {})
{
    return loadScene(writeGltf(scene, options).bytes, "written");
}

struct SavedTally {
    std::size_t files = 0, mended = 0, nodes = 0, skins = 0, clips = 0, vertices = 0, poses = 0;

    void count(const Scene& scene)
    {
        ++files;
        nodes += scene.nodes().size();
        skins += scene.skeletons().size();
        clips += scene.animationGroups().size();
        for (const MeshInstance* instance : scene.meshInstances()) {
            for (const Primitive& primitive : instance->getMesh()->primitives()) {
                vertices += primitive.positions.size();
            }
        }
    }
};

std::vector<AnimationGroup*> groupsThatMove(Scene& scene)
{
    std::vector<AnimationGroup*> groups;
    std::ranges::copy_if(scene.animationGroups(), std::back_inserter(groups),
                         [](const AnimationGroup* group) { return group->unboundChannelCount() < group->getClip().channels().size(); });
    return groups;
}

/// True if a vertex names a joint twice, as in some golden files. glTF forbids it, so writing adds up the joint's weights.
bool repeatsJoints(const Scene& scene)
{
    for (const MeshInstance* instance : scene.meshInstances()) {
        for (const Primitive& primitive : instance->getMesh()->primitives()) {
            const SkinWeights& skin = primitive.skin;
            for (std::size_t i = 0; i < skin.joints.size(); ++i) {
                for (std::size_t j = i / skin.influencesPerVertex * skin.influencesPerVertex; j < i; ++j) {
                    if (skin.joints[i] == skin.joints[j] && skin.weights[i] > 0.f && skin.weights[j] > 0.f) {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

/// A mesh of three vertices skinned to joints 0 to 2, with two influences per vertex.
MeshDescription bar()
{
    MeshDescription mesh{.name = "bar"};
    Primitive& primitive = mesh.primitives.emplace_back();
    primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}};
    primitive.skin = {2, {0, 1, 1, 0, 2, 0}, {1.f, 0.f, .75f, .25f, 1.f, 0.f}};
    return mesh;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(save_gltf)

BOOST_AUTO_TEST_CASE(export_and_import_again_gives_the_same_skins_and_clips)
{
    SavedTally tally;
    const fs::path folder = emptyOutputDirectory("saved_gltf");
    for (const fs::path& file : validModels()) {
        BOOST_TEST_CONTEXT(file)
        {
            std::unique_ptr<Scene> scene;
            try {
                scene = loadScene(file);
            } catch (const ImportError&) {
                continue;  // requires an extension that does not exist
            }
            const bool isMended = repeatsJoints(*scene);
            const float bound = isMended ? 1e-5f : 0.f;
            const auto again = reload(*scene);
            BOOST_TEST(findDifference(*scene, *again, {.sameMeshes = !isMended}) == "");
            BOOST_TEST(largestDistance(*scene, *again) <= bound);
            static_cast<void>(saveGltf(*scene, folder / "two files.gltf"));
            BOOST_TEST(findDifference(*scene, *loadScene(folder / "two files.gltf"), {.sameMeshes = !isMended}) == "");
            const auto compressed = reload(*scene, {.compress = true});
            BOOST_TEST(findDifference(*scene, *compressed, {.sameMeshes = false}) == "");
            // The same halfway through each clip.
            const std::vector<AnimationGroup*> groups = groupsThatMove(*scene);
            const std::vector<AnimationGroup*> groupsAgain = groupsThatMove(*again);
            const std::vector<AnimationGroup*> groupsCompressed = groupsThatMove(*compressed);
            for (std::size_t i = 0; i < groups.size(); ++i) {
                const double middle = groups[i]->getClip().getDuration() / 2.;
                groups[i]->goTo(middle);
                groupsAgain[i]->goTo(middle);
                groupsCompressed[i]->goTo(middle);
                BOOST_TEST(largestDistance(*scene, *again) <= bound);
                BOOST_TEST(largestDistance(*scene, *compressed) <= bound);
                ++tally.poses;
            }
            tally.count(*scene);
            tally.mended += isMended ? 1 : 0;
        }
    }
    std::cout << "written and read again: " << tally.files << " files, " << tally.mended << " of them with joints twice at a vertex, with "
              << tally.nodes << " nodes, " << tally.skins << " skins, " << tally.clips << " clips, " << tally.vertices << " vertices; "
              << tally.poses << " poses of clips\n";
    reportExamined("corpus files and samples, written and read again", tally.files);
}

BOOST_AUTO_TEST_CASE(writing_again_what_was_read_gives_the_same_bytes)
{
    for (const GltfOptions& options : {GltfOptions{}, GltfOptions{.compress = true}}) {
        const auto scene = Asset::rig().load();
        const std::vector<std::byte> bytes = writeGltf(*scene, options).bytes;
        BOOST_TEST((writeGltf(*Asset::rig().load(), options).bytes == bytes));
        BOOST_TEST((writeGltf(*loadScene(bytes, "written"), options).bytes == bytes));
    }
}

// A skeleton made by hand has no nodes, a node may have several meshes, and a palette may have holes.
BOOST_AUTO_TEST_CASE(what_gltf_has_no_place_for_gets_nodes_of_its_own)
{
    Scene scene;
    TransformNode& host = scene.createTransformNode("host", nullptr, {.translation = {5, 0, 0}});
    Skeleton& skeleton = scene.createSkeleton("by hand");
    skeleton.setHostNode(&host);
    Bone& lower = skeleton.createBone("lower", {.bind = glm::mat4(1.f)});
    Bone& upper =
        skeleton.createBone("upper", {.parent = &lower, .bind = glm::translate(glm::mat4(1.f), {0, 1, 0}), .length = .5f, .index = 2});
    skeleton.createBone("helper", {.parent = &upper, .isHelper = true});
    skeleton.createBone("side", {.parent = &lower, .index = 1});
    std::vector<glm::mat4> other(3, glm::translate(glm::mat4(1.f), {0, 0, 3}));
    const std::size_t set = skeleton.addInverseBindSet(other);
    scene.addMeshInstance(bar(), host, &skeleton);
    TransformNode& held = scene.createTransformNode("held", &upper, {.translation = {0, 0, 1}});
    scene.addMeshInstance(MeshDescription{.name = "tool", .primitives = {Primitive{.positions = {{1, 1, 1}}}}}, held);
    scene.addMeshInstance(bar(), host, &skeleton).setSkeleton(&skeleton, set);
    lower.setRotation({0.f, 0.f, .5f});
    upper.setRotation({.3f, 0.f, 0.f});
    held.setEnabled(false);

    const auto again = reload(scene);
    BOOST_TEST(largestDistance(scene, *again) < 2e-6f);
    BOOST_TEST(again->skeletons().size() == 2u);
    BOOST_TEST(again->skeletons()[0]->findBone("upper")->getLength().value() == .5f);
    BOOST_TEST(again->findTransformNode("held")->getParent()->getName() == "upper");
    BOOST_TEST(!again->findTransformNode("held")->isSelfEnabled());
    BOOST_TEST(again->nodes()[0]->getName() == "host");
    BOOST_TEST(again->nodes()[1]->getName() == "held");
}

// Clips of bones without nodes, and of nodes that drive bones elsewhere.
BOOST_AUTO_TEST_CASE(clips_move_what_they_moved)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("by hand");
    Bone& lower = skeleton.createBone("lower", {});
    Bone& upper = skeleton.createBone("upper", {.parent = &lower, .bind = glm::translate(glm::mat4(1.f), {0, 1, 0})});
    skeleton.createBone("end", {.parent = &upper});
    TransformNode& elsewhere = scene.createTransformNode("elsewhere");
    upper.linkTransformNode(&elsewhere, LinkMode::ForwardWrites);
    scene.addMeshInstance(MeshDescription{.primitives = {Primitive{.positions = {{1, 0, 0}}}}}, elsewhere);
    scene.addMeshInstance(bar(), scene.createTransformNode("body"), &skeleton);
    ClipDescription clip{.name = "bend", .timeTracks = {{0.f, 1.f}}};
    clip.channels.push_back({.target = ChannelTarget::of(lower), .path = ChannelPath::Translation, .values = {0, 0, 0, 0, 0, 4}});
    clip.channels.push_back({.target = ChannelTarget::of(elsewhere), .path = ChannelPath::Scale, .values = {1, 1, 1, 3, 1, 1}});
    AnimationGroup& group = scene.createAnimationGroup(AnimationClip::create(std::move(clip)));
    const auto again = reload(scene);
    BOOST_REQUIRE(again->animationGroups().size() == 1u);
    for (const double seconds : {0., .25, 1.}) {
        group.goTo(seconds);
        again->animationGroups()[0]->goTo(seconds);
        BOOST_TEST(largestDistance(scene, *again) < 1e-6f, seconds << " s");
    }
}

BOOST_AUTO_TEST_CASE(names_and_extras_come_back_whatever_they_hold)
{
    Scene scene;
    const std::vector<std::string> names{"", "a\"b\\c\n\x01", "\xF0\x9F\xA6\xB4", "same", "same"};
    for (const std::string& name : names) {
        scene.createTransformNode(name).setMetadata(R"({"deep":[1.5,{"x":true}]})");
    }
    scene.setName("stage");
    scene.setMetadata("no JSON {");
    MeshDescription mesh{.name = "m", .primitives = {Primitive{.positions = {{0, 0, 0}}, .morphTargets = {{{{1, 0, 0}}}}}}};
    mesh.morphWeights = {.5f};
    mesh.morphTargetNames = {"smile"};
    mesh.extras = R"({"age":7})";
    scene.addMeshInstance(std::move(mesh), *scene.nodes()[0]);
    const auto again = reload(scene);
    for (std::size_t i = 0; i < names.size(); ++i) {
        BOOST_TEST(again->nodes()[i]->getName() == names[i]);
        BOOST_TEST(again->nodes()[i]->getMetadata() == R"({"deep":[1.5,{"x":true}]})");
    }
    BOOST_TEST(again->getName() == "stage");
    BOOST_TEST(again->getMetadata() == R"("no JSON {")");
    BOOST_TEST(again->meshInstances()[0]->getMesh()->morphTargetNames()[0] == "smile");
    BOOST_TEST(again->meshInstances()[0]->getMesh()->getExtras() == R"({"age":7,"targetNames":["smile"]})");
}

// By hand: 0.4 and 0.2 of joint 1 are 0.6, and 0.6 and 0.396 of 0.996 are 0.602409... and 0.397590...
BOOST_AUTO_TEST_CASE(weights_are_written_as_gltf_asks)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("two");
    Bone& bone = skeleton.createBone("a", {});
    skeleton.createBone("b", {.parent = &bone});
    MeshDescription mesh;
    Primitive& primitive = mesh.primitives.emplace_back();
    primitive.positions = {{0, 1, 0}, {1, 0, 0}};
    primitive.skin = {3, {1, 0, 1, 0, 1, 0}, {.4f, .396f, .2f, .25f, .75f, 0.f}};
    scene.addMeshInstance(std::move(mesh), scene.createTransformNode("body"), &skeleton);
    const auto again = reload(scene);
    const SkinWeights& skin = again->meshInstances()[0]->getMesh()->primitives()[0].skin;
    const std::vector<float> expected{.6f / .996f, .396f / .996f, 0.f, 0.f, .25f, .75f, 0.f, 0.f};
    BOOST_REQUIRE(skin.weights.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        BOOST_TEST(std::abs(skin.weights[i] - expected[i]) < (i < 4 ? 1e-7f : 1e-30f));
    }
    BOOST_TEST((skin.joints == std::vector<std::uint16_t>{1, 0, 0, 0, 0, 1, 0, 0}));
}

// By hand: a thousand vertices take 12 kB of positions; a target that moves only one of them takes far less.
BOOST_AUTO_TEST_CASE(morph_targets_that_move_little_take_little)
{
    Scene scene;
    MeshDescription mesh;
    Primitive& primitive = mesh.primitives.emplace_back();
    primitive.positions.assign(1000, {1, 2, 3});
    for (std::size_t target = 0; target < 10; ++target) {
        primitive.morphTargets.emplace_back().positions.assign(1000, {0, 0, 0});
        primitive.morphTargets.back().positions[target * 99].y = 1.f;
    }
    mesh.morphWeights.assign(10, 0.f);
    scene.addMeshInstance(std::move(mesh), scene.createTransformNode("node"));
    const std::vector<std::byte> bytes = writeGltf(scene).bytes;
    BOOST_TEST(bytes.size() < 12'000u + 10u * 400u);
    BOOST_TEST(findDifference(scene, *loadScene(bytes, "written")) == "");
}

// 16 bits give steps of 1 / 32767 and 1 / 65535, so values are off by at most half of that. Directions lie on a spiral around a sphere.
BOOST_AUTO_TEST_CASE(quantized_files_are_smaller_and_off_by_half_a_step)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("two");
    Bone& bone = skeleton.createBone("a", {});
    skeleton.createBone("b", {.parent = &bone, .bind = glm::translate(glm::mat4(1.f), {0, 1, 0})});
    MeshDescription mesh;
    Primitive& primitive = mesh.primitives.emplace_back();
    primitive.skin.influencesPerVertex = 3;
    ClipDescription clip{.name = "turn", .timeTracks = {{}}};
    clip.channels.push_back({.target = ChannelTarget::of(bone), .path = ChannelPath::Rotation, .components = 4});
    constexpr std::size_t count = 500;
    for (std::size_t i = 0; i < count; ++i) {
        const float part = static_cast<float>(i) / (count - 1);
        const glm::vec3 direction(std::cos(90.f * part) * std::sin(3.1f * part), std::cos(3.1f * part),
                                  std::sin(90.f * part) * std::sin(3.1f * part));
        primitive.positions.push_back(direction);
        primitive.normals.push_back(glm::normalize(direction));
        primitive.textureCoordinates[0].emplace_back(part, 1.f - part * part);
        primitive.colors.emplace_back(part, 0.f, 1.f, .3f);
        primitive.skin.joints.insert(primitive.skin.joints.end(), {0, 1, 1});
        primitive.skin.weights.insert(primitive.skin.weights.end(), {part, (1.f - part) / 3.f, (1.f - part) / 1.5f});
        clip.timeTracks[0].push_back(part);
        clip.channels[0].values.insert(clip.channels[0].values.end(), {std::sin(part), 0.f, 0.f, std::cos(part)});
    }
    scene.addMeshInstance(std::move(mesh), scene.createTransformNode("body"), &skeleton);
    AnimationGroup& group = scene.createAnimationGroup(AnimationClip::create(std::move(clip)));
    const auto small = reload(scene, {.quantize = true});
    const Primitive& exact = scene.meshInstances()[0]->getMesh()->primitives()[0];
    const Primitive& quantised = small->meshInstances()[0]->getMesh()->primitives()[0];
    BOOST_TEST((exact.positions == quantised.positions));
    float normals = 0.f, coordinates = 0.f, colors = 0.f;
    for (std::size_t i = 0; i < count; ++i) {
        normals = std::max(normals, glm::distance(exact.normals[i], quantised.normals[i]));
        coordinates = std::max(coordinates, glm::distance(exact.textureCoordinates[0][i], quantised.textureCoordinates[0][i]));
        colors = std::max(colors, glm::distance(exact.colors[i], quantised.colors[i]));
    }
    BOOST_TEST(normals > 0.f);
    BOOST_TEST(normals < .5f / 32767.f * 1.7321f + 1e-6f);
    BOOST_TEST(coordinates < .5f / 65535.f * 1.4143f + 1e-6f);
    BOOST_TEST(colors < .5f / 65535.f * 2.f + 1e-6f);
    group.goTo(.77);
    small->animationGroups()[0]->goTo(.77);
    BOOST_TEST(largestDistance(scene, *small) < 2e-4f);  // for points up to 1.4 away from their centre of rotation

    const std::size_t plain = writeGltf(scene).bytes.size();
    const std::size_t less = writeGltf(scene, {.quantize = true}).bytes.size();
    const std::size_t compressed = writeGltf(scene, {.compress = true}).bytes.size();
    const std::size_t both = writeGltf(scene, {.quantize = true, .compress = true}).bytes.size();
    std::cout << "a spiral: " << plain << " bytes, quantised " << less << ", compressed " << compressed << ", both " << both << '\n';
    BOOST_TEST(less < plain);
    BOOST_TEST(compressed < plain);
    BOOST_TEST(both < less);
}

BOOST_AUTO_TEST_CASE(a_full_disk_leaves_what_was_there_and_nothing_else)
{
    const fs::path folder = emptyOutputDirectory("full_disk");
    const auto scene = Asset::rig().load();
    writeAll(folder / "old.gltf", bytesOf("old text"));
    writeAll(folder / "old.bin", bytesOf("old data"));
    writeAll(folder / "old.glb", bytesOf("old file"));
    rlimit unlimited{};
    BOOST_REQUIRE(getrlimit(RLIMIT_FSIZE, &unlimited) == 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    for (const rlim_t room : {rlim_t{0}, rlim_t{100}, rlim_t{800}}) {
        for (const char* name : {"old.gltf", "old.glb", "new.gltf", "new.glb"}) {
            const rlimit limit{room, unlimited.rlim_max};
            std::string message;
            setrlimit(RLIMIT_FSIZE, &limit);
            try {
                static_cast<void>(saveGltf(*scene, folder / name));
            } catch (const Error& error) {
                message = error.what();
            }
            setrlimit(RLIMIT_FSIZE, &unlimited);
            BOOST_TEST(message == (folder / name).string() + ": cannot be written: File too large");
        }
    }
    std::signal(SIGXFSZ, handler);
    BOOST_TEST((readAll(folder / "old.gltf") == bytesOf("old text")));
    BOOST_TEST((readAll(folder / "old.bin") == bytesOf("old data")));
    BOOST_TEST((readAll(folder / "old.glb") == bytesOf("old file")));
    BOOST_TEST(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 3);
    BOOST_CHECK_EXCEPTION(saveGltf(*scene, "/dev/full"), Error, [](const Error& error) {
        return std::string(error.what()) == "/dev/full: cannot be written: No space left on device";
    });
}

// A warning names each thing that glTF cannot express, and says what becomes of it.
BOOST_AUTO_TEST_CASE(a_warning_says_what_is_lost)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("turning", nullptr, {.translation = {1, 2, 3}});
    node.setPivotPoint({0, 1, 0});
    ClipDescription clip{.name = "turn", .timeTracks = {{0.f}}};
    clip.channels.push_back({.target = ChannelTarget::of(node), .path = ChannelPath::Rotation, .components = 4, .values = {0, 0, 0, 1}});
    clip.channels.push_back({.target = {.name = "nobody"}, .path = ChannelPath::Scale, .values = {1, 1, 1}});
    scene.createAnimationGroup(AnimationClip::create(std::move(clip)));
    scene.addImage({.name = "gone"});
    const std::vector<std::string> warnings = writeGltf(scene).warnings;
    BOOST_REQUIRE(warnings.size() == 3u);
    BOOST_TEST(warnings[0] == "node \"turning\": is animated about a pivot, which glTF cannot express: it will move about its origin");
    BOOST_TEST(warnings[1] == "clip \"turn\": has a channel for \"nobody\" that moves nothing here: left out");
    BOOST_TEST(warnings[2] == "image 0 \"gone\": has no bytes: left out");
}

BOOST_AUTO_TEST_SUITE_END()
