#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <retarget/body_rigs.hpp>
#include <support/near.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

ChannelTarget named(const std::string& name, ChannelTarget::Kind kind = ChannelTarget::Kind::Bone)
{
    return {.kind = kind, .index = 1000, .skeleton = 1000, .name = name};
}

/// A channel given by single numbers: angles of rotations about +X, or translations along +Z.
struct Channel {
    ChannelTarget target;
    ChannelPath path;
    Interpolation interpolation;
    std::vector<float> times;
    std::vector<float> numbers;
};

std::shared_ptr<const AnimationClip> makeClip(const std::vector<Channel>& channels)
{
    ClipDescription description{.name = "motion"};
    for (const Channel& channel : channels) {
        std::vector<float> values;
        for (const float number : channel.numbers) {
            if (channel.path == ChannelPath::Rotation) {
                values.insert(values.end(), {std::sin(0.5f * number), 0.f, 0.f, std::cos(0.5f * number)});
            } else {
                values.insert(values.end(), {0.f, 0.f, number});
            }
        }
        description.timeTracks.push_back(channel.times);
        description.channels.push_back({channel.target, channel.path, channel.interpolation, description.timeTracks.size() - 1,
                                        channel.path == ChannelPath::Rotation ? 4U : 3U, std::move(values)});
    }
    return AnimationClip::create(std::move(description));
}

/// Returns the angle about +X by which a clip turns a bone.
double turnAt(const AnimationClip& clip, const std::string& bone, double seconds)
{
    for (std::size_t i = 0; i < clip.channels().size(); ++i) {
        if (clip.channels()[i].target.name == bone && clip.channels()[i].path == ChannelPath::Rotation) {
            std::array<float, 4> value{};
            clip.sample(i, seconds, value);
            return 2. * std::atan2(static_cast<double>(value[0]), static_cast<double>(value[3]));
        }
    }
    return std::nan("");
}

/// A rig in its own scene, below two nodes.
struct Hosted {
    Hosted()
    {
        addTail(skeleton, 3, 1.f);
        host.setParent(&above);
        skeleton.setHostNode(&host);
    }

    Scene scene;
    TransformNode& above = scene.createTransformNode("above");
    TransformNode& host = scene.createTransformNode("body");
    Skeleton& skeleton = scene.createSkeleton("tail");
};

