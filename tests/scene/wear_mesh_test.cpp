#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <armature/scene/scene.hpp>
#include <armature/scene/wear_mesh.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

// A hero and a jacket from another file, whose rig has the hero's joints with other indices. The expected vertex positions are sums of
// weight * world matrix of the joint in the jacket's own scene * given inverse bind * position, in double.

namespace {

struct Joint {
    std::string name;
    std::string parent;
    glm::vec3 position;  // in the parent's axes
};

const std::vector<Joint> body{{"hips", "", {0.f, 1.f, 0.f}},        {"spine", "hips", {0.f, 0.2f, 0.f}},
                              {"chest", "spine", {0.f, 0.3f, 0.f}}, {"head", "chest", {0.f, 0.4f, 0.f}},
                              {"arm", "chest", {0.3f, 0.2f, 0.f}},  {"hand", "arm", {0.5f, 0.f, 0.f}}};
// The same joints in the order of another exporter.
const std::vector<Joint> jacketJoints{{"hips", "", {0.f, 1.f, 0.f}},        {"spine", "hips", {0.f, 0.2f, 0.f}},
                                      {"chest", "spine", {0.f, 0.3f, 0.f}}, {"arm", "chest", {0.3f, 0.2f, 0.f}},
                                      {"hand", "arm", {0.5f, 0.f, 0.f}},    {"head", "chest", {0.f, 0.4f, 0.f}}};

Skeleton& makeRig(Scene& scene, const std::vector<Joint>& joints, bool isReversed, float units = 1.f)
{
    TransformNode& host = scene.createTransformNode("armature", nullptr, {.scale = glm::vec3(1.f / units)});
    Skeleton& skeleton = scene.createSkeleton("rig");
    for (std::size_t i = 0; i < joints.size(); ++i) {
        BoneOptions options;
        options.parent = joints[i].parent.empty() ? nullptr : skeleton.findBone(joints[i].parent);
        options.bind = glm::translate(glm::mat4(1.f), units * joints[i].position);
        options.index = isReversed ? joints.size() - 1 - i : i;
        skeleton.createBone(joints[i].name, options);
    }
    skeleton.setHostNode(&host);
    return skeleton;
}

/// A file with a skinned mesh and two materials: one vertex for each joint, half of its weight on the joint's parent.
struct Garment {
    std::unique_ptr<Scene> scene = std::make_unique<Scene>();
    Skeleton* skeleton = nullptr;
    MeshInstance* instance = nullptr;

    explicit Garment(const std::vector<Joint>& joints = jacketJoints, float units = 1.f)
    {
        skeleton = &makeRig(*scene, joints, true, units);
        scene->addImage({.name = "unused"});
        scene->addImage({.name = "leather"});
        scene->addMaterial({.name = "unused"});
        Material leather{.name = "leather"};
        leather.baseColorTexture = TextureReference{.image = 1};
        scene->addMaterial(leather);
        auto names = std::make_shared<std::vector<std::string>>(joints.size());
        Primitive primitive;
        primitive.material = 1;
        primitive.skin.influencesPerVertex = 2;
        for (const Joint& joint : joints) {
            const Bone& bone = *skeleton->findBone(joint.name);
            const Bone& above = bone.getParentBone() != nullptr ? *bone.getParentBone() : bone;
            (*names)[*bone.getIndex()] = joint.name;
            primitive.positions.push_back(glm::vec3(bone.getAbsoluteBindMatrix()[3]) + units * glm::vec3(0.05f, 0.02f, 0.1f));
            primitive.skin.joints.push_back(static_cast<std::uint16_t>(*bone.getIndex()));
            primitive.skin.joints.push_back(static_cast<std::uint16_t>(*above.getIndex()));
            primitive.skin.weights.insert(primitive.skin.weights.end(), {0.5f, 0.5f});
        }
        TransformNode& node = scene->createTransformNode("jacket", nullptr, {.translation = {9.f, 9.f, 9.f}});
        instance =
            &scene->addMeshInstance(MeshDescription{.name = "jacket", .primitives = {primitive}, .jointNames = names}, node, skeleton);
    }
};

/// The world positions of a skinned instance's vertices, from its own bones.
std::vector<glm::dvec3> placesOf(const MeshInstance& instance)
{
    const Skeleton& skeleton = *instance.getSkeleton();
    const Primitive& primitive = instance.getMesh()->primitives()[0];
    std::vector<glm::dvec3> places;
    for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
        glm::dvec3 sum(0.);
        for (std::size_t i = 2 * vertex; i < 2 * vertex + 2; ++i) {
            const Bone& bone = *skeleton.getBoneByIndex(primitive.skin.joints[i]);
            const glm::dmat4 matrix = glm::dmat4(bone.getWorldMatrix()) * glm::dmat4(bone.getAbsoluteInverseBindMatrix());
            sum += double{primitive.skin.weights[i]} * glm::dvec3(matrix * glm::dvec4(glm::dvec3(primitive.positions[vertex]), 1.));
        }
        places.push_back(sum);
    }
    return places;
}

