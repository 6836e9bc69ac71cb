#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <glm/geometric.hpp>

#include <armature/ik/spring_bones.hpp>
#include <armature/ik/spring_debug_lines.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/allocations/allocation_count.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr glm::vec4 ofChains{1.f, 0.f, 0.f, 1.f};
constexpr glm::vec4 ofColliders{0.f, 1.f, 0.f, 1.f};

/// A strand of three bones along +Y, one unit apart. Its host is at (10, 0, 0) and has a scale of 2.
struct Strand {
    Strand()
    {
        host.setTransform({.translation = {10.f, 0.f, 0.f}, .scale = glm::vec3(2.f)});
        skeleton.setHostNode(&host);
        Bone* parent = nullptr;
        for (Bone*& bone : bones) {
            bone = &skeleton.createBone("hair", {.parent = parent});
            bone->setPosition({0.f, parent != nullptr ? 1.f : 0.f, 0.f});
            parent = bone;
        }
    }

    [[nodiscard]] SpringChain chain(float hitRadius = 0.f) const
    {
        SpringChain chain;
        for (Bone* bone : bones) {
            chain.joints.push_back({bone, {.hitRadius = hitRadius}});
        }
        return chain;
    }

    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    Skeleton& skeleton = scene.createSkeleton("strand");
    std::array<Bone*, 3> bones{};
};

bool hasLine(const std::vector<DebugLine>& lines, const DebugLine& wanted)
{
    return std::ranges::any_of(lines, [&](const DebugLine& line) {
        return glm::distance(line.from, wanted.from) < 1e-5f && glm::distance(line.to, wanted.to) < 1e-5f && line.color == wanted.color;
    });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spring_debug_lines)

// By hand: joints at heights 0, 2 and 4 at x = 10, and the end half a bone above the last joint.
BOOST_AUTO_TEST_CASE(a_chain_is_drawn_from_joint_to_joint_and_to_its_end)
{
    const Strand strand;
    SpringChain chain = strand.chain();
    std::vector<DebugLine> lines;
    appendSpringLines(lines, std::span(&chain, 1), {}, ofChains);
    BOOST_TEST(lines.size() == 2u);
    BOOST_TEST(hasLine(lines, {{10.f, 0.f, 0.f}, {10.f, 2.f, 0.f}, ofChains}));
    BOOST_TEST(hasLine(lines, {{10.f, 2.f, 0.f}, {10.f, 4.f, 0.f}, ofChains}));
    chain.end = glm::vec3(0.f, 0.5f, 0.f);
    lines.clear();
    appendSpringLines(lines, std::span(&chain, 1), {}, ofChains);
    BOOST_TEST(lines.size() == 3u);
    BOOST_TEST(hasLine(lines, {{10.f, 4.f, 0.f}, {10.f, 5.f, 0.f}, ofChains}));
    chain.joints[1].bone = nullptr;  // removed, as getChains() reports it
    lines.clear();
    appendSpringLines(lines, std::span(&chain, 1), {}, ofChains);
    BOOST_TEST(lines.size() == 1u);
}

BOOST_AUTO_TEST_CASE(tails_have_their_hit_radius_around_them)
{
    const Strand strand;
    const SpringChain chain = strand.chain(0.25f);
    std::vector<DebugLine> lines;
    appendSpringLines(lines, std::span(&chain, 1), {}, ofChains);
    std::size_t around = 0;
    for (const DebugLine& line : lines) {
        for (const float tail : {2.f, 4.f}) {
            const glm::vec3 center(10.f, tail, 0.f);
            const auto isOn = [&](const glm::vec3& point) { return std::abs(glm::distance(point, center) - 0.25f) < 1e-5f; };
            around += isOn(line.from) && isOn(line.to) ? 1u : 0u;
        }
    }
    BOOST_TEST(around == lines.size() - 2u);
    BOOST_TEST(around > 100u);
}

// Radii are in world units, offsets in the node's. The sphere is at (10, 2, 0), the capsule goes from there to (10, 6, 0), and the plane is
// in the world at a height of -1.
BOOST_AUTO_TEST_CASE(colliders_are_where_their_nodes_have_them)
{
    const Strand strand;
    const auto draw = [&](const SpringCollider& collider) {
        std::vector<DebugLine> lines;
        appendSpringLines(lines, {}, std::span(&collider, 1), ofChains, ofColliders);
        return lines;
    };
    const SpringCollider sphere{&strand.host, {.offset = {0.f, 1.f, 0.f}, .radius = 0.5f}};
    for (const DebugLine& line : draw(sphere)) {
        BOOST_TEST(std::abs(glm::distance(line.from, glm::vec3(10.f, 2.f, 0.f)) - 0.5f) < 1e-5f);
        BOOST_TEST((line.color == ofColliders));
    }
    SpringCollider capsule = sphere;
    capsule.solid.shape = SpringColliderShape::Capsule;
    capsule.solid.tail = {0.f, 3.f, 0.f};
    float highest = 0.f;
    for (const DebugLine& line : draw(capsule)) {
        highest = std::max(highest, line.to.y);
    }
    BOOST_TEST(std::abs(highest - 6.5f) < 1e-4f);
    const auto plane = draw({nullptr, {.shape = SpringColliderShape::Plane, .offset = {0.f, -1.f, 0.f}}});
    BOOST_TEST(plane.size() == 7u);
    BOOST_TEST(plane.front().from.y == -1.f);
}

// A collider without a node stands in the world. A collider whose node was removed is not drawn.
BOOST_AUTO_TEST_CASE(colliders_of_removed_nodes_are_not_drawn)
{
    Strand strand;
    TransformNode& ball = strand.scene.createTransformNode("ball");
    const SpringChain chain = strand.chain();
    const std::vector<SpringCollider> colliders{{&ball, {.radius = 0.5f}}, {nullptr, {.shape = SpringColliderShape::Plane}}};
    const SpringBones springs(std::span(&chain, 1), colliders);
    const auto draw = [&] {
        std::vector<DebugLine> lines;
        appendSpringLines(lines, springs, ofChains, ofColliders);
        return lines.size();
    };
    BOOST_TEST(draw() == 2u + 3u * 24u + 7u);  // the chain, three circles, the plane
    BOOST_TEST(springs.hasCollider(0));
    strand.scene.removeTransformNode(ball);
    BOOST_TEST(draw() == 2u + 7u);
    BOOST_TEST(!springs.hasCollider(0));
    BOOST_TEST(springs.hasCollider(1));
    BOOST_TEST(!springs.hasCollider(2));
}

BOOST_AUTO_TEST_CASE(drawing_again_allocates_nothing)
{
    const Strand strand;
    const SpringChain chain = strand.chain(0.25f);
    const SpringCollider sphere{.node = strand.bones[1], .solid = {.radius = 0.5f}};
    std::vector<DebugLine> lines;
    appendSpringLines(lines, std::span(&chain, 1), std::span(&sphere, 1));
    lines.clear();
    const AllocationCount allocations;
    appendSpringLines(lines, std::span(&chain, 1), std::span(&sphere, 1));
    BOOST_TEST(allocations.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
