#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/file_content.hpp>
#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/shared_data.hpp>

#include "bvh_model.hpp"
#include "corpus.hpp"

// Joint positions in BVH files. Golden cases come from bvh.json, which its README defines. Real files are compared with the test's own
// reader, which is independent of the library's.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

/// Checks that the joints and End Sites are in one skeleton, in the order of the file.
void checkSkeleton(const Scene& scene, const std::vector<BvhModel::Joint>& joints)
{
    BOOST_TEST_REQUIRE(scene.skeletons().size() == 1u);
    const Skeleton& skeleton = *scene.skeletons()[0];
    BOOST_TEST_REQUIRE(skeleton.bones().size() == joints.size());
    for (std::size_t index = 0; index < joints.size(); ++index) {
        const Bone& bone = *skeleton.bones()[index];
        BOOST_TEST(bone.getTransformNode() == scene.nodes()[index]);
        const std::string end = joints[index].isEnd ? skeleton.bones()[static_cast<std::size_t>(joints[index].parent)]->getName() : "";
        BOOST_TEST(bone.getName() == (joints[index].isEnd ? end + ":end" : joints[index].name));
    }
}

std::vector<double> numbersOf(const std::vector<glm::dmat4>& matrices)
{
    std::vector<double> numbers;
    for (const glm::dmat4& matrix : matrices) {
        numbers.insert(numbers.end(), glm::value_ptr(matrix), glm::value_ptr(matrix) + 16);
    }
    return numbers;
}

std::vector<double> worldsOf(const Scene& scene)
{
    std::vector<glm::dmat4> worlds;
    for (const TransformNode* node : scene.nodes()) {
        worlds.emplace_back(node->getWorldMatrix());
    }
    return numbersOf(worlds);
}

/// Compares the positions and rotations of all nodes with a golden pose. A rotation may have the opposite sign.
void comparePose(const Scene& scene, const Json& pose, OracleTally& tally)
{
    const std::vector<double> positions = pose["position"].numbers();
    const std::vector<double> rotations = pose["rotation"].numbers();
    std::vector<double> actualPositions;
    for (const TransformNode* node : scene.nodes()) {
        const glm::dvec3 position(node->getPosition(Space::World));
        actualPositions.insert(actualPositions.end(), {position.x, position.y, position.z});
    }
    BOOST_TEST(nearNumbers(actualPositions, positions, goldenTolerance));
    tally.equal();
    BOOST_TEST_REQUIRE(rotations.size() == 4 * scene.nodes().size());
    for (std::size_t node = 0; node < scene.nodes().size(); ++node) {
        const double* const r = rotations.data() + 4 * node;
        BOOST_TEST(
            nearRotation(scene.nodes()[node]->getRotationQuaternion(Space::World), glm::dquat(r[3], r[0], r[1], r[2]), goldenTolerance));
    }
    tally.equal();
}

/// Compares all nodes with the test's own reader, at every `step`th frame and between it and the next.
void compareWithModel(const fs::path& file, std::size_t step)
{
    const BvhModel model(contentOf(file));
    const auto scene = loadScene(file);
    checkSkeleton(*scene, model.joints());
    BOOST_TEST_REQUIRE(scene->animationGroups().size() == 1u);
    AnimationGroup& group = *scene->animationGroups()[0];
    BOOST_TEST(group.unboundChannelCount() == 0u);
    // Boxing_Toes.bvh has one frame more than it declares.
    const std::size_t keys = group.getClip().timeTrack(0).size();
    BOOST_TEST((keys == model.frameCount() || (keys == 3070 && model.frameCount() == 3069)));
    BOOST_TEST(scene->warnings().size() == (keys == model.frameCount() ? 0u : 1u));
    for (std::size_t frame = 0; frame < model.frameCount(); frame += step) {
        const auto times = group.getClip().timeTrack(0);
        group.goTo(static_cast<double>(times[frame]));
        BOOST_TEST(nearMatrices(worldsOf(*scene), numbersOf(model.pose(static_cast<double>(frame))), goldenTolerance), "frame " << frame);
        if (frame + 1 < model.frameCount()) {
            const double between = static_cast<double>(times[frame]) + .3 * static_cast<double>(times[frame + 1] - times[frame]);
            group.goTo(between);
            // At 120 frames a second, times around half a minute in float are accurate to 1e-4 of a frame.
            BOOST_TEST(nearMatrices(worldsOf(*scene), numbersOf(model.pose(static_cast<double>(frame) + .3)), 10. * goldenTolerance),
                       "between frame " << frame << " and the next");
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bvh_golden)

BOOST_AUTO_TEST_CASE(every_golden_bvh_case_is_posed_as_defined)
{
    compareGolden("bvh", [](const Json& golden, OracleTally& tally) {
        BOOST_TEST_CONTEXT(golden["id"].text() << ' ' << golden["kind"].text())
        {
            const auto scene = loadScene(OracleFile::directory() / golden["file"].text());
            const auto nodes = golden["nodes"].items();
            BOOST_TEST_REQUIRE(scene->nodes().size() == nodes.size());
            std::vector<BvhModel::Joint> joints;
            for (const Json& node : nodes) {
                joints.push_back({node["n"].text(), static_cast<int>(node["p"].integer()), node.flag("end"), {}, {}});
            }
            checkSkeleton(*scene, joints);
            BOOST_TEST_REQUIRE(scene->animationGroups().size() == 1u);
            AnimationGroup& group = *scene->animationGroups()[0];
            const auto poses = golden["poses"].items();
            BOOST_TEST_REQUIRE(group.getClip().timeTrack(0).size() == poses.size());
            for (std::size_t frame = 0; frame < poses.size(); ++frame) {
                const double seconds = static_cast<double>(frame) * golden["frameTime"].number();
                BOOST_TEST(std::abs(static_cast<double>(group.getClip().timeTrack(0)[frame]) - seconds) <= 1e-6 * seconds);
                group.goTo(seconds);
                comparePose(*scene, poses[frame], tally);
            }
        }
    });
}

// The same files compared with the test's reader, between frames too.
BOOST_AUTO_TEST_CASE(golden_bvh_files_move_between_frames_on_the_shortest_way)
{
    std::size_t examined = 0;
    const OracleFile file("bvh");
    for (const Json& golden : file.cases()) {
        BOOST_TEST_CONTEXT(golden["file"].text())
        {
            compareWithModel(OracleFile::directory() / golden["file"].text(), 1);
        }
        ++examined;
    }
    reportExamined("golden BVH files between frames", examined);
}

BOOST_AUTO_TEST_CASE(real_bvh_files_move_as_defined, *boost::unit_test::precondition(needsSharedData))
{
    std::vector<fs::path> files{corpusDirectory() / "valid" / "assimp" / "01_01.bvh"};
    const fs::path debian = "/usr/share/assimp/models/BVH";  // Debian's assimp-testmodels
    if (fs::is_directory(debian)) {
        files = {debian / "01_01.bvh", debian / "01_03.bvh", debian / "Boxing_Toes.bvh"};
    }
    for (const fs::path& file : files) {
        BOOST_TEST_CONTEXT(file)
        {
            compareWithModel(file, 37);
        }
    }
    reportExamined("real BVH files", files.size());
}

BOOST_AUTO_TEST_SUITE_END()
