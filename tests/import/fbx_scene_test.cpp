#include <array>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <support/near.hpp>

#include "fbx_model.hpp"

// Where the models of FBX files stand: pivots, offsets, orders of rotation, inherited scale, units and axes.

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(fbx_scene)

BOOST_AUTO_TEST_CASE(models_stand_where_the_product_of_all_their_transforms_puts_them)
{
    Random random(21);
    for (int round = 0; round < 60; ++round) {
        const Placed parent = randomPlace(random);
        const Placed child = randomPlace(random);
        const auto scene = loadModels({parent.record(1, "parent"), child.record(2, "child")}, {fbxConnection(1, 0), fbxConnection(2, 1)});
        BOOST_TEST(near(worldOf(*scene, "parent"), parent.local(), 2e-6));
        BOOST_TEST(near(worldOf(*scene, "child"), parent.local() * child.local(), 4e-6));
        BOOST_TEST(scene->nodes().size() == 3u);
    }
}

BOOST_AUTO_TEST_CASE(models_inherit_scale_in_three_ways)
{
    Random random(22);
    for (int round = 0; round < 60; ++round) {
        const Placed parent = randomPlace(random);
        Placed child = randomPlace(random);
        const glm::dmat4 above = parent.local();
        const glm::dmat4 position = move(Vector((above * child.local())[3]));
        const glm::dmat4 turnAbove = parent.turned();
        const glm::dmat4 scaleAbove = parent.scaled();
        // Inherit types 0 to 2: rotations first, then scales; the parent's whole matrix; the parent's matrix without its own scale.
        const std::array<glm::dmat4, 3> axes{turnAbove * child.turned() * scaleAbove * child.scaled(),
                                             withoutTranslation(above) * child.turned() * child.scaled(),
                                             turnAbove * child.turned() * child.scaled()};
        for (std::int64_t inherit = 0; inherit < 3; ++inherit) {
            child.inherit = inherit;
            const auto scene =
                loadModels({parent.record(1, "parent"), child.record(2, "child")}, {fbxConnection(1, 0), fbxConnection(2, 1)});
            BOOST_TEST_CONTEXT("inherit type " << inherit)
            {
                BOOST_TEST(near(worldOf(*scene, "parent"), parent.local(), 2e-6));
                BOOST_TEST(near(worldOf(*scene, "child"), position * axes[static_cast<std::size_t>(inherit)], 6e-6));
                BOOST_TEST(scene->warnings().empty());
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(what_nodes_cannot_say_of_inherited_scale_is_a_warning)
{
    Random random(23);
    Placed top = randomPlace(random);
    Placed middle = randomPlace(random);
    Placed low = randomPlace(random);
    low.inherit = 0;  // below two uneven scales with a turn between them
    const auto scene = loadModels({top.record(1, "top"), middle.record(2, "middle"), low.record(3, "low")},
                                  {fbxConnection(1, 0), fbxConnection(2, 1), fbxConnection(3, 2)});
    BOOST_TEST(hasWarning(*scene, "\"low\" inherits scale in a way that nodes cannot express"));
}

BOOST_AUTO_TEST_CASE(units_and_axes_are_converted_once_at_the_root)
{
    Placed place;
    place.translation = {1., 2., 3.};
    // +Z up, -Y to the front, inches, as 3ds Max writes it: (x, y, z) becomes (x, z, -y).
    const FbxRecord inches{"GlobalSettings",
                           {},
                           {{"Properties70",
                             {},
                             {fbxProperty("UpAxis", "int", {std::int64_t{2}}), fbxProperty("UpAxisSign", "int", {std::int64_t{1}}),
                              fbxProperty("FrontAxis", "int", {std::int64_t{1}}), fbxProperty("FrontAxisSign", "int", {std::int64_t{-1}}),
                              fbxProperty("CoordAxis", "int", {std::int64_t{0}}), fbxProperty("CoordAxisSign", "int", {std::int64_t{1}}),
                              fbxProperty("UnitScaleFactor", "double", {2.54})}}}};
    const auto scene =
        loadExact(fbxText({inches, {"Objects", {}, {place.record(1, "thing")}}, {"Connections", {}, {fbxConnection(1, 0)}}}));
    BOOST_TEST(near(glm::vec3(worldOf(*scene, "thing")[3]), glm::vec3(.0254f, .0762f, -.0508f), 1e-7));
    const TransformNode& thing = *scene->findTransformNode("thing");
    BOOST_TEST((thing.getTransform().translation == glm::vec3(1.f, 2.f, 3.f)));
    BOOST_TEST(scene->nodes().front()->getMetadata().find("\"metresPerUnit\":0.0254") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
