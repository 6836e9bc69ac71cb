#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/inertialization.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/retarget/foot_lock.hpp>
#include <armature/retarget/retarget_quality.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/text.hpp>

#include <retarget/body_rigs.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

// Numbers that no motion should have: a spoilt pose is refused or has no effect, and no trace of it remains afterwards.

namespace {

const std::vector<float> spoilt{0.f, -1.f, 1e9f, 3e38f, -3e38f, 1e-38f, infinity, notANumber};

/// Calls `use` with each spoilt number in each part of a joint.
template <class Use>
void forSpoiltJoint(const Pose& rest, std::size_t joint, const Use& use)
{
    for (const float number : spoilt) {
        for (int part = 0; part < 3; ++part) {
            Pose pose = rest;
            Transform& each = pose.bones[joint];
            each.translation = part == 0 ? glm::vec3(number) : each.translation;
            each.rotation = part == 1 ? glm::quat(number, number, number, number) : each.rotation;
            each.scale = part == 2 ? glm::vec3(number) : each.scale;
            BOOST_TEST_CONTEXT("joint " << joint << ", " << number << ", part " << part)
            {
                use(pose);
            }
        }
    }
}

/// Calls `use` with spoilt numbers in some joints of a body, and with all translations multiplied by such a number.
template <class Use>
void forSpoiltPoses(const BodyRig& rig, const Use& use)
{
    const Pose rest = captureRestPose(*rig.skeleton);
    for (const HumanoidRole role : {HumanoidRole::Hips, HumanoidRole::LeftUpperLeg, HumanoidRole::LeftToes, HumanoidRole::RightHand}) {
        forSpoiltJoint(rest, rig.map->find(role)->bone, use);
    }
    for (const float number : spoilt) {
        Pose pose = rest;
        for (Transform& each : pose.bones) {
            each.translation *= number;
        }
        BOOST_TEST_CONTEXT("all places times " << number)
        {
            use(pose);
        }
    }
}

bool isFinite(const Pose& pose)
{
    return std::ranges::all_of(pose.bones, [](const Transform& joint) {
        const auto& [place, turn, scale] = joint;
        return std::isfinite(place.x + place.y + place.z) && std::isfinite(turn.x + turn.y + turn.z + turn.w)
               && std::isfinite(scale.x + scale.y + scale.z);
    });
}

/// Springs on a tail of four bones, and their memory after ten seconds at rest.
struct SpringTail {
    SpringTail() : springs(springsOf(skeleton)), rest(captureRestPose(skeleton)), expected(play(600, still)) {}

    static SpringBones springsOf(Skeleton& skeleton)
    {
        addTail(skeleton, 4, 1.f);
        SpringChain chain;
        for (int joint = 0; joint < 4; ++joint) {
            chain.joints.push_back({skeleton.findBone("tail" + std::to_string(joint)), {.gravityPower = 0.2f}});
        }
        return SpringBones({&chain, 1});
    }

    Pose step(const Pose& given, double seconds, std::vector<double>& memory)
    {
        Pose pose = given;
        static_cast<void>(springs.solve(JointView(skeleton, pose), seconds, memory));
        BOOST_TEST(std::ranges::all_of(memory, [](double number) { return std::isfinite(number); }));
        return pose;
    }

    /// Plays `frames` frames at rest. Returns the last pose.
    Pose play(int frames, std::vector<double>& memory)
    {
        Pose pose;
        for (int frame = 0; frame < frames; ++frame) {
            pose = step(rest, 1. / 60., memory);
            BOOST_TEST(isFinite(pose));
        }
        return pose;
    }

