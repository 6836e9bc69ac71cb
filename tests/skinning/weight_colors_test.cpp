#include <boost/test/unit_test.hpp>

#include <memory>
#include <vector>

#include <armature/mesh/mesh.hpp>
#include <armature/mesh/weight_colors.hpp>

using namespace armature;

BOOST_AUTO_TEST_SUITE(weight_colors)

BOOST_AUTO_TEST_CASE(a_heat_map_is_blue_then_green_then_red)
{
    const glm::vec4 cold = heatColor(0.f);
    const glm::vec4 warm = heatColor(0.5f);
    const glm::vec4 hot = heatColor(1.f);
    BOOST_TEST((cold.b > cold.r && cold.b > cold.g));
    BOOST_TEST((warm.g > warm.r && warm.g > warm.b));
    BOOST_TEST((hot.r > hot.g && hot.r > hot.b));
    BOOST_TEST((heatColor(-3.f) == cold && heatColor(7.f) == hot));
    BOOST_TEST((cold.a == 1.f && hot.a == 1.f));
    for (int i = 0; i < 20; ++i) {  // more heat is redder and less blue
        BOOST_TEST(heatColor(0.05f * static_cast<float>(i + 1)).r > heatColor(0.05f * static_cast<float>(i)).r);
        BOOST_TEST(heatColor(0.05f * static_cast<float>(i + 1)).b < heatColor(0.05f * static_cast<float>(i)).b);
    }
}

// By hand, three vertices with two influences each: joint 4 has weights 0.25, 0.5 + 0.5 (named twice) and none.
BOOST_AUTO_TEST_CASE(vertices_have_the_colour_of_their_weight)
{
    Primitive primitive;
    primitive.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}};
    primitive.skin = {.influencesPerVertex = 2, .joints = {4, 1, 4, 4, 0, 1}, .weights = {0.25f, 0.75f, 0.5f, 0.5f, 0.5f, 0.5f}};
    primitive.material = 3;
    Primitive rigid;
    rigid.positions = {{0.f, 0.f, 0.f}};
    const auto mesh = Mesh::create({.name = "body", .primitives = {primitive, rigid}});
    const auto map = withWeightColors(*mesh, 4);
    const Primitive& colored = map->primitives()[0];
    BOOST_TEST_REQUIRE(colored.colors.size() == 3u);
    BOOST_TEST((colored.colors[0] == heatColor(0.25f)));
    BOOST_TEST((colored.colors[1] == heatColor(1.f)));
    BOOST_TEST((colored.colors[2] == heatColor(0.f)));
    BOOST_TEST(!colored.material.has_value());
    BOOST_TEST((map->primitives()[1].colors == std::vector<glm::vec4>{heatColor(0.f)}));
    BOOST_TEST((colored.positions == primitive.positions && colored.skin.joints == primitive.skin.joints));
    BOOST_TEST(map->getName() == "body");
    BOOST_TEST(mesh->primitives()[0].colors.empty());
}

BOOST_AUTO_TEST_SUITE_END()
