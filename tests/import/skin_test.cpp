#include <string>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/type_ptr.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/math/affine.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/random.hpp>

#include "asset.hpp"

// Skins become skeletons: slot j is joint j, the bones follow the nodes, and host world * final = joint world * inverse bind (glTF 2.0,
// section 3.7.3.3), computed here from the file's numbers alone, in double.

using namespace armature;
using namespace armature::test;

namespace {

/// An asset of nodes and one skin of `joints` without inverse binds.
Asset withSkin(std::string_view nodes, std::string_view joints)
{
    Asset asset;
    asset.set("/nodes", nodes).set("/skins", R"([{"joints":)" + std::string(joints) + "}]");
    return asset;
}

glm::dmat4 doubleWorldOf(const TransformNode& node)
{
    const Node* parent = node.getParent();
    const glm::dmat4 local(node.getLocalMatrix());
    return parent != nullptr ? doubleWorldOf(*parent->asTransformNode()) * local : local;
}

/// Checks every joint of a skeleton whose inverse binds are `inverseBinds` (empty: identities).
void checkFinals(const Skeleton& skeleton, std::span<const glm::mat4> inverseBinds, double tolerance = 1e-5)
{
    const glm::dmat4 host = skeleton.getHostNode() != nullptr ? doubleWorldOf(*skeleton.getHostNode()) : glm::dmat4(1.);
    const auto finals = skeleton.getFinalMatrices();
    for (std::size_t joint = 0; joint < finals.size(); ++joint) {
        const Bone* bone = skeleton.getBoneByIndex(joint);
        BOOST_REQUIRE(bone != nullptr);
        const glm::dmat4 inverseBind(inverseBinds.empty() ? glm::mat4(1.f) : inverseBinds[joint]);
        BOOST_TEST(near(host * toDmat4(finals[joint]), doubleWorldOf(*bone->getTransformNode()) * inverseBind, tolerance));
    }
}

std::vector<std::string> boneNames(const Skeleton& skeleton)
{
    std::vector<std::string> names;
    for (const Bone* bone : skeleton.bones()) {
        names.push_back(bone->getName() + (bone->getIndex() ? std::to_string(*bone->getIndex()) : "-"));
    }
    return names;
}

Asset rigWithInverseBinds(std::vector<float> numbers)
{
    auto asset = Asset::rig();
    return asset.set("/skins/0/inverseBindMatrices", std::to_string(asset.addAccessor<float>("MAT4", numbers)));
}

const std::vector<float> twoIdentities{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

}  // namespace

BOOST_AUTO_TEST_SUITE(skin)

BOOST_AUTO_TEST_CASE(slots_are_joints_and_bones_follow_nodes)
{
    const auto scene = Asset::rig().load();
    BOOST_REQUIRE(scene->skeletons().size() == 1);
    Skeleton& skeleton = *scene->skeletons()[0];
    BOOST_TEST(skeleton.getName() == "arm");
    BOOST_TEST((boneNames(skeleton) == std::vector<std::string>{"upper0", "lower1"}));
    BOOST_TEST(skeleton.getHostNode() == scene->nodes()[0]);
    BOOST_TEST(skeleton.getBoneByIndex(1)->getParentBone() == skeleton.getBoneByIndex(0));
    BOOST_TEST(skeleton.getBoneByIndex(1)->getTransformNode() == scene->nodes()[2]);
    BOOST_TEST(scene->meshInstances()[0]->getSkeleton() == &skeleton);
    scene->nodes()[1]->setPosition({0, 5, 0});
    BOOST_TEST(near(skeleton.getBoneByIndex(0)->getFinalMatrix()[3], glm::vec4(0, 5, 0, 1), 1e-6));
}

BOOST_AUTO_TEST_CASE(joints_in_any_order_keep_their_slots)
{
    const auto scene =
        withSkin(R"([{"name":"root","children":[1]},{"name":"a","children":[2]},{"name":"b","children":[3]},{"name":"c"}])", "[3,1,2]")
            .load();
    const Skeleton& skeleton = *scene->skeletons()[0];
    BOOST_TEST((boneNames(skeleton) == std::vector<std::string>{"a1", "b2", "c0"}));
    checkFinals(skeleton, {});
}

BOOST_AUTO_TEST_CASE(the_host_is_the_lowest_node_above_all_joints)
{
    constexpr std::string_view tree =
        R"([{"children":[1]},{"children":[2,3]},{"translation":[1,0,0]},{"translation":[0,1,0],"children":[4]},{}])";
    const auto hostOf = [&](std::string_view joints) {
        const auto scene = withSkin(tree, joints).load();
        const TransformNode* host = scene->skeletons()[0]->getHostNode();
        checkFinals(*scene->skeletons()[0], {});
        for (std::size_t node = 0; node < scene->nodes().size(); ++node) {
            if (scene->nodes()[node] == host) {
                return static_cast<int>(node);
            }
        }
        return -1;
    };
    BOOST_TEST(hostOf("[2,3]") == 1);  // the common ancestor
    BOOST_TEST(hostOf("[2,4]") == 1);
    BOOST_TEST(hostOf("[3,4]") == 1);  // the common ancestor is a joint: its parent
    BOOST_TEST(hostOf("[1,4]") == 0);
    BOOST_TEST(hostOf("[4]") == 3);
    BOOST_TEST(hostOf("[0,4]") == -1);  // no node lies above a root
    BOOST_TEST(hostOf("[0]") == -1);
}

BOOST_AUTO_TEST_CASE(nodes_between_joints_become_helper_bones)
{
    const auto scene =
        withSkin(
            R"([{"name":"host","children":[1,4]},{"name":"a","children":[2]},{"name":"between","scale":[2,2,2],"children":[3]},{"name":"b"},
                     {"name":"above","translation":[1,2,3],"children":[5]},{"name":"c"}])",
            "[1,3,5]")
            .load();
    const Skeleton& skeleton = *scene->skeletons()[0];
    BOOST_TEST((boneNames(skeleton) == std::vector<std::string>{"a0", "between-", "b1", "above-", "c2"}));
    BOOST_TEST(skeleton.getFinalMatrices().size() == 3);
    checkFinals(skeleton, {});
    scene->nodes()[2]->setScaling({3, 1, 1});
    scene->nodes()[4]->setPosition({0, 0, 9});
    scene->nodes()[0]->setPosition({100, 0, 0});
    checkFinals(skeleton, {});
}

