#include <array>
#include <limits>
#include <numeric>

#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/import/save_gltf.hpp>

#include "../../demos/character/scene.hpp"

using character::indexOf;
using character::Joint;
using character::jointCount;
using character::PaintedMesh;

namespace {

// Shared by all cases, because making the mesh takes some time without optimisation.
const std::vector<PaintedMesh>& meshes()
{
    static const std::vector<PaintedMesh> made = character::makeMesh(character::makeRig());
    return made;
}

// Returns a vertex posed by linear blend skinning, in double: the weighted mean of where each joint would move it.
glm::dvec3 posed(const PaintedMesh& mesh, std::size_t vertex, const character::Rig& rig,
                 const std::array<character::Placement, jointCount>& placements)
{
    glm::dvec3 sum(0.);
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t joint = mesh.joints[vertex][i];
        const glm::dvec3 fromJoint = glm::dvec3(mesh.positions[vertex]) - glm::dvec3(rig[joint].head);
        const glm::dvec3 there = glm::dvec3(placements[joint].position) + glm::dquat(placements[joint].turn) * fromJoint;
        sum += mesh.weights[vertex][i] / 255. * there;
    }
    return sum;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(character_mesh)

BOOST_AUTO_TEST_CASE(weights_sum_to_one_strongest_first)
{
    std::array<std::size_t, jointCount> vertices{};
    for (const PaintedMesh& mesh : meshes()) {
        BOOST_REQUIRE(mesh.joints.size() == mesh.positions.size());
        BOOST_REQUIRE(mesh.weights.size() == mesh.positions.size());
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            const auto& weights = mesh.weights[v];
            BOOST_REQUIRE(std::accumulate(weights.begin(), weights.end(), 0) == 255);
            for (std::size_t i = 0; i < 4; ++i) {
                BOOST_REQUIRE(mesh.joints[v][i] < jointCount);
                BOOST_REQUIRE((weights[i] > 0 || mesh.joints[v][i] == 0));  // the validator requires joint 0 for unused influences
                BOOST_REQUIRE(weights[i] <= weights[0]);
                vertices[mesh.joints[v][i]] += weights[i] > 0 ? 1u : 0u;
            }
        }
    }
    BOOST_TEST(vertices[indexOf(Joint::Root)] == 0u);
    for (std::size_t joint = 1; joint < jointCount; ++joint) {
        BOOST_TEST(vertices[joint] > 0u, "joint " << joint << " moves nothing");
    }
}

BOOST_AUTO_TEST_CASE(triangles_have_an_area_and_face_outwards)
{
    std::size_t triangles = 0;
    double smallest = std::numeric_limits<double>::max();
    for (const PaintedMesh& mesh : meshes()) {
        BOOST_REQUIRE(mesh.normals.size() == mesh.positions.size());
        BOOST_REQUIRE(mesh.indices.size() % 3 == 0u);
        for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
            const std::array<std::size_t, 3> corners{mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]};
            BOOST_REQUIRE(*std::max_element(corners.begin(), corners.end()) < mesh.positions.size());
            const auto at = [&](std::size_t corner) { return glm::dvec3(mesh.positions[corners[corner]]); };
            const glm::dvec3 cross = glm::cross(at(1) - at(0), at(2) - at(0));
            smallest = std::min(smallest, 0.5 * glm::length(cross));
            const glm::vec3 normal = mesh.normals[corners[0]] + mesh.normals[corners[1]] + mesh.normals[corners[2]];
            BOOST_TEST(glm::dot(cross, glm::dvec3(normal)) > 0., "triangle " << i / 3 << " of " << static_cast<int>(mesh.paint));
            ++triangles;
        }
        for (const glm::vec3& normal : mesh.normals) {
            BOOST_TEST(std::abs(glm::length(normal) - 1.f) < 1e-5f);
        }
    }
    BOOST_TEST(smallest > 1e-8);  // in square metres: a hundredth of a square millimetre
    BOOST_TEST(triangles > 20'000u);
    BOOST_TEST_MESSAGE(triangles << " triangles, the smallest of " << smallest * 1e6 << " square millimetres");
}

BOOST_AUTO_TEST_CASE(it_stands_on_the_ground_and_is_as_tall_as_a_person)
{
    glm::vec3 low(1e3f);
    glm::vec3 high(-1e3f);
    float headTop = 0.f;
    for (const PaintedMesh& mesh : meshes()) {
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            low = glm::min(low, mesh.positions[v]);
            high = glm::max(high, mesh.positions[v]);
            if (mesh.joints[v][0] == indexOf(Joint::Head) && mesh.paint == character::Paint::Shell
                && std::abs(mesh.positions[v].x) < 0.1f) {
                headTop = std::max(headTop, mesh.positions[v].y);
            }
        }
    }
    BOOST_TEST(std::abs(low.y) < 0.003f);
    BOOST_TEST(std::abs(low.x + high.x) < 0.001f);
    BOOST_TEST(headTop > 1.69f);
    BOOST_TEST(headTop < 1.75f);
    BOOST_TEST(high.y < 1.9f);  // including the antenna
}

BOOST_AUTO_TEST_CASE(no_step_goes_through_the_ground_and_one_foot_is_always_on_it)
{
    const character::Rig rig = character::makeRig();
    struct Motion {
        const char* name;
        character::Pose (*poseAt)(const character::Rig&, float);
        double highest;  // how far the lower sole may rise, in metres: more if both feet leave the ground
    };
    const std::array<Motion, 7> motions{{{"walk", character::walkPose, 0.012},
                                         {"run", character::runPose, 0.03},
                                         {"walkLeft", character::walkLeftPose, 0.012},
                                         {"turnLeft", character::turnLeftPose, 0.012},
                                         {"start", character::startPose, 0.012},
                                         {"stop", character::stopPose, 0.012},
                                         {"jump", character::jumpPose, 0.35}}};
    for (const Motion& motion : motions) {
        double highest = 0.;
        for (int step = 0; step < 30; ++step) {
            const float phase = static_cast<float>(step) / 30.f;
            const auto placements = place(rig, motion.poseAt(rig, phase));
            double lowest = 1.;
            for (const PaintedMesh& mesh : meshes()) {
                if (mesh.paint != character::Paint::Rubber) {  // only the soles come near the ground
                    continue;
                }
                for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
                    lowest = std::min(lowest, posed(mesh, v, rig, placements).y);
                }
            }
            BOOST_TEST(lowest > -0.016, motion.name << ", phase " << phase);
            highest = std::max(highest, lowest);
        }
        BOOST_TEST(highest < motion.highest, motion.name << ": " << highest);
        BOOST_TEST((motion.highest < 0.02 || highest > 0.5 * motion.highest), motion.name << ": " << highest);
    }
}

BOOST_AUTO_TEST_CASE(the_file_has_the_same_bytes_each_time_and_stays_small)
{
    const character::Rig rig = character::makeRig();
    const std::vector<std::byte> first = armature::writeGltf(*makeScene(rig, meshes(), makeClips(rig))).bytes;
    const std::vector<std::byte> second = armature::writeGltf(*makeScene(rig, character::makeMesh(rig), makeClips(rig))).bytes;
    BOOST_TEST((first == second));
    BOOST_TEST(first.size() < 1'200'000u);
    BOOST_TEST(first.size() > 100'000u);
}

BOOST_AUTO_TEST_SUITE_END()
