#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/shared_data.hpp>

#include "../../demos/character/motions.hpp"

using character::Joint;
using character::Side;

namespace {

/// When each foot of a clip is off the ground, in seconds, and how far the clip travels. By hand from the motions' descriptions.
struct Case {
    const char* name;
    std::vector<std::pair<double, double>> leftSwings;
    std::vector<std::pair<double, double>> rightSwings;
    glm::dvec3 travel;
    double degrees;
};

const std::vector<Case>& cases()
{
    // A curve of 60 degrees and 0.98 metres along its arc has the radius 0.98 / (pi / 3); its chord is as long as the radius.
    const double radius = 0.98 / glm::radians(60.);
    const glm::dvec3 curve(0.5 * radius, 0., std::sqrt(0.75) * radius);
    static const std::vector<Case> all{
        {"idle", {}, {}, {}, 0.},
        {"walk", {{0.62, 1.}}, {{0.12, 0.5}}, {0., 0., 0.98}, 0.},
        {"walkLeft", {{0.62, 1.}}, {{0.12, 0.5}}, curve, 60.},
        {"walkRight", {{0.62, 1.}}, {{0.12, 0.5}}, {-curve.x, 0., curve.z}, -60.},
        {"run", {{0.252, 0.7}}, {{-0.098, 0.35}, {0.602, 1.05}}, {0., 0., 1.75}, 0.},
        {"turnLeft", {{0.12, 0.42}, {0.8, 1.06}}, {{0.44, 0.78}}, {}, 90.},
        {"turnRight", {{0.44, 0.78}}, {{0.12, 0.42}, {0.8, 1.06}}, {}, -90.},
        {"start", {{0.2, 0.7}}, {}, {-0.0393, 0., 0.2170}, 0.},
        {"stop", {}, {{0.12, 0.56}}, {-0.0275, 0., 0.2716}, 0.},
        {"jump", {{0.5, 0.86}}, {{0.5, 0.86}}, {0., 0., 0.7}, 0.},
    };
    return all;
}

/// Plays a clip of the file at any time. The walk, which stays on the spot, is carried along at its nominal speed.
class Player {
public:
    explicit Player(const char* clip) : scene_(armature::loadScene(armature::test::buildDirectory() / "demos" / "character.glb"))
    {
        group_ = scene_->findAnimationGroup(clip);
        BOOST_REQUIRE(group_ != nullptr);
        if (std::string(clip) == "walk") {
            speed_ = static_cast<double>(character::strideLength / character::walkSeconds);
        }
    }

    void goTo(double seconds)
    {
        group_->goTo(seconds);
        carried_ = motion_ ? motion_->between(0., seconds).offset : glm::dvec3(0., 0., speed_ * seconds);
    }

    /// Returns the clip's root motion, from its root or from the feet on the ground.
    [[nodiscard]] std::shared_ptr<const armature::RootMotion> rootMotion()
    {
        const armature::Skeleton& skeleton = *scene_->skeletons().front();
        return armature::RootMotion::create(group_->shareClip(), *scene_, root(), nullptr,
                                            {.feet = {skeleton.findBone("toesLeft"), skeleton.findBone("toesRight")}});
    }

    /// From now on, carries the clip by the root motion of its own feet.
    void followFeet() { motion_ = rootMotion(); }

    /// Returns the position of a point that is at `rest` in the bind pose and moves with a joint.
    [[nodiscard]] glm::dvec3 at(Joint joint, const glm::vec3& rest) const
    {
        const armature::Skeleton& skeleton = *scene_->skeletons().front();
        const glm::mat4 skin = skeleton.getWorldMatrix() * skeleton.getBoneByIndex(character::indexOf(joint) - 1)->getFinalMatrix();
        return carried_ + glm::dvec3(skin * glm::vec4(rest, 1.f));
    }