// The joints are in two trees, and one of the trees is not in the scene.
BOOST_AUTO_TEST_CASE(joints_outside_the_scene_or_without_a_common_root_load)
{
    auto asset = withSkin(
        R"([{"name":"r1","translation":[1,0,0],"children":[1]},{"name":"a"},{"name":"r2","translation":[0,2,0],"children":[3]},{"name":"b"}])",
        "[1,3]");
    const auto scene = asset.set("/scenes", R"([{"nodes":[0]}])").load();
    const Skeleton& skeleton = *scene->skeletons()[0];
    BOOST_TEST(skeleton.getHostNode() == nullptr);
    BOOST_TEST((boneNames(skeleton) == std::vector<std::string>{"r1-", "a0", "r2-", "b1"}));
    checkFinals(skeleton, {});
    BOOST_TEST(!scene->nodes()[3]->isEnabled());
}

BOOST_AUTO_TEST_CASE(given_inverse_binds_are_used_bit_for_bit)
{
    auto numbers = twoIdentities;
    for (std::size_t number = 0; number < 32; ++number) {
        if (number % 4 != 3) {
            numbers[number] = 1.f / static_cast<float>(3 + number * number);  // sheared, not rigid, not what the nodes would give
        }
    }
    const auto scene = rigWithInverseBinds(numbers).load();
    const Skeleton& skeleton = *scene->skeletons()[0];
    BOOST_TEST((skeleton.getBoneByIndex(0)->getAbsoluteInverseBindMatrix() == glm::make_mat4(numbers.data())));
    BOOST_TEST((skeleton.getBoneByIndex(1)->getAbsoluteInverseBindMatrix() == glm::make_mat4(numbers.data() + 16)));
    const glm::mat4 matrices[] = {glm::make_mat4(numbers.data()), glm::make_mat4(numbers.data() + 16)};
    checkFinals(skeleton, matrices);
}

BOOST_AUTO_TEST_CASE(absent_inverse_binds_are_identities)
{
    const auto scene = Asset::rig().remove("/skins/0/inverseBindMatrices").load();
    BOOST_TEST((scene->skeletons()[0]->getBoneByIndex(1)->getAbsoluteInverseBindMatrix() == glm::mat4(1.f)));
    checkFinals(*scene->skeletons()[0], {});
}

BOOST_AUTO_TEST_CASE(the_rest_pose_is_the_files_own)
{
    const auto scene = Asset::rig().load();
    Skeleton& skeleton = *scene->skeletons()[0];
    scene->nodes()[2]->setPosition({9, 9, 9});
    scene->nodes()[1]->setRotation({1, 2, 3});
    skeleton.returnToRest();
    BOOST_TEST((scene->nodes()[2]->getPosition() == glm::vec3(0, 1, 0)));
    BOOST_TEST((scene->nodes()[1]->getLocalMatrix() == glm::mat4(1.f)));
}

