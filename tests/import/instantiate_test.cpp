#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/node/descendants.hpp>
#include <armature/scene/import_notes.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>
#include <support/random.hpp>
#include <support/shared_data.hpp>

#include "asset.hpp"
#include "corpus.hpp"

// Load once, place many: a copy must do what a second load of the same file does, bit for bit.

using namespace armature;
using namespace armature::test;

namespace {

/// The rig with a material.
Asset model()
{
    auto asset = Asset::rig();
    asset.set("/materials", R"([{"name":"skin"}])").set("/meshes/0/primitives/0/material", "0");
    return asset;
}

void checkSameSkeleton(const Skeleton& actual, const Skeleton& expected)
{
    BOOST_REQUIRE(actual.bones().size() == expected.bones().size());
    BOOST_TEST(actual.getName() == expected.getName());
    for (std::size_t i = 0; i < actual.bones().size(); ++i) {
        const Bone& a = *actual.bones()[i];
        const Bone& e = *expected.bones()[i];
        BOOST_REQUIRE(a.getName() == e.getName());
        BOOST_REQUIRE((a.getLocalMatrix() == e.getLocalMatrix()));
        BOOST_REQUIRE((a.getAbsoluteMatrix() == e.getAbsoluteMatrix()));
        BOOST_REQUIRE((a.getWorldMatrix() == e.getWorldMatrix()));
        BOOST_REQUIRE((a.getRestMatrix() == e.getRestMatrix()));
        BOOST_REQUIRE((a.getBindMatrix() == e.getBindMatrix()));
        BOOST_REQUIRE((a.getTransformNode() != nullptr) == (e.getTransformNode() != nullptr));
        BOOST_REQUIRE((a.getLinkMode() == e.getLinkMode()));
    }
    BOOST_REQUIRE(std::ranges::equal(actual.getFinalMatrices(), expected.getFinalMatrices()));
}

/// Checks that the copies equal the whole of `expected`, are below the root of the copies and belong to `scene`.
void checkSame(const SceneInstance& copies, const Scene& expected, const Scene& scene)
{
    const auto nodes = copies.getNodes();
    BOOST_REQUIRE(nodes.size() == expected.nodes().size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const TransformNode& actual = *nodes[i];
        const TransformNode& other = *expected.nodes()[i];
        BOOST_REQUIRE(&actual.getScene() == &scene);
        BOOST_REQUIRE(actual.getName() == other.getName());
        BOOST_REQUIRE(actual.getMetadata() == other.getMetadata());
        BOOST_REQUIRE(actual.isSelfEnabled() == other.isSelfEnabled());
        BOOST_REQUIRE((actual.getLocalMatrix() == other.getLocalMatrix()));
        BOOST_REQUIRE((actual.getWorldMatrix() == other.getWorldMatrix()));
        const auto parent = std::ranges::find(expected.nodes(), other.getParent());
        const bool isRoot = parent == expected.nodes().end();
        BOOST_REQUIRE(actual.getParent()
                      == (isRoot ? copies.getRoot() : nodes[static_cast<std::size_t>(parent - expected.nodes().begin())]));
        std::vector<std::string> children;
        std::vector<std::string> others;
        for (const Node& child : actual.getChildren()) {
            children.push_back(child.getName());
        }
        for (const Node& child : other.getChildren()) {
            others.push_back(child.getName());
        }
        BOOST_REQUIRE(children == others);
    }
    BOOST_REQUIRE(copies.getSkeletons().size() == expected.skeletons().size());
    for (std::size_t i = 0; i < expected.skeletons().size(); ++i) {
        checkSameSkeleton(*copies.getSkeletons()[i], *expected.skeletons()[i]);
    }
    BOOST_REQUIRE(copies.getMeshInstances().size() == expected.meshInstances().size());
    for (std::size_t i = 0; i < expected.meshInstances().size(); ++i) {
        const MeshInstance& actual = *copies.getMeshInstances()[i];
        const MeshInstance& other = *expected.meshInstances()[i];
        BOOST_REQUIRE(actual.getName() == other.getName());
        BOOST_REQUIRE(actual.getMorphWeights() == other.getMorphWeights());
        BOOST_REQUIRE((actual.getSkeleton() != nullptr) == (other.getSkeleton() != nullptr));
        BOOST_REQUIRE((computeBounds(actual) == computeBounds(other)));
    }
    BOOST_REQUIRE(copies.getAnimationGroups().size() == expected.animationGroups().size());
}

/// Plays everything for a while in both scenes and compares them after each step.
void checkPlaysAlike(const SceneInstance& copies, Scene& scene, Scene& expected)
{
    for (AnimationGroup* group : copies.getAnimationGroups()) {
        BOOST_TEST(group->unboundChannelCount() == 0u);
        group->play();
    }
    for (AnimationGroup* group : expected.animationGroups()) {
        group->play();
    }
    for (int step = 0; step < 5; ++step) {
        scene.animate(0.13);
        expected.animate(0.13);
        checkSame(copies, expected, scene);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(instantiate)

BOOST_AUTO_TEST_CASE(an_instance_is_what_a_second_load_is)
{
    const auto asset = model();
    const auto original = asset.load();
    const auto second = asset.load();
    Scene scene;
    scene.addMaterial({});  // so that the model's materials get other numbers
    SceneInstance copies = scene.instantiate(*original);
    checkSame(copies, *second, scene);
    checkPlaysAlike(copies, scene, *second);
}

// Every valid model of the corpus up to 1.5 MB, its clips played at once.
BOOST_AUTO_TEST_CASE(an_instance_of_each_corpus_file_is_what_a_second_load_is, *boost::unit_test::precondition(needsSharedData))
{
    std::size_t examined = 0;
    for (const auto& file : modelsIn("valid")) {
        if (std::filesystem::file_size(file) > 1'500'000) {
            continue;
        }
        std::unique_ptr<Scene> original;
        try {
            original = loadScene(file);
        } catch (const ImportError&) {  // corpus_test knows which files these are
            continue;
        }
        ++examined;
        BOOST_TEST_CONTEXT(file)
        {
            const auto second = loadScene(file);
            Scene scene;
            const SceneInstance copies = scene.instantiate(*original);
            const bool isBound =
                std::ranges::all_of(original->animationGroups(), [](const auto* each) { return each->unboundChannelCount() == 0; });
            checkSame(copies, *second, scene);
            if (isBound) {
                checkPlaysAlike(copies, scene, *second);
            }
            scene.removeInstance(copies);
            BOOST_REQUIRE(scene.nodes().empty() && scene.skeletons().empty() && scene.animationGroups().empty());
        }
    }
    reportExamined("corpus files, placed", examined);
}

BOOST_AUTO_TEST_CASE(instances_pose_play_and_go_on_their_own)
{
    const auto asset = model();
    const auto original = asset.load();
    Scene scene;
    const SceneInstance first = scene.instantiate(*original, {.name = "first"});
    const SceneInstance second = scene.instantiate(*original, {.name = "second", .transform = {.translation = {5.f, 0.f, 0.f}}});
    const auto untouched = asset.load();

    first.getAnimationGroups()[0]->play();
    scene.animate(0.4);
    first.getSkeletons()[0]->bones()[0]->setPosition({7.f, 7.f, 7.f});
    first.getNodes()[3]->setEnabled(false);
    BOOST_TEST((first.getSkeletons()[0]->getFinalMatrices()[0] != second.getSkeletons()[0]->getFinalMatrices()[0]));
    checkSameSkeleton(*original->skeletons()[0], *untouched->skeletons()[0]);
    BOOST_REQUIRE(std::ranges::equal(second.getSkeletons()[0]->getFinalMatrices(), untouched->skeletons()[0]->getFinalMatrices()));
    const glm::vec3 moved = computeBounds(*second.getMeshInstances()[0]).minimum;
    BOOST_TEST(near(moved, computeBounds(*untouched->meshInstances()[0]).minimum + glm::vec3(5.f, 0.f, 0.f), 1e-6));

    scene.removeInstance(first);
    BOOST_TEST(first.getRoot() == nullptr);
    BOOST_TEST(first.getSkeletons()[0] == nullptr);
    BOOST_TEST(scene.nodes().size() == 1 + original->nodes().size());
    BOOST_TEST(scene.skeletons().size() == 1u);
    BOOST_TEST(scene.meshInstances().size() == 1u);
    BOOST_TEST(scene.animationGroups().size() == 1u);
    second.getAnimationGroups()[0]->play();
    scene.animate(0.1);
    scene.removeInstance(first);  // already removed: does nothing
    scene.removeInstance(second);
    BOOST_TEST(scene.nodes().empty());
    BOOST_TEST(scene.skeletons().empty());
    BOOST_TEST(scene.meshInstances().empty());
    BOOST_TEST(scene.animationGroups().empty());
}

BOOST_AUTO_TEST_CASE(what_is_large_is_shared_and_materials_come_once)
{
    const auto original = model().load();
    Scene scene;
    scene.addMaterial({});
    const SceneInstance first = scene.instantiate(*original);
    const SceneInstance second = scene.instantiate(*original);
    BOOST_TEST(scene.materials().size() == 2u);
    BOOST_TEST(scene.materials()[1].name == "skin");
    BOOST_TEST(first.getMeshInstances()[0]->getMesh() == original->meshInstances()[0]->getMesh());
    BOOST_TEST(*first.getMeshInstances()[0]->getMaterial(0) == 1u);
    BOOST_TEST(*second.getMeshInstances()[0]->getMaterial(0) == 1u);
    BOOST_TEST(first.getAnimationGroups()[0]->shareClip() == original->animationGroups()[0]->shareClip());
}

BOOST_AUTO_TEST_CASE(the_model_may_go_and_names_follow_the_function)
{
    auto original = model().load();
    const auto second = model().load();
    Scene scene;
    const SceneInstance copies =
        scene.instantiate(*original, {.name = "guard", .rename = [](const std::string& name) { return "guard " + name; }});
    original.reset();
    BOOST_TEST(copies.getNodes()[1]->getName() == "guard upper");
    BOOST_TEST(copies.getSkeletons()[0]->getName() == "guard " + second->skeletons()[0]->getName());
    BOOST_TEST(copies.getSkeletons()[0]->bones()[0]->getName() == second->skeletons()[0]->bones()[0]->getName());
    copies.getAnimationGroups()[0]->play();
    second->animationGroups()[0]->play();
    scene.animate(0.3);
    second->animate(0.3);
    BOOST_REQUIRE(std::ranges::equal(copies.getSkeletons()[0]->getFinalMatrices(), second->skeletons()[0]->getFinalMatrices()));
}

BOOST_AUTO_TEST_CASE(a_scene_is_appended_as_it_is)
{
    const auto asset = model();
    const auto original = asset.load();
    addImportWarning(*original, "a warning");
    const auto second = asset.load();
    Scene scene;
    scene.createTransformNode("before");
    const SceneInstance copies = scene.append(*original);
    BOOST_TEST(copies.getRoot() == nullptr);
    BOOST_TEST(scene.warnings().back() == "a warning");
    checkSame(copies, *second, scene);
    checkPlaysAlike(copies, scene, *second);
    scene.removeInstance(copies);
    BOOST_TEST(scene.nodes().size() == 1u);
    BOOST_TEST(scene.skeletons().empty());
}

BOOST_AUTO_TEST_CASE(a_refused_copy_leaves_nothing)
{
    const auto original = model().load();
    Scene scene;
    Scene other;
    BOOST_CHECK_EXCEPTION(static_cast<void>(scene.instantiate(scene)), std::invalid_argument, says("cannot be placed in itself"));
    BOOST_CHECK_THROW(static_cast<void>(scene.append(scene)), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(scene.instantiate(*original, {.parent = &other.createTransformNode("foreign")})),
                      std::invalid_argument);
    int names = 0;
    const auto failing = [&](const std::string& name) { return ++names < 5 ? name : throw std::runtime_error("no more names"); };
    BOOST_CHECK_THROW(static_cast<void>(scene.instantiate(*original, {.rename = failing})), std::runtime_error);
    BOOST_TEST(scene.nodes().empty());
    BOOST_TEST(scene.skeletons().empty());
    BOOST_TEST(scene.animationGroups().empty());
    const SceneInstance elsewhere = other.instantiate(*original);
    BOOST_CHECK_EXCEPTION(scene.removeInstance(elsewhere), std::invalid_argument, says("another scene"));
    BOOST_TEST(elsewhere.getRoot() != nullptr);
}

// --- clones of nodes ------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(a_cloned_root_is_a_character_of_its_own)
{
    const auto scene = model().load();
    const auto second = model().load();
    TransformNode& root = *scene->nodes()[0];
    TransformNode& socket = scene->createTransformNode("socket", scene->skeletons()[0]->bones().back(), {.translation = {0.f, 0.1f, 0.f}});
    TransformNode& copy = root.clone({.name = "copy"});
    BOOST_TEST(copy.getPath() == "copy");
    BOOST_TEST(scene->nodes().size() == 2 * second->nodes().size() + 2);
    BOOST_REQUIRE(scene->skeletons().size() == 2u);
    checkSameSkeleton(*scene->skeletons()[1], *second->skeletons()[0]);
    BOOST_REQUIRE(scene->meshInstances().size() == 2u);
    BOOST_TEST(scene->meshInstances()[1]->getSkeleton() == scene->skeletons()[1]);
    BOOST_TEST(scene->meshInstances()[1]->getNode().getPath() == "copy/body");
    const Bone& hand = *scene->skeletons()[1]->bones().back();
    BOOST_REQUIRE(!transformNodesBelow(hand).empty());
    BOOST_TEST(transformNodesBelow(hand)[0]->getName() == "socket");
    BOOST_TEST(transformNodesBelow(hand)[0] != &socket);
    for (Bone* bone : scene->skeletons()[1]->bones()) {
        BOOST_TEST(bone->getTransformNode()->isDescendantOf(copy) != (bone->getTransformNode() == &copy));
    }
    copy.setPosition({0.f, 3.f, 0.f});
    BOOST_TEST((scene->skeletons()[0]->getFinalMatrices()[0] == second->skeletons()[0]->getFinalMatrices()[0]));
}

BOOST_AUTO_TEST_CASE(what_belongs_to_others_is_shared_by_a_clone)
{
    const auto scene = model().load();
    TransformNode& body = *scene->nodes()[3];
    TransformNode& copy = body.clone();
    BOOST_TEST(scene->skeletons().size() == 1u);
    BOOST_TEST(copy.getParent() == body.getParent());
    BOOST_TEST(scene->meshInstances()[1]->getSkeleton() == scene->skeletons()[0]);
    TransformNode& joint = scene->nodes()[2]->clone({.name = "joint", .parent = nullptr});  // drives one bone of several
    BOOST_TEST(scene->skeletons().size() == 1u);
    BOOST_TEST(joint.getParent() == nullptr);
    TransformNode& alone = scene->nodes()[0]->clone({.name = "alone", .withChildren = false});
    BOOST_TEST(alone.getChildren().empty());
    Scene other;
    const std::size_t before = scene->nodes().size();
    BOOST_CHECK_THROW(body.clone({.parent = &other.createTransformNode("foreign")}), std::invalid_argument);
    BOOST_TEST(scene->nodes().size() == before);
}

BOOST_AUTO_TEST_CASE(children_are_listed_by_kind_and_predicate)
{
    const auto scene = model().load();
    const TransformNode& root = *scene->nodes()[0];
    BOOST_TEST(transformNodesBelow(root).size() == 3u);
    BOOST_TEST(meshInstancesBelow(root) == std::vector<MeshInstance*>{scene->meshInstances()[0]}, boost::test_tools::per_element());
    BOOST_TEST(meshInstancesBelow(root, [](const MeshInstance&) { return false; }).empty());
    BOOST_TEST(descendantsOf(root, [](const Node& node) { return node.getName() == "lower"; }).at(0) == scene->nodes()[2]);
    BOOST_TEST(transformNodesBelow(root, [](const TransformNode& node) { return !node.meshInstances().empty(); }).size() == 1u);
    BOOST_TEST(meshInstancesBelow(*scene->nodes()[3]).empty());
}

// --- a random program of copies and removals ----------------------------------------------------------------------------

// AddressSanitizer reports what is left behind; the scene must still animate after each step.
BOOST_AUTO_TEST_CASE(copies_come_and_go_in_any_order)
{
    Random random(11);
    const auto original = model().load();
    Scene scene;
    std::vector<SceneInstance> instances;
    for (int step = 0; step < 400; ++step) {
        const auto any = [&](std::size_t count) { return static_cast<std::size_t>(random.integer(0, static_cast<int>(count) - 1)); };
        switch (random.integer(0, 8)) {
        case 0:
        case 1: instances.push_back(scene.instantiate(*original)); break;
        case 2: instances.push_back(scene.append(*original)); break;
        case 3:
            if (!instances.empty()) {
                const std::size_t which = any(instances.size());
                scene.removeInstance(instances[which]);
                instances.erase(instances.begin() + static_cast<std::ptrdiff_t>(which));
            }
            break;
        case 4:
            if (!scene.nodes().empty()) {
                scene.removeTransformNode(*scene.nodes()[any(scene.nodes().size())],
                                          random.chance(0.5) ? Removal::Subtree : Removal::KeepChildren);
            }
            break;
        case 5:
            if (!scene.skeletons().empty()) {
                scene.removeSkeleton(*scene.skeletons()[any(scene.skeletons().size())]);
            }
            break;
        case 6:
            if (!scene.meshInstances().empty()) {
                scene.removeMeshInstance(*scene.meshInstances()[any(scene.meshInstances().size())]);
            }
            break;
        case 7:
            if (!scene.nodes().empty() && scene.nodes().size() < 200) {
                scene.nodes()[any(scene.nodes().size())]->clone();
            }
            break;
        default:
            if (!scene.animationGroups().empty()) {
                scene.animationGroups()[any(scene.animationGroups().size())]->play();
            }
        }
        scene.animate(0.05);
        scene.update();
        for (const MeshInstance* instance : scene.meshInstances()) {
            BOOST_REQUIRE(!computeBounds(*instance).isEmpty());
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
