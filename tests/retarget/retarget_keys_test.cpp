#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/skeleton/skeleton.hpp>

using namespace armature;

namespace {

struct RaisedBone {
    const char* name;
    float height;
};

/// Adds a root at height 2, and bones below it.
void addBody(Skeleton& skeleton, std::initializer_list<RaisedBone> parts)
{
    Bone& root = skeleton.createBone("root", {.bind = glm::translate(glm::mat4(1.f), {0.f, 2.f, 0.f})});
    for (const RaisedBone& part : parts) {
        skeleton.createBone(part.name, {.parent = &root, .bind = glm::translate(glm::mat4(1.f), {0.f, part.height, 0.f})});
    }
}

std::shared_ptr<const AnimationClip> risingMotion(Skeleton& skeleton)
{
    AnimationClipBuilder builder("motion");
    builder.translation(*skeleton.findBone("root")).addKey(0., {0.f, 2.f, 0.f}).addKey(1., {0.f, 2.5f, 0.f});
    for (Bone* const bone : skeleton.bones()) {
        builder.rotation(*bone).addKey(0., glm::quat(1.f, 0.f, 0.f, 0.f));
    }
    return builder.build();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(retarget_keys)

// By the rule of Babylon.js: of several bones lower than the reference, the last one becomes the reference and is as high as in the source.
BOOST_AUTO_TEST_CASE(a_lower_bone_replaces_the_ground_reference)
{
    Skeleton source("source");
    Skeleton target("target");
    addBody(source, {{"foot", -1.f}, {"lowest", -2.f}, {"low", -1.5f}});
    addBody(target, {{"foot", -1.1f}, {"lowest", -3.f}, {"low", -1.6f}});
    const RetargetedKeys made =
        retargetKeys(*risingMotion(source), source, target,
                     {.groundReference = "foot", .fixesRootTranslation = false, .fixesGround = true, .findsLowest = true});
    const AnimationChannel& travel = made.clip->channels().front();
    BOOST_TEST_REQUIRE((travel.path == ChannelPath::Translation));
    for (std::size_t key = 0; key < 2; ++key) {
        const float sourceRoot = key == 0 ? 2.f : 2.5f;
        BOOST_TEST(travel.values.at(key, 1) - 1.6f == sourceRoot - 1.5f, boost::test_tools::tolerance(1e-5f));
    }
}

BOOST_AUTO_TEST_CASE(two_bones_do_not_move_one)
{
    Skeleton source("source");
    Skeleton target("target");
    addBody(source, {{"foot", -1.f}, {"toes", -1.f}});
    addBody(target, {{"foot", -1.f}});
    const auto motion = risingMotion(source);
    BOOST_TEST(retargetKeys(*motion, source, target).removedChannels.size() == 1U);
    BOOST_CHECK_EXCEPTION(
        static_cast<void>(retargetKeys(*motion, source, target, {.names = {{"toes", "foot"}}})), std::invalid_argument,
        [](const std::invalid_argument& error) {
            return std::string(error.what()).find("animation clip \"motion\": it cannot be retargeted: bones \"foot\" and \"toes\"")
                   != std::string::npos;
        });
}

BOOST_AUTO_TEST_SUITE_END()
