#include <algorithm>
#include <cmath>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>

#include <support/shared_data.hpp>

#include "../../demos/springs/wanderer.hpp"

namespace {

constexpr double roundSeconds = 16.;  // seconds until the character's motion restarts

/// Returns the tails of a chain in the world: the start of each bone after the first, and the end of the last bone.
std::vector<glm::dvec3> tailsOf(const armature::SpringChain& chain)
{
    std::vector<glm::dvec3> tails;
    for (std::size_t i = 1; i < chain.joints.size(); ++i) {
        tails.emplace_back(chain.joints[i].bone->getWorldMatrix()[3]);
    }
    tails.emplace_back(chain.joints.back().bone->getWorldMatrix() * glm::vec4(*chain.end, 1.f));
    return tails;
}

/// Returns the tip in the axes of the bone that carries the chain.
glm::dvec3 tipOf(const armature::SpringChain& chain)
{
    const glm::dmat4 carrier(chain.joints.front().bone->getParentBone()->getWorldMatrix());
    return glm::dvec3(glm::inverse(carrier) * glm::dvec4(tailsOf(chain).back(), 1.));
}

// Returns the distance in metres from the tail's surface to the capsule's. By hand: the distance to the nearest point of the capsule's
// line, less both radii.
double gap(const armature::SpringCollider& collider, const glm::dvec3& tail, double hitRadius)
{
    const glm::dmat4 world(collider.node->getWorldMatrix());
    const glm::dvec3 from(world * glm::dvec4(glm::dvec3(collider.solid.offset), 1.));
    const glm::dvec3 axis = glm::dvec3(world * glm::dvec4(glm::dvec3(collider.solid.tail), 1.)) - from;
    const double along = std::clamp(glm::dot(tail - from, axis) / glm::dot(axis, axis), 0., 1.);
    return glm::distance(tail, from + along * axis) - static_cast<double>(collider.solid.radius) - hitRadius;
}

springs::Wanderer makeWanderer()
{
    return springs::Wanderer(armature::test::buildDirectory() / "demos" / "character.glb");
}

/// The extent of a point's movement.
struct Spread {
    glm::dvec3 low{1e9};
    glm::dvec3 high{-1e9};