void shear(TransformNode& node)
{
    glm::mat4 matrix = glm::translate(glm::mat4(1.f), {0.3f, 0.2f, 0.1f});
    matrix[1][0] = 0.4f;
    node.setLocalMatrix(matrix);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(retarget_times)

// By definition: a STEP stays a jump, whatever the rate and wherever it falls among other keys.
BOOST_AUTO_TEST_CASE(steps_stay_jumps_at_every_rate_and_next_to_other_keys)
{
    TwoTails tails;
    const float step = 0.51f;
    const auto clip = makeClip(
        {{named("tail1"), ChannelPath::Rotation, Interpolation::Step, {0.f, step, 1.f}, {0.1f, 1.1f, 1.1f}},
         {named("tail2"), ChannelPath::Rotation, Interpolation::Linear, {0.f, step - 4e-6f, step + 4e-6f, 1.f}, {0.f, 0.f, 0.8f, 0.8f}}});
    for (const RetargetClipOptions& options : {RetargetClipOptions{}, RetargetClipOptions{.reducesKeys = false},
                                               RetargetClipOptions{.framesPerSecond = 25.}, RetargetClipOptions{.framesPerSecond = 10.}}) {
        const RetargetedClip baked = retargetClip(*clip, tails.source, tails.target, tails.retargeter, options);
        BOOST_TEST(std::abs(turnAt(*baked.clip, "tail1", 0.5099) - 0.1) < 1e-4);
        BOOST_TEST(std::abs(turnAt(*baked.clip, "tail1", 0.5101) - 1.1) < 1e-4);
        if (!options.framesPerSecond) {
            BOOST_TEST(std::abs(turnAt(*baked.clip, "tail2", 0.5099)) < 1e-2);
            BOOST_TEST(std::abs(turnAt(*baked.clip, "tail2", 0.5101) - 0.8) < 1e-2);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_clip_ends_when_its_source_does)
{
    Skeleton rig("rig");
    addTail(rig, 3, 1.f);
    const Retargeter retargeter(rig, rig, RetargetMap::ofNames(rig, rig));
    const auto clip = makeClip({{named("tail1"), ChannelPath::Rotation, Interpolation::Linear, {0.f, 1.f - 6e-6f}, {0.f, 1.f}},
                                {named("tail2"), ChannelPath::Rotation, Interpolation::Linear, {0.f, 1.f}, {0.f, 1.f}}});
    for (const RetargetClipOptions& options : {RetargetClipOptions{}, RetargetClipOptions{.framesPerSecond = 30.}}) {
        BOOST_TEST(retargetClip(*clip, rig, rig, retargeter, options).clip->getDuration() == clip->getDuration());
    }
}

// Expected: what the player gives for channels that move nodes above the skeleton, including pivots and sheared matrices. The target is
// placed like the source.
BOOST_AUTO_TEST_CASE(what_moves_above_the_skeleton_moves_as_in_a_player)
{
    struct Case {
        const char* name;
        void (*prepare)(Hosted& rig);
        std::vector<Channel> channels;
    };
    const auto turns = [](const ChannelTarget& target) {
        return Channel{target, ChannelPath::Rotation, Interpolation::Linear, {0.f, 1.f}, {0.f, 1.2f}};
    };
    const auto travels = [](const ChannelTarget& target) {
        return Channel{target, ChannelPath::Translation, Interpolation::Step, {0.f, 0.6f, 1.f}, {0.f, 0.7f, 0.9f}};
    };
    const auto node = ChannelTarget::Kind::Node;
    const auto plain = [](Hosted&) {};
    for (const Case& each :
         {Case{"a name that node and bone share, as a node", plain, {travels(named("body", node)), turns(named("tail1"))}},
          Case{"the same as a bone", plain, {travels(named("body")), turns(named("tail1"))}},
          Case{"a node above", plain, {turns(named("above", node)), travels(named("body", node))}},
          Case{"a pivot",
               [](Hosted& rig) {
                   rig.host.setPivotPoint({0.2f, 0.5f, 0.3f});
               },
               {turns(named("body", node))}},
          Case{"a pivot above",
               [](Hosted& rig) {
                   rig.above.setPivotPoint({0.2f, 0.5f, 0.3f});
               },
               {turns(named("body", node))}},
          Case{"a sheared node above", [](Hosted& rig) { shear(rig.above); }, {turns(named("body", node))}}}) {
        Hosted source;
        Hosted target;
        each.prepare(source);
        each.prepare(target);
        const auto clip = makeClip(each.channels);
        const Retargeter retargeter(source.skeleton, target.skeleton, RetargetMap::ofNames(source.skeleton, target.skeleton));
        const RetargetedClip baked = retargetClip(*clip, source.skeleton, target.skeleton, retargeter);
        AnimationGroup& played = source.scene.createAnimationGroup(clip);
        AnimationGroup& result = target.scene.createAnimationGroup(baked.clip);
        for (const double seconds : {0., 0.3, 0.599, 0.601, 1.}) {
            for (AnimationGroup* const group : {&played, &result}) {
                group->play();
                group->goTo(seconds);
            }
            for (std::size_t bone = 0; bone < source.skeleton.bones().size(); ++bone) {
                const glm::vec3 expected = source.skeleton.bones()[bone]->getPosition(Space::World);
                const glm::vec3 found = target.skeleton.bones()[bone]->getPosition(Space::World);
                BOOST_TEST(glm::distance(expected, found) < 2e-3f, each.name << ", bone " << bone << " at " << seconds);
            }
        }
    }
}

// A channel that stores its original node moves that node; in a copy of the scene, it moves the node of the same name.
BOOST_AUTO_TEST_CASE(a_clip_of_another_scene_moves_the_host_of_its_name)
{
    Hosted origin;
    Hosted source;
    const auto clip =
        makeClip({{ChannelTarget::of(origin.above), ChannelPath::Translation, Interpolation::Linear, {0.f, 1.f}, {0.f, 2.f}}});
    const Retargeter retargeter(source.skeleton, origin.skeleton, RetargetMap::ofNames(source.skeleton, origin.skeleton));
    const RetargetedClip baked = retargetClip(*clip, source.skeleton, origin.skeleton, retargeter);
    origin.scene.createAnimationGroup(baked.clip).play();
    origin.scene.animationGroups().front()->goTo(1.);
    BOOST_TEST(origin.skeleton.bones().front()->getPosition(Space::World).z == 2.f, boost::test_tools::tolerance(1e-5f));
}

// When a motion jumps to another place, its feet jump along and do not lag behind at the old place.
BOOST_AUTO_TEST_CASE(feet_begin_anew_where_a_motion_jumps)
{
    Random random(14060);
    const BodyRig source = makeBody({.name = "source"}, random);
    const BodyRig target = makeBody({.name = "target"}, random);
    const Retargeter retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.map, *target.map));
    const glm::vec3 hips = source.skeleton->findBone("hips")->getPosition();
    ClipDescription description{.name = "jump", .timeTracks = {{0.f, 0.5f, 1.f}}};
    description.channels.push_back({ChannelTarget::of(*source.skeleton->findBone("hips")),
                                    ChannelPath::Translation,
                                    Interpolation::Step,
                                    0,
                                    3,
                                    {hips.x, hips.y, hips.z, hips.x + 0.1f, hips.y, hips.z, hips.x + 0.1f, hips.y, hips.z}});
    const auto clip = AnimationClip::create(std::move(description));
    const RetargetedClip baked =
        retargetClip(*clip, *source.skeleton, *target.skeleton, retargeter, {.feet = FootLockOptions{}, .reducesKeys = false});
    AnimationGroup& group = target.scene->createAnimationGroup(baked.clip);
    group.play();
    const auto footAt = [&](double seconds) {
        group.goTo(seconds);
        return target.skeleton->findBone("leftFoot")->getPosition(Space::Skeleton).x;
    };
    const float before = footAt(0.499);
    BOOST_TEST(std::abs(footAt(0.) - before) < 1e-4f);
    BOOST_TEST(std::abs(footAt(0.501) - before - 0.1f) < 1e-3f);
    BOOST_TEST(std::abs(footAt(0.52) - before - 0.1f) < 1e-3f);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_retargeted_is_named)
{
    Random random(14061);
    const BodyRig rig = makeBody({.name = "person"}, random);
    const Retargeter retargeter(*rig.skeleton, *rig.skeleton, RetargetMap::ofHumanoids(*rig.map, *rig.map));
    const auto refusal = [&](const AnimationClip& clip, const RetargetClipOptions& options) {
        try {
            static_cast<void>(retargetClip(clip, *rig.skeleton, *rig.skeleton, retargeter, options));
        } catch (const std::invalid_argument& refused) {
            return std::string(refused.what());
        }
        return std::string();
    };
    const auto useless = makeClip({{named("lamp", ChannelTarget::Kind::Node), ChannelPath::Rotation, Interpolation::Linear, {0.f}, {1.f}}});
    BOOST_TEST(refusal(*useless, {})
               == "animation clip \"motion\": it cannot be retargeted: it moves no bone of the source skeleton \"person\"");
    const auto clip = makeClip({{named("head"), ChannelPath::Rotation, Interpolation::Linear, {0.f}, {1.f}}});
    BOOST_TEST(refusal(*clip, {.feet = FootLockOptions{.plantSpeed = -1.}})
               == "animation clip \"motion\": it cannot be retargeted with feet: foot lock: plantSpeed is -1, not a number from 0 on");
}

BOOST_AUTO_TEST_SUITE_END()
