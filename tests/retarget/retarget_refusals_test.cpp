#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <armature/retarget/retarget_map.hpp>
#include <armature/retarget/retarget_quality.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <retarget/body_rigs.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(retarget_refusals)

BOOST_AUTO_TEST_CASE(what_was_moved_from_refuses)
{
    TwoTails tails;
    auto& [source, target, retargeter] = tails;
    RetargetMeter meter(retargeter, source, target);
    const RetargetMeter meterNow = std::move(meter);
    const Retargeter now = std::move(retargeter);
    BOOST_TEST(meterNow.getQuality().frameCount == 0u);
    BOOST_TEST(now.sourceCount() == source.bones().size());
    BOOST_CHECK_THROW(retargeter.retarget(source, target), std::invalid_argument);  // NOLINT(bugprone-use-after-move): tested here
    BOOST_CHECK_THROW(static_cast<void>(retargeter.getScale()), std::invalid_argument);
    BOOST_CHECK_THROW(RetargetMeter(retargeter, source, target), std::invalid_argument);
    BOOST_CHECK_THROW(meter.reset(), std::invalid_argument);  // NOLINT(bugprone-use-after-move)
}

BOOST_AUTO_TEST_CASE(maps_that_do_not_fit_are_refused)
{
    Skeleton source("source");
    Skeleton target("target");
    addTail(source, 3, 1.f);
    addTail(target, 3, 1.f);
    const auto refusal = [&](const RetargetMap& map, const RetargetOptions& options = {}) {
        try {
            const Retargeter retargeter(source, target, map, options);
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    BOOST_TEST(refusal({}).find("no bone has a counterpart") != std::string::npos);
    BOOST_TEST(refusal({.pairs = {{.source = 0, .target = 0, .role = static_cast<HumanoidRole>(1000)}}}).find("1000 is no role of 55")
               != std::string::npos);
    RetargetMap elsewhere{.pairs = {{0, 1'000'000}}};
    BOOST_CHECK_THROW(elsewhere.addTwists(target), std::invalid_argument);
    elsewhere = {.chains = {{{0}, {1'000'000}}}};
    BOOST_CHECK_THROW(elsewhere.addTwists(target), std::invalid_argument);
    BOOST_TEST(refusal({.pairs = {{0, 4}}}).find("there is no bone 4 among 4") != std::string::npos);
    BOOST_TEST(refusal({.pairs = {{0, 1}, {1, 1}}}).find("moved twice") != std::string::npos);
    BOOST_TEST(refusal({.chains = {{{1, 0}, {1}}}}).find("is not below") != std::string::npos);
    BOOST_TEST(refusal({.pairs = {{0, 0}}, .twists = {{3, 2, 2.f}}}).find("share of a twist is 2") != std::string::npos);
    BOOST_TEST(
        refusal({.pairs = {{.source = 0, .target = 0, .role = HumanoidRole::Head}, {.source = 1, .target = 1, .role = HumanoidRole::Head}}})
            .find("bone \"tail0\": it is head, as bone \"body\" is")
        != std::string::npos);
    const double infinite = std::numeric_limits<double>::infinity();
    BOOST_TEST(refusal({.pairs = {{0, 0}}}, {.offset = glm::dvec3(1., infinite, -infinite)}).find("the offset is (1, inf, -inf)")
               != std::string::npos);
    BOOST_TEST(refusal({.pairs = {{0, 0}}}, {.scale = 0.}).find("the scale is 0") != std::string::npos);
    BOOST_TEST(refusal({.pairs = {{0, 0}}}, {.sourceWorld = glm::mat4(0.f)}).find("world matrix is singular") != std::string::npos);
    const Retargeter retargeter(source, target, {.pairs = {{0, 0}}});
    Skeleton other("other");
    addTail(other, 5, 1.f);
    BOOST_CHECK_THROW(retargeter.retarget(other, target), std::invalid_argument);
    BOOST_CHECK_THROW(retargeter.retarget(source, other), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
