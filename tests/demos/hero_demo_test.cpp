#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>

#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "../../demos/hero/followers.hpp"
#include "../../demos/hero/painted.hpp"
#include "../../demos/retarget/row.hpp"

namespace {

std::filesystem::path model()
{
    return armature::test::buildDirectory() / "demos" / "character.glb";
}

float largestDifference(std::span<const glm::mat3x4> some, std::span<const glm::mat3x4> others)
{
    BOOST_TEST_REQUIRE(some.size() == others.size());
    float largest = 0.f;
    for (std::size_t i = 0; i < some.size(); ++i) {
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 4; ++column) {
                largest = std::max(largest, std::abs(some[i][row][column] - others[i][row][column]));
            }
        }
    }
    return largest;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hero_demo)

BOOST_AUTO_TEST_CASE(the_crowd_walks_and_is_after_a_second_where_it_was)
{
    hero::Followers followers(model());
    BOOST_TEST(followers.crowd().size() == 44u);
    const auto palettes = followers.crowd().getPalettes();
    const std::vector<glm::mat3x4> first(palettes.begin(), palettes.end());
    followers.goTo(0.5);
    BOOST_TEST(largestDifference(first, followers.crowd().getPalettes()) > 0.1f);
    followers.goTo(1.);
    BOOST_TEST(largestDifference(first, followers.crowd().getPalettes()) < 1e-4f);
}

BOOST_AUTO_TEST_CASE(the_painted_walker_moves_as_the_plain_one)
{
    retarget::Row row(model());
    hero::PaintedWalker painted(model());
    for (const double seconds : {0., 0.3, 0.7}) {
        row.goTo(seconds);
        painted.goTo(seconds);
        BOOST_TEST(largestDifference(row.leader().getFinalMatrices(), painted.scene().skeletons().front()->getFinalMatrices()) == 0.f);
    }
}

BOOST_AUTO_TEST_CASE(a_vertex_has_the_colours_of_its_joints_in_the_ratio_of_its_weights)
{
    armature::Primitive triangle;
    triangle.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}};
    triangle.skin = {.influencesPerVertex = 2, .joints = {0, 1, 1, 0, 0, 1}, .weights = {1.f, 0.f, 1.f, 0.f, 0.25f, 0.75f}};
    armature::MeshDescription description;
    description.primitives.push_back(triangle);
    const auto mesh = hero::withJointColors(*armature::Mesh::create(description));
    const std::vector<glm::vec4>& colors = mesh->primitives().front().colors;
    BOOST_TEST_REQUIRE(colors.size() == 3u);
    BOOST_TEST(glm::distance(colors[0], colors[1]) > 0.5f);
    BOOST_TEST(glm::distance(colors[2], glm::mix(colors[0], colors[1], 0.75f)) < 1e-6f);
    BOOST_TEST(colors[2].a == 1.f);
}

BOOST_AUTO_TEST_SUITE_END()