    void add(const glm::dvec3& point)
    {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    [[nodiscard]] double size() const { return glm::length(high - low); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(springs_demo)

BOOST_AUTO_TEST_CASE(antenna_scarf_and_strap_swing_and_come_to_rest)
{
    springs::Wanderer wanderer = makeWanderer();
    const auto chains = wanderer.springs().getChains();
    BOOST_REQUIRE(chains.size() == 3u);
    std::vector<Spread> moving(chains.size());
    std::vector<Spread> standing(chains.size());
    for (int frame = 1; frame < 60 * roundSeconds; ++frame) {
        wanderer.advance(1. / 60.);
        for (std::size_t i = 0; i < chains.size(); ++i) {
            const glm::dvec3 tip = tipOf(chains[i]);
            moving[i].add(tip);
            if (frame > 60 * (roundSeconds - 0.5)) {  // three and a half seconds after the jump
                standing[i].add(tip);
            }
        }
    }
    for (std::size_t i = 0; i < chains.size(); ++i) {
        BOOST_TEST_MESSAGE(chains[i].name << " swings over " << 1e3 * moving[i].size() << " mm, standing " << 1e3 * standing[i].size());
        BOOST_TEST(moving[i].size() > 0.1, chains[i].name);
        BOOST_TEST(moving[i].size() < 0.6, chains[i].name);
        BOOST_TEST(standing[i].size() < 0.1 * moving[i].size(), chains[i].name);  // the idle clip still breathes
    }
}

// If two colliders touch a tail, one may push it slightly into the other (docs/springs.md).
BOOST_AUTO_TEST_CASE(no_tail_goes_through_head_body_or_bag)
{
    springs::Wanderer wanderer = makeWanderer();
    const auto chains = wanderer.springs().getChains();
    const auto colliders = wanderer.springs().getColliders();
    const auto groups = wanderer.springs().getGroups();
    double closest = 1.;
    std::size_t touching = 0;
    for (int frame = 1; frame < 60 * roundSeconds; ++frame) {
        wanderer.advance(1. / 60.);
        for (const armature::SpringChain& chain : chains) {
            const std::vector<glm::dvec3> tails = tailsOf(chain);
            for (const std::size_t group : chain.colliderGroups) {
                for (const std::size_t collider : groups[group].colliders) {
                    for (std::size_t i = 0; i < tails.size(); ++i) {
                        const double hitRadius = static_cast<double>(chain.joints[i].parameters.hitRadius);
                        const double here = gap(colliders[collider], tails[i], hitRadius);
                        closest = std::min(closest, here);
                        touching += here < 1e-4 ? 1u : 0u;
                    }
                }
            }
        }
    }
    BOOST_TEST_MESSAGE("closest " << 1e3 * closest << " mm, " << touching << " times touching");
    BOOST_TEST(closest > -0.003);
    BOOST_TEST(touching > 10u);
}

/// The distances between the tips of the chains at 24 and at 240 frames a second, in units of the chain's length.
struct Apart {
    std::vector<double> means;  // one per chain
    double worst = 0.;
};

template <class Advance>
Apart compareRates(const Advance& advance)
{
    springs::Wanderer slow = makeWanderer();
    springs::Wanderer fast = makeWanderer();
    const auto slowChains = slow.springs().getChains();
    const auto fastChains = fast.springs().getChains();
    Apart apart{.means = std::vector<double>(slowChains.size())};
    for (int frame = 1; frame <= 24 * roundSeconds; ++frame) {
        advance(slow, 1. / 24.);
        for (int part = 0; part < 10; ++part) {
            advance(fast, 1. / 240.);
        }
        for (std::size_t i = 0; i < slowChains.size(); ++i) {
            const std::vector<glm::dvec3> tails = tailsOf(slowChains[i]);
            double length = glm::distance(glm::dvec3(slowChains[i].joints.front().bone->getWorldMatrix()[3]), tails[0]);
            for (std::size_t joint = 1; joint < tails.size(); ++joint) {
                length += glm::distance(tails[joint - 1], tails[joint]);
            }
            const double here = glm::distance(tails.back(), tailsOf(fastChains[i]).back()) / length;
            apart.means[i] += here / (24 * roundSeconds);
            apart.worst = std::max(apart.worst, here);
        }
    }
    for (std::size_t i = 0; i < slowChains.size(); ++i) {
        BOOST_TEST_MESSAGE(slowChains[i].name << ": on average " << 100. * apart.means[i] << " % of its length apart");
    }
    BOOST_TEST_MESSAGE("at most " << 100. * apart.worst << " %");
    return apart;
}

// The character's own motion depends only on time. The differences come from the springs, and from fast head movements, which 24 frames a
// second sample too coarsely (docs/springs.md has these figures).
BOOST_AUTO_TEST_CASE(at_24_and_at_240_frames_a_second_they_swing_alike)
{
    const Apart apart = compareRates([](springs::Wanderer& wanderer, double seconds) { wanderer.advance(seconds); });
    for (const double mean : apart.means) {
        BOOST_TEST(mean < 0.01);
        BOOST_TEST(mean > 0.);
    }
    BOOST_TEST(apart.worst < 0.04);
}

// The frame rate causes the difference: springs that see the motion at each of their steps swing the same at any rate.
BOOST_AUTO_TEST_CASE(seen_at_each_step_they_swing_the_same_at_any_rate)
{
    const Apart apart = compareRates([](springs::Wanderer& wanderer, double seconds) { wanderer.advanceInSteps(seconds); });
    BOOST_TEST(apart.worst < 1e-4);
}

BOOST_AUTO_TEST_CASE(the_same_frames_give_the_same_bits)
{
    springs::Wanderer first = makeWanderer();
    springs::Wanderer second = makeWanderer();
    for (int frame = 0; frame < 400; ++frame) {
        first.advance(frame % 3 == 0 ? 0.031 : 0.012);
        second.advance(frame % 3 == 0 ? 0.031 : 0.012);
    }
    BOOST_TEST((std::ranges::equal(first.springs().getMemory(), second.springs().getMemory())));
    BOOST_TEST(!first.springs().getMemory().empty());
}

BOOST_AUTO_TEST_SUITE_END()
