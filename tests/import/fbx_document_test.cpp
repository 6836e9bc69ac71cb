#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>

#include "asset.hpp"
#include "fbx_record.hpp"

// Text and binary FBX files: what they hold, and which errors in them are refused.

using namespace armature;
using namespace armature::test;

namespace {

using Bytes = std::vector<std::byte>;

ImportError refusalOf(const Bytes& bytes, const ImportOptions& options = {})
{
    try {
        static_cast<void>(loadExact(bytes, options));
    } catch (const ImportError& error) {
        return error;
    }
    BOOST_ERROR("is not refused");
    return {"", "", ""};
}

bool errorSays(const ImportError& error, std::string_view part)
{
    const bool does = std::string_view(error.what()).find(part) != std::string_view::npos;
    BOOST_TEST(does, error.what() << " does not say \"" << part << '"');
    return does;
}

/// Checks the rig by its definition, in metres: hand at (0.3, 0.1, 0) makes a quarter turn about z in a second while root moves by 0.5.
void checkRig(Scene& scene)
{
    BOOST_TEST(scene.nodes().size() == 4u);
    BOOST_TEST_REQUIRE(scene.findTransformNode("hand") != nullptr);
    const TransformNode& hand = *scene.findTransformNode("hand");
    BOOST_TEST(near(glm::vec3(hand.getWorldMatrix()[3]), glm::vec3(.3f, .1f, 0.f), 1e-6));
    BOOST_TEST_REQUIRE(scene.meshInstances().size() == 1u);
    const Primitive& body = scene.meshInstances().front()->getMesh()->primitives().front();
    BOOST_TEST(body.positions.size() == 3u);
    BOOST_TEST(body.indices.size() == 3u);
    BOOST_TEST(body.skin.influencesPerVertex == 4u);
    BOOST_TEST_REQUIRE(scene.animationGroups().size() == 1u);
    AnimationGroup& wave = *scene.animationGroups().front();
    BOOST_TEST(wave.getName() == "wave");
    wave.goTo(1.);
    BOOST_TEST(near(glm::vec3(hand.getWorldMatrix()[3]), glm::vec3(.8f, .1f, 0.f), 1e-6));
    BOOST_TEST(near(glm::vec3(hand.getWorldMatrix()[0]), glm::vec3(0.f, .01f, 0.f), 1e-6));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fbx_document)

BOOST_AUTO_TEST_CASE(a_rig_is_the_same_from_every_kind_of_file)
{
    const auto rig = fbxRig();
    checkRig(*loadExact(fbxText(rig)));
    for (const std::uint32_t version : {7100u, 7400u, 7500u, 7700u}) {
        for (const bool isPacked : {false, true}) {
            BOOST_TEST_CONTEXT(version << (isPacked ? ", packed" : ""))
            {
                checkRig(*loadExact(fbxBinary(rig, {.version = version, .isPacked = isPacked})));
                checkRig(*loadExact(fbxBinary(rig, {.version = version, .isPacked = isPacked, .isBigEndian = true})));
                checkRig(*loadExact(fbxBinary(rig, {.version = version, .isPacked = isPacked, .hasBytes = true})));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(comments_spaces_and_escapes_of_text_files_are_read)
{
    auto rig = fbxRig();
    fbxObject(rig, "hand").values[1] = std::string("Model::a &quot;b&quot; ; no comment");
    const Bytes bytes = fbxText(rig);
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    text += "; the end { [ \"\r\n";
    const auto scene = loadExact(bytesOf(text));
    BOOST_TEST(scene->findTransformNode("a \"b\" ; no comment") != nullptr);
}

BOOST_AUTO_TEST_CASE(a_file_of_another_version_is_refused)
{
    errorSays(refusalOf(fbxText(fbxRig(), 1900)), "header: FBX version is 1900, but must be 2.0 to 7.x");
    errorSays(refusalOf(fbxBinary(fbxRig(), {.version = 9000})), "header: FBX version is 9000");
}

BOOST_AUTO_TEST_CASE(every_file_that_is_cut_off_is_refused_or_works)
{
    const auto rig = fbxRig();
    std::size_t refused = 0;
    const Bytes files[] = {fbxText(rig), fbxBinary(rig, {.version = 7400, .isPacked = true}), fbxBinary(rig, {.version = 7500})};
    for (const Bytes& file : files) {
        for (std::size_t size = 1; size < file.size(); size += 3) {
            refused += isRefused(std::span(file).first(size)) ? 1u : 0u;
        }
    }
    BOOST_TEST(refused > 1000u);
}

BOOST_AUTO_TEST_CASE(a_record_that_ends_beyond_the_file_is_refused)
{
    for (const std::uint32_t version : {7400u, 7500u}) {
        Bytes file = fbxBinary(fbxRig(), {.version = version});
        for (const std::uint32_t lie : {27u, 28u, 0x7fffffffu, 0xffffffffu}) {
            std::memcpy(file.data() + 27, &lie, sizeof(lie));
            errorSays(refusalOf(file), "GlobalSettings (byte 27): ends at byte");
        }
    }
    Bytes file = fbxBinary(fbxRig(), {.version = 7700});
    const std::uint64_t lie = std::numeric_limits<std::uint64_t>::max();
    std::memcpy(file.data() + 27 + 16, &lie, sizeof(lie));  // the size of its values in bytes
    errorSays(refusalOf(file), "GlobalSettings (byte 27): ends at byte");
}

BOOST_AUTO_TEST_CASE(an_array_that_does_not_inflate_to_what_it_says_is_refused)
{
    const Bytes file = fbxBinary(fbxRig(), {.version = 7400, .isPacked = true});
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    const std::size_t count = text.find("Vertices") + 8 + 1;  // after the name and the type
    for (const std::uint32_t lie : {0u, 6u, 8u, 10u, 1'000u}) {
        Bytes spoilt = file;
        std::memcpy(spoilt.data() + count, &lie, sizeof(lie));
        errorSays(refusalOf(spoilt), "Objects/Geometry/Vertices");
    }
    Bytes bomb = file;
    const std::uint32_t lie = 0xffffffffu;
    std::memcpy(bomb.data() + count, &lie, sizeof(lie));
    errorSays(refusalOf(bomb), "ImportLimits::unbackedBytes");
}

BOOST_AUTO_TEST_CASE(records_that_nest_deeper_than_the_limit_are_refused)
{
    FbxRecord deep{"Deep", {}, {{"Deep", {std::int64_t{1}}, {}}}};
    for (int level = 0; level < 200; ++level) {
        deep = {"Deep", {}, {deep}};
    }
    errorSays(refusalOf(fbxText({deep})), "nests deeper than 64 levels (ImportLimits::jsonDepth)");
    errorSays(refusalOf(fbxBinary({deep})), "nests deeper than 64 levels (ImportLimits::jsonDepth)");
    std::string braces = "FBXHeaderExtension: {\n";
    for (int level = 0; level < 100'000; ++level) {
        braces += "a: {";
    }
    errorSays(refusalOf(bytesOf(braces)), "nests deeper than 64 levels");
}

// A message must not contain a name of 20 KB whole.
BOOST_AUTO_TEST_CASE(places_are_short_whatever_names_and_depth_the_file_has)
{
    const std::string name(20'000, 'x');
    std::string text = "FBXHeaderExtension: {}\n" + name + ": {";
    errorSays(refusalOf(bytesOf(text)), std::string(60, 'x') + " (byte 23): is not closed; the file is cut off");
    text = "FBXHeaderExtension: {}\n";
    for (int level = 0; level < 40; ++level) {
        text += "a: {";
    }
    errorSays(refusalOf(bytesOf(text)), ".../a/a/a/a/a/a/a/a (byte 179): is not closed");
    for (const std::string& file : {"HIERARCHY ROOT " + name + " { OFFSET 1 2 x", "HIERARCHY ROOT " + name + " { OFFSET 1 2 3"}) {
        BOOST_TEST(std::string_view(refusalOf(bytesOf(file)).what()).size() < 200u);
    }
}

BOOST_AUTO_TEST_CASE(models_that_are_their_own_parents_are_refused)
{
    auto rig = fbxRig();
    fbxTop(rig, "Connections").children.erase(fbxTop(rig, "Connections").children.begin());
    fbxTop(rig, "Connections").children.push_back({"C", {std::string("OO"), std::int64_t{1}, std::int64_t{2}}, {}});
    errorSays(refusalOf(fbxText(rig)), "is its own ancestor");
}

BOOST_AUTO_TEST_CASE(corners_clusters_and_curves_that_name_what_is_not_there_are_refused)
{
    auto rig = fbxRig();
    fbxObject(rig, "body");
    for (FbxRecord& object : fbxTop(rig, "Objects").children) {
        if (object.name == "Geometry") {
            object.child("PolygonVertexIndex").values = {Integers{0, 1, -5}};
        }
    }
    errorSays(refusalOf(fbxText(rig)), "Objects/Geometry/PolygonVertexIndex");
    rig = fbxRig();
    fbxObject(rig, "root cluster").child("Indexes").values = {Integers{0, 7}};
    errorSays(refusalOf(fbxText(rig)), "names point 7 as number 1, but the mesh has 3 points");
    rig = fbxRig();
    fbxObject(rig, "root cluster").child("Weights").values = {Reals{1.}};
    errorSays(refusalOf(fbxText(rig)), "has 2 points, but 1 weight");
    rig = fbxRig();
    fbxObject(rig, "root cluster").child("TransformLink").values = {Reals{1., 2.}};
    errorSays(refusalOf(fbxText(rig)), "has 2 numbers, but a matrix has 16");
    rig = fbxRig();
    for (FbxRecord& object : fbxTop(rig, "Objects").children) {
        if (object.name == "AnimationCurve") {
            object.child("KeyValueFloat").values = {Reals{1.}};
        }
    }
    errorSays(refusalOf(fbxText(rig)), "has 2 key times, but 1 value");
}

BOOST_AUTO_TEST_SUITE_END()