BOOST_AUTO_TEST_CASE(fewer_inverse_binds_than_joints_are_refused)
{
    const auto error = rigWithInverseBinds({twoIdentities.begin(), twoIdentities.begin() + 16}).refusal();
    BOOST_TEST(error.getPlace() == "/skins/0/inverseBindMatrices");
    BOOST_TEST(error.getProblem() == "has 1 matrix, but the skin has 2 joints");
}

BOOST_AUTO_TEST_CASE(more_inverse_binds_than_joints_are_no_matter)
{
    auto three = twoIdentities;
    three.insert(three.end(), twoIdentities.begin(), twoIdentities.begin() + 16);
    BOOST_TEST(rigWithInverseBinds(three).load()->warnings().empty());
}

BOOST_AUTO_TEST_CASE(inverse_binds_that_are_not_numbers_are_refused)
{
    auto numbers = twoIdentities;
    numbers[16 + 13] = notANumber;
    BOOST_TEST(rigWithInverseBinds(numbers).refusal().getProblem() == "has nan as number 13 of joint 1's matrix, but must be finite");
}

BOOST_AUTO_TEST_CASE(a_singular_inverse_bind_is_used_with_a_warning)
{
    auto numbers = twoIdentities;
    numbers[0] = 0;
    const auto scene = rigWithInverseBinds(numbers).load();
    BOOST_TEST((scene->skeletons()[0]->getBoneByIndex(0)->getAbsoluteInverseBindMatrix() == glm::make_mat4(numbers.data())));
    BOOST_TEST(hasWarning(*scene, "has 1 matrix flattening space, the first for joint 0"));
    const glm::mat4 matrices[] = {glm::make_mat4(numbers.data()), glm::mat4(1.f)};
    checkFinals(*scene->skeletons()[0], matrices);
}

BOOST_AUTO_TEST_CASE(a_fourth_row_other_than_0001_is_mended)
{
    auto numbers = twoIdentities;
    numbers[15] = 0;
    const auto scene = rigWithInverseBinds(numbers).load();
    BOOST_TEST((scene->skeletons()[0]->getBoneByIndex(0)->getAbsoluteInverseBindMatrix() == glm::mat4(1.f)));
    BOOST_TEST(hasWarning(*scene, "fourth row is not (0 0 0 1)"));
}

BOOST_AUTO_TEST_CASE(a_joint_scaled_to_nothing_loads)
{
    const auto scene = Asset::rig().set("/nodes/1/scale", "[0,0,0]").load();
    checkFinals(*scene->skeletons()[0], {}, 1.);  // everything is at the joint's origin
    const auto helper = withSkin(R"([{"children":[1,3]},{"scale":[0,1,1],"children":[2]},{},{}])", "[2,3]").load();
    checkFinals(*helper->skeletons()[0], {});
}

// One mesh with two skins.
BOOST_AUTO_TEST_CASE(one_mesh_with_two_skins_is_two_instances_of_one_mesh)
{
    auto asset = Asset::rig();
    asset.set("/nodes/0/children", "[1,3,4,5]")
        .set("/nodes/-", R"({"name":"second","translation":[5,0,0]})")
        .set("/nodes/-", R"({"mesh":0,"skin":1})");
    asset.set("/skins/-", R"({"name":"other","joints":[4,2]})");
    const auto scene = asset.load();
    BOOST_TEST(scene->skeletons().size() == 2);
    const auto instances = scene->meshInstances();
    BOOST_REQUIRE(instances.size() == 2);
    BOOST_TEST(instances[0]->getMesh() == instances[1]->getMesh());
    BOOST_TEST(instances[0]->getSkeleton() == scene->skeletons()[0]);
    BOOST_TEST(instances[1]->getSkeleton() == scene->skeletons()[1]);
    checkFinals(*scene->skeletons()[1], {});
}

BOOST_AUTO_TEST_CASE(a_mesh_with_and_without_a_skin)
{
    auto asset = Asset::rig().set("/nodes/0/children", "[1,3,4]").set("/nodes/-", R"({"mesh":0})");
    const auto scene = asset.load();
    BOOST_TEST(scene->meshInstances()[0]->getSkeleton() != nullptr);
    BOOST_TEST(scene->meshInstances()[1]->getSkeleton() == nullptr);
}