/// The same, from the palette that a renderer uploads.
std::vector<glm::dvec3> drawnPlacesOf(const MeshInstance& instance)
{
    const auto palette = instance.getSkeleton()->getFinalMatrices(instance.getInverseBindSet());
    const glm::dmat4 world(instance.getSkeleton()->getWorldMatrix());
    const Primitive& primitive = instance.getMesh()->primitives()[0];
    std::vector<glm::dvec3> places;
    for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
        glm::dvec3 sum(0.);
        for (std::size_t i = 2 * vertex; i < 2 * vertex + 2; ++i) {
            const glm::dmat4 matrix = world * toDmat4(palette[primitive.skin.joints[i]]);
            sum += double{primitive.skin.weights[i]} * glm::dvec3(matrix * glm::dvec4(glm::dvec3(primitive.positions[vertex]), 1.));
        }
        places.push_back(sum);
    }
    return places;
}

void requireSamePlaces(const MeshInstance& worn, const MeshInstance& own, double tolerance = 1e-5)
{
    const auto expected = placesOf(own);
    const auto actual = drawnPlacesOf(worn);
    BOOST_REQUIRE(actual.size() == expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        BOOST_TEST(glm::distance(actual[i], expected[i]) < tolerance,
                   "vertex " << i << " is " << glm::distance(actual[i], expected[i]) << " off");
    }
}