    Skeleton skeleton{"tail"};
    SpringBones springs;
    Pose rest;
    std::vector<double> still;
    Pose expected;
};

void requireNumbers(const RetargetQuality& quality)
{
    for (const std::optional<double>& figure :
         {quality.meanDirectionError, quality.largestDirectionError, quality.meanLimbError, quality.largestLimbError, quality.placeError,
          quality.sourceClearance, quality.clearance, quality.meanFootSlide, quality.largestFootSlide, quality.sourceFootSlide,
          quality.groundPenetration, quality.meanHandError, quality.largestHandError}) {
        BOOST_TEST((!figure || std::isfinite(*figure)), toString(quality));
    }
    for (const RetargetBoneQuality& bone : quality.bones) {
        BOOST_TEST(std::isfinite(bone.meanDirectionError + bone.largestDirectionError), bone.target);
    }
}

struct Bodies {
    Random random{31901};
    BodyRig source = makeBody({.name = "source"}, random);
    BodyRig target = makeBody({.name = "target", .shape = RestShape::A, .legs = 0.9f, .hasTurnedAxes = true}, random);
    Retargeter retargeter{*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.map, *target.map)};
    Pose rest = captureRestPose(*source.skeleton);
    Pose made = captureRestPose(*target.skeleton);
};

}  // namespace

BOOST_AUTO_TEST_SUITE(spoilt_numbers)

BOOST_AUTO_TEST_CASE(a_meter_answers_numbers_or_says_what_it_could_not_measure)
{
    Bodies bodies;
    std::size_t unmeasured = 0;
    forSpoiltPoses(bodies.source, [&](Pose& pose) {
        RetargetMeter meter(bodies.retargeter, *bodies.source.skeleton, *bodies.target.skeleton);
        for (Pose* const each : {&bodies.rest, &pose, &pose, &bodies.rest, &bodies.rest}) {
            meter.add(JointView(*bodies.source.skeleton, *each), JointView(*bodies.target.skeleton, bodies.made), 0.1);
        }
        const RetargetQuality quality = meter.getQuality();
        requireNumbers(quality);
        BOOST_TEST(quality.frameCount == 5U);
        BOOST_TEST((quality.unmeasuredCount == 0U || quality.unmeasuredCount == 2U));  // the scale of a hand itself is not measured
        if (quality.unmeasuredCount > 0) {
            BOOST_TEST(quality.faults.front() == "2 of 5 frames could not be measured: not finite, or too large or too small for it");
        }
        unmeasured += quality.unmeasuredCount;
    });
    forSpoiltPoses(bodies.target, [&](Pose& pose) {
        RetargetMeter meter(bodies.retargeter, *bodies.source.skeleton, *bodies.target.skeleton);
        for (Pose* const each : {&bodies.made, &pose, &bodies.made}) {
            meter.add(JointView(*bodies.source.skeleton, bodies.rest), JointView(*bodies.target.skeleton, *each), 1e9);
        }
        requireNumbers(meter.getQuality());
        unmeasured += meter.getQuality().unmeasuredCount;
    });
    BOOST_TEST(unmeasured > 100U);
}

BOOST_AUTO_TEST_CASE(a_retargeter_refuses_or_gives_finite_poses)
{
    Bodies bodies;
    const Pose before = bodies.made;
    std::size_t refused = 0;
    forSpoiltPoses(bodies.source, [&](Pose& pose) {
        bodies.made = before;
        try {
            bodies.retargeter.retarget(JointView(*bodies.source.skeleton, pose), JointView(*bodies.target.skeleton, bodies.made));
            BOOST_TEST(isFinite(bodies.made));
        } catch (const std::invalid_argument&) {
            BOOST_TEST((bodies.made == before));
            ++refused;
        }
    });
    BOOST_TEST(refused > 10U);
}