BOOST_AUTO_TEST_CASE(a_skin_on_a_mesh_without_weights_is_ignored_with_a_warning)
{
    auto asset = Asset::rig().remove("/meshes/0/primitives/0/attributes/JOINTS_0").remove("/meshes/0/primitives/0/attributes/WEIGHTS_0");
    const auto scene = asset.load();
    BOOST_TEST(scene->meshInstances()[0]->getSkeleton() == nullptr);
    BOOST_TEST(hasWarning(*scene, "/nodes/3/skin: skins mesh 0, which has no joints and weights"));
}

BOOST_AUTO_TEST_CASE(lies_about_joints_are_refused)
{
    BOOST_TEST(Asset::rig().set("/skins/0/joints", "[]").refusal().getProblem() == "is empty, but a skin has at least one joint");
    BOOST_TEST(Asset::rig().set("/skins/0/joints", "[1,4]").refusal().getPlace() == "/skins/0/joints/1");
    BOOST_TEST(Asset::rig().set("/skins/0/skeleton", "4").refusal().getProblem() == "is 4, but the nodes end at 3");
    BOOST_TEST(Asset::rig().remove("/skins/0/joints").refusal().getProblem() == "is missing");
    ImportOptions options;
    options.limits.jointsPerSkin = 1;
    BOOST_TEST(Asset::rig().refusal(options).getProblem() == "has 2 joints, but the limit is 1 (ImportLimits::jointsPerSkin)");
}

BOOST_AUTO_TEST_CASE(a_joint_named_twice_gets_two_bones)
{
    const auto scene = Asset::rig().set("/skins/0/joints", "[1,1]").load();
    const Skeleton& skeleton = *scene->skeletons()[0];
    BOOST_TEST(skeleton.getBoneByIndex(0)->getTransformNode() == skeleton.getBoneByIndex(1)->getTransformNode());
    BOOST_TEST(hasWarning(*scene, "/skins/0/joints: names node 1 more than once"));
}

BOOST_AUTO_TEST_CASE(thousands_of_skins_at_the_bottom_of_deep_lines_are_refused)
{
    ImportOptions options;
    options.limits.nodes = 1000;
    std::string nodes = "[";
    for (int node = 0; node < 999; ++node) {
        nodes += R"({"children":[)" + std::to_string(node + 1) + "]},";
    }
    std::string skins = R"([{"joints":[999]})";
    for (int skin = 0; skin < 10; ++skin) {
        skins += R"(,{"joints":[999]})";
    }
    const auto error = Asset().set("/nodes", nodes + "{}]").set("/skins", skins + "]").refusal(options);
    BOOST_TEST(error.getPlace() == "/skins/1");
    BOOST_TEST(error.getProblem()
               == "brings the nodes at and above joints to 2000 in all skins, but the limit is 1000 (ImportLimits::nodes)");
}

BOOST_AUTO_TEST_CASE(random_trees_and_joints_obey_the_specification)
{
    Random random(20240611);
    for (int round = 0; round < 200; ++round) {
        const int count = random.integer(1, 24);
        std::vector<std::string> children(static_cast<std::size_t>(count));
        for (int node = 1; node < count; ++node) {
            const int parent = random.integer(-1, node - 1);  // -1: another root
            if (parent >= 0) {
                auto& list = children[static_cast<std::size_t>(parent)];
                list += (list.empty() ? "" : ",") + std::to_string(node);
            }
        }
        std::string nodes, joints;
        for (int node = 0; node < count; ++node) {
            const auto move = random.vector(-2.f, 2.f);
            const auto scale = random.vector(.5f, 2.f);
            const auto turn = random.rotation();
            nodes += (node > 0 ? ",{" : "{") + std::string(R"("translation":[)") + std::to_string(move.x) + "," + std::to_string(move.y)
                     + "," + std::to_string(move.z) + R"(],"scale":[)" + std::to_string(scale.x) + "," + std::to_string(scale.y) + ","
                     + std::to_string(scale.z) + R"(],"rotation":[)" + std::to_string(turn.x) + "," + std::to_string(turn.y) + ","
                     + std::to_string(turn.z) + "," + std::to_string(turn.w) + "]";
            const auto& list = children[static_cast<std::size_t>(node)];
            nodes += list.empty() ? "}" : R"(,"children":[)" + list + "]}";
            if (random.chance(.4) || node + 1 == count) {
                joints = std::to_string(node) + (joints.empty() ? "" : ",") + joints;
            }
        }
        const auto scene = withSkin("[" + nodes + "]", "[" + joints + "]").load();
        checkFinals(*scene->skeletons()[0], {});
        scene->nodes()[0]->setPosition(random.vector(-5.f, 5.f));
        checkFinals(*scene->skeletons()[0], {});
    }
}

BOOST_AUTO_TEST_SUITE_END()
