#include "page.hpp"

#include <memory>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/armature.hpp>
#include <armature/scene/wear_mesh.hpp>

using namespace armature::test::page;

namespace {

/// Adds a spine of bones with these names, each the child of the one before it, and a mesh with a vertex for each bone.
armature::Skeleton& addRig(armature::Scene& scene, const std::vector<std::string>& names)
{
    armature::Skeleton& skeleton = scene.createSkeleton("rig");
    armature::Primitive primitive;
    primitive.skin.influencesPerVertex = 1;
    for (const std::string& name : names) {
        armature::Bone* parent = skeleton.bones().empty() ? nullptr : skeleton.bones().back();
        skeleton.createBone(name, {.parent = parent, .bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})});
        primitive.positions.emplace_back(0.f, static_cast<float>(skeleton.bones().size()), 0.f);
        primitive.skin.joints.push_back(static_cast<std::uint16_t>(skeleton.bones().size() - 1));
        primitive.skin.weights.push_back(1.f);
    }
    scene.addMeshInstance(armature::MeshDescription{.name = "mesh",
                                                    .primitives = {primitive},
                                                    .jointNames = std::make_shared<const std::vector<std::string>>(names)},
                          scene.createTransformNode("mesh"), &skeleton);
    return skeleton;
}

}  // namespace

// The examples of docs/outfits.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_outfits_page)
{
    armature::Scene scene;
    armature::Skeleton& hero = addRig(scene, {"hips", "spine", "chest"});
    hero.createBone("hand", {.parent = hero.findBone("chest")});
    armature::Scene jacket;
    addRig(jacket, {"spine", "chest"});
    armature::Scene coatFile;
    addRig(coatFile, {"Spine", "Chest"});
    armature::Scene hairFile;
    addRig(hairFile, {"chest", "ponytail"});
    armature::Scene swordFile;
    armature::TransformNode& hand = swordFile.createTransformNode("hand");
    swordFile.addMeshInstance(armature::MeshDescription{.name = "sword"}, swordFile.createTransformNode("sword", &hand));

    for (const armature::MeshInstance* part : jacket.meshInstances()) {
        armature::wearMesh(scene, *part, hero);
    }

    armature::MeshInstance& coat =
        armature::wearMesh(scene, *coatFile.meshInstances()[0], hero, {.name = "coat", .joints = {{"Chest", "chest"}, {"Spine", "spine"}}});
    check(coat.getSkeleton() == &hero);

    armature::wearMesh(scene, *hairFile.meshInstances()[0], hero, {.addsMissingBones = true});
    check(hero.getBone("ponytail").getParentBone() == hero.findBone("chest"));

    armature::MeshInstance& sword = armature::wearMesh(scene, *swordFile.meshInstances()[0], hero);  // its node is below a node "hand"
    check(sword.getNode().getParent() == &hero.getBone("hand"));

    scene.removeTransformNode(coat.getNode());
    check(scene.meshInstances().size() == 4u);
}
// clang-format on
