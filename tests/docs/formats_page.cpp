#include "model_folder.hpp"
#include "page.hpp"

#include <iostream>
#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/armature.hpp>

using namespace armature::test::page;

// The examples of docs/formats.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_formats_page)
{
    const ModelFolder folder("formats_page");
    const auto scene = armature::loadScene("character.glb");
    scene->findTransformNode("hips")->setScaling({1.1f, 1.1f, 1.1f});
    for (const std::string& warning : armature::saveGltf(*scene, "larger.glb", {.copyright = "2026 Our Studio"})) {
        std::cerr << "warning: " << warning << '\n';
    }
    check(near(armature::loadScene("larger.glb")->findTransformNode("hips")->getScaling(), glm::vec3(1.1f)));
}
// clang-format on
