#include <array>
#include <string>

#include <boost/test/unit_test.hpp>

#include "import/assimp/read_foreign.hpp"

// Formats are recognised by content. The file's name matters only if the content is ambiguous.

using namespace armature;
using namespace std::string_literals;

namespace {

std::string formatOf(const std::string& content, std::string_view name)
{
    const auto format = foreign::formatOf(std::as_bytes(std::span(content)), name);
    return format ? std::string(format->extension) : "none";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(format)

// First bytes as the formats' specifications define them.
BOOST_AUTO_TEST_CASE(content_tells_whatever_the_name_is)
{
    const std::array<std::array<std::string, 2>, 28> known{{
        {"<?xml version=\"1.0\"?>\n<!-- by hand -->\n<COLLADA xmlns=\"x\">", "dae"},
        {"\xEF\xBB\xBF<COLLADA>", "dae"},
        {"xof 0303txt 0032", "x"},
        {"MD5Version 10\ncommandline \"\"\nnumJoints 2\nnumMeshes 1\n", "md5mesh"},
        {"// made by hand\nMD5Version 10\nnumFrames 3\nnumJoints 2\nframeRate 24\n", "md5anim"},
        {"MD5Version 10\nnumFrames 3\nframeRate 24\nnumCuts 0\n", "md5camera"},
        {"// comment\nversion 1\nnodes\n0 \"root\" -1\nend\n", "smd"},
        {"version 1\nnodes\nend\nskeleton\nend\nvertexanimation\n", "vta"},
        {"IDST\x0a\0\0\0"s, "mdl"},
        {"IDPO\x06\0\0\0"s, "mdl"},
        {"IDP2\x08\0\0\0"s, "md2"},
        {"MM\x06\0\0\0"s, "3ds"},
        {"FORM\0\0\0\x04LWO2"s, "lwo"},
        {"ply\nformat ascii 1.0\n", "ply"},
        {"solid cube\nfacet normal", "stl"},
        {std::string(80, 'a') + "\x01\0\0\0"s + std::string(50, '\0'), "stl"},
        {"# made by hand\n\nmtllib a.mtl\nv 0 0 0\n", "obj"},
        {"v 0 0 0\nv 1 0 0\n", "obj"},
        {"OFF\n3 1 0\n", "off"},
        {"AC3Db\nMATERIAL", "ac"},
        {"LWSC\n5\n", "lws"},
        {"MS3D000000\x04\0\0\0"s, "ms3d"},
        {"BB3D\x10\0\0\0"s, "b3d"},
        {"$Filename walk\n$Order", "csm"},
        {"BLENDER-v249", "blend"},
        {"0\nSECTION\n2\nHEADER\n", "dxf"},
        {"<mesh>\n<submeshes>", "mesh.xml"},
        {"*3DSMAX_ASCIIEXPORT 200", "ase"},
    }};
    for (const auto& [content, extension] : known) {
        for (const std::string_view name : {"model", "model.obj", "model.dae", "model.gltf", "a.b/model", ""}) {
            BOOST_TEST(formatOf(content, name) == extension, extension << " called " << name << " is " << formatOf(content, name));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_name_counts_where_content_cannot_tell)
{
    BOOST_TEST(formatOf("0 0 0 1 0 0 0 1 0\n", "triangles.raw") == "raw");
    BOOST_TEST(formatOf("0 0 0 1 0 0 0 1 0\n", "triangles.RAW") == "raw");
    BOOST_TEST(formatOf("0 0 0 1 0 0 0 1 0\n", "triangles") == "none");
}

BOOST_AUTO_TEST_CASE(a_name_does_not_make_anything_of_what_is_gltf_or_nothing)
{
    BOOST_TEST(formatOf("{\"asset\":{\"version\":\"2.0\"}}", "model.raw") == "none");
    BOOST_TEST(formatOf("\n { }", "model.obj") == "none");
    BOOST_TEST(formatOf("glTF\x02\0\0\0"s, "model.stl") == "none");
    BOOST_TEST(formatOf("", "model.obj") == "none");
    BOOST_TEST(formatOf("this is no model", "model.dae") == "none");
    BOOST_TEST(formatOf("this is no model", "model.md5mesh") == "none");
}

BOOST_AUTO_TEST_SUITE_END()
