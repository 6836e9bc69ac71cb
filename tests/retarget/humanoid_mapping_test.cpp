#include <armature/import/humanoid_mapping.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/scene_character.hpp>
#include <armature/scene/skeleton_of_nodes.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include <support/near.hpp>

#include "named_rig.hpp"

using namespace armature;
using test::says;

namespace {

/// A scene whose skeleton is that of a naming scheme, but with meaningless names.
struct SchemeStage {
    std::unique_ptr<Scene> scene = std::make_unique<Scene>();
    Skeleton* skeleton = nullptr;
    test::NamedRig scheme;
    std::vector<TransformNode*> nodes;

    SchemeStage()
    {
        for (test::NamedRig& each : test::shippedSchemes()) {
            const bool hasOneRoot = std::ranges::count_if(each.rig.bones, [](const HumanoidRigBone& bone) { return !bone.parent; }) == 1;
            if (hasOneRoot && each.roles.size() > 30) {
                scheme = std::move(each);
                break;
            }
        }
        BOOST_TEST_REQUIRE(scheme.rig.bones.size() > 20u);
        for (std::size_t i = 0; i < scheme.rig.bones.size(); ++i) {
            const auto parent = scheme.rig.bones[i].parent;
            nodes.push_back(&scene->createTransformNode("b" + std::to_string(i), parent ? nodes[*parent] : nullptr));
        }
        skeleton = &createSkeletonOfNodes(*nodes.front(), "rig");
    }

    [[nodiscard]] JointMapping mapping(const std::string& vocabulary, bool isOfVrm) const
    {
        JointMapping result{.vocabulary = vocabulary};
        for (const auto& [role, bone] : scheme.roles) {
            const std::string name = isOfVrm ? std::string(toString(role)) : scheme.rig.bones[bone].name;
            result.roles.push_back({name, Handle<const TransformNode>(nodes[bone])});
        }
        return result;
    }

    void requireRoles(const HumanoidMap& map) const
    {
        BOOST_TEST(map.getRefusal() == "");
        for (const auto& [role, bone] : scheme.roles) {
            BOOST_TEST_CONTEXT(toString(role))
            {
                BOOST_TEST_REQUIRE(map.find(role) != nullptr);
                BOOST_TEST(map.find(role)->name == "b" + std::to_string(bone));
            }
        }
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(humanoid_mapping)

BOOST_AUTO_TEST_CASE(a_file_that_names_the_roles_of_vrm_is_believed)
{
    const SchemeStage stage;
    const HumanoidMap map = readHumanoidMapping(stage.mapping("vrmHumanoid", true), *stage.skeleton);
    stage.requireRoles(map);
    BOOST_TEST(map.find(HumanoidRole::Head)->confidence == 1.f);
    BOOST_TEST(map.find(HumanoidRole::Head)->why == "its file says so");
}

BOOST_AUTO_TEST_CASE(roles_of_another_vocabulary_count_as_names)
{
    const SchemeStage stage;
    const HumanoidMap map = readHumanoidMapping(stage.mapping("ours", false), *stage.skeleton);
    stage.requireRoles(map);
    BOOST_TEST(map.find(HumanoidRole::Head)->why.starts_with("its file says \""), map.find(HumanoidRole::Head)->why);
}

BOOST_AUTO_TEST_CASE(what_is_written_to_a_file_is_read)
{
    const SchemeStage stage;
    const HumanoidMap map = readHumanoidMapping(stage.mapping("ours", false), *stage.skeleton);
    addJointMapping(*stage.scene, writeHumanoidMapping(map, *stage.skeleton));
    const auto read = loadScene(writeGltf(*stage.scene).bytes, "written");
    const JointMapping* const written = findJointMapping(*read, "vrmHumanoid");
    BOOST_TEST_REQUIRE(written != nullptr);
    BOOST_TEST(written->roles.size() == map.roleCount());
    Skeleton& skeleton = createSkeletonOfNodes(*read->findTransformNode("b0"), "read");
    stage.requireRoles(findHumanoidMap(*read, skeleton));
}

BOOST_AUTO_TEST_CASE(a_file_that_says_too_little_is_not_asked)
{
    const SchemeStage stage;
    JointMapping few = stage.mapping("few", true);
    BOOST_TEST(readHumanoidMapping({.vocabulary = "none"}, *stage.skeleton).isRefused());
    few.roles.resize(3);
    addJointMapping(*stage.scene, few);
    BOOST_TEST(findHumanoidMap(*stage.scene, *stage.skeleton).getRefusal() == HumanoidMap::create(*stage.skeleton).getRefusal());
    addJointMapping(*stage.scene, stage.mapping("vrmHumanoid", true));
    stage.requireRoles(findHumanoidMap(*stage.scene, *stage.skeleton));
}

BOOST_AUTO_TEST_CASE(a_file_that_contradicts_itself_is_refused)
{
    const SchemeStage stage;
    JointMapping wrong = stage.mapping("vrmHumanoid", true);
    for (JointRole& role : wrong.roles) {
        if (role.role == "leftHand") {
            role.role = "leftUpperArm";
        } else if (role.role == "leftUpperArm") {
            role.role = "leftHand";
        }
    }
    const HumanoidMap map = readHumanoidMapping(wrong, *stage.skeleton);
    BOOST_TEST(map.getObjection().starts_with("its file contradicts itself: "), map.getObjection());
}

BOOST_AUTO_TEST_CASE(what_has_no_node_cannot_be_written)
{
    SchemeStage stage;
    const HumanoidMap map = readHumanoidMapping(stage.mapping("vrmHumanoid", true), *stage.skeleton);
    Scene other;
    Skeleton& small = other.createSkeleton("small");
    small.createBone("only");
    BOOST_CHECK_EXCEPTION(static_cast<void>(writeHumanoidMapping(map, small)), std::invalid_argument, says("skeleton \"small\" has 1"));
    stage.skeleton->bones()[map.find(HumanoidRole::Head)->bone]->linkTransformNode(nullptr);
    BOOST_CHECK_EXCEPTION(static_cast<void>(writeHumanoidMapping(map, *stage.skeleton)), std::invalid_argument,
                          says("is not linked to a node"));
}

BOOST_AUTO_TEST_SUITE_END()
