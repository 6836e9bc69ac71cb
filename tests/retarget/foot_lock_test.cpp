#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/bone_ik_controller.hpp>
#include <armature/math/transform.hpp>
#include <armature/retarget/foot_lock.hpp>
#include <armature/retarget/retarget_map.hpp>
#include <armature/retarget/retarget_quality.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/text.hpp>

#include <retarget/body_rigs.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A body that sways above planted feet: the left foot stays for three seconds, the right one until it is lifted after two.
class Swaying {
public:
    explicit Swaying(BodyRig rig) : rig_(std::move(rig))
    {
        for (const char* const side : {"left", "right"}) {
            Bone& foot = *skeleton().findBone(std::string(side) + "Foot");
            legs_.push_back({BoneIkController(*skeleton().findBone(std::string(side) + "LowerLeg"), {.tip = foot.getPosition()}), &foot,
                             foot.getPosition(Space::World), foot.getRotationQuaternion(Space::Skeleton)});
        }
    }

    [[nodiscard]] Skeleton& skeleton() { return *rig_.skeleton; }

    void pose(double seconds)
    {
        skeleton().returnToRest();
        Bone& hips = *skeleton().findBone("hips");
        const auto time = static_cast<float>(seconds);
        hips.setPosition(hips.getPosition()
                         + glm::vec3(0.05f * std::sin(4.f * time), -0.06f - 0.03f * std::cos(5.f * time), 0.08f * std::sin(3.f * time)));
        for (Leg& leg : legs_) {
            const bool isLifted = &leg == &legs_[1] && seconds > 2.;
            const float lift = isLifted ? 0.3f * (time - 2.f) : 0.f;
            leg.controller.setTarget(leg.place + glm::vec3(0.f, lift, lift), Space::Skeleton);
            leg.controller.setPole(leg.place + glm::vec3(0.f, 0.3f, 5.f), Space::Skeleton);
            leg.controller.update();
            leg.foot->setRotationQuaternion(leg.turn, Space::Skeleton);
        }
    }

private:
    struct Leg {
        BoneIkController controller;
        Bone* foot;
        glm::vec3 place;
        glm::quat turn;
    };
    BodyRig rig_;
    std::vector<Leg> legs_;
};

struct FootLockStage {
    explicit FootLockStage(const BodyOptions& options, bool hasTwists = false)
        : random(14030)
        , source(makeBody({.name = "source", .hasTurnedAxes = true}, random))
        , target(makeBody(options, random))
        , twists(hasTwists ? addTwists(*target.skeleton) : 0)
        , retargeter(source.skeleton(), *target.skeleton, RetargetMap::ofHumanoids(source.skeleton(), *target.skeleton))
        , lock(retargeter, source.skeleton(), *target.skeleton)
    {}

    /// Adds a twist bone below each thigh. Returns the number of twist bones.
    static int addTwists(Skeleton& skeleton)
    {
        for (const std::string side : {"left", "right"}) {
            const glm::vec3 place = 0.5f * skeleton.findBone(side + "LowerLeg")->getPosition();
            skeleton.createBone(side + "Twist",
                                {.parent = skeleton.findBone(side + "UpperLeg"), .bind = glm::translate(glm::mat4(1.f), place)});
        }
        return 2;
    }

