#include <armature/import/skeleton_json.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/error.hpp>
#include <armature/skeleton/pose.hpp>

#include <support/near.hpp>
#include <support/random.hpp>

using namespace armature;
using test::Random;
using test::says;

namespace {

glm::mat4 randomMatrix(Random& random)
{
    return toMat4(Transform{random.vector(-2.f, 2.f), random.rotation(), random.vector(0.5f, 2.f)});
}

/// Every kind of bone: children before parents, helpers, gaps in the palette, given inverse binds, shear, odd names.
void fill(Skeleton& skeleton, Random& random)
{
    for (std::size_t i = 0; i < 30; ++i) {
        BoneOptions options;
        options.bind = randomMatrix(random);
        options.isHelper = i % 7 == 3;
        options.index = options.isHelper ? std::nullopt : std::optional(2 * i);
        if (i % 5 == 1) {
            options.absoluteInverseBind = randomMatrix(random);
        }
        if (i % 4 == 2) {
            options.length = random.real(0.f, 3.f);
        }
        Bone& bone = skeleton.createBone(i % 6 == 0 ? "quote \" and \\ \n \xc3\xa9" : "bone", options);
        if (i % 3 == 0) {
            bone.setTransform({random.vector(-1.f, 1.f), random.rotation(), random.vector(0.5f, 2.f)});
        }
        if (i % 8 == 0) {
            bone.setCurrentPoseAsRest();
        }
    }
    for (std::size_t i = 0; i < 29; ++i) {
        if (random.chance(0.8)) {
            skeleton.bones()[i]->setParent(skeleton.bones()[i + 1]);
        }
    }
    std::vector<glm::mat4> set(skeleton.getFinalMatrices().size());
    for (glm::mat4& matrix : set) {
        matrix = randomMatrix(random);
    }
    skeleton.addInverseBindSet(set);
}

std::string minimal(std::string_view bones)
{
    return R"({"format": "armature skeleton", "version": 1, "name": "x", "bones": [)" + std::string(bones) + "]}";
}

std::string bone(std::string_view parent, std::string_view index = "0", std::string_view bind = "1,0,0,0, 0,1,0,0, 0,0,1,0")
{
    return R"({"name": "b", "parent": )" + std::string(parent) + R"(, "index": )" + std::string(index)
           + R"(, "local": [0,0,0, 0,0,0,1, 1,1,1], "rest": [0,0,0, 0,0,0,1, 1,1,1], "bind": [)" + std::string(bind) + "]}";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skeleton_json)

BOOST_AUTO_TEST_CASE(what_is_loaded_is_what_was_saved_bit_for_bit)
{
    Random random(901);
    Skeleton skeleton("character");
    fill(skeleton, random);
    const std::string text = saveSkeletonJson(skeleton);
    const auto loaded = loadSkeletonJson(text, "memory");
    BOOST_TEST(saveSkeletonJson(*loaded) == text);
    BOOST_TEST(loaded->getName() == "character");
    BOOST_TEST_REQUIRE(loaded->bones().size() == 30u);
    for (std::size_t i = 0; i < 30; ++i) {
        const Bone& a = *skeleton.bones()[i];
        const Bone& b = *loaded->bones()[i];
        BOOST_TEST(a.getName() == b.getName());
        BOOST_TEST((a.getIndex() == b.getIndex()));
        BOOST_TEST((a.getLength().has_value() == b.getLength().has_value()));
        BOOST_TEST((a.getLocalMatrix() == b.getLocalMatrix()));
        BOOST_TEST((a.getAbsoluteMatrix() == b.getAbsoluteMatrix()));
        BOOST_TEST((a.getRestMatrix() == b.getRestMatrix()));
        BOOST_TEST((a.getBindMatrix() == b.getBindMatrix()));
        BOOST_TEST((a.getAbsoluteInverseBindMatrix() == b.getAbsoluteInverseBindMatrix()));
    }
    for (std::size_t set = 0; set < 2; ++set) {
        const auto a = skeleton.getFinalMatrices(set);
        const auto b = loaded->getFinalMatrices(set);
        BOOST_TEST((std::vector(a.begin(), a.end()) == std::vector(b.begin(), b.end())));
    }
    loaded->returnToRest();
    skeleton.returnToRest();
    BOOST_TEST((capturePose(*loaded) == capturePose(skeleton)));
}

BOOST_AUTO_TEST_CASE(a_bad_text_is_refused_with_its_place)
{
    const auto load = [](const std::string& text) { return loadSkeletonJson(text, "rig.json"); };
    BOOST_CHECK_EXCEPTION(load("{"), ImportError, says("rig.json: JSON: cannot be parsed"));
    BOOST_CHECK_EXCEPTION(load(""), ImportError, says("rig.json: JSON"));
    BOOST_CHECK_EXCEPTION(load("[]"), ImportError, says("must be an object"));
    BOOST_CHECK_EXCEPTION(load(R"({"format": "other"})"), ImportError, says("rig.json: /format: is \"other\""));
    BOOST_CHECK_EXCEPTION(load(R"({"format": "armature skeleton", "version": 2})"), ImportError, says("/version: is 2"));
    BOOST_CHECK_EXCEPTION(load(minimal(bone("7"))), ImportError, says("/bones/0/parent"));
    BOOST_CHECK_EXCEPTION(load(minimal(bone("0"))), ImportError, says("/bones/0: b: cannot hang below itself"));
    BOOST_CHECK_EXCEPTION(load(minimal(bone("null") + "," + bone("0"))), ImportError, says("/bones/1: b: palette slot 0 is taken"));
    BOOST_CHECK_EXCEPTION(load(minimal(bone("null", "70000"))), ImportError, says("70000 is not below 65536"));
    BOOST_CHECK_EXCEPTION(load(minimal(bone("null", "0", "0,0,0,0, 0,0,0,0, 0,0,0,0"))), ImportError, says("singular"));
    BOOST_CHECK_EXCEPTION(load(minimal(bone("null", "0", "1,2,3"))), ImportError, says("/bones/0/bind"));
    BOOST_CHECK_EXCEPTION(load(minimal(R"({"name": "b"})")), ImportError, says("/bones/0"));
    std::string spun = bone("null");
    spun.replace(spun.find("0,0,0,1"), 7, "0,0,0,0");
    BOOST_CHECK_EXCEPTION(load(minimal(spun)), ImportError, says("/bones/0: b: rotation"));
    BOOST_TEST(load(minimal(bone("null")))->bones().size() == 1u);
}

// Every beginning of a text is an error or, never, a crash.
BOOST_AUTO_TEST_CASE(every_truncated_text_is_refused)
{
    Random random(902);
    Skeleton skeleton("s");
    skeleton.createBone("a", {.bind = randomMatrix(random)});
    skeleton.createBone("b", {.parent = skeleton.bones()[0], .bind = randomMatrix(random)});
    const std::string text = saveSkeletonJson(skeleton);
    const std::size_t end = text.find_last_of('}');
    for (std::size_t length = 0; length < end; ++length) {
        BOOST_CHECK_THROW((void)loadSkeletonJson(std::string_view(text).substr(0, length), "cut"), ImportError);
    }
}

BOOST_AUTO_TEST_SUITE_END()