// A spoilt frame does not stay in a foot lock's memory: the following frames are handled as after a jump.
BOOST_AUTO_TEST_CASE(a_foot_lock_forgets_spoilt_frames)
{
    Bodies bodies;
    const FootLock lock(bodies.retargeter, *bodies.source.skeleton, *bodies.target.skeleton);
    bodies.retargeter.retarget(JointView(*bodies.source.skeleton, bodies.rest), JointView(*bodies.target.skeleton, bodies.made));
    const Pose good = bodies.made;
    const auto step = [&](Pose& source, Pose& target, double seconds, std::vector<double>& memory) {
        lock.solve(JointView(*bodies.source.skeleton, source), JointView(*bodies.target.skeleton, target), seconds, memory);
        BOOST_TEST(std::ranges::all_of(memory, [](double number) { return std::isfinite(number); }));
    };
    forSpoiltPoses(bodies.source, [&](Pose& pose) {
        std::vector<double> memory;
        Pose target = good;
        for (int frame = 0; frame < 3; ++frame) {
            step(bodies.rest, target = good, 1. / 60., memory);
        }
        const Pose expected = target;
        step(pose, target = good, 1. / 60., memory);
        BOOST_TEST(isFinite(target));
        for (int frame = 0; frame < 40; ++frame) {
            step(bodies.rest, target = good, 1. / 60., memory);
        }
        for (std::size_t joint = 0; joint < target.bones.size(); ++joint) {
            BOOST_TEST(glm::distance(target.bones[joint].translation, expected.bones[joint].translation) < 1e-3f);
            BOOST_TEST(std::abs(glm::dot(target.bones[joint].rotation, expected.bones[joint].rotation)) > 0.99999f);
        }
    });
    for (const double seconds : {0., 1e9, 3e38, 1e-38}) {
        std::vector<double> memory;
        Pose target = good;
        step(bodies.rest, target = good, seconds, memory);
        step(bodies.rest, target = good, seconds, memory);
        BOOST_TEST(isFinite(target));
    }
    for (const double seconds : {-1., std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        std::vector<double> memory;
        Pose target = good;
        BOOST_CHECK_THROW(
            lock.solve(JointView(*bodies.source.skeleton, bodies.rest), JointView(*bodies.target.skeleton, target), seconds, memory),
            std::invalid_argument);
        BOOST_TEST((target == good));
        BOOST_TEST(memory.empty());
    }
}

// Spoilt poses before a transition: if the motion is finite, the poses during the transition are finite.
BOOST_AUTO_TEST_CASE(inertialization_does_not_outlast_a_spoilt_pose)
{
    Bodies bodies;
    forSpoiltPoses(bodies.source, [&](Pose& pose) {
        for (const auto& [before, now] : {std::pair{&pose, &bodies.rest}, std::pair{&bodies.rest, &pose}, std::pair{&pose, &pose}}) {
            for (const double interval : {1. / 60., 1e-38, 1e9}) {
                Inertialization transition(pose.bones.size());
                transition.start(*before, *now, bodies.rest, bodies.rest, interval, 0.3);
                for (const double seconds : {0., 1e-38, 0.1}) {
                    transition.advance(seconds);
                    Pose shown = bodies.rest;
                    transition.apply(shown);
                    BOOST_TEST(isFinite(shown));
                }
                transition.advance(1e9);
                BOOST_TEST(!transition.isActive());
            }
        }
    });
    Inertialization transition(bodies.rest.bones.size());
    transition.start(bodies.rest, bodies.rest, bodies.rest, bodies.rest, 0.1, 0.3);
    for (const double seconds : {-1., double{infinity}, double{notANumber}}) {
        BOOST_CHECK_THROW(transition.advance(seconds), std::invalid_argument);
    }
    BOOST_TEST(transition.getElapsed() == 0.);
}

// The memory of springs stays finite, and so do the frames after a spoilt one. Ten seconds later, the springs are where they would be
// without the spoilt frame. This includes springs that the spoilt frame left pointing exactly opposite to their rest direction, where
// nothing pulls them to either side.
BOOST_AUTO_TEST_CASE(springs_come_to_rest_after_spoilt_frames_where_they_would_have)
{
    SpringTail tail;
    for (std::size_t joint = 0; joint < 4; ++joint) {
        forSpoiltJoint(tail.rest, joint, [&](const Pose& pose) {
            std::vector<double> memory = tail.still;
            static_cast<void>(tail.step(pose, 1. / 60., memory));
            const Pose now = tail.play(600, memory);
            BOOST_TEST_REQUIRE(isFinite(now));
            for (std::size_t bone = 0; bone < now.bones.size(); ++bone) {
                BOOST_TEST(angleBetweenRotations(now.bones[bone].rotation, tail.expected.bones[bone].rotation) < 0.001);
            }
        });
    }
}

BOOST_AUTO_TEST_CASE(springs_stay_finite_after_spoilt_time_steps)
{
    SpringTail tail;
    for (const double seconds : {0., -1., 1e9, 3e38, 1e-38, std::numeric_limits<double>::quiet_NaN()}) {
        std::vector<double> memory = tail.still;
        BOOST_TEST(isFinite(tail.step(tail.rest, seconds, memory)), seconds);
    }
}

BOOST_AUTO_TEST_SUITE_END()