    Random random;
    Swaying source;
    BodyRig target;
    int twists;
    Retargeter retargeter;
    FootLock lock;
    std::vector<double> memory;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(foot_lock)

// By definition: a foot that stands in the source stands in the target, whatever the target's proportions. Without the lock, it slides.
BOOST_AUTO_TEST_CASE(planted_feet_stay_where_they_are)
{
    for (const BodyOptions& options :
         {BodyOptions{.name = "short legs", .height = 1.8f, .legs = 0.7f, .knees = 0.05f, .hasTurnedAxes = true},
          BodyOptions{.name = "long legs", .shape = RestShape::A, .legs = 1.2f, .knees = -0.05f},
          BodyOptions{.name = "no toes", .height = 0.5f, .knees = 0.03f, .without = {"leftToes", "rightToes"}},
          BodyOptions{.name = "mirrored", .legs = 1.1f, .knees = -0.04f, .hasTurnedAxes = true, .isMirrored = true}}) {
        FootLockStage stage(options);
        RetargetMeter meter(stage.retargeter, stage.source.skeleton(), *stage.target.skeleton);
        RetargetMeter without(stage.retargeter, stage.source.skeleton(), *stage.target.skeleton);
        for (int frame = 0; frame < 180; ++frame) {
            stage.source.pose(frame / 60.);
            const double seconds = frame > 0 ? 1. / 60. : 0.;
            stage.retargeter.retarget(stage.source.skeleton(), *stage.target.skeleton);
            without.add(stage.source.skeleton(), *stage.target.skeleton, seconds);
            std::vector<FootLockReport> reports(2);
            stage.lock.solve(stage.source.skeleton(), *stage.target.skeleton, seconds, stage.memory, reports);
            meter.add(stage.source.skeleton(), *stage.target.skeleton, seconds);
            BOOST_TEST(reports[0].isPlanted);
            if (frame < 121 || frame > 125) {  // the lock may need a moment to notice that the foot leaves
                BOOST_TEST(reports[1].isPlanted == (frame < 121), options.name << ", frame " << frame);
            }
        }
        const double height = static_cast<double>(options.height);
        BOOST_TEST(meter.getQuality().contactCount == 2U);
        BOOST_TEST(meter.getQuality().largestFootSlide.value() < 0.001 * height, options.name << ": " << toString(meter));
        BOOST_TEST(without.getQuality().largestFootSlide.value() > 0.002 * height, options.name << ": " << toString(without));
    }
}

// A released foot returns smoothly to the motion and then follows it exactly.
BOOST_AUTO_TEST_CASE(a_released_foot_follows_the_motion_again)
{
    FootLockStage stage({.name = "short legs", .legs = 0.7f, .knees = 0.05f});
    double offset = 0.;
    double held = 0.;
    double atRelease = 0.;
    double largestStep = 0.;
    std::vector<FootLockReport> reports(2);
    for (int frame = 0; frame < 180; ++frame) {
        stage.source.pose(frame / 60.);
        stage.retargeter.retarget(stage.source.skeleton(), *stage.target.skeleton);
        stage.lock.solve(stage.source.skeleton(), *stage.target.skeleton, 1. / 60., stage.memory, reports);
        held = frame == 120 ? offset : held;
        largestStep = std::max(largestStep, frame > 120 ? std::abs(reports[1].offset - offset) : 0.);
        atRelease = !reports[1].isPlanted && atRelease == 0. ? reports[1].offset : atRelease;
        offset = reports[1].offset;
    }
    BOOST_TEST(offset == 0.);
    BOOST_TEST(held > 0.002);
    BOOST_TEST(atRelease > 0.001);
    BOOST_TEST(largestStep < 0.5 * held);
}

// The memory is plain numbers: computing a frame again from a copy of the memory gives the same bits, on a skeleton and on a pose.
BOOST_AUTO_TEST_CASE(the_same_memory_gives_the_same_bits)
{
    FootLockStage stage({.name = "target", .legs = 0.8f, .knees = 0.04f, .hasTurnedAxes = true});
    Pose pose = captureRestPose(*stage.target.skeleton);
    std::vector<double> memory;
    std::vector<Pose> poses;
    std::vector<double> saved;
    const auto run = [&](int first, int end) {
        for (int frame = first; frame < end; ++frame) {
            stage.source.pose(frame / 30.);
            stage.retargeter.retarget(stage.source.skeleton(), JointView(*stage.target.skeleton, pose));
            stage.lock.solve(stage.source.skeleton(), JointView(*stage.target.skeleton, pose), 1. / 30., memory);
            poses.push_back(pose);
        }
    };
    run(0, 30);
    saved = memory;
    run(30, 90);
    const std::vector<Pose> before(poses.begin() + 30, poses.end());
    memory = saved;
    poses.clear();
    run(30, 90);
    BOOST_TEST((poses == before));
    for (int frame = 0; frame < 90; ++frame) {
        stage.source.pose(frame / 30.);
        stage.retargeter.retarget(stage.source.skeleton(), *stage.target.skeleton);
        stage.lock.solve(stage.source.skeleton(), *stage.target.skeleton, 1. / 30., stage.memory);
    }
    BOOST_TEST((capturePose(*stage.target.skeleton) == before.back()));
    const AllocationCount count;
    stage.lock.solve(stage.source.skeleton(), JointView(*stage.target.skeleton, pose), 1. / 30., memory);
    BOOST_TEST(count.sinceConstruction() == 0U);
}

// The source's or the target's host node is moved after everything was made. By definition, the ground moves with it: the same motion gives
// the same pose, and lengths scale with the node.
BOOST_AUTO_TEST_CASE(a_body_that_was_put_elsewhere_moves_the_same)
{
    struct Place {
        const char* name;
        glm::vec3 at;
        glm::quat turn;
        float size;
    };
    for (const Place& place :
         {Place{"a floor up", {0.f, 3.f, 0.f}, {1.f, 0.f, 0.f, 0.f}, 1.f},
          Place{"a floor down", {0.f, -3.f, 0.f}, {1.f, 0.f, 0.f, 0.f}, 1.f}, Place{"larger", {0.f, 0.f, 0.f}, {1.f, 0.f, 0.f, 0.f}, 2.5f},
          Place{"on a wall", {5.f, 1.f, 2.f}, turned({1.f, 0.f, 1.f}, 1.6f), 0.5f}}) {
        for (const bool movesSource : {false, true}) {
            FootLockStage stage({.name = "short legs", .legs = 0.7f, .knees = 0.05f, .hasTurnedAxes = true});
            FootLockStage moved({.name = "short legs", .legs = 0.7f, .knees = 0.05f, .hasTurnedAxes = true});
            TransformNode& host = moved.target.scene->createTransformNode("host");
            (movesSource ? moved.source.skeleton() : *moved.target.skeleton).setHostNode(&host);
            RetargetMeter meter(stage.retargeter, stage.source.skeleton(), *stage.target.skeleton);
            RetargetMeter movedMeter(moved.retargeter, moved.source.skeleton(), *moved.target.skeleton);
            host.setTransform({place.at, place.turn, glm::vec3(place.size)});
            double farthest = 0.;
            for (int frame = 0; frame < 150; ++frame) {
                std::array<FootLockReport, 2> reports;
                std::array<FootLockReport, 2> movedReports;
                for (const auto& [each, out] : {std::pair{&stage, &reports}, std::pair{&moved, &movedReports}}) {
                    each->source.pose(frame / 60.);
                    each->retargeter.retarget(each->source.skeleton(), *each->target.skeleton);
                    each->lock.solve(each->source.skeleton(), *each->target.skeleton, 1. / 60., each->memory, *out);
                }
                meter.add(stage.source.skeleton(), *stage.target.skeleton, 1. / 60.);
                movedMeter.add(moved.source.skeleton(), *moved.target.skeleton, 1. / 60.);
                for (std::size_t joint = 0; joint < stage.target.skeleton->bones().size(); ++joint) {
                    const glm::vec3 expected(stage.target.skeleton->bones()[joint]->getAbsoluteMatrix()[3]);
                    const glm::vec3 found(moved.target.skeleton->bones()[joint]->getAbsoluteMatrix()[3]);
                    farthest = std::max(farthest, static_cast<double>(glm::distance(expected, found)));
                }
                const double size = movesSource ? 1. : static_cast<double>(place.size);
                for (std::size_t foot = 0; foot < reports.size(); ++foot) {
                    BOOST_TEST(movedReports[foot].isPlanted == reports[foot].isPlanted, place.name << ", frame " << frame);
                    BOOST_TEST(std::abs(movedReports[foot].offset - size * reports[foot].offset) < 1e-5, place.name << ", frame " << frame);
                }
            }
            BOOST_TEST(farthest < 1e-5, place.name);
            const RetargetQuality quality = meter.getQuality();
            const RetargetQuality movedQuality = movedMeter.getQuality();
            const double size = movesSource ? 1. : static_cast<double>(place.size);
            BOOST_TEST(movedQuality.contactCount == quality.contactCount);
            BOOST_TEST(std::abs(movedQuality.largestFootSlide.value() - size * quality.largestFootSlide.value()) < 1e-5, place.name);
            BOOST_TEST(std::abs(movedQuality.sourceFootSlide.value() - size * quality.sourceFootSlide.value()) < 1e-5, place.name);
            BOOST_TEST(std::abs(movedQuality.groundPenetration.value() - size * quality.groundPenetration.value()) < 1e-5, place.name);
            BOOST_TEST(std::abs(movedQuality.largestHandError.value() - size * quality.largestHandError.value()) < 1e-5, place.name);
            BOOST_TEST(std::abs(movedQuality.largestDirectionError.value() - quality.largestDirectionError.value()) < 1e-5, place.name);
        }
    }
}

// A host that moves on carries the body, but not a planted foot, which is held in the world.
BOOST_AUTO_TEST_CASE(a_planted_foot_stays_in_the_world_while_its_host_goes_on)
{
    FootLockStage stage({.name = "target"});
    TransformNode& host = stage.target.scene->createTransformNode("host");
    stage.target.skeleton->setHostNode(&host);
    host.setPosition({4.f, 3.f, 0.f});
    Bone& toes = *stage.target.skeleton->findBone("leftToes");
    std::array<FootLockReport, 1> reports;
    glm::vec3 first(0.f);
    for (int frame = 0; frame < 20; ++frame) {
        host.setPosition({4.f, 3.f, 0.002f * static_cast<float>(frame)});
        stage.source.pose(0.);
        stage.retargeter.retarget(stage.source.skeleton(), *stage.target.skeleton);
        stage.lock.solve(stage.source.skeleton(), *stage.target.skeleton, 1. / 60., stage.memory, reports);
        const glm::vec3 place = toes.getPosition(Space::World);
        first = frame == 0 ? place : first;
        BOOST_TEST(reports[0].isPlanted);
        BOOST_TEST(glm::distance(place, first) < 1e-4f, frame);
    }
    BOOST_TEST(reports[0].offset == 0.038, boost::test_tools::tolerance(1e-2));
}

// As documented, a foot is released once it would have to be held too far from the motion, also upwards.
BOOST_AUTO_TEST_CASE(a_foot_that_is_held_too_far_away_is_released)
{
    FootLockStage stage({.name = "target"});
    std::array<FootLockReport, 1> reports;
    stage.source.pose(0.);
    for (const bool isLifted : {false, true}) {
        stage.retargeter.retarget(stage.source.skeleton(), *stage.target.skeleton);
        Bone& hips = *stage.target.skeleton->findBone("hips");
        hips.setPosition(hips.getPosition() + glm::vec3(0.f, isLifted ? 0.3f : 0.f, 0.f));
        stage.lock.solve(stage.source.skeleton(), *stage.target.skeleton, 1., stage.memory, reports);
        BOOST_TEST(reports[0].isPlanted == !isLifted);
    }
}

// By definition: a bone halfway down the thigh gets half of the thigh's twist, also after the lock has bent the leg.
BOOST_AUTO_TEST_CASE(twist_is_shared_after_a_leg_has_moved)
{
    FootLockStage stage({.name = "target", .legs = 0.8f, .knees = 0.04f}, true);
    const auto twistAbout = [](const glm::quat& turn, const glm::vec3& axis) {
        const double angle =
            2. * std::atan2(static_cast<double>(glm::dot(glm::vec3(turn.x, turn.y, turn.z), axis)), static_cast<double>(turn.w));
        return std::remainder(angle, 2. * std::numbers::pi);
    };
    double moved = 0.;
    for (int frame = 0; frame < 90; ++frame) {
        stage.source.pose(frame / 60.);
        stage.retargeter.retarget(stage.source.skeleton(), *stage.target.skeleton);
        const glm::quat before = stage.target.skeleton->findBone("leftTwist")->getRotationQuaternion();
        stage.lock.solve(stage.source.skeleton(), *stage.target.skeleton, 1. / 60., stage.memory);
        for (const std::string side : {"left", "right"}) {
            const Bone& thigh = *stage.target.skeleton->findBone(side + "UpperLeg");
            const glm::vec3 line = glm::normalize(stage.target.skeleton->findBone(side + "LowerLeg")->getPosition());
            const glm::quat turn = glm::conjugate(glm::quat_cast(thigh.getRestMatrix())) * thigh.getRotationQuaternion();
            const glm::quat twist = stage.target.skeleton->findBone(side + "Twist")->getRotationQuaternion();
            BOOST_TEST(std::abs(twistAbout(twist, line) + 0.5 * twistAbout(turn, line)) < 1e-5, side << ", frame " << frame);
        }
        const glm::quat after = stage.target.skeleton->findBone("leftTwist")->getRotationQuaternion();
        moved = std::max(moved, static_cast<double>(glm::length(after - before)));
    }
    BOOST_TEST(moved > 1e-4);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused)
{
    FootLockStage stage({.name = "target"});
    std::vector<double> wrong(5);
    BOOST_CHECK_THROW(stage.lock.solve(stage.source.skeleton(), *stage.target.skeleton, 0.1, wrong), std::invalid_argument);
    BOOST_CHECK_THROW(stage.lock.solve(stage.source.skeleton(), *stage.target.skeleton, -0.1, stage.memory), std::invalid_argument);
    BOOST_TEST(stage.memory.empty());
    const BodyRig other = makeBody({.name = "other", .hasRoot = true}, stage.random);
    BOOST_CHECK_THROW(stage.lock.solve(*other.skeleton, *stage.target.skeleton, 0.1, stage.memory), std::invalid_argument);
    BOOST_CHECK_THROW(FootLock(stage.retargeter, stage.source.skeleton(), *stage.target.skeleton, {.plantHeight = -1.}),
                      std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
