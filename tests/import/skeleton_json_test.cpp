#include <armature/import/skeleton_json.hpp>

#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/scene/scene.hpp>
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

BOOST_AUTO_TEST_CASE(zeros_keep_their_sign)
{
    Skeleton skeleton("s");
    skeleton.createBone("a").setPosition({-0.f, 1.f, -0.f});
    const std::string text = saveSkeletonJson(skeleton);
    const auto loaded = loadSkeletonJson(text, "memory");
    BOOST_TEST(std::signbit(loaded->bones()[0]->getPosition().x));
    BOOST_TEST(std::signbit(loaded->bones()[0]->getPosition().z));
    BOOST_TEST(saveSkeletonJson(*loaded) == text);
}

BOOST_AUTO_TEST_CASE(the_largest_and_the_smallest_floats_are_read_back)
{
    Skeleton skeleton("s");
    constexpr float largest = std::numeric_limits<float>::max();
    skeleton.createBone("a").setTransform(
        {{largest, -largest, std::numeric_limits<float>::denorm_min()}, glm::quat(1, 0, 0, 0), {1, 1, 1}});
    const std::string text = saveSkeletonJson(skeleton);
    const auto loaded = loadSkeletonJson(text, "memory");
    BOOST_TEST((loaded->bones()[0]->getPosition() == skeleton.bones()[0]->getPosition()));
    BOOST_TEST(saveSkeletonJson(*loaded) == text);
    // 3.4028237e38 is just above 2^128, beyond the range of floats.
    std::string beyond = minimal(bone("null"));
    beyond.replace(beyond.find("[0,0,0,"), 7, "[3.4028237e38,0,0,");
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadSkeletonJson(beyond, "memory")), ImportError, says("must be within"));
}

BOOST_AUTO_TEST_CASE(sets_of_inverse_binds_outlive_a_removed_bone)
{
    Skeleton skeleton("s");
    skeleton.createBone("a");
    Bone& last = skeleton.createBone("b");
    skeleton.addInverseBindSet(
        std::vector<glm::mat4>(2, glm::mat4(2.f, 0.f, 0.f, 0.f, 0.f, 2.f, 0.f, 0.f, 0.f, 0.f, 2.f, 0.f, 0.f, 0.f, 0.f, 1.f)));
    skeleton.removeBone(last, Removal::KeepChildren);
    const std::string text = saveSkeletonJson(skeleton);
    const auto loaded = loadSkeletonJson(text, "memory");
    BOOST_TEST(loaded->getFinalMatrices().size() == skeleton.getFinalMatrices().size());
    BOOST_TEST((loaded->getFinalMatrices(1)[0] == skeleton.getFinalMatrices(1)[0]));
    BOOST_TEST(saveSkeletonJson(*loaded) == text);
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadSkeletonJson(
                              R"({"format": "armature skeleton", "version": 1, "bones": [], "paletteSize": 70000})", "memory")),
                          ImportError, says("/paletteSize: is 70000"));
}

BOOST_AUTO_TEST_CASE(a_matrix_keeps_the_signs_of_its_scale)
{
    Skeleton skeleton("s");
    Bone& parent = skeleton.createBone("parent");
    parent.setScaling({1, 2, 1});
    Bone& child = skeleton.createBone("child", {.parent = &parent});
    child.setScaling({-1, -1, 1});
    child.rotate({1, 2, 3}, 1.f, Space::Skeleton);  // sheared now
    const std::string text = saveSkeletonJson(skeleton);
    const auto loaded = loadSkeletonJson(text, "memory");
    BOOST_TEST((loaded->bones()[1]->getRotationQuaternion() == child.getRotationQuaternion()));
    BOOST_TEST(saveSkeletonJson(*loaded) == text);
}

// If the inverse of the rests above overflows, the old rest is kept, and the text can be read.
BOOST_AUTO_TEST_CASE(a_new_parent_never_makes_a_rest_infinite)
{
    Skeleton skeleton("s");
    Bone& tiny = skeleton.createBone("tiny");
    tiny.setRestMatrix(toMat4(Transform{{0, 0, 0}, glm::quat(1, 0, 0, 0), glm::vec3(1e-20f)}));
    Bone& far = skeleton.createBone("far", {.bind = toMat4(Transform{{1e30f, 0, 0}, glm::quat(1, 0, 0, 0), glm::vec3(1.f)})});
    far.setParent(&tiny, Keep::World);
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            BOOST_TEST(std::isfinite(far.getRestMatrix()[column][row]));
        }
    }
    BOOST_TEST(saveSkeletonJson(*loadSkeletonJson(saveSkeletonJson(skeleton), "memory")) == saveSkeletonJson(skeleton));
}

