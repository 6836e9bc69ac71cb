#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "corpus.hpp"
#include "fbx_record.hpp"
#include "scene_difference.hpp"

// From FBX to GLB: converts characters and motion that come as FBX, as users do.

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(fbx_to_gltf)

BOOST_AUTO_TEST_CASE(fbx_files_become_glb_and_nothing_in_them_changes, *boost::unit_test::precondition(needsSharedData))
{
    std::size_t files = 0;
    for (const char* folder : {"valid/ufbx", "valid/ozz", "valid/magnum"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(corpusDirectory() / folder)) {
            if (entry.path().extension() != ".fbx") {
                continue;
            }
            BOOST_TEST_CONTEXT(entry.path())
            {
                const auto scene = loadScene(entry.path());
                const auto again = loadScene(writeGltf(*scene).bytes, "written");
                // glTF keeps the names of morph targets in the mesh's extras, which are therefore no longer empty.
                const bool hasShapes = std::ranges::any_of(
                    scene->meshInstances(), [](const MeshInstance* instance) { return !instance->getMesh()->morphTargetNames().empty(); });
                BOOST_TEST(findDifference(*scene, *again) == (hasShapes ? "mesh of mesh instance 0" : ""));
                for (AnimationGroup* group : scene->animationGroups()) {
                    AnimationGroup* same = again->findAnimationGroup(group->getName());
                    if (same == nullptr) {
                        BOOST_TEST(group->getClip().channels().empty());
                        continue;
                    }
                    group->goTo(.4);
                    same->goTo(.4);
                    BOOST_TEST(largestDistance(*scene, *again) <= 1e-6f);
                }
            }
            ++files;
        }
    }
    reportExamined("corpus FBX files that become GLB", files);
}

// A character in one file and motion in others, as libraries of motion supply them. Expected values: see fbxRig().
BOOST_AUTO_TEST_CASE(a_character_takes_clips_of_other_fbx_files_into_one_glb)
{
    auto bare = fbxRig();
    std::erase_if(fbxTop(bare, "Objects").children, [](const FbxRecord& object) { return object.name.starts_with("Animation"); });
    const auto character = loadScene(fbxBinary(bare), "character.fbx");
    BOOST_TEST(character->animationGroups().empty());
    for (const char* name : {"walk", "run", "wave"}) {
        auto motion = fbxRig();
        fbxObject(motion, "wave").values[1] = std::string("AnimStack::") + name;
        std::erase_if(fbxTop(motion, "Objects").children,
                      [](const FbxRecord& object) { return object.name == "Geometry" || object.name == "Deformer"; });
        for (const auto& clip : loadClips(fbxText(motion), "motion.fbx")) {
            character->createAnimationGroup(clip);
        }
    }
    const auto merged = loadScene(writeGltf(*character).bytes, "merged.glb");
    BOOST_TEST_REQUIRE(merged->animationGroups().size() == 3u);
    merged->findAnimationGroup("run")->goTo(1.);
    const TransformNode& hand = *merged->findTransformNode("hand");
    BOOST_TEST(near(glm::vec3(hand.getWorldMatrix()[3]), glm::vec3(.8f, .1f, 0.f), 1e-6));
    BOOST_TEST(near(glm::vec3(hand.getWorldMatrix()[0]), glm::vec3(0.f, .01f, 0.f), 1e-6));
}

BOOST_AUTO_TEST_SUITE_END()