    [[nodiscard]] glm::dvec3 joint(Joint joint) const { return at(joint, rig_[character::indexOf(joint)].head); }
    [[nodiscard]] glm::dvec3 carried() const { return carried_; }
    [[nodiscard]] armature::TransformNode& root() const { return *scene_->skeletons().front()->getHostNode(); }
    [[nodiscard]] double seconds() const { return group_->getClip().getDuration(); }
    [[nodiscard]] const character::Rig& rig() const { return rig_; }

private:
    std::unique_ptr<armature::Scene> scene_;
    armature::AnimationGroup* group_ = nullptr;
    character::Rig rig_ = character::makeRig();
    double speed_ = 0.;
    std::shared_ptr<const armature::RootMotion> motion_;
    glm::dvec3 carried_{0.};
};

bool isOff(const std::vector<std::pair<double, double>>& swings, double seconds)
{
    return std::any_of(swings.begin(), swings.end(),
                       [&](const auto& swing) { return seconds > swing.first + 1e-6 && seconds < swing.second - 1e-6; });
}

constexpr double rate = 240.;

struct Slide {
    double farthest = 0.;
    double deepest = 0.;
    std::size_t stances = 0;
};

// Measures the part of a foot that carries weight: the heel while the toes are up, the ball while they are down. On the ground, this part
// must stay where it came down. Heights are those of the bind pose.
Slide slideOf(Player& player, Side side, const std::vector<std::pair<double, double>>& swings)
{
    const Joint foot = onSide(side, Joint::FootLeft);
    const glm::vec3 ankle = player.rig()[character::indexOf(foot)].head;
    const glm::vec3 ball = player.rig()[character::indexOf(onSide(side, Joint::ToesLeft))].head;
    const std::array<glm::vec3, 2> points{glm::vec3(ankle.x, 0.f, ankle.z - character::soleToHeel), ball};
    std::array<bool, 2> stands{};
    std::array<glm::dvec3, 2> began{};
    Slide slide;
    const int steps = static_cast<int>(std::lround(player.seconds() * rate));
    for (int step = 0; step <= steps; ++step) {
        player.goTo(step / rate);
        std::array<glm::dvec3, 2> now{};
        std::array<double, 2> height{};
        for (std::size_t i = 0; i < 2; ++i) {
            now[i] = player.at(foot, points[i]);
            height[i] = now[i].y - static_cast<double>(points[i].y);
            slide.deepest = std::max(slide.deepest, -height[i]);
        }
        for (std::size_t i = 0; i < 2; ++i) {
            const bool carries = !isOff(swings, step / rate) && height[i] < height[1 - i] + 0.001;
            if (carries && !stands[i]) {
                began[i] = now[i];
                ++slide.stances;
            }
            stands[i] = carries;
            if (carries) {
                slide.farthest = std::max(slide.farthest, std::hypot(now[i].x - began[i].x, now[i].z - began[i].z));
                BOOST_TEST(height[i] < 0.005, "at " << step / rate << " s, " << 1e3 * height[i] << " mm above the ground");
            }
        }
    }
    return slide;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(character_travel)

// Tolerances, also between keys: a supporting foot slides by less than 3 millimetres and sinks in by less than 5.
BOOST_AUTO_TEST_CASE(feet_stand_still_on_the_ground_while_the_root_travels)
{
    std::size_t stances = 0;
    for (const Case& each : cases()) {
        Player player(each.name);
        const Slide left = slideOf(player, Side::Left, each.leftSwings);
        const Slide right = slideOf(player, Side::Right, each.rightSwings);
        BOOST_TEST(std::max(left.farthest, right.farthest) < 0.003, each.name);
        BOOST_TEST(std::max(left.deepest, right.deepest) < 0.005, each.name);
        BOOST_TEST_MESSAGE(each.name << ": feet slide " << 1e3 * left.farthest << " and " << 1e3 * right.farthest << " mm");
        stances += left.stances + right.stances;
    }
    BOOST_TEST(stances > 35u);
}

BOOST_AUTO_TEST_CASE(the_root_travels_as_far_as_it_should)
{
    for (const Case& each : cases()) {
        Player player(each.name);
        player.goTo(player.seconds());
        const glm::dvec3 position = player.carried() + glm::dvec3(player.root().getPosition());
        BOOST_TEST(glm::distance(position, each.travel) < 1e-4, each.name << ": " << position.x << " " << position.z);
        const glm::dvec3 forward = glm::dquat(player.root().getRotationQuaternion()) * glm::dvec3(0., 0., 1.);
        BOOST_TEST(std::abs(glm::degrees(std::atan2(forward.x, forward.z)) - each.degrees) < 1e-3, each.name);
    }
}

BOOST_AUTO_TEST_CASE(root_motion_finds_the_travel)
{
    for (const Case& each : cases()) {
        Player player(each.name);
        const auto motion = player.rootMotion();
        const bool isOnTheSpot = std::string(each.name) == "walk";
        const double tolerance = isOnTheSpot ? 0.005 : 1e-4;
        BOOST_TEST(glm::distance(motion->getCycle().offset, each.travel) < tolerance, each.name << ": " << motion->getCycle().offset.z);
        BOOST_TEST(std::abs(glm::degrees(motion->getCycle().turn) - each.degrees) < 1e-3, each.name);
        const bool travels = each.degrees != 0. || glm::length(each.travel) > 0.;
        BOOST_TEST((motion->getSource()
                    == (isOnTheSpot ? armature::RootMotionSource::Feet
                        : travels   ? armature::RootMotionSource::Root
                                    : armature::RootMotionSource::None)),
                   each.name);
    }
    const auto walk = std::find_if(cases().begin(), cases().end(), [](const Case& each) { return std::string(each.name) == "walk"; });
    Player player(walk->name);
    player.followFeet();
    BOOST_TEST(slideOf(player, Side::Left, walk->leftSwings).farthest < 0.005);
    BOOST_TEST(slideOf(player, Side::Right, walk->rightSwings).farthest < 0.005);
}

// The knee's axis is the thigh's +X. If a leg bends the right way, the angle from thigh to shin about this axis is positive.
BOOST_AUTO_TEST_CASE(knees_bend_forwards_only)
{
    for (const Case& each : cases()) {
        Player player(each.name);
        for (int step = 0; step <= static_cast<int>(player.seconds() * 60.); ++step) {
            player.goTo(step / 60.);
            for (const Side side : {Side::Left, Side::Right}) {
                const glm::dvec3 hip = player.joint(onSide(side, Joint::ThighLeft));
                const glm::dvec3 knee = player.joint(onSide(side, Joint::ShinLeft));
                const glm::dvec3 ankle = player.joint(onSide(side, Joint::FootLeft));
                const glm::vec3 beside = player.rig()[character::indexOf(onSide(side, Joint::ThighLeft))].head + glm::vec3(1.f, 0.f, 0.f);
                const glm::dvec3 axis = player.at(onSide(side, Joint::ThighLeft), beside) - hip;
                const double bend = glm::dot(glm::cross(glm::normalize(knee - hip), glm::normalize(ankle - knee)), axis);
                BOOST_TEST(bend > std::sin(glm::radians(4.)), each.name << " at " << step / 60. << " s");
            }
        }
    }
}

// Joints keep their velocity at the loop: the change from the last interval to the first is hardly larger than changes within a clip.
BOOST_AUTO_TEST_CASE(nothing_pops_where_a_loop_begins_anew)
{
    constexpr double interval = 1. / 30.;
    for (const char* name : {"walk", "walkLeft", "walkRight", "run"}) {
        Player player(name);
        const auto speedsAt = [&](double from) {
            std::vector<glm::dvec3> speeds;
            player.goTo(from);
            const glm::dquat back = glm::conjugate(glm::dquat(player.root().getRotationQuaternion()));
            for (std::size_t joint = 1; joint < character::jointCount; ++joint) {
                speeds.push_back(-player.joint(static_cast<Joint>(joint)));
            }
            player.goTo(from + interval);
            for (std::size_t joint = 1; joint < character::jointCount; ++joint) {
                speeds[joint - 1] = back * (speeds[joint - 1] + player.joint(static_cast<Joint>(joint))) / interval;
            }
            return speeds;
        };
        const auto jumpsBetween = [](const std::vector<glm::dvec3>& a, const std::vector<glm::dvec3>& b) {
            std::vector<double> jumps;
            std::transform(a.begin(), a.end(), b.begin(), std::back_inserter(jumps),
                           [](const glm::dvec3& before, const glm::dvec3& after) { return glm::distance(before, after); });
            return jumps;
        };
        const int keys = static_cast<int>(std::lround(player.seconds() / interval));
        std::vector<double> within(character::jointCount - 1);
        for (int key = 0; key + 1 < keys; ++key) {
            const std::vector<double> jumps = jumpsBetween(speedsAt(key * interval), speedsAt((key + 1) * interval));
            std::transform(within.begin(), within.end(), jumps.begin(), within.begin(), [](double a, double b) { return std::max(a, b); });
        }
        const std::vector<double> atSeam = jumpsBetween(speedsAt((keys - 1) * interval), speedsAt(0.));
        for (std::size_t i = 0; i < within.size(); ++i) {
            BOOST_TEST(atSeam[i] < 1.1 * within[i] + 0.01,
                       name << ", joint " << i + 1 << ": " << atSeam[i] << " and " << within[i] << " m/s");
            BOOST_TEST(within[i] > 0., name);
        }
    }
}

// By the motions' descriptions, each motion ends with the pose that another one begins with.
BOOST_AUTO_TEST_CASE(one_motion_leads_into_the_next)
{
    const character::Rig rig = character::makeRig();
    const auto isSame = [&](const character::Pose& a, const character::Pose& b) {
        const auto left = place(rig, a);
        const auto right = place(rig, b);
        double most = 0.;
        for (std::size_t joint = 0; joint < character::jointCount; ++joint) {
            most = std::max(most, static_cast<double>(glm::distance(left[joint].position, right[joint].position)));
            most = std::max(most, 1. - std::abs(static_cast<double>(glm::dot(left[joint].turn, right[joint].turn))));
        }
        return most < 1e-5;
    };
    const character::Pose standing = idlePose(rig, 0.f);
    const character::Pose walking = walkPose(rig, 0.f);
    BOOST_TEST(isSame(startPose(rig, 0.f), standing));
    BOOST_TEST(isSame(startPose(rig, 1.f), walking));
    BOOST_TEST(isSame(stopPose(rig, 0.f), walking));
    BOOST_TEST(isSame(stopPose(rig, 1.f), standing));
    for (const auto motion : {character::turnLeftPose, character::turnRightPose, character::jumpPose}) {
        BOOST_TEST(isSame(motion(rig, 0.f), standing));
        BOOST_TEST(isSame(motion(rig, 1.f), standing));
    }
    BOOST_TEST(!isSame(standing, walking));
}

BOOST_AUTO_TEST_SUITE_END()