// The parent's bind scales an oblique axis to a ten-millionth. Relative to it, the child's bind is so long in one direction that its
// rounded columns are parallel.
BOOST_AUTO_TEST_CASE(a_new_parent_never_makes_a_bind_singular)
{
    const glm::mat4 askew = glm::mat4_cast(glm::angleAxis(glm::radians(45.f), glm::vec3(0, 0, 1)));
    Skeleton skeleton("rig");
    Bone& parent = skeleton.createBone("parent", {.bind = glm::scale(glm::mat4(1.f), {1e-7f, 1, 1}) * askew});
    Bone& child = skeleton.createBone("child", {.bind = askew});
    child.setParent(&parent, Keep::World);
    BOOST_TEST(saveSkeletonJson(*loadSkeletonJson(saveSkeletonJson(skeleton), "memory")) == saveSkeletonJson(skeleton));
}

// 40 000 bones, many of them before their parents. Loading would take minutes if each parent took time in proportion to the number of
// bones.
BOOST_AUTO_TEST_CASE(loading_is_linear_in_any_order_of_bones)
{
    std::string bones;
    constexpr int count = 40'000;
    for (int i = 0; i < count; ++i) {
        bones += (i == 0 ? "" : ",") + bone(i == count / 2 ? "null" : std::to_string((i + 7919) % count), "null");
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto load = [&] { return loadSkeletonJson(minimal(bones), "memory"); };
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadSkeletonJson(minimal(bone("1") + "," + bone("0", "1")), "memory")), ImportError,
                          says("cannot hang below itself"));
    const auto loaded = load();
    BOOST_TEST(loaded->bones().size() == static_cast<std::size_t>(count));
    BOOST_TEST(loaded->getRoots().size() == 1u);
    BOOST_TEST_MESSAGE(count << " bones in " << std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() << " s");
}

BOOST_AUTO_TEST_CASE(what_a_text_takes_of_memory_is_limited)
{
    const std::string text = minimal(bone("null") + "," + bone("0", "1"));
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadSkeletonJson(text, "memory", {.fileBytes = text.size() - 1})), ImportError,
                          says("ImportLimits::fileBytes"));
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadSkeletonJson(text, "memory", {.jsonDepth = 2})), ImportError,
                          says("nests deeper than 2 levels"));
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadSkeletonJson(text, "memory", {.nodes = 1})), ImportError,
                          says("has 2 bones, but the limit is 1"));
    const std::string wide = minimal(bone("null", "60000"));
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadSkeletonJson(wide, "memory", {.unbackedBytes = 0})), ImportError,
                          says("ImportLimits::unbackedBytes"));
    BOOST_TEST(loadSkeletonJson(wide, "memory")->getFinalMatrices().size() == 60001u);
}

// Every beginning of a text is refused, without a crash.
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

// The node's pivot would shift the bone by -2e38 * 3.
BOOST_AUTO_TEST_CASE(a_bone_driven_by_a_node_with_a_pivot_is_read_back)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    node.setPivotPoint({3, 0, 0});
    Skeleton skeleton("s");
    skeleton.createBone("bone").linkTransformNode(&node);
    BOOST_CHECK_THROW(node.setScaling({2e38f, 1, 1}), std::invalid_argument);
    const std::string text = saveSkeletonJson(skeleton);
    BOOST_TEST(saveSkeletonJson(*loadSkeletonJson(text, "memory")) == text);
}

// A clip bypasses the setters' checks: the values it brings are checked when the skeleton is saved. The first column is 4.2e38 long.
BOOST_AUTO_TEST_CASE(what_would_not_be_read_back_is_not_saved)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("s");
    Bone& bone = skeleton.createBone("hips");
    glm::mat4 matrix(1.f);
    matrix[0] = {3e38f, 3e38f, 0, 0};
    bone.setLocalMatrix(matrix);
    BOOST_TEST(saveSkeletonJson(*loadSkeletonJson(saveSkeletonJson(skeleton), "memory")) == saveSkeletonJson(skeleton));
    ClipDescription clip{.name = "c", .timeTracks = {{0.f}}, .channels = {{.target = ChannelTarget::of(bone), .values = {1, 2, 3}}}};
    scene.createAnimationGroup(AnimationClip::create(std::move(clip))).goTo(0.);
    BOOST_CHECK_EXCEPTION(static_cast<void>(saveSkeletonJson(skeleton)), std::invalid_argument,
                          says("hips: scale (inf, 1, 1) must be finite"));
    bone.setScaling({1, 1, 1});
    BOOST_TEST(saveSkeletonJson(*loadSkeletonJson(saveSkeletonJson(skeleton), "memory")) == saveSkeletonJson(skeleton));
}

BOOST_AUTO_TEST_SUITE_END()
