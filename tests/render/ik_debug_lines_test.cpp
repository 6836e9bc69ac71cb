#include <GL/glew.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/ik_debug_lines.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "pictures.hpp"

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::size_t linesPictureWidth = 640;
constexpr std::size_t linesPictureHeight = 480;

enum class Hue { Red, Green, Blue, Yellow, Gray, Black };

Hue hueOf(std::span<const std::uint8_t, 4> color)
{
    const int red = color[0];
    const int green = color[1];
    const int blue = color[2];
    if (std::max({red, green, blue}) < 40) {
        return Hue::Black;
    }
    if (red > 150 && blue < 100) {
        return green > 120 ? Hue::Yellow : Hue::Red;
    }
    if (std::max({red, green, blue}) - std::min({red, green, blue}) < 40) {
        return Hue::Gray;
    }
    return green > blue ? Hue::Green : Hue::Blue;
}

/// Whether `place`, in world space, is drawn in `hue`, within two pixels.
bool shows(const support::Picture& picture, const Camera& camera, const glm::dvec3& place, Hue hue)
{
    const glm::dvec4 clip = glm::dmat4(camera.projection) * (glm::dmat4(camera.view) * glm::dvec4(place, 1.));
    const auto x = static_cast<int>((0.5 + 0.5 * clip.x / clip.w) * linesPictureWidth);
    const auto y = static_cast<int>((0.5 - 0.5 * clip.y / clip.w) * linesPictureHeight);
    for (int row = std::max(y - 2, 0); row <= y + 2 && row < int{linesPictureHeight}; ++row) {
        for (int column = std::max(x - 2, 0); column <= x + 2 && column < int{linesPictureWidth}; ++column) {
            if (hueOf(picture.at(static_cast<std::size_t>(column), static_cast<std::size_t>(row))) == hue) {
                return true;
            }
        }
    }
    return false;
}

glm::quat aboutZ(float angle)
{
    return glm::angleAxis(angle, glm::vec3(0.f, 0.f, 1.f));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ik_debug_lines, *boost::unit_test::precondition(needsGl))

// By hand: an arm of two one-metre bones stands up and bends left at the elbow by 60 degrees, so the tip is at (-sin 60, 1.5). The elbow's
// hinge has reached its limit there, so it is red; the shoulder is free within its cone of 30 degrees, so it is grey.
BOOST_AUTO_TEST_CASE(an_arm_with_its_goal_and_limits_can_be_seen)
{
    const GlFixture gl;
    Skeleton skeleton;
    Bone& upper = skeleton.createBone("upper");
    Bone& lower = skeleton.createBone("lower", {.parent = &upper, .bind = toMat4(Transform{{0.f, 1.f, 0.f}}), .length = 1.f});
    const float bend = glm::radians(60.f);
    lower.setRotationQuaternion(aboutZ(bend));
    Chain chain = Chain::between(upper, lower);
    chain.setJoint(upper, {.limit = SwingTwistJoint{.maxSwing = glm::radians(30.f)}});
    chain.setJoint(lower, {.limit = HingeJoint{{0.f, 0.f, 1.f}, glm::radians(-30.f), bend}});
    const IkGoal goal{.position = glm::vec3(-1.6f, 1.5f, 0.f)};

    std::vector<DebugLine> lines;
    appendChainLines(lines, chain, skeleton, {&goal, 1});
    appendLimitLines(lines, chain, skeleton);
    appendCurveLines(lines, std::vector<glm::vec3>{{0.8f, 0.2f, 0.f}, {1.5f, 1.f, 0.f}, {0.9f, 1.8f, 0.f}});
    const Camera camera =
        perspectiveCamera({0.f, 1.f, 4.f}, {0.f, 1.f, 0.f}, float{linesPictureWidth} / float{linesPictureHeight}, 0.1f, 20.f);
    SkeletonViewer viewer(gl.context);
    const auto framebuffer = gl.makeFramebuffer(linesPictureWidth, linesPictureHeight);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    viewer.draw(skeleton, camera, {.boneColor = {0.f, 0.f, 0.f, 0.f}, .edgeColor = {0.f, 0.f, 0.f, 0.f}, .showAxes = false});
    viewer.draw(lines, camera, {.lineWidth = 2.f});
    const support::Picture picture = framebuffer->read();

    const glm::dvec3 elbow(0., 1., 0.);
    const glm::dvec3 tip(-std::sin(bend), 1. + std::cos(bend), 0.);
    const auto arc = [&](double angle) { return elbow + 0.5 * glm::dvec3(-std::sin(angle), std::cos(angle), 0.); };
    BOOST_TEST(shows(picture, camera, {0., 0.7, 0.}, Hue::Blue));                     // upper bone
    BOOST_TEST(shows(picture, camera, glm::mix(elbow, tip, 0.8), Hue::Blue));         // lower bone
    BOOST_TEST(shows(picture, camera, {-1.6, 1.55, 0.}, Hue::Green));                 // the goal's cross
    BOOST_TEST(shows(picture, camera, {0.5 * (tip.x - 1.6), 1.5, 0.}, Hue::Yellow));  // the remaining distance to the goal
    BOOST_TEST(shows(picture, camera, arc(0.3), Hue::Red));
    BOOST_TEST(shows(picture, camera, arc(-0.3), Hue::Red));
    BOOST_TEST(!shows(picture, camera, arc(-0.8), Hue::Red));
    const double edge = std::sin(glm::radians(30.));
    BOOST_TEST(shows(picture, camera, 0.25 * glm::dvec3(edge, std::cos(glm::radians(30.)), 0.), Hue::Gray));
    BOOST_TEST(shows(picture, camera, 0.25 * glm::dvec3(-edge, std::cos(glm::radians(30.)), 0.), Hue::Gray));
    BOOST_TEST(shows(picture, camera, {1.5, 1., 0.}, Hue::Blue));  // the curve, violet
    BOOST_TEST(gl.complaints.empty());
}

BOOST_AUTO_TEST_SUITE_END()