/// Gives both rigs the same pose, matching bones by name; `units` is the second rig's unit scale.
void poseAlike(Skeleton& hero, Skeleton& other, Random& random, float units = 1.f)
{
    for (Bone* bone : hero.bones()) {
        bone->setRotationQuaternion(random.rotation());
        if (Bone* const same = other.findBone(bone->getName())) {
            same->setRotationQuaternion(bone->getRotationQuaternion());
            same->setPosition(units * bone->getPosition());
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(wear_mesh)

BOOST_AUTO_TEST_CASE(a_mesh_of_another_file_is_refused_where_its_joints_have_other_names)
{
    Scene scene;
    Skeleton& hero = makeRig(scene, body, false);
    const Garment jacket;
    TransformNode& node = scene.createTransformNode("node");
    scene.addMaterial({});
    scene.addMaterial({});
    BOOST_CHECK_EXCEPTION(scene.addMeshInstance(jacket.instance->getMesh(), node, &hero), std::invalid_argument,
                          says("mesh jacket: its joint 0 is \"head\", but that slot of skeleton \"rig\" is the bone \"hips\"; wearMesh()"));
    MeshInstance& still = scene.addMeshInstance(jacket.instance->getMesh(), node);
    BOOST_CHECK_EXCEPTION(still.setSkeleton(&hero), std::invalid_argument, says("its joint 0 is \"head\""));
    BOOST_TEST(still.getSkeleton() == nullptr);
    BOOST_TEST(scene.meshInstances().size() == 1u);
    // A mesh without joint names is the application's responsibility.
    MeshDescription nameless = jacket.instance->getMesh()->getDescription();
    nameless.jointNames = nullptr;
    BOOST_CHECK_NO_THROW(scene.addMeshInstance(nameless, node, &hero));
}

BOOST_AUTO_TEST_CASE(a_worn_jacket_is_where_it_is_in_its_own_scene_when_both_rigs_have_the_same_pose)
{
    Random random(31);
    Scene scene;
    Skeleton& hero = makeRig(scene, body, false);
    Garment jacket;
    MeshInstance& worn = wearMesh(scene, *jacket.instance, hero);
    requireSamePlaces(worn, *jacket.instance);
    for (int i = 0; i < 20; ++i) {
        poseAlike(hero, *jacket.skeleton, random);
        const Transform place{.translation = random.vector(-5.f, 5.f), .rotation = random.rotation()};
        hero.getHostNode()->setTransform(place);
        jacket.skeleton->getHostNode()->setTransform(place);
        requireSamePlaces(worn, *jacket.instance);
    }
    BOOST_TEST(hero.inverseBindSetCount() == 1u);  // both have the same binds
    BOOST_TEST(worn.getNode().getParent() == hero.getHostNode());
    BOOST_TEST(worn.getName() == "jacket");
}

// The jacket was bound in another pose and in various units. Its vertices appear as in its own scene, not as in the hero's bind pose.
BOOST_AUTO_TEST_CASE(binds_and_units_of_the_jacket_are_kept)
{
    Random random(32);
    Scene scene;
    Skeleton& hero = makeRig(scene, body, false);
    for (const float units : {1.f, 100.f, 0.01f}) {
        Garment jacket(jacketJoints, units);
        for (Bone* bone : jacket.skeleton->bones()) {
            bone->setAbsoluteInverseBindMatrix(glm::rotate(bone->getAbsoluteInverseBindMatrix(), 0.3f, glm::vec3(0.f, 0.f, 1.f)));
        }
        MeshInstance& worn = wearMesh(scene, *jacket.instance, hero);
        BOOST_TEST(worn.getInverseBindSet() > 0u);
        for (int i = 0; i < 10; ++i) {
            poseAlike(hero, *jacket.skeleton, random, units);
            requireSamePlaces(worn, *jacket.instance, 1e-4);
        }
    }
    BOOST_TEST(hero.inverseBindSetCount() == 4u);
}

BOOST_AUTO_TEST_CASE(what_is_worn_brings_its_own_materials_and_no_others)
{
    Scene scene;
    Skeleton& hero = makeRig(scene, body, false);
    scene.addImage({.name = "skin"});
    scene.addMaterial({.name = "skin"});
    Garment jacket;
    MeshInstance& worn = wearMesh(scene, *jacket.instance, hero);
    jacket.scene.reset();
    BOOST_REQUIRE(scene.materials().size() == 2u);
    BOOST_REQUIRE(scene.images().size() == 2u);
    const Material& material = scene.materials()[worn.getMaterial(0).value()];
    BOOST_TEST(material.name == "leather");
    BOOST_TEST(scene.images()[material.baseColorTexture->image].name == "leather");
    scene.removeTransformNode(worn.getNode());
    BOOST_TEST(scene.materials().size() == 1u);
    BOOST_TEST(scene.images().size() == 1u);
}

BOOST_AUTO_TEST_CASE(two_of_one_rig_share_the_mesh_that_they_wear)
{
    Scene scene;
    Skeleton& first = makeRig(scene, body, false);
    Skeleton& second = scene.addSkeleton(first.clone());
    Garment jacket;
    const MeshInstance& one = wearMesh(scene, *jacket.instance, first);
    const MeshInstance& two = wearMesh(scene, *jacket.instance, second);
    BOOST_TEST(one.getMesh() == two.getMesh());
    BOOST_TEST(one.getMesh() != jacket.instance->getMesh());
    BOOST_TEST(scene.materials().size() == 1u);
    BOOST_TEST((*one.getMesh()->jointNames())[0] == "hips");
    // On a rig like its own the mesh stays as it is.
    Skeleton& own = scene.addSkeleton(jacket.skeleton->clone());
    BOOST_TEST(wearMesh(scene, *jacket.instance, own).getMesh() == jacket.instance->getMesh());
}

BOOST_AUTO_TEST_CASE(a_skeleton_that_lacks_joints_is_left_alone_and_the_message_names_them)
{
    Scene scene;
    std::vector<Joint> other = body;
    other[4].name = "Arm_L";
    other[5] = {"Hand", "Arm_L", {0.5f, 0.f, 0.f}};
    Skeleton& hero = makeRig(scene, other, false);
    Garment jacket;
    BOOST_CHECK_EXCEPTION(wearMesh(scene, *jacket.instance, hero), std::invalid_argument,
                          says("mesh jacket: skeleton \"rig\" lacks joints of it: \"hand\" (did you mean \"Hand\" or \"head\"?), \"arm\" "
                               "(did you mean \"Arm_L\"?)"));
    BOOST_TEST(scene.meshInstances().empty());
    BOOST_TEST(scene.nodes().size() == 1u);
    BOOST_TEST(scene.materials().empty());
    MeshInstance& worn = wearMesh(scene, *jacket.instance, hero, {.name = "coat", .joints = {{"arm", "Arm_L"}, {"hand", "Hand"}}});
    hero.findBone("Arm_L")->setRotation({0.f, 0.f, 0.5f});
    jacket.skeleton->findBone("arm")->setRotation({0.f, 0.f, 0.5f});
    requireSamePlaces(worn, *jacket.instance);
    BOOST_TEST(worn.getName() == "coat");
    Scene elsewhere;
    BOOST_CHECK_EXCEPTION(wearMesh(elsewhere, *jacket.instance, hero), std::invalid_argument, says("does not belong to the scene"));
}

BOOST_AUTO_TEST_CASE(the_bones_of_a_skeleton_that_lacks_many_joints_are_listed_once)
{
    Scene scene;
    Skeleton& snake = makeRig(scene, {{"front", "", {0.f, 0.f, 0.f}}, {"segment", "front", {0.f, 0.f, 1.f}}}, false);
    const Garment jacket;
    BOOST_CHECK_EXCEPTION(wearMesh(scene, *jacket.instance, snake), std::invalid_argument, [](const std::invalid_argument& error) {
        const std::string_view text = error.what();
        const std::size_t first = text.find("\"segment\"");
        BOOST_TEST_INFO(text);
        return first != text.npos && text.find("\"segment\"", first + 1) == text.npos && text.find("\"hand\"") != text.npos
               && text.find("\"arm\"") != text.npos;
    });
}

// Hair brings its own joints. One between two of them moves no vertex, but is added too.
BOOST_AUTO_TEST_CASE(joints_that_only_the_mesh_has_become_bones_on_request)
{
    Random random(33);
    for (const float units : {1.f, 100.f}) {
        Scene scene;
        Skeleton& hero = makeRig(scene, body, false);
        std::vector<Joint> joints = jacketJoints;
        joints.push_back({"tail1", "head", {0.f, 0.1f, -0.1f}});
        joints.push_back({"tail2", "tail1", {0.f, -0.2f, 0.f}});
        Garment hair(joints, units);
        BOOST_CHECK_EXCEPTION(wearMesh(scene, *hair.instance, hero), std::invalid_argument, says("\"tail2\""));
        BOOST_TEST(hero.bones().size() == 6u);
        MeshInstance& worn = wearMesh(scene, *hair.instance, hero, {.addsMissingBones = true});
        BOOST_TEST(hero.bones().size() == 8u);
        BOOST_TEST(hero.findBone("tail2")->getParentBone() == hero.findBone("tail1"));
        BOOST_TEST(hero.findBone("tail1")->getParentBone() == hero.findBone("head"));
        requireSamePlaces(worn, *hair.instance, 1e-4);
        poseAlike(hero, *hair.skeleton, random, units);
        requireSamePlaces(worn, *hair.instance, 1e-4);
        wearMesh(scene, *hair.instance, hero, {.addsMissingBones = true});
        BOOST_TEST(hero.bones().size() == 8u);
    }
    Scene scene;
    Skeleton& snake = makeRig(scene, {{"root", "", {0.f, 0.f, 0.f}}}, false);
    const Garment jacket;
    BOOST_CHECK_EXCEPTION(wearMesh(scene, *jacket.instance, snake, {.addsMissingBones = true}), std::invalid_argument,
                          says("lacks joints of it"));
}

// A sword is attached to a node with the name of a bone. The hero's hand is turned and far away.
BOOST_AUTO_TEST_CASE(a_mesh_without_a_skeleton_is_worn_by_the_bone_that_it_hangs_on)
{
    Scene armory;
    TransformNode& rack = armory.createTransformNode("rack", nullptr, {.translation = {5.f, 0.f, 0.f}});
    TransformNode& hand = armory.createTransformNode("hand", &rack, {.rotation = glm::angleAxis(0.5f, glm::vec3(0.f, 1.f, 0.f))});
    TransformNode& sword = armory.createTransformNode("sword", &hand, {.translation = {0.f, 0.1f, 0.2f}, .scale = glm::vec3(2.f)});
    Primitive blade;
    blade.positions = {{0.f, 0.f, 0.f}, {0.f, 1.f, 0.f}, {0.f, 0.f, 0.1f}};
    const MeshInstance& original = armory.addMeshInstance(MeshDescription{.name = "sword", .primitives = {blade}}, sword);
    Scene scene;
    Skeleton& hero = makeRig(scene, body, false);
    MeshInstance& worn = wearMesh(scene, original, hero);
    hero.findBone("arm")->setRotation({0.f, 0.f, 1.f});
    hero.getHostNode()->setPosition({0.f, 0.f, 7.f});
    // The hand's world matrix times the sword's local matrix.
    const glm::mat4 expected =
        hero.findBone("hand")->getWorldMatrix() * glm::scale(glm::translate(glm::mat4(1.f), {0.f, 0.1f, 0.2f}), glm::vec3(2.f));
    BOOST_TEST(near(worn.getNode().getWorldMatrix(), expected, 1e-5));
    BOOST_TEST(worn.getSkeleton() == nullptr);
    BOOST_TEST(worn.getNode().getParent() == hero.findBone("hand"));
    hand.setName("Hand.R");
    BOOST_CHECK_EXCEPTION(wearMesh(scene, original, hero), std::invalid_argument, says("has the name of a bone of skeleton \"rig\""));
    BOOST_CHECK_NO_THROW(wearMesh(scene, original, hero, {.joints = {{"Hand.R", "hand"}}}));
}

// One exporter's bones lie along x, another's along y.
BOOST_AUTO_TEST_CASE(a_rig_with_other_axes_is_refused)
{
    Scene scene;
    std::vector<Joint> turned = body;
    for (Joint& joint : turned) {
        joint.position = {joint.position.y, -joint.position.x, 0.f};
    }
    Skeleton& hero = makeRig(scene, turned, false);
    const Garment jacket;
    BOOST_CHECK_EXCEPTION(wearMesh(scene, *jacket.instance, hero), std::invalid_argument, says("the two rigs have different axes"));
}

BOOST_AUTO_TEST_CASE(dressing_and_undressing_keeps_memory_flat)
{
    Scene scene;
    Skeleton& hero = makeRig(scene, body, false);
    const auto round = [&] {
        Garment jacket;
        for (Bone* bone : jacket.skeleton->bones()) {
            bone->setAbsoluteInverseBindMatrix(glm::rotate(bone->getAbsoluteInverseBindMatrix(), 0.3f, glm::vec3(0.f, 0.f, 1.f)));
        }
        scene.removeTransformNode(wearMesh(scene, *jacket.instance, hero).getNode());
    };
    round();
    round();
    const AllocationCount count;
    for (int i = 0; i < 200; ++i) {
        round();
    }
    BOOST_TEST(count.growth() <= 8);
    BOOST_TEST(hero.inverseBindSetCount() == 2u);
    BOOST_TEST(scene.materials().empty());
}

BOOST_AUTO_TEST_SUITE_END()
